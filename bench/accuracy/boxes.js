// @ts-check
/** Boxes as truth files write them: [left, top, right, bottom] in picture pixels, right and bottom outside. */

/** @typedef {readonly [number, number, number, number]} Box */

/** @param {{x: number, y: number, width: number, height: number}} r @returns {Box} */
export const fromRect = (r) => [r.x, r.y, r.x + r.width, r.y + r.height];

/** @param {Box} b */
export const areaOf = (b) => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);

/** @param {Box} b */
export const shortSide = (b) => Math.min(b[2] - b[0], b[3] - b[1]);

/** The common part; without area when there is none. @param {Box} a @param {Box} b @returns {Box} */
export const cut = (a, b) => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** @param {Box} a @param {Box} b @returns {Box} */
export const around = (a, b) => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/** Intersection over union, 0 to 1. @param {Box} a @param {Box} b */
export function iou(a, b) {
  const common = areaOf(cut(a, b));
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common);
}

/** The share of `inner` that lies in `outer`, 0 to 1. @param {Box} inner @param {Box} outer */
export const shareInside = (inner, outer) =>
  areaOf(inner) === 0 ? 0 : areaOf(cut(inner, outer)) / areaOf(inner);

/** @param {Box} b @returns {readonly [number, number]} */
export const middle = (b) => [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2];

/** @param {Box} b @param {readonly [number, number]} p */
export const holds = (b, [x, y]) => x >= b[0] && x < b[2] && y >= b[1] && y < b[3];

/** Whole pixels that hold the box. @param {Box} b @returns {Box} */
export const wholePixels = (b) => [
  Math.floor(b[0] + 0.01),
  Math.floor(b[1] + 0.01),
  Math.ceil(b[2] - 0.01),
  Math.ceil(b[3] - 0.01),
];

/**
 * What is left of a box under others, as boxes that do not overlap.
 * @param {Box} box @param {readonly Box[]} covers @returns {Box[]}
 */
export function uncovered(box, covers) {
  /** @type {Box[]} */
  let left = [box];
  for (const cover of covers) {
    left = left.flatMap((piece) => {
      const hole = cut(piece, cover);
      if (areaOf(hole) === 0) return [piece];
      /** @type {Box[]} */
      const around = [
        [piece[0], piece[1], piece[2], hole[1]],
        [piece[0], hole[3], piece[2], piece[3]],
        [piece[0], hole[1], hole[0], hole[3]],
        [hole[2], hole[1], piece[2], hole[3]],
      ];
      return around.filter((b) => areaOf(b) > 0);
    });
  }
  return left;
}
