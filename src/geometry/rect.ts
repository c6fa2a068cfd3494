/**
 * Rectangles and points with the coordinate space in their type.
 *
 * `desktop` is native physical pixels of the virtual desktop, origin possibly negative. `frame` is the
 * 1024x768 picture that a model sees. The brand is a phantom: it exists only for the compiler, so that a
 * frame rectangle handed to something that clicks does not compile.
 *
 * Coordinates are edge-based: pixel i covers [i, i + 1). A rectangle covers [x, x + width).
 */
declare const spaceBrand: unique symbol;

export type Space = "desktop" | "frame";

export interface Rect<S extends Space> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly [spaceBrand]?: S;
}

export interface Point<S extends Space> {
  readonly x: number;
  readonly y: number;
  readonly [spaceBrand]?: S;
}

export const desktopRect = (x: number, y: number, width: number, height: number): Rect<"desktop"> => ({
  x,
  y,
  width,
  height,
});

export const frameRect = (x: number, y: number, width: number, height: number): Rect<"frame"> => ({
  x,
  y,
  width,
  height,
});

/** True when all four numbers are finite and the rectangle has an area. NaN is never valid. */
export function isSolid(r: Rect<Space>): boolean {
  return (
    Number.isFinite(r.x) &&
    Number.isFinite(r.y) &&
    Number.isFinite(r.width) &&
    Number.isFinite(r.height) &&
    r.width > 0 &&
    r.height > 0
  );
}

export const area = (r: Rect<Space>): number => (isSolid(r) ? r.width * r.height : 0);

export const right = (r: Rect<Space>): number => r.x + r.width;
export const bottom = (r: Rect<Space>): number => r.y + r.height;

export function centre<S extends Space>(r: Rect<S>): Point<S> {
  return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
}

/** The common part of two rectangles, or undefined when they share no area. */
export function intersect<S extends Space>(a: Rect<S>, b: Rect<S>): Rect<S> | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

export function intersectionArea<S extends Space>(a: Rect<S>, b: Rect<S>): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, 0 to 1. */
export function iou<S extends Space>(a: Rect<S>, b: Rect<S>): number {
  const i = intersectionArea(a, b);
  return i === 0 ? 0 : i / (area(a) + area(b) - i);
}

/** The share of `inner` that lies in `outer`, 0 to 1; 0 for a rectangle without area. */
export function containment<S extends Space>(inner: Rect<S>, outer: Rect<S>): number {
  const own = area(inner);
  return own === 0 ? 0 : intersectionArea(inner, outer) / own;
}

/** The smallest rectangle that covers both. */
export function envelope<S extends Space>(a: Rect<S>, b: Rect<S>): Rect<S> {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export function containsPoint<S extends Space>(r: Rect<S>, p: Point<S>): boolean {
  return p.x >= r.x && p.x < r.x + r.width && p.y >= r.y && p.y < r.y + r.height;
}

/** The rectangle moved outwards (negative: inwards) by `by` on each side. */
export function grow<S extends Space>(r: Rect<S>, by: number): Rect<S> {
  return { x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by };
}

/** Whole pixels that the rectangle touches: floor of the near edges, ceiling of the far ones. */
export function pixelCover<S extends Space>(r: Rect<S>): Rect<S> {
  const x = Math.floor(r.x);
  const y = Math.floor(r.y);
  return { x, y, width: Math.ceil(r.x + r.width) - x, height: Math.ceil(r.y + r.height) - y };
}

export function sameRect<S extends Space>(a: Rect<S>, b: Rect<S>): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/**
 * `r` without `hole`, as at most four rectangles that do not overlap (top, bottom, left, right bands).
 */
export function subtract<S extends Space>(r: Rect<S>, hole: Rect<S>): Rect<S>[] {
  const cut = intersect(r, hole);
  if (!cut) return [r];
  const parts: Rect<S>[] = [];
  if (cut.y > r.y) parts.push({ x: r.x, y: r.y, width: r.width, height: cut.y - r.y });
  if (bottom(cut) < bottom(r))
    parts.push({ x: r.x, y: bottom(cut), width: r.width, height: bottom(r) - bottom(cut) });
  if (cut.x > r.x) parts.push({ x: r.x, y: cut.y, width: cut.x - r.x, height: cut.height });
  if (right(cut) < right(r))
    parts.push({ x: right(cut), y: cut.y, width: right(r) - right(cut), height: cut.height });
  return parts;
}
