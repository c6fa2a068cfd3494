// @ts-check
/**
 * Puts an exported namer in the place of the one that ships:
 *
 *   node land.js EXPORTED.onnx CALIBRATION.json NUMBER
 *
 * copies the weights and labels to models/groundmark-icons-NUMBER.*, rewrites the entry in models/manifest.json and
 * removes the files of the entry before. The published figures are written by hand, from evaluate.py.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { trainingSets } from "./sets.js";

const [exported = "", calibrationFile = "", number = ""] = process.argv.slice(2);
if (!/^\d+$/.test(number)) throw new Error("usage: node land.js EXPORTED.onnx CALIBRATION.json NUMBER");

const models = new URL("../../", import.meta.url);
const manifestFile = fileURLToPath(new URL("manifest.json", models));
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const at = manifest.models.findIndex((/** @type {{ task: string }} */ model) => model.task === "caption");
const before = manifest.models[at];
/** @type {{ threshold: number }} */
const { threshold } = JSON.parse(readFileSync(calibrationFile, "utf8"));
const labels = readFileSync(exported.replace(/\.onnx$/, ".labels.json"));
const count = JSON.parse(labels.toString()).length;
const name = `groundmark-icons-${number}`;

/** @param {string} file @param {Buffer} bytes */
function put(file, bytes) {
  writeFileSync(new URL(file, models), bytes);
  return { file, sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length };
}

const weights = put(`${name}.onnx`, readFileSync(exported));
const list = put(`${name}.labels.json`, labels);
manifest.models[at] = {
  name,
  task: "caption",
  ...weights,
  licence: "Apache-2.0",
  provenance:
    `Trained by this project from random weights, on the drawings of ${trainingSets().length} icon sets under MIT, ` +
    "Apache-2.0, ISC, BSD, CC0, OFL or CC-BY terms (listed in models/training/icons/ATTRIBUTION.md) and on signs of " +
    "free fonts, drawn at 10 to 50 pixels as tool bars and buttons show them. No photographs, no user data, no " +
    "third-party weights.",
  release: true,
  input: before.input,
  outputs: [
    { name: "embedding", shape: ["n", 128], content: "unit vector" },
    {
      name: "logits",
      shape: ["n", count],
      content: "one logit for each label; their softmax is the calibrated confidence",
    },
  ],
  labelsFile: list,
  reject: "no icon",
  thresholds: { label: Math.ceil(threshold * 100) / 100 },
};
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of [before.file, before.labelsFile.file])
  if (file !== weights.file && file !== list.file) rmSync(new URL(file, models), { force: true });
console.log(`${name}: ${weights.bytes} bytes, ${count} labels, threshold ${threshold.toFixed(3)}`);
