import { describe, expect, it } from "vitest";
import { type AppFacts, buildApp } from "../../../src/ax/linux/build.js";
import { joinTopLevels, windowsOf } from "../../../src/ax/linux/join.js";
import { descendants, type Extents, markShowing, type RawNode } from "../../../src/ax/linux/raw.js";
import { StateBit } from "../../../src/ax/linux/states.js";
import { isSkeleton, judge } from "../../../src/ax/linux/status.js";
import type { AxApp, AxNode } from "../../../src/ax/node.js";
import type { WindowInfo } from "../../../src/capture/port.js";
import { desktopRect } from "../../../src/geometry/rect.js";

const bits = (...names: (keyof typeof StateBit)[]): { low: number; high: number } => ({
  low: names.reduce((sum, n) => sum | (1 << StateBit[n]), 0) >>> 0,
  high: 0,
});

let next = 0;
function raw(
  role: number,
  name: string,
  extents?: Extents,
  more: Partial<RawNode> = {},
  ...children: RawNode[]
): RawNode {
  return {
    bus: ":1.5",
    path: `/n${next++}`,
    role,
    name,
    states: bits("enabled", "visible", "showing"),
    interfaces: 2,
    childCount: children.length,
    children,
    shows: true,
    ...(extents ? { extents } : {}),
    ...more,
  };
}

const window = (
  id: string,
  title: string,
  client: [number, number, number, number],
  more: Partial<WindowInfo> = {},
): WindowInfo => ({
  id,
  title,
  pid: 7,
  bounds: desktopRect(...client),
  client: desktopRect(...client),
  overrideRedirect: false,
  focused: false,
  draws: true,
  ...more,
});

const FRAME = 23;
const BUTTON = 43;

function build(facts: Partial<AppFacts>, ...tops: RawNode[]): AxNode[] {
  const app = { name: "app", toolkit: "gtk3" as const, pid: 7, windows: [], ...facts };
  const root = raw(75, "app", undefined, {}, ...tops);
  markShowing(root, app.toolkit);
  return [...buildApp(root, app).windows];
}

describe("joining top levels to windows (AXL-7)", () => {
  const a = window("0x1", "Editor", [0, 0, 640, 480]);
  const b = window("0x2", "Editor", [0, 500, 300, 200]);
  const menu = window("0x3", "", [10, 30, 200, 400], { overrideRedirect: true });

  it("by process, else by title", () => {
    expect(windowsOf(7, [], [a, b])).toEqual([a, b]);
    expect(windowsOf(9, ["Editor"], [a, menu])).toEqual([a]);
    expect(windowsOf(undefined, [""], [menu])).toEqual([]);
  });

  it("two windows of one title by their size, a pop-up by its size, each window once", () => {
    const small = raw(FRAME, "Editor", [0, 475, 302, 225]);
    const large = raw(FRAME, "Editor", [0, 0, 642, 505]);
    const popup = raw(69, "", [10, 30, 200, 400]);
    const joined = joinTopLevels([small, large, popup], [a, b, menu]);
    expect([small, large, popup].map((top) => joined.get(top)?.id)).toEqual(["0x2", "0x1", "0x3"]);
  });

  it("not at all when nothing fits", () => {
    expect(joinTopLevels([raw(FRAME, "Other", [0, 0, 50, 50])], [a]).size).toBe(0);
  });
});

describe("places and trust (AXL-6)", () => {
  it("GTK 4 without a window to correct by is not trusted, other toolkits are", () => {
    const top = (): RawNode => raw(FRAME, "App", [0, 0, 100, 100], {}, raw(BUTTON, "a", [5, 5, 10, 10]));
    expect(build({ toolkit: "gtk4" }, top())[0]?.children[0]?.geometryTrusted).toBe(false);
    expect(build({ toolkit: "gtk3" }, top())[0]?.children[0]?.geometryTrusted).toBe(true);
  });

  it("Chromium at 1.5: the browser is scaled, the page is not", () => {
    const top = raw(
      FRAME,
      "Page",
      [0, 0, 1000, 600],
      {},
      raw(BUTTON, "Reload", [10, 20, 30, 30]),
      raw(95, "Page", [0, 120, 1500, 780], {}, raw(BUTTON, "Send", [30, 300, 90, 30])),
    );
    const [page] = build({ toolkit: "chromium", windows: [window("0x1", "Page", [0, 0, 1500, 900])] }, top);
    expect(page?.children[0]?.bounds).toEqual(desktopRect(15, 30, 45, 45));
    expect(page?.children[1]?.children[0]?.bounds).toEqual(desktopRect(30, 300, 90, 30));
  });

  it("GTK 4 popovers: open in a window of their own, else not shown", () => {
    const item = raw(35, "Quit", [243, 46, 201, 32]);
    const popover = raw(
      33,
      "GtkPopoverMenu",
      [201, 6, 285, 418],
      {},
      raw(20, "GtkPopoverContent", [225, 40, 237, 358], {}, item),
    );
    const top = raw(FRAME, "Calc", [0, 0, 355, 486], {}, popover);
    const main = window("0x1", "Calc", [122, 52, 365, 496]);
    const popup = window("0x2", "calc", [203, 76, 285, 418], { overrideRedirect: true });
    const find = (nodes: readonly AxNode[]): AxNode => nodes[0]!.children[0]!.children[0]!.children[0]!;
    const open = find(build({ toolkit: "gtk4", windows: [main, popup] }, top));
    expect(open).toMatchObject({ bounds: desktopRect(245, 116, 201, 32), window: "0x2" });
    expect(open.states).toContain("showing");
    const closed = find(build({ toolkit: "gtk4", windows: [main] }, top));
    expect(closed.states).toContain("hidden");
    expect(closed.bounds).toBeUndefined();
  });

  it("LibreOffice: menu bar offset for what it draws, and the hidden second menu bar is not shown", () => {
    const top = raw(
      FRAME,
      "Calc",
      [0, 0, 1920, 1080],
      {},
      raw(34, "", [0, 19, 1920, 25], { windowExtents: [0, 0, 1920, 25] }),
      raw(
        46,
        "Calc",
        [0, 19, 1920, 1036],
        { windowExtents: [0, 19, 1920, 1036] },
        raw(34, "", undefined, {}, raw(33, "File", [0, 19, 35, 19])),
        raw(56, "A1", [41, 197, 82, 17], { windowExtents: [41, 197, 82, 17] }),
      ),
    );
    const [calc] = build({ toolkit: "vcl", windows: [window("0x1", "Calc", [0, 19, 1920, 1061])] }, top);
    const [hiddenBar, cell] = calc!.children[1]!.children;
    expect(hiddenBar?.children[0]?.states).toContain("hidden");
    expect(cell?.bounds).toEqual(desktopRect(41, 222, 82, 17));
  });
});

