import { bottom, containment, grow, intersectionArea, type Rect, right } from "../geometry/rect.js";
import type { TextLine, TextWord } from "../vision/port.js";

/** Words that lie in `box` by their centre, joined line by line: a line may run over several marks. */
export function readInside(
  box: Rect<"desktop">,
  lines: readonly TextLine[],
): { text: string; confidence: number; box: Rect<"desktop"> }[] {
  const found: { text: string; confidence: number; box: Rect<"desktop"> }[] = [];
  for (const line of lines) {
    if (intersectionArea(line.box, box) === 0) continue;
    if (containment(line.box, box) > 0.95) {
      found.push({ text: line.text, confidence: line.confidence, box: line.box });
      continue;
    }
    const inside = wordsOf(line).filter((w) => centreInside(w.box, box));
    const first = inside[0];
    if (!first) continue;
    const last = inside[inside.length - 1]!;
    found.push({
      text: inside.map((w) => w.text).join(" "),
      confidence: inside.reduce((sum, w) => sum + w.confidence, 0) / inside.length,
      box: {
        x: first.box.x,
        y: line.box.y,
        width: right(last.box) - first.box.x,
        height: line.box.height,
      },
    });
  }
  return inRows(found);
}

/** Reading order: rows from the top, each from the left. Boxes that share half their height are one row. */
function inRows<T extends { readonly box: Rect<"desktop"> }>(items: readonly T[]): T[] {
  const rows: T[][] = [];
  for (const item of [...items].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) {
    const first = rows[rows.length - 1]?.[0];
    const shared = first ? Math.min(bottom(first.box), bottom(item.box)) - item.box.y : 0;
    if (first && shared >= 0.5 * Math.min(first.box.height, item.box.height))
      rows[rows.length - 1]!.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x));
}

const wordsOf = (line: TextLine): readonly TextWord[] => (line.words.length ? line.words : [line]);

function centreInside(r: Rect<"desktop">, box: Rect<"desktop">): boolean {
  const x = r.x + r.width / 2;
  const y = r.y + r.height / 2;
  return x >= box.x && x < right(box) && y >= box.y && y < bottom(box);
}

/**
 * The line that labels a small control from outside: to the right of a check box, radio button or
 * switch, to the left of or above a field.
 */
export function labelBeside(
  box: Rect<"desktop">,
  lines: readonly TextLine[],
  where: "right" | "left-or-above",
): TextLine | undefined {
  let best: { line: TextLine; gap: number } | undefined;
  for (const line of lines) {
    const overlap = Math.min(bottom(line.box), bottom(box)) - Math.max(line.box.y, box.y);
    const sameRow = overlap >= 0.5 * Math.min(line.box.height, box.height);
    let gap: number | undefined;
    if (where === "right") {
      if (sameRow) gap = line.box.x - right(box);
      if (gap !== undefined && (gap < -2 || gap > Math.max(16, box.height))) gap = undefined;
    } else if (sameRow) {
      gap = box.x - right(line.box);
      if (gap < -2 || gap > 160) gap = undefined;
    } else {
      const above = box.y - bottom(line.box);
      if (above >= -2 && above <= 14 && Math.abs(line.box.x - box.x) <= 24) gap = 20 + above;
    }
    if (gap !== undefined && (!best || gap < best.gap)) best = { line, gap };
  }
  return best?.line;
}

/** Letters and digits only, folded: for the question whether two channels mean the same words. */
export const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * The part of a line that none of the boxes holds, or undefined when little is left: a line may run over
 * several controls of a tool bar, and the words inside them are theirs.
 */
export function outside(line: TextLine, boxes: readonly Rect<"desktop">[]): TextLine | undefined {
  const near = boxes.filter((b) => intersectionArea(line.box, b) > 0);
  if (near.length === 0) return line;
  const words = wordsOf(line).filter((w) => !near.some((b) => centreInside(w.box, b)));
  const first = words[0];
  if (!first || words.reduce((sum, w) => sum + w.box.width, 0) < 0.3 * line.box.width) return undefined;
  if (words.length === wordsOf(line).length) return line;
  const last = words[words.length - 1]!;
  return {
    text: words.map((w) => w.text).join(" "),
    confidence: words.reduce((sum, w) => sum + w.confidence, 0) / words.length,
    box: { x: first.box.x, y: line.box.y, width: right(last.box) - first.box.x, height: line.box.height },
    words,
  };
}

/** Loose comparison that only decides whether pixels confirm a place; the safety gate has its own rules. */
export function sameText(a: string, b: string): boolean {
  const x = bare(a);
  return x.length > 0 && x === bare(b);
}

/** True when most of the line lies in the rectangle, a pixel or two of slack allowed. */
export const lineInside = (line: TextLine, r: Rect<"desktop">): boolean =>
  containment(line.box, grow(r, 2)) >= 0.6;
