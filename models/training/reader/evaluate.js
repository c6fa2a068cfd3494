// @ts-check
/**
 * Reads packed lines (evaluate.py --pack) with an exported recogniser, in the product's runtime and with its decoder:
 *
 *   node evaluate.js MODEL.onnx ALPHABET.json PACK [LIMIT]
 *
 * Prints the share read exactly, the character error rate and the time for a line of 128 pixels. Needs `npm ci` and
 * `npm run build` in the repository's root.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { distance } from "fastest-levenshtein";
import ort from "onnxruntime-node";
import { decodeCtc } from "../../../dist/vision/ocr/recognise.js";

const HEIGHT = 24;
const [model = "", alphabetFile = "", pack = "", limit = "2000"] = process.argv.slice(2);
if (!pack) throw new Error("usage: node evaluate.js MODEL.onnx ALPHABET.json PACK [LIMIT]");
const alphabet = JSON.parse(readFileSync(alphabetFile, "utf8"));
/** @type {[number, string][]} */
const lines = JSON.parse(readFileSync(path.join(pack, "lines.json"), "utf8"));
const pixels = readFileSync(path.join(pack, "lines.bin"));
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });

let at = 0;
let exact = 0;
let edits = 0;
let characters = 0;
let milliseconds = 0;
let width = 0;
const step = Math.max(1, Math.floor(lines.length / Number(limit)));
let count = 0;
for (const [index, [w, truth]] of lines.entries()) {
  const bytes = pixels.subarray(at, at + HEIGHT * w);
  at += HEIGHT * w;
  if (index % step !== 0) continue;
  const data = Float32Array.from(bytes, (value) => value / 255);
  const begun = performance.now();
  const { y } = await session.run({ x: new ort.Tensor("float32", data, [1, 1, HEIGHT, w]) });
  milliseconds += performance.now() - begun;
  width += w;
  const logits = /** @type {Float32Array} */ (y?.data);
  const text = decodeCtc(logits, y?.dims[2] ?? 0, alphabet).map(({ character }) => character).join("");
  const wrong = distance(text, truth);
  count++;
  exact += Number(wrong === 0);
  edits += wrong;
  characters += truth.length;
}
console.log(
  `${count} lines, exact ${(exact / count).toFixed(3)}, CER ${((100 * edits) / characters).toFixed(2)} %, ` +
    `${((milliseconds / width) * 128).toFixed(2)} ms for 128 pixels`,
);
