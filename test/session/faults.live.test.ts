import { afterEach, describe, expect, it } from "vitest";
import { type Desktop as Groundmark, openDesktop } from "../../dist/index.js";
import { startProvider } from "../ax-provider/index.js";
import { calculator, type Desktop, startDesktop, textEditor } from "../desktop/index.js";

// Each test breaks its desktop, so each gets a fresh one.
const open: { desktop?: Desktop; groundmark?: Groundmark } = {};

async function start(
  options: Parameters<typeof startDesktop>[0] = {},
): Promise<{ desktop: Desktop; groundmark: Groundmark }> {
  const desktop = await startDesktop({ width: 1280, height: 800, ...options });
  open.desktop = desktop;
  const groundmark = await openDesktop({ env: desktop.env });
  open.groundmark = groundmark;
  return { desktop, groundmark };
}

afterEach(async () => {
  await open.groundmark?.close();
  await open.desktop?.stop();
  delete open.groundmark;
  delete open.desktop;
});

describe("an observation survives", () => {
  it("a desktop without an accessibility bus", async () => {
    const { desktop, groundmark } = await start({ accessibility: false });
    await desktop.rawWindow({
      x: 100,
      y: 100,
      width: 400,
      height: 200,
      title: "Plain X client",
      items: [
        {
          x: 40,
          y: 60,
          width: 120,
          height: 36,
          fill: "#dddddd",
          outline: "#444444",
          text: "Start game",
          align: "center",
        },
      ],
    });
    const surface = await groundmark.observe();
    expect(surface.accessibility.status).toBe("unavailable");
    expect(surface.accessibility.reason).toBeTruthy();
    expect(surface.marks.map((m) => m.label)).toContain("Start game");
    const status = await groundmark.status();
    expect(status).toMatchObject({ status: "degraded", accessibility: { status: "unavailable" } });
    expect(status.accessibility.fix).toBeTruthy();
  });

  it("an accessibility bus that dies, and recovers its answer by the next look", async () => {
    const { desktop, groundmark } = await start();
    await desktop.launch(textEditor({ text: "hello" }));
    expect((await groundmark.observe()).accessibility.status).toBe("ok");
    process.kill(desktop.pids.bus, "SIGKILL");
    const surface = await groundmark.observe();
    expect(["unavailable", "empty", "partial", "skeleton"]).toContain(surface.accessibility.status);
    expect(surface.vision.status).toBe("ok");
  });

  it("an application that hangs: it costs its own tree and a warning", async () => {
    const { desktop, groundmark } = await start();
    const [editor] = [await desktop.launch(textEditor({ text: "hello" }))];
    const calc = await desktop.launch(calculator());
    await desktop.place(editor, { x: 0, y: 0, width: 600, height: 500 });
    await desktop.place(calc, { x: 700, y: 0, width: 400, height: 600 });
    await groundmark.observe();
    process.kill(editor.pid, "SIGSTOP");
    try {
      const started = performance.now();
      const surface = await groundmark.observe();
      expect(performance.now() - started).toBeLessThan(7000);
      expect(surface.marks.some((m) => m.app === "gnome-calculator" && m.label === "7")).toBe(true);
      expect(surface.accessibility.status).toBe("partial");
      expect(JSON.stringify(surface.warnings)).toContain("mousepad");
    } finally {
      process.kill(editor.pid, "SIGCONT");
    }
  });

  it("a click on an application that hangs is not reported as success and is not repeated", async () => {
    const { desktop, groundmark } = await start();
    const calc = await desktop.launch(calculator());
    const surface = await groundmark.observe();
    const five = surface.marks.find((m) => m.label === "5" && m.role === "button")!;
    process.kill(calc.pid, "SIGSTOP");
    try {
      await expect(groundmark.click(five.id)).rejects.toMatchObject({ code: "APP_UNRESPONSIVE" });
    } finally {
      process.kill(calc.pid, "SIGCONT");
    }
  });

  it("a control that was renamed after the observation: STALE_REF, nothing dispatched", async () => {
    const { desktop, groundmark } = await start();
    const editor = await desktop.launch(textEditor({ text: "hello" }));
    const surface = await groundmark.observe();
    const file = surface.marks.find((m) => m.label === "File" && m.app === "mousepad")!;
    await editor.close();
    await expect(groundmark.click(file.id)).rejects.toMatchObject({ code: "STALE_REF" });
  });

  it("the end of its display, mid-observation: a typed error, and the process lives", async () => {
    const { desktop, groundmark } = await start();
    await desktop.launch(textEditor({ text: "hello" }));
    await groundmark.observe();
    const looking = groundmark.observe().then(
      () => "seen",
      (e: { code: string }) => e.code,
    );
    process.kill(desktop.pids.xserver, "SIGKILL");
    expect(["seen", "PLATFORM_NOT_SUPPORTED"]).toContain(await looking);
    await new Promise((r) => setTimeout(r, 200));
    await expect(groundmark.observe()).rejects.toMatchObject({ code: "PLATFORM_NOT_SUPPORTED" });
    expect((await groundmark.status()).status).toBe("unavailable");
  });

  it("the end of its display after a click was sent: that it was sent is told", async () => {
    const { desktop, groundmark } = await start();
    const app = await startProvider(desktop, {
      name: "scripted",
      toolkit: "gtk",
      window: { x: 100, y: 100, width: 400, height: 300, title: "Scripted", background: "#f4f4f4" },
      children: [
        {
          role: "frame",
          name: "Scripted",
          extents: [0, 0, 400, 300],
          children: [
            {
              role: "push button",
              name: "Log out",
              extents: [40, 40, 140, 40],
              actions: [{ name: "click" }],
            },
          ],
        },
      ],
    });
    try {
      const surface = await groundmark.observe();
      const { id } = surface.marks.find((m) => m.label === "Log out")!;
      const clicking = groundmark.click(id, { confirm: true });
      await app.waitFor((e) => e.event === "action");
      process.kill(desktop.pids.xserver, "SIGKILL");
      expect(await clicking).toMatchObject({
        dispatched: true,
        outcome: "unverified",
        evidence: { reason: "could-not-look" },
      });
    } finally {
      await app.close();
    }
  });

  it("no display at all", async () => {
    await expect(openDesktop({ env: {} })).rejects.toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
      suggestion: expect.stringContaining("parse"),
    });
    await expect(openDesktop({ env: { DISPLAY: ":98765" } })).rejects.toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
    });
    await expect(openDesktop({ env: { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" } })).rejects.toMatchObject(
      {
        code: "PLATFORM_NOT_SUPPORTED",
        message: expect.stringContaining("Wayland"),
      },
    );
  });
});
