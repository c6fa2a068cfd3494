import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openAtspi } from "../../../src/ax/linux/index.js";
import type { AxNode, AxTree } from "../../../src/ax/node.js";
import type { AccessibilityTree } from "../../../src/ax/port.js";
import { prune } from "../../../src/ax/prune.js";
import type { WindowInfo } from "../../../src/capture/port.js";
import type { GroundmarkError } from "../../../src/core/errors.js";
import { type NodeSpec, type Provider, type ProviderSpec, startProvider } from "../../ax-provider/index.js";
import { type Desktop, startDesktop } from "../../desktop/index.js";
import { windowsOn } from "./windows.js";

const INT_MIN = -(2 ** 31);

let desktop: Desktop;
let ax: AccessibilityTree;
const running: Provider[] = [];

beforeAll(async () => {
  desktop = await startDesktop({ width: 1024, height: 768 });
  ax = openAtspi(desktop.env);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.close().catch(() => {})));
});
afterAll(async () => {
  await ax?.close();
  await desktop?.stop();
});

let count = 0;
async function start(spec: Partial<ProviderSpec>, ...children: NodeSpec[]): Promise<Provider> {
  const title = `scripted ${++count}`;
  const provider = await startProvider(desktop, {
    name: title,
    window: { x: 100, y: 100, width: 400, height: 300, title },
    children: [{ id: "frame", role: "frame", name: title, extents: [0, 0, 400, 300], children }],
    ...spec,
  });
  running.push(provider);
  return provider;
}

const button = (id: string, more: Partial<NodeSpec> = {}): NodeSpec => ({
  id,
  role: "push button",
  name: id,
  extents: [10, 10, 80, 30],
  actions: [{ name: "click" }],
  ...more,
});

const windows = (): Promise<WindowInfo[]> => windowsOn(desktop);
const read = async (limits = {}): Promise<AxTree> => ax.read(await windows(), limits);
const names = (tree: AxTree): (string | undefined)[] => prune(tree).map((c) => c.name);
function find(tree: AxTree, name: string): AxNode {
  const queue = tree.apps.flatMap((app) => app.windows);
  for (const node of queue) {
    if (node.name === name) return node;
    queue.push(...node.children);
  }
  throw new Error(`no node ${name}`);
}

