import { describe, expect, it } from "vitest";
import type { AxNode } from "../../src/ax/node.js";
import type { WindowInfo } from "../../src/capture/port.js";
import { silentAreas } from "../../src/fusion/silent.js";
import { type Rect, desktopRect as r } from "../../src/geometry/rect.js";
import { node, tree } from "../ax/node.js";

const SCREEN = r(0, 0, 1920, 1080);
const displays = [{ id: "d", primary: true, bounds: SCREEN }];
const window = (id: string, bounds: Rect<"desktop">, more: Partial<WindowInfo> = {}): WindowInfo => ({
  id,
  title: id,
  bounds,
  client: bounds,
  overrideRedirect: false,
  focused: false,
  draws: true,
  ...more,
});
const top = (id: string, bounds: Rect<"desktop">, ...children: AxNode[]) =>
  node("window", { bounds, window: id, name: id }, ...children);
const main = window("w", r(100, 100, 800, 600));
const silent = (content: AxNode[], windows: WindowInfo[] = [main], region = SCREEN) =>
  silentAreas(tree(top("w", main.bounds, ...content)), windows, displays, region);
const toolbar = () =>
  node(
    "toolbar",
    { bounds: r(100, 100, 800, 40) },
    node("button", { bounds: r(104, 104, 60, 30), name: "Save" }),
  );

describe("areas of which the tree says nothing (VIS-8)", () => {
  const canvas = r(100, 140, 800, 560);

  it.each(["canvas", "img", "video", "document", "generic", "region"] as const)(
    "are a large %s without content, beside a tree that is rich",
    (role) => {
      expect(silent([toolbar(), node(role, { bounds: canvas })])).toEqual([canvas]);
    },
  );

  it("are a canvas although it has a name and words for those who do not see it", () => {
    const words = node("text", { bounds: r(100, 140, 100, 20), name: "A map of the town" });
    expect(silent([node("canvas", { bounds: canvas, name: "Map" }, words)])).toEqual([canvas]);
  });

  it("are the inner of two only as far as the outer one says something", () => {
    const inner = node("canvas", { bounds: r(500, 200, 300, 300) });
    const list = node("list", { bounds: r(100, 140, 200, 500) }, node("listitem", { name: "One" }));
    expect(silent([node("generic", { bounds: canvas }, list, inner)])).toEqual([inner.bounds]);
    expect(silent([toolbar(), node("generic", { bounds: canvas }, inner)])).toEqual([canvas]);
  });

  it("are not those with a control or words, nor small ones, hidden ones or ones out of place", () => {
    const button = node("button", { bounds: r(300, 300, 60, 30), name: "Play" });
    expect(silent([node("canvas", { bounds: canvas }, button)])).toEqual([]);
    expect(silent([node("document", { bounds: canvas }, node("paragraph", { name: "Words" }))])).toEqual([]);
    expect(silent([node("textbox", { bounds: canvas })])).toEqual([]);
    expect(silent([toolbar(), node("canvas", { bounds: r(200, 200, 80, 80) })])).toEqual([]);
    expect(silent([toolbar(), node("canvas", { bounds: canvas, states: ["hidden"] })])).toEqual([]);
    expect(silent([toolbar(), node("canvas", { bounds: canvas, geometryTrusted: false })])).toEqual([]);
  });

  it("are whole windows that nothing on the bus answers for, bar the desktop's own and menus", () => {
    const game = window("g", r(1000, 100, 640, 480));
    const others = [
      window("root", SCREEN, { type: "desktop" }),
      window("menu", r(0, 600, 300, 300), { overrideRedirect: true }),
      window("shade", r(0, 0, 500, 500), { draws: false }),
    ];
    expect(silent([toolbar(), node("text", { name: "Ready" })], [others[0]!, main, game])).toEqual([
      game.bounds,
    ]);
    expect(silent([toolbar()], [...others, main])).toEqual([]);
  });

  it("are cut to the window, to what shows of it, and to the picture", () => {
    const large = node("canvas", { bounds: r(0, 0, 3000, 3000) });
    expect(silent([toolbar(), large])).toEqual([main.bounds]);
    // Another application's window above; it answers for itself.
    const seen = (over: Rect<"desktop">) =>
      silentAreas(
        tree(
          top("w", main.bounds, toolbar(), large),
          top("o", over, node("button", { name: "OK", bounds: over })),
        ),
        [main, window("o", over)],
        displays,
        SCREEN,
      );
    expect(seen(r(100, 100, 800, 300))).toEqual([r(100, 400, 800, 300)]);
    expect(seen(r(100, 100, 800, 500))).toEqual([]);
    expect(silent([toolbar(), large], [main], r(0, 0, 500, 400))).toEqual([r(100, 100, 400, 300)]);
  });

  it("are none where there is no tree at all: then everything is looked at alike", () => {
    const nothing = { ...tree(), apps: [], status: "none" as const };
    expect(silentAreas(nothing, [main], displays, SCREEN)).toEqual([]);
  });

  it("are the largest four", () => {
    const apart = Array.from({ length: 6 }, (_, i) => window(`g${i}`, r(i * 320, 0, 200 + i * 20, 300)));
    const found = silent([toolbar()], [main, ...apart]);
    expect(found).toHaveLength(4);
    expect(found.map((f) => f.width)).toEqual([300, 280, 260, 240]);
  });
});
