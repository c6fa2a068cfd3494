// @ts-check
/**
 * npm run bench -- accuracy [--set dev|test|annotated] [--data FOLDER] [--models FOLDER ...] [--detector-only]
 *
 * Figures of the detector, the marks and the icon names on real frames (bench/accuracy/README.md). Sets that
 * are not committed are made by bench/accuracy/capture.js and looked for below --data or $GROUNDMARK_DATA.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { iconFigures, printIcons } from "./accuracy/icons.js";
import { Looker, unthresholded } from "./accuracy/looks.js";
import { matchFrame } from "./accuracy/match.js";
import { figuresOf, printFigures } from "./accuracy/report.js";
import { readTruth } from "./accuracy/sets.js";

const ANNOTATED = fileURLToPath(new URL("./accuracy/annotated", import.meta.url));

/** @param {readonly string[]} args */
function options(args) {
  const all = (/** @type {string} */ name) => args.flatMap((a, i) => (a === name ? [args[i + 1] ?? ""] : []));
  const data = all("--data")[0] ?? process.env.GROUNDMARK_DATA ?? "";
  const sets = all("--set").length ? all("--set") : ["annotated", "dev", "test"];
  return {
    models: all("--models"),
    detectorOnly: args.includes("--detector-only"),
    only: all("--frame"),
    sets: sets.map((name) => {
      const [, split] = name.split("-");
      const folder = name.startsWith("annotated") ? ANNOTATED : join(resolve(data), name);
      return { name, folder, split };
    }),
  };
}

/** @param {readonly string[]} [args] */
export async function run(args = []) {
  const { models, detectorOnly, only, sets } = options(args);
  const folders = models.length ? models : [fileURLToPath(new URL("../models", import.meta.url))];
  /** @type {Record<string, unknown>} */
  const results = {};
  for (const { name, folder, split } of sets) {
    if (!existsSync(folder)) {
      console.log(`  ${name}: no such folder ${folder}; see bench/accuracy/README.md`);
      continue;
    }
    const truths = readTruth(folder).filter(
      (t) => (!split || t.split === split) && (only.length === 0 || only.some((o) => t.frame.includes(o))),
    );
    /** @type {{name: string, figures: ReturnType<typeof figuresOf>}[]} */
    const detector = [];
    /** @type {typeof detector} */
    const parsed = [];
    for (const models of folders) {
      const measured = await measure(models, folder, truths, detectorOnly);
      const title = modelName(models);
      detector.push({ name: title, figures: measured.detector });
      if (measured.parse) parsed.push({ name: title, figures: measured.parse });
      results[`${name}: ${title}`] = summary(measured);
      keep(`${name}-${title}`, measured);
    }
    printFigures(`${name}: the detector`, detector);
    if (parsed.length) printFigures(`${name}: marks of parse, no tree`, parsed);
    for (const folderOf of folders) {
      const icons = /** @type {any} */ (results[`${name}: ${modelName(folderOf)}`]).icons;
      if (icons) printIcons(modelName(folderOf), icons);
    }
  }
  return results;
}

/** @param {string} models @param {string} folder @param {readonly import("./accuracy/sets.js").Truth[]} truths @param {boolean} detectorOnly */
async function measure(models, folder, truths, detectorOnly) {
  const looker = await Looker.open(models);
  const open = unthresholded(models);
  const ranker = await Looker.open(open.folder);
  try {
    const scored = [];
    const parsed = [];
    const ranked = [];
    const durations = [];
    for (const truth of truths) {
      const picture = readFileSync(join(folder, truth.frame));
      const { marks, duration } = await looker.detect(picture);
      durations.push(duration);
      scored.push({ truth, match: matchFrame(truth, marks) });
      ranked.push(matchFrame(truth, (await ranker.detect(picture)).marks));
      if (!detectorOnly) parsed.push({ truth, match: matchFrame(truth, await looker.parse(picture)) });
    }
    return {
      models: modelName(models),
      milliseconds: median(durations),
      detector: figuresOf(scored, ranked),
      ...(detectorOnly ? {} : { parse: figuresOf(parsed), icons: iconFigures(parsed) }),
      frames: (detectorOnly ? scored : parsed).map(({ truth, match }) => ({
        frame: truth.frame,
        matched: match.pairs.map((p) => p.mark.box),
        missed: match.missed.map((e) => e.box),
        extra: match.extra.map((m) => m.box),
      })),
    };
  } finally {
    await looker.close();
    await ranker.close();
    open.remove();
  }
}

/** @param {Awaited<ReturnType<typeof measure>>} measured */
function summary({ frames: _, ...rest }) {
  return rest;
}

/** @param {string} folder */
function modelName(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const model = manifest.models.find((/** @type {any} */ m) => m.task === "detect");
  return model?.name ?? basename(folder);
}

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The whole result, with what was found and missed on each frame, for overlay.js. @param {string} name @param {unknown} result */
function keep(name, result) {
  const folder = new URL("./results/frames/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name.replace(/[^\w.-]+/g, "-")}.json`, folder), `${JSON.stringify(result)}\n`);
}