describe("reading", () => {
  it("gives ARIA words, desktop pixels, the window, and unknown as absent (AX-1)", async () => {
    const provider = await start(
      {},
      button("Save", { description: "Writes the file", alpha: 0.5 }),
      {
        id: "field",
        role: "entry",
        name: "Find",
        text: "żółć",
        states: ["enabled", "showing", "visible", "editable", "focused"],
        extents: [10, 50, 80, 20],
      },
      {
        id: "level",
        role: "slider",
        name: "Level",
        value: { min: 0, max: 10, current: 4.5 },
        extents: [10, 80, 80, 20],
      },
      { id: "pin", role: "password text", name: "PIN", text: "1234", extents: [10, 110, 80, 20] },
    );
    const tree = await read();
    expect(tree).toMatchObject({ status: "ok", nullReferences: 0, warnings: [] });
    expect(tree.apps).toHaveLength(1);
    expect(tree.apps[0]).toMatchObject({
      pid: provider.pid,
      address: provider.busName,
      method: "walk",
      nodes: 5,
    });
    const save = find(tree, "Save");
    const window = (await windows()).find((w) => w.pid === provider.pid)!;
    expect(save).toMatchObject({
      id: `${provider.busName}${provider.path("Save")}`,
      role: "button",
      nativeRole: "push button",
      description: "Writes the file",
      alpha: 0.5,
      actions: ["click"],
      states: ["enabled", "showing"],
      window: window.id,
      bounds: { x: window.client.x + 10, y: window.client.y + 10, width: 80, height: 30 },
      geometryTrusted: true,
      pid: provider.pid,
    });
    expect(Object.keys(save)).not.toContain("value");
    expect(find(tree, "Find")).toMatchObject({ role: "textbox", value: "żółć" });
    expect(find(tree, "Find").states).toEqual(expect.arrayContaining(["editable", "focused"]));
    expect(find(tree, "Level").value).toBe("4.5");
  });

  it("never asks a password field for its content, nor for its length", async () => {
    const provider = await start(
      { trace: true },
      { id: "pin", role: "password text", roleName: "text", name: "PIN", text: "1234" },
    );
    const pin = find(await read(), "PIN");
    expect(pin.states).toContain("protected");
    expect(pin.value).toBeUndefined();
    await ax.refresh(pin, await windows());
    const asked = (await provider.calls()).filter((c) => c.id === "pin").map((c) => c.member);
    expect(asked).toContain("Accessible.GetRole");
    expect(asked.filter((member) => member.startsWith("Text."))).toEqual([]);
  });

  it("drops null references and counts them (AXL-3)", async () => {
    await start({}, { ref: "null" }, button("a"), { ref: "null" });
    const tree = await read();
    expect(tree.nullReferences).toBe(2);
    expect(tree.apps[0]?.truncated).toBe("nullReference");
    expect(names(tree)).toEqual(["a"]);
  });

  it("takes sentinel and empty extents for no place (AXL-8)", async () => {
    await start(
      {},
      button("min", { extents: [INT_MIN, INT_MIN, 10, 10], absolute: true }),
      button("negative", { extents: [0, 0, -1, -1] }),
      button("flat", { extents: [5, 5, 20, 0] }),
    );
    const tree = await read();
    for (const name of ["min", "negative", "flat"]) {
      expect(find(tree, name).bounds).toBeUndefined();
      expect(find(tree, name).geometryTrusted).toBe(false);
    }
  });

  it("ends at a cycle, by the ancestors and not by all nodes seen (AX-6)", async () => {
    await start(
      {},
      { id: "one", role: "panel", name: "one", children: [button("inside"), { ref: "frame" }] },
      { id: "two", role: "panel", name: "two", children: [{ ref: "inside" }] },
    );
    const tree = await read();
    expect(tree.status).toBe("partial");
    expect(tree.apps[0]?.nodes).toBe(5);
    expect(names(tree).filter((name) => name === "inside")).toHaveLength(2);
  });

  it.each<[string, ProviderSpec["cache"], boolean, string]>([
    ["a cache", "items", false, "cache"],
    ["a cache that only a listener opens", "on-listener", false, "cache"],
    ["an empty cache and a collection", "empty", true, "collection"],
    ["neither", "none", false, "walk"],
  ])("reads the same tree with %s", async (_, cache, collection, method) => {
    await start(
      { cache: cache!, collection },
      { role: "panel", children: [button("a"), button("b")] },
      button("c"),
    );
    const fresh = openAtspi(desktop.env);
    const tree = await fresh.read(await windows()).finally(() => fresh.close());
    expect(tree.apps[0]?.method).toBe(method);
    expect(names(tree)).toEqual(["a", "b", "c"]);
    expect(find(tree, "a").actions).toEqual(["click"]);
  });

  it("ends at a cycle and at a node met twice below the gaps of a cache", async () => {
    await start(
      { cache: "items" },
      {
        id: "one",
        role: "panel",
        name: "one",
        childCount: 9,
        children: [button("inside"), { ref: "inside" }, { ref: "frame" }, { ref: "one" }, { ref: "two" }],
      },
      { id: "two", role: "panel", name: "two", childCount: 9, children: [{ ref: "one" }, { ref: "inside" }] },
    );
    const tree = await read();
    expect(tree).toMatchObject({ status: "partial", reason: "error" });
    expect(tree.apps[0]).toMatchObject({ method: "cache", nodes: 4 });
    expect(names(tree)).toEqual(["inside"]);
  });

  it("asks only for what a cache does not say", async () => {
    const provider = await start(
      { cache: "items", trace: true, toolkit: "GTK", version: "4.8" },
      button("plain"),
      { id: "title", role: "label", name: "Basic", text: "Basic", extents: [10, 60, 80, 20] },
      { id: "GtkLabel", role: "label", name: "GtkLabel", text: "Words", extents: [10, 90, 80, 20] },
    );
    await read();
    await provider.forget();
    const tree = await read();
    expect(find(tree, "Words")).toMatchObject({ role: "label" });
    const asked = (await provider.calls())
      .filter((c) => c.id !== "root" && c.id !== "")
      .map((c) => `${c.id} ${c.member}`);
    expect(asked.filter((call) => !call.endsWith("GetExtents")).sort()).toEqual([
      "GtkLabel Text.CharacterCount",
      "GtkLabel Text.GetText",
    ]);
  });

  it("reads only applications that own one of the windows", async () => {
    await start({}, button("mine"));
    const other = await start({}, button("other"));
    const all = await windows();
    const tree = await ax.read(all.filter((w) => w.pid === other.pid));
    expect(tree.apps.map((app) => app.pid)).toEqual([other.pid]);
    expect(await ax.read([])).toMatchObject({ status: "empty", apps: [] });
  });

  it("joins by title where the window names no process", async () => {
    const title = "nobody's window";
    await start({
      window: { x: 50, y: 60, width: 300, height: 200, title, pid: false },
      children: [{ role: "frame", name: title, extents: [0, 0, 300, 200], children: [button("a")] }],
    });
    const tree = await read();
    expect(names(tree)).toEqual(["a"]);
    expect(find(tree, "a").window).toBe((await windows()).find((w) => w.title === title)?.id);
  });

  it("waits once for a page that is built on demand (AXL-4)", async () => {
    await start(
      { gate: { hides: ["page"], delay: 400 } },
      { id: "page", role: "panel", children: [button("inside_the_page")] },
    );
    expect(names(await read())).toEqual(["inside_the_page"]);
  });
});

