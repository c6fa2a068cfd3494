import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameLayout, virtualDesktop, visibleOn } from "../../src/geometry/displays.js";
import {
  area,
  containment,
  desktopRect,
  envelope,
  frameRect,
  intersect,
  iou,
  isSolid,
  pixelCover,
  type Rect,
  subtract,
} from "../../src/geometry/rect.js";

const small = fc.integer({ min: 0, max: 40 });
const anyRect = fc
  .tuple(small, small, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
  .map(([x, y, w, h]) => desktopRect(x, y, w, h));

describe("rectangles", () => {
  it("do not mix spaces (checked by the compiler)", () => {
    const clickable = (r: Rect<"desktop">) => r.x;
    const branded: Rect<"frame"> = frameRect(1, 2, 3, 4);
    // @ts-expect-error a frame rectangle is not a desktop rectangle
    expect(clickable(branded)).toBe(1);
  });

  it("subtract leaves exactly the pixels outside the hole, without overlap", () => {
    fc.assert(
      fc.property(anyRect, anyRect, (r, hole) => {
        const parts = subtract(r, hole);
        for (let y = r.y; y < r.y + r.height; y++)
          for (let x = r.x; x < r.x + r.width; x++) {
            const inHole = x >= hole.x && x < hole.x + hole.width && y >= hole.y && y < hole.y + hole.height;
            const n = parts.filter(
              (p) => x >= p.x && x < p.x + p.width && y >= p.y && y < p.y + p.height,
            ).length;
            expect(n).toBe(inHole ? 0 : 1);
          }
      }),
      { numRuns: 60 },
    );
  });

  it("iou and containment are what the pixels say", () => {
    fc.assert(
      fc.property(anyRect, anyRect, (a, b) => {
        const cut = intersect(a, b);
        const i = cut ? area(cut) : 0;
        expect(iou(a, b)).toBeCloseTo(i / (area(a) + area(b) - i), 12);
        expect(containment(a, b)).toBeCloseTo(i / area(a), 12);
        expect(containment(a, envelope(a, b))).toBe(1);
      }),
    );
  });

  it("has no area for NaN, infinity, zero and negative sizes", () => {
    for (const bad of [0, -4, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(isSolid(desktopRect(0, 0, bad, 5))).toBe(false);
      expect(area(desktopRect(0, 0, bad, 5))).toBe(0);
      expect(containment(desktopRect(0, 0, bad, 5), desktopRect(0, 0, 9, 9))).toBe(0);
    }
  });

  it("covers whole pixels", () => {
    expect(pixelCover(desktopRect(0.2, -0.2, 1, 1))).toEqual({ x: 0, y: -1, width: 2, height: 2 });
  });
});

describe("displays", () => {
  const left = { id: "L", primary: false, bounds: desktopRect(-1920, 200, 1920, 1080) };
  const main = { id: "M", primary: true, bounds: desktopRect(0, 0, 2560, 1440) };

  it("span an envelope with negative origins", () => {
    expect(virtualDesktop([left, main])).toEqual({ x: -1920, y: 0, width: 4480, height: 1440 });
    expect(virtualDesktop([])).toBeUndefined();
  });

  it("do not count the dead area of the envelope as visible", () => {
    expect(visibleOn(desktopRect(-1900, 10, 100, 100), [left, main])).toEqual([]);
    expect(visibleOn(desktopRect(-50, 300, 100, 10), [left, main])).toEqual([
      { x: -50, y: 300, width: 50, height: 10 },
      { x: 0, y: 300, width: 50, height: 10 },
    ]);
    expect(visibleOn(desktopRect(Number.NaN, 0, 5, 5), [main])).toEqual([]);
  });

  it("compare layouts by place, size and scale, in any order", () => {
    expect(sameLayout([left, main], [main, left])).toBe(true);
    expect(sameLayout([left, main], [main])).toBe(false);
    expect(sameLayout([main], [{ ...main, bounds: desktopRect(0, 0, 2560, 1439) }])).toBe(false);
  });
});
