import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FRAME_HEIGHT,
  FRAME_WIDTH,
  frameToPixel,
  letterbox,
  modelToPixel,
  pixelToFrame,
  rectToDesktop,
  rectToFrame,
} from "../../src/geometry/letterbox.js";
import { desktopRect } from "../../src/geometry/rect.js";

const SIZES: [number, number][] = [
  [1, 1],
  [8000, 1],
  [1, 8000],
  [640, 480],
  [800, 600],
  [1023, 767],
  [1024, 768],
  [1025, 769],
  [1080, 1920],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [1920, 1200],
  [2560, 1080],
  [2560, 1600],
  [3440, 1440],
  [3840, 2160],
  [7680, 4320],
  [1365, 1023],
];

describe("letterbox", () => {
  it("has the content rectangles of the design for well-known sizes", () => {
    expect(letterbox(desktopRect(0, 0, 1920, 1080)).content).toEqual({
      x: 0,
      y: 96,
      width: 1024,
      height: 576,
    });
    expect(letterbox(desktopRect(0, 0, 1080, 1920)).content).toEqual({
      x: 296,
      y: 0,
      width: 432,
      height: 768,
    });
    expect(letterbox(desktopRect(0, 0, 800, 600)).content).toEqual({
      x: 112,
      y: 84,
      width: 800,
      height: 600,
    });
    expect(letterbox(desktopRect(0, 0, 8000, 1)).content).toEqual({ x: 0, y: 383, width: 1024, height: 1 });
  });

  it.each(SIZES)("keeps every pixel of %ix%i through frame and back", (W, H) => {
    const box = letterbox(desktopRect(-W, 17, W, H));
    for (let x = 0; x < W; x++) {
      const p = pixelToFrame(box, x - W, 17);
      expect(frameToPixel(box, p)?.x).toBe(x - W);
    }
    for (let y = 0; y < H; y++) {
      const p = pixelToFrame(box, -W, 17 + y);
      expect(frameToPixel(box, p)?.y).toBe(17 + y);
    }
  });

  it("keeps any pixel of any region, negative origins included", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: 1, max: 9000 }),
        fc.integer({ min: -20000, max: 20000 }),
        fc.integer({ min: -20000, max: 20000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (W, H, x0, y0, fx, fy) => {
          const box = letterbox(desktopRect(x0, y0, W, H));
          const x = x0 + Math.floor(fx * W);
          const y = y0 + Math.floor(fy * H);
          expect(frameToPixel(box, pixelToFrame(box, x, y))).toEqual({ x, y });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("returns within one model pixel from model to desktop and back, inside the region", () => {
    const wrong: unknown[] = [];
    for (const [W, H] of SIZES) {
      const box = letterbox(desktopRect(-5, -7, W, H));
      const { content } = box;
      for (let i = content.x; i < content.x + content.width; i++) {
        for (let j = content.y; j < content.y + content.height; j += 37) {
          const p = modelToPixel(box, i, j);
          const inside = p && p.x >= -5 && p.x < W - 5 && p.y >= -7 && p.y < H - 7;
          const back = p && pixelToFrame(box, p.x, p.y);
          if (!inside || !back || Math.abs(back.x - i - 0.5) > 1 || Math.abs(back.y - j - 0.5) > 1)
            wrong.push({ W, H, i, j, p, back });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("refuses every point on a bar and outside the frame, and NaN", () => {
    const box = letterbox(desktopRect(0, 0, 1920, 1080));
    expect(modelToPixel(box, 0, 95)).toBeUndefined();
    expect(modelToPixel(box, 0, 96)).toEqual({ x: 0, y: 0 });
    expect(modelToPixel(box, 1023, 671)).toEqual({ x: 1919, y: 1079 });
    expect(modelToPixel(box, 1023, 672)).toBeUndefined();
    expect(modelToPixel(box, -1, 300)).toBeUndefined();
    expect(modelToPixel(box, FRAME_WIDTH, 300)).toBeUndefined();
    expect(modelToPixel(box, 300, FRAME_HEIGHT)).toBeUndefined();
    expect(frameToPixel(box, { x: Number.NaN, y: 300 })).toBeUndefined();
  });

  it("never enlarges", () => {
    for (const [W, H] of SIZES) {
      const { content } = letterbox(desktopRect(0, 0, W, H));
      expect(content.width).toBeLessThanOrEqual(Math.max(1, W));
      expect(content.height).toBeLessThanOrEqual(Math.max(1, H));
      expect(content.width).toBeLessThanOrEqual(FRAME_WIDTH);
      expect(content.height).toBeLessThanOrEqual(FRAME_HEIGHT);
      expect(content.x).toBeGreaterThanOrEqual(0);
      expect(content.y).toBeGreaterThanOrEqual(0);
    }
  });

  it("maps rectangles by their edges and back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8000 }),
        fc.integer({ min: 1, max: 8000 }),
        fc.double({ min: -100, max: 8000, noNaN: true }),
        fc.double({ min: 0.5, max: 4000, noNaN: true }),
        (W, H, at, size) => {
          const box = letterbox(desktopRect(-3, 4, W, H));
          const r = desktopRect(at, at / 2, size, size / 3);
          const back = rectToDesktop(box, rectToFrame(box, r));
          expect(back.x).toBeCloseTo(r.x, 6);
          expect(back.y).toBeCloseTo(r.y, 6);
          expect(back.width).toBeCloseTo(r.width, 6);
          expect(back.height).toBeCloseTo(r.height, 6);
        },
      ),
    );
    const box = letterbox(desktopRect(0, 0, 1920, 1080));
    expect(rectToFrame(box, desktopRect(0, 0, 1920, 1080))).toEqual(box.content);
  });

  it("refuses regions that are not whole pixels", () => {
    for (const bad of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => letterbox(desktopRect(0, 0, bad, 10))).toThrow(/whole pixels/);
  });
});
