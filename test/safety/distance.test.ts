import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LABEL_DISTANCE, normalisedDistance } from "../../src/safety/distance.js";

describe("normalisedDistance", () => {
  it("gives the figures of the traps", () => {
    expect(normalisedDistance("Cancel", "C\u0430ncel")).toBeCloseTo(0.167, 3);
    expect(normalisedDistance("Send $100", "Send $900")).toBeCloseTo(0.111, 3);
    expect(normalisedDistance("Accept", "Except")).toBeCloseTo(0.333, 3);
    expect(normalisedDistance("SUBMIT", "Submit")).toBeCloseTo(0.833, 3);
    expect(normalisedDistance("0K", "OK")).toBe(0.5);
    expect(normalisedDistance("Close", "Close dialog")).toBeCloseTo(0.583, 3);
    expect(normalisedDistance("Settings", "")).toBe(1);
    expect(MAX_LABEL_DISTANCE).toBe(0.35);
  });

  it("is undefined for nothing against nothing, not 0/0 (trap 40, SAF-8)", () => {
    expect(normalisedDistance("", "")).toBeUndefined();
  });

  it("counts code points, not code units", () => {
    expect(normalisedDistance("🙂", "🙃")).toBe(1);
    expect(normalisedDistance("a🙂", "a🙃")).toBe(0.5);
    expect(normalisedDistance("🙂ab", "ab")).toBeCloseTo(1 / 3);
    expect(normalisedDistance("𠮷野家", "吉野家")).toBeCloseTo(1 / 3);
  });

  it("is a distance: 0 only for equal texts, symmetric, within 0 and 1", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        fc.pre(a !== "" || b !== "");
        const d = normalisedDistance(a, b)!;
        expect(d).toBe(normalisedDistance(b, a));
        expect(d >= 0 && d <= 1).toBe(true);
        expect(d === 0).toBe(a === b);
      }),
    );
  });

  it("bounds its work on long texts", () => {
    const started = performance.now();
    expect(normalisedDistance("a".repeat(200_000), "b".repeat(200_000))).toBe(1);
    expect(performance.now() - started).toBeLessThan(1500);
  });
});
