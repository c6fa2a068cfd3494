import { clickLike } from "./actions.js";
import { fold, type PrunedNode } from "./fold.js";
import { contentText, type NameSource, nameOf, ownName } from "./names.js";
import type { AxNode, AxState, AxTree } from "./node.js";
import { INTERACTIVE_ROLES, type Role, VALUE_ROLES } from "./roles.js";

export type { PrunedNode } from "./fold.js";
export type { NameSource } from "./names.js";

/** One entry of the pruned tree, as fusion takes it: a thing to act on, or a line of context. */
export interface AxCandidate {
  /** The node as it was read, unchanged. */
  readonly node: AxNode;
  /** The name after naming and folding; absent when nothing says what it is. */
  readonly name?: string;
  readonly nameFrom?: NameSource;
  readonly description?: string;
  /** The node's states and those that its folded containers add. */
  readonly states: readonly AxState[];
  /** Depth in the pruned tree, 0 for what stands directly in a window. */
  readonly depth: number;
  /** The window that shows it (WindowInfo.id), inherited from the nodes above where it has none. */
  readonly windowId?: string;
  /** True for words that help to decide and take no action: dialog text, alert, heading, status, label. */
  readonly context: boolean;
  /** Product of the alphas along the ancestors; absent when no alpha is known. */
  readonly alpha?: number;
  /** Not shown, by itself or through what it stands in. Hidden context is left out. */
  readonly hidden: boolean;
  /** Ids of the nodes that were folded into it. */
  readonly folded: readonly string[];
}

/** Interactive when they can be selected, though their role alone does not make them so. */
const SELECTABLE_ROLES: ReadonlySet<Role> = new Set<Role>([
  "cell",
  "columnheader",
  "generic",
  "img",
  "listitem",
  "row",
  "rowheader",
]);

/** Wholes that other things stand in: an action on them is trivial (Qt's SetFocus) or means their content. */
const WHOLES: ReadonlySet<Role> = new Set<Role>([
  "alertdialog",
  "application",
  "article",
  "banner",
  "canvas",
  "complementary",
  "contentinfo",
  "dialog",
  "document",
  "feed",
  "form",
  "grid",
  "list",
  "listbox",
  "log",
  "main",
  "menu",
  "menubar",
  "navigation",
  "radiogroup",
  "region",
  "scrollbar",
  "search",
  "separator",
  "table",
  "tablist",
  "tabpanel",
  "toolbar",
  "tooltip",
  "tree",
  "treegrid",
  "window",
]);

/** Something to act on: by its role, because it can be selected, or because it offers a click. */
export function isInteractive(node: AxNode): boolean {
  if (INTERACTIVE_ROLES.has(node.role)) return true;
  if (SELECTABLE_ROLES.has(node.role) && node.states.includes("selectable")) return true;
  return !WHOLES.has(node.role) && clickLike(node) !== undefined && !isFrameOfControls(node);
}

/** Nodes looked at to tell a clickable thing from a clickable whole. */
const MAX_INSIDE = 64;

/**
 * A listener for clicks on a whole (Gecko reports "click" on a page's body and on the label around a
 * field) makes it no control: its controls are inside it.
 */
function isFrameOfControls(node: AxNode): boolean {
  const enough = node.role === "label" ? 1 : 2;
  let controls = 0;
  const queue = [...node.children.slice(0, MAX_INSIDE)];
  for (const inside of queue) {
    if (INTERACTIVE_ROLES.has(inside.role) && ++controls >= enough) return true;
    if (queue.length > MAX_INSIDE) return true;
    queue.push(...inside.children.slice(0, MAX_INSIDE));
  }
  return false;
}

/** Roles whose words are context wherever they stand, and those whose words are in one of the places. */
const CONTEXT_ROLES: ReadonlySet<Role> = new Set<Role>(["alert", "heading", "label", "status"]);
const PLACES: ReadonlySet<Role> = new Set<Role>(["alert", "alertdialog", "dialog", "status", "tooltip"]);
const WORDS: ReadonlySet<Role> = new Set<Role>(["paragraph", "text", "note"]);

/**
 * Interactive nodes and context lines of a tree, in tree order, folded. Every interactive node of the tree
 * is in the result, as a candidate or in a candidate's `folded`.
 */
