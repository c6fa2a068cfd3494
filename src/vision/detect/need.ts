import type { Frame } from "../../capture/port.js";
import { centre, containsPoint } from "../../geometry/rect.js";
import type { Found } from "./found.js";
import { type Pass, scaleOf } from "./plan.js";

/** Controls with a shorter side than this, in input pixels, are where a shrunk look begins to miss others. */
const SMALL = 13;
/** Links and check boxes of an interface at its right size are as small; of a shrunk one, most things are. */
const MOSTLY_LARGE = 0.75;
/** Fewer controls than this say nothing of the scale. */
const ENOUGH = 5;

/** Every how many rows are looked at; text and icons are taller. */
const ROW_STEP = 4;
/** Step in brightness (of 255) between two neighbouring pixels of text or of a drawn edge. */
const STEP = 32;
/** Share of such steps from which an area shows more than a few lines. */
const DETAIL = 0.002;

/**
 * Whether a tile may show controls that the shrunk picture did not: something is drawn there, and what was
 * found is small or little.
 *
 * @param found by the first pass
 */
export function needsTile(frame: Frame, tile: Pass, first: Pass, found: readonly Found[]): boolean {
  const here = found.filter((f) => containsPoint(tile.view.source, centre(f.box)));
  const scale = scaleOf(first);
  const large = here.filter((f) => Math.min(f.box.width, f.box.height) * scale >= SMALL).length;
  if (here.length >= ENOUGH && large >= MOSTLY_LARGE * here.length) return false;
  return hasDetail(frame, tile);
}

function hasDetail({ pixels, width, region }: Frame, { view: { source } }: Pass): boolean {
  const wanted = (DETAIL * source.width * source.height) / ROW_STEP;
  let steps = 0;
  for (let y = source.y - region.y; y < source.y - region.y + source.height; y += ROW_STEP) {
    // Green carries most of the brightness.
    let at = (y * width + source.x - region.x) * 3 + 1;
    for (const end = at + 3 * (source.width - 1); at < end; at += 3)
      if (Math.abs(pixels[at]! - pixels[at + 3]!) >= STEP) steps++;
    if (steps > wanted) return true;
  }
  return false;
}
