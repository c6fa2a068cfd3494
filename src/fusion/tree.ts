import type { AxTree } from "../ax/node.js";
import { prune } from "../ax/prune.js";
import type { TreeItem } from "./scene.js";

/**
 * The pruned tree as fusion takes it. Window and states are those after folding: a node inherits the
 * window of what it stands in, and a folded container's "disabled" or "expanded" is its child's.
 */
export function treeItems(tree: AxTree): { items: TreeItem[]; kept: number } {
  const items = prune(tree).map(
    (c): TreeItem => ({
      node: {
        ...c.node,
        states: c.states,
        ...(c.windowId === undefined ? {} : { window: c.windowId }),
        ...(c.description === undefined ? {} : { description: c.description }),
      },
      ...(c.name === undefined ? {} : { name: c.name }),
      context: c.context,
      ...(c.alpha === undefined ? {} : { alpha: c.alpha }),
      hidden: c.hidden,
    }),
  );
  return { items, kept: items.filter((i) => !i.context).length };
}
