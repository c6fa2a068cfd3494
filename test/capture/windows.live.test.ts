import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WindowInfo } from "../../src/capture/port.js";
import { openX11Capture, type X11Capture } from "../../src/capture/x11/capture.js";
import { type Desktop, type RawApp, startDesktop, textEditor, until } from "../desktop/index.js";
import { TestClient } from "./client.js";
import { startXvfb, type Xvfb } from "./xvfb.js";

const hex = (id: number) => `0x${id.toString(16)}`;

describe("windows under openbox", () => {
  let desktop: Desktop;
  let capture: X11Capture;
  let lower: RawApp;
  let upper: RawApp;

  beforeAll(async () => {
    desktop = await startDesktop({ width: 1000, height: 700, accessibility: false });
    capture = openX11Capture(desktop.display);
    lower = await desktop.rawWindow({ x: 50, y: 50, width: 300, height: 200, title: "Zażółć 漢字 🙂" });
    upper = await desktop.rawWindow({ x: 150, y: 120, width: 300, height: 200, title: "upper" });
  });
  afterAll(async () => {
    capture?.close();
    await desktop?.stop();
  });

  const find = (windows: WindowInfo[], id: number) => {
    const at = windows.findIndex((w) => w.id === hex(id));
    expect(at, `window ${hex(id)}`).toBeGreaterThanOrEqual(0);
    return { at, info: windows[at] as WindowInfo };
  };

  it("should list them bottom first, with frame, client area, title and owner", async () => {
    expect(capture.windowManager()).toEqual({ name: "Openbox" });
    await upper.raise();
    await until(
      () => {
        const windows = capture.windows();
        return find(windows, upper.windowId).at > find(windows, lower.windowId).at;
      },
      { timeout: 3000, what: "the stacking" },
    );
    const { info } = find(capture.windows(), lower.windowId);
    expect(info).toMatchObject({
      title: "Zażółć 漢字 🙂",
      pid: lower.pid,
      overrideRedirect: false,
      draws: true,
    });
    const facts = (await desktop.windows()).find((w) => w.id === lower.windowId);
    expect(info.client).toEqual(facts?.rect);
    // Openbox puts a title bar above the client and a border around it.
    expect(info.bounds.y).toBeLessThan(info.client.y - 10);
    expect(info.bounds.x).toBeLessThanOrEqual(info.client.x);
    expect(info.bounds.x + info.bounds.width).toBeGreaterThanOrEqual(info.client.x + info.client.width);
    await lower.raise();
    await until(
      () => {
        const windows = capture.windows();
        return find(windows, lower.windowId).at > find(windows, upper.windowId).at;
      },
      { timeout: 3000, what: "the other stacking" },
    );
  });

  it("should follow the active window", async () => {
    for (const app of [upper, lower]) {
      await desktop.activate(app);
      const focused = capture.windows().filter((w) => w.focused);
      expect(focused.map((w) => w.id)).toEqual([hex(app.windowId)]);
    }
  });

  it("should have menus on top and windows that only take clicks, and drop helpers", async () => {
    const menu = await desktop.rawWindow({ x: 400, y: 300, width: 120, height: 90, overrideRedirect: true });
    const glass = await desktop.rawWindow({
      x: 10,
      y: 600,
      width: 60,
      height: 40,
      overrideRedirect: true,
      inputOnly: true,
    });
    const windows = capture.windows();
    expect(find(windows, menu.windowId).info).toMatchObject({
      overrideRedirect: true,
      draws: true,
      bounds: { x: 400, y: 300, width: 120, height: 90 },
      client: { x: 400, y: 300, width: 120, height: 90 },
    });
    expect(find(windows, menu.windowId).at).toBeGreaterThan(find(windows, upper.windowId).at);
    expect(find(windows, glass.windowId).info).toMatchObject({ overrideRedirect: true, draws: false });
    // Openbox alone has a dozen windows of 1x1 and one far outside.
    expect(windows.filter((w) => w.bounds.width <= 1 || w.bounds.x < -50)).toEqual([]);
    await menu.close();
    await glass.close();
  });

  it("should capture a window by its id with the frame", () => {
    const { info } = find(capture.windows(), upper.windowId);
    expect(capture.grab({ kind: "window", id: info.id }).region).toEqual(info.bounds);
  });

  it("should leave out a minimised window", async () => {
    const editor = await desktop.launch({ ...textEditor({ text: "x" }), accessible: false });
    const { info } = find(capture.windows(), editor.windowId);
    expect(info).toMatchObject({ appName: "Mousepad", pid: editor.pid, type: "normal" });
    desktop.spawn("minimise", "xdotool", ["windowminimize", String(editor.windowId)]);
    await until(() => !capture.windows().some((w) => w.id === info.id), {
      timeout: 3000,
      what: "it minimised",
    });
    expect(() => capture.grab({ kind: "window", id: info.id })).toThrow(
      expect.objectContaining({ code: "WINDOW_NOT_FOUND" }),
    );
    await editor.close();
  });
});

