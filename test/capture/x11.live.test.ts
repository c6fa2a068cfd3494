import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openX11Capture, type X11Capture } from "../../src/capture/x11/capture.js";
import { TestClient } from "./client.js";
import { startXvfb, type Xvfb } from "./xvfb.js";

const gone = expect.objectContaining({ code: "PLATFORM_NOT_SUPPORTED" });
const display = { kind: "display" } as const;

async function exec(command: string, args: string[], server: Xvfb): Promise<void> {
  const child = spawn(command, args, { env: { ...process.env, DISPLAY: server.display }, stdio: "inherit" });
  const [code] = await once(child, "exit");
  expect(code, `${command} ${args.join(" ")}`).toBe(0);
}

describe("pixels of a bare server (CAP-4)", () => {
  let server: Xvfb;
  let client: TestClient;

  beforeAll(async () => {
    server = await startXvfb({ screen: "640x480x24", args: ["-noreset"] });
    client = new TestClient(server.display);
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 5; column++)
        client.window({
          x: column * 120 + 7,
          y: row * 110 + 3,
          width: 100,
          height: 90,
          colour: ((column * 50) << 16) | ((row * 80) << 8) | (255 - column * 20),
          overrideRedirect: true,
        });
  });
  afterAll(async () => {
    client?.close();
    await server?.kill();
  });

  function expectGrid(capture: X11Capture): void {
    const frame = capture.grab(display);
    expect(frame).toMatchObject({
      width: 640,
      height: 480,
      backend: "x11",
      region: { x: 0, y: 0, width: 640, height: 480 },
    });
    expect(frame.pixels.length).toBe(640 * 480 * 3);
    expect(frame.pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(frame.duration).toBeGreaterThan(0);
    expect(Math.abs(Date.now() - frame.capturedAt.getTime())).toBeLessThan(5000);
    const wrong: string[] = [];
    for (let y = 0; y < 480; y++)
      for (let x = 0; x < 640; x++) {
        const column = Math.floor((x - 7) / 120);
        const row = Math.floor((y - 3) / 110);
        const inside = x >= 7 && y >= 3 && column < 5 && row < 4 && (x - 7) % 120 < 100 && (y - 3) % 110 < 90;
        const wanted = inside ? [column * 50, row * 80, 255 - column * 20] : [0, 0, 0];
        const i = (y * 640 + x) * 3;
        if (wanted.some((value, c) => frame.pixels[i + c] !== value)) wrong.push(`${x},${y}`);
      }
    expect(wrong.slice(0, 5)).toEqual([]);
  }

  it("should be exact through shared memory and through XGetImage, and the same", () => {
    const shared = openX11Capture(server.display);
    const plain = openX11Capture(server.display, { sharedMemory: false });
    expect([shared.path, plain.path]).toEqual(["shm", "getimage"]);
    expectGrid(shared);
    expectGrid(plain);
    expect(Buffer.compare(shared.grab(display).pixels, plain.grab(display).pixels)).toBe(0);
    expect([shared.path, plain.path]).toEqual(["shm", "getimage"]);
    shared.close();
    plain.close();
  });

  it.each([true, false])("should cut a window out of the screen, clipped to it (shm %s)", (sharedMemory) => {
    const capture = openX11Capture(server.display, { sharedMemory });
    const window = client.window({
      x: 600,
      y: -20,
      width: 80,
      height: 60,
      border: 2,
      overrideRedirect: true,
      colour: 0x123456,
    });
    const frame = capture.grab({ kind: "window", id: `0x${window.toString(16)}` });
    expect(frame.region).toEqual({ x: 600, y: 0, width: 40, height: 44 });
    expect([frame.width, frame.height, frame.pixels.length]).toEqual([40, 44, 40 * 44 * 3]);
    // The border is 2 wide: at the left, and at the bottom from y = 42.
    expect([...frame.pixels.subarray(2 * 3, 3 * 3)]).toEqual([0x12, 0x34, 0x56]);
    expect([...frame.pixels.subarray((41 * 40 + 39) * 3, (41 * 40 + 40) * 3)]).toEqual([0x12, 0x34, 0x56]);
    expect([...frame.pixels.subarray((42 * 40 + 39) * 3, (42 * 40 + 40) * 3)]).toEqual([0, 0, 0]);
    // Another size in between, then the first again.
    const whole = capture.grab(display);
    expect(capture.grab({ kind: "window", id: String(window) }).pixels).toEqual(frame.pixels);
    expect(whole.width).toBe(640);
    client.destroy(window);
    expect(() => capture.grab({ kind: "window", id: `0x${window.toString(16)}` })).toThrow(
      expect.objectContaining({ code: "WINDOW_NOT_FOUND" }),
    );
    expect(capture.grab(display).width).toBe(640);
    capture.close();
  });

  it("should refuse windows that are not there, not mapped, off the screen, or no id at all", () => {
    const capture = openX11Capture(server.display);
    const off = client.window({ x: 2000, y: 10, width: 50, height: 50, overrideRedirect: true });
    const unmapped = client.window({ x: 0, y: 0, width: 50, height: 50, mapped: false });
    for (const id of ["0x7fffffff", "0", String(off), String(unmapped)])
      expect(() => capture.grab({ kind: "window", id }), id).toThrow(
        expect.objectContaining({ code: "WINDOW_NOT_FOUND" }),
      );
    for (const id of ["", "firefox", "0x", "-5", "0xfffffffff"])
      expect(() => capture.grab({ kind: "window", id }), id).toThrow(
        expect.objectContaining({ code: "INVALID_ARGS" }),
      );
    expect(() => capture.grab({ kind: "monitor", id: "HDMI-7" })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGS", message: expect.stringContaining("one of screen") }),
    );
    client.destroy(off);
    client.destroy(unmapped);
    capture.close();
  });

  it("should tell the pointer's position and that no window manager runs", () => {
    const capture = openX11Capture(server.display);
    client.warp(123, 45);
    expect(capture.pointer()).toEqual({ x: 123, y: 45 });
    expect(capture.windowManager()).toBeUndefined();
    // A window manager that has died leaves its property behind.
    const dead = client.window({ x: 0, y: 0, width: 9, height: 9, mapped: false });
    client.items(client.connection.root, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [dead]);
    client.destroy(dead);
    expect(capture.windowManager()).toBeUndefined();
    const alive = client.window({ x: 0, y: 0, width: 9, height: 9, mapped: false });
    client.items(client.connection.root, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [alive]);
    client.items(alive, "_NET_SUPPORTING_WM_CHECK", "WINDOW", [alive]);
    client.text(alive, "_NET_WM_NAME", "UTF8_STRING", Buffer.from("Fenêtre"));
    expect(capture.windowManager()).toEqual({ name: "Fenêtre" });
    capture.close();
  });

  it("should hold no shared memory and no files back over 200 grabs and 50 connections", () => {
    const files = () => readdirSync("/proc/self/fd").length;
    const segments = () =>
      readFileSync("/proc/sysvipc/shm", "utf8")
        .split("\n")
        .filter((line) => line.trim().split(/\s+/)[4] === String(process.pid)).length;
    const first = files();
    const probe = openX11Capture(server.display);
    probe.grab(display);
    expect(segments()).toBe(1);
    probe.close();
    for (let i = 0; i < 50; i++) {
      const capture = openX11Capture(server.display);
      for (let n = 0; n < 4; n++) capture.grab(display);
      capture.close();
    }
    expect(files()).toBe(first);
    expect(segments()).toBe(0);
  });
});

