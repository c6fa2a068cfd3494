import type { Point, Rect } from "./rect.js";

export const FRAME_WIDTH = 1024;
export const FRAME_HEIGHT = 768;

/**
 * How a captured region is fitted into the 1024x768 frame: one uniform scale, centred, never enlarged,
 * black bars around it. `content` is the part of the frame that shows the region.
 */
export interface Letterbox {
  readonly source: Rect<"desktop">;
  readonly content: Rect<"frame">;
}

/**
 * @param source captured region in desktop pixels; whole numbers, at least 1x1, origin may be negative
 * @throws RangeError when the region is not made of whole pixels
 */
export function letterbox(source: Rect<"desktop">): Letterbox {
  const { width: W, height: H } = source;
  if (!(Number.isInteger(W) && Number.isInteger(H) && W >= 1 && H >= 1))
    throw new RangeError(`letterbox: expected a region of whole pixels, at least 1x1, got ${W}x${H}`);
  const s = Math.min(1, FRAME_WIDTH / W, FRAME_HEIGHT / H);
  const width = Math.max(1, Math.round(W * s));
  const height = Math.max(1, Math.round(H * s));
  return {
    source,
    content: {
      x: Math.floor((FRAME_WIDTH - width) / 2),
      y: Math.floor((FRAME_HEIGHT - height) / 2),
      width,
      height,
    },
  };
}

/** Centre of the desktop pixel (x, y), whole numbers, in continuous frame coordinates. */
export function pixelToFrame(box: Letterbox, x: number, y: number): Point<"frame"> {
  const { source, content } = box;
  return {
    x: content.x + ((x - source.x + 0.5) * content.width) / source.width,
    y: content.y + ((y - source.y + 0.5) * content.height) / source.height,
  };
}

/** A desktop rectangle in frame coordinates, by its edges; not clipped. */
export function rectToFrame(box: Letterbox, r: Rect<"desktop">): Rect<"frame"> {
  const { source, content } = box;
  const kx = content.width / source.width;
  const ky = content.height / source.height;
  return {
    x: content.x + (r.x - source.x) * kx,
    y: content.y + (r.y - source.y) * ky,
    width: r.width * kx,
    height: r.height * ky,
  };
}

/** A frame rectangle in desktop coordinates, by its edges; not clipped. */
export function rectToDesktop(box: Letterbox, r: Rect<"frame">): Rect<"desktop"> {
  const { source, content } = box;
  const kx = source.width / content.width;
  const ky = source.height / content.height;
  return {
    x: source.x + (r.x - content.x) * kx,
    y: source.y + (r.y - content.y) * ky,
    width: r.width * kx,
    height: r.height * ky,
  };
}

/**
 * The desktop pixel under a continuous frame point, or undefined when the point lies on a black bar or
 * outside the frame: such a point is refused, never clamped onto the content.
 */
export function frameToPixel(box: Letterbox, p: Point<"frame">): Point<"desktop"> | undefined {
  const { source, content } = box;
  const dx = p.x - content.x;
  const dy = p.y - content.y;
  // Written so that NaN is refused too.
  if (!(dx >= 0 && dx < content.width && dy >= 0 && dy < content.height)) return undefined;
  return {
    x: source.x + Math.min(source.width - 1, Math.floor((dx * source.width) / content.width)),
    y: source.y + Math.min(source.height - 1, Math.floor((dy * source.height) / content.height)),
  };
}

/** An integer coordinate that a model names means the centre of that frame pixel. */
export function modelToPixel(box: Letterbox, i: number, j: number): Point<"desktop"> | undefined {
  return frameToPixel(box, { x: i + 0.5, y: j + 0.5 });
}
