import { describe, expect, it } from "vitest";
import { assembleLines, type ReadSegment } from "../../../src/vision/ocr/assemble.js";
import { decodeCtc, type Glyph, toReading } from "../../../src/vision/ocr/recognise.js";
import { unfoldWord } from "../../../src/vision/ocr/unfold.js";

describe("decodeCtc", () => {
  const alphabet = ["a", "b", " "];
  /** Class per step → logits [classes, steps], `sure` above the others. */
  const logits = (path: number[], sure = 10) => {
    const data = new Float32Array(4 * path.length);
    path.forEach((k, step) => {
      data[k * path.length + step] = sure;
    });
    return data;
  };
  const text = (path: number[]) =>
    decodeCtc(logits(path), path.length, alphabet)
      .map((g) => g.character)
      .join("");

  it("collapses repeats and drops blanks", () => {
    expect(text([0, 1, 1, 0, 1, 2, 2, 3, 0])).toBe("aab ");
    expect(text([0, 0, 0])).toBe("");
  });

  it("gives the softmax of each character as its confidence", () => {
    expect(decodeCtc(logits([1], 0), 1, alphabet)).toEqual([]); // all equal: the blank wins
    const [glyph] = decodeCtc(logits([1], Math.log(3)), 1, alphabet);
    expect(glyph?.confidence).toBeCloseTo(0.5, 5); // 3 / (3 + 1 + 1 + 1)
    expect(glyph?.position).toBe(0.5);
  });
});

describe("toReading", () => {
  const glyphs = (text: string): Glyph[] =>
    Array.from(text, (character, i) => ({ character, confidence: 0.9, position: (i + 0.5) / text.length }));

  it("splits at spaces and places the words side by side", () => {
    const { words, confidence } = toReading(glyphs("Save all"), 80);
    expect(words.map((w) => w.text)).toEqual(["Save", "all"]);
    expect(confidence).toBeCloseTo(0.9, 5);
    expect(words[0]!.from).toBe(0);
    expect(words[0]!.to).toBeLessThanOrEqual(words[1]!.from);
    expect(words[1]!.from).toBeGreaterThan(40);
    expect(words[1]!.to).toBe(80);
  });

  it("has no words for blanks and lone spaces", () => {
    expect(toReading([], 40)).toEqual({ words: [], confidence: 0 });
    expect(toReading(glyphs("  "), 40)).toEqual({ words: [], confidence: 0 });
  });
});

describe("unfoldWord", () => {
  it.each([
    ["Файл", "Файл"],
    ["Haстройки", "Настройки"],
    ["Πoλη", "Πολη"],
    ["Fiкe", "Fike"],
    ["2O26", "2026"],
    ["$1O0.5O", "$100.50"],
    ["B1", "B1"],
    ["Ol", "Ol"],
    ["v2", "v2"],
    ["Open….", "Open…"],
  ])("%s → %s", (from, to) => {
    expect(unfoldWord(from)).toBe(to);
  });

  it("leaves plain words alone", () => {
    for (const word of ["Save", "Größe", "naïve", "C:\\temp", "10:45", "user@example.org", "x²"])
      expect(unfoldWord(word)).toBe(word);
  });
});

describe("assembleLines", () => {
  const segment = (text: string, x: number, y: number, width: number, height = 12): ReadSegment => {
    const box = { x, y, width, height };
    return { box, words: [{ box, text, confidence: 1 }] };
  };
  const texts = (...segments: ReadSegment[]) => assembleLines(segments).map((l) => l.text);

  it("joins the words of a monospaced line, in order", () => {
    expect(
      texts(segment("list", 81, 10, 36), segment("Shopping", 0, 10, 72), segment("for", 126, 10, 28)),
    ).toEqual(["Shopping list for"]);
  });

  it("keeps menu bar entries and columns apart", () => {
    expect(texts(segment("File", 0, 10, 23), segment("Edit", 36, 10, 26))).toEqual(["File", "Edit"]);
    expect(texts(segment("Name", 0, 10, 40), segment("Size", 200, 10, 30))).toEqual(["Name", "Size"]);
  });

  it("keeps rows apart and orders them from the top", () => {
    expect(texts(segment("below", 0, 30, 40), segment("above", 0, 10, 40))).toEqual(["above", "below"]);
  });

  it("keeps a heading and a small label apart", () => {
    expect(texts(segment("Orders", 0, 10, 90, 28), segment("new", 94, 20, 20, 10))).toHaveLength(2);
  });

  it("gives the box around all words and their mean confidence by letters", () => {
    const a = { box: { x: 0, y: 10, width: 30, height: 12 } };
    const b = { box: { x: 36, y: 8, width: 10, height: 14 } };
    const [line] = assembleLines([
      { ...a, words: [{ ...a, text: "abc", confidence: 1 }] },
      { ...b, words: [{ ...b, text: "d", confidence: 0.6 }] },
    ]);
    expect(line?.box).toEqual({ x: 0, y: 8, width: 46, height: 14 });
    expect(line?.confidence).toBeCloseTo(0.9, 6);
  });
});
