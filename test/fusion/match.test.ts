import { describe, expect, it } from "vitest";
import { matchDetections, type TreeBox } from "../../src/fusion/match.js";
import { desktopRect } from "../../src/geometry/rect.js";
import type { Detection } from "../../src/vision/port.js";

const box = (role: TreeBox["role"], x: number, y: number, w: number, h: number, more = {}): TreeBox => ({
  box: desktopRect(x, y, w, h),
  role,
  context: false,
  trusted: true,
  ...more,
});
const seen = (
  role: Detection["role"],
  x: number,
  y: number,
  w: number,
  h: number,
  score = 0.8,
): Detection => ({
  box: desktopRect(x, y, w, h),
  role,
  label: role,
  score,
  scale: 1,
});

describe("matching detections with the tree", () => {
  it("merges a detection with the control at the same place, once", () => {
    const save = seen("button", 101, 99, 58, 27);
    const double = seen("textbox", 96, 98, 72, 34, 0.4);
    const { same, rest } = matchDetections([box("button", 100, 100, 60, 28)], [save, double]);
    expect(same.get(0)).toBe(save);
    expect(rest).toEqual([]);
  });

  it("gives each of two neighbours its own detection", () => {
    const a = seen("button", 0, 0, 50, 20);
    const b = seen("button", 50, 0, 50, 20);
    const { same } = matchDetections([box("button", 0, 0, 50, 20), box("button", 50, 0, 50, 20)], [b, a]);
    expect(same.get(0)).toBe(a);
    expect(same.get(1)).toBe(b);
  });

  it("takes a glyph inside a button for a part of the button", () => {
    expect(matchDetections([box("button", 0, 0, 120, 40)], [seen("icon", 10, 10, 20, 20)]).rest).toEqual([]);
  });

  it("keeps a control inside a list row, and not the row's picture", () => {
    const close = seen("button", 270, 5, 20, 20);
    const picture = seen("icon", 4, 4, 22, 22);
    const { rest } = matchDetections([box("listitem", 0, 0, 300, 30)], [close, picture]);
    expect(rest).toEqual([close]);
  });

  it("drops a box around several controls, which would swallow them", () => {
    const bar = seen("listitem", 0, 0, 400, 40);
    const tools = [0, 40, 80, 120].map((x) => box("button", x, 4, 32, 32));
    expect(matchDetections(tools, [bar]).rest).toEqual([]);
  });

  it("takes a loose box around a radio button and its label for the radio button", () => {
    expect(matchDetections([box("radio", 2, 3, 13, 13)], [seen("listitem", 0, 0, 80, 19)]).rest).toEqual([]);
    expect(matchDetections([box("radio", 30, 13, 13, 13)], [seen("button", 0, 0, 180, 40)]).rest).toEqual([]);
  });

  it("never lets a large area of the tree swallow what is drawn in it", () => {
    const drawn = [seen("button", 50, 50, 80, 30), seen("slider", 50, 100, 200, 12)];
    expect(matchDetections([box("canvas", 0, 0, 800, 600)], drawn).rest).toEqual(drawn);
    expect(matchDetections([box("generic", 0, 0, 800, 600)], drawn).rest).toEqual(drawn);
  });

  it("does not take static text of the tree for a link, but keeps a button there", () => {
    const label = box("label", 10, 10, 100, 16, { context: true });
    expect(matchDetections([label], [seen("link", 9, 9, 102, 18)]).rest).toEqual([]);
    const button = seen("button", 9, 9, 102, 18);
    expect(matchDetections([label], [button]).rest).toEqual([button]);
  });

  it("matches nothing with a box that cannot be trusted", () => {
    const save = seen("button", 0, 0, 60, 28);
    const { same, rest } = matchDetections([box("button", 0, 0, 60, 28, { trusted: false })], [save]);
    expect(same.size).toBe(0);
    expect(rest).toEqual([save]);
  });
});
