import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { area, bottom, containment, desktopRect, intersect, right } from "../../../src/geometry/rect.js";
import {
  closerPass,
  firstPass,
  type InputSize,
  OVERLAP,
  type Pass,
  scaleOf,
  tilePasses,
} from "../../../src/vision/detect/plan.js";

const FIXED: InputSize = { width: 1024, height: 768 };
const screen = fc
  .record({
    x: fc.integer({ min: -8000, max: 8000 }),
    y: fc.integer({ min: -8000, max: 8000 }),
    width: fc.integer({ min: 1, max: 7680 }),
    height: fc.integer({ min: 1, max: 4320 }),
  })
  .map(({ x, y, width, height }) => desktopRect(x, y, width, height));

/** Whatever is looked at lies in the picture, in whole pixels, and its content in the input. */
function expectSound({ view: { source, content }, input }: Pass, region: ReturnType<typeof desktopRect>) {
  expect(Object.values(source).every(Number.isInteger)).toBe(true);
  expect(containment(source, region)).toBe(1);
  expect(content.x).toBeGreaterThanOrEqual(0);
  expect(content.y).toBeGreaterThanOrEqual(0);
  expect(content.width).toBeGreaterThanOrEqual(1);
  expect(content.height).toBeGreaterThanOrEqual(1);
  expect(content.x + content.width).toBeLessThanOrEqual(input.width);
  expect(content.y + content.height).toBeLessThanOrEqual(input.height);
}

describe("the first pass", () => {
  it.each([
    [1280, 800, 1280, 832, 1],
    [1920, 1080, 1920, 1088, 1],
    [2560, 1600, 2560, 1600, 1],
    [3840, 2160, 1920, 1088, 0.5],
    [1, 1, 64, 64, 1],
  ])("sees %i x %i in %i x %i", (width, height, inputWidth, inputHeight, scale) => {
    const pass = firstPass(desktopRect(0, 0, width, height), "free", "full");
    expect(pass.input).toEqual({ width: inputWidth, height: inputHeight });
    expect(scaleOf(pass)).toBeCloseTo(scale, 3);
  });

  it("sees the whole of any picture, in an input of bounded size", () => {
    fc.assert(
      fc.property(screen, fc.constantFrom<InputSize>("free", FIXED), fc.boolean(), (region, size, fast) => {
        const pass = firstPass(region, size, fast ? "fast" : "full");
        expectSound(pass, region);
        expect(pass.view.source).toEqual(region);
        expect(scaleOf(pass)).toBeLessThanOrEqual(1);
        if (size === "free") {
          expect(pass.input.width % 64 || pass.input.height % 64).toBe(0);
          const { width, height } = pass.view.content;
          expect(pass.input.width - width).toBeLessThan(64);
          expect(pass.input.height - height).toBeLessThan(64);
          expect(area(pass.view.content)).toBeLessThanOrEqual(2560 * 1600 * 1.01);
        } else expect(pass.input).toEqual(FIXED);
        if (fast) expect(pass.input.width * pass.input.height).toBeLessThanOrEqual(1024 * 768);
      }),
    );
  });

  it("is small when an answer is wanted soon", () => {
    const pass = firstPass(desktopRect(0, 0, 1920, 1080), "free", "fast");
    expect(pass.input).toEqual({ width: 1024, height: 576 });
  });
});

describe("tiles", () => {
  it("are not wanted where the first pass saw native pixels, nor for a model of one size", () => {
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
      [2560, 1440],
    ] as const) {
      const region = desktopRect(0, 0, width, height);
      expect(tilePasses(region, firstPass(region, "free", "full"), "free")).toEqual([]);
    }
    const large = desktopRect(0, 0, 3840, 2160);
    expect(tilePasses(large, firstPass(large, FIXED, "full"), FIXED)).toEqual([]);
  });

  it("show a 4K picture as it is in four parts", () => {
    const region = desktopRect(-3840, 0, 3840, 2160);
    const tiles = tilePasses(region, firstPass(region, "free", "full"), "free");
    expect(tiles).toHaveLength(4);
    for (const tile of tiles) expect(scaleOf(tile)).toBe(1);
  });

  it("cover any picture; what is smaller than the overlap lies whole in one of them", () => {
    fc.assert(
      fc.property(
        screen,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (region, atX, atY) => {
          const first = firstPass(region, "free", "full");
          const tiles = tilePasses(region, first, "free");
          for (const tile of tiles) {
            expectSound(tile, region);
            expect(scaleOf(tile)).toBeGreaterThan(scaleOf(first));
            expect(tile.input.width * tile.input.height).toBeLessThan(2.6e6);
          }
          if (tiles.length === 0) return;
          const side = Math.min(OVERLAP - 1, region.width, region.height);
          const control = desktopRect(
            region.x + Math.floor(atX * (region.width - side)),
            region.y + Math.floor(atY * (region.height - side)),
            side,
            side,
          );
          expect(tiles.some(({ view }) => containment(control, view.source) === 1)).toBe(true);
        },
      ),
    );
  });
});

describe("a closer look", () => {
  it("enlarges a small part at most twice, and a large one as far as one pass allows", () => {
    const region = desktopRect(0, 0, 1920, 1080);
    const small = closerPass(desktopRect(100.4, 50, 300, 200), region, "free", 1)!;
    expect(scaleOf(small)).toBe(2);
    expect(small.view.source).toEqual({ x: 100, y: 50, width: 301, height: 200 });
    const large = closerPass(desktopRect(0, 0, 1280, 720), region, "free", 1)!;
    expect(scaleOf(large)).toBeCloseTo(1.5, 1);
  });

  it("is left out where it would show little more, or nothing", () => {
    const region = desktopRect(0, 0, 1920, 1080);
    expect(closerPass(region, region, "free", 1)).toBeUndefined();
    expect(closerPass(desktopRect(2000, 0, 100, 100), region, "free", 1)).toBeUndefined();
  });

  it("lies in the picture, for any part of any picture", () => {
    fc.assert(
      fc.property(screen, screen, fc.constantFrom<InputSize>("free", FIXED), (region, part, size) => {
        const pass = closerPass(part, region, size, 0.1);
        if (!intersect(part, region)) expect(pass).toBeUndefined();
        else if (pass) {
          expectSound(pass, region);
          expect(scaleOf(pass)).toBeLessThanOrEqual(2.1);
          expect(right(pass.view.source)).toBeLessThanOrEqual(right(region));
          expect(bottom(pass.view.source)).toBeLessThanOrEqual(bottom(region));
        }
      }),
    );
  });
});
