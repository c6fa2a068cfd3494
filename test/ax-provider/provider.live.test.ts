import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Desktop, isAlive, startDesktop, until } from "../desktop/index.js";
import { type NodeSpec, type Provider, type ProviderSpec, startProvider } from "./index.js";

const ACCESSIBLE = "org.a11y.atspi.Accessible";
const INT_MAX = 2 ** 31 - 1;
const INT_MIN = -(2 ** 31);

/** Walks the whole desktop with libatspi, the client library that screen readers use. */
const LIBATSPI_WALK = `
import gi, json
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
def describe(node):
    box = node.get_extents(Atspi.CoordType.SCREEN) if node.get_component_iface() else None
    actions = node.get_action_iface()
    text = node.get_text_iface()
    return {
        "name": node.get_name(), "role": node.get_role_name(), "pid": node.get_process_id(),
        "box": [box.x, box.y, box.width, box.height] if box else None,
        "states": sorted(s.value_nick for s in node.get_state_set().get_states()),
        "actions": [actions.get_action_name(i) for i in range(actions.get_n_actions())] if actions else [],
        "text": text.get_text(0, -1) if text else None,
        "children": [describe(node.get_child_at_index(i)) for i in range(node.get_child_count())],
    }
print(json.dumps(describe(Atspi.get_desktop(0))))
`;

interface Walked {
  name: string;
  role: string;
  pid: number;
  box: number[] | null;
  states: string[];
  actions: string[];
  text: string | null;
  children: Walked[];
}

let desktop: Desktop;
let provider: Provider | undefined;

beforeAll(async () => {
  desktop = await startDesktop({ width: 1024, height: 768 });
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
});
afterAll(() => desktop?.stop());

async function start(spec: Omit<ProviderSpec, "name">): Promise<Provider> {
  provider = await startProvider(desktop, { name: "scripted app", ...spec });
  return provider;
}

const frame = (...children: NodeSpec[]): NodeSpec => ({
  id: "frame",
  role: "frame",
  name: "Main",
  extents: [0, 0, 400, 300],
  children,
});

async function ask(
  p: Provider,
  id: string,
  member: string,
  signature = "",
  body: unknown[] = [],
  timeout = 1000,
) {
  const [iface = "", name = ""] = member.split(".");
  return desktop.call(p.busName, p.path(id), `org.a11y.atspi.${iface}`, name, signature, body, timeout);
}

async function property(p: Provider, id: string, member: string): Promise<unknown> {
  const [iface = "", name = ""] = member.split(".");
  const body = [`org.a11y.atspi.${iface}`, name];
  const properties = "org.freedesktop.DBus.Properties";
  const [variant] = await desktop.call(p.busName, p.path(id), properties, "Get", "ss", body, 1000);
  return variant.value;
}

