import type { Warning } from "../../core/warning.js";
import type { AxNode, AxTree } from "../node.js";
import type { Role } from "../roles.js";

/** Below this many places a tree adds next to nothing to what the pixels show. */
const FEW_PLACES = 3;
/** What holds other things, or is not known to be anything. */
const NOTHING_BY_ITSELF: ReadonlySet<Role> = new Set(["unknown", "generic", "window", "application"]);

/**
 * The tree with a status that says what it is worth. A file may be well-formed and give nothing: another
 * vocabulary, namespaces that are missing, tags of one system under the namespaces of another. A status
 * other than "ok" that the file itself gives stays.
 */
export function appraised(tree: AxTree): AxTree {
  if (tree.status !== "ok") return tree;
  const all = elements(tree);
  const placed = all.filter((node) => node.bounds !== undefined);
  const usable = placed.filter((node) => !NOTHING_BY_ITSELF.has(node.role));
  const unknown = all.filter((node) => node.role === "unknown");
  const mostUnknown = unknown.length > all.length / 2;

  const warnings: Warning[] = [...tree.warnings];
  if (placed.length < FEW_PLACES && placed.length < all.length)
    warnings.push({
      code: "ax-few-places",
      message: `only ${placed.length} of ${all.length} elements of the tree have a place on the screen (cp:screencoord and cp:size, or bounds)`,
    });
  if (mostUnknown)
    warnings.push({
      code: "ax-unknown-roles",
      message: `${unknown.length} of ${all.length} elements of the tree have roles that are not known in ${vocabulary(tree)}: tags and namespaces may be of different systems`,
    });

  const empty = (reason: string): AxTree => ({ ...tree, status: "empty", reason, warnings });
  if (all.length === 0) return empty("the file describes no element");
  if (placed.length === 0) return empty("no element has a place on the screen");
  if (usable.length === 0) return empty("no element with a place has a role that is known");
  if (mostUnknown) return { ...tree, status: "partial", reason: "most roles are not known", warnings };
  return { ...tree, warnings };
}

function elements(tree: AxTree): AxNode[] {
  const all = tree.apps.flatMap((app) => app.windows);
  for (let i = 0; i < all.length; i++) for (const child of all[i]!.children) all.push(child);
  return all;
}

const vocabulary = (tree: AxTree): string => {
  const system = /^osworld-(\w+)$/.exec(tree.apps[0]?.toolkit ?? "")?.[1];
  return system ? `trees of ${system}` : "such a tree";
};
