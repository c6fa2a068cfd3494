import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSegments } from "../../../src/vision/ocr/finder.js";
import { halve, type LumaPicture, toLuma } from "../../../src/vision/ocr/luma.js";
import { drawPage, emptyFrame, FRAMES, loadFrame } from "../pictures.js";

const whole = (frame: { pixels: Uint8Array; width: number; height: number }): LumaPicture =>
  toLuma(frame.pixels, frame.width, { x: 0, y: 0, width: frame.width, height: frame.height });

describe("luma", () => {
  it("weighs the channels and cuts out the area", () => {
    const rgb = Uint8Array.from([0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 16, 16, 16]);
    expect([...toLuma(rgb, 3, { x: 0, y: 0, width: 3, height: 2 }).data]).toEqual([0, 255, 79, 127, 47, 16]);
    expect([...toLuma(rgb, 3, { x: 1, y: 1, width: 2, height: 1 }).data]).toEqual([47, 16]);
  });

  it("halves by averaging", () => {
    const half = halve({ data: Uint8Array.from([0, 4, 9, 8, 12, 9, 7, 7, 7]), width: 3, height: 3 });
    expect([half.width, half.height, ...half.data]).toEqual([1, 1, 6]);
  });
});

describe("findSegments", () => {
  it("finds each phrase once, boxes tight to a few pixels", async () => {
    const frame = await drawPage(500, 200, [
      { text: "Save changes", x: 40, y: 30, size: 14 },
      { text: "Cancel", x: 300, y: 30, size: 14 },
      { text: "Account settings", x: 40, y: 100, size: 32, bold: true },
    ]);
    const found = findSegments(whole(frame)).sort((a, b) => a.y - b.y || a.x - b.x);
    expect(found).toHaveLength(3);
    const heading = found[2]!;
    expect(heading.height).toBeGreaterThan(26);
    expect(heading.width).toBeGreaterThan(260);
    for (const s of found) expect(Math.abs(s.x - (s === found[1] ? 300 : 40))).toBeLessThanOrEqual(5);
  });

  it("finds nothing in one colour, in borders and in the smallest pictures", () => {
    expect(findSegments(whole(emptyFrame(640, 480, 90)))).toEqual([]);
    const boxes = emptyFrame(640, 480);
    for (let y = 0; y < 480; y++)
      for (let x = 0; x < 640; x++)
        if (x % 100 === 0 || y % 60 === 0) boxes.pixels.fill(0, (y * 640 + x) * 3, (y * 640 + x) * 3 + 3);
    expect(findSegments(whole(boxes))).toEqual([]);
    for (const [w, h] of [
      [1, 1],
      [2, 1],
      [1, 2],
      [3, 3],
      [8000, 1],
      [1, 8000],
    ] as const)
      expect(findSegments(whole(emptyFrame(w, h)))).toEqual([]);
  });

  it("stays inside the picture for any pixels", () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height, maxLength: width * height })
          .map((data) => ({ data, width, height })),
      );
    fc.assert(
      fc.property(picture, (p) => {
        for (const s of findSegments(p)) {
          expect(s.x).toBeGreaterThanOrEqual(0);
          expect(s.y).toBeGreaterThanOrEqual(0);
          expect(s.x + s.width).toBeLessThanOrEqual(p.width + 1);
          expect(s.y + s.height).toBeLessThanOrEqual(p.height);
          expect(s.width).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  // Counts of the algorithm as it was measured against accessible names; a change here is a change of it.
  it.each([
    ["desktop-1280x800.png", 103],
    ["desktop-1920x1080.png", 261],
  ])("%s has %i segments", async (file, count) => {
    expect(findSegments(whole(await loadFrame(FRAMES + file)))).toHaveLength(count);
  });

  it("takes a bounded time for noise and for a dot pattern", () => {
    const noise = emptyFrame(1920, 1080);
    let seed = 1;
    for (let i = 0; i < noise.pixels.length; i++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      noise.pixels[i] = seed >>> 24;
    }
    const dots = emptyFrame(1920, 1080);
    for (let y = 0; y < 1080; y += 12)
      for (let x = 0; x < 1920; x += 14)
        for (let k = 0; k < 6; k++)
          dots.pixels.fill(0, ((y + k) * 1920 + x) * 3, ((y + k) * 1920 + x + 5) * 3);
    for (const frame of [noise, dots]) {
      const start = performance.now();
      findSegments(whole(frame));
      expect(performance.now() - start).toBeLessThan(6000);
    }
  });
});
