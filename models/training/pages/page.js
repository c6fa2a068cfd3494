// @ts-check
/** One random screen: size, kit, icon set and contents follow from the seed. */
import { PAGES } from "./apps.js";
import { bundleUrl } from "./bundle.js";
import { document } from "./documents.js";
import { canvasScreen } from "./canvas.js";
import { componentKits } from "./component-kits.js";
import { cssKits } from "./css-kits.js";
import { desktop, game, maximised, popups } from "./desktop.js";
import { MONOCHROME_SETS } from "./icons.js";
import { Kit } from "./kit.js";
import { negative } from "./negatives.js";
import { phone } from "./phone.js";
import { Rng } from "./rng.js";
import { scene } from "./scenes.js";
import { HELD_OUT, ofSplit } from "./split.js";
import { Widgets } from "./widgets.js";

/** @typedef {import("./split.js").Split} Split */

const OWN = new Kit({ name: "own", own: true });
const KITS = [...cssKits(), ...componentKits()];

/** CSS width, CSS height and picture pixels per CSS pixel, by weight. */
const SIZES = /** @type {readonly (readonly [number, readonly [number, number, number]])[]} */ ([
  [26, [1920, 1080, 1]],
  [8, [1280, 720, 1.5]],
  [8, [1536, 864, 1.25]],
  [10, [1280, 800, 1]],
  [9, [1366, 768, 1]],
  [8, [1440, 900, 1]],
  [5, [1024, 768, 1]],
  [3, [800, 600, 1]],
  [4, [2560, 1440, 1]],
  [1, [3840, 2160, 1]],
  [3, [1280, 800, 2]],
  [1, [1920, 1080, 2]],
  [1, [1280, 720, 3]],
  [5, [390, 844, 2]],
  [2, [412, 915, 2]],
  [2, [360, 780, 3]],
]);

const NAMES = {
  train: ofSplit(
    KITS.map((kit) => kit.name),
    HELD_OUT.kits,
    "train",
  ),
  test: ofSplit(
    KITS.map((kit) => kit.name),
    HELD_OUT.kits,
    "test",
  ),
};

/** @param {Rng} random @param {Split} split */
function pickKit(random, split) {
  if (random.chance(split === "test" ? 0.3 : 0.4)) return OWN;
  const kits = KITS.filter((kit) => NAMES[split].includes(kit.name));
  const components = kits.filter((kit) => kit.bundle);
  if (components.length && random.chance(0.45)) return random.pick(components);
  // Bootswatch is one kit in two dozen colours and must not crowd out the others.
  const few = kits.filter((kit) => !kit.name.startsWith("bootswatch-"));
  return random.pick(random.chance(0.25) ? kits : few);
}

/** @param {Widgets} w @param {string} kind one kind alone, or any @returns {[string, string]} kind and HTML of a screen */
function pickScreen(w, kind) {
  if (kind === "document") return [kind, `<div class="g-page">${document(w)}</div>`];
  if (w.narrow && w.random.chance(0.9)) return ["phone", phone(w)];
  return w.random.weighted(
    /** @type {[number, () => [string, string]][]} */ ([
      [16, () => ["document", `<div class="g-page">${document(w)}</div>`]],
      [26, () => ["page", `<div class="g-page">${w.random.weighted(PAGES)(w)}</div>`]],
      [28, () => ["desktop", desktop(w)]],
      [17, () => ["maximised", maximised(w)]],
      [5, () => ["game", game(w)]],
      [6, () => ["canvas", canvasScreen(w)]],
      [7, () => ["scene", scene(w)]],
      [7, () => ["negative", negative(w)]],
    ]),
  )();
}

/**
 * A screen as HTML, with what is known of it.
 * @param {number} seed @param {Split} split @param {string} [only] name of a kit, to look at that one
 * @param {string} [kindOnly] "document", for more of these
 */
export function makePage(seed, split, only = "", kindOnly = "") {
  const random = new Rng(seed);
  const [width, height, scale] = random.weighted(SIZES);
  const kit = KITS.find((one) => one.name === only) ?? pickKit(random, split);
  const set = random.pick(ofSplit(MONOCHROME_SETS, HELD_OUT.iconSets, split));
  const w = new Widgets(random, kit, set, width, height);
  const [kind, body] = pickScreen(w, kindOnly);
  const sheets = [...kit.css];
  let scripts = "";
  if (kit.bundle) {
    const { script, style } = bundleUrl(kit.bundle);
    if (style) sheets.push(style);
    scripts = `<script>window.kitOptions=${JSON.stringify(w.theme.options(random))}</script><script src="${script}"></script>`;
  }
  const links = sheets.map((url) => `<link rel="stylesheet" href="${url}">`).join("");
  const html = `<!doctype html><html ${kit.htmlAttributes}><head><meta charset="utf-8">${links}<style>${w.theme.css}</style></head><body class="${kit.bodyClass}">${body}${kind === "negative" && random.chance(0.7) ? "" : popups(w)}${scripts}</body></html>`;
  const theme = `${kit.name}${w.theme.dark ? "-dark" : ""}${w.theme.contrast ? "-contrast" : ""}`;
  return { html, width, height, scale, theme, kind, kit: kit.name, iconSet: set };
}
