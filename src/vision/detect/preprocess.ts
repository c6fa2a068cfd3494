import sharp from "sharp";
import type { Frame } from "../../capture/port.js";
import { FRAME_HEIGHT, FRAME_WIDTH, type Letterbox } from "../../geometry/letterbox.js";
import { guarded } from "../native.js";

export const INPUT_VALUES = 3 * FRAME_WIDTH * FRAME_HEIGHT;

/** The detector was trained with bars of this grey; the black bars of the outgoing frame cost it recall. */
const BAR = 114 / 255;

/** Byte to 0..1. A table, since a division per channel costs 2 ms a frame. */
const UNIT = Float32Array.from({ length: 256 }, (_, value) => value / 255);

/**
 * Fits `box.source` (a part of the frame, or all of it) into the detector's 1024x768 input.
 *
 * @param into receives R, G and B planes, INPUT_VALUES numbers from 0 to 1; reused between calls
 *
 * The kernel is lanczos3, as in training; three channels only (with a fourth, libvips premultiplies and an
 * X11 picture turns black).
 */
export async function fillDetectorInput(frame: Frame, box: Letterbox, into: Float32Array): Promise<void> {
  const { source, content } = box;
  let picture = sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } });
  const left = source.x - frame.region.x;
  const top = source.y - frame.region.y;
  const whole = left === 0 && top === 0 && source.width === frame.width && source.height === frame.height;
  if (!whole) picture = picture.extract({ left, top, width: source.width, height: source.height });
  if (source.width !== content.width || source.height !== content.height)
    picture = picture.resize(content.width, content.height, { fit: "fill", kernel: "lanczos3" });
  const pixels = await guarded(() => picture.raw().toBuffer());

  into.fill(BAR);
  const plane = FRAME_WIDTH * FRAME_HEIGHT;
  let from = 0;
  for (let y = 0; y < content.height; y++) {
    let to = (content.y + y) * FRAME_WIDTH + content.x;
    for (const end = to + content.width; to < end; to++, from += 3) {
      into[to] = UNIT[pixels[from]!]!;
      into[to + plane] = UNIT[pixels[from + 1]!]!;
      into[to + 2 * plane] = UNIT[pixels[from + 2]!]!;
    }
  }
}
