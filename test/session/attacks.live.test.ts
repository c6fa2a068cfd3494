import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Desktop as Groundmark,
  openDesktop,
  parseImage,
  type Surface,
  type SurfaceMark,
} from "../../dist/index.js";
import { type NodeSpec, type Provider, startProvider } from "../ax-provider/index.js";
import { type Desktop, type RawApp, type RawWindowSpec, startDesktop } from "../desktop/index.js";

// Applications and windows that mean ill: what they hide, cover, forge and show must not lead to a click that
// nobody could have seen through.
let desktop: Desktop;
let groundmark: Groundmark;
let app: Provider | undefined;
const windows: RawApp[] = [];

beforeAll(async () => {
  desktop = await startDesktop({ width: 1280, height: 800 });
  groundmark = await openDesktop({ env: desktop.env });
});
afterEach(async () => {
  await Promise.all(windows.splice(0).map((w) => w.close()));
  await app?.close();
  app = undefined;
});
afterAll(async () => {
  await groundmark?.close();
  await desktop?.stop();
});

const control = (id: string, name: string, at: readonly [number, number], more: Partial<NodeSpec> = {}) => ({
  id,
  role: "push button",
  name,
  extents: [...at, 140, 40] as const,
  actions: [{ name: "click" }],
  ...more,
});

async function start(children: NodeSpec[]): Promise<Provider> {
  app = await startProvider(desktop, {
    name: "scripted",
    toolkit: "gtk",
    version: "3.24.0",
    window: { x: 100, y: 100, width: 600, height: 400, title: "Scripted", background: "#f4f4f4" },
    children: [{ id: "frame", role: "frame", name: "Scripted", extents: [0, 0, 600, 400], children }],
  });
  return app;
}

async function open(spec: RawWindowSpec): Promise<RawApp> {
  const window = await desktop.rawWindow(spec);
  windows.push(window);
  return window;
}

/** A bare window of another program over a mark, `by` pixels smaller on each side (left, top, right, bottom). */
function cover(m: SurfaceMark, by: readonly [number, number, number, number], more = {}): Promise<RawApp> {
  const [left, top, right, bottom] = by;
  return open({
    x: m.box.x + left,
    y: m.box.y + top,
    width: m.box.width - left - right,
    height: m.box.height - top - bottom,
    title: "cover",
    background: "#e8e8e8",
    overrideRedirect: true,
    ...more,
  });
}

const named = (surface: Surface, label: string) => surface.marks.filter((m) => m.label === label);
function mark(surface: Surface, label: string): SurfaceMark {
  const found = named(surface, label);
  if (found.length !== 1) throw new Error(`${found.length} marks are called ${label}:\n${surface.text}`);
  return found[0]!;
}
const code = (clicking: Promise<unknown>): Promise<string> =>
  clicking.then(
    () => "sent",
    (e: { code: string }) => e.code,
  );

