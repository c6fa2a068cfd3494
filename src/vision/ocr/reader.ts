import type { Frame } from "../../capture/port.js";
import type { Warning } from "../../core/warning.js";
import { grow, intersect, pixelCover, type Rect } from "../../geometry/rect.js";
import { LruCache } from "../lru.js";
import { pixelKey } from "../pixels.js";
import { type TextLine, UNREAD_CONFIDENCE } from "../port.js";
import { assembleLines, type ReadSegment } from "./assemble.js";
import { findSegments, isCentredIn } from "./finder.js";
import { type PixelArea, toLuma } from "./luma.js";
import { sourceWindow } from "./normalise.js";
import type { Recogniser, SegmentReading } from "./recognise.js";
import type { Segment } from "./segment.js";

/** A 3840x2160 page full of monospaced text has about 3,500; more is a picture that only looks like text. */
export const MAX_SEGMENTS = 4000;
const CACHE_ENTRIES = 20_000;
/** Pixels around a rectangle that the finder also sees: text at its rim must not look cut. */
const RIM = 4;

export interface Reading {
  readonly lines: readonly TextLine[];
  /** What looks like text but was not read (VIS-6). */
  readonly unread: readonly Rect<"desktop">[];
  readonly warnings: readonly Warning[];
  /** True when the deadline came before the last segment. */
  readonly late: boolean;
}

/** What the last reading took, ms, and how many of its segments needed the model. */
export interface ReadTimings {
  find: number;
  read: number;
  segments: number;
  recognised: number;
}

/** Reads native pixels with the line finder and the recogniser. Not re-entrant. */
export class LineReader {
  readonly timings: ReadTimings = { find: 0, read: 0, segments: 0, recognised: 0 };
  private readonly cache = new LruCache<SegmentReading>(CACHE_ENTRIES);

  constructor(private readonly recogniser: Pick<Recogniser, "name" | "read">) {}

  get name(): string {
    return this.recogniser.name;
  }

  /**
   * @param rect only text whose centre lies in it is read; the whole picture without it
   * @param isLate asked before each use of the model; once true, what is left stays unread
   */
  async read(frame: Frame, rect?: Rect<"desktop">, isLate: () => boolean = () => false): Promise<Reading> {
    const started = performance.now();
    const { kept, cut } = bounded(locate(frame, rect));
    const found = performance.now();
    this.timings.recognised = 0;

    const read: ReadSegment[] = [];
    const unread: Rect<"desktop">[] = [];
    const warnings: Warning[] = [];
    let skipped = 0;
    for (const segment of kept) {
      const box = toDesktop(frame, segment);
      const reading = await this.readSegment(frame, segment, isLate);
      if (!reading) skipped++;
      if (reading && reading.words.length > 0 && reading.confidence >= UNREAD_CONFIDENCE)
        read.push({ box, words: placeWords(box, reading) });
      else unread.push(box);
    }
    if (cut > 0)
      warnings.push({
        code: "ocr-segments-cut",
        message: `${cut + kept.length} places look like text; the ${kept.length} with most ink were read`,
      });
    if (skipped > 0)
      warnings.push({
        code: "ocr-deadline",
        message: `the deadline came before ${skipped} of ${kept.length} places were read`,
      });
    this.timings.find = found - started;
    this.timings.read = performance.now() - found;
    this.timings.segments = kept.length;
    return { lines: assembleLines(read), unread, warnings, late: skipped > 0 };
  }

  private async readSegment(
    frame: Frame,
    segment: Segment,
    isLate: () => boolean,
  ): Promise<SegmentReading | undefined> {
    const window = sourceWindow(segment, frame);
    const salt = `${segment.x - window.x},${segment.y - window.y},${segment.width},${segment.height}`;
    const key = pixelKey(frame.pixels, frame.width, window, salt);
    const known = this.cache.get(key);
    if (known) return known;
    if (isLate()) return undefined;
    const reading = await this.recogniser.read(frame, segment);
    this.timings.recognised++;
    this.cache.set(key, reading);
    return reading;
  }
}

/** Segments in picture pixels, from top to bottom, then left to right. */
function locate(frame: Frame, rect: Rect<"desktop"> | undefined): Segment[] {
  const inner = rect && toPicture(frame, rect, 0);
  const area = rect ? toPicture(frame, rect, RIM) : { x: 0, y: 0, width: frame.width, height: frame.height };
  if (!area || (rect && !inner)) return [];
  return findSegments(toLuma(frame.pixels, frame.width, area))
    .map((s) => ({ ...s, x: s.x + area.x, y: s.y + area.y }))
    .filter((s) => !inner || isCentredIn(s, inner))
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

function bounded(segments: Segment[]): { kept: readonly Segment[]; cut: number } {
  if (segments.length <= MAX_SEGMENTS) return { kept: segments, cut: 0 };
  const byInk = segments.map((segment, index) => ({ segment, index }));
  byInk.sort((a, b) => b.segment.ink - a.segment.ink || a.index - b.index);
  const kept = byInk.slice(0, MAX_SEGMENTS).sort((a, b) => a.index - b.index);
  return { kept: kept.map((entry) => entry.segment), cut: segments.length - MAX_SEGMENTS };
}

function toPicture(frame: Frame, rect: Rect<"desktop">, rim: number): PixelArea | undefined {
  const clipped = intersect(pixelCover(grow(rect, rim)), frame.region);
  return clipped && { ...clipped, x: clipped.x - frame.region.x, y: clipped.y - frame.region.y };
}

const toDesktop = (frame: Frame, { x, y, width, height }: PixelArea): Rect<"desktop"> => ({
  x: x + frame.region.x,
  y: y + frame.region.y,
  width,
  height,
});

const placeWords = (box: Rect<"desktop">, reading: SegmentReading) =>
  reading.words.map((word) => ({
    box: { x: box.x + word.from, y: box.y, width: Math.max(1, word.to - word.from), height: box.height },
    text: word.text,
    confidence: word.confidence,
  }));
