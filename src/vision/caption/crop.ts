import type { Frame } from "../../capture/port.js";
import type { Rect } from "../../geometry/rect.js";
import type { PixelArea } from "../ocr/luma.js";

/** Side of the captioner's input. */
export const ICON_SIDE = 32;
export const ICON_VALUES = 3 * ICON_SIDE * ICON_SIDE;

/** The square is this much larger than the box's longer side, as in training. */
const MARGIN = 1.08;

/** Samples each way for one pixel of the crop: an icon has no more than 256 pixels a side, a banner does. */
const MAX_GRID = 8;

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The square around the box, in picture pixels (continuous; may reach beyond the picture). */
function squareAround(frame: Frame, box: Rect<"desktop">): Square {
  const side = Math.max(box.width, box.height) * MARGIN;
  return {
    left: box.x - frame.region.x + box.width / 2 - side / 2,
    top: box.y - frame.region.y + box.height / 2 - side / 2,
    side,
  };
}

/** The whole pixels that a crop depends on, clipped to the picture; no area for a box outside it. */
export function cropWindow(frame: Frame, box: Rect<"desktop">): PixelArea {
  const { left, top, side } = squareAround(frame, box);
  const x = Math.max(0, Math.floor(left) - 1);
  const y = Math.max(0, Math.floor(top) - 1);
  return {
    x,
    y,
    width: Math.max(0, Math.min(frame.width, Math.ceil(left + side) + 1) - x),
    height: Math.max(0, Math.min(frame.height, Math.ceil(top + side) + 1) - y),
  };
}

/**
 * Writes a square crop of native pixels as R, G, B planes, 0 to 1. Bilinear; where several source pixels
 * fall on one, the mean of a grid of bilinear samples. Pixels beyond the picture repeat its edge.
 *
 * @param into receives ICON_VALUES numbers from `offset` on
 */
export function cropIcon(frame: Frame, box: Rect<"desktop">, into: Float32Array, offset: number): void {
  const { left, top, side } = squareAround(frame, box);
  const step = side / ICON_SIDE;
  const grid = Math.min(MAX_GRID, Math.max(1, Math.ceil(step)));
  const plane = ICON_SIDE * ICON_SIDE;
  const scale = 1 / (grid * grid * 255);
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < ICON_SIDE; y++) {
    for (let x = 0; x < ICON_SIDE; x++) {
      sum.fill(0);
      for (let j = 0; j < grid; j++)
        for (let i = 0; i < grid; i++)
          addSample(frame, left + (x + (i + 0.5) / grid) * step, top + (y + (j + 0.5) / grid) * step, sum);
      const at = offset + y * ICON_SIDE + x;
      into[at] = sum[0] * scale;
      into[at + plane] = sum[1] * scale;
      into[at + 2 * plane] = sum[2] * scale;
    }
  }
}

/** Adds the bilinear sample at a continuous point (pixel centres at + 0.5). */
function addSample(frame: Frame, u: number, v: number, sum: [number, number, number]): void {
  const { pixels, width, height } = frame;
  const x = Math.min(width - 1, Math.max(0, u - 0.5));
  const y = Math.min(height - 1, Math.max(0, v - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const right = x0 + 1 < width ? 3 : 0;
  const below = y0 + 1 < height ? width * 3 : 0;
  const shareX = x - x0;
  const shareY = y - y0;
  let at = (y0 * width + x0) * 3;
  for (let channel = 0; channel < 3; channel++, at++) {
    const upper = pixels[at]! * (1 - shareX) + pixels[at + right]! * shareX;
    const lower = pixels[at + below]! * (1 - shareX) + pixels[at + below + right]! * shareX;
    sum[channel]! += upper * (1 - shareY) + lower * shareY;
  }
}
