// @ts-check
/** What is kept from training: kits and icon sets that only the held-out split draws. */
import { readFileSync } from "node:fs";

/** @typedef {"train" | "test"} Split */

/** @type {{ kits: string[], iconSets: string[] }} */
export const HELD_OUT = JSON.parse(readFileSync(new URL("heldout.json", import.meta.url), "utf8"));

/**
 * Those names that a split may draw.
 * @param {readonly string[]} names @param {readonly string[]} heldOut @param {Split} split
 */
export function ofSplit(names, heldOut, split) {
  return names.filter((name) => heldOut.includes(name) === (split === "test"));
}
