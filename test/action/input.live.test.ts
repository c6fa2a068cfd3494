import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openX11Input, type X11Input } from "../../dist/action/x11/input.js";
import { startXvfb } from "../capture/xvfb.js";
import { browser, type Desktop, isAlive, type RawApp, startDesktop, until } from "../desktop/index.js";

const HOLDER = fileURLToPath(new URL("holder.js", import.meta.url));

let desktop: Desktop;
let window: RawApp;
let input: X11Input;

beforeAll(async () => {
  desktop = await startDesktop({ width: 800, height: 600, accessibility: false });
  window = await desktop.rawWindow({ x: 100, y: 100, width: 400, height: 300, title: "target" });
  await desktop.place(window, { x: 100, y: 100, width: 420, height: 340 });
});
afterAll(async () => {
  await desktop?.stop();
});
beforeEach(async () => {
  input = await openX11Input(desktop.display);
});
afterEach(async () => {
  await input.close();
  await released();
});

const gone = (pid: number) =>
  until(() => !isAlive(pid), { timeout: 5000, what: `the end of process ${pid}` });
// A window manager may hold a release back for a moment (a synchronous grab of the press).
const released = () =>
  until(async () => ((await desktop.pointer()).mask & 0x1f00) === 0, { timeout: 5000, what: "release" });
const buttons = (since: number) =>
  window.events
    .slice(since)
    .filter((e) => e.event === "press" || e.event === "release")
    .map((e) => [e.event, e.button, e.rootX, e.rootY]);

describe("clicking through XTEST (ACT-5)", () => {
  it.each([
    ["left", 1],
    ["middle", 2],
    ["right", 3],
  ] as const)(
    "should press and release the %s button at the point and put the pointer back",
    async (name, number) => {
      await input.move({ x: 700, y: 550 });
      const before = window.events.length;
      const evidence = await input.click({ x: 220, y: 210 }, name, 1);
      expect(evidence).toEqual({ pointerBefore: { x: 700, y: 550 }, pointerRestored: true });
      await window.waitFor((e) => e.event === "release" && e.button === number);
      expect(buttons(before)).toEqual([
        ["press", number, 220, 210],
        ["release", number, 220, 210],
      ]);
      expect(await desktop.pointer()).toMatchObject({ x: 700, y: 550 });
      expect(window.presses.at(-1)?.synthetic).not.toBe(true);
    },
  );

  it("should press count times and take the pixel that a fractional point lies in", async () => {
    const before = window.events.length;
    await input.click({ x: 230.99, y: 240.5 }, "left", 3);
    await until(() => buttons(before).length === 6, { timeout: 2000, what: "six button events" });
    expect(buttons(before).map(([event, , x, y]) => [event, x, y])).toEqual(
      Array.from({ length: 3 }, () => [
        ["press", 230, 240],
        ["release", 230, 240],
      ]).flat(),
    );
  });

  it("should serialise requests that are made at once", async () => {
    const before = window.events.length;
    await Promise.all([200, 210, 220, 230].map((x) => input.click({ x, y: 220 }, "left", 1)));
    await until(() => buttons(before).length === 8, { timeout: 2000, what: "eight button events" });
    expect(buttons(before).map(([event, , x]) => `${event} ${x}`)).toEqual(
      [200, 210, 220, 230].flatMap((x) => [`press ${x}`, `release ${x}`]),
    );
  });

  it.each([
    [{ x: 800, y: 10 }, 1, /800x600/],
    [{ x: -1, y: 10 }, 1, /800x600/],
    [{ x: Number.NaN, y: 10 }, 1, /finite/],
    [{ x: 10, y: 10 }, 0, /count/],
    [{ x: 10, y: 10 }, 1.5, /count/],
  ])("should refuse %o, %d times", async (point, count, message) => {
    const before = window.events.length;
    await expect(input.click(point, "left", count)).rejects.toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(message),
    });
    await sleep(50);
    expect(buttons(before)).toEqual([]);
  });

  it("should refuse to click while Ctrl is held: that would be another action", async () => {
    const xdotool = (...words: string[]) =>
      once(spawn("xdotool", words, { env: { ...process.env, ...desktop.env } }), "exit");
    const before = window.events.length;
    await xdotool("keydown", "ctrl");
    try {
      await expect(input.click({ x: 260, y: 260 }, "left", 1)).rejects.toMatchObject({
        code: "ACTION_FAILED",
        message: expect.stringMatching(/modifier/),
        details: { dispatched: false },
      });
    } finally {
      await xdotool("keyup", "ctrl");
    }
    expect(buttons(before)).toEqual([]);
    await xdotool("key", "Caps_Lock");
    try {
      await input.click({ x: 260, y: 260 }, "left", 1);
    } finally {
      await xdotool("key", "Caps_Lock");
    }
    await until(() => buttons(before).length === 2, { timeout: 2000, what: "two button events" });
  });

  it("should refuse to click while a button is held: that would be a drag", async () => {
    const other = await openX11Input(desktop.display);
    await other.press({ x: 250, y: 250 }, "left");
    await expect(input.click({ x: 260, y: 260 }, "left", 1)).rejects.toMatchObject({
      code: "ACTION_FAILED",
      details: { dispatched: false },
    });
    await other.release("left");
    await other.close();
    expect(await input.click({ x: 260, y: 260 }, "left", 1)).toMatchObject({ pointerRestored: true });
  });

  it("should drag: press, move, release", async () => {
    const before = window.events.length;
    await input.press({ x: 200, y: 200 }, "left");
    expect((await desktop.pointer()).mask & 0x100).toBe(0x100);
    await input.move({ x: 300, y: 260 });
    await input.release("left");
    await until(() => buttons(before).length === 2, { timeout: 2000, what: "press and release" });
    expect(buttons(before)).toEqual([
      ["press", 1, 200, 200],
      ["release", 1, 300, 260],
    ]);
  });
});

