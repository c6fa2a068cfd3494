import { isClassName } from "../names.js";
import type { AppCalls, Lanes } from "./calls.js";
import {
  ACCESSIBLE,
  ACTION,
  COMPONENT,
  Iface,
  SCREEN_COORDS,
  TEXT,
  VALUE,
  WINDOW_COORDS,
} from "./protocol.js";
import {
  asCount,
  asExtents,
  asText,
  holdsValue,
  holdsWords,
  implementsAll,
  isControl,
  isNumber,
  MAX_TEXT,
  mayAct,
  type RawNode,
} from "./raw.js";
import { AtspiRole } from "./roles.js";
import { StateBit } from "./states.js";
import type { Toolkit } from "./toolkit.js";

/** Characters of a field's text that are read; a text editor can hold a book. */
const MAX_VALUE = 1000;

/** States that change what an action is called: Chromium offers "check" or "uncheck". */
const NAMING_STATES =
  (1 << StateBit.checked) | (1 << StateBit.expanded) | (1 << StateBit.collapsed) | (1 << StateBit.sensitive);

const cacheKey = (node: RawNode): string =>
  `${node.role} ${node.states.low & NAMING_STATES} ${node.bus}${node.path}`;

/** Action names by object, role and state: they do not change otherwise, and cost a call each. */
export class ActionCache {
  private readonly known = new Map<string, readonly string[]>();

  /** Roughly one entry for each control of a desktop; beyond that the oldest go. */
  constructor(private readonly limit = 20_000) {}

  get(node: RawNode): readonly string[] | undefined {
    return this.known.get(cacheKey(node));
  }

  set(node: RawNode, actions: readonly string[]): void {
    if (this.known.size >= this.limit) {
      const oldest = this.known.keys().next().value;
      if (oldest !== undefined) this.known.delete(oldest);
    }
    this.known.set(cacheKey(node), actions);
  }
}

/** Places: extents of everything that shows. Window extents too where the correction needs them. */
export async function readExtents(nodes: readonly RawNode[], lanes: Lanes, toolkit: Toolkit): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      if (!node.shows || !implementsAll(node, Iface.component)) return;
      const calls = lanes.of(node);
      const [screen, inWindow] = await Promise.all([
        calls.first(node.path, COMPONENT, "GetExtents", "u", [SCREEN_COORDS]),
        toolkit === "vcl"
          ? calls.first(node.path, COMPONENT, "GetExtents", "u", [WINDOW_COORDS])
          : Promise.resolve(undefined),
      ]);
      const extents = asExtents(screen);
      if (extents) node.extents = extents;
      const windowExtents = asExtents(inWindow);
      if (windowExtents) node.windowExtents = windowExtents;
    }),
  );
}

/** What a control or a line of words says about itself; only for what shows. */
export async function readDetails(
  nodes: readonly RawNode[],
  lanes: Lanes,
  toolkit: Toolkit,
  actions: ActionCache,
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      if (!node.shows) return;
      const calls = lanes.of(node);
      const jobs: Promise<void>[] = [];
      if (mayAct(node)) jobs.push(readActions(node, calls, actions));
      if (isControl(node)) {
        jobs.push(readValue(node, calls), readDescription(node, calls));
        if (holdsValue(node) || toolkit === "chromium" || toolkit === "gecko")
          jobs.push(readAttributes(node, calls));
      } else if (implementsAll(node, Iface.value) && holdsValue(node)) jobs.push(readValue(node, calls));
      if (holdsWords(node) && isNameless(node, toolkit)) jobs.push(readWords(node, calls));
      // GTK, Qt, Chromium and Gecko answer 1.0 for everything: asking them is a call without an answer.
      if (toolkit === "other" && implementsAll(node, Iface.component)) jobs.push(readAlpha(node, calls));
      await Promise.all(jobs);
    }),
  );
}

