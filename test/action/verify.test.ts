import { describe, expect, it } from "vitest";
import {
  changedPixels,
  changes,
  expectedState,
  isEffect,
  looksDifferent,
  Restless,
  type WorldState,
} from "../../src/action/verify.js";
import type { AxNode } from "../../src/ax/node.js";
import type { Frame, WindowInfo } from "../../src/capture/port.js";
import { type Rect, desktopRect as r } from "../../src/geometry/rect.js";
import { SceneBuilder } from "../fusion/scene-builder.js";

const frame = (region: Rect<"desktop">, ...ink: Rect<"desktop">[]): Frame => {
  const builder = new SceneBuilder(region.width, region.height, region.x, region.y);
  for (const place of ink) builder.draw(place);
  return builder.build().frame;
};
const screen = r(-100, 0, 400, 300);
const window = (id: string, more: Partial<WindowInfo> = {}): WindowInfo => ({
  ...new SceneBuilder().window(id, r(0, 0, 100, 100), { pid: 1, ...more }).build().windows[0]!,
});

describe("pixels before and after", () => {
  it("are compared at the same place of the desktop, whatever each picture covers", () => {
    const icon = r(40, 40, 30, 30);
    const part = frame(r(20, 20, 100, 100), icon);
    expect(looksDifferent(part, frame(screen, icon), icon)).toBe(false);
    // Every second pixel of every second row is ink: a filled icon differs in three of four.
    const other = frame(screen);
    for (let y = 40; y < 70; y++) other.pixels.fill(20, (y * 400 + 140) * 3, (y * 400 + 170) * 3);
    expect(looksDifferent(part, other, icon)).toBe(true);
  });

  it("count only in the watched parts, and not where the picture is restless", () => {
    const [calm, clock, covered] = [r(0, 0, 20, 20), r(100, 100, 20, 20), r(250, 200, 20, 20)];
    const before = frame(screen);
    const after = frame(screen, calm, clock, covered);
    const watch = { box: r(50, 50, 10, 10), scope: [r(-100, 0, 300, 300)] };
    expect(changedPixels(before, after, watch).outside).toBe(200);
    const restless = new Restless();
    restless.note(before, frame(screen, clock));
    expect(changedPixels(before, after, { ...watch, restless }).outside).toBe(100);
    restless.note(before, frame(r(-90, 0, 50, 50)));
    expect(changedPixels(before, after, { ...watch, restless }).outside).toBe(100);
  });
});

describe("a caret", () => {
  // Solid columns: draw() inks every second pixel.
  const caret = r(30, 40, 1, 18);
  const typed = r(34, 40, 9, 14);
  const watch = { box: r(0, 200, 40, 20), scope: [screen] };

  it("that blinks is no effect", () => {
    expect(changedPixels(frame(screen), frame(screen, r(30, 40, 2, 60)), watch).outside).toBe(0);
  });

  it("that blinked before the click does not hide the character that then appears beside it", () => {
    const restless = new Restless();
    restless.note(frame(screen), frame(screen, caret));
    expect(restless.has(34, 44)).toBe(false);
    const found = changedPixels(frame(screen, caret), frame(screen, typed), { ...watch, restless });
    expect(found.outside).toBeGreaterThan(30);
  });

  it("is not mistaken for something wider that hangs together over several squares", () => {
    const restless = new Restless();
    restless.note(frame(screen), frame(screen, r(14, 40, 6, 4)));
    expect(restless.has(15, 41)).toBe(true);
    expect(restless.has(50, 41)).toBe(false);
    expect(restless.has(31, 41)).toBe(true);
  });
});

