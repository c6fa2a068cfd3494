// @ts-check
/**
 * Truth from an accessibility tree, by models/training/CONVENTIONS.md: which nodes are marks, of which
 * class, with which box and states, and where the tree is silent. Pure: tree and windows in, elements out.
 */
import { areaOf, around, cut, fromRect, shareInside, uncovered, wholePixels } from "./boxes.js";
import {
  boxOf,
  isListEntry,
  isMenuEntry,
  isSegment,
  isSwitch,
  isToolButton,
  labelled,
  sameBox,
  showsWords,
} from "./quirks.js";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("../../dist/ax/node.js").AxNode} AxNode */
/** @typedef {import("../../dist/ax/node.js").AxTree} AxTree */
/** @typedef {import("../../dist/capture/port.js").WindowInfo} WindowInfo */
/**
 * @typedef {object} Element
 * @property {string} role class of roles.json
 * @property {Box} box
 * @property {Box} [click] where a click works, when that is not the box
 * @property {Record<string, boolean>} states
 * @property {string} [name]
 * @property {string} [toolkit]
 * @property {string} [app]
 * @property {boolean} [iconOnly] a button that shows no words
 */

/** Share of the cut box that is not covered, share of the whole element that remains, least side in pixels. */
const UNCOVERED = 0.6;
const REMAINS = 0.35;
const LEAST_SIDE = 4;

/** ARIA role to class, where nothing else decides. @type {Readonly<Record<string, string>>} */
const CLASS_OF = {
  button: "button",
  link: "link",
  textbox: "textbox",
  searchbox: "textbox",
  combobox: "combobox",
  spinbutton: "spinbutton",
  checkbox: "checkbox",
  radio: "radio",
  switch: "switch",
  slider: "slider",
  tab: "tab",
  menuitem: "menuitem",
  menuitemcheckbox: "menuitem",
  menuitemradio: "menuitem",
  option: "listitem",
  listitem: "listitem",
  treeitem: "treeitem",
  row: "row",
  columnheader: "columnheader",
};

/** Classes whose inner parts (entry, arrow, list) belong to them. */
const WHOLE = new Set(["combobox", "spinbutton", "slider"]);
/** Roles that cut what they hold. */
const CUTTING = new Set([
  "generic",
  "window",
  "dialog",
  "document",
  "list",
  "listbox",
  "table",
  "treegrid",
  "tree",
  "grid",
  "menu",
  "textbox",
]);
/** Native roles of "generic" that scroll; other fillers need not hold their children's boxes. */
const SCROLLS = /scroll pane|viewport|root pane/;
const TABLES = new Set(["table", "treegrid", "tree", "grid"]);
/** A canvas or view smaller than this (pixels each way) is a picture, not an unknown area. */
const LEAST_UNKNOWN = 48;
/**
 * @param {AxTree} tree
 * @param {readonly WindowInfo[]} windows bottom first
 * @param {{width: number, height: number}} screen
 * @param {number} [scale] pixels per logical pixel
 * @returns {{elements: Element[], ignore: Box[]}}
 */
export function truthOf(tree, windows, screen, scale = 1) {
  /** @type {Box} */
  const all = [0, 0, screen.width, screen.height];
  const place = new Map(windows.map((w, i) => [w.id, i]));
  /** @type {Found[]} */
  const found = [];
  /** @type {Silent[]} */
  const silent = [];
  const told = new Set();
  for (const app of tree.apps)
    for (const top of app.windows) {
      if (top.window !== undefined) told.add(top.window);
      visit(top, {
        app: app.name,
        toolkit: app.toolkit,
        clip: all,
        window: top.window,
        owner: undefined,
        parents: [],
        found,
        silent,
        scale,
      });
    }
  // A window that no tree speaks of: nothing is known in it, but its buttons, which are added elsewhere.
  for (const w of windows)
    if (!told.has(w.id) && w.draws && !w.overrideRedirect)
      silent.push({ box: fromRect(w.client), window: w.id });
  // A tool tip is drawn over everything and holds nothing to act on: it only covers.
  const coversOf = (/** @type {string | undefined} */ window) => {
    const at = window === undefined ? -1 : (place.get(window) ?? -1);
    return at < 0
      ? []
      : windows
          .slice(at + 1)
          .filter((w) => w.draws)
          .map(visibleBox);
  };
  const kept = separate(found).filter((f) => f.box !== undefined);
  /** @type {Element[]} */
  const elements = [];
  for (const f of kept) {
    // Of a dialog that no window could be found for, the toolkit may tell where it was before it was placed.
    if (f.window === undefined) continue;
    const shown = shownPart(f, all, coversOf(f.window));
    if (!shown) continue;
    elements.push({
      role: f.role,
      box: shown,
      ...(f.click ? { click: wholePixels(cut(f.click, shown)) } : {}),
      states: f.states,
      ...(f.name ? { name: f.name.slice(0, 80) } : {}),
      toolkit: f.toolkit,
      app: f.app,
      ...(f.iconOnly ? { iconOnly: true } : {}),
    });
  }
  const ignore = silent
    .flatMap((s) => uncovered(cut(s.box, all), coversOf(s.window)))
    .map(wholePixels)
    .filter((b) => b[2] - b[0] >= LEAST_SIDE && b[3] - b[1] >= LEAST_SIDE);
  return { elements: elements.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]), ignore };
}

