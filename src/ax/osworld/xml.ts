import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { invalidArg } from "../../core/errors.js";
import { desktopRect, isSolid, type Rect } from "../../geometry/rect.js";
import type { AxApp, AxNode, AxTree } from "../node.js";
import { VALUE_ROLES } from "../roles.js";
import { notATree, TREE_LIMITS, tooMuch } from "./limits.js";
import { type Element, type Platform, wordsOf } from "./words.js";

/**
 * Reads an accessibility tree as OSWorld, WindowsAgentArena, Agent-S and Spider2-V save it: XML with one
 * element for each object, in either family of namespaces, of Ubuntu (tags are roles), Windows (tags are
 * window classes) or macOS (tags are role descriptions).
 *
 * Coordinates are parsed, never evaluated. A document type is refused, and with it every entity beyond
 * XML's five.
 *
 * @throws GroundmarkError INVALID_ARGS (not such a tree; the message names the element),
 *   RESOURCE_EXHAUSTED (see TREE_LIMITS)
 */
export function parseOsworldXml(xml: string): AxTree {
  const started = performance.now();
  if (xml.length > TREE_LIMITS.bytes) throw tooMuch("bytes");
  const reader = new Reader();
  const { root, nodes, platform } = reader.read(xml);
  const tops = DESKTOP_TAGS.has(root.tag) ? root.children : [root];
  const apps = tops.map((top, i) => toApp(top, `${i}`, platform, started));
  return {
    status: apps.length === 0 ? "empty" : "ok",
    ...(apps.length === 0 ? { reason: "the file describes no application" } : {}),
    apps,
    nodes,
    nullReferences: 0,
    warnings: [],
    duration: performance.now() - started,
  };
}

const DESKTOP_TAGS: ReadonlySet<string> = new Set(["desktop-frame", "desktop"]);

/** An element while its children and text are still being read. */
interface Open {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly children: Open[];
  text: string;
}

type Space = "plain" | "state" | "attributes" | "component" | "value" | "action" | "class" | "role";

/** Both families of namespaces; anything else is another vocabulary and is left alone. */
function spaceOf(uri: string): { space: Space; platform?: Platform } | undefined {
  if (uri === "") return { space: "plain" };
  const modern = /^https:\/\/accessibility\.(ubuntu|windows|macos)\.example\.org\/ns\/([a-z/]+)$/.exec(uri);
  if (modern) {
    const space = modern[2]!;
    return isSpace(space) ? { space, platform: modern[1] as Platform } : undefined;
  }
  const old = /^uri:deskat:([a-z.]+?)\.(at-spi\.gnome\.org|windows\.microsoft\.org)$/.exec(uri);
  if (!old) return undefined;
  if (old[1] === "uia") return { space: "class", platform: "windows" };
  return isSpace(old[1]!) ? { space: old[1] } : undefined;
}

const isSpace = (name: string): name is Exclude<Space, "plain"> =>
  /^(state|attributes|component|value|action|class|role)$/.test(name);

/** Prefixes of trees that were cut out of their document, without its declarations. */
const USUAL_PREFIXES = Object.fromEntries(
  Object.entries({
    st: "state",
    attr: "attributes",
    cp: "component",
    doc: "document",
    docattr: "document/attributes",
    txt: "text",
    val: "value",
    act: "action",
  }).map(([prefix, space]) => [prefix, `https://accessibility.ubuntu.example.org/ns/${space}`]),
);

class Reader {
  private readonly stack: Open[] = [];
  private root: Open | undefined;
  private nodes = 0;
  private platform: Platform | undefined;

  read(xml: string): { root: Open; nodes: number; platform: Platform } {
    const parser = new SaxesParser({ xmlns: true, additionalNamespaces: USUAL_PREFIXES });
    parser.on("error", (error) => {
      throw notATree(" in XML", error.message.slice(0, 200));
    });
    parser.on("doctype", () => {
      throw notATree(" in XML", "a document type declaration is not allowed in a tree");
    });
    parser.on("attribute", (attribute) => {
      if (attribute.value.length > TREE_LIMITS.characters) throw tooMuch("characters");
    });
    parser.on("opentag", (tag) => this.open(tag));
    parser.on("text", (text) => this.text(text));
    parser.on("cdata", (text) => this.text(text));
    parser.on("closetag", () => this.stack.pop());
    parser.write(xml).close();
    if (!this.root) throw notATree(" in XML", "there is no element in it");
    return { root: this.root, nodes: this.nodes, platform: this.platform ?? guess(this.root) };
  }

  private open(tag: SaxesTagNS): void {
    if (this.stack.length >= TREE_LIMITS.depth) throw tooMuch("depth");
    if (++this.nodes > TREE_LIMITS.nodes) throw tooMuch("nodes");
    const element: Open = { tag: tag.local, attributes: this.sort(tag), children: [], text: "" };
    const parent = this.stack.at(-1);
    if (parent) parent.children.push(element);
    else this.root = element;
    this.stack.push(element);
  }

