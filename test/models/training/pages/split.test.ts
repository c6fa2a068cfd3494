import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Plain JavaScript of the recipe, which has no declarations.
const pages = new URL("../../../../models/training/pages/", import.meta.url);
const { COLOUR_SETS, MONOCHROME_SETS } = await import(new URL("icons.js", pages).href);
const { HELD_OUT, ofSplit } = await import(new URL("split.js", pages).href);

const installed = existsSync(new URL("../node_modules/@iconify-json/lucide", pages));

describe("held-out kits and icon sets", () => {
  it("are never part of the training split, and make up the test split", () => {
    expect(HELD_OUT.kits.length).toBeGreaterThanOrEqual(4);
    expect(HELD_OUT.iconSets.length).toBeGreaterThanOrEqual(2);
    for (const heldOut of [HELD_OUT.kits, HELD_OUT.iconSets]) {
      const names = ["bootstrap5", "lucide", ...heldOut];
      expect(ofSplit(names, heldOut, "train")).toEqual(["bootstrap5", "lucide"]);
      expect(ofSplit(names, heldOut, "test")).toEqual(heldOut);
    }
  });

  it("name sets that exist", () => {
    for (const set of HELD_OUT.iconSets) {
      expect(MONOCHROME_SETS).toContain(set);
      expect(COLOUR_SETS).not.toContain(set);
    }
  });
});

describe.skipIf(!installed)("screens of the splits", () => {
  it("draw held-out kits and icon sets in the test split alone", async () => {
    const { makePage } = await import(new URL("page.js", pages).href);
    const drawn = {
      train: { kits: new Set<string>(), sets: new Set<string>() },
      test: { kits: new Set<string>(), sets: new Set<string>() },
    };
    for (const split of ["train", "test"] as const)
      for (let seed = 1; seed <= 120; seed++) {
        const page = makePage(seed * 7919, split);
        drawn[split].kits.add(page.kit);
        drawn[split].sets.add(page.iconSet);
      }
    for (const kit of HELD_OUT.kits) {
      expect(drawn.train.kits).not.toContain(kit);
      expect(drawn.test.kits).toContain(kit);
    }
    for (const set of HELD_OUT.iconSets) expect(drawn.train.sets).not.toContain(set);
    expect([...drawn.test.sets].sort()).toEqual([...HELD_OUT.iconSets].sort());
    expect(drawn.train.kits.size).toBeGreaterThan(20);
  }, 120_000);

  it("are the same for the same seed", async () => {
    const { makePage } = await import(new URL("page.js", pages).href);
    expect(makePage(4242, "train").html).toBe(makePage(4242, "train").html);
    expect(makePage(4242, "train").html).not.toBe(makePage(4243, "train").html);
  }, 60_000);
});
