/**
 * Stage times of vision on pictures: node bench/vision.js [--rounds N] [PICTURE...]
 * In this thread, one stage after the other, so that the stages do not compete; then the threads together.
 * Build first. Prints p50 of N rounds in ms; one byte changes each round, so that no whole frame is reused.
 */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { letterbox } from "../dist/geometry/letterbox.js";
import { Captioner } from "../dist/vision/caption/captioner.js";
import { Detector } from "../dist/vision/detect/detector.js";
import { loadModel } from "../dist/vision/models.js";
import { LineReader } from "../dist/vision/ocr/reader.js";
import { Recogniser } from "../dist/vision/ocr/recognise.js";
import { modelsFolder, readManifest } from "../dist/vision/registry.js";
import { openVision } from "../dist/vision/workers/vision.js";

const args = process.argv.slice(2);
const at = args.indexOf("--rounds");
const rounds = at >= 0 ? Number(args.splice(at, 2)[1]) : 15;
const frames = fileURLToPath(new URL("../test/frames/", import.meta.url));
const files = args.length > 0 ? args : [`${frames}desktop-1280x800.png`, `${frames}desktop-1920x1080.png`];

const p50 = (values) => [...values].sort((a, b) => a - b)[values.length >> 1].toFixed(1);
const timed = async (work) => {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
};

async function load(file) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  const region = { x: 0, y: 0, width: info.width, height: info.height };
  return { pixels, ...info, region, backend: "image", capturedAt: new Date(), duration: 0 };
}

const folder = modelsFolder();
const manifest = await readManifest(folder);
const detector = await timed(async () => Detector.create(await loadModel(folder, manifest, "detect")));
const captioner = await timed(async () => Captioner.create(await loadModel(folder, manifest, "caption")));
const recogniser = await timed(async () => Recogniser.create(await loadModel(folder, manifest, "recognise")));
console.log(
  `load and create: detector ${detector.ms.toFixed(0)} (runtime included), captioner ${captioner.ms.toFixed(0)}, recogniser ${recogniser.ms.toFixed(0)} ms`,
);

for (const file of files) {
  const frame = await load(file);
  const box = letterbox(frame.region);
  const stages = {};
  const note = (stage, ms) => {
    stages[stage] ??= [];
    stages[stage].push(ms);
  };
  let counts = "";
  for (let round = 0; round < rounds; round++) {
    frame.pixels[round] ^= 1;
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
    frame.pixels[round] ^= 1;
    note("look (threads)", (await timed(() => vision.look(frame, box))).ms);
  }
  await vision.close();
  console.log(`\n${file}\n  ${counts}`);
  for (const [stage, values] of Object.entries(stages))
    console.log(`  ${stage.padEnd(16)} ${p50(values).padStart(7)}`);
}
