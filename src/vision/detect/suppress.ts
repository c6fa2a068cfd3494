/** One element, one mark: from the boxes of neighbouring anchors and of several passes to one each. */
import type { Role } from "../../ax/roles.js";
import { bottom, type Rect, right } from "../../geometry/rect.js";
import type { Found } from "./found.js";

/** What lies in a row and reacts by itself. */
const IN_ROWS: readonly Role[] = [
  "button",
  "link",
  "checkbox",
  "radio",
  "switch",
  "combobox",
  "textbox",
  "spinbutton",
  "slider",
];

/** Controls with controls inside; inside any other, a second box is another look at a part of it. */
const HOLDS: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  listitem: IN_ROWS,
  treeitem: IN_ROWS,
  row: IN_ROWS,
  tab: ["button"],
  textbox: ["button", "link"],
  combobox: ["button"],
};

/** Share of a box inside another from which it lies in it: edges are off by a pixel or two. */
const INSIDE = 0.8;

/**
 * Greedy non-maximum suppression whatever the roles: a box goes when a better one overlaps it by more than
 * `limit` (IoU), or when one of the two lies in the other and such a control holds no other.
 *
 * @param found best first
 * @returns best first
 */
export function suppress(found: readonly Found[], limit: number): Found[] {
  const kept: Found[] = [];
  for (const one of found) if (!kept.some((better) => sameElement(better, one, limit))) kept.push(one);
  return kept;
}

/** Whether two boxes show one element. */
export function sameElement(a: Found, b: Found, limit: number): boolean {
  const shared = overlap(a.box, b.box);
  if (shared === 0) return false;
  const sizeA = a.box.width * a.box.height;
  const sizeB = b.box.width * b.box.height;
  if (shared > limit * (sizeA + sizeB - shared)) return true;
  if (shared < INSIDE * Math.min(sizeA, sizeB)) return false;
  const [inner, outer] = sizeA < sizeB ? [a, b] : [b, a];
  return !HOLDS[outer.role]?.includes(inner.role);
}

/** Common area; most pairs are told apart by the first comparison. */
function overlap(a: Rect<"desktop">, b: Rect<"desktop">): number {
  const width = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  if (!(width > 0)) return 0;
  const height = Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y);
  return height > 0 ? width * height : 0;
}
