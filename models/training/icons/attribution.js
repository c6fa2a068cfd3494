// @ts-check
/** Writes ATTRIBUTION.md: every set that is trained on or tested with, its authors and terms. */
import { writeFileSync } from "node:fs";
import { allSets, DEV_SETS, FLAG_SETS, loadSet, TEST_SETS, trainingSets } from "./sets.js";

const info = allSets();
/** @param {string} set */
function line(set) {
  loadSet(set);
  const { name, author, licence } = /** @type {import("./sets.js").SetInfo} */ (info[set]);
  const by = author.url ? `[${author.name}](${author.url})` : author.name;
  const terms = licence.url ? `[${licence.spdx}](${licence.url})` : licence.spdx;
  return `| ${set} | ${name} | ${by} | ${terms} |`;
}
/** @param {string} title @param {string[]} sets */
const section = (title, sets) =>
  `## ${title}\n\n| set | name | authors | licence |\n| --- | --- | --- | --- |\n${sets.map(line).join("\n")}\n`;

writeFileSync(
  new URL("./ATTRIBUTION.md", import.meta.url),
  `# Icon sets\n\nThe icon namer learned from these sets, as @iconify/json packs them. Written by attribution.js from the package's own records; only terms on the allowlist of sets.js are read at all.\n\n` +
    [
      section("Learned from", trainingSets()),
      section("Learned from as pictures that are no icon", FLAG_SETS),
      section("Development only", DEV_SETS),
      section("Tested with only", TEST_SETS),
    ].join("\n"),
);
