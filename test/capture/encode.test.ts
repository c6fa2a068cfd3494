import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeJpeg, encodePng, letterboxFrame } from "../../src/capture/encode.js";
import type { Frame } from "../../src/capture/port.js";
import { FRAME_HEIGHT, FRAME_WIDTH, letterbox } from "../../src/geometry/letterbox.js";
import { desktopRect } from "../../src/geometry/rect.js";

function frameOf(width: number, height: number, colour: (x: number, y: number) => number[]): Frame {
  const pixels = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(colour(x, y), (y * width + x) * 3);
  return {
    pixels,
    width,
    height,
    region: desktopRect(-5, 7, width, height),
    backend: "x11",
    capturedAt: new Date(0),
    duration: 0,
  };
}

const at = (pixels: Uint8Array, x: number, y: number) => [
  ...pixels.subarray((y * FRAME_WIDTH + x) * 3, (y * FRAME_WIDTH + x) * 3 + 3),
];

describe("the 1024x768 frame (CAP-1)", () => {
  it("should show a colour grid where the letterbox says, black around it", async () => {
    // 16x9 fields of 120x120.
    const field = (x: number, y: number) => [
      Math.floor(x / 120) * 16,
      Math.floor(y / 120) * 28,
      255 - Math.floor(x / 120) * 10,
    ];
    const frame = frameOf(1920, 1080, field);
    const box = letterbox(frame.region);
    const pixels = await letterboxFrame(frame, box);
    expect(pixels.length).toBe(FRAME_WIDTH * FRAME_HEIGHT * 3);
    expect(pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
    for (let row = 0; row < 9; row++)
      for (let column = 0; column < 16; column++) {
        const u = Math.floor(box.content.x + ((column + 0.5) * box.content.width) / 16);
        const v = Math.floor(box.content.y + ((row + 0.5) * box.content.height) / 9);
        expect(at(pixels, u, v)).toEqual(field(column * 120, row * 120));
      }
    expect(at(pixels, 500, 95)).toEqual([0, 0, 0]);
    expect(at(pixels, 500, 96)).not.toEqual([0, 0, 0]);
    expect(at(pixels, 500, 671)).not.toEqual([0, 0, 0]);
    expect(at(pixels, 500, 672)).toEqual([0, 0, 0]);
  });

  it("should copy a small picture unscaled", async () => {
    const frame = frameOf(3, 2, (x, y) => [x + 1, y + 1, 200]);
    const pixels = await letterboxFrame(frame, letterbox(frame.region));
    for (let y = 0; y < 2; y++)
      for (let x = 0; x < 3; x++) expect(at(pixels, 510 + x, 383 + y)).toEqual([x + 1, y + 1, 200]);
    expect(pixels.reduce((sum, value) => sum + value, 0)).toBe(6 * 200 + 12 + 9);
  });

  it("should keep white white and bars black for every shape", async () => {
    const side = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 900, max: 3000 }));
    await fc.assert(
      fc.asyncProperty(side, side, async (width, height) => {
        const frame = frameOf(width, height, () => [255, 255, 255]);
        const box = letterbox(frame.region);
        const pixels = await letterboxFrame(frame, box);
        const { x, y, width: w, height: h } = box.content;
        expect(at(pixels, x, y)).toEqual([255, 255, 255]);
        expect(at(pixels, x + w - 1, y + h - 1)).toEqual([255, 255, 255]);
        let lit = 0;
        for (let i = 0; i < pixels.length; i += 3) if (pixels[i] !== 0) lit++;
        expect(lit).toBe(w * h);
      }),
      {
        numRuns: 12,
        examples: [
          [8000, 1],
          [1, 5000],
          [1025, 769],
        ],
      },
    );
  }, 60_000);

  it("should refuse a letterbox of another size", async () => {
    const frame = frameOf(4, 4, () => [0, 0, 0]);
    await expect(letterboxFrame(frame, letterbox(desktopRect(0, 0, 5, 4)))).rejects.toThrow(RangeError);
  });
});

describe("pictures out (CAP-13)", () => {
  const frame = frameOf(50, 40, (x, y) => [x * 5, y * 6, (x * y) % 256]);

  it("should write a PNG that reads back equal, and the same bytes every time", async () => {
    const png = await encodePng(frame.pixels, 50, 40);
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([50, 40, 3]);
    expect([...data]).toEqual([...frame.pixels]);
    expect(Buffer.compare(await encodePng(frame.pixels, 50, 40), png)).toBe(0);
  });

  it("should write a JPEG that stays close", async () => {
    const flat = frameOf(64, 64, (x) => (x < 32 ? [255, 0, 0] : [0, 0, 255]));
    const jpeg = await encodeJpeg(flat.pixels, 64, 64);
    expect((await sharp(jpeg).metadata()).format).toBe("jpeg");
    const data = await sharp(jpeg).raw().toBuffer();
    expect(Math.abs((data[30 * 3] as number) - 255)).toBeLessThan(12);
    expect(Math.abs((data[33 * 3 + 2] as number) - 255)).toBeLessThan(12);
  });

  it("should refuse pixels that do not fit the size", async () => {
    await expect(encodePng(frame.pixels, 51, 40)).rejects.toThrow(RangeError);
    await expect(encodeJpeg(frame.pixels, 50, 41)).rejects.toThrow(RangeError);
  });
});
