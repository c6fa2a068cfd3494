import type { AxNode, AxTree } from "../ax/node.js";
import { isInteractive, prune } from "../ax/prune.js";
import type { Role } from "../ax/roles.js";
import { holdsSecret } from "../safety/secret-field.js";
import type { StaticText, TreeItem } from "./scene.js";

/**
 * The pruned tree as fusion takes it. Window and states are those after folding: a node inherits the
 * window of what it stands in, and a folded container's "disabled" or "expanded" is its child's.
 */
export function treeItems(tree: AxTree): { items: TreeItem[]; statics: StaticText[]; kept: number } {
  const inDialogs = new Set<string>();
  for (const app of tree.apps) for (const window of app.windows) collectDialogs(window, false, inDialogs);
  const items = prune(tree).map(
    (c): TreeItem => ({
      node: guarded(
        {
          ...c.node,
          states: c.states,
          ...(c.windowId === undefined ? {} : { window: c.windowId }),
          ...(c.description === undefined ? {} : { description: c.description }),
        },
        c.name,
      ),
      ...(c.name === undefined ? {} : { name: c.name }),
      context: c.context,
      ...(c.alpha === undefined ? {} : { alpha: c.alpha }),
      hidden: c.hidden,
      inDialog: inDialogs.has(c.node.id),
    }),
  );
  const statics: StaticText[] = [];
  for (const app of tree.apps) for (const window of app.windows) collectStatics(window, undefined, statics);
  return { items, statics, kept: items.filter((i) => !i.context).length };
}

/**
 * The node without its value, and marked as protected, when it holds a secret by its role or by its name: an
 * entry that forgot to say that it is one for passwords.
 */
export function guarded(node: AxNode, name = node.name): AxNode {
  const { role, states, placeholder } = node;
  return holdsSecret({ role, states, name, placeholder }) ? withoutValue(node) : node;
}

/** The same node, protected. */
export function withoutValue({ value: _, ...rest }: AxNode): AxNode {
  const { states } = rest;
  return { ...rest, states: states.includes("protected") ? states : [...states, "protected"] };
}

/** Ids of everything inside a dialog or an alert dialog. */
function collectDialogs(node: AxNode, inside: boolean, into: Set<string>): void {
  if (inside) into.add(node.id);
  const within = inside || node.role === "dialog" || node.role === "alertdialog";
  for (const child of node.children) collectDialogs(child, within, into);
}

const TEXT_ROLES: ReadonlySet<Role> = new Set<Role>([
  "alert",
  "cell",
  "columnheader",
  "heading",
  "label",
  "paragraph",
  "rowheader",
  "status",
  "text",
  "tooltip",
]);

/** Shown words outside of every control; below a control they are its own. */
function collectStatics(node: AxNode, above: string | undefined, into: StaticText[]): void {
  if (node.states.includes("hidden") || isInteractive(node)) return;
  const text = node.name ?? node.value;
  const window = node.window ?? above;
  if (text && node.bounds && node.geometryTrusted && TEXT_ROLES.has(node.role))
    into.push({ text, box: node.bounds, ...(window === undefined ? {} : { window }) });
  for (const child of node.children) collectStatics(child, window, into);
}
