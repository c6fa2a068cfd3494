import { intersect, pixelCover, type Rect } from "../geometry/rect.js";

/** A picture and where it lies: packed RGB, 3 bytes a pixel, no padding. A `Frame` is one. */
export interface Picture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Desktop pixels; width and height equal those of the picture. */
  readonly region: Rect<"desktop">;
}

export interface FlatOptions {
  /** Smallest difference between neighbouring pixels that counts as an edge, in levels of one channel. */
  readonly contrast?: number;
  /** Pixels around the box that are looked at too. */
  readonly margin?: number;
}

/**
 * An edge that a person can see. The shading of a gradient button changes by 1 to 4 levels a pixel; the
 * faintest borders in use (#ececec on white) by 19, disabled text by 40 and more even where it is
 * antialiased.
 */
const CONTRAST = 8;

/** A border is drawn on the box's edge or just outside of it: without it a blank entry would be "nothing". */
const MARGIN = 2;

/** A lone pixel makes four edges, one to each neighbour; that is a defect or noise, not a drawing. */
const LONE_PIXEL_EDGES = 4;

/**
 * True when nothing is drawn in the box (SAF-5): no two neighbouring pixels, inside it or in the margin
 * around it, differ visibly in any channel, bar those of one lone pixel. Neighbours are compared, not the
 * extremes, so that a smooth gradient is flat; channels are, not luma, so that red on equally bright green
 * is not. What lies in the margin counts as evidence: a neighbour's border within 2 px does too.
 *
 * @param rect desktop pixels; what lies outside of the picture is not looked at. A box outside of the
 *   picture, or not finite, is flat: there is no evidence.
 */
export function isFlat(picture: Picture, rect: Rect<"desktop">, options: FlatOptions = {}): boolean {
  const contrast = options.contrast ?? CONTRAST;
  const margin = options.margin ?? MARGIN;
  const { pixels, width, region } = picture;
  const cover = pixelCover(rect);
  const looked = intersect(
    {
      x: cover.x - margin,
      y: cover.y - margin,
      width: cover.width + 2 * margin,
      height: cover.height + 2 * margin,
    },
    region,
  );
  if (!looked) return true;
  const x0 = looked.x - region.x;
  const y0 = looked.y - region.y;
  const x1 = x0 + looked.width;
  const y1 = y0 + looked.height;
  let edges = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const i = (y * width + x) * 3;
      if (x + 1 < x1 && differ(pixels, i, i + 3, contrast)) edges++;
      if (y + 1 < y1 && differ(pixels, i, i + width * 3, contrast)) edges++;
      if (edges > LONE_PIXEL_EDGES) return false;
    }
  }
  return true;
}

function differ(pixels: Uint8Array, i: number, j: number, contrast: number): boolean {
  return (
    Math.abs(pixels[i]! - pixels[j]!) >= contrast ||
    Math.abs(pixels[i + 1]! - pixels[j + 1]!) >= contrast ||
    Math.abs(pixels[i + 2]! - pixels[j + 2]!) >= contrast
  );
}