describe("limits (AX-2)", () => {
  it("nodes", async () => {
    await start({}, { role: "panel", name: "list", generate: { count: 300, role: "label", name: "{i}" } });
    const tree = await read({ maxWalkedNodes: 100 });
    expect(tree).toMatchObject({ status: "partial", reason: "nodeLimit" });
    expect(tree.nodes).toBe(100);
    expect(tree.warnings.map((w) => w.code)).toContain("ax-truncated-nodelimit");
  });

  it("children", async () => {
    await start(
      {},
      { id: "wide", role: "panel", name: "wide", generate: { count: 500, role: "label", name: "{i}" } },
    );
    const tree = await read({ maxChildren: 50 });
    expect(tree.apps[0]?.truncated).toBe("childLimit");
    expect(find(tree, "wide").children).toHaveLength(50);
  });

  it("a count of two thousand million children is not asked for", async () => {
    const provider = await start(
      { trace: true },
      { id: "sheet", role: "table", name: "sheet", childCount: 2 ** 31 - 1, extents: [0, 0, 300, 200] },
      button("a"),
    );
    const tree = await read({ maxChildren: 20 });
    expect(tree.apps[0]?.truncated).toBe("childLimit");
    expect(names(tree)).toContain("a");
    const asked = (await provider.calls()).filter((c) => c.id === "sheet").map((c) => c.member);
    expect(asked).not.toContain("Accessible.GetChildren");
  });

  it("a field that answers with more text than was asked for", async () => {
    const book = { signature: "s", body: ["word ".repeat(20_000)] };
    await start(
      {},
      {
        role: "entry",
        name: "field",
        text: "short",
        states: ["enabled", "showing", "visible", "editable"],
        extents: [10, 50, 80, 20],
        faults: { "Text.GetText": { reply: book } },
      },
    );
    expect(find(await read(), "field").value).toHaveLength(4096);
  });

  it("depth: named nodes count, wrappers do not (AX-5)", async () => {
    const nest = (levels: number, name?: string): NodeSpec =>
      levels === 0
        ? button("bottom")
        : { role: "panel", ...(name ? { name } : {}), children: [nest(levels - 1, name)] };
    await start({}, nest(60));
    expect(names(await read())).toEqual(["bottom"]);
    await running.pop()?.close();
    await start({}, nest(60, "box"));
    const tree = await read();
    expect(tree.apps[0]?.truncated).toBe("depthLimit");
    expect(names(tree)).not.toContain("bottom");
  });

  it("time: the read ends at its deadline with what it has", async () => {
    await start(
      { faults: { "Accessible.GetState": { delay: 20 } } },
      {
        role: "panel",
        name: "list",
        generate: { count: 400, role: "label", name: "{i}", faults: { "*": { delay: 300 } } },
      },
      button("a"),
    );
    const started = performance.now();
    const tree = await read({ deadline: 800 });
    const took = performance.now() - started;
    expect(took).toBeLessThan(960);
    expect(tree).toMatchObject({ status: "partial", reason: "timeout" });
    expect(tree.apps[0]?.windows[0]?.name).toMatch(/^scripted/);
  });
});