describe("other servers", () => {
  it.each([
    ["without MIT-SHM", "320x200x24", ["-extension", "MIT-SHM"], "getimage"],
    ["of depth 16", "320x200x16", [], "shm"],
    ["of depth 30", "320x200x30", [], "shm"],
  ] as const)("should capture a server %s", async (_name, screen, args, path) => {
    const server = await startXvfb({ screen, args: ["-noreset", ...args] });
    const client = new TestClient(server.display);
    const white = screen.endsWith("x16") ? 0xffff : screen.endsWith("x30") ? 0x3fffffff : 0xffffff;
    const red = screen.endsWith("x16") ? 0xf800 : screen.endsWith("x30") ? 0x3ff00000 : 0xff0000;
    client.window({ x: 0, y: 0, width: 160, height: 200, colour: white, overrideRedirect: true });
    client.window({ x: 160, y: 0, width: 160, height: 200, colour: red, overrideRedirect: true });
    const capture = openX11Capture(server.display);
    const frame = capture.grab(display);
    expect(capture.path).toBe(path);
    expect([...frame.pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect([...frame.pixels.subarray(-3)]).toEqual([255, 0, 0]);
    capture.close();
    client.close();
    await server.kill();
  });

  it("should refuse a colour-mapped screen by name", async () => {
    const server = await startXvfb({ screen: "320x200x8", args: ["-noreset"] });
    const capture = openX11Capture(server.display);
    expect(() => capture.grab(display)).toThrow(gone);
    expect(() => capture.grab(display)).toThrow(/8 bits a pixel/);
    capture.close();
    await server.kill();
  });

  it("should not make a server reset by looking at it", async () => {
    // Without -noreset a server starts afresh, properties lost, when its last client leaves.
    const server = await startXvfb();
    const capture = openX11Capture(server.display);
    const client = new TestClient(server.display);
    client.text(client.connection.root, "KEPT", "STRING", Buffer.from("yes"));
    for (let i = 0; i < 20; i++) openX11Capture(server.display).close();
    expect(capture.grab(display).width).toBe(640);
    capture.close();
    client.close();
    await server.kill();
  });
});

describe("monitors (CAP-5, CAP-6)", () => {
  let server: Xvfb;
  let capture: X11Capture;

  beforeEach(async () => {
    server = await startXvfb({ screen: "800x600x24", args: ["-noreset"] });
    capture = openX11Capture(server.display);
  });
  afterEach(async () => {
    capture.close();
    await server.kill();
  });

  it("should list RandR monitors by name and capture each of them", async () => {
    await exec("xrandr", ["--setmonitor", "LEFT", "500/130x400/100+0+0", "screen"], server);
    await exec("xrandr", ["--setmonitor", "RIGHT", "300/80x600/150+500+0", "none"], server);
    expect(capture.displays()).toEqual([
      expect.objectContaining({ id: "LEFT", bounds: { x: 0, y: 0, width: 500, height: 400 } }),
      expect.objectContaining({ id: "RIGHT", bounds: { x: 500, y: 0, width: 300, height: 600 } }),
    ]);
    const client = new TestClient(server.display);
    client.window({ x: 500, y: 0, width: 1, height: 1, colour: 0x00ff00, overrideRedirect: true });
    const right = capture.grab({ kind: "monitor", id: "RIGHT" });
    expect(right.region).toEqual({ x: 500, y: 0, width: 300, height: 600 });
    expect([...right.pixels.subarray(0, 6)]).toEqual([0, 255, 0, 0, 0, 0]);
    expect(capture.grab({ kind: "monitor", id: "LEFT" }).region).toEqual({
      x: 0,
      y: 0,
      width: 500,
      height: 400,
    });
    expect(capture.grab(display).region).toEqual({ x: 0, y: 0, width: 800, height: 600 });
    client.close();
  });

  it("should see a resize between two grabs", async () => {
    expect(capture.grab(display).width).toBe(800);
    await exec("xrandr", "--newmode small 31.5 640 656 752 800 480 490 492 525".split(" "), server);
    await exec("xrandr", ["--addmode", "screen", "small"], server);
    await exec("xrandr", ["--output", "screen", "--mode", "small"], server);
    expect(capture.displays()[0]?.bounds).toEqual({ x: 0, y: 0, width: 640, height: 480 });
    const small = capture.grab(display);
    expect([small.width, small.height, small.pixels.length]).toEqual([640, 480, 640 * 480 * 3]);
    await exec("xrandr", ["--output", "screen", "--mode", "800x600"], server);
    expect(capture.grab(display).width).toBe(800);
  });
});

describe("a server that goes away or does not answer", () => {
  it("should leave this process alive, and every later call refused, when it is killed", async () => {
    const files = () => readdirSync("/proc/self/fd").length;
    const server = await startXvfb();
    const before = files();
    const shared = openX11Capture(server.display);
    const plain = openX11Capture(server.display, { sharedMemory: false });
    shared.grab(display);
    plain.grab(display);
    expect(shared.alive).toBe(true);
    await server.kill();
    for (const capture of [shared, plain]) {
      // The first call meets the broken connection itself, not a flag.
      expect(() => capture.grab(display)).toThrow(gone);
      expect(capture.alive).toBe(false);
      expect(() => capture.windows()).toThrow(gone);
      expect(() => capture.displays()).toThrow(gone);
      expect(() => capture.pointer()).toThrow(gone);
      expect(() => capture.windowManager()).toThrow(gone);
      capture.close();
      capture.close();
      expect(() => capture.grab(display)).toThrow(gone);
    }
    expect(files()).toBe(before);
  });

  it("should be noticed without a call", async () => {
    const server = await startXvfb();
    const capture = openX11Capture(server.display);
    await server.kill();
    expect(capture.alive).toBe(false);
    capture.close();
  });

  it("should die in the middle of grabs without taking anything along", async () => {
    for (const sharedMemory of [true, false]) {
      const server = await startXvfb({ screen: "1920x1080x24" });
      const capture = openX11Capture(server.display, { sharedMemory });
      const killer = spawn("sh", ["-c", `sleep 0.15; kill -9 ${server.pid}`]);
      // Busy until it happens: the server dies inside one of our calls.
      expect(() => {
        for (;;) {
          capture.grab(display);
          capture.windows();
        }
      }).toThrow(gone);
      expect(capture.alive).toBe(false);
      capture.close();
      await Promise.all([server.kill(), killer.exitCode === null ? once(killer, "exit") : undefined]);
    }
  });

  it("should end in a time-out when it is stopped, and work again afterwards", async () => {
    const server = await startXvfb();
    const capture = openX11Capture(server.display);
    server.signal("SIGSTOP");
    const started = performance.now();
    expect(() => capture.grab(display)).toThrow(expect.objectContaining({ code: "TIMEOUT" }));
    expect(() => openX11Capture(server.display)).toThrow(expect.objectContaining({ code: "TIMEOUT" }));
    expect(performance.now() - started).toBeLessThan(6000);
    server.signal("SIGCONT");
    expect(capture.grab(display).width).toBe(640);
    capture.close();
    await server.kill();
  });

  it.each([
    [":9999", "PLATFORM_NOT_SUPPORTED"],
    ["", "PLATFORM_NOT_SUPPORTED"],
    ["0", "INVALID_ARGS"],
    [":zero", "INVALID_ARGS"],
    ["::0", "INVALID_ARGS"],
    [`:${"9".repeat(400)}`, "INVALID_ARGS"],
  ])("should refuse the display %j", (name, code) => {
    expect(() => openX11Capture(name)).toThrow(
      expect.objectContaining({ code, suggestion: expect.stringMatching(/\S/) }),
    );
  });
});

it("should load no X library before it is used", async () => {
  const built = fileURLToPath(new URL("../../dist/capture/x11/capture.js", import.meta.url));
  const script = `await import(${JSON.stringify(built)});
    const maps = (await import("node:fs")).readFileSync("/proc/self/maps", "utf8");
    process.exit(/libX11|koffi/.test(maps) ? 1 : 0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  expect((await once(child, "exit"))[0]).toBe(0);
});
