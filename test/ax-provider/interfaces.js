// @ts-check
/**
 * The truthful answers: each member of each AT-SPI interface as a function of the tree. Signatures are those
 * of at-spi2-core 2.46 (xml/*.xml). Faults and outcomes are laid over these answers elsewhere.
 */
import dbus from "dbus-next";
import { PREFIX, ROLES, stateWords } from "./protocol.js";
import { Node } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {{signature: string, body: unknown[]}} Reply */
/**
 * @typedef {object} Context
 * @property {Tree} tree
 * @property {import("./index.js").ProviderSpec} spec
 * @property {string} busName
 * @property {[string, string]} desktop the registry's reference, parent of the root
 * @property {() => {x: number, y: number}} origin of the window's client area on the screen
 * @property {{id: number}} application
 */

const SCREEN = 0;
const PARENT = 2;
const EMPTY_RECT = [0, 0, -1, -1];
const SHORT_NAMES = [
  "Accessible",
  "Component",
  "Action",
  "Text",
  "EditableText",
  "Value",
  "Application",
  "Collection",
];

/** @param {string} signature @param {...unknown} body @returns {Reply} */
const reply = (signature, ...body) => ({ signature, body });

/** Interfaces of a node by short name. @param {Context} c @param {Node} node @returns {string[]} */
export function interfacesOf(c, node) {
  const { spec } = node;
  if (spec.interfaces) return [...spec.interfaces];
  const holds = /** @type {Record<string, boolean>} */ ({
    Accessible: true,
    Component: spec.extents !== null && node.parent !== undefined,
    Action: (spec.actions?.length ?? 0) > 0,
    Text: node.text !== undefined,
    EditableText: node.text !== undefined && node.states.has("editable"),
    Value: node.value !== undefined,
    Application: node.parent === undefined,
    Collection: c.spec.collection === true,
  });
  return SHORT_NAMES.filter((name) => holds[name]);
}

/** @param {Context} c @param {Node} node @param {number} kind @returns {number[]} */
function extents(c, node, kind) {
  const { extents: own, absolute } = node.spec;
  if (!own) return EMPTY_RECT;
  const [x, y, width, height] = own;
  const origin = absolute || kind !== SCREEN ? { x: 0, y: 0 } : c.origin();
  const parent = kind === PARENT ? (node.parent?.spec.extents ?? [0, 0]) : [0, 0];
  return [x + origin.x - (parent[0] ?? 0), y + origin.y - (parent[1] ?? 0), width, height];
}

/** @param {Context} c @param {Node} node @param {number} x @param {number} y @param {number} kind */
function contains(c, node, x, y, kind) {
  const [left = 0, top = 0, width = 0, height = 0] = extents(c, node, kind);
  return x >= left && y >= top && x < left + width && y < top + height;
}

/** The last (topmost) and deepest node there. @param {Context} c @param {Node} node @param {number} x @param {number} y @param {number} kind @returns {Node | undefined} */
export function nodeAt(c, node, x, y, kind = SCREEN) {
  for (const child of c.tree.childrenOf(node).reverse()) {
    const found = child instanceof Node ? nodeAt(c, child, x, y, kind) : undefined;
    if (found) return found;
  }
  return node.spec.extents && contains(c, node, x, y, kind) ? node : undefined;
}

/** @param {Context} c @param {Node} from @param {any[]} rule */
function matches(c, from, rule) {
  const [states, stateMatch, , , roles, roleMatch] = rule;
  const found = [];
  for (const node of c.tree.walk(from)) {
    if (node === from) continue;
    const words = stateWords(node.states);
    const hasStates = stateMatch === 0 || words.every((word, i) => ((states[i] ?? 0) & ~word) === 0);
    const asked = roles.some((/** @type {number} */ word) => word !== 0) && roleMatch !== 0;
    const hasRole = !asked || (((roles[node.role >> 5] ?? 0) >>> (node.role & 31)) & 1) === 1;
    if (hasStates && hasRole) found.push(node);
  }
  return found;
}

/** @param {Context} c @param {import("./tree.js").Node | import("./index.js").NodeSpec | undefined} child */
const ref = (c, child) => c.tree.reference(child, c.busName);

/** @param {Context} c @param {Node} node */
const parentOf = (c, node) =>
  node.parent ? ref(c, node.spec.parent ? { ref: node.spec.parent } : node.parent) : c.desktop;

