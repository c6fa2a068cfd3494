import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type App,
  calculator,
  type Desktop,
  isAlive,
  processesOf,
  qtEditor,
  type StandardDesktop,
  standardDesktop,
  startDesktop,
  textEditor,
  until,
} from "./index.js";

const MODULE = new URL("./index.js", import.meta.url).href;

function rgbAt(desktop: Desktop, x: number, y: number): Promise<number[]> {
  return desktop.pixels({ x, y, width: 1, height: 1 }).then((pixel) => [...pixel]);
}

describe("two desktops at once (TST-1)", () => {
  let first: Desktop;
  let second: Desktop;
  let editor: App;

  beforeAll(async () => {
    [first, second] = await Promise.all([startDesktop(), startDesktop({ width: 800, height: 600 })]);
    editor = await first.launch(textEditor({ text: "only here" }));
  });
  afterAll(() => Promise.all([first?.stop(), second?.stop()]));

  it("have displays, buses and directories of their own", () => {
    expect(first.display).not.toBe(second.display);
    expect(first.accessibilityAddress).not.toBe(second.accessibilityAddress);
    expect(first.env.DBUS_SESSION_BUS_ADDRESS).not.toBe(second.env.DBUS_SESSION_BUS_ADDRESS);
    expect(statSync(first.directory).mode & 0o777).toBe(0o700);
    expect(second.width).toBe(800);
    expect(second.x11Size()).toEqual({ width: 800, height: 600 });
  });

  it("do not see each other's applications", async () => {
    expect((await first.applications()).map((app) => app.pid)).toContain(editor.pid);
    expect(await second.applications()).toEqual([]);
    expect((await first.windows()).map((w) => w.pid)).toContain(editor.pid);
    expect((await second.windows()).filter((w) => w.managed)).toEqual([]);
  });

  it("give their processes an environment without anything of the host", () => {
    const environ = readFileSync(`/proc/${editor.pid}/environ`, "utf8").split("\0").filter(Boolean);
    const seen = Object.fromEntries(environ.map((line) => line.split(/=(.*)/s, 2)));
    expect(seen).toEqual(first.env);
    const { WAYLAND_DISPLAY, XAUTHORITY, NO_AT_BRIDGE, GTK_A11Y, AT_SPI_BUS_ADDRESS } = first.env;
    expect([WAYLAND_DISPLAY, XAUTHORITY, NO_AT_BRIDGE, GTK_A11Y, AT_SPI_BUS_ADDRESS]).toEqual(
      Array(5).fill(undefined),
    );
  });

  it("survive the end of the other", async () => {
    const { stragglers } = await second.stop();
    expect(stragglers).toEqual([]);
    expect(existsSync(second.directory)).toBe(false);
    expect((await first.applications()).map((app) => app.pid)).toContain(editor.pid);
  });
});

