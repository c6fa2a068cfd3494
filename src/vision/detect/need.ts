import type { Frame } from "../../capture/port.js";
import type { Rect } from "../../geometry/rect.js";

/** Every how many rows are looked at; text and icons are taller. */
const ROW_STEP = 4;
/** Step in brightness (of 255) between two neighbouring pixels of text or of a drawn edge. */
const STEP = 32;
/** Share of such steps from which an area shows more than a few lines. */
const DETAIL = 0.002;
/**
 * Share of these steps that begin a line of one pixel: the stems of text at its right size. On rendered pages
 * it was 0.17 to 0.36 (tenth and ninetieth percentile) at scale 1, 0.08 to 0.22 at scale 1.5, 0.02 to 0.14
 * at scale 2 and up to 0.02 at scale 3.
 */
const FINE = 0.13;

/**
 * Whether something is drawn there so finely that a shrunk picture does not show it: then small controls may
 * have been missed.
 *
 * @param area whole pixels inside the frame
 */
export function showsFineDetail({ pixels, width, region }: Frame, area: Rect<"desktop">): boolean {
  let looked = 0;
  let steps = 0;
  let lines = 0;
  for (let y = area.y - region.y; y < area.y - region.y + area.height; y += ROW_STEP) {
    // Green carries most of the brightness.
    let at = (y * width + area.x - region.x) * 3 + 1;
    let before = 0;
    for (const end = at + 3 * (area.width - 1); at < end; at += 3) {
      const step = pixels[at + 3]! - pixels[at]!;
      const size = Math.abs(step);
      if (size >= STEP) {
        steps++;
        // Up and at once down, or the other way round.
        if (step * before < 0) lines++;
      }
      before = size >= STEP ? step : 0;
    }
    looked += area.width;
  }
  return steps >= DETAIL * looked && lines >= FINE * steps;
}
