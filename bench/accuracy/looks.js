// @ts-check
/** What the product sees in a picture: the detector as `parse` runs it, and the marks of `parse` without a tree. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openImage } from "../../dist/capture/image/image.js";
import { parseImage } from "../../dist/session/parse.js";
import { modelsFolder } from "../../dist/vision/registry.js";
import { openVision } from "../../dist/vision/workers/vision.js";
import { fromRect } from "./boxes.js";

/** @typedef {import("./match.js").Mark} Mark */

/** Every mark that a frame of these sets can give. */
const MAX_MARKS = 1000;
/** The score down to which marks are ranked for the average precision. */
const LOWEST_SCORE = 0.02;
const DEADLINE_MS = 120_000;
/** A probability from which a state counts as on. */
const ON = 0.5;

/** @param {any} detection @returns {Mark} */
function markOfDetection(detection) {
  const { box, role, score, point, states } = detection;
  return {
    box: fromRect(box),
    role,
    score,
    ...(point ? { point: [point.x, point.y] } : {}),
    ...(states
      ? { states: Object.fromEntries(Object.entries(states).map(([k, p]) => [k, Number(p) >= ON])) }
      : {}),
  };
}

/** @param {any} mark a mark of the surface @returns {Mark} */
function markOfSurface(mark) {
  const { box, role, point, label, confidence, flags = [], states } = mark;
  const on = new Set(states ?? []);
  return {
    box: fromRect(box),
    role,
    score: confidence,
    point: [point.x + 0.5, point.y + 0.5],
    label,
    named: flags.includes("icon-name"),
    ...(states
      ? {
          states: {
            checked: on.has("checked") || on.has("pressed"),
            selected: on.has("selected"),
            expanded: on.has("expanded"),
            disabled: on.has("disabled"),
          },
        }
      : {}),
  };
}

export class Looker {
  /** @param {string} folder of the models @param {Awaited<ReturnType<typeof openVision>>} vision */
  constructor(folder, vision) {
    this.folder = folder;
    this.vision = vision;
  }

  /** @param {string} [folder] */
  static async open(folder = modelsFolder()) {
    const at = resolve(folder);
    process.env.GROUNDMARK_MODELS = at;
    return new Looker(at, await openVision());
  }

  /**
   * @param {Buffer} picture
   * @returns {Promise<{marks: Mark[], duration: number}>} ms of the detector's thread
   */
  async detect(picture) {
    const frame = (await openImage(picture)).grab({ kind: "display" });
    const seen = await this.vision.look(frame, { deadline: DEADLINE_MS });
    if (seen.detector.status !== "ok")
      throw new Error(`the detector is ${seen.detector.status}: ${seen.detector.reason}`);
    return { marks: seen.detections.map(markOfDetection), duration: seen.detector.duration };
  }

  /** The marks of controls that `parse` gives without a tree; lines of text are no controls. @param {Buffer} picture @returns {Promise<Mark[]>} */
  async parse(picture) {
    const { surface } = await parseImage(picture, {
      vision: this.vision,
      maxMarks: MAX_MARKS,
      visionDeadline: DEADLINE_MS,
    });
    return surface.marks.filter((m) => m.source !== "ocr").map(markOfSurface);
  }

  close() {
    return this.vision.close();
  }
}

/**
 * A copy of a models folder whose detector lets everything through, so that marks can be ranked.
 * @param {string} [folder]
 * @returns {{folder: string, remove: () => void}}
 */
export function unthresholded(folder = modelsFolder()) {
  const to = mkdtempSync(join(tmpdir(), "groundmark-models-"));
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  for (const model of manifest.models) {
    for (const file of [model.file, model.labelsFile?.file].filter(Boolean))
      symlinkSync(resolve(folder, file), join(to, file));
    if (model.task !== "detect") continue;
    model.thresholds.score = LOWEST_SCORE;
    for (const label of model.labels) delete label.score;
  }
  writeFileSync(join(to, "manifest.json"), JSON.stringify(manifest));
  return { folder: to, remove: () => rmSync(to, { recursive: true, force: true }) };
}
