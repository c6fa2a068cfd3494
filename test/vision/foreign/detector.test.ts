import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desktopRect } from "../../../src/geometry/rect.js";
import { ForeignDetector, openDetector } from "../../../src/vision/foreign/detector.js";
import { fitInto, toDesktop } from "../../../src/vision/foreign/fit.js";
import { loadModel, type ModelOf } from "../../../src/vision/models.js";
import { userModelsFolder } from "../../../src/vision/registry.js";
import { addModel } from "../../../src/vision/store/store.js";
import { embedded } from "../models.js";
import { emptyFrame } from "../pictures.js";
import { BLUE, painted, RED } from "./frames.js";

const tiny = (name: string) => fileURLToPath(new URL(`${name}.onnx`, import.meta.url));
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  env = { XDG_DATA_HOME: await mkdtemp(path.join(tmpdir(), "groundmark-foreign-")) };
});
afterAll(() => rm(env.XDG_DATA_HOME!, { recursive: true, force: true }));

async function open(name: string, options = {}) {
  const entry = (await addModel(env, tiny(name), options)) as ModelOf<"detect">;
  const loaded = await loadModel(userModelsFolder(env), { version: 1, models: [entry] }, "detect");
  return { entry, detector: await ForeignDetector.create(loaded) };
}

/** A cell's box reaches 0.5 strides left, 1.5 up, 2 right and 1 down of its centre (tiny.py). */
const boxAt = (x: number, y: number, stride: number) => ({
  x: x - 0.5 * stride,
  y: y - 1.5 * stride,
  width: 2.5 * stride,
  height: 2.5 * stride,
});
const near = (box: { x: number; y: number; width: number; height: number }) => ({
  x: expect.closeTo(box.x, 1),
  y: expect.closeTo(box.y, 1),
  width: expect.closeTo(box.width, 1),
  height: expect.closeTo(box.height, 1),
});

describe("detectors of other makers", () => {
  it("decodes rows of one class at any input size, on a region that begins elsewhere", async () => {
    const { entry, detector } = await open("rows-free");
    expect(entry).toMatchObject({ head: "rows", labels: [{ name: "icon", role: "icon" }], longest: 1280 });
    expect(entry.input.shape).toEqual([1, 3, "height", "width"]);
    const frame = painted(320, 192, [[desktopRect(-36, 64, 8, 8), RED]], -100, 24);
    const { detections, late } = await detector.detect(frame);
    expect(late).toBe(false);
    expect(detections).toEqual([
      {
        box: near(boxAt(-32, 68, 8)),
        role: "icon",
        label: "icon",
        score: expect.closeTo(1 / (1 + Math.exp(-6)), 3),
        scale: 1,
      },
    ]);
  });

  it("decodes rows with anchors first and a fixed input, through the bars of the letterbox", async () => {
    const { entry, detector } = await open("rows-fixed");
    expect(entry.labels).toEqual([
      { name: "button", role: "button" },
      { name: "text field", role: "textbox" },
    ]);
    const frame = painted(640, 480, [
      [desktopRect(64, 40, 8, 8), RED],
      [desktopRect(320, 200, 8, 8), BLUE],
    ]);
    const { detections } = await detector.detect(frame);
    expect(detections.map(({ label, box }) => [label, box])).toEqual([
      ["button", near(boxAt(68, 44, 8))],
      ["text field", near(boxAt(324, 204, 8))],
    ]);
  });

  it("decodes three grids of distributions and logits, at every stride", async () => {
    const { entry, detector } = await open("strides-one");
    expect(entry).toMatchObject({ head: "strides", labels: [{ role: "button" }, { role: "textbox" }] });
    expect(entry.outputs).toHaveLength(3);
    // The picture lies 80 pixels below the input's upper edge, so this square fills a cell of each stride.
    const frame = painted(640, 480, [
      [desktopRect(64, 40, 8, 8), RED],
      [desktopRect(320, 176, 32, 32), BLUE],
    ]);
    const { detections } = await detector.detect(frame);
    expect(detections.filter(({ label }) => label === "button").map(({ box }) => box)).toEqual([
      near(boxAt(68, 44, 8)),
    ]);
    const fields = detections.filter(({ label }) => label === "text field").map(({ box }) => box);
    for (const stride of [8, 16, 32])
      expect(fields).toContainEqual(near(boxAt(320 + stride / 2, 176 + stride / 2, stride)));
  });

  it("decodes pairs of logits and distances (OmniParser's YOLOv9-E), of a model without class names", async () => {
    const { entry, detector } = await open("strides-pairs");
    expect(entry).toMatchObject({ head: "strides", labels: [{ name: "icon" }] });
    expect(entry.outputs).toHaveLength(6);
    const frame = painted(320, 192, [[desktopRect(64, 96, 32, 32), RED]]);
    const boxes = (await detector.detect(frame)).detections.map(({ box }) => box);
    for (const stride of [8, 16, 32])
      expect(boxes).toContainEqual(near(boxAt(64 + stride / 2, 96 + stride / 2, stride)));
  });

  it("keeps one box where boxes overlap, whatever their classes, and nothing below the score", async () => {
    const frame = painted(640, 480, [
      [desktopRect(64, 40, 8, 8), RED],
      [desktopRect(72, 40, 2, 8), BLUE],
    ]);
    const { detector } = await open("rows-fixed", { name: "strict", score: 0.999 });
    expect((await detector.detect(frame)).detections).toEqual([]);
    const { detector: usual } = await open("rows-fixed", { name: "usual" });
    expect((await usual.detect(frame)).detections).toHaveLength(1);
  });

  it("finds nothing in an empty picture, and looks into the areas that are asked for", async () => {
    const { detector } = await open("rows-free", { name: "again" });
    expect((await detector.detect(emptyFrame(100, 60))).detections).toEqual([]);
    // 4 pixels fill half a cell; twice as large they fill one.
    const frame = painted(320, 192, [[desktopRect(100, 52, 4, 4), RED]]);
    expect((await detector.detect(frame)).detections).toEqual([]);
    const inside = [desktopRect(96, 48, 64, 64)];
    const { detections } = await detector.detect(frame, { inside });
    expect(detections).toMatchObject([{ box: near({ x: 100, y: 48, width: 10, height: 10 }), scale: 2 }]);
  });

  it("leaves the embedded detector as it is", async () => {
    const detector = await openDetector(await embedded("detect"));
    expect(detector).not.toBeInstanceOf(ForeignDetector);
    expect(detector.name).toBe((await embedded("detect")).entry.name);
  });
});

describe("fitInto", () => {
  it("gives a free input the picture's own size, rounded up to 32, at most the longest side", () => {
    const free = [1, 3, "h", "w"];
    expect(fitInto(desktopRect(0, 0, 1920, 1080), free)).toMatchObject({ width: 1280, height: 736 });
    expect(fitInto(desktopRect(0, 0, 1920, 1080), free, 1920)).toMatchObject({ width: 1920, height: 1088 });
    expect(fitInto(desktopRect(0, 0, 5, 3000), free)).toMatchObject({ width: 32, height: 1280 });
  });

  it("maps a box back to where it was", () => {
    for (const source of [desktopRect(-7, 11, 1366, 768), desktopRect(100, 100, 40, 900)]) {
      const fit = fitInto(source, [1, 3, 640, 640]);
      const whole = {
        x: fit.left,
        y: fit.top,
        width: source.width * fit.scale,
        height: source.height * fit.scale,
      };
      const back = toDesktop(fit, whole);
      for (const side of ["x", "y", "width", "height"] as const)
        expect(back[side]).toBeCloseTo(source[side], 6);
    }
  });
});