describe("real toolkits", () => {
  it("should lose no click in Chromium, and the pointer is over the target when it is clicked", async () => {
    const page = join(desktop.directory, "count.html");
    writeFileSync(
      page,
      `<title>clicks 0</title><body style="margin:0;height:100vh"><script>
        let clicks = 0, over = false;
        document.body.onmouseenter = () => { over = true; };
        document.body.onclick = (e) => { if (over) document.title = "clicks " + (++clicks) + " by " + e.detail; };
      </script>`,
    );
    const web = await desktop.launch({ ...browser(page), accessible: false });
    const area = await desktop.place(web, { x: 0, y: 0, width: 790, height: 590 });
    await input.move({ x: 799, y: 599 });
    const title = async () => (await desktop.windows()).find((w) => w.id === web.windowId)?.title ?? "";
    const at = { x: area.x + 300, y: area.y + 400 };
    for (let n = 0; n < 10; n++) {
      // Apart, so that they are no double clicks.
      await sleep(600);
      expect(await input.click(at, "left", 1)).toMatchObject({ pointerRestored: true });
    }
    await until(async () => (await title()).startsWith("clicks 10 by 1"), {
      timeout: 5000,
      what: () => "ten clicks",
    });
    await sleep(600);
    await input.click(at, "left", 2);
    await until(async () => (await title()).startsWith("clicks 12 by 2"), {
      timeout: 5000,
      what: () => "a double click",
    });
    await web.close();
  });
});

