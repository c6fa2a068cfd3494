/** Segments that were read → lines with words, by geometry. */
import { envelope, type Rect } from "../../geometry/rect.js";
import type { TextLine, TextWord } from "../port.js";

/** One segment with its words, all in desktop pixels, in reading direction. */
export interface ReadSegment {
  readonly box: Rect<"desktop">;
  readonly words: readonly TextWord[];
}

/** Segments of a line overlap vertically by at least this share of the lower one. */
const LINE_OVERLAP = 0.5;
/**
 * Widest gap within a line, in heights of the line so far: a space of monospaced text is up to 0.85 letter
 * heights, entries of a Qt menu bar are 0.92 and more apart, columns further.
 */
const LINE_GAP = 0.9;
/** A column's text may reach into the next segment's box by antialiasing. */
const MAX_OVERLAP_X = 4;
/** A heading and a small label beside it are not one line. */
const MAX_HEIGHT_RATIO = 2.1;

/** Lines from top to bottom, then left to right. */
export function assembleLines(segments: readonly ReadSegment[]): TextLine[] {
  const sorted = segments
    .filter((s) => s.words.length > 0)
    .sort((a, b) => a.box.x - b.box.x || a.box.y - b.box.y);
  const lines: ReadSegment[][] = [];
  for (const segment of sorted) {
    const line = nearestLine(segment, lines);
    if (line) line.push(segment);
    else lines.push([segment]);
  }
  return lines.map(toLine).sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
}

function nearestLine(segment: ReadSegment, lines: readonly ReadSegment[][]): ReadSegment[] | undefined {
  let nearest: ReadSegment[] | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const last = line[line.length - 1]!;
    const gap = segment.box.x - (last.box.x + last.box.width);
    if (gap < smallest && continues(line, segment, gap)) {
      nearest = line;
      smallest = gap;
    }
  }
  return nearest;
}

function continues(line: readonly ReadSegment[], next: ReadSegment, gap: number): boolean {
  const last = line[line.length - 1]!.box;
  const small = Math.min(last.height, next.box.height);
  const tall = Math.max(last.height, next.box.height);
  const overlap = Math.min(last.y + last.height, next.box.y + next.box.height) - Math.max(last.y, next.box.y);
  const lineHeight = Math.max(tall, ...line.map((s) => s.box.height));
  return (
    overlap >= LINE_OVERLAP * small &&
    gap <= LINE_GAP * lineHeight &&
    gap > -MAX_OVERLAP_X &&
    tall <= MAX_HEIGHT_RATIO * small
  );
}

function toLine(segments: readonly ReadSegment[]): TextLine {
  const words = segments.flatMap((s) => s.words);
  const letters = words.reduce((sum, w) => sum + w.text.length, 0);
  return {
    box: segments.map((s) => s.box).reduce((a, b) => envelope(a, b)),
    text: words.map((w) => w.text).join(" "),
    confidence: words.reduce((sum, w) => sum + w.confidence * w.text.length, 0) / Math.max(1, letters),
    words,
  };
}
