import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { containsPoint, desktopRect, type Rect } from "../../../src/geometry/rect.js";
import { Detector } from "../../../src/vision/detect/detector.js";
import { showsFineDetail } from "../../../src/vision/detect/need.js";
import { closerPass, firstPass } from "../../../src/vision/detect/plan.js";
import { fillDetectorInput, inputValues } from "../../../src/vision/detect/preprocess.js";
import type { ModelOf } from "../../../src/vision/registry.js";
import { embedded } from "../models.js";
import { emptyFrame, FRAMES, loadFrame, toFrame } from "../pictures.js";

const FIXED = { width: 1024, height: 768 };

function paint(
  frame: { pixels: Uint8Array; width: number },
  r: Rect<"desktop">,
  colour: readonly [number, number, number],
): void {
  for (let y = r.y; y < r.y + r.height; y++)
    for (let x = r.x; x < r.x + r.width; x++) frame.pixels.set(colour, (y * frame.width + x) * 3);
}

describe("the tiles of a large picture", () => {
  it("are looked at where text and icons are drawn at scale 1, not where at scale 2 or where nothing is", async () => {
    const file = `${FRAMES}desktop-1920x1080.png`;
    const once = await loadFrame(file);
    expect(showsFineDetail(once, desktopRect(0, 0, 1920, 1080))).toBe(true);
    expect(showsFineDetail(once, desktopRect(1400, 500, 500, 60))).toBe(false);
    const larger = await sharp(file).resize(3840, 2160).removeAlpha().raw().toBuffer();
    const twice = emptyFrame(3840, 2160);
    twice.pixels.set(larger);
    for (const x of [0, 1920])
      for (const y of [0, 1080]) expect(showsFineDetail(twice, desktopRect(x, y, 1920, 1080))).toBe(false);
  });
});

describe("fillDetectorInput", () => {
  it("fills the bars with grey 114 and the picture with planes from 0 to 1", async () => {
    const frame = emptyFrame(200, 100, 255, -50, 30);
    const input = new Float32Array(3 * 1024 * 768).fill(7);
    await fillDetectorInput(frame, firstPass(frame.region, FIXED, "full"), input);
    const plane = 1024 * 768;
    const inside = (334 + 10) * 1024 + 412 + 10;
    expect([input[inside], input[inside + plane], input[inside + 2 * plane]]).toEqual([1, 1, 1]);
    expect(input[0]).toBeCloseTo(114 / 255, 6);
    expect(input.filter((v) => v === 1)).toHaveLength(3 * 200 * 100);
    expect(input.filter((v) => Math.abs(v - 114 / 255) < 1e-6)).toHaveLength(3 * (plane - 200 * 100));
  });

  it("takes what it need not resize as it is, from any part of the picture", async () => {
    const frame = emptyFrame(300, 200, 0, 1000, -500);
    for (let i = 0; i < frame.pixels.length; i++) frame.pixels[i] = (i * 31) % 251;
    const part = desktopRect(1010, -490, 64, 128);
    const pass = { view: { source: part, content: { x: 0, y: 0, width: 64, height: 128 } }, input: part };
    const input = new Float32Array(inputValues(pass));
    await fillDetectorInput(frame, pass, input);
    for (const [x, y, channel] of [
      [0, 0, 0],
      [63, 127, 2],
      [17, 40, 1],
    ] as const)
      expect(input[channel * 64 * 128 + y * 64 + x]).toBeCloseTo(
        frame.pixels[((y + 10) * 300 + x + 10) * 3 + channel]! / 255,
        6,
      );
  });

  it("looks at a part of the picture at a larger scale", async () => {
    const frame = emptyFrame(2048, 1536, 0);
    paint(frame, desktopRect(1000, 700, 100, 100), [255, 255, 255]);
    const input = new Float32Array(3 * 1024 * 768);
    const white = async (pass: Parameters<typeof fillDetectorInput>[1]) => {
      await fillDetectorInput(frame, pass, input);
      return input.subarray(0, 1024 * 768).filter((v) => v > 0.9).length;
    };
    expect(await white(firstPass(frame.region, FIXED, "full"))).toBeLessThan(51 * 51);
    const closer = closerPass(desktopRect(900, 600, 512, 384), frame.region, FIXED, 0.5)!;
    expect(await white(closer)).toBeGreaterThan(195 * 195);
  });
});