describe("sick applications (AX-3)", () => {
  it("one that never answers costs itself and a warning", async () => {
    await start({ faults: { "*": { never: true } } });
    await start({}, button("healthy"));
    const started = performance.now();
    const tree = await read({ callTimeout: 500 });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(tree).toMatchObject({ status: "partial", reason: "application-unresponsive" });
    expect(tree.warnings.map((w) => w.code)).toEqual(["ax-app-unresponsive"]);
    expect(names(tree)).toEqual(["healthy"]);
    // Known to hang, it is only looked at briefly from then on.
    const again = performance.now();
    await read({ callTimeout: 1500 });
    expect(performance.now() - again).toBeLessThan(900);
  });

  it("one whose process hangs in the middle, and its return", async () => {
    const provider = await start({}, button("back_again"));
    provider.hang(1500);
    const tree = await read({ callTimeout: 400 });
    expect(tree.status).toBe("partial");
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect(names(await read())).toEqual(["back_again"]);
  });

  it("one that hung is read with patience again once it answers", async () => {
    const provider = await start({ cache: "items" }, button("big"));
    await read();
    provider.hang(1000);
    expect((await read({ callTimeout: 300 })).status).toBe("partial");
    await new Promise((resolve) => setTimeout(resolve, 1100));
    // Longer than the look at whether it lives, as a page of ten thousand nodes takes.
    await provider.faults({ "Cache.GetItems": { delay: 500 } });
    expect(names(await read())).toEqual(["big"]);
  });

  it("one without a window that hangs is only looked at briefly for a window of nobody", async () => {
    await start({
      window: { x: 50, y: 60, width: 300, height: 200, title: "unclaimed", pid: false },
      children: [{ role: "frame", name: "another title" }],
    });
    const hanging = await start({
      window: { x: 50, y: 60, width: 30, height: 20, title: "another", pid: false },
      faults: { "*": { never: true } },
    });
    expect(hanging.pid).toBeGreaterThan(0);
    await read({ callTimeout: 500 });
    const again = performance.now();
    await read({ callTimeout: 1500 });
    expect(performance.now() - again).toBeLessThan(900);
  });

  it("an object that does not answer costs its subtree only", async () => {
    await start(
      {},
      {
        id: "deaf",
        role: "panel",
        name: "deaf",
        faults: { "Accessible.GetChildren": { never: true } },
        children: [button("lost")],
      },
      {
        role: "panel",
        name: "list",
        generate: { count: 60, role: "label", name: "{i}", faults: { "Accessible.GetRole": { delay: 450 } } },
      },
      button("kept"),
    );
    const tree = await read({ callTimeout: 600 });
    expect(tree.apps[0]?.truncated).toBe("timeout");
    expect(names(tree)).toContain("kept");
    expect(names(tree)).not.toContain("lost");
  });

  it("a crash during the read, lies of the wrong type, errors: a tree or a warning, never an exception", async () => {
    await start({}, button("crashes", { faults: { "Accessible.GetState": { crash: true } } }));
    await start(
      {},
      button("a", { faults: { "Accessible.GetState": { reply: { signature: "s", body: ["text"] } } } }),
      button("b", { faults: { "Component.GetExtents": { error: true } } }),
    );
    const tree = await read();
    expect(tree.status).not.toBe("unavailable");
    expect(find(tree, "b").bounds).toBeUndefined();
  });
});

