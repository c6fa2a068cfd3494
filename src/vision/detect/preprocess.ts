import sharp from "sharp";
import type { Frame } from "../../capture/port.js";
import { guarded } from "../native.js";
import type { Pass } from "./plan.js";

/** The detector was trained with bars of this grey; the black bars of the outgoing frame cost it recall. */
const BAR = 114 / 255;

/** Byte to 0..1. A table, since a division per channel costs 2 ms a megapixel. */
const UNIT = Float32Array.from({ length: 256 }, (_, value) => value / 255);

/** How many numbers the input of a pass has. */
export const inputValues = ({ input }: Pass): number => 3 * input.width * input.height;

/**
 * Draws what a pass sees into the network's input.
 *
 * @param into receives R, G and B planes, `inputValues` numbers from 0 to 1; reused between calls
 *
 * The kernel is lanczos3, as in training; three channels only (with a fourth, libvips premultiplies and an
 * X11 picture turns black). What is not resized is read where it lies.
 */
export async function fillDetectorInput(frame: Frame, pass: Pass, into: Float32Array): Promise<void> {
  const { source, content } = pass.view;
  const { width, height } = pass.input;
  const left = source.x - frame.region.x;
  const top = source.y - frame.region.y;
  const native = source.width === content.width && source.height === content.height;
  const pixels = native ? frame.pixels : await resized(frame, pass);
  const stride = 3 * (native ? frame.width : content.width);
  const start = native ? top * stride + 3 * left : 0;

  const plane = width * height;
  for (let channel = 0; channel < 3; channel++) {
    const from = channel * plane;
    into.fill(BAR, from, from + content.y * width);
    into.fill(BAR, from + (content.y + content.height) * width, from + plane);
  }
  for (let y = 0; y < content.height; y++) {
    const row = (content.y + y) * width;
    for (let channel = 0; channel < 3; channel++) {
      const from = channel * plane + row;
      into.fill(BAR, from, from + content.x);
      into.fill(BAR, from + content.x + content.width, from + width);
    }
    let from = start + y * stride;
    let to = row + content.x;
    for (const end = to + content.width; to < end; to++, from += 3) {
      into[to] = UNIT[pixels[from]!]!;
      into[to + plane] = UNIT[pixels[from + 1]!]!;
      into[to + 2 * plane] = UNIT[pixels[from + 2]!]!;
    }
  }
}

async function resized(frame: Frame, { view: { source, content } }: Pass): Promise<Uint8Array> {
  let picture = sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } });
  const left = source.x - frame.region.x;
  const top = source.y - frame.region.y;
  if (source.width !== frame.width || source.height !== frame.height)
    picture = picture.extract({ left, top, width: source.width, height: source.height });
  picture = picture.resize(content.width, content.height, { fit: "fill", kernel: "lanczos3" });
  return guarded(() => picture.raw().toBuffer());
}