describe("windows of a bare server", () => {
  let server: Xvfb;
  let client: TestClient;
  let capture: X11Capture;

  beforeEach(async () => {
    server = await startXvfb({ args: ["-noreset"] });
    client = new TestClient(server.display);
    capture = openX11Capture(server.display);
  });
  afterEach(async () => {
    capture.close();
    client.close();
    await server.kill();
  });
  const only = (): WindowInfo => {
    const windows = capture.windows();
    expect(windows).toHaveLength(1);
    return windows[0] as WindowInfo;
  };

  it("should be none at first", () => {
    expect(capture.windows()).toEqual([]);
  });

  it("should report every property that is set, and leave out those that are not", () => {
    const window = client.window({ x: -30, y: 20, width: 200, height: 100, border: 3 });
    expect(only()).toEqual({
      id: hex(window),
      title: "",
      bounds: { x: -30, y: 20, width: 206, height: 106 },
      client: { x: -27, y: 23, width: 200, height: 100 },
      overrideRedirect: false,
      focused: false,
      draws: true,
    });
    client.text(window, "WM_CLASS", "STRING", Buffer.from("instance\0Class\0"));
    client.items(window, "_NET_WM_PID", "CARDINAL", [4242]);
    client.items(window, "_NET_WM_WINDOW_TYPE", "ATOM", [
      client.connection.atom("_NET_WM_WINDOW_TYPE_DIALOG"),
    ]);
    client.items(window, "WM_TRANSIENT_FOR", "WINDOW", [0x1400003]);
    client.items(window, "_GTK_FRAME_EXTENTS", "CARDINAL", [14, 15, 12, 17]);
    client.items(window, "_NET_WM_WINDOW_OPACITY", "CARDINAL", [0x7fffffff]);
    client.items(client.connection.root, "_NET_ACTIVE_WINDOW", "WINDOW", [window]);
    const info = only();
    expect(info).toMatchObject({
      appName: "Class",
      pid: 4242,
      type: "dialog",
      transientFor: "0x1400003",
      gtkFrameExtents: { left: 14, right: 15, top: 12, bottom: 17 },
      focused: true,
    });
    expect(info.opacity).toBeCloseTo(0.5, 5);
  });

  it("should read titles in every text encoding, _NET_WM_NAME first", () => {
    const window = client.window({ x: 0, y: 0, width: 50, height: 50 });
    client.text(window, "WM_NAME", "STRING", Buffer.from("caf\xe9", "latin1"));
    expect(only().title).toBe("café");
    // ISO 8859-1 in the right half by default; ESC - B puts ISO 8859-2 there.
    client.text(window, "WM_NAME", "COMPOUND_TEXT", Buffer.from("caf\xe9 \x1b-B\xb3\xf3d\xbc", "latin1"));
    expect(only().title).toBe("café łódź");
    client.text(window, "WM_NAME", "UTF8_STRING", Buffer.from("łódź"));
    expect(only().title).toBe("łódź");
    client.text(window, "_NET_WM_NAME", "UTF8_STRING", Buffer.from("first 🙂"));
    expect(only().title).toBe("first 🙂");
    client.text(window, "_NET_WM_NAME", "UTF8_STRING", Buffer.alloc(1_000_00, "a"));
    expect(only().title.length).toBe(16384);
  });

  it("should survive properties of the wrong type", () => {
    const window = client.window({ x: 0, y: 0, width: 50, height: 50 });
    for (const name of ["_NET_WM_PID", "_NET_WM_WINDOW_TYPE", "_GTK_FRAME_EXTENTS", "_NET_WM_WINDOW_OPACITY"])
      client.text(window, name, "STRING", Buffer.from("xxxx"));
    client.items(window, "_NET_WM_NAME", "CARDINAL", [1, 2]);
    client.items(window, "WM_CLASS", "CARDINAL", []);
    client.items(client.connection.root, "_NET_ACTIVE_WINDOW", "WINDOW", [0x7ffffff]);
    client.items(client.connection.root, "_NET_CLIENT_LIST_STACKING", "WINDOW", [
      0x7ffffff,
      0,
      window,
      0xffffffff,
    ]);
    expect(only()).toEqual({
      id: hex(window),
      title: "",
      bounds: { x: 0, y: 0, width: 50, height: 50 },
      client: { x: 0, y: 0, width: 50, height: 50 },
      overrideRedirect: false,
      focused: false,
      draws: true,
    });
    client.items(window, "_NET_WM_WINDOW_TYPE", "ATOM", [0x1fffffff]);
    expect(only().type).toBeUndefined();
  });

  it("should find the client in its frame by WM_STATE when the manager keeps no list", () => {
    const frame = client.window({ x: 100, y: 100, width: 220, height: 160, overrideRedirect: true });
    const inner = client.window({ x: 5, y: 20, width: 210, height: 135, parent: frame });
    const app = client.window({ x: 1, y: 2, width: 200, height: 130, parent: inner });
    client.items(app, "WM_STATE", "WM_STATE", [1, 0]);
    client.text(app, "WM_NAME", "STRING", Buffer.from("inside"));
    expect(only()).toMatchObject({
      id: hex(app),
      title: "inside",
      bounds: { x: 100, y: 100, width: 220, height: 160 },
      client: { x: 106, y: 122, width: 200, height: 130 },
      overrideRedirect: false,
    });
    expect(capture.grab({ kind: "window", id: hex(app) }).region).toEqual({
      x: 100,
      y: 100,
      width: 220,
      height: 160,
    });
  });

  it("should give the shape of windows that have one, and leave a compositor's overlay out", () => {
    const window = client.window({ x: 100, y: 50, width: 80, height: 60, border: 1 });
    client.shape(window, 0, [
      [0, 0, 80, 20],
      [10, 20, 30, 40],
    ]);
    client.shape(window, 2, []);
    expect(only().shape).toEqual({
      bounding: [
        { x: 101, y: 51, width: 80, height: 20 },
        { x: 111, y: 71, width: 30, height: 40 },
      ],
      input: [],
    });
    const overlay = client.window({ x: 0, y: 0, width: 640, height: 480, overrideRedirect: true });
    expect(capture.windows()).toHaveLength(2);
    client.shape(overlay, 2, []);
    expect(only().id).toBe(hex(window));
    // One with a name is somebody's window, whatever it is for.
    client.text(overlay, "WM_NAME", "STRING", Buffer.from("overlay"));
    expect(capture.windows().map((w) => w.title)).toEqual(["", "overlay"]);
  });

  it("should drop windows that vanish while they are listed", async () => {
    const script = fileURLToPath(new URL("churn.js", import.meta.url));
    const churn = spawn(process.execPath, [script, server.display], { stdio: "inherit" });
    await once(churn, "spawn");
    const stays = client.window({ x: 0, y: 0, width: 30, height: 30 });
    const counts = new Set<number>();
    const end = performance.now() + 20_000;
    for (let rounds = 0; rounds < 200 || (counts.size <= 5 && performance.now() < end); rounds++) {
      const windows = capture.windows();
      counts.add(windows.length);
      expect(windows.some((w) => w.id === hex(stays))).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    churn.kill("SIGKILL");
    await once(churn, "exit");
    expect(counts.size).toBeGreaterThan(5);
  });
});
