import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { iou } from "../../../src/geometry/rect.js";
import { decodeHead } from "../../../src/vision/detect/decode.js";

/** [x, y, width, height, ...scores] per anchor → the head's memory, rows first. */
function head(anchors: number[][]): { data: Float32Array; dims: number[] } {
  const rows = anchors[0]!.length;
  const data = new Float32Array(rows * anchors.length);
  anchors.forEach((values, a) => {
    values.forEach((value, row) => {
      data[row * anchors.length + a] = value;
    });
  });
  return { data, dims: [1, rows, anchors.length] };
}

describe("decodeHead (VIS-1)", () => {
  it("turns centres into corners, drops low scores, puts the best first", () => {
    const { data, dims } = head([
      [50, 40, 20, 10, 0.3, 0.1],
      [100, 100, 40, 40, 0.05, 0.9],
      [10, 10, 4, 4, 0.2, 0.2],
    ]);
    expect(decodeHead(data, dims, { thresholds: [0.25, 0.25] })).toEqual([
      { box: { x: 80, y: 80, width: 40, height: 40 }, classIndex: 1, score: expect.closeTo(0.9, 5) },
      { box: { x: 40, y: 35, width: 20, height: 10 }, classIndex: 0, score: expect.closeTo(0.3, 5) },
    ]);
  });

  it("reads a one-class export and anchors-first order alike", () => {
    const values = [
      [50, 40, 20, 10, 0.8],
      [100, 100, 40, 40, 0.4],
    ];
    const rowsFirst = head(values);
    const anchorsFirst = { data: Float32Array.from(values.flat()), dims: [1, 2, 5] };
    expect(decodeHead(anchorsFirst.data, anchorsFirst.dims, { thresholds: [0.1] })).toEqual(
      decodeHead(rowsFirst.data, rowsFirst.dims, { thresholds: [0.1] }),
    );
  });

  it("refuses a head of another number of classes", () => {
    expect(() => decodeHead(new Float32Array(84), [1, 84, 1], { thresholds: Array(14).fill(0.1) })).toThrow(
      /\[1, 84, 1\]/,
    );
  });

  it("refuses grids that do not have the head's anchors", () => {
    const { data, dims } = head([[50, 40, 20, 10, 0.8]]);
    const sides = (strides: number[]) => ({ thresholds: [0.1], sides: { strides, width: 64, height: 64 } });
    expect(decodeHead(data, dims, sides([64]))).toHaveLength(1);
    expect(() => decodeHead(data, dims, sides([8, 16, 32]))).toThrow(
      /1 anchors, .*8, 16, 32 have 84.*"sides"/,
    );
  });

  it("gives states and the place to click, and only classes that are wanted", () => {
    const { data, dims } = head([
      [50, 40, 20, 10, 0.3, 0.9, 0.8, 0.1, 46, 41],
      [90, 40, 20, 10, 0.1, 0.9, 0.8, 0.1, 46, 41],
    ]);
    const layout = { thresholds: [0.25, Number.POSITIVE_INFINITY], states: 2, point: true };
    const close = (x: number) => expect.closeTo(x, 5);
    expect(decodeHead(data, dims, layout)).toEqual([
      {
        box: { x: 40, y: 35, width: 20, height: 10 },
        classIndex: 0,
        score: close(0.3),
        states: [close(0.8), close(0.1)],
        point: { x: 46, y: 41 },
      },
    ]);
    expect(() => decodeHead(data, dims, { ...layout, point: false })).toThrow(/not \[1, 8, anchors\]/);
  });

  it("takes the class that exceeds its own threshold most", () => {
    const { data, dims } = head([[50, 40, 20, 10, 0.5, 0.4]]);
    expect(decodeHead(data, dims, { thresholds: [0.4, 0.2] })).toMatchObject([
      { classIndex: 1, score: expect.closeTo(0.4, 5) },
    ]);
  });

  it("keeps one of neighbouring anchors, as comparing each with each would", () => {
    const anchor = fc.tuple(
      fc.integer({ min: -40, max: 700 }),
      fc.integer({ min: -40, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 200 }),
      fc.float({ min: Math.fround(0.2), max: 1, noNaN: true }),
    );
    const near = fc
      .tuple(anchor, fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 8, maxLength: 8 }))
      .map(([[x, y, w, h, score], [a, b, c, d, ...shifts]]) => [
        [x, y, w, h, score],
        [x + a!, y + b!, w + Math.abs(c!), h + Math.abs(d!), score * 0.9],
        ...shifts.map((s) => [x + s, y - s, w, h, score * 0.8]),
      ]);
    fc.assert(
      fc.property(
        fc.array(near, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(0.5, 0.6, 0.75),
        (list, limit) => {
          const { data, dims } = head(list.flat());
          const all = decodeHead(data, dims, { thresholds: [0.1] });
          const kept: typeof all = [];
          for (const one of all) if (!kept.some((k) => iou(k.box, one.box) > limit)) kept.push(one);
          expect(decodeHead(data, dims, { thresholds: [0.1], iou: limit })).toEqual(kept);
        },
      ),
    );
  });

  it("drops boxes that are not finite or have no area", () => {
    const { data, dims } = head([
      [Number.NaN, 0, 5, 5, 0.9],
      [0, 0, Number.NaN, 5, 0.9],
      [0, 0, 0, 5, 0.9],
      [0, 0, -4, 5, 0.9],
      [0, 0, Number.POSITIVE_INFINITY, 5, 0.9],
    ]);
    expect(decodeHead(data, dims, { thresholds: [0.1] })).toEqual([]);
  });

  it("bounds the candidates of a noisy picture", () => {
    const { data, dims } = head(Array.from({ length: 5000 }, (_, i) => [i, i, 5, 5, 0.5]));
    expect(decodeHead(data, dims, { thresholds: [0.1] })).toHaveLength(4000);
  });
});
