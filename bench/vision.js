// @ts-check
/**
 * Stage times of vision on the two pictures of test/frames: in this thread, one stage after the other, so
 * that the stages do not compete; then the threads together. One byte changes each round, so that no whole
 * frame is reused.
 */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openImage } from "../dist/capture/image/image.js";
import { letterbox } from "../dist/geometry/letterbox.js";
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
    `  load and create: detector ${detector.ms.toFixed(0)} (runtime included), captioner ${captioner.ms.toFixed(0)}, recogniser ${recogniser.ms.toFixed(0)} ms`,
  );
  /** @type {Record<string, unknown>} */
  const figures = { create };
  for (const name of FRAMES) {
    const file = fileURLToPath(new URL(`../test/frames/${name}`, import.meta.url));
    const frame = (await openImage(await readFile(file))).grab({ kind: "display" });
    const box = letterbox(frame.region);
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
      const found = await detector.value.detect(frame, box);
      note("letterbox", detector.value.timings.preprocess);
      note("detect", detector.value.timings.run);
      note("decode", detector.value.timings.decode);
      const reader = new LineReader(recogniser.value);
      const reading = await reader.read(frame);
      note("find", reader.timings.find);
      note("read", reader.timings.read);
      counts = `${found.length} boxes, ${reader.timings.segments} segments (${reader.timings.recognised} different), ${reading.lines.length} lines`;
      await reader.read(frame);
      note("read (cached)", reader.timings.read);
      const icons = found.filter((d) => d.label === "icon" || d.label === "icon_button").map((d) => d.box);
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
      note("look (threads)", (await timed(() => vision.look(frame, box))).ms);
    }
    await vision.close();
    console.log(`  ${name}: ${counts}`);
    for (const [stage, values] of Object.entries(stages)) row(`  ${stage}`, summary(values));
    figures[name] = Object.fromEntries(Object.entries(stages).map(([k, v]) => [k, summary(v)]));
  }
  return figures;
}