/** cells.onnx: each red cell of 8 input pixels a button, each green a check box, each blue a list item. */
async function cells(): Promise<Detector> {
  const bytes = await readFile(new URL("cells.onnx", import.meta.url));
  const roles: [number, "button" | "checkbox" | "listitem"][] = [
    [0, "button"],
    [5, "checkbox"],
    [11, "listitem"],
  ];
  const entry: ModelOf<"detect"> = {
    name: "cells",
    task: "detect",
    file: "cells.onnx",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    licence: "Apache-2.0",
    provenance: "cells.py",
    release: false,
    input: { name: "images", shape: [1, 3, "h", "w"], type: "float32", content: "RGB" },
    outputs: [{ name: "output0", shape: [1, 25, "anchors"], content: "cells" }],
    labels: Array.from({ length: 15 }, (_, i) => {
      const role = roles.find(([at]) => at === i)?.[1] ?? "link";
      return { name: `${role}-${i}`, role };
    }),
    states: ["checked", "selected", "expanded", "disabled"],
    point: true,
    thresholds: { score: 0.5, iou: 0.55 },
  };
  return Detector.create({ entry, bytes, labels: [], synonyms: [] });
}

const RED = [255, 0, 0] as const;
const GREEN = [0, 255, 0] as const;
const BLUE = [0, 0, 255] as const;
/** Cells are at multiples of 8 from the input's corner, and the picture lies in its middle. */
const cell = (x: number, y: number, side = 8): Rect<"desktop"> => desktopRect(8 * x, 8 * y, side, side);

describe("a model with dynamic size, states and places to click", () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await cells();
  });

  it("gives roles, states, the place to click and the scale", async () => {
    const frame = emptyFrame(640, 448, 128, -640, 0);
    paint(frame, cell(3, 2), RED);
    paint(frame, cell(20, 30), GREEN);
    paint(frame, cell(40, 5), BLUE);
    const { detections, late } = await detector.detect(frame);
    expect(late).toBe(false);
    const seen = detections.map(({ role, box, scale, states, point }) => ({
      role,
      box,
      scale,
      states,
      point,
    }));
    const none = { checked: 0, selected: 0, expanded: 0, disabled: 0 };
    expect(seen).toHaveLength(3);
    expect(seen).toContainEqual({
      role: "button",
      box: desktopRect(24 - 640, 16, 8, 8),
      scale: 1,
      states: none,
      point: { x: 30 - 640, y: 20 },
    });
    expect(seen).toContainEqual(
      expect.objectContaining({ role: "checkbox", states: { ...none, checked: 1 } }),
    );
    expect(seen.find((s) => s.role === "listitem")?.states?.selected).toBeCloseTo(0.7, 5);
  });

  /** A 4K picture with detail in the two tiles at its left. Their cells begin four pixels off multiples of 8. */
  function large(): ReturnType<typeof emptyFrame> {
    const frame = emptyFrame(3840, 2160, 128);
    for (let y = 700; y < 2000; y += 4)
      for (let x = 100; x < 1700; x += 4) paint(frame, desktopRect(x, y, 1, 2), [0, 0, 0]);
    return frame;
  }

  it("finds in tiles what a shrunk picture does not show, once, and spares empty tiles", async () => {
    const frame = large();
    // The first lies in the strip that both tiles show.
    const controls = [desktopRect(800, 1060, 8, 8), desktopRect(160, 1612, 8, 8)];
    for (const control of controls) paint(frame, control, RED);
    const fast = await detector.detect(frame, { effort: "fast" });
    expect(fast.detections).toEqual([]);
    const { detections } = await detector.detect(frame);
    expect(detector.timings.passes).toBe(3);
    expect(detections.map((d) => d.box)).toEqual(controls);
    expect(detections.map((d) => [d.role, d.scale])).toEqual([
      ["button", 1],
      ["button", 1],
    ]);
  });

  it("looks only at tiles that changed when it looks again", async () => {
    const frame = large();
    const first = await detector.detect(frame);
    expect(await detector.detect(frame)).toEqual(first);
    expect(detector.timings.passes).toBe(0);
    // Outside of the tile: only the shrunk picture is another.
    paint(frame, desktopRect(3000, 100, 40, 40), [0, 0, 0]);
    await detector.detect(frame);
    expect(detector.timings.passes).toBe(1);
  });

  it("remembers no other picture's controls", async () => {
    const frame = emptyFrame(640, 448, 128);
    expect((await detector.detect(frame)).detections).toEqual([]);
    paint(frame, cell(3, 2), RED);
    expect((await detector.detect(frame)).detections).toHaveLength(1);
    const moved = toFrame(frame.pixels, 640, 448, 700, -20);
    expect((await detector.detect(moved)).detections[0]!.box).toEqual(desktopRect(724, -4, 8, 8));
    expect(detector.timings.passes).toBe(0);
  });

  it("looks more closely where it is asked to, and asks for more there (VIS-8)", async () => {
    const frame = emptyFrame(1920, 1088, 128);
    const canvas = desktopRect(192, 192, 384, 256);
    // Half a cell: seen as one cell only when enlarged twice.
    paint(frame, desktopRect(400, 400, 4, 4), RED);
    // A faint red: above the threshold, and below what is asked for inside.
    const faint = [190, 10, 10] as const;
    paint(frame, cell(30, 30), faint);
    paint(frame, cell(150, 30), faint);
    expect((await detector.detect(frame)).detections.map((d) => d.box)).toEqual([
      cell(30, 30),
      cell(150, 30),
    ]);
    const { detections } = await detector.detect(frame, { inside: [canvas] });
    const boxes = detections.map((d) => d.box);
    expect(boxes).toContainEqual(desktopRect(400, 400, 4, 4));
    expect(detections.find((d) => d.box.x === 400)?.scale).toBe(2);
    expect(boxes.some((b) => containsPoint(cell(30, 30), b))).toBe(false);
    expect(boxes).toContainEqual(cell(150, 30));
  });

  it("does not look closer at what is empty", async () => {
    const frame = emptyFrame(1280, 832, 128);
    await detector.detect(frame, { inside: [desktopRect(100, 100, 400, 300)] });
    expect(detector.timings.passes).toBe(1);
  });

  it("leaves out further passes when there is no time for them, and says so", async () => {
    const frame = large();
    paint(frame, desktopRect(160, 1612, 8, 8), RED);
    paint(frame, desktopRect(960, 160, 32, 32), BLUE);
    const { detections, late } = await detector.detect(frame, { until: performance.now() });
    expect(late).toBe(true);
    expect(detector.timings.passes).toBe(1);
    expect(detections.map((d) => d.role)).toContain("listitem");
    expect(detections.map((d) => d.role)).not.toContain("button");
  });
});

