// @ts-check
/**
 * node bench/accuracy/capture.js dev|test OUT [SCENE ...]: puts up the scenes of a set, takes their pictures
 * and the truth that the accessibility tree tells, and writes them to OUT (pictures, truth.jsonl).
 * What exists is kept; a scene that fails costs itself and a line on standard error.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { isBlank } from "../../dist/vision/detect/blank.js";
import { openScene } from "./desktop.js";
import { SCENES } from "./scenes.js";
import { Eyes, perform, sleep } from "./steps.js";
import { shownPart, truthOf, visibleBox } from "./truth.js";
import { windowButtons } from "./window-buttons.js";

/** @typedef {import("./scenes.js").Scene} Scene */

const STILL_TRIES = 8;
const STILL_WAIT_MS = 400;
/** A blinking caret or a clock may differ between two pictures of a screen at rest. */
const STILL_SHARE = 0.0005;
/** Brightness steps within a column that shows nothing, and pixels left around what is shown. */
const PLAIN = 12;
const MARGIN = 2;

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

/**
 * A choice is its control and label, and toolkits tell the whole width that it was given: cut to what is drawn.
 * @param {import("./truth.js").Element} element @param {import("../../dist/capture/port.js").Frame} frame
 */
function tighten(element, frame) {
  const [l, t, r, b] = element.box;
  if (!["checkbox", "radio"].includes(element.role) || r - l < 2.5 * (b - t)) return;
  const { pixels, width } = frame;
  const columnIsPlain = (/** @type {number} */ x) => {
    const least = [255, 255, 255];
    const most = [0, 0, 0];
    // Without the outermost rows: a focus ring or a separator may run along them.
    for (let y = t + 2; y < b - 2; y++)
      for (let c = 0; c < 3; c++) {
        const v = pixels[3 * (y * width + x) + c] ?? 0;
        least[c] = Math.min(least[c] ?? 0, v);
        most[c] = Math.max(most[c] ?? 0, v);
      }
    return most.every((v, c) => v - (least[c] ?? 0) <= PLAIN);
  };
  let right = r;
  while (right > l + 1 && columnIsPlain(right - 1)) right--;
  let left = l;
  while (left < right - 1 && columnIsPlain(left)) left++;
  if (right - left < 8) return;
  element.box = [Math.max(l, left - MARGIN), t, Math.min(r, right + MARGIN), b];
}

/**
 * @param {Scene} scene @param {string} set @param {string} out
 * @param {(line: object) => void} emit
 */
async function captureScene(scene, set, out, emit) {
  const { desktop, apps } = await openScene(scene);
  const eyes = new Eyes(desktop);
  try {
    // Toolkits build what they show, and their trees, after the window is there.
    await sleep(1500);
    for (const shot of scene.shots) {
      await perform(eyes, shot.steps ?? [], apps);
      const { frame, windows, tree } = await still(eyes);
      const { elements, ignore } = truthOf(tree, windows, frame, scene.scale);
      for (const element of elements) tighten(element, frame);
      for (const [i, window] of windows.entries()) {
        if (window.overrideRedirect) continue;
        const covers = windows
          .slice(i + 1)
          .filter((w) => w.draws)
          .map(visibleBox);
        for (const { box: whole, name } of await windowButtons(desktop.x, Number(window.id), scene.wm)) {
          const box = shownPart({ box: whole }, [0, 0, frame.width, frame.height], covers);
          if (!box) continue;
          const of = { toolkit: scene.wm, app: scene.wm, iconOnly: true };
          elements.push({ role: "button", box, states: {}, ...(name ? { name } : {}), ...of });
        }
      }
      const drop = shot.drop === undefined ? undefined : new RegExp(shot.drop);
      const shown = elements.filter(
        ({ box: [l, t, r, b], role, name }) =>
          !drop?.test(`${role} ${name ?? ""}`) &&
          (role === "textbox" || !isBlank(frame, { x: l, y: t, width: r - l, height: b - t })),
      );
      const name = `${scene.id}-${shot.id}.png`;
      await sharp(frame.pixels, { raw: { width: frame.width, height: frame.height, channels: 3 } })
        .png({ compressionLevel: 9 })
        .toFile(join(out, name));
      emit({
        frame: name,
        width: frame.width,
        height: frame.height,
        scale: scene.scale,
        source: `accuracy-${set}`,
        theme: `${scene.look.gtk}, ${scene.look.qt}, ${scene.look.icons}, ${scene.wm} ${scene.look.wm}`,
        dark: scene.look.dark,
        elements: shown,
        ignore: [...ignore, ...(shot.ignore ?? [])],
      });
      console.log(`${name}: ${shown.length} marks, ${ignore.length} unknown areas`);
    }
  } finally {
    await eyes.close();
    await desktop.stop();
  }
}

const [set = "", out = "", ...only] = process.argv.slice(2);
if ((set !== "dev" && set !== "test") || out === "") {
  process.stderr.write("usage: node bench/accuracy/capture.js dev|test OUT [SCENE ...]\n");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const file = join(out, "truth.jsonl");
/** @type {{frame: string}[]} */
let lines = existsSync(file)
  ? readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
for (const scene of SCENES[set]) {
  const again = only.includes(scene.id);
  if (only.length > 0 && !again) continue;
  const frames = scene.shots.map((shot) => `${scene.id}-${shot.id}.png`);
  if (!again && frames.every((f) => lines.some((l) => l.frame === f))) continue;
  try {
    await captureScene(scene, set, out, (line) => {
      const entry = /** @type {{frame: string}} */ (line);
      lines = [...lines.filter((l) => l.frame !== entry.frame), entry].sort((a, b) =>
        a.frame.localeCompare(b.frame),
      );
      writeFileSync(file, `${lines.map((l) => JSON.stringify(l)).join("\n")}\n`);
    });
  } catch (error) {
    process.stderr.write(`${scene.id}: ${error instanceof Error ? error.message : error}\n`);
  }
}
