/**
 * First half of the line finder: from brightness to small connected pieces of vertical strokes. Only
 * brightness differences are used, so dark and light themes are alike.
 */
import type { LumaPicture } from "./luma.js";
import type { Segment } from "./segment.js";

/** Brightness step between neighbours that counts as an edge; text fainter than this is not found. */
const EDGE_STEP = 18;
/** A vertical edge longer than this many pixels is a border, not a letter... */
const BORDER_LENGTH = 22;
/** ...unless other edges lie close beside it: then it is a stroke of a heading, up to this length. */
const STROKE_LENGTH = 36;
/** Edge pixels of a row at most this far apart belong to one run: it bridges the inside of a letter. */
const RUN_GAP = 3;
/** Higher pieces are pictures and frames. */
const MAX_HEIGHT = 48;
/** A thin piece that is higher than this is what is left of a border. */
const THIN = 3;

/**
 * Connected pieces of edges, in picture pixels.
 * @param maxHeight pieces higher than this are dropped
 */
export function findPieces(picture: LumaPicture, maxHeight: number = MAX_HEIGHT): Segment[] {
  const runs = findRuns(findEdges(picture), picture.width, picture.height);
  return connect(runs).filter(
    (piece) => piece.height <= maxHeight && !(piece.width <= THIN + 1 && piece.height > BORDER_LENGTH),
  );
}

/** Marks each pixel that differs from its left neighbour, without the long vertical lines of borders. */
function findEdges({ data, width, height }: LumaPicture): Uint8Array {
  const edges = new Uint8Array(width * height);
  /** For each column the length of the vertical run of edges that ends in the row above. */
  const run = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 1; x < width; x++) {
      const at = row + x;
      const step = data[at]! - data[at - 1]!;
      if (step > EDGE_STEP || step < -EDGE_STEP) {
        edges[at] = 1;
        run[x]!++;
        continue;
      }
      const length = run[x]!;
      if (length === 0) continue;
      if (y > 0 && edges[at - width] === 1) {
        run[x] = length + 1; // one missing row is bridged
      } else {
        if (length > BORDER_LENGTH) eraseBorder(edges, width, at, length);
        run[x] = 0;
      }
    }
  }
  for (let x = 0; x < width; x++)
    if (run[x]! > BORDER_LENGTH) eraseBorder(edges, width, height * width + x, run[x]!);
  return edges;
}

/** Erases the `length` edge pixels above index `below`, unless they look like a letter's stroke. */
function eraseBorder(edges: Uint8Array, width: number, below: number, length: number): void {
  if (length <= STROKE_LENGTH && hasCompany(edges, width, below, length)) return;
  for (let k = 1; k <= length; k++) edges[below - k * width] = 0;
}

/** True when at least three of five heights along a vertical run have another edge 3 to 9 pixels beside it. */
function hasCompany(edges: Uint8Array, width: number, below: number, length: number): boolean {
  let rows = 0;
  for (let sample = 1; sample <= 5; sample++) {
    const at = below - width * Math.floor((length * sample) / 6);
    for (let x = 3; x <= 9; x++) {
      if (edges[at + x] || edges[at - x]) {
        rows++;
        break;
      }
    }
  }
  return rows >= 3;
}

/** Horizontal runs of edge pixels, row by row, joined to sets of touching runs. */
interface Runs {
  readonly count: number;
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly row: Int32Array;
  readonly ink: Int32Array;
  readonly parent: Int32Array;
}

function findRuns(edges: Uint8Array, width: number, height: number): Runs {
  // Runs of a row are more than RUN_GAP apart, and each covers a pixel: no row can hold more than this.
  const perRow = Math.ceil(width / (RUN_GAP + 2)) + 1;
  let capacity = Math.min(perRow * height, 1 << 16);
  let first = new Int32Array(capacity);
  let last = new Int32Array(capacity);
  let row = new Int32Array(capacity);
  let ink = new Int32Array(capacity);
  let parent = new Int32Array(capacity);
  let count = 0;
  let aboveStart = 0;
  let aboveEnd = 0;

  for (let y = 0; y < height; y++) {
    if (count + perRow > capacity) {
      capacity = Math.max(capacity * 2, count + perRow);
      [first, last, row, ink, parent] = [first, last, row, ink, parent].map((a) => enlarge(a, capacity)) as [
        Int32Array<ArrayBuffer>,
        Int32Array<ArrayBuffer>,
        Int32Array<ArrayBuffer>,
        Int32Array<ArrayBuffer>,
        Int32Array<ArrayBuffer>,
      ];
    }
    const start = count;
    const base = y * width;
    let x = 1;
    while (x < width) {
      if (edges[base + x] === 0) {
        x++;
        continue;
      }
      const from = x;
      let to = x;
      let pixels = 0;
      while (x < width && x - to <= RUN_GAP) {
        if (edges[base + x] === 1) {
          to = x;
          pixels++;
        }
        x++;
      }
      first[count] = from;
      last[count] = to;
      row[count] = y;
      ink[count] = pixels;
      parent[count] = count;
      count++;
    }
    // Join with the runs of the row above that touch, corners included.
    let above = aboveStart;
    for (let k = start; k < count; k++) {
      while (above < aboveEnd && last[above]! < first[k]! - 1) above++;
      for (let j = above; j < aboveEnd && first[j]! <= last[k]! + 1; j++) {
        const a = rootOf(parent, k);
        const b = rootOf(parent, j);
        if (a !== b) parent[a] = b;
      }
    }
    aboveStart = start;
    aboveEnd = count;
  }
  return { count, first, last, row, ink, parent };
}

/** The boxes around the sets of touching runs. */
function connect({ count, first, last, row, ink, parent }: Runs): Segment[] {
  const pieces = new Map<number, { left: number; top: number; right: number; bottom: number; ink: number }>();
  for (let k = 0; k < count; k++) {
    const root = rootOf(parent, k);
    const piece = pieces.get(root);
    if (!piece) {
      pieces.set(root, { left: first[k]!, top: row[k]!, right: last[k]!, bottom: row[k]!, ink: ink[k]! });
      continue;
    }
    if (first[k]! < piece.left) piece.left = first[k]!;
    if (last[k]! > piece.right) piece.right = last[k]!;
    if (row[k]! > piece.bottom) piece.bottom = row[k]!;
    piece.ink += ink[k]!;
  }
  // An edge lies between two pixels and is marked on the right one: the piece starts one pixel earlier.
  return Array.from(pieces.values(), (p) => ({
    x: p.left - 1,
    y: p.top,
    width: p.right - p.left + 2,
    height: p.bottom - p.top + 1,
    ink: p.ink,
  }));
}

export function rootOf(parent: Int32Array, index: number): number {
  let at = index;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}

function enlarge(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}
