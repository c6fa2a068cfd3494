// @ts-check
// node bench/taught-icons.js FOLDER [FOLDER ...]: how alike taught icons and others look to the icon namer.
//
// Teaches icons (SVG files of the folders, one for each name) from one drawing, as `groundmark icons add` does,
// and shows it the same and other icons as they look on a screen: 14 to 40 pixels, dark and light, with more
// or less of the button around them. Prints for each threshold of the cosine similarity how many of the taught
// are recognised, and how many of the others are taken for one of them. The threshold of a captioner is
// `thresholds.taught` in models/manifest.json.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { cropsOfPicture } from "../dist/session/icons.js";
import { cropIcon, ICON_SIDE, ICON_VALUES } from "../dist/vision/caption/crop.js";
import { loadModel } from "../dist/vision/models.js";
import { modelsFolder, readManifest } from "../dist/vision/registry.js";
import { createSession } from "../dist/vision/runtime.js";

const ICONS = 400;
const TAUGHT = 20;
const ROUNDS = 40;
const THRESHOLDS = [0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const GROUNDS = [
  ["#ffffff", "#2e3436"],
  ["#24262b", "#f2f2f2"],
  ["#e4e6ea", "#3a4a5c"],
];

let seed = 7;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
/** @template T @param {readonly T[]} list @returns {T} */
const pick = (list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

/** Single-colour drawings, by name. @param {readonly string[]} folders */
function drawings(folders) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      const name = basename(file, ".svg").replace(/-symbolic(-rtl)?$/, "");
      if (!file.endsWith(".svg") || found.has(name)) continue;
      const svg = readFileSync(join(folder, file), "utf8");
      if (svg.includes("<svg") && svg.length < 8000) found.set(name, svg);
    }
  const names = [...found.keys()].sort(() => random() - 0.5).slice(0, ICONS);
  return names.map((name) => ({ name, svg: /** @type {string} */ (found.get(name)) }));
}

/** @param {string} svg @param {string} ink */
const inked = (svg, ink) =>
  Buffer.from(
    svg
      .replace(/#(?:232629|2e3436|2e3434|212121|222222|bebebe|474747|4d4d4d)/gi, ink)
      .replace(/currentColor/g, ink),
  );

/** A crop as the namer gets it from a screen. @param {string} svg @returns {Promise<Float32Array>} */
async function onScreen(svg) {
  const size = 14 + Math.floor(random() * 27);
  const [paper = "", ink = ""] = pick(GROUNDS);
  const icon = await sharp(inked(svg, ink), { density: (72 * size) / 16 })
    .resize(size, size, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const side = 3 * size;
  const { data } = await sharp({ create: { width: side, height: side, channels: 3, background: paper } })
    .composite([{ input: icon, left: size, top: size }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const box = size * (0.95 + random() * 0.85);
  const shift = () => (random() - 0.5) * 2 + side / 2 - box / 2;
  const region = { x: 0, y: 0, width: side, height: side };
  const frame = {
    pixels: data,
    width: side,
    height: side,
    region,
    backend: "image",
    capturedAt: new Date(),
    duration: 0,
  };
  const crop = new Float32Array(ICON_VALUES);
  cropIcon(
    /** @type {any} */ (frame),
    /** @type {any} */ ({ x: shift(), y: shift(), width: box, height: box }),
    crop,
    0,
  );
  return crop;
}

/** @param {string} svg */
const asTaught = async (svg) =>
  (
    await cropsOfPicture(
      await sharp(inked(svg, "#000000"), { density: 216 })
        .resize(48, 48, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    )
  ).map((bytes) => Float32Array.from(bytes, (value) => value / 255));

const folder = modelsFolder({});
const loaded = await loadModel(folder, await readManifest(folder), "caption");
const session = await createSession(loaded.bytes, loaded.entry.file);

/** @param {readonly Float32Array[]} crops @returns {Promise<Float32Array[]>} */
async function embed(crops) {
  /** @type {Float32Array[]} */
  const vectors = [];
  for (let from = 0; from < crops.length; from += 32) {
    const batch = crops.slice(from, from + 32);
    const data = new Float32Array(batch.length * ICON_VALUES);
    batch.forEach((crop, i) => {
      data.set(crop, i * ICON_VALUES);
    });
    const out = await session.run(loaded.entry.input.name, data, [batch.length, 3, ICON_SIDE, ICON_SIDE]);
    const { data: rows, dims } = /** @type {{data: Float32Array, dims: readonly number[]}} */ (out.embedding);
    const length = dims[1] ?? 0;
    for (let i = 0; i < batch.length; i++) {
      const row = rows.slice(i * length, (i + 1) * length);
      const norm = Math.hypot(...row) || 1;
      vectors.push(row.map((value) => value / norm));
    }
  }
  return vectors;
}

/** Mean difference of two drawings, 0 to 1, below which they are one. */
const SAME = 0.04;

/** @param {readonly Float32Array[]} a @param {readonly Float32Array[]} b */
function alike([a = new Float32Array()], [b = new Float32Array()]) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length < SAME;
}

/** @type {{drawn: Float32Array[], taught: Float32Array[], shown: Float32Array[]}[]} */
const icons = [];
for (const { name, svg } of drawings(process.argv.slice(2))) {
  try {
    const drawn = await asTaught(svg);
    // Themes give one drawing several names.
    if (icons.some((icon) => alike(icon.drawn, drawn))) continue;
    const taught = await embed(drawn);
    icons.push({
      drawn,
      taught,
      shown: await embed([await onScreen(svg), await onScreen(svg), await onScreen(svg)]),
    });
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
}

/** @param {Float32Array} a @param {Float32Array} b */
const cosine = (a, b) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

const counts = THRESHOLDS.map(() => ({ right: 0, wrongName: 0, own: 0, others: 0, accepted: 0 }));
for (let round = 0; round < ROUNDS; round++) {
  const taught = [...icons].sort(() => random() - 0.5).slice(0, TAUGHT);
  for (const icon of icons) {
    for (const vector of icon.shown) {
      let best = -1;
      /** @type {typeof icon | undefined} */
      let nearest;
      for (const one of taught)
        for (const known of one.taught) {
          const similarity = cosine(known, vector);
          if (similarity > best) [best, nearest] = [similarity, one];
        }
      THRESHOLDS.forEach((threshold, i) => {
        const count = /** @type {(typeof counts)[number]} */ (counts[i]);
        const known = taught.includes(icon);
        count[known ? "own" : "others"]++;
        if (best < threshold) return;
        if (!known) count.accepted++;
        else if (nearest === icon) count.right++;
        else count.wrongName++;
      });
    }
  }
}
console.log(`${loaded.entry.name}: ${icons.length} icons, ${TAUGHT} taught at a time, ${ROUNDS} rounds`);
console.log("threshold  recognised  wrong name  others taken for one");
const percent = (/** @type {number} */ part, /** @type {number} */ of) =>
  `${((100 * part) / of).toFixed(2)} %`;
THRESHOLDS.forEach((threshold, i) => {
  const { right, wrongName, own, others, accepted } = /** @type {(typeof counts)[number]} */ (counts[i]);
  console.log(
    [
      threshold.toFixed(2).padStart(9),
      percent(right, own).padStart(10),
      percent(wrongName, own).padStart(10),
      percent(accepted, others).padStart(20),
    ].join("  "),
  );
});
