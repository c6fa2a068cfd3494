// @ts-check
/**
 * Marks against truth. Pure. All boxes are in picture pixels; a mark's `point` is where its click lands.
 */
import { areaOf, cut, holds, iou, middle, shareInside, shortSide } from "./boxes.js";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("./truth.js").Element} Element */
/**
 * @typedef {object} Mark
 * @property {Box} box @property {string} role ARIA
 * @property {number} score 0 to 1
 * @property {readonly [number, number]} [point] middle of the box when absent
 * @property {Readonly<Record<string, boolean>>} [states] as the mark tells them; absent when it tells none
 * @property {string} [label] @property {boolean} [named] the label is an icon's name
 */
/** @typedef {{element: Element, mark: Mark, iou: number}} Pair */
/**
 * @typedef {object} FrameMatch
 * @property {Element[]} elements those that count @property {Mark[]} marks those that count
 * @property {Pair[]} pairs one mark = one control
 * @property {Element[]} missed @property {Mark[]} extra
 * @property {Set<Element>} clicked some mark's click lands in it
 * @property {Set<Element>} overlapped some mark has IoU >= 0.5 with it
 */

export const SAME = 0.5;
/** What lies in an unknown area by this share counts neither as found nor as false. */
const UNKNOWN = 0.5;

/** Class of roles.json for an ARIA role; undefined for roles that are no class ("icon", "img", "text"). */
const CLASS_OF_ROLE = new Map(
  Object.entries({
    menuitemcheckbox: "menuitem",
    menuitemradio: "menuitem",
    option: "listitem",
    searchbox: "textbox",
  }),
);
/** @param {string} role */
export const classOfRole = (role) => CLASS_OF_ROLE.get(role) ?? role;

/** ARIA roles that a person would call the same kind of thing. @type {Readonly<Record<string, readonly string[]>>} */
export const GROUPS = {
  button: ["button"],
  link: ["link"],
  "text input": ["textbox"],
  combobox: ["combobox"],
  "check/radio/switch": ["checkbox", "radio", "switch"],
  slider: ["slider"],
  spinbutton: ["spinbutton"],
  tab: ["tab"],
  "menu item": ["menuitem"],
  "list/tree/row item": ["listitem", "treeitem", "row"],
  "column header": ["columnheader"],
};
/** @param {string} role class or ARIA role @returns {string | undefined} */
export const groupOf = (role) =>
  Object.keys(GROUPS).find((name) => GROUPS[name]?.includes(classOfRole(role)));

/** Short side in pixels: the band's upper end, outside. @type {readonly (readonly [string, number])[]} */
export const BANDS = [
  ["< 12", 12],
  ["12-16", 16],
  ["16-24", 24],
  ["24-48", 48],
  [">= 48", Number.POSITIVE_INFINITY],
];
/** @param {Box} box */
export const bandOf = (box) => BANDS.find(([, end]) => shortSide(box) < end)?.[0] ?? ">= 48";

/** @param {Mark} mark */
export const clickOf = (mark) => mark.point ?? middle(mark.box);

/** @param {Box} box @param {readonly Box[]} ignore */
const isUnknown = (box, ignore) =>
  ignore.reduce((sum, area) => sum + areaOf(cut(box, area)), 0) > UNKNOWN * areaOf(box);

/**
 * One mark = one control, greedily: pairs with IoU >= 0.5 first, the best first; then pairs whose click lands
 * in the control, the smallest control first, since a click on a button of a row is no click on the row.
 * @param {{elements: readonly Element[], ignore: readonly Box[]}} truth
 * @param {readonly Mark[]} found
 * @returns {FrameMatch}
 */
export function matchFrame(truth, found) {
  const elements = truth.elements.filter((e) => !isUnknown(e.box, truth.ignore));
  const marks = found.filter((m) => !isUnknown(m.box, truth.ignore));
  /** @type {{e: number, m: number, iou: number, rank: number}[]} */
  const candidates = [];
  const clicked = new Set();
  const overlapped = new Set();
  for (const [e, element] of elements.entries())
    for (const [m, mark] of marks.entries()) {
      const overlap = iou(element.box, mark.box);
      const lands = holds(element.click ?? element.box, clickOf(mark));
      if (lands) clicked.add(element);
      if (overlap >= SAME) overlapped.add(element);
      if (overlap >= SAME) candidates.push({ e, m, iou: overlap, rank: 2 + overlap });
      else if (lands)
        candidates.push({ e, m, iou: overlap, rank: 1 / (1 + areaOf(element.box)) + 1e-9 * overlap });
    }
  candidates.sort((a, b) => b.rank - a.rank || a.e - b.e || a.m - b.m);
  const takenElements = new Set();
  const takenMarks = new Set();
  /** @type {Pair[]} */
  const pairs = [];
  for (const c of candidates) {
    if (takenElements.has(c.e) || takenMarks.has(c.m)) continue;
    takenElements.add(c.e);
    takenMarks.add(c.m);
    pairs.push({
      element: /** @type {Element} */ (elements[c.e]),
      mark: /** @type {Mark} */ (marks[c.m]),
      iou: c.iou,
    });
  }
  return {
    elements,
    marks,
    pairs,
    missed: elements.filter((_, i) => !takenElements.has(i)),
    extra: marks.filter((_, i) => !takenMarks.has(i)),
    clicked,
    overlapped,
  };
}

/**
 * Average precision at IoU 0.5, classes apart or not: the area under the precision-recall curve with
 * precision made monotonic (all points).
 * @param {readonly {elements: readonly {box: Box}[], marks: readonly {box: Box, score: number}[]}[]} frames
 * @returns {number} 0 to 1; NaN without elements
 */
export function averagePrecision(frames) {
  const total = frames.reduce((sum, f) => sum + f.elements.length, 0);
  if (total === 0) return Number.NaN;
  /** @type {{score: number, hit: boolean}[]} */
  const ranked = [];
  for (const { elements, marks } of frames) {
    const taken = new Set();
    for (const mark of [...marks].sort((a, b) => b.score - a.score)) {
      let best = -1;
      let overlap = SAME;
      for (const [i, element] of elements.entries()) {
        const o = taken.has(i) ? 0 : iou(element.box, mark.box);
        if (o >= overlap) [best, overlap] = [i, o];
      }
      if (best >= 0) taken.add(best);
      ranked.push({ score: mark.score, hit: best >= 0 });
    }
  }
  ranked.sort((a, b) => b.score - a.score);
  let hits = 0;
  const points = ranked.map(({ hit }, i) => {
    if (hit) hits++;
    return { precision: hits / (i + 1), recall: hits / total };
  });
  let area = 0;
  let best = 0;
  for (let i = points.length - 1; i >= 0; i--) {
    const { precision, recall } = /** @type {{precision: number, recall: number}} */ (points[i]);
    best = Math.max(best, precision);
    area += best * (recall - (points[i - 1]?.recall ?? 0));
  }
  return area;
}

/**
 * How far a mark is off, for looking at failures: "loose" overlaps, "split" lies inside, "inside" holds more.
 * @param {Box} mark @param {readonly Element[]} elements
 */
export function whyExtra(mark, elements) {
  const best = elements.reduce((most, e) => Math.max(most, iou(mark, e.box)), 0);
  if (best >= SAME) return "duplicate";
  if (elements.some((e) => shareInside(mark, e.box) > 0.8)) return "part of a control";
  if (elements.some((e) => shareInside(e.box, mark) > 0.8)) return "around controls";
  return best > 0.1 ? "loose" : "nothing there";
}
