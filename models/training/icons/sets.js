// @ts-check
/**
 * Which icon sets the icon namer learns from, which ones are held out, and which licences are allowed.
 */
import { readFileSync } from "node:fs";

/** SPDX identifiers of the terms that training pictures may come under; everything else is refused. */
export const ALLOWED_LICENCES = new Set([
  "MIT",
  "Apache-2.0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "OFL-1.1",
  "CC-BY-3.0",
  "CC-BY-4.0",
]);

/** Never trained on and never looked at while choosing: the figures of the model card. */
export const TEST_SETS = ["ph", "ri", "flat-color-icons"];
/** Never trained on; thresholds, temperature, merges of concepts and the length of training come from these. */
export const DEV_SETS = ["mingcute", "iconoir", "marketeq"];

/**
 * Sets whose drawings are copies or revisions of one another count once when the vocabulary is chosen.
 * A set that is not listed is a family of its own.
 * @type {Record<string, string[]>}
 */
const FAMILIES = {
  awesome: [
    "fa fa-solid fa-regular fa-brands fa6-solid fa6-regular fa6-brands fa7-solid fa7-regular fa7-brands la",
  ],
  material: ["material-symbols material-symbols-light ic zmdi"],
  mdi: ["mdi mdi-light"],
  unicons: ["uil uim uis uit"],
  boxicons: ["bx bxs bxl boxicons"],
  heroicons: ["heroicons heroicons-outline heroicons-solid sidekickicons"],
  ionicons: ["ion famicons"],
  feather: ["feather lucide lucide-lab vadivam at-icons"],
  pepicons: ["pepicons pepicons-pop pepicons-print pepicons-pencil"],
  "icon-park": ["icon-park icon-park-outline icon-park-solid icon-park-twotone"],
  mono: ["mi mono-icons"],
  glyphs: ["glyphs glyphs-poly"],
  fluent: ["fluent fluent-color"],
  streamline: [
    "streamline streamline-ultimate streamline-plump streamline-sharp streamline-flex streamline-freehand streamline-pixel streamline-cyber streamline-block covid",
    "streamline-color streamline-ultimate-color streamline-plump-color streamline-flex-color streamline-sharp-color streamline-cyber-color streamline-freehand-color streamline-kameleon-color streamline-stickies-color",
  ],
  emoji: [
    "noto noto-v1 fxemoji twemoji emojione emojione-monotone fluent-emoji fluent-emoji-flat fluent-emoji-high-contrast streamline-emojis",
  ],
  places: ["pinhead maki temaki osmic roentgen map healthicons medical-icon game-icons"],
  devicon: ["devicon devicon-plain"],
  brands: ["simple-icons thesvg cib"],
  "brand-pictures": ["logos thesvg-color selfhst skill-icons streamline-logos"],
  "file-types": ["vscode-icons material-icon-theme catppuccin file-icons nonicons"],
};
/** @type {Map<string, string>} */
const familyOf = new Map(
  Object.entries(FAMILIES).flatMap(([family, lists]) =>
    lists.flatMap((list) => list.split(" ").map((set) => /** @type {const} */ ([set, family]))),
  ),
);

/** @param {string} set */
export const family = (set) => familyOf.get(set) ?? set;

/** Families that draw subjects rather than user interfaces: they add drawings to a concept, never a concept. */
export const NO_VOCABULARY = new Set(["emoji", "places"]);

/** Of no use here: flags (negatives), spinners, currencies by code, diagram notations; noto aborts the renderer. */
export const UNUSED = new Set(
  (
    "circle-flags flag flagpack cif svg-spinners token token-branded cryptocurrency cryptocurrency-color bpmn " +
    "academicons ginetex geo gcp k8s unjs fluent-emoji glyphs-poly whh foundation fad dinkie-icons memory " +
    "streamline-kameleon-color streamline-stickies-color meteocons flat-ui noto noto-v1"
  ).split(" "),
);
/** Pictures of the reject class. */
export const FLAG_SETS = ["circle-flags", "flag", "flagpack"];

const folder = new URL("./node_modules/@iconify/json/", import.meta.url);
/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

/**
 * @typedef {object} SetInfo
 * @property {string} name
 * @property {number} [total]
 * @property {boolean} [palette] coloured
 * @property {{ name: string, url?: string }} author
 * @property {{ title: string, spdx?: string, url?: string }} licence
 */

/** @returns {Record<string, SetInfo>} every set of the package, allowed or not */
export function allSets() {
  const raw = readJson("collections.json");
  return Object.fromEntries(
    Object.entries(raw).map(([set, { license, ...info }]) => [set, { ...info, licence: license }]),
  );
}

/**
 * @param {SetInfo} info
 * @returns {boolean} whether pictures under these terms may be trained on; unknown terms may not
 */
export function licenceAllowed(info) {
  return info.licence.spdx !== undefined && ALLOWED_LICENCES.has(info.licence.spdx);
}

/**
 * @param {string} set
 * @param {SetInfo} info
 * @throws {Error} when the licence is not on the allowlist
 */
export function assertAllowed(set, info) {
  if (!licenceAllowed(info))
    throw new Error(`${set}: ${info.licence.spdx ?? info.licence.title} is not on the allowlist`);
}

/** The sets to learn from, in a fixed order. */
export function trainingSets() {
  return Object.entries(allSets())
    .filter(([set, info]) => licenceAllowed(info) && !UNUSED.has(set))
    .map(([set]) => set)
    .filter((set) => !TEST_SETS.includes(set) && !DEV_SETS.includes(set));
}

/**
 * @typedef {object} Icon
 * @property {string} set
 * @property {string} name
 * @property {string} body SVG elements
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 */

/**
 * @param {string} set
 * @returns {{ icons: Icon[], styles: { prefixes: string[], suffixes: string[] }, aliases: [string, string][] }}
 * @throws {Error} when the set's own file names a licence that is not allowed
 */
export function loadSet(set) {
  const data = readJson(`json/${set}.json`);
  assertAllowed(set, { ...data.info, licence: data.info.license });
  const icons = Object.entries(data.icons)
    .filter(([, icon]) => !icon.hidden)
    .map(([name, icon]) => ({
      set,
      name,
      body: icon.body,
      left: icon.left ?? data.left ?? 0,
      top: icon.top ?? data.top ?? 0,
      width: icon.width ?? data.width ?? 16,
      height: icon.height ?? data.height ?? 16,
    }));
  const keys = (/** @type {object | undefined} */ o) =>
    Object.keys(o ?? {})
      .filter(Boolean)
      .sort((a, b) => b.length - a.length);
  return {
    icons,
    styles: { prefixes: keys(data.prefixes), suffixes: keys(data.suffixes) },
    aliases: Object.entries(data.aliases ?? {})
      .filter(([, alias]) => !alias.rotate && !alias.hFlip && !alias.vFlip)
      .map(([name, alias]) => [name, alias.parent]),
  };
}
