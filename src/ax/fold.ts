import { clickAction } from "./actions.js";
import type { NameSource } from "./names.js";
import type { AxNode, AxState } from "./node.js";

/** A node of the pruned tree: something to act on, words to decide by, or a named container of such. */
export interface PrunedNode {
  readonly kind: "interactive" | "context" | "container";
  readonly node: AxNode;
  readonly name?: string;
  readonly nameFrom?: NameSource;
  readonly description?: string;
  readonly states: readonly AxState[];
  readonly windowId?: string;
  /** Product of the known alphas from the top level down to the node. */
  readonly alpha?: number;
  readonly hidden: boolean;
  /** Ids of the nodes that were folded into this one. */
  readonly folded: readonly string[];
  readonly children: readonly PrunedNode[];
}

/**
 * Folds every container that holds exactly one interactive node, and nothing else, into that node, from
 * the leaves up, which is the fixed point: its name (when the node has none of its own words), its
 * description and its states are carried over.
 *
 * An interactive container is folded only when it is a mere wrapper: the same role, and no action of its
 * own (GTK 4's menu button around the button that opens it). A tab with a close button stays two things.
 */
export function fold(nodes: readonly PrunedNode[]): PrunedNode[] {
  return nodes.map(foldOne);
}

function foldOne(parent: PrunedNode): PrunedNode {
  const children = parent.children.map(foldOne);
  // What does not show (the closed menu of a menu button) does not count, but stays.
  const shown = children.filter((c) => c.hidden === parent.hidden);
  const [only] = shown;
  if (shown.length !== 1 || only?.kind !== "interactive" || !mayFold(parent, only))
    return { ...parent, children };
  const rest = children.filter((c) => c !== only);
  return { ...carried(parent, only), children: [...only.children, ...rest] };
}

function mayFold(parent: PrunedNode, child: PrunedNode): boolean {
  if (parent.node.role === "window" || parent.node.role === "dialog") return false;
  if (parent.kind === "container") return true;
  return (
    parent.kind === "interactive" &&
    parent.node.role === child.node.role &&
    clickAction(parent.node) === undefined &&
    clickAction(child.node) !== undefined
  );
}

/** Words of the node itself outrank a container's name, which outranks what only describes it. */
const WEAK: ReadonlySet<NameSource> = new Set<NameSource>(["placeholder", "description"]);
const CARRIED_STATES: readonly AxState[] = [
  "disabled",
  "expanded",
  "collapsed",
  "haspopup",
  "selected",
  "checked",
  "required",
  "invalid",
  "protected",
];

function carried(parent: PrunedNode, child: PrunedNode): PrunedNode {
  const takesName =
    parent.name !== undefined &&
    (child.name === undefined || (child.nameFrom !== undefined && WEAK.has(child.nameFrom)));
  const description = child.description ?? parent.description;
  const extra = parent.states.filter((s) => CARRIED_STATES.includes(s) && !child.states.includes(s));
  return {
    ...child,
    ...(takesName ? { name: parent.name, nameFrom: "container" as const } : {}),
    ...(description === undefined ? {} : { description }),
    states: [...child.states, ...extra],
    folded: [parent.node.id, ...parent.folded, ...child.folded],
  };
}