describe("nothing stays pressed (ACT-17)", () => {
  it("should release when the parent is killed, its whole process group included", async () => {
    const parent: ChildProcess = spawn(process.execPath, [HOLDER, desktop.display], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const [line] = await once(createInterface({ input: parent.stdout as NodeJS.ReadableStream }), "line");
    const helper = Number(line);
    expect((await desktop.pointer()).mask & 0x1f00).toBe(0x500);
    process.kill(-(parent.pid as number), "SIGKILL");
    await released();
    await gone(helper);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "should release when the helper gets %s",
    async (signal) => {
      await input.press({ x: 250, y: 250 }, "right");
      const helper = input.pid as number;
      process.kill(helper, signal);
      await gone(helper);
      await released();
    },
  );

  it("should release what a killed helper held, without waiting for a request, and say so in the next", async () => {
    await input.press({ x: 250, y: 250 }, "left");
    const first = input.pid as number;
    process.kill(first, "SIGKILL");
    await gone(first);
    await released();
    expect(await input.click({ x: 250, y: 250 }, "left", 1)).toMatchObject({ helperRestarted: true });
    expect(input.pid).not.toBe(first);
    expect(await input.click({ x: 250, y: 250 }, "left", 1)).not.toHaveProperty("helperRestarted");
  });

  it("should release everything on request and on close", async () => {
    await input.press({ x: 250, y: 250 }, "left");
    await input.press({ x: 255, y: 255 }, "right");
    await input.releaseAll();
    await released();
    await input.press({ x: 250, y: 250 }, "middle");
    const helper = input.pid as number;
    await input.close();
    expect(isAlive(helper)).toBe(false);
    await expect(input.click({ x: 1, y: 1 }, "left", 1)).rejects.toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
    });
  });
});

describe("a request without an answer (ACT-3)", () => {
  it("should be reported, never repeated, and not happen later", async () => {
    const hasty = await openX11Input(desktop.display, { timeout: 400 });
    const helper = hasty.pid as number;
    const before = window.events.length;
    process.kill(helper, "SIGSTOP");
    await expect(hasty.click({ x: 240, y: 240 }, "left", 1)).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { dispatched: "unknown" },
    });
    process.kill(helper, "SIGCONT");
    await gone(helper);
    expect(buttons(before)).toEqual([]);
    await hasty.close();
  });

  it("should survive a helper killed in the middle of a click", async () => {
    const first = input.pid as number;
    const click = input.click({ x: 240, y: 240 }, "left", 3);
    await window.waitFor((e) => e.event === "press" && e.rootX === 240);
    process.kill(first, "SIGKILL");
    await expect(click).rejects.toMatchObject({ code: "ACTION_FAILED", details: { dispatched: "unknown" } });
    await released();
    expect(await input.click({ x: 245, y: 245 }, "left", 1)).toMatchObject({ helperRestarted: true });
  });
});

describe("the server", () => {
  it("should be refused when it has no XTEST", async () => {
    const server = await startXvfb({ args: ["-extension", "XTEST"] });
    await expect(openX11Input(server.display)).rejects.toMatchObject({
      code: "ACTION_NOT_SUPPORTED",
      message: expect.stringContaining("XTEST"),
      suggestion: expect.stringContaining("+extension XTEST"),
    });
    await server.kill();
  });

  it.each([
    ["", "PLATFORM_NOT_SUPPORTED"],
    [":9999", "PLATFORM_NOT_SUPPORTED"],
    ["nonsense", "INVALID_ARGS"],
  ])("should be refused when the display is %j", async (display, code) => {
    await expect(openX11Input(display)).rejects.toMatchObject({ code });
  });

  it("should take the helper with it, quietly, and leave this process alive", async () => {
    const server = await startXvfb();
    const own = await openX11Input(server.display);
    await own.press({ x: 10, y: 10 }, "left");
    const helper = own.pid as number;
    await server.kill();
    await gone(helper);
    await until(() => own.pid === undefined, { timeout: 2000, what: "news of the helper's end" });
    await expect(own.click({ x: 10, y: 10 }, "left", 1)).rejects.toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
    });
    expect(own.pid).toBeUndefined();
    await own.close();
  });

  it("should not click late when it was stopped meanwhile", async () => {
    const server = await startXvfb();
    const own = await openX11Input(server.display, { timeout: 4000 });
    server.signal("SIGSTOP");
    await expect(own.click({ x: 10, y: 10 }, "left", 1)).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { dispatched: false },
    });
    server.signal("SIGCONT");
    expect(await own.click({ x: 10, y: 10 }, "left", 1)).toMatchObject({ pointerRestored: true });
    await own.close();
    await server.kill();
  });
});