/** Nothing but its words says what it is: GTK 4.8 gives such a node the name of its class. */
const isNameless = (node: RawNode, toolkit: Toolkit): boolean =>
  node.name.trim() === "" || (toolkit === "gtk4" && isClassName(node.name));

async function readActions(node: RawNode, calls: AppCalls, cache: ActionCache): Promise<void> {
  if (!implementsAll(node, Iface.action)) return;
  const known = cache.get(node);
  if (known) {
    node.actions = known;
    return;
  }
  const actions = await actionNames(node.path, calls);
  if (!actions || calls.stopped) return;
  node.actions = actions.names;
  cache.set(node, actions.names);
}

/** More actions than any control offers. */
const MAX_ACTIONS = 16;

export interface ActionNames {
  /** Names for programs (GetName), where the application gives them; else the localised ones. */
  readonly names: readonly string[];
  /** Names in the user's language, from GetActions `a(sss)`. */
  readonly localised: readonly string[];
}

/** An object's actions in index order; undefined when it does not answer. */
export async function actionNames(path: string, calls: AppCalls): Promise<ActionNames | undefined> {
  const answer = await calls.first(path, ACTION, "GetActions");
  if (!Array.isArray(answer)) return undefined;
  const localised = answer.slice(0, MAX_ACTIONS).map((entry) => asText(Array.isArray(entry) ? entry[0] : ""));
  // ATK fills GetActions with localised names, which Chromium leaves empty and GTK translates.
  const own = await Promise.all(localised.map((_, i) => calls.first(path, ACTION, "GetName", "i", [i])));
  return { names: own.map((name, i) => asText(name) || (localised[i] ?? "")), localised };
}

async function readValue(node: RawNode, calls: AppCalls): Promise<void> {
  // The content of a password field is never asked for: not even its length leaves the application.
  if (node.role === AtspiRole.passwordText || !holdsValue(node)) return;
  if (implementsAll(node, Iface.text)) {
    const text = await readText(node.path, calls);
    if (text !== undefined) {
      node.value = text;
      return;
    }
  }
  if (implementsAll(node, Iface.value)) {
    const value = await calls.property(node.path, VALUE, "CurrentValue");
    if (isNumber(value) && Number.isFinite(value)) node.value = String(Math.round(value * 1e6) / 1e6);
  }
}

async function readText(path: string, calls: AppCalls): Promise<string | undefined> {
  const count = asCount(await calls.property(path, TEXT, "CharacterCount"));
  if (count === undefined) return undefined;
  if (count === 0) return "";
  const text = await calls.first(path, TEXT, "GetText", "ii", [0, Math.min(count, MAX_VALUE)]);
  // Embedded objects stand in a text as U+FFFC.
  return typeof text === "string" ? asText(text).replaceAll("\uFFFC", "") : undefined;
}

async function readWords(node: RawNode, calls: AppCalls): Promise<void> {
  if (!implementsAll(node, Iface.text)) return;
  const text = await readText(node.path, calls);
  if (text) node.text = text;
}

async function readDescription(node: RawNode, calls: AppCalls): Promise<void> {
  if (node.description !== undefined) return;
  node.description = asText(await calls.property(node.path, ACCESSIBLE, "Description"));
}

async function readAttributes(node: RawNode, calls: AppCalls): Promise<void> {
  const answer = await calls.first(node.path, ACCESSIBLE, "GetAttributes");
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) return;
  const entries = Object.entries(answer as Record<string, unknown>)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([key, value]) => [key.slice(0, 100), value.slice(0, MAX_TEXT)] as const);
  if (entries.length > 0) node.attributes = Object.fromEntries(entries.slice(0, 64));
}

async function readAlpha(node: RawNode, calls: AppCalls): Promise<void> {
  const alpha = await calls.first(node.path, COMPONENT, "GetAlpha");
  if (isNumber(alpha) && alpha >= 0 && alpha <= 1) node.alpha = alpha;
}