  private sort(tag: SaxesTagNS): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const all = Object.values(tag.attributes) as SaxesAttributeNS[];
    if (all.length > TREE_LIMITS.attributes) throw tooMuch("attributes");
    const sorted = new Map<string, Map<string, string>>();
    for (const { uri, local, value } of all) {
      const found = spaceOf(uri);
      if (!found) continue;
      if (found.platform && found.platform !== "ubuntu") this.platform ??= found.platform;
      const space = found.space === "role" ? "class" : found.space;
      const values = sorted.get(space) ?? new Map<string, string>();
      values.set(local, value);
      sorted.set(space, values);
    }
    return sorted;
  }

  private text(text: string): void {
    const element = this.stack.at(-1);
    if (!element) return;
    if (element.text.length + text.length > TREE_LIMITS.characters) throw tooMuch("characters");
    element.text += text;
  }
}

const guess = (root: Open): Platform => (root.tag === "desktop" ? "windows" : "ubuntu");

const NONE: ReadonlyMap<string, string> = new Map();

function toApp(top: Open, path: string, platform: Platform, started: number): AxApp {
  const isApp = top.tag === "application";
  const name = top.attributes.get("plain")?.get("name") ?? "";
  const tops = isApp ? top.children : [top];
  const windows = tops.map((child, i) =>
    toNode(child, isApp ? `${path}/${i}` : path, platform, name, undefined),
  );
  return {
    name,
    toolkit: `osworld-${platform}`,
    method: "file",
    nodes: count(windows) + (isApp ? 1 : 0),
    duration: performance.now() - started,
    windows,
  };
}

const count = (nodes: readonly AxNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + count(node.children), 0);

function toNode(
  open: Open,
  path: string,
  platform: Platform,
  app: string,
  parent: number | undefined,
): AxNode {
  const space = (name: Space): ReadonlyMap<string, string> => open.attributes.get(name) ?? NONE;
  const bounds = boundsOf(open, path);
  const element: Element = {
    tag: open.tag,
    name: space("plain").get("name") ?? "",
    text: open.text.replace(/[\uFFFC\uFFFD]/g, "").trim(),
    state: space("state"),
    attributes: space("attributes"),
    value: space("value"),
    classes: space("class"),
    hasPlace: bounds !== undefined,
  };
  const words = wordsOf(element, platform, parent);
  const { name, value } = saying(element, words.role, words.states.includes("protected"));
  const placeholder = element.attributes.get("placeholder-text");
  return {
    id: path,
    role: words.role,
    nativeRole: words.nativeRole,
    ...(name === "" ? {} : { name }),
    ...(value === undefined ? {} : { value }),
    ...(placeholder ? { placeholder } : {}),
    states: words.states,
    actions: actionsOf(space("action")),
    ...(bounds && isSolid(bounds) ? { bounds } : {}),
    geometryTrusted: bounds !== undefined,
    ...(element.attributes.size > 0 ? { attributes: Object.fromEntries(element.attributes) } : {}),
    app,
    path,
    children: open.children.map((child, i) => toNode(child, `${path}/${i}`, platform, app, words.number)),
  };
}

/** Text is the value of a field and the name of what has no other. Nothing of a protected field is kept. */
function saying(
  element: Element,
  role: AxNode["role"],
  isProtected: boolean,
): { name: string; value?: string } {
  const isField = VALUE_ROLES.has(role);
  if (isProtected) return { name: element.name };
  const value = isField ? element.text || element.value.get("value") : undefined;
  return {
    name: element.name.trim() === "" && !isField ? element.text : element.name,
    ...(value === undefined ? {} : { value }),
  };
}

/** `act:click_desc` and `act:click_kb` both belong to the action "click". */
const actionsOf = (actions: ReadonlyMap<string, string>): string[] => [
  ...new Set([...actions.keys()].map((key) => key.replace(/_(desc|kb)$/, ""))),
];

function boundsOf(open: Open, path: string): Rect<"desktop"> | undefined {
  const component = open.attributes.get("component");
  const at = component?.get("screencoord");
  const size = component?.get("size");
  const place = at === undefined ? undefined : pair(at, "cp:screencoord", open, path);
  const extent = size === undefined ? undefined : pair(size, "cp:size", open, path);
  return place && extent ? desktopRect(place[0], place[1], extent[0], extent[1]) : undefined;
}

/** "(x, y)": spaces optional, decimals and signs allowed, nothing else. */
const PAIR = /^\(\s{0,8}(-?\d{1,8}(?:\.\d{1,12})?)\s{0,8},\s{0,8}(-?\d{1,8}(?:\.\d{1,12})?)\s{0,8}\)$/;

function pair(text: string, attribute: string, open: Open, path: string): readonly [number, number] {
  const match = PAIR.exec(text.trim());
  if (!match)
    throw invalidArg(
      `${attribute} of <${open.tag.slice(0, 60)}> (element ${path})`,
      'two numbers such as "(12, 34)"',
      text,
      "Write it as OSWorld does: (x, y) or (width, height) in pixels, decimals and signs allowed, nothing else.",
    );
  return [Number(match[1]), Number(match[2])];
}
