/**
 * Interfaces that programs draw by themselves (VIS-8): a canvas and a WebGL page, whose tree says nothing of
 * what stands in them, and an SDL window, which has no tree at all. Each shows the same controls.
 */
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Desktop as Groundmark, openDesktop, type Surface } from "../../dist/index.js";
import { type App, browser, type Desktop, startDesktop, textEditor } from "../desktop/index.js";
import "../pages/drawn.js";

interface Item {
  readonly kind: "button" | "icon" | "slot" | "text";
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const { DRAWN } = globalThis as unknown as {
  DRAWN: { readonly width: number; readonly height: number; readonly items: readonly Item[] };
};

const FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

let desktop: Desktop;
let groundmark: Groundmark;
let app: App | undefined;

beforeAll(async () => {
  desktop = await startDesktop({ width: 1280, height: 800 });
  groundmark = await openDesktop({ env: desktop.env });
}, 90_000);

afterEach(async () => {
  await app?.close();
  app = undefined;
});

afterAll(async () => {
  await groundmark?.close();
  const left = await desktop?.stop();
  expect(left?.stragglers ?? []).toEqual([]);
});

/** How many of the drawn things have a mark of about their size on them, by kind. */
function found(surface: Surface, at: { x: number; y: number }): Record<Item["kind"], number> {
  const counts = { button: 0, icon: 0, slot: 0, text: 0 };
  for (const item of DRAWN.items) {
    const x = at.x + item.x + (item.kind === "text" ? 30 : item.width / 2);
    const y = at.y + item.y + item.height / 2;
    const hit = surface.marks.some(({ box, label, value }) => {
      const inside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
      if (!inside) return false;
      if (item.kind === "text") return label.includes(item.text);
      const named = item.kind !== "button" || `${label} ${value ?? ""}`.includes(item.text);
      return named && box.width < 2 * item.width && box.height < 2 * item.height;
    });
    if (hit) counts[item.kind]++;
  }
  return counts;
}

/** Looks until the interface is on the screen: a window is there before what it draws. */
async function drawn(): Promise<Surface> {
  const end = performance.now() + 40_000;
  for (;;) {
    const surface = await groundmark.observe({ maxMarks: 300 });
    if (surface.text.includes("Score 1840") || performance.now() > end) return surface;
  }
}

function expectAll(surface: Surface, at: { x: number; y: number }): void {
  const drawn = { button: 0, icon: 0, slot: 0, text: 0 };
  for (const { kind } of DRAWN.items) drawn[kind]++;
  const { text, ...controls } = found(surface, at);
  const { text: texts, ...wanted } = drawn;
  expect(controls, surface.text).toEqual(wanted);
  // Words of a drawn line may pass for buttons, and then the line has no mark of its own: one of three may.
  expect(text, surface.text).toBeGreaterThanOrEqual(texts - 1);
  // The area was looked at again, enlarged.
  expect(surface.marks.some((m) => (m.evidence.scale ?? 0) > 1)).toBe(true);
}

describe("controls that only the picture shows", () => {
  it.each([
    ["canvas", []],
    ["webgl", ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]],
  ])("get marks on a %s page, with the tree of the rest", async (page, flags) => {
    app = await desktop.launch(browser(page, { args: ["--kiosk", ...flags] }), { timeout: 60_000 });
    const surface = await drawn();
    expect(surface.accessibility.status).toBe("ok");
    expect(surface.marks.some((m) => m.role === "link" && m.label === "Rules" && m.source !== "vision")).toBe(
      true,
    );
    expectAll(surface, { x: 60, y: 70 });
  });

  it("get marks in an SDL window, beside an application that has a tree", async () => {
    const editor = await desktop.launch(textEditor({ text: "Notes of the game" }));
    app = await desktop.launch({
      name: "drawn",
      command: "/usr/bin/python3",
      args: () => [
        fileURLToPath(new URL("../desktop/sdl-app.py", import.meta.url)),
        "Drawn with SDL",
        FONT,
        JSON.stringify(DRAWN),
      ],
      title: "Drawn with SDL",
      accessible: false,
    });
    const window = (await desktop.windows()).find((w) => w.title === "Drawn with SDL");
    const surface = await drawn();
    expectAll(surface, window!.rect);
    await editor.close();
  });
});
