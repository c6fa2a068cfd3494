import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LruCache } from "../../src/vision/lru.js";
import { LastPicture, pixelKey } from "../../src/vision/pixels.js";
import { emptyFrame } from "./pictures.js";

describe("pixelKey", () => {
  it("is the same for the same pixels elsewhere, and another for one changed byte, size or salt", () => {
    const frame = emptyFrame(40, 20, 9);
    const key = (x: number, y: number, width = 5, height = 4, salt = "") =>
      pixelKey(frame.pixels, 40, { x, y, width, height }, salt);
    expect(key(3, 3)).toBe(key(20, 10));
    expect(key(3, 3, 4, 5)).not.toBe(key(3, 3));
    expect(key(3, 3, 5, 4, "other")).not.toBe(key(3, 3));
    frame.pixels[(4 * 40 + 5) * 3 + 1] = 10;
    expect(key(3, 3)).not.toBe(key(20, 10));
  });
});

describe("LastPicture", () => {
  it("recalls only the same bytes, also when the frame's buffer was reused", () => {
    const last = new LastPicture<string>();
    const frame = emptyFrame(8, 4, 1);
    expect(last.recall(frame)).toBeUndefined();
    last.remember(frame, "first");
    expect(last.recall(emptyFrame(8, 4, 1))).toBe("first");
    expect(last.recall(emptyFrame(4, 8, 1))).toBeUndefined();
    frame.pixels[5] = 2;
    expect(last.recall(frame)).toBeUndefined();
  });

  it("does not give one place's result for another", () => {
    const last = new LastPicture<string>();
    last.remember(emptyFrame(8, 4, 1, 0, 0), "left monitor");
    expect(last.recall(emptyFrame(8, 4, 1, 1920, 0))).toBeUndefined();
  });
});

describe("LruCache", () => {
  it("behaves like the last `capacity` used keys of a map", () => {
    const step = fc.tuple(fc.constantFrom("get", "set"), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, capacity) => {
        const cache = new LruCache<number>(capacity);
        let model: [string, number][] = [];
        steps.forEach(([action, n], time) => {
          const key = `k${n}`;
          const known = model.find(([k]) => k === key);
          if (action === "get") {
            expect(cache.get(key)).toBe(known?.[1]);
            if (known) model = [...model.filter((e) => e !== known), known];
          } else {
            cache.set(key, time);
            model = [...model.filter((e) => e !== known), [key, time] as [string, number]].slice(-capacity);
          }
          expect(cache.size).toBe(model.length);
        });
      }),
    );
  });
});
