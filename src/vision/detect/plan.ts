/**
 * What the detector looks at: which parts of the picture, at which scale. Pure, and decided by sizes alone,
 * so that the same picture is always looked at in the same way.
 */
import type { Letterbox } from "../../geometry/letterbox.js";
import { area, intersect, pixelCover, type Rect } from "../../geometry/rect.js";

/** One run of the network: what it sees, and where in its input that lies (the rest is grey). */
export interface Pass {
  /** `source` in desktop pixels, `content` in input pixels. */
  readonly view: Letterbox;
  readonly input: Size;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The input of a model that takes one size only, or of one that takes any multiple of `MULTIPLE`. */
export type InputSize = Size | "free";

/**
 * `fast`: one pass that shrinks the picture into 1024x768, for when an answer is wanted soon. `full`: as
 * many passes as it takes to see small controls.
 */
export type Effort = "fast" | "full";

/** The coarsest stage of the network has a stride of 64 pixels. */
const MULTIPLE = 64;
/**
 * Pictures up to 2560x1600 are seen as they are in one pass: that costs less than a shrunk one and tiles
 * together, and no control is cut.
 */
const NATIVE_PIXELS = 2560 * 1600;
/** Of a shrunk picture, and of a close look. */
const PASS_PIXELS = 1920 * 1080;
/** Native pixels that tiles cover at most; a larger picture (above 4K) is shrunk to this before. */
const TILED_PIXELS = 12e6;
const TILE = { width: 1984, height: 1152 } as const;
/** Neighbouring tiles share a strip this wide: what is smaller lies whole in one of them. */
export const OVERLAP = 128;
/** Controls are not drawn so small that more than this would help. */
const MAX_ENLARGED = 2;
/** A close look is worth its time from this gain in scale. */
const WORTHWHILE = 1.25;
/** The frame that a fast look, and a model with a fixed input of that size, sees. */
const FAST: Size = { width: 1024, height: 768 };

/** Input pixels per desktop pixel. */
export const scaleOf = ({ view: { source, content } }: Pass): number =>
  Math.max(content.width / source.width, content.height / source.height);

/**
 * The first pass, over the whole picture.
 *
 * @param region whole pixels, at least 1x1
 */
export function firstPass(region: Rect<"desktop">, size: InputSize, effort: Effort): Pass {
  if (size !== "free") return fitted(region, size, 1);
  if (effort === "fast") return fitted(region, roomFor(sizeWithin(region, FAST, 1)), 1);
  const pixels = area(region);
  return scaled(region, pixels <= NATIVE_PIXELS ? 1 : Math.sqrt(PASS_PIXELS / pixels));
}

/**
 * Tiles that together show the whole picture larger than `first` did; none when it was shown as it is.
 * Neighbours overlap by at least OVERLAP desktop pixels.
 */
export function tilePasses(region: Rect<"desktop">, first: Pass, size: InputSize): Pass[] {
  if (size !== "free" || scaleOf(first) >= 1) return [];
  const scale = Math.min(1, Math.sqrt(TILED_PIXELS / area(region)));
  if (scale < WORTHWHILE * scaleOf(first)) return [];
  const columns = spread(region.x, region.width, TILE.width / scale);
  const rows = spread(region.y, region.height, TILE.height / scale);
  return rows.flatMap((row) =>
    columns.map((column) =>
      scaled({ x: column.from, y: row.from, width: column.length, height: row.length }, scale),
    ),
  );
}

/**
 * A closer look into a part of the picture, or undefined when it would not be closer than `seenAt`.
 *
 * @param seenAt input pixels per desktop pixel at which the part has been seen already
 */
export function closerPass(
  part: Rect<"desktop">,
  region: Rect<"desktop">,
  size: InputSize,
  seenAt: number,
): Pass | undefined {
  const clipped = intersect(pixelCover(part), region);
  if (!clipped) return undefined;
  const pass =
    size === "free"
      ? scaled(clipped, Math.min(MAX_ENLARGED, Math.sqrt(PASS_PIXELS / area(clipped))))
      : fitted(clipped, size, MAX_ENLARGED);
  return scaleOf(pass) >= WORTHWHILE * seenAt ? pass : undefined;
}

/** The source at a scale, in the smallest input that holds it. */
function scaled(source: Rect<"desktop">, scale: number): Pass {
  const content = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
  return placed(source, content, roomFor(content));
}

/** The source as large as the input allows, enlarged by `most` at most. */
const fitted = (source: Rect<"desktop">, input: Size, most: number): Pass =>
  placed(source, sizeWithin(source, input, most), input);

function sizeWithin({ width, height }: Size, room: Size, most: number): Size {
  const scale = Math.min(most, room.width / width, room.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

const roomFor = ({ width, height }: Size): Size => ({ width: whole(width), height: whole(height) });
const whole = (length: number): number => Math.ceil(length / MULTIPLE) * MULTIPLE;

/** In the middle, as the screen lies in the frame. */
function placed(source: Rect<"desktop">, content: Size, input: Size): Pass {
  const x = Math.floor((input.width - content.width) / 2);
  const y = Math.floor((input.height - content.height) / 2);
  return { view: { source, content: { x, y, ...content } }, input };
}

/** Equal stretches of at most `longest` that cover `length` and overlap by at least OVERLAP, evenly spread. */
function spread(start: number, length: number, longest: number): { from: number; length: number }[] {
  const most = Math.floor(longest);
  if (length <= most) return [{ from: start, length }];
  const count = Math.ceil((length - OVERLAP) / (most - OVERLAP));
  const each = Math.ceil((length + OVERLAP * (count - 1)) / count);
  return Array.from({ length: count }, (_, i) => ({
    from: start + Math.round((i * (length - each)) / (count - 1)),
    length: each,
  }));
}
