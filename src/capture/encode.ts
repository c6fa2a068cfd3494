import { FRAME_HEIGHT, FRAME_WIDTH, type Letterbox } from "../geometry/letterbox.js";
import type { Frame } from "./port.js";
import { sharp } from "./sharp.js";

const CHANNELS = 3;

function raw(rgb: Uint8Array, width: number, height: number) {
  if (rgb.length !== width * height * CHANNELS)
    throw new RangeError(`expected ${width}x${height}x3 bytes, got ${rgb.length}`);
  // Three channels, never four: with the undefined fourth byte of an X11 frame a resize comes out black,
  // because sharp takes it for alpha and premultiplies.
  return sharp(rgb, { raw: { width, height, channels: CHANNELS } });
}

/**
 * A PNG of packed RGB pixels; the same pixels give the same bytes.
 *
 * Level 6 takes a screen of 1024x768 to 70 KB in 6 ms; level 9 saves 15 % for 3.5 times the time.
 * @throws RangeError when the size does not fit the pixels
 */
export async function encodePng(rgb: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return await raw(rgb, width, height).png({ compressionLevel: 6, palette: false }).toBuffer();
}

/**
 * A JPEG of packed RGB pixels, without chroma subsampling: coloured text on a screen stays readable.
 * @param quality 1 to 100
 * @throws RangeError when the size does not fit the pixels
 */
export async function encodeJpeg(
  rgb: Uint8Array,
  width: number,
  height: number,
  quality = 85,
): Promise<Uint8Array> {
  return await raw(rgb, width, height).jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
}

/**
 * The 1024x768 frame of a capture: packed RGB, the region in the letterbox's content rectangle, black bars
 * around it. On shared memory, like the capture itself.
 * @throws RangeError when the letterbox was made for a region of another size
 */
export async function letterboxFrame(frame: Frame, box: Letterbox): Promise<Uint8Array<SharedArrayBuffer>> {
  const { source, content } = box;
  if (source.width !== frame.width || source.height !== frame.height)
    throw new RangeError(
      `letterboxFrame: made for ${source.width}x${source.height}, the frame is ${frame.width}x${frame.height}`,
    );
  const sized =
    content.width === frame.width && content.height === frame.height
      ? frame.pixels
      : await raw(frame.pixels, frame.width, frame.height)
          .resize(content.width, content.height, { fit: "fill", kernel: "lanczos3" })
          .raw()
          .toBuffer();
  const target = new Uint8Array(new SharedArrayBuffer(FRAME_WIDTH * FRAME_HEIGHT * CHANNELS));
  const row = content.width * CHANNELS;
  for (let y = 0; y < content.height; y++)
    target.set(
      sized.subarray(y * row, (y + 1) * row),
      ((content.y + y) * FRAME_WIDTH + content.x) * CHANNELS,
    );
  return target;
}
