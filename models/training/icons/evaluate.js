// @ts-check
/**
 * Runs an ONNX file with its list of names over crops that evaluate.py packed:
 *
 *   node evaluate.js MODEL.onnx LABELS.json PACK [THRESHOLD]
 *
 * prints top-1 and top-5 by set and looks, what is named at the threshold and how much of it is right, and the time.
 * Names are compared as concepts, so that models with other lists can be measured on the same crops; an icon whose
 * concept the model's list does not have counts as missed and is also left out in a second figure.
 */
import { readFileSync } from "node:fs";
import ort from "onnxruntime-node";
import { conceptOf } from "./concepts.js";

const SIDE = 32;
const VALUES = 3 * SIDE * SIDE;
const BATCH = 32;

const [modelFile = "", labelsFile = "", pack = "", threshold = "0.7"] = process.argv.slice(2);
/** The label of what shows no icon. */
const REJECT = "no icon";
/** @type {(string | { name: string })[]} */
const entries = JSON.parse(readFileSync(labelsFile, "utf8"));
const labels = entries.map((entry) => (typeof entry === "string" ? entry : entry.name));
/** @type {[string, string, string, boolean][]} concept, set, size band, clean */
const rows = JSON.parse(readFileSync(`${pack}.json`, "utf8"));
const crops = readFileSync(`${pack}.u8`);
const concepts = labels.map((label) => (label === REJECT ? "" : conceptOf(label)));
const known = new Set(concepts);

const session = await ort.InferenceSession.create(modelFile, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { x64quantprecision: "1" } },
});

/**
 * @typedef {object} Reading
 * @property {number[]} best the five likeliest classes
 * @property {number} probability of the likeliest
 */
/** @type {Reading[]} */
const readings = [];
let milliseconds = 0;
for (let from = 0; from < rows.length; from += BATCH) {
  const n = Math.min(BATCH, rows.length - from);
  const data = new Float32Array(n * VALUES);
  for (let i = 0; i < n; i++)
    for (let at = 0; at < SIDE * SIDE; at++)
      for (let channel = 0; channel < 3; channel++)
        data[i * VALUES + channel * SIDE * SIDE + at] =
          (crops[(from + i) * VALUES + at * 3 + channel] ?? 0) / 255;
  const started = performance.now();
  const { logits } = await session.run({ icons: new ort.Tensor("float32", data, [n, 3, SIDE, SIDE]) });
  milliseconds += performance.now() - started;
  const values = /** @type {Float32Array} */ (logits?.data);
  for (let i = 0; i < n; i++) {
    const row = values.subarray(i * labels.length, (i + 1) * labels.length);
    const order = [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0)).slice(0, 6);
    const top = row[order[0] ?? 0] ?? 0;
    let sum = 0;
    for (const value of row) sum += Math.exp(value - top);
    readings.push({ best: order, probability: 1 / sum });
  }
}

/** @param {Reading} reading @param {string} concept */
function rank(reading, concept) {
  return reading.best.filter((at) => labels[at] !== REJECT).slice(0, 5).findIndex((at) => concepts[at] === concept);
}

const groups = [...new Set(rows.map(([, set]) => set))].filter((set) => set !== "none");
const limit = Number(threshold);
for (const set of [...groups, ""])
  for (const clean of [true, false]) {
    const some = rows.flatMap(([name, of, , looks], i) =>
      of !== "none" && (set === "" || of === set) && looks === clean
        ? [{ concept: conceptOf(name), reading: /** @type {Reading} */ (readings[i]) }]
        : [],
    );
    const ranks = some.map(({ concept, reading }) => rank(reading, concept));
    const listed = some.map(({ concept }) => known.has(concept));
    const share = (/** @type {boolean[]} */ list) => (list.filter(Boolean).length / (list.length || 1)).toFixed(3);
    const shown = some.filter(({ reading }) => reading.probability >= limit && labels[reading.best[0] ?? 0] !== REJECT);
    const right = shown.map(({ concept, reading }) => concepts[reading.best[0] ?? 0] === concept);
    console.log(
      `${(set || "all").padEnd(18)} ${clean ? "clean        " : "as on screens"} n ${String(some.length).padStart(5)}` +
        `  top-1 ${share(ranks.map((r) => r === 0))}  top-5 ${share(ranks.map((r) => r >= 0))}` +
        `  | of concepts in the list (${share(listed)}): ${share(ranks.filter((_, i) => listed[i]).map((r) => r === 0))}` +
        ` ${share(ranks.filter((_, i) => listed[i]).map((r) => r >= 0))}` +
        `  | named ${(shown.length / (some.length || 1)).toFixed(3)}, right ${share(right)}`,
    );
  }
const none = rows.flatMap(([, set], i) => (set === "none" ? [/** @type {Reading} */ (readings[i])] : []));
const wrong = none.filter(({ best, probability }) => probability >= limit && labels[best[0] ?? 0] !== REJECT);
console.log(`without an icon: ${wrong.length} of ${none.length} named`);
console.log(`${(milliseconds / rows.length).toFixed(2)} ms an icon, one thread, batches of ${BATCH}`);
