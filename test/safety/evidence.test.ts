import { describe, expect, it } from "vitest";
import { desktopRect } from "../../src/geometry/rect.js";
import { isFlat, type Picture } from "../../src/safety/evidence.js";

type Paint = (x: number, y: number) => readonly [number, number, number];

function picture(paint: Paint, width = 120, height = 80, x0 = 0, y0 = 0): Picture {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(paint(x, y), (y * width + x) * 3);
  return { pixels, width, height, region: desktopRect(x0, y0, width, height) };
}

const grey = (level: number): readonly [number, number, number] => [level, level, level];
const inside = (x: number, y: number) => x >= 30 && x < 80 && y >= 30 && y < 50;
const onEdge = (x: number, y: number) => inside(x, y) && !(x > 30 && x < 79 && y > 30 && y < 49);
const BOX = desktopRect(30, 30, 50, 20);

describe("isFlat (SAF-5)", () => {
  it.each<[string, Paint]>([
    ["white", () => grey(255)],
    ["black", () => grey(0)],
    ["a vertical gradient of 3 levels a pixel", (_, y) => grey(Math.min(255, y * 3))],
    ["a horizontal gradient in one channel", (x) => [Math.min(255, x * 2), 120, 120]],
    ["dither of one level", (x, y) => grey(128 + ((x + y) % 2))],
    ["one lone pixel", (x, y) => grey(x === 50 && y === 40 ? 0 : 255)],
    ["text far outside", (x) => grey(x < 10 && x % 2 ? 0 : 255)],
  ])("%s is flat", (_, paint) => {
    expect(isFlat(picture(paint), BOX)).toBe(true);
  });

  it.each<[string, Paint]>([
    ["a letter stroke", (x, y) => grey(inside(x, y) && x === 50 && y > 34 && y < 44 ? 0 : 255)],
    ["pale disabled text", (x, y) => grey(inside(x, y) && x % 6 === 0 && y > 34 && y < 44 ? 215 : 255)],
    ["a filled button on the page", (x, y) => grey(inside(x, y) ? 220 : 255)],
    ["a faint border on the edge", (x, y) => grey(onEdge(x, y) ? 236 : 255)],
    ["a border one pixel outside", (x) => grey(x === 29 ? 200 : 255)],
    ["red on a green of the same luma", (x, y) => (inside(x, y) && x < 40 ? [255, 0, 0] : [0, 130, 0])],
    ["text on a gradient", (x, y) => grey(inside(x, y) && x % 7 === 0 && y > 34 && y < 44 ? 0 : 100 + y)],
    ["a minus sign", (x, y) => grey(y === 40 && x > 50 && x < 57 ? 60 : 255)],
  ])("%s is evidence", (_, paint) => {
    expect(isFlat(picture(paint), BOX)).toBe(false);
  });

  it("looks at the picture's own place, negative origins included", () => {
    const shifted = picture((x, y) => grey(x === 50 && y > 34 && y < 44 ? 0 : 255), 120, 80, -500, 100);
    expect(isFlat(shifted, desktopRect(-470, 130, 50, 20))).toBe(false);
    expect(isFlat(shifted, desktopRect(-400, 130, 15, 20))).toBe(true);
  });

  it("finds no evidence outside of the picture or in a box that is not finite", () => {
    const noise = picture((x, y) => grey(((x * 7 + y * 13) % 2) * 255));
    expect(isFlat(noise, BOX)).toBe(false);
    expect(isFlat(noise, desktopRect(500, 500, 20, 20))).toBe(true);
    expect(isFlat(noise, desktopRect(Number.NaN, 0, 20, 20))).toBe(true);
    // Half outside: the half inside counts.
    expect(isFlat(noise, desktopRect(110, 70, 100, 100))).toBe(false);
  });
});
