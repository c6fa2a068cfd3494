// @ts-check
/**
 * Where toolkits tell something else than what they draw: classes that a node only seems to be of, boxes without
 * padding or label, buttons with and without words. Pure.
 */
import { areaOf, around, cut, fromRect, shareInside, wholePixels } from "./boxes.js";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("../../dist/ax/node.js").AxNode} AxNode */
/** @typedef {import("./truth.js").Way} Way */

/** The edge by which the shown tab joins its page. */
const EDGE = 3;
/** About the width of a letter, logical pixels. */
const LETTER = 6;
/** Highest switch, logical pixels. */
const SWITCH_HEIGHT = 32;
/** Padding and border that Adwaita puts around the content of buttons and fields, logical pixels. */
const PADDING = { icon: 5, text: 9, height: 5, menu: 12 };

/** A switch that says it is a toggle button: GTK 3, and pages. @param {AxNode} node @param {Way} way */
export function isSwitch(node, way) {
  if (node.nativeRole !== "toggle button" || !node.bounds || node.children.some((c) => c.name)) return false;
  // Words that GTK 3 tells of a toggle button are written on it.
  if (way.toolkit === "gtk3" && node.name) return false;
  const ratio = node.bounds.width / node.bounds.height;
  return ratio > 1.5 && ratio < 2.4 && node.bounds.height <= SWITCH_HEIGHT * way.scale;
}

/**
 * Toggling tool buttons that have the role of a box or a dot (Qt, and header bars of GTK 3).
 * @param {AxNode} node @param {Way} way
 */
export function isToolButton(node, way) {
  if (!node.bounds) return false;
  const { width, height } = node.bounds;
  if (way.toolkit === "gtk3") return height >= 30 * way.scale && width < 1.6 * height;
  if (way.toolkit !== "qt") return false;
  if (way.parents.some((p) => p.role === "toolbar") || height >= 30 * way.scale) return true;
  // A box with a name shows it, so that it is wide.
  return (node.name ?? "").trim().length > 2 && width < 1.5 * height;
}

/**
 * An entry of a GTK 3 popover menu, which calls itself a button: lines of just its width stand between them.
 * @param {AxNode} node @param {Way} way
 */
export function isMenuEntry(node, way) {
  const at = node.bounds;
  if (way.toolkit !== "gtk3" || !at || at.width < 3 * at.height) return false;
  const isLine = (/** @type {AxNode} */ n) =>
    n.role === "separator" && n.bounds?.x === at.x && n.bounds.width === at.width;
  return way.parents
    .slice(-3)
    .some((p) => p.children.some((n) => isLine(n) || (n.role === "generic" && n.children.some(isLine))));
}

/** One of several that touch: a segmented button, which GTK calls a radio button. @param {AxNode} node @param {Way} way */
export function isSegment(node, way) {
  const at = node.bounds;
  if (!at) return false;
  return (way.parents.at(-1)?.children ?? []).some(
    ({ role, bounds }) =>
      role === "radio" &&
      bounds !== undefined &&
      bounds.y === at.y &&
      bounds.height > 24 &&
      (Math.abs(bounds.x + bounds.width - at.x) <= 1 || Math.abs(at.x + at.width - bounds.x) <= 1),
  );
}

/** Items of a list in a text are paragraphs. @param {AxNode} node @param {Way} way */
export function isListEntry(node, way) {
  if (way.toolkit.toLowerCase() === "chromium" || way.toolkit.toLowerCase() === "gecko")
    return node.role === "option" || node.states.includes("selectable");
  return true;
}

/** @param {AxNode} a @param {AxNode} b */
export function sameBox(a, b) {
  return (
    a.bounds !== undefined &&
    b.bounds !== undefined &&
    shareInside(fromRect(b.bounds), fromRect(a.bounds)) > 0.9 &&
    areaOf(fromRect(b.bounds)) > 0.4 * areaOf(fromRect(a.bounds))
  );
}

/**
 * The box as it is drawn, where the toolkit tells another: GTK 3 gives the label of a tab, GTK 4 the content
 * of a button or field without its padding.
 * @param {AxNode} node @param {string} role @param {Box} bounds @param {Way} way @returns {Box}
 */
