import { describe, expect, it } from "vitest";
import { labelBeside, outside, readInside } from "../../src/fusion/text.js";
import { desktopRect as r } from "../../src/geometry/rect.js";
import type { TextLine } from "../../src/vision/port.js";

const line = (text: string, x: number, y: number, width = text.length * 8, height = 14): TextLine => {
  const each = width / text.length;
  let at = x;
  const words = text.split(" ").map((w) => {
    const word = { text: w, confidence: 0.9, box: r(at, y, w.length * each, height) };
    at += (w.length + 1) * each;
    return word;
  });
  return { text, confidence: 0.9, box: r(x, y, width, height), words };
};
const texts = (box: ReturnType<typeof r>, lines: TextLine[]) => readInside(box, lines).map((l) => l.text);

describe("what is read inside a box", () => {
  it("is whole lines that lie in it, and the words of longer lines", () => {
    expect(texts(r(0, 0, 45, 30), [line("File Edit View", 5, 8)])).toEqual(["File"]);
    expect(texts(r(40, 0, 45, 30), [line("File Edit View", 5, 8)])).toEqual(["Edit"]);
    expect(texts(r(0, 0, 200, 30), [line("File Edit View", 5, 8), line("far", 400, 8)])).toEqual([
      "File Edit View",
    ]);
  });

  it("comes in reading order, also when one row's boxes differ by a pixel", () => {
    const lines = [line("second", 80, 9), line("third", 5, 30), line("first", 5, 10)];
    expect(texts(r(0, 0, 300, 60), lines)).toEqual(["first", "second", "third"]);
  });
});

describe("a label beside a control", () => {
  it("stands to the right of a check box, on its row and near", () => {
    const lines = [line("Remember me", 24, 10), line("below", 24, 40), line("far", 200, 10)];
    expect(labelBeside(r(4, 10, 14, 14), lines, "right")?.text).toBe("Remember me");
    expect(labelBeside(r(4, 100, 14, 14), lines, "right")).toBeUndefined();
  });

  it("stands to the left of or above a field", () => {
    expect(labelBeside(r(100, 6, 200, 24), [line("Name", 40, 11)], "left-or-above")?.text).toBe("Name");
    expect(labelBeside(r(100, 30, 200, 24), [line("Name", 102, 12)], "left-or-above")?.text).toBe("Name");
    expect(labelBeside(r(100, 90, 200, 24), [line("Name", 102, 12)], "left-or-above")).toBeUndefined();
  });
});

describe("the part of a line outside of boxes", () => {
  it("is the line itself, its free words, or nothing", () => {
    const l = line("Find 3 of 12 hits", 10, 10);
    expect(outside(l, [])).toBe(l);
    expect(outside(l, [r(0, 0, 45, 30)])?.text).toBe("3 of 12 hits");
    expect(outside(l, [r(0, 0, 300, 30)])).toBeUndefined();
    expect(outside(l, [r(0, 0, 125, 30)])).toBeUndefined();
  });
});