export function prune(tree: AxTree): AxCandidate[] {
  const out: AxCandidate[] = [];
  for (const app of tree.apps)
    for (const top of app.windows) {
      const own: AxCandidate[] = [];
      flatten(fold(pruneWindow(top)), 0, own);
      for (const candidate of withoutRepeatedLabels(own)) out.push(candidate);
    }
  return out;
}

interface Above {
  readonly windowId: string | undefined;
  readonly alpha: number | undefined;
  readonly hidden: boolean;
  /** Inside a dialog, alert, status bar or tool tip. */
  readonly inPlace: boolean;
  readonly inInteractive: boolean;
}

/** The pruned, unfolded tree of one top level. */
export function pruneWindow(top: AxNode): PrunedNode[] {
  return pruneNode(top, undefined, {
    windowId: top.window,
    alpha: undefined,
    hidden: false,
    inPlace: false,
    inInteractive: false,
  });
}

function pruneNode(node: AxNode, before: AxNode | undefined, above: Above): PrunedNode[] {
  const alpha = node.alpha === undefined ? above.alpha : (above.alpha ?? 1) * node.alpha;
  const hidden = node.states.includes("hidden") || (above.hidden && !node.states.includes("showing"));
  const interactive = isInteractive(node);
  const windowId = node.window ?? above.windowId;
  const text = interactive || hidden || above.inInteractive ? undefined : contextText(node, above.inPlace);
  const children = pruneChildren(node, {
    windowId,
    alpha,
    hidden,
    inPlace: above.inPlace || PLACES.has(node.role),
    // Words inside a control or a context line have been said with it.
    inInteractive: above.inInteractive || interactive || text !== undefined,
  });
  const named = interactive ? nameOf(node, before) : undefined;
  const name = named?.name ?? text ?? ownName(node);
  const kind = interactive ? "interactive" : text !== undefined ? "context" : "container";
  // A container without a name says nothing; one with a name is kept for folding.
  if (kind === "container" && (ownName(node) === undefined || children.length === 0)) return children;
  const self: PrunedNode = {
    kind,
    node,
    ...(name === undefined ? {} : { name }),
    ...(named ? { nameFrom: named.from } : name === undefined ? {} : { nameFrom: "name" as const }),
    ...(node.description ? { description: node.description } : {}),
    states: node.states,
    ...(windowId === undefined ? {} : { windowId }),
    ...(alpha === undefined ? {} : { alpha }),
    hidden,
    folded: [],
    children: kind === "context" ? [] : children,
  };
  // What stands in a context line (a link in an alert) follows it.
  return kind === "context" ? [self, ...children] : [self];
}

const pruneChildren = (node: AxNode, above: Above): PrunedNode[] =>
  node.children.flatMap((child, i) => pruneNode(child, node.children[i - 1], above));

function contextText(node: AxNode, inPlace: boolean): string | undefined {
  if (!CONTEXT_ROLES.has(node.role) && !(inPlace && WORDS.has(node.role))) return undefined;
  const content = contentText(node);
  const own = ownName(node);
  // An alert or a status bar names itself and says something else inside.
  if (own && content && (node.role === "alert" || node.role === "status") && own !== content)
    return `${own}: ${content}`;
  return own ?? content;
}

function flatten(nodes: readonly PrunedNode[], depth: number, out: AxCandidate[]): void {
  for (const p of nodes) {
    const { kind, children, ...rest } = p;
    const counts = kind !== "container";
    if (counts) out.push({ ...rest, depth, context: kind === "context" });
    flatten(children, counts ? depth + 1 : depth, out);
  }
}

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[:*\s]+$/, "")
    .trim();

/** A label that only repeats the name of the control which it labels is said once. */
function withoutRepeatedLabels(candidates: readonly AxCandidate[]): AxCandidate[] {
  const names = new Set<string>();
  for (const c of candidates)
    if (!c.context && !c.hidden && c.name && (VALUE_ROLES.has(c.node.role) || CHOICES.has(c.node.role)))
      names.add(normal(c.name));
  return candidates.filter(
    (c) => !(c.context && c.node.role === "label" && c.name && names.has(normal(c.name))),
  );
}

const CHOICES: ReadonlySet<Role> = new Set<Role>(["checkbox", "radio", "switch"]);
