/**
 * Raw heads: one grid of cells for each stride (8, 16, 32 input pixels), as detectors give them that are
 * exported without their decoding. Each cell has a logit for each class, and its distances to the four edges
 * of its box, in strides.
 *
 * Three forms are met: one tensor a stride, [1, 4 * bins + classes, H, W] (YOLOv8 and YOLOv9 training heads);
 * two tensors a stride, class logits [1, classes, H, W] and distances [1, 4, H, W] (OmniParser's YOLOv9-E
 * detector), or [1, 4 * bins, H, W]. With bins, a distance is the mean of the distribution that the softmax
 * over its bins gives (distribution focal loss, arXiv 2006.04388).
 */
import { GroundmarkError } from "../../core/errors.js";
import type { RawBox } from "../detect/decode.js";
import type { TensorOut } from "../runtime.js";

/** Bins of a distance where the number of classes does not tell: what every published head has. */
const USUAL_BINS = 16;
/** Boxes kept for suppression, best first: bounds the quadratic part on a noisy picture. */
const MAX_CANDIDATES = 4000;
/** Input pixels a cell; other grids are not a detector's. */
const STRIDES: ReadonlySet<number> = new Set([4, 8, 16, 32, 64]);

/** One grid: where its class logits and distances lie. */
interface Level {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly logits: Float32Array;
  /** Values of the four distances, left, top, right, bottom, each of `bins` planes. */
  readonly distances: Float32Array;
  readonly bins: number;
}

export interface InputSize {
  readonly width: number;
  readonly height: number;
}

/**
 * How many classes a set of outputs is for, or undefined when they are no such head.
 * @param outputs in the model's order
 */
export function strideClasses(outputs: readonly TensorOut[], input: InputSize): number | undefined {
  const grids = byGrid(outputs, input);
  const counts = new Set(
    grids.map(({ tensors }) => {
      const [one, two] = tensors.map(({ dims }) => dims[1]!);
      if (one === undefined) return undefined;
      if (two === undefined) return one > 4 * USUAL_BINS ? one - 4 * USUAL_BINS : undefined;
      return isDistances(one) && !isDistances(two) ? two : one;
    }),
  );
  const [classes] = counts;
  return counts.size === 1 && grids.length > 1 ? classes : undefined;
}

/**
 * Candidates above the threshold of their class (a probability), best first, boxes in input pixels; one box
 * for each cell, of its best class.
 * @throws GroundmarkError MODEL_UNAVAILABLE when the outputs do not belong to that many classes
 */
export function decodeStrides(
  outputs: readonly TensorOut[],
  input: InputSize,
  thresholds: readonly number[],
): RawBox[] {
  const classes = thresholds.length;
  const levels = byGrid(outputs, input).map((grid) => levelOf(grid, classes));
  if (levels.length === 0 || levels.includes(undefined))
    throw new GroundmarkError(
      "MODEL_UNAVAILABLE",
      `the detector's outputs are ${outputs.map(({ dims }) => `[${dims.join(", ")}]`).join(", ")}: no grids for ${classes} classes`,
    );
  const lowest = thresholds.map((threshold) => Math.log(threshold / (1 - threshold)));
  const found: { level: Level; cell: number; classIndex: number; logit: number }[] = [];
  for (const level of levels as Level[]) {
    const cells = level.width * level.height;
    for (let cell = 0; cell < cells; cell++) {
      let best: number | undefined;
      for (let classIndex = 0; classIndex < classes; classIndex++) {
        const logit = level.logits[classIndex * cells + cell]!;
        const better = best === undefined || logit > level.logits[best * cells + cell]!;
        if (logit > lowest[classIndex]! && better) best = classIndex;
      }
      if (best !== undefined)
        found.push({ level, cell, classIndex: best, logit: level.logits[best * cells + cell]! });
    }
  }
  // A stable sort: cells with equal logits stay in the order of strides and cells.
  found.sort((a, b) => b.logit - a.logit);
  return found.slice(0, MAX_CANDIDATES).flatMap(({ level, cell, classIndex, logit }) => {
    const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => distance(level, side, cell));
    const x = ((cell % level.width) + 0.5) * level.stride;
    const y = (Math.floor(cell / level.width) + 0.5) * level.stride;
    const box = { x: x - left!, y: y - top!, width: left! + right!, height: top! + bottom! };
    const sound = box.width > 0 && box.height > 0 && Number.isFinite(box.x + box.y + box.width + box.height);
    return sound ? [{ box, classIndex, score: 1 / (1 + Math.exp(-logit)) }] : [];
  });
}

/** From the cell's centre to one edge, input pixels. */
function distance({ distances, bins, width, height, stride }: Level, side: number, cell: number): number {
  const cells = width * height;
  const at = (bin: number) => distances[(side * bins + bin) * cells + cell]!;
  if (bins === 1) return at(0) * stride;
  let highest = at(0);
  for (let bin = 1; bin < bins; bin++) highest = Math.max(highest, at(bin));
  let sum = 0;
  let weighted = 0;
  for (let bin = 0; bin < bins; bin++) {
    const weight = Math.exp(at(bin) - highest);
    sum += weight;
    weighted += weight * bin;
  }
  return (weighted / sum) * stride;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly tensors: readonly TensorOut[];
}

/** The four-dimensional outputs by their grids, finest first; auxiliary outputs of other forms are passed over. */
function byGrid(outputs: readonly TensorOut[], input: InputSize): Grid[] {
  const grids = new Map<number, TensorOut[]>();
  for (const output of outputs) {
    const [batch, , height = 0, width = 0] = output.dims;
    const stride = input.width / width;
    if (output.dims.length !== 4 || batch !== 1 || !STRIDES.has(stride) || input.height / height !== stride)
      continue;
    grids.set(stride, [...(grids.get(stride) ?? []), output]);
  }
  return [...grids]
    .sort(([a], [b]) => a - b)
    .map(([stride, tensors]) => ({
      stride,
      width: input.width / stride,
      height: input.height / stride,
      tensors,
    }));
}

const isDistances = (channels: number): boolean => channels === 4 || channels === 4 * USUAL_BINS;

function levelOf({ width, height, stride, tensors }: Grid, classes: number): Level | undefined {
  const place = { width, height, stride };
  const cells = width * height;
  const [one, two] = tensors;
  if (one && !two) {
    const bins = (one.dims[1]! - classes) / 4;
    if (!Number.isInteger(bins) || bins < 1) return undefined;
    const split = 4 * bins * cells;
    return { ...place, bins, distances: one.data.subarray(0, split), logits: one.data.subarray(split) };
  }
  // Logits come first where the order alone tells: a model of four classes.
  const logits = tensors.find(({ dims }) => dims[1] === classes);
  const distances = tensors.find((t) => t !== logits && t.dims[1]! % 4 === 0);
  if (!logits || !distances) return undefined;
  return { ...place, bins: distances.dims[1]! / 4, distances: distances.data, logits: logits.data };
}