describe("the standard desktop", () => {
  let desktop: Desktop;
  let apps: StandardDesktop;

  beforeAll(async () => {
    desktop = await startDesktop();
    apps = await standardDesktop(desktop);
  });
  afterAll(() => desktop?.stop());

  it("starts fast", () => {
    // Measured: 0.15 s alone on 2 cores, 0.5 s busy; the limit leaves room for a loaded machine.
    expect(desktop.timings.ready).toBeLessThan(3000);
  });

  it("proves window and bus name of each application by its process id (TST-5)", async () => {
    const windows = await desktop.windows();
    const names = await desktop.applications();
    for (const app of Object.values(apps) as App[]) {
      expect(windows.find((w) => w.id === app.windowId)?.pid, app.name).toBe(app.pid);
      expect(names.find((entry) => entry.busName === app.busName)?.pid, app.name).toBe(app.pid);
      expect(readFileSync(`/proc/${app.pid}/cmdline`, "utf8")).toContain(app.name);
    }
    expect(names).toHaveLength(4);
  });

  it("puts the four side by side without overlap", async () => {
    const placed = (await desktop.windows()).filter((w) => w.managed).map((w) => w.rect);
    expect(placed).toHaveLength(4);
    for (const a of placed) {
      expect(a.x + a.width).toBeLessThanOrEqual(1920);
      expect(a.y + a.height).toBeLessThanOrEqual(1080);
      for (const b of placed) {
        const apart =
          a === b ||
          a.x + a.width <= b.x ||
          b.x + b.width <= a.x ||
          a.y + a.height <= b.y ||
          b.y + b.height <= a.y;
        expect(apart, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(true);
      }
    }
  });

  it("has accessibility switched on before the applications start", () => {
    for (const property of ["IsEnabled", "ScreenReaderEnabled"]) {
      const args = ["call", "--session", "--timeout", "3", "--dest", "org.a11y.Bus"];
      args.push("--object-path", "/org/a11y/bus", "--method", "org.freedesktop.DBus.Properties.Get");
      const answer = execFileSync("gdbus", [...args, "org.a11y.Status", property], { env: desktop.env });
      expect(answer.toString().trim()).toBe("(<true>,)");
    }
  });

  it("places and activates a window, and says where it is", async () => {
    await desktop.activate(apps.calculator);
    expect(await desktop.activeWindow()).toBe(apps.calculator.windowId);
    const got = await desktop.place(apps.editor, { x: 100, y: 120, width: 700, height: 400 });
    const now = (await desktop.windows()).find((w) => w.id === apps.editor.windowId);
    expect(now?.rect).toEqual(got);
    expect(got.x).toBeGreaterThanOrEqual(100);
    expect(got.x + got.width).toBeLessThanOrEqual(800);
    expect(got.y).toBeGreaterThan(120); // below its title bar
  });

  it("is a picture with the pointer out of the way", async () => {
    const png = await desktop.screenshot();
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(await desktop.pointer()).toMatchObject({ x: 1919, y: 1079 });
  });

  it("leaves nothing behind", async () => {
    const { stragglers } = await desktop.stop();
    expect(stragglers).toEqual([]);
    expect(processesOf(desktop.directory)).toEqual([]);
    expect(existsSync(desktop.directory)).toBe(false);
    for (const app of Object.values(apps) as App[]) expect(isAlive(app.pid)).toBe(false);
    expect(isAlive(desktop.pids.xserver)).toBe(false);
  });
});

describe("launching", () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop({ width: 1024, height: 768 });
  });
  afterAll(() => desktop?.stop());

  const sh = (script: string) => ({ name: "sh", command: "sh", args: () => ["-c", script] });

  it("reports a program that ends without a window, with what it said", async () => {
    await expect(desktop.launch(sh("echo no licence >&2; exit 3"))).rejects.toThrow(/no licence/);
  });

  it("gives up on a program that shows no window, and ends it", async () => {
    const before = desktop.processes().length;
    await expect(desktop.launch(sh("sleep 60; :"), { timeout: 300 })).rejects.toThrow(/no mapped window/);
    expect(desktop.processes().length).toBe(before);
  });

  it("refuses a program that is not installed", async () => {
    await expect(desktop.launch({ name: "x", command: "no-such-program", args: () => [] })).rejects.toThrow(
      /is it installed/,
    );
  });

  it("does not take another process's window for the one it started", async () => {
    const one = await desktop.launch(textEditor({ file: "same.txt" }));
    await expect(
      desktop.launch({ ...sh("sleep 60; :"), title: "same.txt" }, { timeout: 300 }),
    ).rejects.toThrow(/no mapped window/);
    const two = await desktop.launch(textEditor({ file: "same.txt" }));
    expect(two.windowId).not.toBe(one.windowId);
    await two.close();
    expect(two.running).toBe(false);
    expect(one.running).toBe(true);
  });

  it("finds a window of a descendant of the process", async () => {
    const spec = qtEditor({ file: "inner.txt" });
    const inner = spec.args(desktop);
    const app = await desktop.launch({
      ...spec,
      name: "wrapped",
      command: "sh",
      args: () => ["-c", `featherpad ${inner.join(" ")}; :`],
    });
    const window = (await desktop.windows()).find((w) => w.id === app.windowId);
    expect(window?.pid).not.toBe(app.pid);
    expect(app.busName).not.toBe("");
  });

  it("reports a process that nobody closed", async () => {
    const forgotten = desktop.spawn("sleep", "sleep", ["1234"]);
    const { stragglers } = await desktop.stop();
    expect(stragglers).toEqual(["sleep 1234"]);
    expect(isAlive(forgotten.pid)).toBe(false);
    expect(() => desktop.spawn("late", "sleep", ["1"])).toThrow(/stopping/);
  });
});

