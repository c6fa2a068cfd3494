import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Role } from "../../../src/ax/roles.js";
import { area, desktopRect, intersect, iou, type Rect } from "../../../src/geometry/rect.js";
import { cutSides, type Found } from "../../../src/vision/detect/found.js";
import { firstPass, OVERLAP, type Pass, tilePasses } from "../../../src/vision/detect/plan.js";
import { mergePasses } from "../../../src/vision/detect/seams.js";

type Control = { readonly role: Role; readonly box: Rect<"desktop"> };

const LIMIT = 0.55;
const at = (role: Role, x: number, y: number, width: number, height: number): Control => ({
  role,
  box: desktopRect(x, y, width, height),
});

/** What a perfect detector shows of the controls in a pass: each cut where the pass ends. */
function seen(controls: readonly Control[], pass: Pass, region: Rect<"desktop">, score = 0.8): Found[] {
  return controls.flatMap(({ role, box }) => {
    const shown = intersect(box, pass.view.source);
    // Of a small control nobody can tell from a sliver that it is one.
    if (!shown || (area(shown) < 0.4 * area(box) && Math.min(shown.width, shown.height) < 8)) return [];
    const cut = cutSides(shown, pass, region);
    return [{ box: shown, role, label: role, score, scale: 1, ...(cut ? { cut } : {}) }];
  });
}

const native = (source: Rect<"desktop">): Pass => ({
  view: { source, content: { x: 0, y: 0, width: source.width, height: source.height } },
  input: source,
});

/** Two passes over one picture that share a strip. */
function halves(region: Rect<"desktop">, seam: number, upright: boolean): Pass[] {
  const from = Math.max(0, Math.floor(seam - OVERLAP / 2));
  return upright
    ? [
        native({ ...region, width: from + OVERLAP }),
        native({ ...region, x: region.x + from, width: region.width - from }),
      ]
    : [
        native({ ...region, height: from + OVERLAP }),
        native({ ...region, y: region.y + from, height: region.height - from }),
      ];
}

const inOrder = (list: readonly Control[]) =>
  list
    .map(({ role, box: { x, y, width, height } }) => [role, x, y, width, height].join(" "))
    .sort((a, b) => a.localeCompare(b));

/** A screen of controls that stand apart, of any size between a check box and an editor, some with more inside. */
const layout = fc
  .record({
    columns: fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 6 }),
    rows: fc.array(fc.integer({ min: 14, max: 700 }), { minLength: 1, maxLength: 8 }),
    gap: fc.integer({ min: 1, max: 30 }),
    kind: fc.array(fc.constantFrom("button", "row", "textbox", "nothing"), { minLength: 48, maxLength: 48 }),
  })
  .map(({ columns, rows, gap, kind }) => {
    const controls: Control[] = [];
    let y = gap;
    rows.forEach((height, r) => {
      let x = gap;
      columns.forEach((width, c) => {
        const what = kind[r * 6 + c]!;
        if (what === "row") {
          controls.push(at("row", x, y, width, height));
          if (width >= 90 && height >= 18)
            controls.push(at("button", x + width - 30, y + Math.floor(height / 2) - 6, 20, 12));
        } else if (what !== "nothing") controls.push(at(what as Role, x, y, width, height));
        x += width + gap;
      });
      y += height + gap;
    });
    const width = Math.max(...controls.map((c) => c.box.x + c.box.width), 400) + gap;
    const height = Math.max(...controls.map((c) => c.box.y + c.box.height), 400) + gap;
    return { controls, region: desktopRect(0, 0, width, height) };
  });

