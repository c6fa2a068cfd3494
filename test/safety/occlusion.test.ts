import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Display } from "../../src/geometry/displays.js";
import { area, desktopRect, type Rect } from "../../src/geometry/rect.js";
import {
  clickPoint,
  covered,
  MAX_PIECES,
  sightOf,
  visibleFraction,
  visibleParts,
} from "../../src/safety/occlusion.js";

const SCREEN: readonly Display[] = [{ id: "a", bounds: desktopRect(0, 0, 1000, 800), primary: true }];
const BOX = desktopRect(100, 100, 100, 40);

const holds = (r: Rect<"desktop">, x: number, y: number) =>
  x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;

describe("visibleParts", () => {
  it("is the whole box when nothing lies above", () => {
    expect(visibleParts(BOX, [], SCREEN)).toEqual([BOX]);
  });

  it("is empty under a window that covers it all", () => {
    expect(visibleParts(BOX, [desktopRect(0, 0, 500, 500)], SCREEN)).toEqual([]);
  });

  it("is what two windows leave", () => {
    const parts = visibleParts(BOX, [desktopRect(0, 0, 150, 500), desktopRect(180, 0, 500, 500)], SCREEN);
    expect(parts).toEqual([desktopRect(150, 100, 30, 40)]);
  });

  it("takes a coverer that cannot be placed for one that covers everything", () => {
    expect(visibleParts(BOX, [desktopRect(Number.NaN, 0, 10, 10)], SCREEN)).toEqual([]);
  });

  it("takes an infinite coverer for what it is, and one without area for nothing", () => {
    expect(visibleParts(BOX, [desktopRect(150, 120, 0, 10)], SCREEN)).toEqual([BOX]);
  });

  it("holds exactly the uncovered pixels", () => {
    const n = fc.integer({ min: 0, max: 12 });
    const rect = fc.tuple(n, n, n, n).map(([x, y, w, h]) => desktopRect(x, y, w + 1, h + 1));
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 6 }), (box, coverers) => {
        const parts = visibleParts(box, coverers, SCREEN);
        for (let y = box.y; y < box.y + box.height; y++)
          for (let x = box.x; x < box.x + box.width; x++)
            expect(parts.filter((p) => holds(p, x, y)).length).toBe(
              coverers.some((c) => holds(c, x, y)) ? 0 : 1,
            );
      }),
      { numRuns: 300 },
    );
  });

  it("stays bounded under a thousand small windows, and claims no covered pixel", () => {
    const coverers = Array.from({ length: 1000 }, (_, i) =>
      desktopRect((i % 40) * 25 + 5, Math.floor(i / 40) * 30 + 5, 5, 5),
    );
    const started = performance.now();
    const parts = visibleParts(desktopRect(0, 0, 1000, 800), coverers, SCREEN);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(parts.length).toBeLessThanOrEqual(MAX_PIECES);
    expect(parts.length).toBeGreaterThan(0);
    for (const p of parts)
      for (const c of coverers) {
        const apart =
          p.x + p.width <= c.x || c.x + c.width <= p.x || p.y + p.height <= c.y || c.y + c.height <= p.y;
        expect(apart).toBe(true);
      }
  });
});

describe("clickPoint", () => {
  it("is the pixel that holds the centre of an uncovered box", () => {
    expect(clickPoint([BOX])).toEqual({ x: 150, y: 120 });
    expect(clickPoint([desktopRect(10, 10, 3, 3)])).toEqual({ x: 11, y: 11 });
    expect(clickPoint([desktopRect(-5, -5, 4, 4)])).toEqual({ x: -3, y: -3 });
  });

  it("is on the screen for a box whose raw centre is not (trap 44)", () => {
    const parts = visibleParts(desktopRect(950, 700, 400, 400), [], SCREEN);
    expect(clickPoint(parts)).toEqual({ x: 975, y: 750 });
  });

  it("is outside of a window over the middle (FUS-4)", () => {
    const cover = desktopRect(130, 90, 40, 60);
    const point = clickPoint(visibleParts(BOX, [cover], SCREEN));
    expect(point).toBeDefined();
    expect(holds(cover, point!.x, point!.y)).toBe(false);
    expect(holds(BOX, point!.x, point!.y)).toBe(true);
  });

  it("does not exist in slivers", () => {
    expect(clickPoint([desktopRect(0, 0, 2, 500), desktopRect(0, 0, 500, 2.9)])).toBeUndefined();
    expect(clickPoint([])).toBeUndefined();
  });

  it("always lies in one of the parts", () => {
    const f = fc.double({ min: -500, max: 500, noNaN: true });
    const s = fc.double({ min: 0.1, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(f, f, s, s), { minLength: 1, maxLength: 5 }), (list) => {
        const parts = list.map(([x, y, w, h]) => desktopRect(x, y, w, h));
        const p = clickPoint(parts);
        const usable = parts.some((r) => r.width >= 3 && r.height >= 3);
        expect(p !== undefined).toBe(usable);
        if (p) expect(parts.some((r) => holds(r, p.x + 0.5, p.y + 0.5) || holds(r, p.x, p.y))).toBe(true);
      }),
    );
  });
});

describe("visibleFraction", () => {
  it("is the share of the area", () => {
    expect(visibleFraction(BOX, [BOX])).toBe(1);
    expect(visibleFraction(BOX, [])).toBe(0);
    expect(visibleFraction(BOX, visibleParts(BOX, [desktopRect(100, 100, 50, 40)], SCREEN))).toBe(0.5);
    expect(visibleFraction(desktopRect(0, 0, 0, 0), [])).toBe(0);
    expect(area(BOX)).toBe(4000);
  });
});

describe("what is left of a covered box", () => {
  const left = (...covers: Rect<"desktop">[]) => sightOf(BOX, covers, SCREEN);

  it("is a share of what the screen could show", () => {
    expect(left().share).toBe(1);
    expect(left(desktopRect(100, 100, 50, 40)).share).toBe(0.5);
    expect(left(BOX)).toEqual({ parts: [], share: 0 });
    const edge = sightOf(desktopRect(950, 100, 100, 40), [desktopRect(950, 100, 25, 40)], SCREEN);
    expect(edge.share).toBe(0.5);
    expect(sightOf(desktopRect(2000, 0, 10, 10), [], SCREEN).share).toBe(0);
  });

  it("is enough of a control that displays its name from a quarter with words, from a half without", () => {
    const showing = (width: number) => left(desktopRect(100 + width, 100, 100, 40));
    expect([24, 25, 49, 50].map((w) => covered(showing(w), true, true))).toEqual([true, false, false, false]);
    expect([24, 25, 49, 50].map((w) => covered(showing(w), true, false))).toEqual([true, true, true, false]);
  });

  it("is enough of a field where a line of text has room", () => {
    const field = desktopRect(0, 0, 900, 700);
    const strip = (w: number, h: number) =>
      sightOf(field, [desktopRect(w, 0, 900, 700), desktopRect(0, h, 900, 700)], SCREEN);
    expect(covered(strip(48, 16), false, false)).toBe(false);
    expect(covered(strip(47, 700), false, false)).toBe(true);
    expect(covered(strip(900, 15), false, false)).toBe(true);
    expect(covered(strip(900, 175), false, false)).toBe(false);
  });
});
