import sharp from "sharp";
import type { Frame } from "../../capture/port.js";
import type { Rect } from "../../geometry/rect.js";
import type { ModelOf } from "../models.js";
import { guarded } from "../native.js";

/**
 * Draws an area of the frame as the captioner's `pixel_values`: R, G and B planes, normalised. With its
 * aspect kept, the area is centred and the rest takes the colour of its first pixel.
 *
 * @param area whole desktop pixels inside the frame
 * @param into receives 3 x height x width numbers
 */
export async function drawCrop(
  frame: Frame,
  area: Rect<"desktop">,
  image: ModelOf<"describe">["image"],
  into: Float32Array,
): Promise<void> {
  const left = area.x - frame.region.x;
  const top = area.y - frame.region.y;
  const corner = (top * frame.width + left) * 3;
  const [r = 0, g = 0, b = 0] = frame.pixels.subarray(corner, corner + 3);
  const pixels = await guarded(() =>
    sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } })
      .extract({ left, top, width: area.width, height: area.height })
      .resize(image.width, image.height, {
        fit: image.keepAspect ? "contain" : "fill",
        background: { r, g, b },
        kernel: "cubic",
      })
      .raw()
      .toBuffer(),
  );
  const plane = image.width * image.height;
  for (let channel = 0; channel < 3; channel++) {
    const mean = image.mean[channel]!;
    const scale = 1 / image.std[channel]!;
    for (let i = 0; i < plane; i++)
      into[channel * plane + i] = (pixels[i * 3 + channel]! / 255 - mean) * scale;
  }
}