describe("as an application (TST-2)", () => {
  it("is found through the registry under its own process id", async () => {
    const p = await start({ children: [frame()] });
    expect(await desktop.applications()).toEqual([
      { busName: p.busName, pid: p.pid, name: "scripted app", windows: 1 },
    ]);
    await p.close();
    expect(await desktop.applications()).toEqual([]);
  });

  it("is understood by libatspi", async () => {
    const p = await start({
      window: { x: 30, y: 40, width: 400, height: 300, overrideRedirect: true },
      children: [
        frame(
          {
            id: "save",
            role: "push button",
            name: "Save",
            extents: [10, 20, 80, 30],
            actions: [{ name: "click" }, { name: "showMenu" }],
          },
          { id: "field", role: "entry", text: "Zażółć 🙂", extents: [10, 60, 200, 30] },
          { id: "rows", role: "list", generate: { count: 3, role: "list item", name: "Row {i}" } },
        ),
      ],
    });
    const env = desktop.env;
    const out = execFileSync("/usr/bin/python3", ["-c", LIBATSPI_WALK], { env, timeout: 20_000 });
    const root = JSON.parse(out.toString()) as Walked;
    const app = root.children.find((child) => child.name === "scripted app");
    const main = app?.children[0];
    expect(app?.pid).toBe(p.pid);
    expect(main).toMatchObject({ name: "Main", role: "frame", box: [30, 40, 400, 300] });
    expect(main?.children[0]).toMatchObject({
      name: "Save",
      role: "push button",
      box: [40, 60, 80, 30],
      states: ["enabled", "sensitive", "showing", "visible"],
      actions: ["click", "showMenu"],
    });
    expect(main?.children[1]?.text).toBe("Zażółć 🙂");
    expect(main?.children[2]?.children.map((row) => row.name)).toEqual(["Row 0", "Row 1", "Row 2"]);
  });

  it("is understood by gdbus", async () => {
    const p = await start({ children: [frame({ id: "a", name: "Alpha", alpha: 0.25 })] });
    const args = ["call", "--address", desktop.accessibilityAddress, "--timeout", "3", "--dest", p.busName];
    args.push("--object-path", p.path("a"), "--method", "org.a11y.atspi.Component.GetAlpha");
    expect(execFileSync("gdbus", args, { env: desktop.env }).toString().trim()).toBe("(0.25,)");
  });

  it("offers the cache of GTK 3 only once somebody listens", async () => {
    const p = await start({ cache: "on-listener", children: [frame({ id: "a", name: "Alpha" })] });
    const items = () => desktop.call(p.busName, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems");
    await expect(items()).rejects.toThrow(/GetItems/);
    const registry = "org.a11y.atspi.Registry";
    await desktop.call(registry, "/org/a11y/atspi/registry", registry, "RegisterEvent", "s", ["object:test"]);
    const [rows] = await until(() => items().catch(() => undefined), { timeout: 2000, what: "the cache" });
    const names = (rows as unknown[][]).map((row) => row[6]);
    expect(names).toEqual(["scripted app", "Main", "Alpha"]);
    expect((rows as unknown[][])[2]).toMatchObject({
      0: [p.busName, p.path("a")],
      2: [p.busName, p.path("frame")],
      3: 0,
      4: 0,
    });
  });

  it("answers Collection.GetMatches by state and role", async () => {
    const p = await start({
      collection: true,
      children: [
        frame(
          { id: "a", role: "push button", name: "Shown" },
          { id: "b", role: "push button", name: "Hidden", states: ["enabled"] },
          { id: "c", role: "label", name: "Label" },
        ),
      ],
    });
    const showing = 1 << 25;
    const rule = [[showing, 0], 1, {}, 1, [0, 1 << (43 - 32), 0, 0], 2, [], 1, false];
    const [found] = await ask(p, "root", "Collection.GetMatches", "(aiia{ss}iaiiasib)uib", [
      rule,
      1,
      0,
      true,
    ]);
    expect(found).toEqual([[p.busName, p.path("a")]]);
  });

  it("keeps children back until the root's attributes have been asked for", async () => {
    const p = await start({ gate: { hides: ["frame"], delay: 30 }, children: [frame({ id: "a" })] });
    expect(await property(p, "frame", "Accessible.ChildCount")).toBe(0);
    await ask(p, "root", "Accessible.GetAttributes");
    await p.waitFor((e) => e.event === "gate");
    expect(await property(p, "frame", "Accessible.ChildCount")).toBe(1);
  });
});

describe("faults (TST-2)", () => {
  it("never answers one call and goes on answering others", async () => {
    const p = await start({ children: [frame({ id: "a", faults: { GetState: { never: true } } })] });
    await expect(ask(p, "a", "Accessible.GetState", "", [], 150)).rejects.toThrow(/no answer within 150 ms/);
    expect(await ask(p, "a", "Accessible.GetRoleName")).toEqual(["panel"]);
  });

  it("answers late, with an error, and with a wrong signature", async () => {
    const p = await start({
      children: [
        frame(
          { id: "slow", name: "S", faults: { "Accessible.Name": { delay: 120 } } },
          { id: "bad", faults: { GetRole: { error: true } } },
          { id: "odd", faults: { GetState: { reply: { signature: "s", body: ["no states"] } } } },
          {
            id: "typed",
            faults: { "Accessible.Name": { reply: { signature: "v", body: [{ $variant: ["i", 7] }] } } },
          },
        ),
      ],
    });
    const begin = performance.now();
    expect(await property(p, "slow", "Accessible.Name")).toBe("S");
    expect(performance.now() - begin).toBeGreaterThan(110);
    await expect(ask(p, "bad", "Accessible.GetRole")).rejects.toThrow(/scripted failure/);
    expect(await ask(p, "odd", "Accessible.GetState")).toEqual(["no states"]);
    expect(await property(p, "typed", "Accessible.Name")).toBe(7);
  });

  it("limits a fault to some calls", async () => {
    const p = await start({
      children: [frame({ id: "a", faults: { GetRole: { error: true, after: 1, times: 1 } } })],
    });
    expect(await ask(p, "a", "Accessible.GetRole")).toEqual([39]);
    await expect(ask(p, "a", "Accessible.GetRole")).rejects.toThrow(/scripted/);
    expect(await ask(p, "a", "Accessible.GetRole")).toEqual([39]);
  });

  it("hangs as a whole", async () => {
    const p = await start({ children: [frame()] });
    p.hang(700);
    await expect(ask(p, "frame", "Accessible.GetRole", "", [], 200)).rejects.toThrow(/no answer/);
    expect(await ask(p, "frame", "Accessible.GetRole", "", [], 3000)).toEqual([23]);
  });

  it("gives null references, cycles, foreign and dead objects", async () => {
    const p = await start({
      children: [
        frame(
          { ref: "null" },
          { ref: "frame" },
          { ref: { bus: ":1.9999", path: "/org/a11y/atspi/accessible/1" } },
          { id: "dying" },
        ),
      ],
    });
    const [children] = await ask(p, "frame", "Accessible.GetChildren");
    expect(children).toEqual([
      [p.busName, "/org/a11y/atspi/null"],
      [p.busName, p.path("frame")],
      [":1.9999", "/org/a11y/atspi/accessible/1"],
      [p.busName, p.path("dying")],
    ]);
    await expect(desktop.call(p.busName, "/org/a11y/atspi/null", ACCESSIBLE, "GetRole")).rejects.toThrow();
    await p.remove("dying");
    await expect(ask(p, "dying", "Accessible.GetRole")).rejects.toThrow(/GetRole/);
    expect(await property(p, "frame", "Accessible.ChildCount")).toBe(3);
  });

  it("lies about counts and places, and makes children only when asked", async () => {
    const p = await start({
      children: [
        frame(
          { id: "sheet", role: "table", childCount: INT_MAX, faults: { GetChildren: { never: true } } },
          { id: "lost", extents: [INT_MIN, INT_MIN, INT_MIN, INT_MIN], absolute: true },
          {
            id: "many",
            role: "list",
            generate: {
              count: 1_000_000,
              role: "list item",
              name: "Row {i}",
              extents: [5, 0, 90, 20],
              step: [0, 20],
            },
          },
          { id: "loud", name: "x".repeat(1_000_000) },
        ),
      ],
    });
    expect(await property(p, "sheet", "Accessible.ChildCount")).toBe(INT_MAX);
    await expect(ask(p, "sheet", "Accessible.GetChildren", "", [], 100)).rejects.toThrow(/no answer/);
    expect(await ask(p, "lost", "Component.GetExtents", "u", [0])).toEqual([
      [INT_MIN, INT_MIN, INT_MIN, INT_MIN],
    ]);
    expect(await property(p, "many", "Accessible.ChildCount")).toBe(1_000_000);
    const [row] = await ask(p, "many", "Accessible.GetChildAtIndex", "i", [777_777]);
    expect(row).toEqual([p.busName, p.path("many_777777")]);
    expect(await property(p, "many_777777", "Accessible.Name")).toBe("Row 777777");
    expect(await ask(p, "many_3", "Component.GetExtents", "u", [0])).toEqual([[5, 60, 90, 20]]);
    expect(await property(p, "loud", "Accessible.Name")).toHaveLength(1_000_000);
  });

  it("crashes in the middle of a call", async () => {
    const p = await start({ children: [frame({ id: "a", actions: [{ name: "click", outcome: "crash" }] })] });
    await expect(ask(p, "a", "Action.DoAction", "i", [0])).rejects.toThrow();
    await until(() => !isAlive(p.pid), { timeout: 2000, what: "gone" });
  });
});

describe("effects (TST-2)", () => {
  it("acts, and answers as scripted", async () => {
    const act = (outcome: boolean | "never"): NodeSpec => ({
      id: `act_${outcome}`,
      role: "push button",
      actions: [{ name: "click", outcome, effects: [{ id: "display", text: String(outcome) }] }],
    });
    const p = await start({
      children: [frame(act(true), act(false), act("never"), { id: "display", role: "entry", text: "" })],
    });
    expect(await ask(p, "act_true", "Action.DoAction", "i", [0])).toEqual([true]);
    expect(await ask(p, "display", "Text.GetText", "ii", [0, -1])).toEqual(["true"]);
    expect(await ask(p, "act_false", "Action.DoAction", "i", [0])).toEqual([false]);
    await expect(ask(p, "act_never", "Action.DoAction", "i", [0], 150)).rejects.toThrow(/no answer/);
    // An action without an answer has acted all the same.
    expect(await ask(p, "display", "Text.GetText", "ii", [0, -1])).toEqual(["never"]);
    expect(await ask(p, "act_true", "Action.DoAction", "i", [9])).toEqual([false]);
    await p.settled();
    expect(p.actions.map((e) => [e.id, e.index])).toEqual([
      ["act_true", 0],
      ["act_false", 0],
      ["act_never", 0],
      ["act_true", 9],
    ]);
  });

  it("takes text by characters and bytes, and can ignore it", async () => {
    const states = ["enabled", "sensitive", "showing", "visible", "editable", "focusable"];
    const p = await start({
      children: [
        frame(
          { id: "ok", role: "entry", text: "é🙂z", states },
          { id: "deaf", role: "entry", text: "old", states, setText: "ignore" },
          { id: "gtk", role: "entry", text: "old", states, setText: "clear" },
        ),
      ],
    });
    expect(await property(p, "ok", "Text.CharacterCount")).toBe(3);
    expect(await ask(p, "ok", "Text.GetText", "ii", [1, 2])).toEqual(["🙂"]);
    expect(await ask(p, "ok", "EditableText.InsertText", "isi", [2, "łó", 4])).toEqual([true]);
    expect((await p.node("ok")).text).toBe("é🙂łóz");
    expect(await ask(p, "ok", "EditableText.DeleteText", "ii", [0, 2])).toEqual([true]);
    expect((await p.node("ok")).text).toBe("łóz");
    expect(await ask(p, "deaf", "EditableText.SetTextContents", "s", ["new"])).toEqual([true]);
    expect((await p.node("deaf")).text).toBe("old");
    expect(await ask(p, "gtk", "EditableText.SetTextContents", "s", ["new"])).toEqual([true]);
    expect((await p.node("gtk")).text).toBe("");
    expect(await ask(p, "ok", "Component.GrabFocus")).toEqual([true]);
    expect((await p.node("ok")).states).toContain("focused");
  });

  it("holds a value that can be written", async () => {
    const p = await start({
      children: [frame({ id: "v", role: "slider", value: { min: 0, max: 10, current: 4 } })],
    });
    const args = ["call", "--address", desktop.accessibilityAddress, "--timeout", "3", "--dest", p.busName];
    args.push("--object-path", p.path("v"), "--method", "org.freedesktop.DBus.Properties.Set");
    execFileSync("gdbus", [...args, "org.a11y.atspi.Value", "CurrentValue", "<7.5>"], { env: desktop.env });
    expect(await property(p, "v", "Value.CurrentValue")).toBe(7.5);
    await p.settled();
    expect(p.events.find((e) => e.event === "value")).toMatchObject({ id: "v", value: 7.5 });
  });

  it("changes at run time, and remembers what was asked", async () => {
    const p = await start({ children: [frame({ id: "a", name: "Save", role: "push button" })] });
    await p.set("a", { name: "Delete", extents: [1, 2, 3, 4] });
    await p.forget();
    expect(await property(p, "a", "Accessible.Name")).toBe("Delete");
    expect(await ask(p, "a", "Component.GetExtents", "u", [1])).toEqual([[1, 2, 3, 4]]);
    await p.add("frame", { id: "b", name: "New" }, 0);
    expect(await ask(p, "b", "Accessible.GetIndexInParent")).toEqual([0]);
    expect(await ask(p, "a", "Accessible.GetIndexInParent")).toEqual([1]);
    expect(await p.calls()).toEqual([
      { member: "Accessible.Name", id: "a" },
      { member: "Component.GetExtents", id: "a" },
      { member: "Accessible.GetIndexInParent", id: "b" },
      { member: "Accessible.GetIndexInParent", id: "a" },
    ]);
    await expect(p.set("nobody", {})).rejects.toThrow(/no node nobody/);
  });
});

describe("a window of the same process (TST-2)", () => {
  const blue = "#2040c0";
  const spec: Omit<ProviderSpec, "name"> = {
    window: { x: 200, y: 100, width: 400, height: 300 },
    children: [
      frame({
        id: "go",
        role: "push button",
        name: "Go",
        extents: [100, 100, 120, 40],
        actions: [{ name: "click", effects: [{ paint: { fill: "#20c040" } }] }],
        paint: { fill: blue, text: "" },
      }),
    ],
  };

  const colour = async (x: number, y: number) => [...(await desktop.pixels({ x, y, width: 1, height: 1 }))];

  it("joins window and tree by process id, and pixels by place", async () => {
    const p = await start(spec);
    const facts = (await desktop.windows()).find((w) => w.id === p.windowId);
    expect(facts?.pid).toBe(p.pid);
    const moved = await desktop.place(p, { x: 300, y: 200, width: 420, height: 330 });
    const box = await until(
      async () => {
        const [[x, y]] = await ask(p, "go", "Component.GetExtents", "u", [0]);
        return x === moved.x + 100 && y === moved.y + 100 ? { x, y } : undefined;
      },
      { timeout: 2000, what: "the tree follows its window" },
    );
    expect(await colour(box.x + 60, box.y + 20)).toEqual([0x20, 0x40, 0xc0]);
  });

  it("does the same for a press as for the action", async () => {
    const p = await start({
      ...spec,
      window: { x: 10, y: 10, width: 400, height: 300, overrideRedirect: true },
    });
    const at = ["mousemove", "--sync", "170", "130", "click", "1"];
    execFileSync("xdotool", at, { env: desktop.env });
    expect(await p.waitFor((e) => e.event === "press")).toMatchObject({ id: "go", button: 1 });
    const green = async () => (await colour(170, 130)).join() === [0x20, 0xc0, 0x40].join();
    await until(green, { timeout: 2000, what: "green" });
    await p.settled();
    expect(p.actions).toEqual([]);
  });

  it("shows a text that the tree does not report", async () => {
    const p = await start(spec);
    const [[x, y]] = await ask(p, "go", "Component.GetExtents", "u", [0]);
    const plain = await desktop.pixels({ x, y, width: 120, height: 40 });
    await p.set("go", { paint: { fill: blue, text: "Delete", color: "#ffffff" } });
    expect((await desktop.pixels({ x, y, width: 120, height: 40 })).equals(plain)).toBe(false);
    expect(await property(p, "go", "Accessible.Name")).toBe("Go");
  });
});
