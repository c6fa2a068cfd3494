// @ts-check
/**
 * Draws the icons once at 64 pixels, for the trainer to draw crops from:
 *
 *   node render.js DATA
 *
 * writes to DATA: `masks.u8` (n x 64 x 64 opacity of monochrome icons), `pictures.u8` (n x 64 x 64 x 4 RGBA of
 * coloured ones), `strips.u8` (n x 64 x 512 opacity of text lines), and `icons.json`, which tells of each what it is.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { conceptOf } from "./concepts.js";
import { allSets, DEV_SETS, FLAG_SETS, loadSet, TEST_SETS, trainingSets } from "./sets.js";
import { GLYPHS, textLines } from "./text.js";
import { vocabulary } from "./vocabulary.js";

const SIDE = 64;
const STRIP = 512;
/** Drawings of one concept kept from one set; sets with many styles draw the same shape again and again. */
const PER_SET = 4;
/** Fewer opaque pixels than this are an empty drawing. */
const LEAST_INK = 24;
const FLAGS_PER_SET = 150;

/** A small generator (mulberry32), so that the choice depends on the seed alone. @param {number} seed */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {string} svg @param {string[]} [fonts] */
function draw(svg, fonts = []) {
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: fonts } }).render().pixels;
}

/** @param {import("./sets.js").Icon} icon */
function drawIcon({ left, top, width, height, body }) {
  const side = Math.max(width, height);
  const box = `${left - (side - width) / 2} ${top - (side - height) / 2} ${side} ${side}`;
  return draw(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}" width="${SIDE}" height="${SIDE}" color="#000">${body}</svg>`,
  );
}

/** @param {Uint8Array} rgba */
function opacity(rgba) {
  const mask = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < mask.length; i++) mask[i] = rgba[i * 4 + 3] ?? 0;
  return mask;
}

/** @param {Uint8Array} rgba */
const hasInk = (rgba) => opacity(rgba).filter((v) => v > 127).length >= LEAST_INK;

/** @returns {string[]} font files for upright Latin text, in a fixed order */
function fontFiles() {
  const listed = execFileSync("fc-list", [":lang=en", "--format", "%{file}\n"], { encoding: "utf8" });
  return [...new Set(listed.split("\n").filter((file) => /\.(ttf|otf)$/.test(file)))].sort();
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** No font has it: what is drawn for it stands for every missing glyph. */
const NO_CHARACTER = "\u{10fffe}";

/** @param {string} glyph @param {string} font a file */
function drawGlyph(glyph, font) {
  return draw(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><text x="32" y="50" text-anchor="middle" font-size="56">${escaped(glyph)}</text></svg>`,
    [font],
  );
}

/** @param {string} folder */
function main(folder) {
  mkdirSync(folder, { recursive: true });
  const concepts = vocabulary();
  const indexOf = new Map(concepts.map(({ key }, i) => [key, i]));
  const next = random(1);
  const files = {
    masks: openSync(path.join(folder, "masks.u8"), "w"),
    pictures: openSync(path.join(folder, "pictures.u8"), "w"),
    strips: openSync(path.join(folder, "strips.u8"), "w"),
  };
  /** @type {{ masks: unknown[], pictures: unknown[] }} rows [concept or -1 for the reject class, set, name, split] */
  const rows = { masks: [], pictures: [] };
  let failed = 0;

  const info = allSets();
  const splits = /** @type {const} */ ([
    ...trainingSets().map((set) => [set, "train"]),
    ...DEV_SETS.map((set) => [set, "dev"]),
    ...TEST_SETS.map((set) => [set, "test"]),
  ]);
  for (const [set, split] of splits) {
    const { icons, styles } = loadSet(set);
    const coloured = info[set]?.palette === true;
    /** @type {Map<number, import("./sets.js").Icon[]>} */
    const wanted = new Map();
    for (const icon of icons) {
      const concept = indexOf.get(conceptOf(icon.name, styles));
      if (concept !== undefined) wanted.set(concept, [...(wanted.get(concept) ?? []), icon]);
    }
    for (const [concept, list] of wanted) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [list[i], list[j]] = [/** @type {any} */ (list[j]), /** @type {any} */ (list[i])];
      }
      for (const icon of list.slice(0, PER_SET)) {
        try {
          const rgba = drawIcon(icon);
          if (!hasInk(rgba)) throw new Error("empty");
          writeSync(coloured ? files.pictures : files.masks, coloured ? rgba : opacity(rgba));
          (coloured ? rows.pictures : rows.masks).push([concept, set, icon.name, split]);
        } catch {
          failed++;
        }
      }
    }
    console.log(set, split, rows.masks.length, rows.pictures.length);
  }

  for (const set of FLAG_SETS)
    for (const icon of loadSet(set).icons.filter(() => next() < 0.5).slice(0, FLAGS_PER_SET)) {
      writeSync(files.pictures, drawIcon(icon));
      rows.pictures.push([-1, set, icon.name, "train"]);
    }

  const fonts = fontFiles();
  let strips = 0;
  for (const file of fonts) {
    try {
      const missing = opacity(drawGlyph(NO_CHARACTER, file)).join();
      for (const line of textLines(next, 3)) {
        const rgba = draw(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${STRIP}" height="${SIDE}"><text x="4" y="46" font-size="${38 + next() * 12}">${escaped(line)}</text></svg>`,
          [file],
        );
        if (!hasInk(rgba)) break;
        writeSync(files.strips, opacity(rgba));
        strips++;
      }
      for (const [concept, glyphs] of Object.entries(GLYPHS)) {
        const index = concepts.findIndex(({ name }) => name === concept);
        if (index < 0 || next() > 0.25) continue;
        const glyph = [...glyphs][Math.floor(next() * [...glyphs].length)] ?? "";
        const rgba = drawGlyph(glyph, file);
        if (!hasInk(rgba) || opacity(rgba).join() === missing) continue;
        writeSync(files.masks, opacity(rgba));
        rows.masks.push([index, "text", `${path.basename(file)} ${glyph}`, "train"]);
      }
    } catch {
      failed++;
    }
  }

  writeFileSync(
    path.join(folder, "icons.json"),
    JSON.stringify({
      concepts: concepts.map(({ name }) => name),
      synonyms: concepts.map(({ synonyms }) => synonyms),
      ...rows,
      strips,
    }),
  );
  console.log(
    `${concepts.length} concepts, ${rows.masks.length} masks, ${rows.pictures.length} pictures, ${strips} strips, ${failed} failed`,
  );
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node render.js DATA");
main(folder);