/** What a window covers, without the invisible border of client-side decorations. @param {WindowInfo} w @returns {Box} */
export function visibleBox(w) {
  const b = fromRect(w.bounds);
  const e = w.gtkFrameExtents;
  return e ? [b[0] + e.left, b[1] + e.top, b[2] - e.right, b[3] - e.bottom] : b;
}

/**
 * The visible box of an element, or undefined when too little of it shows.
 * @param {{box: Box, whole?: Box}} f @param {Box} screen @param {readonly Box[]} covers
 * @returns {Box | undefined}
 */
export function shownPart(f, screen, covers) {
  const box = cut(f.box, screen);
  if (areaOf(box) === 0) return undefined;
  const pieces = uncovered(box, covers);
  const open = pieces.reduce((sum, b) => sum + areaOf(b), 0);
  if (open < UNCOVERED * areaOf(box)) return undefined;
  const bounds = wholePixels(pieces.reduce(around));
  if (areaOf(bounds) < REMAINS * areaOf(f.whole ?? f.box)) return undefined;
  if (bounds[2] - bounds[0] < LEAST_SIDE || bounds[3] - bounds[1] < LEAST_SIDE) return undefined;
  return bounds;
}

/**
 * @typedef {object} Found
 * @property {string} role @property {Box} box cut by what scrolls @property {Box} whole uncut
 * @property {Box} [click] @property {Record<string, boolean>} states @property {string} [name]
 * @property {string} app @property {string} toolkit @property {string | undefined} window
 * @property {boolean} iconOnly @property {number} depth
 */
/** @typedef {{box: Box, window: string | undefined}} Silent */
/**
 * @typedef {object} Way
 * @property {string} app @property {string} toolkit @property {Box} clip
 * @property {string | undefined} window @property {string | undefined} owner class of the mark it stands in
 * @property {readonly AxNode[]} parents @property {Found[]} found @property {Silent[]} silent
 * @property {number} scale pixels per logical pixel
 */

/** @param {AxNode} node @param {Way} way */
function visit(node, way) {
  if (node.states.includes("hidden")) return;
  const window = node.window ?? way.window;
  const bounds = node.bounds && node.geometryTrusted ? fromRect(node.bounds) : undefined;
  const role = classOf(node, way);
  if (role !== undefined && bounds) {
    const withLabel = labelled(node, role, boxOf(node, role, bounds, way), way);
    way.found.push({
      role,
      box: cut(withLabel, way.clip),
      whole: withLabel,
      ...(role === "checkbox" || role === "radio" || role === "switch"
        ? withLabel === bounds
          ? {}
          : { click: bounds }
        : {}),
      states: statesOf(node, role, way.parents.at(-1)),
      ...(node.name ? { name: node.name } : {}),
      app: way.app,
      toolkit: way.toolkit,
      window,
      iconOnly: role === "button" && !showsWords(node, way.scale),
      depth: way.parents.length,
    });
  }
  if (bounds && isSilent(node)) way.silent.push({ box: cut(bounds, way.clip), window });
  const rows = TABLES.has(node.role) ? rowsOf(node, { ...way, window }) : undefined;
  if (rows) way.found.push(...rows);
  const cuts =
    // A widget of Qt never reaches out of the one it stands in.
    way.toolkit === "qt" ||
    (CUTTING.has(node.role) && (node.role !== "generic" || SCROLLS.test(node.nativeRole)));
  const clip = bounds && cuts ? cut(way.clip, bounds) : way.clip;
  const inside = { ...way, window, clip, owner: role ?? way.owner, parents: [...way.parents, node] };
  // A list that opened in a window of its own is not cut by the field that it belongs to.
  const opened = { ...inside, clip: /** @type {Box} */ ([-1e6, -1e6, 1e6, 1e6]) };
  for (const child of node.children)
    visit(child, child.window !== undefined && child.window !== way.window ? opened : inside);
}

