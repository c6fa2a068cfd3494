/**
 * Fitting a picture into the input of a detector that was trained elsewhere: one uniform scale, centred, grey
 * bars, as these detectors were trained.
 */
import sharp from "sharp";
import type { Frame } from "../../capture/port.js";
import { bottom, type Rect, right } from "../../geometry/rect.js";
import { guarded } from "../native.js";

/** Grey of the bars. */
const BAR = 114 / 255;
/** Free sizes are multiples of the coarsest stride. */
const STEP = 32;
/** A small part (a canvas) is enlarged at most this much: beyond it there is nothing more to see. */
const MAX_SCALE = 2;
/** Long side of the input where the model takes any and its manifest entry names none. */
export const DEFAULT_LONGEST = 1280;

const UNIT = Float32Array.from({ length: 256 }, (_, value) => value / 255);

/** How `source` lies in an input of width x height pixels. */
export interface Fit {
  readonly source: Rect<"desktop">;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** The input's fixed size, or undefined where the model takes any. `shape` is [batch, channels, height, width]. */
export function fixedSize(
  shape: readonly (number | string)[],
): { width: number; height: number } | undefined {
  const [, , height, width] = shape;
  return typeof height === "number" && typeof width === "number" && height > 0 && width > 0
    ? { width, height }
    : undefined;
}

/**
 * @param shape the model's input shape; where height or width is free, the input is the source itself at no
 *   more than `longest` pixels, rounded up to multiples of 32
 * @param closer enlarge a small source also where the input is free: a part that is searched harder
 */
export function fitInto(
  source: Rect<"desktop">,
  shape: readonly (number | string)[],
  longest: number = DEFAULT_LONGEST,
  closer = false,
): Fit {
  const { width, height } = fixedSize(shape) ?? freeSize(source, longest, closer ? MAX_SCALE : 1);
  const scale = Math.min(MAX_SCALE, width / source.width, height / source.height);
  const left = Math.floor((width - Math.max(1, Math.round(source.width * scale))) / 2);
  const top = Math.floor((height - Math.max(1, Math.round(source.height * scale))) / 2);
  return { source, width, height, scale, left, top };
}

function freeSize(source: Rect<"desktop">, longest: number, most: number): { width: number; height: number } {
  const scale = Math.min(most, longest / Math.max(source.width, source.height));
  const side = (length: number) => Math.max(STEP, Math.ceil((length * scale) / STEP) * STEP);
  return { width: side(source.width), height: side(source.height) };
}

/** A box of input pixels in desktop pixels, not clipped. */
export function toDesktop(fit: Fit, box: Rect<"frame">): Rect<"desktop"> {
  const x = fit.source.x + (box.x - fit.left) / fit.scale;
  const y = fit.source.y + (box.y - fit.top) / fit.scale;
  return {
    x,
    y,
    width: fit.source.x + (right(box) - fit.left) / fit.scale - x,
    height: fit.source.y + (bottom(box) - fit.top) / fit.scale - y,
  };
}

/**
 * Draws `fit.source` (whole pixels inside the frame) as R, G and B planes, 0 to 1.
 * @returns 3 x height x width numbers
 */
export async function drawInput(frame: Frame, fit: Fit): Promise<Float32Array> {
  const { source, width, height, scale } = fit;
  const content = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  const pixels = await guarded(() =>
    sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } })
      .extract({
        left: source.x - frame.region.x,
        top: source.y - frame.region.y,
        width: source.width,
        height: source.height,
      })
      .resize(content.width, content.height, { fit: "fill", kernel: "lanczos3" })
      .raw()
      .toBuffer(),
  );
  const plane = width * height;
  const input = new Float32Array(3 * plane).fill(BAR);
  let from = 0;
  for (let y = 0; y < content.height; y++) {
    let to = (fit.top + y) * width + fit.left;
    for (const end = to + content.width; to < end; to++, from += 3) {
      input[to] = UNIT[pixels[from]!]!;
      input[to + plane] = UNIT[pixels[from + 1]!]!;
      input[to + 2 * plane] = UNIT[pixels[from + 2]!]!;
    }
  }
  return input;
}
