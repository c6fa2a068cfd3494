// @ts-check
/**
 * Stage times of vision on the two pictures of test/frames: in this thread, one stage after the other, so
 * that the stages do not compete; then the threads together. One byte changes each round, so that no whole
 * frame is reused.
 */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openImage } from "../dist/capture/image/image.js";
import { Captioner } from "../dist/vision/caption/captioner.js";
import { Detector } from "../dist/vision/detect/detector.js";
import { loadModel } from "../dist/vision/models.js";
import { LineReader } from "../dist/vision/ocr/reader.js";
import { Recogniser } from "../dist/vision/ocr/recognise.js";
import { modelsFolder, readManifest } from "../dist/vision/registry.js";
import { openVision } from "../dist/vision/workers/vision.js";
import { row, summary } from "./stats.js";

const FRAMES = ["desktop-1280x800.png", "desktop-1920x1080.png"];

/** @template T @param {() => Promise<T>} work @returns {Promise<{value: T, ms: number}>} */
async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

export async function run(rounds = 12) {
  const folder = modelsFolder();
  const manifest = await readManifest(folder);
  const detector = await timed(async () => Detector.create(await loadModel(folder, manifest, "detect")));
  const captioner = await timed(async () => Captioner.create(await loadModel(folder, manifest, "caption")));
  const recogniser = await timed(async () =>
    Recogniser.create(await loadModel(folder, manifest, "recognise")),
  );
  const create = { detector: detector.ms, captioner: captioner.ms, recogniser: recogniser.ms };
  console.log(
    `  ${detector.value.name}, load and create: detector ${detector.ms.toFixed(0)} (runtime included), captioner ${captioner.ms.toFixed(0)}, recogniser ${recogniser.ms.toFixed(0)} ms`,
  );
  /** @type {Record<string, unknown>} */
  const figures = { create };
  for (const name of FRAMES) {
    const file = fileURLToPath(new URL(`../test/frames/${name}`, import.meta.url));
    const frame = (await openImage(await readFile(file))).grab({ kind: "display" });
    /** @type {Record<string, number[]>} */
    const stages = {};
    const note = (/** @type {string} */ stage, /** @type {number} */ ms) => {
      stages[stage] ??= [];
      stages[stage].push(ms);
    };
    const touch = (/** @type {number} */ at) => {
      frame.pixels[at] = (frame.pixels[at] ?? 0) ^ 1;
    };
    let counts = "";
    for (let round = 0; round < rounds; round++) {
      touch(round);
      const { detections: found } = await detector.value.detect(frame);
      note("draw input", detector.value.timings.preprocess);
      note("detect", detector.value.timings.run);
      note("decode", detector.value.timings.decode);
      const reader = new LineReader(recogniser.value);
      const reading = await reader.read(frame);
      note("find", reader.timings.find);
      note("read", reader.timings.read);
      counts = `${found.length} boxes, ${reader.timings.segments} segments (${reader.timings.recognised} different), ${reading.lines.length} lines`;
      await reader.read(frame);
      note("read (cached)", reader.timings.read);
      // About those that would be named: small and as wide as tall.
      const icons = found.map((d) => d.box).filter((b) => b.width <= 48 && b.width < 1.5 * b.height);
      // A shift by a hundredth of a pixel per round keeps the crops out of the cache.
      const shifted = icons.map((b) => ({ ...b, x: b.x + round / 100 }));
      await captioner.value.caption(frame, shifted);
      if (captioner.value.timings.named > 0)
        note("caption/icon", captioner.value.timings.total / captioner.value.timings.named);
    }
    const vision = await openVision();
    await vision.health();
    for (let round = 0; round < rounds; round++) {
      touch(round);
      note("look (threads)", (await timed(() => vision.look(frame))).ms);
    }
    await vision.close();
    console.log(`  ${name}: ${counts}`);
    for (const [stage, values] of Object.entries(stages)) row(`  ${stage}`, summary(values));
    figures[name] = Object.fromEntries(Object.entries(stages).map(([k, v]) => [k, summary(v)]));
  }
  figures.detector = await detectorTimes(folder, manifest, rounds);
  return figures;
}

/**
 * The detector by itself: one pass over 1024x768 on one thread, and each picture with everything that it needs,
 * the third one of 4K at scale 1, where tiles are looked at.
 *
 * @param {string} folder @param {Awaited<ReturnType<typeof readManifest>>} manifest @param {number} rounds
 */
async function detectorTimes(folder, manifest, rounds) {
  const [small, dense] = await Promise.all(
    FRAMES.map(async (name) => {
      const file = fileURLToPath(new URL(`../test/frames/${name}`, import.meta.url));
      return (await openImage(await readFile(file))).grab({ kind: "display" });
    }),
  );
  if (!small || !dense) throw new Error("the pictures of test/frames are missing");
  const cases = /** @type {const} */ ([
    ["one pass, 1024x768", crop(dense, 1024, 768), "full"],
    ["1280x800", small, "full"],
    ["1920x1080", dense, "full"],
    ["1920x1080, fast", dense, "fast"],
    ["3840x2160", fourfold(dense), "full"],
  ]);
  /** @type {Record<string, unknown>} */
  const figures = {};
  for (const threads of [1, 2]) {
    const detector = await Detector.create(await loadModel(folder, manifest, "detect"), threads);
    for (const [name, frame, effort] of cases) {
      /** @type {number[]} */
      const times = [];
      for (let round = 0; round <= rounds; round++) {
        // In every tile, so that none is remembered.
        for (let at = round; at < frame.pixels.length; at += 3 * 50021)
          frame.pixels[at] = (frame.pixels[at] ?? 0) ^ 1;
        const { ms } = await timed(() => detector.detect(frame, { effort }));
        // The first run of a size allocates.
        if (round > 0) times.push(ms);
      }
      const title = `detector, ${threads} thread${threads > 1 ? "s" : ""}: ${name}`;
      row(`  ${title} (${detector.timings.passes} passes)`, summary(times));
      figures[title] = summary(times);
    }
  }
  return figures;
}

/** @typedef {import("../dist/capture/port.js").Frame} Frame */

/** @param {Frame} frame @param {number} width @param {number} height @returns {Frame} its upper left part */
function crop(frame, width, height) {
  return assembled(frame, width, height, (x, y) => [x, y]);
}

/** @param {Frame} frame @returns {Frame} four copies of it */
function fourfold(frame) {
  const { width, height } = frame;
  return assembled(frame, 2 * width, 2 * height, (x, y) => [x % width, y % height]);
}

/**
 * @param {Frame} frame @param {number} width @param {number} height
 * @param {(x: number, y: number) => [number, number]} from @returns {Frame}
 */
function assembled(frame, width, height, from) {
  const pixels = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y);
      const at = (v * frame.width + u) * 3;
      pixels.set(frame.pixels.subarray(at, at + 3), (y * width + x) * 3);
    }
  return { ...frame, pixels, width, height, region: { x: 0, y: 0, width, height } };
}