/** @param {AxNode} node @param {Way} way @returns {string | undefined} */
function classOf(node, way) {
  const role = CLASS_OF[node.role];
  const { owner } = way;
  const parent = way.parents.at(-1);
  switch (node.role) {
    case "combobox":
      // Firefox calls its address field one.
      if (owner && WHOLE.has(owner)) return undefined;
      return way.toolkit === "gecko" && node.states.includes("editable") ? "textbox" : role;
    case "textbox":
      if (owner && WHOLE.has(owner)) return undefined;
      // A text that nobody can write in is no field.
      return node.states.includes("editable") || /terminal|password/.test(node.nativeRole) ? role : undefined;
    case "button":
      // Arrows and openers of a field belong to it.
      if (owner && WHOLE.has(owner)) return undefined;
      // Qt's corner button of a table, GTK 4's wrapper of a menu button.
      if (parent?.role === "button" && parent.bounds && sameBox(parent, node)) return undefined;
      if (isMenuEntry(node, way)) return "menuitem";
      return isSwitch(node, way) ? "switch" : role;
    case "checkbox":
    case "radio":
      // A group box that can be switched off is a frame around its controls.
      if (way.toolkit === "qt" && node.children.some((n) => n.bounds)) return undefined;
      if (isMenuEntry(node, way)) return "menuitem";
      return isSegment(node, way) || isToolButton(node, way) ? "button" : role;
    case "cell":
    case "columnheader":
    case "treeitem":
    case "row":
      // Rows are put together in rowsOf.
      if (node.role === "columnheader") return role;
      if (parent && TABLES.has(parent.role)) return undefined;
      // GTK 4 calls the entries of its lists rows.
      return node.role === "row" ? "listitem" : role;
    case "listitem":
    case "option":
      if (owner && WHOLE.has(owner) && node.window === way.window) return undefined;
      return isListEntry(node, way) ? role : undefined;
    case "img":
      // Items of an icon view, icons of a desktop.
      return node.nativeRole === "icon" && node.states.includes("selectable") ? "listitem" : undefined;
    case "menuitem":
      if (owner === "combobox" && node.window === way.window) return undefined;
      // Something that turns, at the end of a menu bar.
      if (!node.name && way.toolkit === "gtk3") return undefined;
      // A page's side bar may call itself a menu.
      return way.parents.some((p) => p.role === "document") ? "listitem" : role;
    default:
      return owner && WHOLE.has(owner) ? undefined : role;
  }
}

/** @param {AxNode} node @param {string} role @param {AxNode | undefined} parent */
function statesOf(node, role, parent) {
  const has = (/** @type {import("../../dist/ax/node.js").AxState} */ s) => node.states.includes(s);
  /** @type {Record<string, boolean>} */
  const states = { disabled: has("disabled") };
  const toggles =
    /^(toggle button|check box|radio button|switch|toggle switch)$/.test(node.nativeRole) ||
    node.role === "menuitemcheckbox" ||
    node.role === "menuitemradio";
  if (toggles && !has("mixed")) states.checked = has("checked") || has("pressed");
  if (["listitem", "row", "treeitem"].includes(role) && has("selectable")) states.selected = has("selected");
  // Qt says nothing of its tabs: it is known only where one of them is told to be selected.
  if (role === "tab" && parent?.children.some((n) => n.role === "tab" && n.states.includes("selected")))
    states.selected = has("selected");
  // Qt calls everything expanded that is shown, leaves too.
  if (has("expandable") || has("collapsed")) states.expanded = has("expanded");
  return states;
}

