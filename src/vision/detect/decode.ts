import { GroundmarkError } from "../../core/errors.js";
import { iou, type Point, type Rect } from "../../geometry/rect.js";
import { type AnchorGrid, anchorsOf, tellSides } from "./sides.js";

/** A box in detector input pixels. */
export interface RawBox {
  readonly box: Rect<"frame">;
  readonly classIndex: number;
  readonly score: number;
  /** One probability for each state that the model tells, in its order. */
  readonly states?: readonly number[];
  /** Where to click. */
  readonly point?: Point<"frame">;
}

/** What the rows of a head mean. */
export interface HeadLayout {
  /** For each class the score that a box of it must exceed; Infinity for a class that is not wanted. */
  readonly thresholds: readonly number[];
  /** Rows of state probabilities after those of the classes. */
  readonly states?: number;
  /** Two last rows: x and y of the place to click. */
  readonly point?: boolean;
  /**
   * From 0.5: a box that a better one overlaps by more than this (IoU), of whatever class, is left out.
   * Neighbouring anchors show one element, up to a dozen of them.
   */
  readonly iou?: number;
  /** Set for a head whose anchors tell the sides that they are close to: boxes get theirs from there. */
  readonly sides?: AnchorGrid;
}

/** Boxes kept for suppression, best first: bounds the quadratic part on a noisy picture. */
const MAX_CANDIDATES = 4000;

/**
 * Decodes a YOLOv8-style head: rows centre x, centre y, width, height (input pixels), then one row of
 * scores (after the sigmoid) per class, then what `layout` says; anchors along the last axis, or the first
 * (both orders are exported in the wild). One box for each anchor, of the class
 * whose score exceeds its threshold by the largest factor; best score first, a tie broken by anchor, so that equal input gives equal output.
 *
 * @throws GroundmarkError MODEL_UNAVAILABLE when the shape does not belong to the layout
 */
export function decodeHead(data: Float32Array, dims: readonly number[], layout: HeadLayout): RawBox[] {
  const { thresholds, states = 0, point = false, iou: limit } = layout;
  const classes = thresholds.length;
  const rows = 4 + classes + states + (point ? 2 : 0);
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

  // Class by class: that is how the rows lie in memory.
  const factors = new Float32Array(anchors).fill(1);
  const classOf = new Int16Array(anchors).fill(-1);
  for (let classIndex = 0; classIndex < classes; classIndex++) {
    const row = (4 + classIndex) * rowStep;
    const weight = 1 / thresholds[classIndex]!;
    for (let anchor = 0; anchor < anchors; anchor++) {
      const factor = data[row + anchor * anchorStep]! * weight;
      if (factor > factors[anchor]!) {
        factors[anchor] = factor;
        classOf[anchor] = classIndex;
      }
    }
  }
  const scoreOf = (anchor: number) => data[(4 + classOf[anchor]!) * rowStep + anchor * anchorStep]!;
  const found: { anchor: number; score: number }[] = [];
  for (let anchor = 0; anchor < anchors; anchor++)
    if (classOf[anchor]! >= 0) found.push({ anchor, score: scoreOf(anchor) });
  found.sort((a, b) => b.score - a.score || a.anchor - b.anchor);

  const grid = layout.sides;
  if (grid && anchorsOf(grid) !== anchors)
    throw new GroundmarkError(
      "MODEL_UNAVAILABLE",
      `the detector has ${anchors} anchors, and grids of strides ${grid.strides.join(", ")} have ${anchorsOf(grid)}: "sides" of its manifest entry does not belong to it`,
    );
  const tell = (anchor: number) => {
    const at = (row: number) => data[row * rowStep + anchor * anchorStep]!;
    return [at(0), at(1), at(2), at(3)] as const;
  };
  const kept = limit === undefined ? undefined : new KeptBoxes(limit);
  return found.slice(0, MAX_CANDIDATES).flatMap(({ anchor, score }) => {
    const at = (row: number) => data[row * rowStep + anchor * anchorStep]!;
    const width = at(2);
    const height = at(3);
    const box = { x: at(0) - width / 2, y: at(1) - height / 2, width, height };
    // Written so that NaN is dropped too.
    if (!(width > 0 && height > 0 && Number.isFinite(box.x + box.y + width + height))) return [];
    if (kept && !kept.add(box)) return [];
    const after = 4 + classes;
    return {
      box: grid ? tellSides(box, grid, tell) : box,
      classIndex: classOf[anchor]!,
      score,
      ...(states ? { states: Array.from({ length: states }, (_, i) => at(after + i)) } : {}),
      ...(point ? { point: { x: at(after + states), y: at(after + states + 1) } } : {}),
    };
  });
}

/**
 * Boxes by the cells of a grid that they cover. Boxes that overlap by more than half (IoU) share more than
 * half of each side, so the centre of one lies in the other, and one cell holds all that matter.
 */
class KeptBoxes {
  private readonly cells = new Map<number, Rect<"frame">[]>();

  constructor(private readonly limit: number) {}

  /** Adds the box unless one that is there overlaps it by more than the limit; whether it did. */
  add(box: Rect<"frame">): boolean {
    const own = this.cells.get(cellOf(box.x + box.width / 2, box.y + box.height / 2));
    if (own?.some((other) => iou(other, box) > this.limit)) return false;
    // A box that reaches far beyond the input covers no more cells than the largest input has.
    const [left, right] = [clampCell(box.x), clampCell(box.x + box.width)];
    const [top, bottom] = [clampCell(box.y), clampCell(box.y + box.height)];
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const cell = y * GRID + x;
        const there = this.cells.get(cell);
        if (there) there.push(box);
        else this.cells.set(cell, [box]);
      }
    return true;
  }
}

/** Cells of 64 input pixels, GRID in a row: more than any input has. */
const CELL = 64;
const GRID = 256;
const clampCell = (at: number): number => Math.max(0, Math.min(GRID - 1, Math.floor(at / CELL)));
const cellOf = (x: number, y: number): number => clampCell(y) * GRID + clampCell(x);
