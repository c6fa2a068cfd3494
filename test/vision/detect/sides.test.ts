import { describe, expect, it } from "vitest";
import type { Rect } from "../../../src/geometry/rect.js";
import { type AnchorGrid, anchorsOf, type Telling, tellSides } from "../../../src/vision/detect/sides.js";

const grid: AnchorGrid = { strides: [8, 16, 32], width: 640, height: 128 };
const rect = (x: number, y: number, width: number, height: number) =>
  ({ x, y, width, height }) as Rect<"frame">;
const centred = ({ x, y, width, height }: Rect<"frame">) =>
  [x + width / 2, y + height / 2, width, height] as const;

/** Where an anchor of the finest grid lies. */
const placeOf = (anchor: number) => ({
  x: ((anchor % (grid.width / 8)) + 0.5) * 8,
  y: (Math.floor(anchor / (grid.width / 8)) + 0.5) * 8,
});

/** Anchors that tell a side the worse the farther they are from it, as the network does. */
const network =
  (truth: Rect<"frame">): Telling =>
  (anchor) => {
    const { x } = placeOf(anchor);
    const left = truth.x + 0.2 * Math.max(0, x - truth.x - 24);
    const right = truth.x + truth.width - 0.2 * Math.max(0, truth.x + truth.width - x - 24);
    return [(left + right) / 2, truth.y + truth.height / 2, right - left, truth.height];
  };

describe("tellSides", () => {
  const truth = rect(24, 40, 560, 22);
  const seen = rect(80, 40, 450, 22);

  it("moves the ends of a wide box to where the anchors beside them have them", () => {
    const told = tellSides(seen, grid, network(truth));
    expect(Math.abs(told.x - truth.x)).toBeLessThan(12);
    expect(Math.abs(told.x + told.width - (truth.x + truth.width))).toBeLessThan(12);
    expect(told).toMatchObject({ y: 40, height: 22 });
  });

  it("does the same with a tall box", () => {
    const tall: AnchorGrid = { strides: [8], width: 128, height: 640 };
    const side = rect(40, 24, 22, 560);
    const tell: Telling = (anchor) => {
      const y = (Math.floor(anchor / 16) + 0.5) * 8;
      const top = side.y + 0.2 * Math.max(0, y - side.y - 24);
      return [51, (top + side.y + side.height) / 2, 22, side.y + side.height - top];
    };
    expect(tellSides(rect(40, 70, 22, 514), tall, tell).y).toBeLessThan(36);
  });

  it("leaves small boxes alone, and those that the anchors beside them do not know", () => {
    expect(tellSides(rect(40, 40, 60, 20), grid, network(truth))).toEqual(rect(40, 40, 60, 20));
    const neighbour = rect(24, 10, 560, 80);
    expect(tellSides(seen, grid, () => centred(neighbour))).toEqual(seen);
    const glyph = rect(84, 42, 16, 16);
    expect(tellSides(seen, grid, () => centred(glyph))).toEqual(seen);
  });

  it("does not believe in a side far away, and nothing beyond the picture", () => {
    const most = rect(4, 40, 630, 22);
    const told = tellSides(rect(300, 40, 200, 22), grid, () => centred(most));
    expect(told).toEqual(rect(300, 40, 200, 22));
    expect(tellSides(rect(-200, -50, 900, 40), grid, network(truth)).height).toBe(40);
    expect(tellSides(rect(600, 100, 400, 400), grid, network(truth))).toEqual(rect(600, 100, 400, 400));
  });

  it("counts anchors as the head lists them", () => {
    expect(anchorsOf(grid)).toBe(80 * 16 + 40 * 8 + 20 * 4);
  });
});
