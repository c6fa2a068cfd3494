import { describe, expect, it } from "vitest";
import { desktopRect, frameRect } from "../../src/geometry/rect.js";
import { maskPixels, secretRects } from "../../src/safety/redact-pixels.js";
import type { TextLine } from "../../src/vision/port.js";

/** A line of 10 px a character, words at the places that their letters have. */
function line(text: string, x: number, y: number, withWords = true): TextLine {
  const box = desktopRect(x, y, text.length * 10, 20);
  const words = Array.from(text.matchAll(/\S+/g), (m) => ({
    box: desktopRect(x + m.index * 10, y, m[0].length * 10, 20),
    text: m[0],
    confidence: 0.9,
  }));
  return { box, text, confidence: 0.9, words: withWords ? words : [] };
}

describe("secretRects (SAF-16)", () => {
  it("covers the words of a card and not the words beside it", () => {
    expect(secretRects([line("Card 4111 1111 1111 1111 Visa", 100, 50)], [])).toEqual([
      desktopRect(150, 50, 190, 20),
    ]);
  });

  it("covers one word", () => {
    expect(secretRects([line("SSN 123-45-6789 ok", 0, 0)], [])).toEqual([desktopRect(40, 0, 110, 20)]);
  });

  it("covers the line when it has no words", () => {
    expect(secretRects([line("SSN 123-45-6789 ok", 0, 0, false)], [])).toEqual([desktopRect(0, 0, 180, 20)]);
  });

  it("covers a line whose words do not read as the line does", () => {
    const glued = { ...line("4111111111111111", 0, 0), words: line("4111x 1111", 0, 0).words };
    expect(secretRects([glued], [])).toEqual([glued.box]);
  });

  it("finds a card in four entries beside each other", () => {
    const entries = ["4111", "1111", "1111", "1111"].map((t, i) => line(t, i * 100, 10));
    expect(secretRects(entries, [])).toEqual(entries.map((e) => e.box));
  });

  it("finds a private key over many lines, header to end", () => {
    const lines = [
      "Your key:",
      "-----BEGIN PRIVATE KEY-----",
      "MIIEvQIBADANBgkq",
      "hkiG9w0BAQEFAASC",
      "-----END PRIVATE KEY-----",
      "Keep it safe.",
    ];
    const boxes = lines.map((t, i) => line(t, 0, i * 30));
    expect(secretRects(boxes, [])).toEqual(boxes.slice(1, 5).map((b) => b.box));
  });

  it("keeps two secrets of one line apart", () => {
    expect(secretRects([line("123-45-6789 and 123-45-6780", 0, 0)], [])).toEqual([
      desktopRect(0, 0, 110, 20),
      desktopRect(160, 0, 110, 20),
    ]);
  });

  it("passes protected fields on, without those that have no area", () => {
    expect(
      secretRects([], [desktopRect(1, 2, 30, 40), desktopRect(0, 0, 0, 5), desktopRect(Number.NaN, 0, 5, 5)]),
    ).toEqual([desktopRect(1, 2, 30, 40)]);
  });

  it("finds nothing in ordinary text", () => {
    expect(secretRects([line("Call 415-555-2671 today", 0, 0), line("Order 1234567890", 0, 30)], [])).toEqual(
      [],
    );
  });
});

describe("maskPixels", () => {
  const W = 12;
  const H = 10;
  const fresh = () => new Uint8Array(W * H * 3).fill(200);
  const changed = (pixels: Uint8Array) =>
    Array.from({ length: W * H }, (_, i) => i)
      .filter((i) => pixels[i * 3] !== 200)
      .map((i) => [i % W, Math.floor(i / W)]);

  it("fills exactly the pixels that the rectangle touches, with one colour", () => {
    const pixels = fresh();
    maskPixels(pixels, W, H, [frameRect(2.4, 3, 2.2, 1)]);
    expect(changed(pixels)).toEqual([
      [2, 3],
      [3, 3],
      [4, 3],
    ]);
    expect(new Set(pixels)).toEqual(new Set([200, 64]));
  });

  it("clips at the picture", () => {
    const pixels = fresh();
    maskPixels(pixels, W, H, [
      desktopRect(-5, -5, 6, 6),
      desktopRect(11, 9, 50, 50),
      desktopRect(100, 100, 5, 5),
    ]);
    expect(changed(pixels)).toEqual([
      [0, 0],
      [11, 9],
    ]);
  });

  it("ignores what has no area", () => {
    const pixels = fresh();
    maskPixels(pixels, W, H, [desktopRect(Number.NaN, 0, 5, 5), desktopRect(0, 0, 0, 5)]);
    expect(changed(pixels)).toEqual([]);
  });
});
