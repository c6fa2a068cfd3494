import type { Frame } from "../../capture/port.js";
import { grow, intersect, pixelCover, type Rect } from "../../geometry/rect.js";

/** Brightness steps (of 255) that a JPEG, a gradient or a shadow reaches within an empty area. */
const FLAT = 12;
/** An empty field shows its frame only at the box's edge, and boxes are loose by about this much. */
const RIM = 3;

/** True when the pixels of the box, with a small rim, are all but one colour: there is nothing to act on. */
export function isBlank(frame: Frame, box: Rect<"desktop">): boolean {
  const area = intersect(pixelCover(grow(box, RIM)), frame.region);
  if (!area) return true;
  const { pixels, width, region } = frame;
  const left = area.x - region.x;
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let y = area.y - region.y; y < area.y - region.y + area.height; y++) {
    let at = (y * width + left) * 3;
    for (let x = 0; x < area.width; x++) {
      for (let channel = 0; channel < 3; channel++, at++) {
        const value = pixels[at]!;
        if (value < low[channel]!) low[channel] = value;
        if (value > high[channel]!) high[channel] = value;
        if (high[channel]! - low[channel]! > FLAT) return false;
      }
    }
  }
  return true;
}