describe("the detector on pictures", () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await Detector.create(await embedded("detect"));
  });
  const find = async (...looked: Parameters<Detector["detect"]>) =>
    (await detector.detect(...looked)).detections;

  /** Centres of things on the 1280x800 desktop that have no text, in desktop pixels. */
  const SMALL_DESKTOP = {
    "calculator menu": [1097, 88],
    "calculator close": [1211, 88],
    new: [60, 419],
    open: [93, 419],
    undo: [165, 419],
    find: [270, 419],
    "side panel": [377, 419],
    "search down": [692, 720],
    "key divide": [1120, 397],
    "key times": [1120, 445],
    "key minus": [1120, 493],
    "key dot": [980, 541],
    "key equals": [1190, 517],
  };

  it("finds the controls of a desktop with about one box each", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1280x800.png`);
    const found = await find(frame);
    const counts = Object.values(SMALL_DESKTOP).map(
      ([x, y]) => found.filter((d) => containsPoint(d.box, { x: x!, y: y! }) && d.box.width < 90).length,
    );
    expect(counts.filter((n) => n >= 1).length).toBeGreaterThanOrEqual(12);
    expect(counts.filter((n) => n > 1).length).toBeLessThanOrEqual(1);
    for (const { box, score, label } of found) {
      expect(label).not.toBe("text");
      expect(score).toBeGreaterThan(0);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(1280);
      expect(box.y + box.height).toBeLessThanOrEqual(800);
    }
  });

  it("answers alike for the same pixels, wherever the picture lies", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1920x1080.png`);
    const first = await find(frame);
    expect(await find(frame)).toEqual(first);
    const moved = toFrame(frame.pixels, 1920, 1080, -1920, 40);
    const shifted = await find(moved);
    expect(shifted.map((d) => d.label)).toEqual(first.map((d) => d.label));
    shifted.forEach((d, i) => {
      expect(d.box.x).toBeCloseTo(first[i]!.box.x - 1920, 6);
      expect(d.box.y).toBeCloseTo(first[i]!.box.y + 40, 6);
    });
  });

  it("looks again inside an area when asked (VIS-8)", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1920x1080.png`);
    const keypad = desktopRect(1480, 730, 380, 270);
    const inKeypad = (list: readonly { box: { x: number; y: number } }[]) =>
      list.filter((d) => d.box.x > 1470 && d.box.y > 730).length;
    const largest = (list: readonly { scale: number }[]) => Math.max(...list.map(({ scale }) => scale));
    const plain = await find(frame);
    const closer = await find(frame, { inside: [keypad] });
    expect(inKeypad(closer)).toBeGreaterThanOrEqual(18);
    expect(largest(closer)).toBeGreaterThan(largest(plain));
  });

  it.each([
    ["one colour", emptyFrame(1280, 800, 40)],
    ["one pixel", emptyFrame(1, 1, 200)],
    ["a row", emptyFrame(8000, 1, 200)],
  ])("finds nothing in %s", async (_, frame) => {
    expect(await find(frame)).toEqual([]);
  });
});
