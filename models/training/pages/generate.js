// @ts-check
/**
 * Renders random screens in headless Chromium and writes pictures and truth.
 *
 *   node generate.js --out FOLDER [--source pages] [--split train|test] [--start 0] [--count 100] [--jobs 1] [--kind document]
 *
 * Frame N depends on the source, the split and N alone (and on the fonts and pictures of the machine). What exists
 * is skipped, so a broken run goes on where it stopped. Truth is appended frame by frame to
 * `SOURCE-SPLIT-NNNNNN.jsonl`, one file for each hundred frames.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { bundleKits } from "./bundle.js";
import { readTruth } from "./extract.js";
import { makePage } from "./page.js";
import { Rng, seedOf } from "./rng.js";

const SHARD = 100;
const FRAME_TIMEOUT_MS = 150000;

const { values } = parseArgs({
  options: {
    out: {
      type: "string",
      default: process.env.GROUNDMARK_DATA ? `${process.env.GROUNDMARK_DATA}/pages` : "",
    },
    source: { type: "string", default: "pages" },
    split: { type: "string", default: "train" },
    start: { type: "string", default: "0" },
    count: { type: "string", default: "100" },
    jobs: { type: "string", default: "1" },
    kit: { type: "string", default: "" },
    kind: { type: "string", default: "" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
if (!values.out) throw new Error("say where to write: --out FOLDER, or set GROUNDMARK_DATA");
if (values.kind !== "" && values.kind !== "document") throw new Error("--kind is document, or left out");
if (values.split !== "train" && values.split !== "test") throw new Error("--split is train or test");
const out = values.out;
const split = values.split;
const start = Number(values.start);
const count = Number(values.count);
sharp.concurrency(1);
mkdirSync(out, { recursive: true });

/** @param {number} frame */
const stemOf = (frame) => `${values.source}-${split}-${String(frame).padStart(6, "0")}`;
/** @param {number} frame */
const shardOf = (frame) => path.join(out, `${stemOf(Math.floor(frame / SHARD) * SHARD)}.jsonl`);

/** Frames that a shard already holds; a line broken off by a crash is cut away. @param {string} file */
function framesIn(file) {
  /** @type {Set<string>} */
  const frames = new Set();
  if (!existsSync(file)) return frames;
  const text = readFileSync(file, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  for (const line of whole.split("\n")) if (line) frames.add(JSON.parse(line).frame);
  return frames;
}

await bundleKits();
const scratch = mkdtempSync(path.join(os.tmpdir(), "pages-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
  process.on(signal, () => process.exit(1));
const LAUNCH = {
  handleSIGTERM: false,
  handleSIGINT: false,
  handleSIGHUP: false,
  executablePath: values.chromium,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
    "--hide-scrollbars",
  ],
};
let browser = chromium.launch(LAUNCH);

/** The browser, a new one where the last crashed. */
async function running() {
  if (!(await browser).isConnected()) browser = chromium.launch(LAUNCH);
  return browser;
}

/** A page that can reach nothing but files. */
async function openPage() {
  const context = await (await running()).newContext({ viewport: null });
  const page = await context.newPage();
  await page.route(/^https?:/, (route) => route.abort());
  return { context, page, session: await context.newCDPSession(page) };
}

/**
 * Renders one frame.
 * @param {number} frame @param {Awaited<ReturnType<typeof openPage>>} tab @param {string} htmlFile
 */
async function render(frame, tab, htmlFile) {
  const seed = seedOf(`${values.source}-${split}`, frame);
  const made = makePage(seed, /** @type {"train" | "test"} */ (split), values.kit, values.kind);
  writeFileSync(htmlFile, made.html);
  const { page, session } = tab;
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: made.width,
    height: made.height,
    deviceScaleFactor: made.scale,
    mobile: false,
  });
  await page.goto(`file://${htmlFile}`, { waitUntil: "load", timeout: 90000 });
  const waiting = await page.evaluate(async () => {
    await document.fonts.ready;
    if ("kitReady" in window) await window.kitReady;
    return [
      ...document.querySelectorAll(":not(:defined):not(x-part):not(ui5-announcement-area), x-part:empty"),
    ].map((one) => one.localName);
  });
  // Components that did not come to life would be drawn as bare text and marked as controls.
  if (waiting.length)
    throw new Error(`${made.kit} did not draw ${waiting.length} components, such as ${waiting[0]}`);
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  const truth = await page.evaluate(readTruth, made.scale);
  const quality = new Rng(seed ^ 0x5bd1e995).pick([88, 90, 92, 95, 97]);
  const name = `${stemOf(frame)}.jpg`;
  const picture = sharp(Buffer.from(data, "base64")).removeAlpha();
  const info = await picture.jpeg({ quality, chromaSubsampling: "4:4:4" }).toFile(path.join(out, name));
  const record = {
    frame: name,
    width: info.width,
    height: info.height,
    scale: made.scale,
    source: values.source,
    theme: made.theme,
    kind: made.kind,
    icons: made.iconSet,
    seed: frame,
    elements: truth.elements,
    ignore: truth.ignore,
  };
  appendFileSync(shardOf(frame), `${JSON.stringify(record)}\n`);
  return record.elements;
}

/** @type {Map<string, number>} */
const histogram = new Map();
let made = 0;
const began = Date.now();
const report = () => {
  const seconds = (Date.now() - began) / 1000;
  const classes = [...histogram].sort((a, b) => b[1] - a[1]).map(([role, number]) => `${role} ${number}`);
  console.log(`${made} frames, ${(made / seconds).toFixed(2)} frames/s; ${classes.join(", ")}`);
};
/** @type {Map<string, Set<string>>} */
const shards = new Map();
/** @param {number} frame */
function exists(frame) {
  const file = shardOf(frame);
  const frames = shards.get(file) ?? framesIn(file);
  shards.set(file, frames);
  return frames.has(`${stemOf(frame)}.jpg`);
}

let next = start;
/** Renders frames until none is left. @param {number} job */
async function work(job) {
  const htmlFile = path.join(scratch, `page-${job}.html`);
  let tab = await openPage();
  while (next < start + count) {
    const frame = next++;
    if (exists(frame)) continue;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("took too long")), FRAME_TIMEOUT_MS);
      });
      const marks = await Promise.race([render(frame, tab, htmlFile), late]);
      for (const { role } of /** @type {import("./extract.js").Mark[]} */ (marks))
        histogram.set(role, (histogram.get(role) ?? 0) + 1);
      made += 1;
      if (made % 100 === 0) report();
    } catch (error) {
      console.log(`frame ${frame} left out: ${String(error).slice(0, 300)}`);
      await tab.context.close().catch(() => {});
      tab = await openPage();
    } finally {
      clearTimeout(timer);
    }
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, (_, job) => work(job)));
report();
await (await browser).close();
