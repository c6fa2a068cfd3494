import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desktopRect } from "../../../src/geometry/rect.js";
import { drawCrop } from "../../../src/vision/describe/crop.js";
import { Describer } from "../../../src/vision/describe/describer.js";
import type { ModelOf } from "../../../src/vision/models.js";
import { userModelsFolder } from "../../../src/vision/registry.js";
import { addModel } from "../../../src/vision/store/store.js";
import { BLUE, painted, RED } from "../foreign/frames.js";

const TINY = fileURLToPath(new URL("tiny", import.meta.url));
const never = () => false;
let home: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "groundmark-describe-"));
  env = { XDG_DATA_HOME: path.join(home, "data") };
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A copy of the tiny export without some of its files. */
function without(...files: string[]): string {
  const folder = mkdtempSync(path.join(home, "export-"));
  cpSync(TINY, folder, { recursive: true });
  for (const file of files) rmSync(path.join(folder, file));
  return folder;
}

async function open(folder: string, name: string, options = {}) {
  const entry = (await addModel(env, folder, { name, ...options })) as ModelOf<"describe">;
  return { entry, describer: await Describer.create(userModelsFolder(env), entry) };
}

const icons = () =>
  painted(200, 60, [
    [desktopRect(10, 10, 40, 40), RED],
    [desktopRect(60, 10, 40, 40), BLUE],
    [desktopRect(110, 10, 40, 40), RED],
  ]);
const boxes = [desktopRect(10, 10, 40, 40), desktopRect(60, 10, 40, 40), desktopRect(110, 10, 40, 40)];
const SAID = ["very very red arrow", "very very blue box", "very very red arrow"];

describe("a Florence-2-style captioner", () => {
  it("takes its input, tokens and graphs from the folder", async () => {
    const { entry } = await open(TINY, "facts", { licence: "MIT", maxTokens: 7, stretch: true });
    expect(entry).toMatchObject({
      task: "describe",
      licence: "MIT",
      release: false,
      image: { width: 32, height: 32, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5], keepAspect: false },
      prompt: "<CAPTION>",
      tokens: { start: 2, end: 2 },
      maxTokens: 7,
      files: { decoder: { file: "facts.decoder.onnx" }, tokenizer: { file: "facts.tokenizer.json" } },
    });
  });

  it("says what is known of each crop, with a cache and without one", async () => {
    const merged = await open(TINY, "merged");
    const plain = await open(without("onnx/decoder_model_merged.onnx"), "plain");
    for (const { describer } of [merged, plain])
      for (let round = 0; round < 2; round++) {
        const { captions } = await describer.describe(icons(), boxes, never);
        expect(captions.map((caption) => caption?.label)).toEqual(SAID);
        for (const caption of captions) {
          expect(caption).toMatchObject({ described: true });
          expect(caption!.score).toBeGreaterThan(0.9);
          expect(caption!.score).toBeLessThanOrEqual(1);
        }
        await describer.describe(icons(), [], never);
      }
  });

  it("says the same in a batch as one by one", async () => {
    const one = await open(TINY, "one");
    for (const [i, box] of boxes.entries())
      expect((await one.describer.describe(icons(), [box], never)).captions[0]?.label).toBe(SAID[i]);
    // The second call runs what is left in one batch, since the first was fast.
    const { describer } = await open(TINY, "batch");
    await describer.describe(icons(), boxes.slice(0, 1), never);
    const { captions } = await describer.describe(icons(), boxes, never);
    expect(captions.map((caption) => caption?.label)).toEqual(SAID);
  });

  it("stops at the longest caption", async () => {
    const { describer } = await open(TINY, "short", { maxTokens: 4 });
    const { captions } = await describer.describe(icons(), boxes, never);
    expect(captions.map((caption) => caption?.label)).toEqual([
      "very very red",
      "very very blue",
      "very very red",
    ]);
  });

  it("ends at the deadline and keeps what was said until then", async () => {
    const { describer } = await open(TINY, "late");
    expect((await describer.describe(icons(), boxes, () => true)).captions).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    let asked = 0;
    const { captions } = await describer.describe(icons(), boxes, () => ++asked > 9);
    expect(captions[0]?.label).toBe(SAID[0]);
    expect(captions[1]).toBeUndefined();
    // From memory, without a look at the clock.
    expect((await describer.describe(icons(), boxes.slice(0, 1), () => true)).captions[0]?.label).toBe(
      SAID[0],
    );
  });

  it("gives no caption for a box outside the picture", async () => {
    const { describer } = await open(TINY, "outside");
    const { captions } = await describer.describe(icons(), [desktopRect(900, 900, 20, 20)], never);
    expect(captions).toEqual([{ score: 0, described: true }]);
  });

  it.each([
    ["onnx/embed_tokens.onnx", "embed_tokens.onnx"],
    ["tokenizer.json", "tokenizer.json"],
  ])("names what is missing: %s", async (file, named) => {
    await expect(addModel(env, without(file), { name: "missing" })).rejects.toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(named),
      suggestion: expect.stringContaining("vision_encoder.onnx"),
    });
  });

  it("refuses a graph in the place of another, and a tokenizer that does not fit, and leaves nothing behind", async () => {
    const swapped = without();
    cpSync(path.join(TINY, "onnx/embed_tokens.onnx"), path.join(swapped, "onnx/encoder_model.onnx"));
    await expect(addModel(env, swapped, { name: "swapped" })).rejects.toMatchObject({ code: "INVALID_ARGS" });
    const mute = without();
    const tokenizer = JSON.parse(readFileSync(path.join(mute, "tokenizer.json"), "utf8"));
    delete tokenizer.model.vocab.W;
    writeFileSync(path.join(mute, "tokenizer.json"), JSON.stringify(tokenizer));
    await expect(addModel(env, mute, { name: "mute" })).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining('no token for "W"'),
    });
    const { readdirSync } = await import("node:fs");
    const left = readdirSync(userModelsFolder(env)).filter((file) => /^(swapped|mute)/.test(file));
    expect(left).toEqual([]);
  });

  it("refuses files that are not those that were added", async () => {
    const { entry } = await open(TINY, "damaged");
    const file = path.join(userModelsFolder(env), entry.files.encoder.file);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    await expect(Describer.create(userModelsFolder(env), entry)).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("damaged.encoder.onnx"),
    });
  });
});

describe("drawCrop", () => {
  const image = {
    width: 8,
    height: 8,
    mean: [0.5, 0.25, 0] as [number, number, number],
    std: [0.5, 0.25, 2] as [number, number, number],
  };

  it("normalises by channel", async () => {
    const into = new Float32Array(3 * 64);
    await drawCrop(painted(20, 20, []), desktopRect(4, 4, 8, 8), { ...image, keepAspect: true }, into);
    expect([into[0], into[64], into[128]]).toEqual([1, 3, 0.5]);
  });

  it("keeps the aspect, the rest in the colour of the first pixel; or stretches", async () => {
    const frame = painted(20, 20, [
      [desktopRect(4, 4, 1, 2), BLUE],
      [desktopRect(5, 4, 7, 2), RED],
    ]);
    const into = new Float32Array(3 * 64);
    const red = () => [...into.subarray(0, 64)].filter((value) => value > 0.5).length;
    await drawCrop(frame, desktopRect(4, 4, 8, 2), { ...image, keepAspect: true }, into);
    expect(into[0]).toBeCloseTo(-1, 5);
    expect(red()).toBe(14);
    await drawCrop(frame, desktopRect(4, 4, 8, 2), { ...image, keepAspect: false }, into);
    expect(red()).toBeGreaterThanOrEqual(48);
  });
});
