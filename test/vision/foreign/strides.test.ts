import { describe, expect, it } from "vitest";
import { decodeStrides, strideClasses } from "../../../src/vision/foreign/strides.js";
import type { TensorOut } from "../../../src/vision/runtime.js";

const input = { width: 64, height: 32 };
const STRIDES = [8, 16, 32];

const grid = (stride: number, channels: number, fill = 0): TensorOut => {
  const dims = [1, channels, input.height / stride, input.width / stride];
  return { dims, data: new Float32Array(dims.reduce((a, b) => a * b)).fill(fill) };
};
const set = ({ data, dims }: TensorOut, channel: number, x: number, y: number, value: number) => {
  data[(channel * dims[2]! + y) * dims[3]! + x] = value;
};

describe("raw heads of three strides", () => {
  it("takes a distance as the mean of its distribution", () => {
    const outputs = STRIDES.map((stride) => grid(stride, 4 * 16 + 3, -20));
    const [fine] = outputs;
    set(fine!, 64 + 2, 5, 1, 2);
    // Left: all in bin 3. Up: half in bin 0, half in bin 2. Right: even over 16 bins. Down: all in bin 1.
    set(fine!, 3, 5, 1, 20);
    set(fine!, 16, 5, 1, 20);
    set(fine!, 16 + 2, 5, 1, 20);
    set(fine!, 48 + 1, 5, 1, 20);
    const [box, ...more] = decodeStrides(outputs, input, [0.5, 0.5, 0.5]);
    expect(more).toEqual([]);
    expect(box).toMatchObject({ classIndex: 2, score: expect.closeTo(1 / (1 + Math.exp(-2)), 6) });
    expect(box!.box).toEqual({
      x: expect.closeTo(44 - 3 * 8, 3),
      y: expect.closeTo(12 - 1 * 8, 3),
      width: expect.closeTo((3 + 7.5) * 8, 3),
      height: expect.closeTo((1 + 1) * 8, 3),
    });
  });

  it("takes logits and distances in two tensors, in either order, and passes over others", () => {
    const pairs = STRIDES.flatMap((stride) => {
      const logits = grid(stride, 1, -9);
      if (stride === 32) set(logits, 0, 1, 0, 3);
      return [logits, grid(stride, 4, 0.5)];
    });
    const auxiliary: TensorOut = { dims: [1, 16, 4, 4, 8], data: new Float32Array(2048) };
    const expected = [
      { box: { x: 32, y: 0, width: 32, height: 32 }, classIndex: 0, score: expect.any(Number) },
    ];
    expect(decodeStrides([...pairs, auxiliary], input, [0.3])).toEqual(expected);
    expect(decodeStrides([...pairs].reverse(), input, [0.3])).toEqual(expected);
  });

  it("gives one box for each cell, of the best class above its own threshold", () => {
    const outputs = STRIDES.map((stride) => grid(stride, 4 + 2, -9));
    for (const output of outputs)
      for (let channel = 0; channel < 4; channel++) output.data.fill(1, 0, channel);
    const fine = outputs[0]!;
    for (let channel = 0; channel < 4; channel++) set(fine, channel, 2, 2, 1);
    set(fine, 4, 2, 2, 2);
    set(fine, 5, 2, 2, 1);
    expect(decodeStrides(outputs, input, [0.5, 0.5]).map(({ classIndex }) => classIndex)).toEqual([0]);
    expect(decodeStrides(outputs, input, [0.95, 0.5]).map(({ classIndex }) => classIndex)).toEqual([1]);
  });

  it("tells how many classes a head is for, and what is none", () => {
    expect(
      strideClasses(
        STRIDES.map((stride) => grid(stride, 64 + 80)),
        input,
      ),
    ).toBe(80);
    expect(
      strideClasses(
        STRIDES.flatMap((s) => [grid(s, 1), grid(s, 4)]),
        input,
      ),
    ).toBe(1);
    expect(
      strideClasses(
        STRIDES.flatMap((s) => [grid(s, 64), grid(s, 7)]),
        input,
      ),
    ).toBe(7);
    expect(strideClasses([grid(8, 64)], input)).toBeUndefined();
    expect(
      strideClasses(
        STRIDES.map((stride) => grid(stride, 32)),
        input,
      ),
    ).toBeUndefined();
    expect(strideClasses([{ dims: [1, 5, 42], data: new Float32Array(210) }], input)).toBeUndefined();
  });

  it("drops boxes that are no boxes and refuses outputs for another number of classes", () => {
    const outputs = STRIDES.map((stride) => grid(stride, 4 + 1, Number.NaN));
    for (const output of outputs) output.data.fill(5, (output.data.length / 5) * 4);
    expect(decodeStrides(outputs, input, [0.5])).toEqual([]);
    expect(() => decodeStrides(outputs, input, [0.5, 0.5])).toThrow(/no grids for 2 classes/);
    expect(() => decodeStrides([], input, [0.5])).toThrow(/no grids/);
  });
});