describe("raw windows", () => {
  let desktop: Desktop;
  beforeAll(async () => {
    desktop = await startDesktop({ width: 1024, height: 768, accessibility: false });
  });
  afterAll(() => desktop?.stop());

  function clickAt(x: number, y: number): void {
    execFileSync("xdotool", ["mousemove", "--sync", String(x), String(y), "click", "1"], {
      env: desktop.env,
    });
  }

  it("show the chosen pixels exactly there and report presses", async () => {
    const window = await desktop.rawWindow({
      x: 300,
      y: 200,
      width: 200,
      height: 100,
      overrideRedirect: true,
      background: "#112233",
      items: [{ x: 50, y: 20, width: 60, height: 40, fill: "#c01020" }],
    });
    expect(await rgbAt(desktop, 301, 201)).toEqual([0x11, 0x22, 0x33]);
    expect(await rgbAt(desktop, 380, 240)).toEqual([0xc0, 0x10, 0x20]);
    expect(await rgbAt(desktop, 299, 201)).toEqual([0, 0, 0]);
    clickAt(380, 240);
    expect(await window.waitFor((e) => e.event === "press")).toMatchObject({
      button: 1,
      x: 80,
      y: 40,
      rootX: 380,
      rootY: 240,
      synthetic: false,
    });
    await window.update({ x: 600, background: "#00ff00", items: [] });
    expect(await rgbAt(desktop, 650, 250)).toEqual([0, 255, 0]);
    await window.close();
    expect(await rgbAt(desktop, 650, 250)).toEqual([0, 0, 0]);
  });

  it("are managed when they do not bypass the window manager", async () => {
    const window = await desktop.rawWindow({ x: 100, y: 100, width: 220, height: 90, title: "plain" });
    const facts = await until(
      async () => (await desktop.windows()).find((w) => w.id === window.windowId && w.managed),
      { timeout: 3000, what: "managed" },
    );
    expect(facts).toMatchObject({ title: "plain", pid: window.pid, overrideRedirect: false });
    await window.close();
  });

  it("that are input-only swallow a press and show nothing", async () => {
    const below = await desktop.rawWindow({
      x: 10,
      y: 500,
      width: 100,
      height: 60,
      overrideRedirect: true,
      background: "#8080ff",
    });
    const above = await desktop.rawWindow({
      x: 10,
      y: 500,
      width: 100,
      height: 60,
      overrideRedirect: true,
      inputOnly: true,
    });
    expect(await rgbAt(desktop, 40, 530)).toEqual([0x80, 0x80, 0xff]);
    clickAt(40, 530);
    await above.waitFor((e) => e.event === "press");
    expect(below.presses).toEqual([]);
    await below.raise();
    clickAt(41, 530);
    await below.waitFor((e) => e.event === "press");
    expect(above.presses).toHaveLength(1);
  });
});

describe("variants", () => {
  it("has several monitors", async () => {
    const monitors = [
      { name: "LEFT", x: 0, y: 0, width: 800, height: 600 },
      { name: "RIGHT", x: 800, y: 0, width: 480, height: 400 },
    ];
    const desktop = await startDesktop({ width: 1280, height: 600, accessibility: false, monitors });
    try {
      const listed = execFileSync("xrandr", ["--listmonitors"], { env: desktop.env }).toString();
      expect(listed).toMatch(/Monitors: 2/);
      expect(listed).toMatch(/LEFT 800\/\d+x600\/\d+\+0\+0/);
      expect(listed).toMatch(/RIGHT 480\/\d+x400\/\d+\+800\+0/);
    } finally {
      await desktop.stop();
    }
  });

  it("runs without a window manager and without accessibility", async () => {
    const desktop = await startDesktop({ windowManager: "none", accessibility: false });
    try {
      expect(desktop.accessibilityAddress).toBe("");
      expect(() => desktop.applications()).toThrow(/no accessibility bus/);
      const app = await desktop.launch(calculator());
      expect(app.busName).toBe("");
      const moved = await desktop.place(app, { x: 40, y: 50, width: 500, height: 600 });
      expect(moved).toEqual({ x: 40, y: 50, width: 500, height: 600 });
    } finally {
      expect((await desktop.stop()).stragglers).toEqual([]);
    }
  });
});

describe("a test process that dies", () => {
  it("leaves nothing behind, whatever killed it", async () => {
    const script = `
      const { startDesktop, textEditor, browser } = await import(${JSON.stringify(MODULE)});
      const desktop = await startDesktop();
      await Promise.all([desktop.launch(textEditor()), desktop.launch(browser("form"))]);
      console.log(desktop.directory);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout });
    const directory = await new Promise<string>((resolve) => lines.once("line", resolve));
    const before = processesOf(directory);
    expect(before.length).toBeGreaterThan(8);
    child.kill("SIGKILL");
    await until(() => !existsSync(directory), { timeout: 10_000, what: "its directory is gone" });
    expect(processesOf(directory)).toEqual([]);
    for (const { pid } of before) expect(isAlive(pid)).toBe(false);
  });
});
