// @ts-check
/** Reading truth files (models/training/CONVENTIONS.md, "Truth files"). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Truth
 * @property {string} frame @property {number} width @property {number} height @property {number} scale
 * @property {string} source @property {string} theme @property {boolean} [dark]
 * @property {boolean} [complete] every visible control is in it: what else is found is false
 * @property {"dev" | "test"} [split] of annotated frames
 * @property {import("./truth.js").Element[]} elements
 * @property {import("./boxes.js").Box[]} ignore
 */

/** Every line of every .jsonl file of a folder. @param {string} folder @returns {Truth[]} */
export function readTruth(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n").filter(Boolean))
    .map((line) => {
      const truth = JSON.parse(line);
      return { ignore: [], ...truth };
    });
}
