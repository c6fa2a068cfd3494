import { GroundmarkError } from "../../core/errors.js";
import { iou, type Rect } from "../../geometry/rect.js";

/** A box in detector input pixels, which are frame pixels. */
export interface RawBox {
  readonly box: Rect<"frame">;
  readonly classIndex: number;
  readonly score: number;
}

/** Boxes kept for suppression, best first: bounds the quadratic part on a noisy picture. */
const MAX_CANDIDATES = 2000;

/**
 * Decodes a YOLOv8-style head: rows centre x, centre y, width, height (input pixels), then one row of
 * scores (after the sigmoid) per class; anchors along the last axis, or the first (both orders are exported
 * in the wild). Candidates above `threshold`, best score first; a tie is broken by anchor, then class, so
 * that equal input gives equal output.
 *
 * @throws GroundmarkError MODEL_UNAVAILABLE when the shape does not belong to `classes` classes
 */
export function decodeHead(
  data: Float32Array,
  dims: readonly number[],
  classes: number,
  threshold: number,
): RawBox[] {
  const rows = 4 + classes;
  const [batch, first, second] = dims;
  const rowsFirst = first === rows;
  const anchors = rowsFirst ? second : first;
  if (dims.length !== 3 || batch !== 1 || anchors === undefined || (!rowsFirst && second !== rows))
    throw new GroundmarkError(
      "MODEL_UNAVAILABLE",
      `the detector's output is [${dims.join(", ")}], not [1, ${rows}, anchors] for ${classes} classes`,
    );
  const rowStep = rowsFirst ? anchors : 1;
  const anchorStep = rowsFirst ? 1 : rows;

  const found: { anchor: number; classIndex: number; score: number }[] = [];
  for (let classIndex = 0; classIndex < classes; classIndex++) {
    const row = (4 + classIndex) * rowStep;
    for (let anchor = 0; anchor < anchors; anchor++) {
      const score = data[row + anchor * anchorStep]!;
      if (score > threshold) found.push({ anchor, classIndex, score });
    }
  }
  found.sort((a, b) => b.score - a.score || a.anchor - b.anchor || a.classIndex - b.classIndex);

  return found.slice(0, MAX_CANDIDATES).flatMap(({ anchor, classIndex, score }) => {
    const at = (row: number) => data[row * rowStep + anchor * anchorStep]!;
    const width = at(2);
    const height = at(3);
    const box = { x: at(0) - width / 2, y: at(1) - height / 2, width, height };
    // Written so that NaN is dropped too.
    return width > 0 && height > 0 && Number.isFinite(box.x + box.y) ? [{ box, classIndex, score }] : [];
  });
}

/**
 * Greedy non-maximum suppression within each class: a box goes when a better one of its class overlaps it
 * by more than `limit` (IoU).
 * @param boxes best score first
 */
export function suppressWithinClass(boxes: readonly RawBox[], limit: number): RawBox[] {
  const kept: RawBox[] = [];
  for (const box of boxes)
    if (!kept.some((k) => k.classIndex === box.classIndex && iou(k.box, box.box) > limit)) kept.push(box);
  return kept;
}
