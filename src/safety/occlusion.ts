import type { Display } from "../geometry/displays.js";
import { area, centre, isSolid, type Point, type Rect, subtract } from "../geometry/rect.js";
import { joinTouching, onScreen } from "./geometry.js";

/**
 * Most rectangles that one box is cut into. Four windows over a box make about ten; a page that stacks
 * hundreds of small windows must not cost more than this.
 */
export const MAX_PIECES = 128;

/** Smallest side of a piece that is worth clicking, desktop pixels: one pixel of slack on each side. */
export const MIN_CLICKABLE = 3;

/**
 * What a person can see of `rect`: its on-screen parts without the rectangles of whatever lies above.
 *
 * Bounded: once more than MAX_PIECES pieces exist, the smallest are given up as covered, so the answer
 * never contains a pixel that is not visible but may then leave out some that are. A coverer
 * with NaN in it cannot be placed and is taken to cover everything (fails closed).
 *
 * @param coverers rectangles above the box, desktop pixels
 * @returns disjoint rectangles, empty when nothing is visible
 */
export function visibleParts(
  rect: Rect<"desktop">,
  coverers: readonly Rect<"desktop">[],
  displays: readonly Display[],
): Rect<"desktop">[] {
  let parts = onScreen(rect, displays);
  for (const coverer of coverers) {
    if (parts.length === 0) break;
    if (Number.isNaN(coverer.x + coverer.y + coverer.width + coverer.height)) return [];
    if (!isSolid(coverer)) continue;
    parts = parts.flatMap((part) => subtract(part, coverer));
    if (parts.length > MAX_PIECES) parts = parts.sort((a, b) => area(b) - area(a)).slice(0, MAX_PIECES);
  }
  return joinTouching(parts);
}

/**
 * Where a click lands: the desktop pixel that holds the centre of the largest piece of at least
 * MIN_CLICKABLE x MIN_CLICKABLE (FUS-4). For a box that nothing covers this is the centre of its
 * screen-clipped rectangle. Undefined when no piece is large enough.
 */
export function clickPoint(parts: readonly Rect<"desktop">[]): Point<"desktop"> | undefined {
  let best: Rect<"desktop"> | undefined;
  for (const part of parts) {
    if (!(part.width >= MIN_CLICKABLE && part.height >= MIN_CLICKABLE)) continue;
    if (!best || area(part) > area(best)) best = part;
  }
  if (!best) return undefined;
  const middle = centre(best);
  return { x: Math.floor(middle.x), y: Math.floor(middle.y) };
}

/** The share of `rect` that `parts` (disjoint, within it) make up, 0 to 1; 0 for a rectangle without area. */
export function visibleFraction(rect: Rect<"desktop">, parts: readonly Rect<"desktop">[]): number {
  const whole = area(rect);
  if (whole === 0) return 0;
  return Math.min(1, parts.reduce((sum, part) => sum + area(part), 0) / whole);
}

/** Below this share of what monitors show of it, a control is covered: its rim is no control. */
export const MIN_VISIBLE = 1 / 4;

/** Below this share, what displays its name is known only by words of it that still show. */
export const MIN_NAMELESS = 1 / 2;

/** Share of a label's boxes that must show: a box has a rim without ink, and a quarter is a word or two letters. */
export const MIN_LABEL = 3 / 4;

/** A piece in which a line of text has room, desktop pixels: of a large field it is enough to know it by. */
const ROOMY = { width: 48, height: 16 } as const;

export interface Sight {
  /** What windows leave of what monitors show of the box, disjoint. */
  readonly parts: readonly Rect<"desktop">[];
  /** Their share of what monitors show of it, 0 to 1; 0 for a box off the screen. */
  readonly share: number;
}

/** What can be seen of a box, and how much of it windows hide. Edges of the screen hide nothing in this sense. */
export function sightOf(
  rect: Rect<"desktop">,
  coverers: readonly Rect<"desktop">[],
  displays: readonly Display[],
): Sight {
  const parts = visibleParts(rect, coverers, displays);
  const whole = onScreen(rect, displays).reduce((sum, part) => sum + area(part), 0);
  const left = parts.reduce((sum, part) => sum + area(part), 0);
  return { parts, share: whole === 0 ? 0 : Math.min(1, left / whole) };
}

/**
 * True when a person would say that the control is covered, although a click could still reach it: under a
 * quarter shows; or under half of what displays its name, and none of its words.
 *
 * @param named the role displays its name (button, tab, menu item); false for a field or a container, of
 *   which one piece with room for a line of text is enough
 * @param words words of its label show
 */
export function covered(sight: Sight, named: boolean, words: boolean): boolean {
  if (named) return sight.share < (words ? MIN_VISIBLE : MIN_NAMELESS);
  return (
    sight.share < MIN_VISIBLE &&
    !sight.parts.some((part) => part.width >= ROOMY.width && part.height >= ROOMY.height)
  );
}
