import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Frame,
  placeGtk4,
  placeInPopover,
  placeOnScreen,
  placeVcl,
  scaleOf,
} from "../../../src/ax/linux/geometry.js";
import { asExtents, type Extents } from "../../../src/ax/linux/raw.js";
import type { Toolkit } from "../../../src/ax/linux/toolkit.js";
import { desktopRect } from "../../../src/geometry/rect.js";

const frame = (client: [number, number, number, number], top: Extents, more: Partial<Frame> = {}): Frame => ({
  client: desktopRect(...client),
  top,
  menuBar: 0,
  ...more,
});

describe("scale (measured/linux, section 3)", () => {
  it.each<[string, Toolkit, [number, number, number, number], Extents, number]>([
    ["GTK 3 at scale 1, top level with decoration", "gtk3", [1, 595, 640, 480], [0, 575, 642, 505], 1],
    ["GTK 3 at GDK_SCALE=2", "gtk3", [100, 100, 1280, 960], [50, 40, 642, 505], 2],
    ["Qt at QT_SCALE_FACTOR=1.5", "qt", [611, 317, 1050, 750], [407, 211, 700, 500], 1.5],
    ["Qt on a screen of 100 dpi", "qt", [0, 0, 1000, 800], [0, 0, 960, 768], 1000 / 960],
    ["Chromium at 1.5", "chromium", [10, 10, 1500, 900], [7, 7, 1000, 600], 1.5],
    ["GTK 4 without compositor, 5 px border", "gtk4", [122, 52, 365, 496], [0, 0, 355, 486], 1],
    ["GTK 4 at scale 2", "gtk4", [0, 0, 720, 982], [0, 0, 355, 486], 2],
    ["one side off: no scale", "gtk3", [0, 0, 1280, 480], [0, 0, 640, 480], 1],
    ["a top level larger than its window", "gtk3", [0, 0, 320, 240], [0, 0, 640, 480], 1],
  ])("%s", (_, toolkit, client, top, expected) => {
    expect(scaleOf(frame(client, top), toolkit)).toBeCloseTo(expected, 5);
  });

  it("is 1 when the top level gave no extents", () => {
    expect(scaleOf({ client: desktopRect(0, 0, 10, 10), top: undefined, menuBar: 0 }, "gtk3")).toBe(1);
  });
});

describe("places", () => {
  it("GTK 4 without compositor: half of the border", () => {
    const f = frame([122, 52, 365, 496], [0, 0, 355, 486]);
    expect(placeGtk4([15, 11, 63, 24], f, 1)).toEqual(desktopRect(142, 68, 63, 24));
  });

  it("GTK 4 under a compositor: _GTK_FRAME_EXTENTS", () => {
    const f = frame([100, 50, 383, 517], [0, 0, 355, 486], {
      gtkFrameExtents: { left: 14, right: 14, top: 12, bottom: 17 },
    });
    expect(placeGtk4([15, 11, 63, 24], f, 1)).toEqual(desktopRect(129, 73, 63, 24));
  });

  it("GTK 4 at scale 2 is multiplied first", () => {
    const f = frame([100, 50, 720, 982], [0, 0, 355, 486]);
    expect(placeGtk4([15, 11, 63, 24], f, 2)).toEqual(desktopRect(100 + 5 + 30, 50 + 5 + 22, 126, 48));
  });

  it("GTK 4 popover: relative to its own node, placed at the pop-up window", () => {
    expect(placeInPopover([243, 46, 201, 32], [201, 6, 285, 418], desktopRect(203, 76, 285, 418), 1)).toEqual(
      desktopRect(245, 116, 201, 32),
    );
  });

  const calc = frame([0, 19, 1920, 1061], [0, 0, 1920, 1080], { menuBar: 25 });

  it("LibreOffice: what VCL draws is moved down by the menu bar's height", () => {
    expect(placeVcl([41, 197, 82, 17], [41, 197, 82, 17], true, calc, 1)).toEqual(
      desktopRect(41, 222, 82, 17),
    );
  });

  it("LibreOffice: native widgets are exact, in the menu bar and below the root pane", () => {
    expect(placeVcl([0, 19, 39, 25], [0, 0, 39, 25], false, calc, 1)).toEqual(desktopRect(0, 19, 39, 25));
    expect(placeVcl([10, 119, 39, 25], [10, 100, 39, 25], true, calc, 1)).toEqual(
      desktopRect(10, 119, 39, 25),
    );
  });

  it("LibreOffice with its client at the screen's origin: the tree decides", () => {
    const full = frame([0, 0, 1920, 1080], [0, 0, 1920, 1080], { menuBar: 25 });
    expect(placeVcl([41, 178, 82, 17], [41, 178, 82, 17], true, full, 1).y).toBe(203);
    expect(placeVcl([0, 0, 39, 25], [0, 0, 39, 25], false, full, 1).y).toBe(0);
  });

  it("scaled neighbours stay neighbours: no gaps and no overlap by rounding", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 1000 / 960),
        (x, w1, w2, k) => {
          const a = placeOnScreen([x, 0, w1, 10], k);
          const b = placeOnScreen([x + w1, 0, w2, 10], k);
          expect(a.x + a.width).toBe(b.x);
        },
      ),
    );
  });
});

describe("extents that mean nothing (AXL-8)", () => {
  it.each([
    [[-(2 ** 31), -(2 ** 31), 10, 10]],
    [[0, 0, -1, -1]],
    [[0, 0, 0, 20]],
    [[5, 5, 20, 0]],
    [[0, 0, 2 ** 31 - 1, 2 ** 31 - 1]],
    [[Number.NaN, 0, 5, 5]],
    [[1, 2, 3]],
    ["1,2,3,4"],
    [undefined],
  ])("%j", (value) => {
    expect(asExtents(value)).toBeUndefined();
  });

  it("keeps negative places: monitors may lie left of the origin", () => {
    expect(asExtents([-1920, -100, 40, 20])).toEqual([-1920, -100, 40, 20]);
  });
});