export function boxOf(node, role, bounds, way) {
  const parent = way.parents.at(-1);
  if (role === "tab" && way.toolkit === "gtk3" && parent) return tabBox(bounds, parent);
  if (way.toolkit !== "gtk4") return bounds;
  if (role === "menuitem") {
    const beside = PADDING.menu * way.scale;
    return [bounds[0] - beside, bounds[1], bounds[2] + beside, bounds[3]];
  }
  if (role !== "button" && role !== "textbox") return bounds;
  if (role === "textbox" && node.states.includes("multiline")) return bounds;
  // A menu button around the button that opens it has no padding of its own.
  if (node.children.some((n) => n.role === "button" && sameBox(node, n))) return bounds;
  const k = way.scale;
  const narrow = role === "button" && bounds[2] - bounds[0] < 28 * k;
  const [dx, dy] = [narrow ? PADDING.icon : PADDING.text, PADDING.height].map((v) => v * k);
  /** @type {Box} */
  const grown = [bounds[0] - (dx ?? 0), bounds[1] - (dy ?? 0), bounds[2] + (dx ?? 0), bounds[3] + (dy ?? 0)];
  // Not into its neighbours.
  const others = (parent?.children ?? []).flatMap((n) =>
    n !== node && n.bounds ? [fromRect(n.bounds)] : [],
  );
  let [l, t, r, b] = grown;
  for (const o of others) {
    if (o[1] < bounds[3] && o[3] > bounds[1]) {
      if (o[2] <= bounds[0] && o[2] > l - (dx ?? 0)) l = Math.max(l, (o[2] + bounds[0]) / 2 + 1);
      if (o[0] >= bounds[2] && o[0] < r + (dx ?? 0)) r = Math.min(r, (o[0] + bounds[2]) / 2 - 1);
    }
    if (o[0] < bounds[2] && o[2] > bounds[0]) {
      if (o[3] <= bounds[1] && o[3] > t - (dy ?? 0)) t = Math.max(t, (o[3] + bounds[1]) / 2 + 1);
      if (o[1] >= bounds[3] && o[1] < b + (dy ?? 0)) b = Math.min(b, (o[1] + bounds[3]) / 2 - 1);
    }
  }
  return wholePixels([l, t, r, b]);
}

/** From label to tab: across, what lies between the notebook's edge and its page; along, up to the middle of the gaps. @param {Box} label @param {AxNode} notebook @returns {Box} */
function tabBox(label, notebook) {
  const page = notebook.children
    .filter((n) => n.role === "tab")
    .flatMap((n) => n.children)
    .find((n) => n.bounds && !n.states.includes("hidden"));
  if (!notebook.bounds || !page?.bounds) return label;
  const outer = fromRect(notebook.bounds);
  const inner = fromRect(page.bounds);
  const tabs = notebook.children
    .filter((n) => n.role === "tab" && n.bounds && !n.states.includes("hidden"))
    .map((n) => fromRect(/** @type {NonNullable<AxNode["bounds"]>} */ (n.bounds)));
  const above = label[3] <= inner[1] + 2;
  const below = label[1] >= inner[3] - 2;
  const along = /** @type {0 | 1} */ (above || below ? 0 : 1);
  const end = /** @type {2 | 3} */ (along + 2);
  const gaps = [...tabs]
    .sort((a, b) => a[along] - b[along])
    .flatMap((t, i, all) => (i === 0 ? [] : [t[along] - /** @type {Box} */ (all[i - 1])[end]]));
  const half = Math.min(16, Math.max(2, Math.min(...gaps, 24) / 2));
  /** @type {[number, number, number, number]} */
  const box = [...label];
  box[along] -= half;
  box[end] += half;
  // A page keeps some distance of its own: the label stands in the middle of its tab.
  if (above) [box[1], box[3]] = [outer[1], Math.min(inner[1], label[3] + label[1] - outer[1] + EDGE)];
  else if (below) [box[1], box[3]] = [Math.max(inner[3], label[1] - (outer[3] - label[3]) - EDGE), outer[3]];
  else if (label[2] <= inner[0] + 2)
    [box[0], box[2]] = [outer[0], Math.min(inner[0], label[2] + label[0] - outer[0] + EDGE)];
  else [box[0], box[2]] = [Math.max(inner[2], label[0] - (outer[2] - label[2]) - EDGE), outer[2]];
  return wholePixels(cut(box, outer));
}

/** The box of a choice with its label, where the tree gives the control alone. @param {AxNode} node @param {string} role @param {Box} box @param {Way} way @returns {Box} */
export function labelled(node, role, box, way) {
  if (role !== "checkbox" && role !== "radio" && role !== "switch") return box;
  if (box[2] - box[0] > 2.6 * (box[3] - box[1])) return box;
  const parent = way.parents.at(-1);
  const height = box[3] - box[1];
  const next = (parent?.children ?? [])
    .concat(way.parents.at(-2)?.children ?? [])
    .filter((n) => n !== node && n.bounds && ["label", "text", "paragraph"].includes(n.role))
    .map((n) => fromRect(/** @type {NonNullable<AxNode["bounds"]>} */ (n.bounds)))
    .find(
      (b) =>
        b[0] >= box[2] - 2 &&
        b[0] - box[2] < 24 &&
        b[1] < box[3] &&
        b[3] > box[1] &&
        b[3] - b[1] < 3 * height,
    );
  return next ? around(box, next) : box;
}

/** Whether anything readable is inside a button. @param {AxNode} node @param {number} scale @returns {boolean} */
export function showsWords(node, scale) {
  const label = (/** @type {AxNode} */ n) =>
    ["label", "text", "paragraph", "heading"].includes(n.role) &&
    !n.states.includes("hidden") &&
    (n.name ?? "").trim() !== "";
  const queue = [...node.children];
  for (const n of queue) {
    if (label(n)) return true;
    queue.push(...n.children);
  }
  if (!node.bounds) return true;
  if (node.children.length > 0) return false;
  // Without children to ask, a button that its name fits on is taken for one that shows it.
  const { width } = node.bounds;
  const name = (node.name ?? "").replaceAll("_", "").trim();
  return name === "" || name.length * LETTER * scale <= width - 2 * LETTER * scale;
}
