import { beforeAll, describe, expect, it } from "vitest";
import { letterbox } from "../../../src/geometry/letterbox.js";
import { containsPoint, desktopRect } from "../../../src/geometry/rect.js";
import { Detector } from "../../../src/vision/detect/detector.js";
import { fillDetectorInput, INPUT_VALUES } from "../../../src/vision/detect/preprocess.js";
import { embedded } from "../models.js";
import { emptyFrame, FRAMES, loadFrame, toFrame } from "../pictures.js";

describe("fillDetectorInput", () => {
  it("fills the bars with grey 114 and the picture with planes from 0 to 1", async () => {
    const frame = emptyFrame(200, 100, 255, -50, 30);
    const input = new Float32Array(INPUT_VALUES);
    await fillDetectorInput(frame, letterbox(frame.region), input);
    const plane = 1024 * 768;
    const inside = (334 + 10) * 1024 + 412 + 10;
    expect([input[inside], input[inside + plane], input[inside + 2 * plane]]).toEqual([1, 1, 1]);
    expect(input[0]).toBeCloseTo(114 / 255, 6);
    expect(input.filter((v) => v === 1)).toHaveLength(3 * 200 * 100);
  });

  it("looks at a part of the picture at a larger scale", async () => {
    const frame = emptyFrame(2048, 1536, 0);
    for (let x = 1000; x < 1100; x++)
      for (let y = 700; y < 800; y++) frame.pixels.fill(255, (y * 2048 + x) * 3, (y * 2048 + x) * 3 + 3);
    const input = new Float32Array(INPUT_VALUES);
    const white = async (box: Parameters<typeof letterbox>[0]) => {
      await fillDetectorInput(frame, letterbox(box), input);
      return input.subarray(0, 1024 * 768).filter((v) => v > 0.9).length;
    };
    expect(await white(frame.region)).toBeLessThan(51 * 51);
    expect(await white(desktopRect(900, 600, 512, 384))).toBe(100 * 100);
  });
});

describe("the detector on pictures", () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await Detector.create(await embedded("detect"));
  });

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
    const found = await detector.detect(frame, letterbox(frame.region));
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
    const first = await detector.detect(frame, letterbox(frame.region));
    expect(await detector.detect(frame, letterbox(frame.region))).toEqual(first);
    const moved = toFrame(frame.pixels, 1920, 1080, -1920, 40);
    const shifted = await detector.detect(moved, letterbox(moved.region));
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
    const plain = await detector.detect(frame, letterbox(frame.region));
    const closer = await detector.detect(frame, letterbox(frame.region), [keypad]);
    expect(inKeypad(closer)).toBeGreaterThanOrEqual(18);
    expect(closer.length).not.toBe(plain.length);
  });

  it.each([
    ["one colour", emptyFrame(1280, 800, 40)],
    ["one pixel", emptyFrame(1, 1, 200)],
    ["a row", emptyFrame(8000, 1, 200)],
  ])("finds nothing in %s", async (_, frame) => {
    expect(await detector.detect(frame, letterbox(frame.region))).toEqual([]);
  });
});