describe("a window over a control", () => {
  it("that leaves only its rim is refused at the click, and hides it from an observation", async () => {
    const provider = await start([control("del", "Delete account", [40, 40])]);
    const del = mark(await groundmark.observe(), "Delete account");
    expect(del).toMatchObject({ verdict: "match", risk: "sensitive" });
    await cover(del, [4, 4, 4, 4]);
    expect(await code(groundmark.click(del.id))).toBe("OCCLUDED");
    expect(await code(groundmark.click(del.id, { confirm: true }))).toBe("OCCLUDED");
    const covered = await groundmark.observe();
    expect(named(covered, "Delete account")).toEqual([]);
    expect(covered.withheld).toMatchObject({ occluded: 1 });
    expect(provider.actions).toEqual([]);
  });

  it("that hides just its label is refused too, and a sensitive one is not taken on trust", async () => {
    const provider = await start([
      control("del", "Delete account", [40, 40], { extents: [40, 40, 360, 40] }),
    ]);
    const del = mark(await groundmark.observe(), "Delete account");
    await cover(del, [100, 4, 100, 4]);
    expect(await code(groundmark.click(del.id))).toBe("OCCLUDED");
    const again = mark(await groundmark.observe(), "Delete account");
    expect(again).toMatchObject({ verdict: "unverifiable" });
    expect(await code(groundmark.click(again.id))).toBe("CONFIRMATION_REQUIRED");
    expect(provider.actions).toEqual([]);
  });

  it("that leaves a strip of a tab to be seen keeps it out of the listing and from being clicked", async () => {
    await start([control("tab", "Preview", [40, 40], { role: "page tab" })]);
    const tab = mark(await groundmark.observe(), "Preview");
    await cover(tab, [0, 0, 0, 5]);
    expect(await code(groundmark.click(tab.id))).toBe("OCCLUDED");
    expect(named(await groundmark.observe(), "Preview")).toEqual([]);
  });

  it("that leaves its label and half of it to be seen leaves it to be clicked", async () => {
    const wide = control("b", "Continue", [40, 40], {
      extents: [40, 40, 300, 40],
      paint: { align: "left" },
    });
    const provider = await start([wide]);
    const before = mark(await groundmark.observe(), "Continue");
    await cover(before, [170, 0, 0, 0]);
    expect(await code(groundmark.click(before.id))).toBe("sent");
    const after = mark(await groundmark.observe(), "Continue");
    expect(after).toMatchObject({ verdict: "match" });
    expect(after.point.x).toBeLessThan(before.box.x + 170);
    expect(await code(groundmark.click(after.id))).toBe("sent");
    expect(provider.actions).toHaveLength(2);
  });
});

describe("a window that shows nothing", () => {
  const allow = {
    x: 760,
    y: 100,
    width: 400,
    height: 200,
    title: "Page",
    items: [
      { x: 40, y: 60, width: 120, height: 36, text: "Allow", fill: "#dddddd", outline: "#444444" } as const,
    ],
  };
  const trap = {
    x: 780,
    y: 140,
    width: 300,
    height: 120,
    title: "",
    overrideRedirect: true,
    inputOnly: true,
  };

  it("gets no click that is meant for what is seen through it", async () => {
    const page = await open(allow);
    const clear = mark(await groundmark.observe(), "Allow");
    const invisible = await open(trap);
    expect(await code(groundmark.click(clear.id, { policy: "foreground", confirm: true }))).toBe("OCCLUDED");
    const surface = await groundmark.observe();
    expect(surface.text).not.toContain("Allow");
    expect(surface.withheld?.occluded).toBeGreaterThan(0);
    expect([...invisible.presses, ...page.presses]).toEqual([]);
  });

  it("hides the tree's control as well as what is drawn for it", async () => {
    await start([control("allow", "Allow", [40, 40])]);
    const { box } = mark(await groundmark.observe(), "Allow");
    await open({ ...trap, ...box });
    const surface = await groundmark.observe();
    expect(surface.text).not.toContain("Allow");
    expect(surface.marks.filter((m) => m.label.includes("Allow"))).toEqual([]);
  });
});

describe("what only pixels show", () => {
  it("is no match, and where it is sensitive it wants to be confirmed", async () => {
    const fake = await open({
      x: 760,
      y: 100,
      width: 400,
      height: 200,
      overrideRedirect: true,
      title: "",
      items: [{ x: 140, y: 80, width: 120, height: 36, text: "Submit", fill: "#dddddd", outline: "#444444" }],
    });
    const submit = mark(await groundmark.observe(), "Submit");
    expect(submit).toMatchObject({
      verdict: "unverifiable",
      risk: "sensitive",
      evidence: { reason: "pixels-only", ocr: "Submit" },
    });
    expect(await code(groundmark.click(submit.id, { policy: "foreground" }))).toBe("CONFIRMATION_REQUIRED");
    expect(fake.presses).toEqual([]);
    expect(await code(groundmark.click(submit.id, { policy: "foreground", confirm: true }))).toBe("sent");
  });
});

