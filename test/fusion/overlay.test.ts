import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { badgeSize, drawMarks, inkMap, placeBadges } from "../../src/fusion/overlay.js";
import { FRAME_HEIGHT, FRAME_WIDTH } from "../../src/geometry/letterbox.js";
import { frameRect, intersectionArea, type Rect } from "../../src/geometry/rect.js";

const blank = () => new Uint8Array(FRAME_WIDTH * FRAME_HEIGHT * 3).fill(240);
const inFrame = (r: Rect<"frame">) =>
  r.x >= 0 && r.y >= 0 && r.x + r.width <= FRAME_WIDTH && r.y + r.height <= FRAME_HEIGHT;

describe("badges", () => {
  it("stay within their own row in a menu of adjoining rows", () => {
    const marks = Array.from({ length: 9 }, (_, i) => ({
      id: i + 1,
      box: frameRect(0, 100 + i * 27, 166, 27),
    }));
    for (const badge of placeBadges(marks, [])) {
      const row = marks.find((m) => m.id === badge.id)!.box;
      expect(badge.rect.y).toBeGreaterThanOrEqual(row.y);
      expect(badge.rect.y + badge.rect.height).toBeLessThanOrEqual(row.y + row.height);
    }
  });

  it("are clamped to the frame at its last corner", () => {
    const [badge] = placeBadges([{ id: 123, box: frameRect(1019, 763, 5, 5) }], []);
    expect(inFrame(badge!.rect)).toBe(true);
  });

  it("do not cover text when there is room beside it", () => {
    const box = frameRect(400, 300, 80, 20);
    const text = [frameRect(410, 303, 60, 14), frameRect(380, 303, 18, 14)];
    const [badge] = placeBadges([{ id: 42, box }], text);
    for (const t of text) expect(intersectionArea(badge!.rect, t)).toBe(0);
  });

  it("keep away from drawing that nobody read", () => {
    const pixels = blank();
    // A glyph of black stripes left of the mark, where the badge would go first.
    for (let y = 296; y < 324; y++)
      for (let x = 380; x < 400; x += 2)
        pixels.fill(0, (y * FRAME_WIDTH + x) * 3, (y * FRAME_WIDTH + x) * 3 + 3);
    const ink = inkMap(pixels);
    expect(ink.in(frameRect(378, 296, 24, 28))).toBe(10 * 2 * 28);
    // And the lower edge of each stripe, on the row below.
    expect(ink.in(frameRect(-20, -20, 4000, 4000))).toBe(10 * 2 * 28 + 10);
    const marks = [{ id: 42, box: frameRect(400, 300, 80, 20) }];
    expect(placeBadges(marks, [])[0]!.rect.x).toBeLessThan(400);
    expect(ink.in(placeBadges(marks, [], ink)[0]!.rect)).toBe(0);
  });

  it("keep away from a minus sign, which has next to no upright edges", () => {
    const pixels = blank();
    for (let x = 406; x < 424; x++)
      pixels.fill(0, (310 * FRAME_WIDTH + x) * 3, (310 * FRAME_WIDTH + x) * 3 + 3);
    expect(inkMap(pixels).in(frameRect(400, 300, 30, 20))).toBe(2 * 18 + 1);
  });

  it("do not cover each other in a dense grid of icons", () => {
    const marks = Array.from({ length: 100 }, (_, i) => ({
      id: i + 1,
      box: frameRect(100 + (i % 10) * 26, 100 + Math.floor(i / 10) * 26, 24, 24),
    }));
    const badges = placeBadges(marks, []);
    for (const a of badges)
      for (const b of badges) if (a !== b) expect(intersectionArea(a.rect, b.rect)).toBe(0);
  });

  it("are in the frame, one for each mark and at the same place every time", () => {
    const mark = fc.record({
      x: fc.integer({ min: 0, max: 1023 }),
      y: fc.integer({ min: 0, max: 767 }),
      w: fc.integer({ min: 1, max: 400 }),
      h: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 40 }), (list) => {
        const marks = list.map((m, i) => ({
          id: i * 7 + 1,
          box: frameRect(m.x, m.y, Math.min(m.w, 1024 - m.x), Math.min(m.h, 768 - m.y)),
        }));
        const badges = placeBadges(marks, []);
        expect(badges.map((b) => b.id)).toEqual(marks.map((m) => m.id));
        for (const b of badges) expect(inFrame(b.rect)).toBe(true);
        expect(placeBadges([...marks].reverse(), [])).toEqual(badges);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the marked picture", () => {
  it("has an outline on the box and digits on the badge, and nothing else changed", () => {
    const pixels = blank();
    const marks = [{ id: 8, box: frameRect(200, 200, 60, 30) }];
    const badges = placeBadges(marks, []);
    drawMarks(pixels, marks, badges);
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * FRAME_WIDTH + x) * 3, (y * FRAME_WIDTH + x) * 3 + 3),
    ];
    expect(at(200, 200)).not.toEqual([240, 240, 240]);
    expect(at(259, 229)).toEqual(at(200, 200));
    expect(at(230, 215)).toEqual([240, 240, 240]);
    const { rect } = badges[0]!;
    let white = 0;
    let changed = 0;
    for (let y = 0; y < FRAME_HEIGHT; y++)
      for (let x = 0; x < FRAME_WIDTH; x++) {
        const p = at(x, y);
        if (p[0] === 240 && p[1] === 240) continue;
        changed++;
        if (p[0] === 255 && p[1] === 255) white++;
      }
    // The ink of the digit 8 in the 6x9 font.
    expect(white).toBe(36);
    expect(changed).toBe(rect.width * rect.height + 2 * 60 + 2 * 28);
    expect(badgeSize(8)).toEqual({ width: 10, height: 13 });
  });

  it("is the same bytes for the same marks", () => {
    const marks = [
      { id: 1, box: frameRect(10.4, 10.6, 20, 20) },
      { id: 2, box: frameRect(500, 300, 90, 22) },
    ];
    const a = blank();
    const b = blank();
    drawMarks(a, marks, placeBadges(marks, []));
    drawMarks(b, marks, placeBadges(marks, []));
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(true);
  });

  it("takes boxes that reach beyond the frame", () => {
    const pixels = blank();
    const marks = [{ id: 3, box: frameRect(-50, -50, 3000, 3000) }];
    expect(() => drawMarks(pixels, marks, placeBadges(marks, []))).not.toThrow();
  });
});