/** @type {Record<string, (c: Context, node: Node, args: any[]) => Reply>} */
export const METHODS = {
  "Accessible.GetChildAtIndex": (c, n, [i]) => reply("(so)", ref(c, c.tree.childAt(n, i))),
  "Accessible.GetChildren": (c, n) =>
    reply(
      "a(so)",
      c.tree.childrenOf(n).map((child) => ref(c, child)),
    ),
  "Accessible.GetIndexInParent": (_c, n) => reply("i", n.index),
  "Accessible.GetRelationSet": (c, n) =>
    reply(
      "a(ua(so))",
      (n.spec.relations ?? []).map(({ type, targets }) => [type, targets.map((id) => ref(c, { ref: id }))]),
    ),
  "Accessible.GetRole": (_c, n) => reply("u", n.role),
  "Accessible.GetRoleName": (_c, n) => reply("s", n.spec.roleName ?? ROLES[n.role] ?? "unknown"),
  "Accessible.GetLocalizedRoleName": (_c, n) => reply("s", n.spec.roleName ?? ROLES[n.role] ?? "unknown"),
  "Accessible.GetState": (_c, n) => reply("au", stateWords(n.states)),
  "Accessible.GetAttributes": (_c, n) => reply("a{ss}", n.spec.attributes ?? {}),
  "Accessible.GetApplication": (c) => reply("(so)", ref(c, c.tree.root)),
  "Accessible.GetInterfaces": (c, n) =>
    reply(
      "as",
      interfacesOf(c, n).map((name) => PREFIX + name),
    ),
  "Component.GetExtents": (c, n, [kind]) => reply("(iiii)", extents(c, n, kind)),
  "Component.GetPosition": (c, n, [kind]) => reply("ii", ...extents(c, n, kind).slice(0, 2)),
  "Component.GetSize": (c, n) => reply("ii", ...extents(c, n, SCREEN).slice(2)),
  "Component.GetAlpha": (_c, n) => reply("d", n.spec.alpha ?? 1),
  "Component.GetLayer": () => reply("u", 3), // ATSPI_LAYER_WIDGET
  "Component.Contains": (c, n, [x, y, kind]) => reply("b", contains(c, n, x, y, kind)),
  "Component.GetAccessibleAtPoint": (c, n, [x, y, kind]) => reply("(so)", ref(c, nodeAt(c, n, x, y, kind))),
  "Action.GetActions": (_c, n) =>
    reply(
      "a(sss)",
      (n.spec.actions ?? []).map(({ name, description = "", keyBinding = "" }) => [
        name,
        description,
        keyBinding,
      ]),
    ),
  "Action.GetName": (_c, n, [i]) => reply("s", n.spec.actions?.[i]?.name ?? ""),
  "Action.GetLocalizedName": (_c, n, [i]) => reply("s", n.spec.actions?.[i]?.name ?? ""),
  "Action.GetDescription": (_c, n, [i]) => reply("s", n.spec.actions?.[i]?.description ?? ""),
  "Action.GetKeyBinding": (_c, n, [i]) => reply("s", n.spec.actions?.[i]?.keyBinding ?? ""),
  "Text.GetText": (_c, n, [start, end]) => {
    const characters = [...(n.text ?? "")]; // offsets count characters, not UTF-16 units
    return reply("s", characters.slice(start, end < 0 ? undefined : end).join(""));
  },
  "Text.GetNSelections": () => reply("i", 0),
  "Application.GetLocale": () => reply("s", "C"),
  "Collection.GetMatches": (c, n, [rule, , count]) =>
    reply(
      "a(so)",
      matches(c, n, rule)
        .slice(0, count || undefined)
        .map((found) => ref(c, found)),
    ),
};

/** @type {Record<string, (c: Context, node: Node) => [signature: string, value: unknown]>} */
export const PROPERTIES = {
  "Accessible.Name": (_c, n) => ["s", n.name],
  "Accessible.Description": (_c, n) => ["s", n.spec.description ?? ""],
  "Accessible.Locale": () => ["s", "C"],
  "Accessible.AccessibleId": (_c, n) => ["s", n.spec.accessibleId ?? ""],
  "Accessible.Parent": (c, n) => ["(so)", parentOf(c, n)],
  "Accessible.ChildCount": (c, n) => ["i", n.spec.childCount ?? c.tree.count(n)],
  "Action.NActions": (_c, n) => ["i", n.spec.actions?.length ?? 0],
  "Text.CharacterCount": (_c, n) => ["i", [...(n.text ?? "")].length],
  "Text.CaretOffset": () => ["i", 0],
  "Value.MinimumValue": (_c, n) => ["d", n.value?.min ?? 0],
  "Value.MaximumValue": (_c, n) => ["d", n.value?.max ?? 0],
  "Value.MinimumIncrement": (_c, n) => ["d", n.value?.increment ?? 1],
  "Value.CurrentValue": (_c, n) => ["d", n.value?.current ?? 0],
  "Value.Text": (_c, n) => ["s", n.value?.text ?? ""],
  "Application.ToolkitName": (c) => ["s", c.spec.toolkit ?? "scripted"],
  "Application.Version": (c) => ["s", c.spec.version ?? "1.0"],
  "Application.AtspiVersion": () => ["s", "2.1"],
  "Application.Id": (c) => ["i", c.application.id],
};

/** @param {string} signature @param {unknown} value */
export const variant = (signature, value) => new dbus.Variant(signature, value);

/** Cache.GetItems of GTK: one row a node, no extents. @param {Context} c @returns {Reply} */
export function cacheItems(c) {
  const rows = [...c.tree.walk()].map((node) => [
    ref(c, node),
    ref(c, c.tree.root),
    parentOf(c, node),
    node.index,
    node.spec.childCount ?? c.tree.count(node),
    interfacesOf(c, node).map((name) => PREFIX + name),
    node.name,
    node.role,
    node.spec.description ?? "",
    stateWords(node.states),
  ]);
  return reply("a((so)(so)(so)iiassusau)", rows);
}