describe("a click is not verified", () => {
  it("by the window of another program that closes meanwhile", async () => {
    await start([control("inert", "Inert", [40, 40])]);
    const other = await open({ x: 760, y: 100, width: 300, height: 200, title: "Other program" });
    const { id } = mark(await groundmark.observe(), "Inert");
    const closing = new Promise((r) => setTimeout(r, 250)).then(() => other.send({ op: "hide" }));
    const result = await groundmark.click(id);
    await closing;
    expect(result).toMatchObject({ dispatched: true, outcome: "unverified" });
    expect(result.evidence.changes?.join()).toMatch(/closed/);
  });

  it("by what another program shows over it meanwhile", async () => {
    await start([control("inert", "Inert", [40, 40])]);
    const place = { x: 300, y: 250, width: 200, height: 120 };
    const other = await open({ ...place, title: "Other", background: "#204080", overrideRedirect: true });
    await other.send({ op: "hide" });
    const { id } = mark(await groundmark.observe(), "Inert");
    const showing = new Promise((r) => setTimeout(r, 250)).then(() => other.send({ op: "show" }));
    const result = await groundmark.click(id);
    await showing;
    expect(result).toMatchObject({ dispatched: true, outcome: "unverified" });
    expect(result.evidence.changes?.join()).toMatch(/opened/);
  });

  it("by the look of a menu's title where no menu opened", async () => {
    const states = ["enabled", "sensitive", "showing", "visible"];
    const titles = [
      control("file", "File", [40, 10], {
        role: "menu",
        extents: [40, 10, 60, 24],
        actions: [
          {
            name: "click",
            effects: [
              { id: "file", states: [...states, "selected"] },
              { id: "edit", paint: { fill: "#ffffff" } },
            ],
          },
        ],
      }),
      control("edit", "Edit", [100, 10], {
        role: "menu",
        extents: [100, 10, 60, 24],
        paint: { fill: "#3060c0", color: "#ffffff" },
      }),
    ];
    await start([{ id: "bar", role: "menu bar", extents: [0, 10, 600, 24], children: titles }]);
    const result = await groundmark.click(mark(await groundmark.observe(), "File").id);
    expect(result).toMatchObject({ dispatched: true, outcome: "unverified" });
    expect(result.evidence.changes).toContain("now selected");
  });
});

describe("a secret", () => {
  it("in a field that asks for one leaves neither as text nor as picture, whatever its role says", async () => {
    const field = (id: string, name: string, y: number, text: string): NodeSpec => ({
      id,
      role: "text",
      name,
      states: ["enabled", "sensitive", "showing", "visible", "editable"],
      extents: [40, y, 300, 30],
      text,
    });
    const provider = await start([
      field("pw", "Password", 40, "swordfish"),
      field("pin", "New PIN", 90, "73519"),
      field("fr", "Mot de passe", 140, "espadon"),
      field("user", "User name", 190, "alice"),
    ]);
    const surface = await groundmark.observe();
    expect(mark(surface, "Password")).toMatchObject({
      value: "[REDACTED_PASSWORD]",
      risk: "sensitive",
      evidence: { reason: "protected" },
    });
    const left = JSON.stringify(surface);
    expect(left).toContain("alice");
    for (const secret of ["swordfish", "73519", "espadon"]) expect(left).not.toContain(secret);
    const seen = (await parseImage(await groundmark.plainPng())).surface.text;
    expect(seen).toContain("alice");
    expect(seen).not.toMatch(/swordfish|73519|espadon/);
    await provider.set("pw", { text: "marlin and tuna" });
    const clicking = groundmark.click(mark(surface, "Password").id, { policy: "foreground", confirm: true });
    expect(JSON.stringify(await clicking.catch((e: unknown) => e))).not.toContain("marlin");
  });

  it("that is written out beside its name leaves nowhere", async () => {
    const label = (id: string, name: string, y: number): NodeSpec => ({
      id,
      role: "label",
      name,
      extents: [40, y, 500, 30],
    });
    await start([
      label("a", "Password: hunter2secret", 40),
      label("b", "PIN is 4821 and password: swordfish99", 90),
      label("c", "IBAN DE89 3704 0044 0532 0130 00", 140),
      label("d", "Password is required", 190),
    ]);
    const surface = await groundmark.observe();
    const seen = (await parseImage(await groundmark.plainPng())).surface.text;
    for (const text of [JSON.stringify(surface), seen]) {
      expect(text).not.toMatch(/hunter2|4821|swordfish|3704|0532/);
      expect(text).toContain("Password is required");
    }
  });
});