describe("acting (AXL-9)", () => {
  it("finds the action by name, whatever its case, and reports false", async () => {
    const provider = await start(
      {},
      button("yes", { actions: [{ name: "menu" }, { name: "Press" }] }),
      button("no", { actions: [{ name: "click", outcome: false }] }),
      button("nameless", { actions: [{ name: "" }, { name: "" }] }),
    );
    const tree = await read();
    expect(await ax.perform(find(tree, "yes"), "press")).toEqual({ accepted: true, action: "Press" });
    expect(await provider.waitFor((e) => e.event === "action" && e.id === "yes")).toMatchObject({ index: 1 });
    expect(await ax.perform(find(tree, "no"), "click")).toEqual({ accepted: false, action: "click" });
    expect(await ax.perform(find(tree, "nameless"), "#1")).toMatchObject({ accepted: true });
  });

  const refusal = (work: Promise<unknown>): Promise<GroundmarkError> =>
    work.then(
      () => expect.fail("expected a refusal"),
      (error: GroundmarkError) => error,
    );

  it("dispatches once, and says that an unanswered action may have happened", async () => {
    const provider = await start(
      {},
      button("slow", { actions: [{ name: "click", outcome: "never" }] }),
      button("dies", { actions: [{ name: "click", outcome: "crash" }] }),
    );
    const tree = await read();
    const error = await refusal(ax.perform(find(tree, "slow"), "click"));
    expect(error).toMatchObject({ code: "APP_UNRESPONSIVE", details: { mayHaveActed: true } });
    expect(provider.actions).toHaveLength(1);
    expect(await refusal(ax.perform(find(tree, "dies"), "click"))).toMatchObject({
      code: "APP_UNRESPONSIVE",
      details: { mayHaveActed: true },
    });
  });

  it("refuses what is not there without dispatching", async () => {
    const provider = await start({}, button("a"), button("gone"));
    const tree = await read();
    expect(await refusal(ax.perform(find(tree, "a"), "explode"))).toMatchObject({
      code: "ACTION_NOT_SUPPORTED",
    });
    await provider.remove("gone");
    expect(await refusal(ax.perform(find(tree, "gone"), "click"))).toMatchObject({
      code: "ELEMENT_NOT_FOUND",
    });
    expect(await ax.refresh(find(tree, "gone"), await windows())).toBeUndefined();
    expect(provider.actions).toEqual([]);
  });

  it("refresh sees a changed name, state and place", async () => {
    const provider = await start({}, { role: "panel", children: [button("before")] });
    const before = find(await read(), "before");
    expect(await ax.refresh(before, await windows())).toEqual(before);
    await provider.set("before", {
      name: "after",
      extents: [30, 40, 80, 30],
      states: ["showing", "visible"],
    });
    const after = await ax.refresh(before, await windows());
    expect(after).toMatchObject({ id: before.id, name: "after", role: "button" });
    expect(after?.bounds).toMatchObject({ x: before.bounds!.x + 20, y: before.bounds!.y + 30 });
    expect(after?.states).toContain("disabled");
  });
});

describe("the bus", () => {
  it("health counts applications and reports IsEnabled", async () => {
    await start({}, button("a"));
    expect(await ax.health()).toMatchObject({ available: true, enabled: true, applications: 1 });
  });

  it("a lost connection is opened again by the next read; while the bus is away that is said", async () => {
    await start({}, button("a"));
    const path = join(desktop.directory, "proxy");
    const target = /unix:path=([^,]+)/.exec(desktop.accessibilityAddress)![1]!;
    const open = new Set<Socket>();
    const proxy = createServer((client) => {
      const bus = connect(target);
      for (const [a, b] of [
        [client, bus],
        [bus, client],
      ] as const) {
        open.add(a);
        a.pipe(b);
        a.on("error", () => {});
        a.on("close", () => b.destroy());
      }
    });
    const cut = (): void => {
      for (const socket of open) socket.destroy();
      open.clear();
    };
    await new Promise<void>((done) => proxy.listen(path, done));
    const own = openAtspi({ ...desktop.env, AT_SPI_BUS_ADDRESS: `unix:path=${path}` });
    expect(names(await own.read(await windows()))).toEqual(["a"]);
    // Cut in the middle of a read.
    const reading = own.read(await windows());
    setTimeout(cut, 3);
    expect(["unavailable", "ok"]).toContain((await reading).status);
    cut();
    expect(names(await own.read(await windows()))).toEqual(["a"]);
    const closed = new Promise((done) => proxy.close(done));
    cut();
    await closed;
    expect(await own.read(await windows())).toMatchObject({ status: "unavailable", apps: [] });
    await new Promise<void>((done) => proxy.listen(path, done));
    expect(names(await own.read(await windows()))).toEqual(["a"]);
    await own.close();
    cut();
    proxy.close();
  });

  it("a bus that accepts and never answers costs the deadline", async () => {
    const path = join(desktop.directory, "mute");
    const mute = createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((done) => mute.listen(path, done));
    const own = openAtspi({ AT_SPI_BUS_ADDRESS: `unix:path=${path}` });
    const started = performance.now();
    expect(await own.read(await windows(), { deadline: 500 })).toMatchObject({ status: "unavailable" });
    expect(performance.now() - started).toBeLessThan(1000);
    await own.close();
    mute.close();
  });

  it("no bus at all is a status with a reason", async () => {
    const none = openAtspi({});
    expect(await none.read(await windows())).toMatchObject({ status: "unavailable", apps: [] });
    expect(await none.health()).toMatchObject({ available: false });
    await none.close();
    const dead = openAtspi({ AT_SPI_BUS_ADDRESS: "unix:path=/nonexistent/bus" });
    expect(await dead.read(await windows())).toMatchObject({ status: "unavailable" });
    await dead.close();
  });
});
