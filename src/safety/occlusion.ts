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
