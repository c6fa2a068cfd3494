import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Display } from "../../src/geometry/displays.js";
import { area, desktopRect, type Rect } from "../../src/geometry/rect.js";
import { checkGeometry, onScreen } from "../../src/safety/geometry.js";

const display = (id: string, x: number, y: number, w: number, h: number): Display => ({
  id,
  bounds: desktopRect(x, y, w, h),
  primary: id === "a",
});

/** Two monitors whose envelope has dead areas: an L. */
const L_SHAPE = [display("a", 0, 0, 1920, 1080), display("b", -1280, 300, 1280, 1024)];

const check = (bounds: Rect<"desktop"> | undefined, more: { alpha?: number; hidden?: boolean } = {}) =>
  checkGeometry(
    { bounds, hidden: more.hidden ?? false, ...(more.alpha === undefined ? {} : { alpha: more.alpha }) },
    L_SHAPE,
  );

const at = (width: number, height: number, x = 10, y = 10) => desktopRect(x, y, width, height);

describe("checkGeometry", () => {
  it.each([
    ["2 px wide (SAF-1)", at(2, 30), "tiny"],
    ["2 px high (SAF-1)", at(30, 2), "tiny"],
    ["1x1 (source 6.4)", at(1, 1, -9999, -9999), "tiny"],
    ["0x0", at(0, 0), "tiny"],
    ["negative size (AXL-8)", at(-5, 30), "tiny"],
    ["NaN width: NaN <= 2 is false (trap 40)", at(Number.NaN, 30), "not-finite"],
    ["NaN height", at(30, Number.NaN), "not-finite"],
    ["NaN x", at(30, 30, Number.NaN), "not-finite"],
    ["infinite width", at(Number.POSITIVE_INFINITY, 30), "not-finite"],
    ["INT_MIN sentinel (AXL-8)", at(30, 30, -2147483648, -2147483648), "offscreen"],
    ["INT_MIN in all four", at(-2147483648, -2147483648, -2147483648, -2147483648), "tiny"],
    ["far left (source 6.4)", at(200, 30, -9999, -9999), "offscreen"],
    ["beside all monitors", at(200, 30, 1920, 10), "offscreen"],
    ["dead area of the envelope, top left (SAF-2, trap 45)", at(200, 100, -1000, 50), "offscreen"],
    ["dead area of the envelope, bottom right", at(200, 100, 1000, 1200), "offscreen"],
    ["sum beyond the largest double", at(1e308, 30, 1e308, 10), "offscreen"],
  ] as const)("drops %s", (_, bounds, reason) => {
    expect(check(bounds)).toEqual({ ok: false, reason });
  });

  it("keeps 2.01 and 3 px (SAF-1 boundary)", () => {
    expect(check(at(2.01, 2.01)).ok).toBe(true);
    expect(check(at(3, 3)).ok).toBe(true);
  });

  it("drops a node without a rectangle", () => {
    expect(check(undefined)).toEqual({ ok: false, reason: "no-geometry" });
  });

  it.each([
    [0.05, true],
    [0.049, false],
    [0, false],
    [1, true],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    [-1, false],
  ])("alpha %f passes: %s (SAF-3)", (alpha, ok) => {
    expect(check(at(30, 30), { alpha })).toEqual(
      ok ? { ok: true, visible: [at(30, 30)] } : { ok: false, reason: "transparent" },
    );
  });

  it("passes an unknown alpha to the pixel check (SAF-3)", () => {
    expect(check(at(30, 30)).ok).toBe(true);
  });

  it("drops what is hidden", () => {
    expect(check(at(30, 30), { hidden: true })).toEqual({ ok: false, reason: "hidden" });
  });

  it("keeps negative coordinates of a monitor on the left, and clips to it", () => {
    expect(check(at(400, 50, -1400, 500))).toEqual({ ok: true, visible: [desktopRect(-1280, 500, 280, 50)] });
  });

  it("has nothing on screen without displays", () => {
    expect(checkGeometry({ bounds: at(30, 30), hidden: false }, [])).toEqual({
      ok: false,
      reason: "offscreen",
    });
  });
});

describe("onScreen", () => {
  it("joins the halves of a box across two monitors", () => {
    const pair = [display("a", 0, 0, 100, 100), display("b", 100, 0, 100, 100)];
    expect(onScreen(desktopRect(80, 10, 40, 20), pair)).toEqual([desktopRect(80, 10, 40, 20)]);
  });

  it("counts mirrored monitors once", () => {
    const mirrored = [
      display("a", 0, 0, 100, 100),
      display("b", 0, 0, 100, 100),
      display("c", 50, 50, 100, 100),
    ];
    const parts = onScreen(desktopRect(0, 0, 150, 150), mirrored);
    expect(parts.reduce((sum, p) => sum + area(p), 0)).toBe(100 * 100 + 100 * 100 - 50 * 50);
  });

  it("covers exactly the pixels that some monitor shows", () => {
    const small = fc.integer({ min: -8, max: 8 });
    const size = fc.integer({ min: 1, max: 9 });
    const rect = fc.tuple(small, small, size, size).map(([x, y, w, h]) => desktopRect(x, y, w, h));
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 4 }), (box, bounds) => {
        const displays = bounds.map((b, i) => ({ id: String(i), bounds: b, primary: false }));
        const parts = onScreen(box, displays);
        const holds = (r: Rect<"desktop">, x: number, y: number) =>
          x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
        for (let y = box.y; y < box.y + box.height; y++)
          for (let x = box.x; x < box.x + box.width; x++)
            expect(parts.filter((p) => holds(p, x, y)).length).toBe(
              bounds.some((b) => holds(b, x, y)) ? 1 : 0,
            );
      }),
      { numRuns: 200 },
    );
  });
});
