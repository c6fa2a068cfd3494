import type { Display } from "../geometry/displays.js";
import { intersect, isSolid, type Rect, subtract } from "../geometry/rect.js";

/** SAF-1: a box this narrow or this flat, in desktop pixels, is never offered, whatever its role or name. */
export const TINY = 2;

/** SAF-3: effective opacity below which a node counts as invisible. */
export const MIN_ALPHA = 0.05;

export type GeometryReason = "no-geometry" | "not-finite" | "tiny" | "offscreen" | "transparent" | "hidden";

export type GeometryCheck =
  | { readonly ok: true; readonly visible: readonly Rect<"desktop">[] }
  | { readonly ok: false; readonly reason: GeometryReason };

export interface GeometryInput {
  /** Desktop pixels; absent when the provider gave none. */
  readonly bounds?: Rect<"desktop"> | undefined;
  /** Effective opacity, the product along the ancestors, 0 to 1; absent when unknown. */
  readonly alpha?: number | undefined;
  /** A hidden, off-screen or not-showing flag of the node or of an ancestor. */
  readonly hidden: boolean;
}

const refuse = (reason: GeometryReason): GeometryCheck => ({ ok: false, reason });

/**
 * The first gate (SAF-1 to SAF-3). NaN and infinity fail closed; an unknown opacity passes, because the
 * pixels are looked at later.
 *
 * @returns `visible`: the parts that real monitors show, in desktop pixels, disjoint. A box in a dead area
 *   of the virtual desktop's envelope is off-screen.
 */
export function checkGeometry(input: GeometryInput, displays: readonly Display[]): GeometryCheck {
  const { bounds, alpha } = input;
  if (!bounds) return refuse("no-geometry");
  if (![bounds.x, bounds.y, bounds.width, bounds.height].every(Number.isFinite)) return refuse("not-finite");
  if (bounds.width <= TINY || bounds.height <= TINY) return refuse("tiny");
  const visible = onScreen(bounds, displays);
  if (visible.length === 0) return refuse("offscreen");
  // Written so that NaN is refused.
  if (alpha !== undefined && !(Number.isFinite(alpha) && alpha >= MIN_ALPHA)) return refuse("transparent");
  if (input.hidden) return refuse("hidden");
  return { ok: true, visible };
}

/**
 * The parts of `rect` that monitors show, disjoint (mirrored monitors do not count twice) and joined where
 * neighbouring monitors continue each other. Empty for NaN or no area.
 */
export function onScreen(rect: Rect<"desktop">, displays: readonly Display[]): Rect<"desktop">[] {
  if (!isSolid(rect)) return [];
  const parts: Rect<"desktop">[] = [];
  for (const display of displays) {
    if (!isSolid(display.bounds)) continue;
    const shown = intersect(rect, display.bounds);
    if (!shown) continue;
    let fresh = [shown];
    for (const seen of parts) fresh = fresh.flatMap((piece) => subtract(piece, seen));
    parts.push(...fresh);
  }
  return joinTouching(parts);
}

/** Joins rectangles that share a whole edge until none do. The covered area stays the same. */
export function joinTouching(parts: readonly Rect<"desktop">[]): Rect<"desktop">[] {
  const rest = [...parts];
  for (let i = 0; i < rest.length; i++) {
    for (let j = i + 1; j < rest.length; j++) {
      const joined = join(rest[i]!, rest[j]!);
      if (!joined) continue;
      rest[i] = joined;
      rest.splice(j, 1);
      // The grown rectangle may now fit one that was passed over, before or after it.
      i = -1;
      break;
    }
  }
  return rest;
}

function join(a: Rect<"desktop">, b: Rect<"desktop">): Rect<"desktop"> | undefined {
  if (a.y === b.y && a.height === b.height && (a.x + a.width === b.x || b.x + b.width === a.x))
    return { x: Math.min(a.x, b.x), y: a.y, width: a.width + b.width, height: a.height };
  if (a.x === b.x && a.width === b.width && (a.y + a.height === b.y || b.y + b.height === a.y))
    return { x: a.x, y: Math.min(a.y, b.y), width: a.width, height: a.height + b.height };
  return undefined;
}