describe("what several passes see, put together", () => {
  it("is what one pass over the whole would see, wherever the seam runs", () => {
    fc.assert(
      fc.property(
        layout,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        ({ controls, region }, where, upright) => {
          const length = upright ? region.width : region.height;
          const passes = halves(region, OVERLAP / 2 + where * (length - OVERLAP), upright);
          const found = passes.flatMap((p) => seen(controls, p, region));
          expect(inOrder(mergePasses(found, LIMIT))).toEqual(inOrder(controls));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("holds for the tiles of a 4K picture with its shrunk view, and for any order of the passes", () => {
    const large = layout.map(({ controls }) => ({
      controls: controls.filter((c) => c.box.x + c.box.width < 3840 && c.box.y + c.box.height < 2160),
      region: desktopRect(0, 0, 3840, 2160),
    }));
    fc.assert(
      fc.property(large, fc.boolean(), ({ controls, region }, shrunkToo) => {
        const first = firstPass(region, "free", "full");
        const passes = tilePasses(region, first, "free");
        const found = passes.flatMap((p) => seen(controls, p, region));
        if (shrunkToo) found.push(...seen(controls, first, region, 0.9).map((f) => ({ ...f, scale: 0.5 })));
        const merged = mergePasses(found, LIMIT);
        expect(inOrder(merged)).toEqual(inOrder(controls));
        expect(inOrder(mergePasses([...found].reverse(), LIMIT))).toEqual(inOrder(merged));
      }),
    );
  });

  it("joins a row over three passes, and a canvas over the corner of four", () => {
    const region = desktopRect(0, 0, 3000, 1000);
    const parts = [0, 900, 1800].map((x) => native(desktopRect(x, 0, 1200, 1000)));
    const row = at("row", 10, 400, 2900, 30);
    expect(
      inOrder(
        mergePasses(
          parts.flatMap((p) => seen([row], p, region)),
          LIMIT,
        ),
      ),
    ).toEqual(inOrder([row]));
    const corners = [0, 1400].flatMap((x) => [0, 400].map((y) => native(desktopRect(x, y, 1600, 600))));
    const field = at("textbox", 1000, 200, 900, 700);
    expect(
      inOrder(
        mergePasses(
          corners.flatMap((p) => seen([field], p, region)),
          LIMIT,
        ),
      ),
    ).toEqual(inOrder([field]));
  });

  it("keeps a piece that no other pass shows: a tile beside it was left out", () => {
    const region = desktopRect(0, 0, 2000, 1000);
    const [left] = halves(region, 1000, true);
    const found = seen([at("row", 600, 100, 900, 30)], left!, region);
    expect(mergePasses(found, LIMIT).map((f) => f.box)).toEqual([desktopRect(600, 100, 464, 30)]);
  });

  it("drops pieces of what the shrunk view shows whole, boxes a little off or not", () => {
    const region = desktopRect(0, 0, 2000, 1000);
    const [left] = halves(region, 1000, true);
    const piece = seen([at("row", 600, 101, 900, 28)], left!, region);
    const whole: Found = { ...at("row", 597, 98, 905, 33), label: "row", score: 0.4, scale: 0.5 };
    expect(mergePasses([...piece, whole], LIMIT)).toEqual([whole]);
  });
});

describe("one element, one mark", () => {
  const found = (role: Role, score: number, x: number, y: number, width: number, height: number): Found => ({
    ...at(role, x, y, width, height),
    label: role,
    score,
    scale: 1,
  });
  const roles = (...list: Found[]) => mergePasses(list, LIMIT).map((f) => f.role);

  it("keeps the best of several boxes on one place, whatever their roles", () => {
    expect(roles(found("link", 0.4, 12, 10, 58, 24), found("button", 0.6, 10, 10, 60, 24))).toEqual([
      "button",
    ]);
  });

  it("keeps what a row, a tab or a field holds", () => {
    expect(roles(found("row", 0.6, 0, 0, 400, 30), found("button", 0.5, 370, 7, 16, 16))).toHaveLength(2);
    expect(roles(found("treeitem", 0.6, 0, 0, 400, 30), found("checkbox", 0.7, 20, 7, 16, 16))).toHaveLength(
      2,
    );
    expect(roles(found("tab", 0.6, 0, 0, 120, 30), found("button", 0.5, 96, 7, 16, 16))).toHaveLength(2);
    expect(roles(found("textbox", 0.6, 0, 0, 220, 30), found("button", 0.5, 196, 7, 16, 16))).toHaveLength(2);
  });

  it("drops a part of a button, and a loose box around buttons", () => {
    expect(roles(found("button", 0.6, 0, 0, 120, 30), found("button", 0.5, 8, 7, 16, 16))).toEqual([
      "button",
    ]);
    expect(
      roles(
        found("button", 0.9, 0, 0, 50, 30),
        found("button", 0.9, 60, 0, 50, 30),
        found("button", 0.3, -5, -5, 130, 40),
      ),
    ).toEqual(["button", "button"]);
  });

  it("keeps no two boxes above the limit and drops none without a reason", () => {
    const some = fc.record({
      role: fc.constantFrom<Role>("button", "row", "textbox", "link"),
      score: fc.float({ min: 0, max: 1, noNaN: true }),
      x: fc.integer({ min: 0, max: 60 }),
      y: fc.integer({ min: 0, max: 60 }),
      width: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), (list) => {
        const all = list.map((f) => found(f.role, f.score, f.x, f.y, f.width, f.height));
        const kept = mergePasses(all, LIMIT);
        for (const a of kept)
          for (const b of kept) if (a !== b) expect(iou(a.box, b.box)).toBeLessThanOrEqual(LIMIT + 1e-9);
        for (const gone of all.filter((f) => !kept.includes(f)))
          expect(kept.some((k) => k.score >= gone.score && intersect(k.box, gone.box))).toBe(true);
      }),
    );
  });
});