/** A picture of its own making that the tree does not enter. @param {AxNode} node */
function isSilent(node) {
  const { bounds } = node;
  if (!bounds || bounds.width < LEAST_UNKNOWN || bounds.height < LEAST_UNKNOWN) return false;
  if (/^(canvas|video)$/.test(node.role)) return node.children.length === 0;
  // Read-only text may hold links that the toolkit does not tell; a layered pane is an icon view.
  if (node.role === "textbox") return !node.states.includes("editable") && !/terminal/.test(node.nativeRole);
  return (
    /layered pane|html container|drawing area|embedded/.test(node.nativeRole) && node.children.length === 0
  );
}

/**
 * The rows of a table, tree or list of cells: what stands at one height is one mark.
 * @param {AxNode} table @param {Way} way @returns {Found[]}
 */
function rowsOf(table, way) {
  if (!table.bounds) return [];
  const bounds = fromRect(table.bounds);
  const clip = cut(way.clip, bounds);
  const cells = table.children.filter(
    (n) =>
      ["cell", "treeitem", "row", "rowheader", "listitem"].includes(n.role) &&
      !n.states.includes("hidden") &&
      n.bounds &&
      n.geometryTrusted,
  );
  if (cells.length === 0) return [];
  const selectable = cells.some((n) => n.states.includes("selectable"));
  if (!selectable) return [];
  const headers = table.children.filter((n) => n.role === "columnheader" && n.bounds);
  const isTree = cells.some((n) => n.role === "treeitem" || n.states.includes("expandable"));
  /** @type {Map<number, AxNode[]>} */
  const byTop = new Map();
  for (const cell of cells) {
    const y = /** @type {NonNullable<AxNode["bounds"]>} */ (cell.bounds).y;
    const key = [...byTop.keys()].find((k) => Math.abs(k - y) <= 2) ?? y;
    byTop.set(key, [...(byTop.get(key) ?? []), cell]);
  }
  const columns = Math.max(...[...byTop.values()].map((r) => r.length));
  const role = isTree
    ? "treeitem"
    : headers.some((h) => !h.states.includes("hidden")) && columns > 1
      ? "row"
      : "listitem";
  return [...byTop.values()].map((row) => {
    const together = row
      .map((n) => fromRect(/** @type {NonNullable<AxNode["bounds"]>} */ (n.bounds)))
      .reduce(around);
    // GTK 3 tells the words of a row, and reacts on all of it.
    /** @type {Box} */
    const whole = way.toolkit === "gtk3" ? [clip[0], together[1], clip[2], together[3]] : together;
    /** @type {Record<string, boolean>} */
    const states = { disabled: false, selected: row.some((n) => n.states.includes("selected")) };
    const opener = row.find((n) => n.states.includes("expandable"));
    if (opener) states.expanded = opener.states.includes("expanded");
    const name = row.map((n) => n.name ?? n.value ?? "").find((s) => s.trim() !== "");
    return {
      role,
      box: cut(whole, clip),
      whole,
      states,
      ...(name ? { name } : {}),
      app: way.app,
      toolkit: way.toolkit,
      window: way.window,
      iconOnly: false,
      depth: way.parents.length,
    };
  });
}

/** One place, one mark: of equal boxes the innermost stays, unless it only wraps. @param {Found[]} found @returns {Found[]} */
function separate(found) {
  /** @type {Found[]} */
  const kept = [];
  for (const f of found) {
    if (areaOf(f.box) === 0) continue;
    const same = kept.findIndex(
      (k) => k.window === f.window && shareInside(k.box, f.box) > 0.9 && shareInside(f.box, k.box) > 0.9,
    );
    if (same < 0) kept.push(f);
    else if (rank(f.role) > rank(/** @type {Found} */ (kept[same]).role)) kept[same] = f;
  }
  return kept;
}

/** Which of two classes on one box says more: a list row that is all button is a button. @param {string} role */
function rank(role) {
  if (role === "row" || role === "listitem") return 1;
  if (role === "button" || role === "link" || role === "treeitem") return 2;
  return 3;
}
