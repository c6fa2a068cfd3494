// @ts-check
/**
 * node bench/accuracy/capture.js dev|test OUT [SCENE ...]: puts up the scenes of a set, takes their pictures
 * and what the accessibility tree and the window manager tell, and writes to OUT: pictures, what was told
 * (told/), truth.jsonl. What exists is kept, unless its scene is named; a scene that fails costs itself and a
 * line on standard error. With `--derive` no desktop is started: the truth is made anew from what was told.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { openImage } from "../../dist/capture/image/image.js";
import { deriveTruth } from "./derive.js";
import { openScene } from "./desktop.js";
import { SCENES } from "./scenes.js";
import { Eyes, perform, sleep } from "./steps.js";
import { windowButtons } from "./window-buttons.js";

/** @typedef {import("./scenes.js").Scene} Scene */
/** @typedef {import("./scenes.js").Shot} Shot */

const STILL_TRIES = 8;
const STILL_WAIT_MS = 400;
/** A blinking caret or a clock may differ between two pictures of a screen at rest. */
const STILL_SHARE = 0.0005;
/** Toolkits build what they show, and their trees, after the window is there. */
const SETTLE_MS = 1500;

/** @param {Uint8Array} a @param {Uint8Array} b */
function shareChanged(a, b) {
  let changed = 0;
  for (let i = 0; i < a.length; i += 3)
    if (a[i] !== b[i] || a[i + 1] !== b[i + 1] || a[i + 2] !== b[i + 2]) changed++;
  return (3 * changed) / a.length;
}

/** A picture and the tree of one moment: taken between two equal pictures. @param {Eyes} eyes */
async function still(eyes) {
  let before = eyes.grab();
  for (let i = 0; ; i++) {
    await sleep(STILL_WAIT_MS);
    const windows = eyes.windows();
    const tree = await eyes.tree();
    const after = eyes.grab();
    if (shareChanged(before.pixels, after.pixels) <= STILL_SHARE || i >= STILL_TRIES)
      return { frame: after, windows, tree };
    before = after;
  }
}

/** @param {Scene} scene @param {Shot} shot */
const nameOf = (scene, shot) => `${scene.id}-${shot.id}.png`;

/**
 * @param {Scene} scene @param {string} out
 * @param {(scene: Scene, shot: Shot) => Promise<void>} done a shot's files are there
 */
async function captureScene(scene, out, done) {
  const { desktop, apps } = await openScene(scene);
  const eyes = new Eyes(desktop);
  try {
    await sleep(SETTLE_MS);
    for (const shot of scene.shots) {
      await perform(eyes, shot.steps ?? [], apps);
      const { frame, windows, tree } = await still(eyes);
      /** @type {Record<string, Awaited<ReturnType<typeof windowButtons>>>} */
      const buttons = {};
      for (const { id, overrideRedirect } of windows)
        if (!overrideRedirect) buttons[id] = await windowButtons(desktop.x, Number(id), scene.wm);
      const name = nameOf(scene, shot);
      await sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } })
        .png({ compressionLevel: 9 })
        .toFile(join(out, name));
      writeFileSync(
        join(out, "told", `${name}.json.gz`),
        gzipSync(JSON.stringify({ tree, windows, buttons })),
      );
      await done(scene, shot);
    }
  } finally {
    await eyes.close();
    await desktop.stop();
  }
}

const args = process.argv.slice(2);
const derive = args.includes("--derive");
const [set = "", out = "", ...only] = args.filter((a) => a !== "--derive");
if ((set !== "dev" && set !== "test") || out === "") {
  process.stderr.write("usage: node bench/accuracy/capture.js dev|test OUT [--derive] [SCENE ...]\n");
  process.exit(2);
}
mkdirSync(join(out, "told"), { recursive: true });
const file = join(out, "truth.jsonl");
/** @type {{frame: string}[]} */
let lines =
  existsSync(file) && !derive
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** @param {Scene} scene @param {Shot} shot */
async function addTruth(scene, shot) {
  const name = nameOf(scene, shot);
  const told = JSON.parse(gunzipSync(readFileSync(join(out, "told", `${name}.json.gz`))).toString("utf8"));
  const frame = (await openImage(readFileSync(join(out, name)))).grab({ kind: "display" });
  const truth = { frame: name, ...deriveTruth(told, frame, scene, shot, set) };
  lines = [...lines.filter((l) => l.frame !== name), truth].sort((a, b) => a.frame.localeCompare(b.frame));
  writeFileSync(file, `${lines.map((l) => JSON.stringify(l)).join("\n")}\n`);
  console.log(`${name}: ${truth.elements.length} marks, ${truth.ignore.length} unknown areas`);
}

const pictures = new Set(readdirSync(out));
for (const scene of SCENES[/** @type {"dev" | "test"} */ (set)]) {
  const again = only.includes(scene.id);
  if (only.length > 0 && !again) continue;
  if (derive) {
    for (const shot of scene.shots) if (pictures.has(nameOf(scene, shot))) await addTruth(scene, shot);
    continue;
  }
  if (!again && scene.shots.every((shot) => lines.some((l) => l.frame === nameOf(scene, shot)))) continue;
  try {
    await captureScene(scene, out, addTruth);
  } catch (error) {
    process.stderr.write(`${scene.id}: ${error instanceof Error ? error.message : error}\n`);
  }
}
