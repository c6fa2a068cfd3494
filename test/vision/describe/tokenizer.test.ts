import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BpeTokenizer } from "../../../src/vision/describe/tokenizer.js";

const text = readFileSync(new URL("tiny/tokenizer.json", import.meta.url), "utf8");
const tiny = BpeTokenizer.parse(text);
const vocabulary = JSON.parse(text).model.vocab as Record<string, number>;
const ids = (...tokens: string[]) => tokens.map((token) => vocabulary[token]!);

describe("BpeTokenizer", () => {
  it("joins the pair that was learned first, and marks begin and end", () => {
    expect(tiny.encode("the image")).toEqual(
      ids("<s>", "t", "h", "e", "Ġ", "im", "a", "g", "e", "</s>").flatMap((id, i) =>
        // "t h" and "th e" were learned before "Ġ the", so the word has one token.
        i === 1 ? ids("the") : i === 2 || i === 3 ? [] : [id],
      ),
    );
    expect(tiny.encode("does the")).toEqual(ids("<s>", "d", "o", "e", "s", "Ġthe", "</s>"));
  });

  it("decodes words and leaves special tokens out", () => {
    expect(tiny.decode(ids("<s>", "very", "Ġred", "Ġbox", "</s>", "<pad>"))).toBe("very red box");
    expect(tiny.decode([99999])).toBe("");
  });

  it("goes through bytes: letters of several, controls, halves of letters", () => {
    const bytes = "ÃÂÄĬĩ©¢Ģ".split("");
    const vocab = Object.fromEntries(bytes.map((character, id) => [character, id]));
    const tokenizer = BpeTokenizer.parse(JSON.stringify({ model: { vocab, merges: [] } }));
    expect(tokenizer.decode([vocab.Ã!, vocab["©"]!])).toBe("é");
    expect(tokenizer.encode("é")).toEqual([vocab.Ã, vocab["©"]]);
    expect(tokenizer.decode([vocab.Ã!])).toBe("\ufffd");
    expect(tokenizer.decode([vocab.Ģ!])).toBe("\ufffd");
  });

  it("takes merges as pairs too", () => {
    const model = { vocab: { a: 0, b: 1, ab: 2 }, merges: [["a", "b"]] };
    expect(BpeTokenizer.parse(JSON.stringify({ model })).encode("ab")).toEqual([2]);
  });

  it.each([
    ["no JSON", "{"],
    ["another kind", JSON.stringify({ model: { type: "WordPiece", vocab: {}, merges: [] } })],
    ["no merges", JSON.stringify({ model: { vocab: { a: 1 } } })],
    ["a vocabulary of texts", JSON.stringify({ model: { vocab: { a: "1" }, merges: [] } })],
    ["null", "null"],
  ])("refuses %s", (_, json) => {
    expect(() => BpeTokenizer.parse(json)).toThrow(
      expect.objectContaining({ code: "MODEL_UNAVAILABLE", message: expect.stringContaining("tokenizer") }),
    );
  });

  it("refuses a prompt that the vocabulary has no bytes for", () => {
    expect(() => tiny.encode("Zebra")).toThrow(/no token for "Z"/);
  });
});