describe("an effect", () => {
  const world = (windows: WindowInfo[], more: Partial<WorldState> = {}): WorldState => ({
    windows,
    frame: frame(screen),
    ...more,
  });
  const watch = { box: r(0, 0, 10, 10), scope: [], owner: { pids: [1, 5], window: "w" } };
  const opened = (more: Partial<WindowInfo>) => {
    const [without, withIt] = [world([window("w")]), world([window("w"), window("new", more)])];
    const found = changes(without, withIt, watch);
    expect(found).toHaveLength(1);
    expect(changes(withIt, without, watch).some(isEffect)).toBe(found.some(isEffect));
    return found.some(isEffect);
  };
  const { pid: _, ...unowned } = window("new");

  it("is a window of the same program that opens or closes, and of no other", () => {
    expect(opened({})).toBe(true);
    expect(opened({ pid: 5, overrideRedirect: true })).toBe(true);
    expect(opened({ pid: 2 })).toBe(false);
    expect(opened({ pid: 2, overrideRedirect: true })).toBe(false);
    expect(opened({ pid: 2, type: "dialog", transientFor: "w" })).toBe(true);
    expect(opened({ pid: 2, transientFor: "other" })).toBe(false);
    expect(opened({ type: "tooltip" })).toBe(false);
    expect(opened({ pid: 2, type: "notification" })).toBe(false);
    expect(changes(world([]), world([unowned]), watch).some(isEffect)).toBe(false);
    expect(changes(world([]), world([unowned]), { box: watch.box, scope: [] }).some(isEffect)).toBe(false);
    expect(changes(world([window("w")]), world([]), watch).some(isEffect)).toBe(true);
  });

  it("is a new title of the mark's window, and of no other", () => {
    const titled = (title: string) => world([window("w", { title })]);
    expect(changes(titled("a"), titled("b"), watch).some(isEffect)).toBe(true);
    expect(changes(world([window("v")]), world([window("v", { title: "b" })]), watch)).toEqual([]);
  });

  it("is nothing that another program shows over the mark's window", () => {
    const scoped = { ...watch, scope: [r(0, 0, 200, 200)] };
    const place = r(100, 100, 50, 50);
    const proves = (more: Partial<WindowInfo>, ...order: ("w" | "v")[]) =>
      changes(
        world([window("v", { pid: 2 }), window("w")]),
        world(
          order.map((id) => (id === "w" ? window("w") : window("v", { pid: 2, bounds: place, ...more }))),
          { frame: frame(screen, place) },
        ),
        scoped,
      ).some(isEffect);
    expect(proves({}, "w", "v")).toBe(false);
    expect(proves({ type: "tooltip", pid: 1 }, "w", "v")).toBe(false);
    expect(proves({}, "v", "w")).toBe(true);
    expect(proves({ bounds: r(0, 0, 50, 50) }, "w", "v")).toBe(true);
  });

  it("of a menu's title is its menu, not its look nor its neighbours'", () => {
    const title = new SceneBuilder().node("menuitem", "File", undefined, { states: ["haspopup"] });
    const with_ = (...states: AxNode["states"]) => ({ ...title, states: ["haspopup" as const, ...states] });
    const bar = { ...watch, box: r(20, 0, 40, 20), scope: [r(0, 0, 200, 200)] };
    const effect = (node: AxNode, after: Partial<WorldState>) =>
      changes(world([window("w")], { node }), world([window("w")], { node, ...after }), bar).some(isEffect);
    expect(effect(title, { node: with_("selected") })).toBe(false);
    expect(effect(title, { node: with_("expanded") })).toBe(true);
    const plain = { ...title, states: [] };
    expect(effect(plain, { node: { ...plain, states: ["selected"] } })).toBe(true);
    const [neighbour, below] = [frame(screen, r(60, 2, 40, 16)), frame(screen, r(20, 20, 80, 60))];
    expect(effect(title, { frame: neighbour })).toBe(false);
    expect(effect(plain, { frame: neighbour })).toBe(true);
    expect(effect(title, { frame: below })).toBe(true);
  });

  it("is promised by a check box for one plain click alone", () => {
    const box = new SceneBuilder().node("checkbox", "Wrap", undefined);
    expect(expectedState(box, { button: "left", count: 1 })).toBe("checked");
    expect(expectedState(box, { button: "left", count: 2 })).toBeUndefined();
    expect(expectedState(box, { button: "right", count: 1 })).toBeUndefined();
  });
});
