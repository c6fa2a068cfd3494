/**
 * Finds what looks like text, without a network: about 25 ms for a dense 1920x1080 frame. Native pixels
 * always (VIS-5).
 */
import { findPieces } from "./edges.js";
import { joinPieces } from "./join.js";
import { halve, type LumaPicture, type PixelArea } from "./luma.js";
import type { Segment } from "./segment.js";

/** Text higher than this falls to pieces in the first pass; the half-size pass looks for it. */
const HEADING_HEIGHT = 22;
/** Highest piece of the half-size pass, in its pixels. */
const HEADING_MAX_HALF = 30;
/** Shapes narrower than this many heights are rather icons than headings. */
const HEADING_ASPECT = 1.6;

/**
 * Text-like segments of a picture, in picture pixels, in no particular order (but always the same). A
 * second pass at half size replaces the pieces of headings.
 */
export function findSegments(picture: LumaPicture): Segment[] {
  const fine = joinPieces(findPieces(picture));
  const headings = joinPieces(findPieces(halve(picture), HEADING_MAX_HALF))
    .map(doubled)
    .filter((s) => s.height >= HEADING_HEIGHT && s.width >= s.height * HEADING_ASPECT);

  const replaced = new Set<number>();
  const added: Segment[] = [];
  for (const heading of headings) {
    const parts = partsOf(heading, fine);
    if (!isBetterWhole(heading, parts, fine)) continue;
    for (const index of parts) replaced.add(index);
    added.push(
      coverAll(
        heading,
        parts.map((index) => fine[index]!),
      ),
    );
  }
  return [...fine.filter((_, index) => !replaced.has(index)), ...added];
}

const doubled = (s: Segment): Segment => ({
  x: s.x * 2,
  y: s.y * 2,
  width: s.width * 2,
  height: s.height * 2,
  ink: s.ink * 4,
});

/** Indices of the fine segments that lie in the heading (more than 70 % of each, with 2 px of slack). */
function partsOf(heading: Segment, fine: readonly Segment[]): number[] {
  const indices: number[] = [];
  fine.forEach((s, index) => {
    const width = Math.min(s.x + s.width, heading.x + heading.width + 2) - Math.max(s.x, heading.x - 2);
    const height = Math.min(s.y + s.height, heading.y + heading.height + 2) - Math.max(s.y, heading.y - 2);
    if (width > 0 && height > 0 && width * height > 0.7 * s.width * s.height) indices.push(index);
  });
  return indices;
}

/** Tall parts must fill the heading, and it must be more than one part that is right already. */
function isBetterWhole(heading: Segment, parts: readonly number[], fine: readonly Segment[]): boolean {
  let tallWidth = 0;
  for (const index of parts) {
    const part = fine[index]!;
    if (part.height >= Math.max(17, heading.height * 0.55)) tallWidth += part.width;
  }
  if (parts.length === 0 || tallWidth < heading.width * 0.6) return false;
  return !(parts.length === 1 && fine[parts[0]!]!.width > heading.width * 0.85);
}

/** The heading's width with its parts; vertically the parts alone, since the half-size box is coarser. */
function coverAll(heading: Segment, parts: readonly Segment[]): Segment {
  const x = Math.min(heading.x, ...parts.map((p) => p.x));
  const y = Math.min(...parts.map((p) => p.y));
  const right = Math.max(heading.x + heading.width, ...parts.map((p) => p.x + p.width));
  const bottom = Math.max(...parts.map((p) => p.y + p.height));
  return { x, y, width: right - x, height: bottom - y, ink: heading.ink };
}

/** True when the segment's centre lies in the area. */
export function isCentredIn(s: PixelArea, area: PixelArea): boolean {
  const x = s.x + s.width / 2;
  const y = s.y + s.height / 2;
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}