describe("what shows", () => {
  it("GTK 4.8: VISIBLE of the object and all its ancestors", () => {
    const visible = { states: bits("visible", "enabled") };
    const top = raw(
      FRAME,
      "w",
      [0, 0, 9, 9],
      {},
      raw(39, "", undefined, { states: bits("enabled") }, raw(BUTTON, "hidden", undefined, visible)),
      raw(BUTTON, "shown", undefined, visible),
    );
    const root = raw(75, "", undefined, {}, top);
    markShowing(root, "gtk4");
    const shows = Object.fromEntries(descendants(root).map((n) => [n.name, n.shows]));
    expect(shows).toMatchObject({ hidden: false, shown: true });
  });

  it("Chromium: options of a closed list do not, though they say so", () => {
    const list = raw(33, "", undefined, { states: bits("enabled") }, raw(35, "One"));
    const root = raw(
      75,
      "",
      undefined,
      {},
      raw(FRAME, "w", [0, 0, 9, 9], {}, raw(11, "", undefined, {}, list)),
    );
    markShowing(root, "chromium");
    expect(descendants(root).find((n) => n.name === "One")?.shows).toBe(false);
  });
});

describe("names of GTK 4", () => {
  it.each([
    ["7 7", undefined, "7"],
    ["GtkMenuButton", undefined, undefined],
    ["GtkLabel", "Total", "Total"],
    ["Go go", undefined, "Go go"],
  ])("%j with text %j is %j", (name, text, expected) => {
    const node = raw(BUTTON, name, undefined, text ? { text } : {});
    expect(build({ toolkit: "gtk4" }, raw(FRAME, "w", undefined, {}, node))[0]?.children[0]?.name).toBe(
      expected,
    );
  });
});

describe("status", () => {
  const app = (more: Partial<AxApp> = {}, ...tops: RawNode[]): AxApp => ({
    name: "App \u202eevil",
    toolkit: "chromium",
    method: "cache",
    nodes: 4,
    duration: 1,
    windows: build({ toolkit: "chromium" }, ...tops),
    ...more,
  });
  const empty = raw(FRAME, "Page", [0, 0, 9, 9], {}, raw(39, ""), raw(39, ""));
  const full = raw(FRAME, "Page", [0, 0, 9, 9], {}, raw(BUTTON, "Go"));

  it("a window without content is a skeleton", () => {
    expect(isSkeleton(app({}, empty))).toBe(true);
    expect(isSkeleton(app({}, full))).toBe(false);
  });

  it.each<[string, Parameters<typeof judge>[0], string, string | undefined, string[]]>([
    ["everything", { enabled: true, apps: [app({}, full)], failed: [] }, "ok", undefined, []],
    [
      "nothing, switched off",
      { enabled: false, apps: [], failed: [] },
      "off",
      "accessibility-disabled",
      ["accessibility-disabled"],
    ],
    ["nothing", { enabled: true, apps: [], failed: [] }, "empty", "no-application-of-these-windows", []],
    [
      "GTK answers though it is off",
      { enabled: false, apps: [app({}, full)], failed: [] },
      "ok",
      undefined,
      ["accessibility-disabled"],
    ],
    [
      "frames only",
      { enabled: true, apps: [app({}, empty)], failed: [] },
      "skeleton",
      "windows-without-content",
      ["ax-skeleton"],
    ],
    [
      "one of two",
      { enabled: true, apps: [app({}, empty), app({}, full)], failed: [] },
      "partial",
      "skeleton",
      ["ax-skeleton"],
    ],
    [
      "cut",
      { enabled: true, apps: [app({ truncated: "timeout" }, full)], failed: [] },
      "partial",
      "timeout",
      ["ax-truncated-timeout"],
    ],
    [
      "hung",
      { enabled: true, apps: [], failed: [{ name: "x", reason: "unresponsive" }] },
      "partial",
      "application-unresponsive",
      ["ax-app-unresponsive"],
    ],
  ])("%s", (_, facts, status, reason, codes) => {
    const verdict = judge(facts);
    expect(verdict.status).toBe(status);
    expect(verdict.reason).toBe(reason);
    expect(verdict.warnings.map((w) => w.code)).toEqual(codes);
    // Names from applications are quoted and cleaned.
    expect(JSON.stringify(verdict.warnings)).not.toContain("\u202e");
  });
});
