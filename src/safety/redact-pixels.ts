import { envelope, isSolid, type Rect, type Space } from "../geometry/rect.js";
import type { TextLine } from "../vision/port.js";
import { findSecrets } from "./redact.js";

/** A word (or a line that has none) at its place in the joined text. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly box: Rect<"desktop">;
}

/**
 * Where the screen shows something that must not leave in a picture (SAF-16): protected fields, and the
 * words that make up a secret. Lines are taken in the order given and joined, so that a card number in four
 * entries, or a private key over thirty lines, is found as one. Whole words are covered; a line without
 * words is covered whole.
 *
 * @returns one rectangle for each protected field, and one for each line that a secret touches
 */
export function secretRects(
  lines: readonly TextLine[],
  protectedRects: readonly Rect<"desktop">[],
): Rect<"desktop">[] {
  const { text, pieces } = joined(lines);
  const boxes = new Map<number, Rect<"desktop">>();
  const cover = (line: number, box: Rect<"desktop">): void => {
    const known = boxes.get(line);
    boxes.set(line, known ? envelope(known, box) : box);
  };
  const covered: Rect<"desktop">[] = [];
  for (const secret of findSecrets(text)) {
    for (const piece of pieces)
      if (piece.start < secret.end && piece.end > secret.start) cover(piece.line, piece.box);
    // Two secrets on one line are two rectangles: what stands between them stays readable.
    covered.push(...boxes.values());
    boxes.clear();
  }
  // A line may read otherwise than its words joined by blanks ("4111-" "1111"); then all of it is covered.
  lines.forEach((line, i) => {
    if (findSecrets(line.text).length > 0 && !covered.some((box) => touches(box, pieces, i)))
      covered.push(line.box);
  });
  return [...protectedRects.filter(isSolid), ...covered];
}

const touches = (box: Rect<"desktop">, pieces: readonly Piece[], line: number): boolean =>
  pieces.some(
    (p) =>
      p.line === line &&
      p.box.x < box.x + box.width &&
      p.box.x + p.box.width > box.x &&
      p.box.y < box.y + box.height &&
      p.box.y + p.box.height > box.y,
  );

function joined(lines: readonly TextLine[]): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = "";
  lines.forEach((line, i) => {
    const parts = line.words.length > 0 ? line.words : [line];
    for (const part of parts) {
      pieces.push({ start: text.length, end: text.length + part.text.length, line: i, box: part.box });
      text += `${part.text} `;
    }
    text = `${text.slice(0, -1)}\n`;
  });
  return { text, pieces };
}

/** Dark grey: neither a plausible background nor readable as text, on light and dark themes alike. */
const MASK = [64, 64, 64] as const;

/**
 * Fills rectangles of a picture with one flat colour, in place: hand over a copy of a shared frame.
 *
 * @param pixels packed RGB, width*height*3 bytes
 * @param rects in pixels of that picture; every pixel they touch is filled, the rest of them is ignored
 */
export function maskPixels(
  pixels: Uint8Array,
  width: number,
  height: number,
  rects: readonly Rect<Space>[],
): void {
  for (const r of rects) {
    if (!isSolid(r)) continue;
    const x0 = Math.max(0, Math.floor(r.x));
    const x1 = Math.min(width, Math.ceil(r.x + r.width));
    const y0 = Math.max(0, Math.floor(r.y));
    const y1 = Math.min(height, Math.ceil(r.y + r.height));
    for (let y = y0; y < y1; y++) {
      for (let x = x0, i = (y * width + x0) * 3; x < x1; x++, i += 3) {
        pixels[i] = MASK[0];
        pixels[i + 1] = MASK[1];
        pixels[i + 2] = MASK[2];
      }
    }
  }
}
