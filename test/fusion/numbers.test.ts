import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Identified, NumberBook } from "../../src/fusion/numbers.js";
import { desktopRect } from "../../src/geometry/rect.js";

const tree = (identity: string, label = identity): Identified => ({
  identity,
  role: "button",
  label,
  box: desktopRect(0, 0, 10, 10),
});
const seen = (x: number, label: string, pixels: string): Identified => ({
  role: "icon",
  label,
  pixels,
  box: desktopRect(x, 0, 20, 20),
});

describe("mark numbers", () => {
  it("stay with their element while it lives, wherever it moves in the list", () => {
    const book = new NumberBook();
    expect(book.assign([tree("a"), tree("b"), tree("c")])).toEqual([1, 2, 3]);
    expect(book.assign([tree("x"), tree("c"), tree("a", "renamed"), tree("b")])).toEqual([4, 3, 1, 2]);
  });

  it("are never used again after their element went", () => {
    const book = new NumberBook();
    book.assign([tree("a"), tree("b")]);
    book.assign([tree("b")]);
    expect(book.assign([tree("a"), tree("b")])).toEqual([3, 2]);
    expect(book.knows(1)).toBe(true);
    expect(book.knows(3)).toBe(true);
    expect(book.knows(4)).toBe(false);
    expect(book.knows(0)).toBe(false);
    expect(book.knows(-1)).toBe(false);
  });

  it("are given once each where an application lists one object twice", () => {
    const book = new NumberBook();
    expect(book.assign([tree("a"), tree("a", "again"), tree("b")])).toEqual([1, 2, 3]);
    expect(book.assign([tree("a"), tree("a", "again"), tree("b")])).toEqual([1, 2, 3]);
  });

  it("are kept for what the limit left out, and given to nothing else meanwhile", () => {
    const book = new NumberBook();
    expect(book.assign([tree("a"), tree("b"), tree("c")])).toEqual([1, 2, 3]);
    expect(book.assign([tree("x")], [tree("a"), tree("b"), tree("new")])).toEqual([4]);
    expect(book.assign([tree("a"), tree("b"), tree("c"), tree("new")])).toEqual([1, 2, 5, 6]);
  });

  it("know vision-only marks again by place and looks, and retire them otherwise", () => {
    const book = new NumberBook();
    expect(book.assign([seen(0, "save", "p1"), seen(100, "", "p2")])).toEqual([1, 2]);
    expect(book.assign([seen(1, "save", "p1"), seen(101, "", "p2")])).toEqual([1, 2]);
    expect(book.assign([seen(200, "save", "other"), seen(300, "", "p2")])).toEqual([3, 4]);
  });

  it("tell equal unlabelled icons apart by place", () => {
    const book = new NumberBook();
    expect(book.assign([seen(0, "", "same"), seen(50, "", "same")])).toEqual([1, 2]);
    expect(book.assign([seen(50, "", "same"), seen(0, "", "same")])).toEqual([2, 1]);
  });

  it("are unique within an observation, stable with identity and never reused, for any history", () => {
    const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 12 }), (history) => {
        const book = new NumberBook();
        const owner = new Map<number, string>();
        let last = new Map<string, number>();
        for (const step of history) {
          const numbers = book.assign(step.map((i) => tree(i)));
          expect(new Set(numbers).size).toBe(numbers.length);
          const now = new Map(step.map((i, at) => [i, numbers[at]!]));
          for (const [i, n] of now) {
            if (last.has(i)) expect(n).toBe(last.get(i));
            else expect(owner.has(n)).toBe(false);
            owner.set(n, i);
          }
          last = now;
        }
      }),
    );
  });
});
