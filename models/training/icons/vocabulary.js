// @ts-check
/**
 * The list of concepts: those that enough independent families of sets draw, under a readable name.
 */
import { conceptOf, isNamed, otherWords, readableName } from "./concepts.js";
import { family, loadSet, NO_VOCABULARY, trainingSets } from "./sets.js";

/** A concept needs this many families: below it, names are private habits of one designer. */
export const MIN_FAMILIES = 6;

/** Words that name no drawing: every set means something else by them. */
const VAGUE = new Set(
  (
    "arrow line vertical horizontal number numbers root variable style size mode status service symbol solid outline plan " +
    "origin product project channel token media motion section background details segment step body task support " +
    "discover remote engine matrix sign icons button log join collection music-description description-music ios alt " +
    "abstract mix cluster transaction jump insert center communication counter finance monitoring pan strategy " +
    "station transmission editor element system receive connected processing blog reader zero go loom drive script " +
    "replace sandbox margin delta beta portrait dock alpha less composer meta medium pocket framer seal slice pipeline " +
    "expand expand-right expand-left expand-up expand-down compare container connection open collapse edit-ai edit-plus " +
    "file-folder break-file home-smart file-type border-style tower math swift polygon astro rust stripe oracle prisma " +
    "arc kick helm julia sanity maya buffer capacitor off-play vercel sun-thermometer snowflake-thermometer row-x"
  ).split(" "),
);

/**
 * @typedef {object} Concept
 * @property {string} key what conceptOf gives
 * @property {string} name what the product shows
 * @property {number} families how many draw it
 * @property {string[]} synonyms other words for it, for people who look for "delete" and not for "trash"
 */

/** @returns {Concept[]} sorted by name */
export function vocabulary() {
  /** @type {Map<string, { families: Set<string>, names: Map<string, number> }>} */
  const concepts = new Map();
  for (const set of trainingSets()) {
    if (NO_VOCABULARY.has(family(set))) continue;
    const { icons, styles } = loadSet(set);
    for (const { name } of icons) {
      const key = conceptOf(name, styles);
      const entry = concepts.get(key) ?? { families: new Set(), names: new Map() };
      concepts.set(key, entry);
      entry.families.add(family(set));
      const readable = readableName(name, styles);
      entry.names.set(readable, (entry.names.get(readable) ?? 0) + 1);
    }
  }
  return [...concepts]
    .filter(([key, { families }]) => families.size >= MIN_FAMILIES && key.length > 1 && !VAGUE.has(key))
    .map(([key, { families, names }]) => ({ key, name: commonest(key, names), families: families.size, synonyms: otherWords(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The most usual order of the key's words.
 * @param {string} key
 * @param {Map<string, number>} names
 */
function commonest(key, names) {
  const sorted = (/** @type {string} */ name) => name.split("-").sort().join("-");
  const orders = [...names].filter(([name]) => sorted(name) === sorted(key));
  orders.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return isNamed(key) ? key : (orders[0]?.[0] ?? key);
}
