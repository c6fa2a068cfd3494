/**
 * From suppressed boxes to one box per element. The detector was trained on glyphs, controls and text at
 * once, so a toolbar button typically arrives as an icon_button, the icon inside it and a second class on
 * the same place (measured on real desktops: about three boxes per control).
 */
import { area, centre, containment, iou, type Rect } from "../../geometry/rect.js";

export interface ElementBox {
  readonly box: Rect<"desktop">;
  /** The model's class name. */
  readonly label: string;
  readonly score: number;
}

/** Drawn inside a control rather than being one. */
const GLYPHS: ReadonlySet<string> = new Set(["icon", "image"]);

/** Classes that own a glyph inside them, and of which a second one on the same centre is a duplicate. */
const HOSTS: ReadonlySet<string> = new Set([
  "button",
  "icon_button",
  "link",
  "input",
  "select",
  "tab",
  "item",
]);

/** A glyph belongs to a control up to this many times its height; a taller host is a card or a panel. */
const GLYPH_HOST_HEIGHT = 3.5;
/** Rows and pictures are boxed too loosely to silence what sticks out of them (measured: 3 % recall). */
const LOOSE_CLASSES: ReadonlySet<string> = new Set(["item", "image"]);
/** A box with this share of itself inside another counts as inside: edges are loose by a few pixels. */
const INSIDE = 0.7;
/** A weaker box that lies between these shares inside a better one is neither beside it nor a part of it. */
const STRADDLES = { from: 0.45, to: 0.9 };
/** A close button is a small, off-centre part of its tab; a duplicate is neither. */
const DUPLICATE_AREA = 0.2;
const DUPLICATE_OFFSET = 0.2;
/** A host that is scored far below the box inside it is a loose guess around it. */
const LOOSE_SCORE = 0.6;

/**
 * @param boxes best score first; a class called "text" is left out, the reader supplies text
 * @param mergeIou overlap from which two boxes, whatever their classes, are one element
 * @returns best score first; the result depends on nothing but the arguments
 */
export function mergeElements<T extends ElementBox>(boxes: readonly T[], mergeIou: number): T[] {
  const kept: T[] = [];
  for (const box of boxes)
    if (box.label !== "text" && !kept.some((better) => isSameElement(better, box, mergeIou))) kept.push(box);
  return kept.filter((box) => !kept.some((other) => other !== box && isRedundant(box, other)));
}

/** Whether the weaker box is another look at the element of the better one (half of a key, a shifted frame). */
function isSameElement(better: ElementBox, box: ElementBox, mergeIou: number): boolean {
  if (iou(better.box, box.box) > mergeIou) return true;
  if (LOOSE_CLASSES.has(better.label)) return false;
  const share = containment(box.box, better.box);
  return share >= STRADDLES.from && share < STRADDLES.to;
}

/** True when `other` already stands for the element that `box` shows. */
function isRedundant(box: ElementBox, other: ElementBox): boolean {
  if (GLYPHS.has(box.label)) return isGlyphOf(box, other);
  if (!HOSTS.has(box.label) || !HOSTS.has(other.label)) return false;
  const boxIsInner = area(box.box) <= area(other.box);
  const [inner, outer] = boxIsInner ? [box, other] : [other, box];
  if (!isConcentric(inner.box, outer.box)) return false;
  const outerIsLoose = outer.score < LOOSE_SCORE * inner.score;
  return boxIsInner ? !outerIsLoose : outerIsLoose;
}

function isGlyphOf(glyph: ElementBox, host: ElementBox): boolean {
  return (
    HOSTS.has(host.label) &&
    area(host.box) > area(glyph.box) &&
    host.box.height <= GLYPH_HOST_HEIGHT * glyph.box.height &&
    containment(glyph.box, host.box) >= INSIDE
  );
}

function isConcentric(inner: Rect<"desktop">, outer: Rect<"desktop">): boolean {
  if (containment(inner, outer) < INSIDE || area(inner) < DUPLICATE_AREA * area(outer)) return false;
  const a = centre(inner);
  const b = centre(outer);
  return (
    Math.abs(a.x - b.x) <= DUPLICATE_OFFSET * outer.width &&
    Math.abs(a.y - b.y) <= DUPLICATE_OFFSET * outer.height
  );
}
