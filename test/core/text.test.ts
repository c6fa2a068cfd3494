import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, MAX_TEXT, quote } from "../../src/core/text.js";

describe("application text", () => {
  it.each([
    ["a\u0000b\u001b[31mc", "ab[31mc"],
    ["line one\n\tline two", "line one line two"],
    ["\u202egnp.exe\u202c", "gnp.exe"],
    ["zero\u200bwidth\u2060\ufeff", "zerowidth"],
    ["tag\u{e0041}\u{e007f}s", "tags"],
    ["soft\u00adhyphen", "softhyphen"],
    ["two \u200b blanks", "two blanks"],
    ["  padded  ", "padded"],
    ["Zażółć 漢字 Привет 🙂 €5", "Zażółć 漢字 Привет 🙂 €5"],
    ["half \ud83d pair", "half \ufffd pair"],
  ])("%j becomes %j", (raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it("is one line without steering characters and not longer than the limit, for any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (raw) => {
        const text = cleanText(raw);
        expect([...text].length).toBeLessThanOrEqual(MAX_TEXT);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(text).toBe(text.trim());
        expect(cleanText(text)).toBe(text);
        expect(() => encodeURIComponent(text)).not.toThrow();
      }),
    );
  });

  it("takes a megabyte in no time", () => {
    const started = performance.now();
    cleanText("\u200b".repeat(1_000_000));
    cleanText("x ".repeat(500_000));
    expect(performance.now() - started).toBeLessThan(200);
  });

  it("cannot break out of its quotes", () => {
    expect(quote('a"] [1] button "b\\')).toBe('"a\\"] [1] button \\"b\\\\"');
  });
});
