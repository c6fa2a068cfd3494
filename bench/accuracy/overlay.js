// @ts-check
/**
 * node bench/accuracy/overlay.js SET_FOLDER OUT [FRAME ...] [--found FILE]: draws the truth of a set over its
 * pictures, one colour a class, unknown areas hatched; with the result file of a run, what was found (green),
 * missed (red) and false (magenta) instead. `--crop L,T,R,B` and `--zoom N` cut out and enlarge.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {{box: Box, colour: string, text?: string, dashed?: boolean, fill?: boolean}} Drawn */

/** @type {Readonly<Record<string, string>>} */
const COLOURS = {
  button: "#e6194b",
  link: "#4363d8",
  textbox: "#3cb44b",
  combobox: "#f58231",
  spinbutton: "#911eb4",
  checkbox: "#00a0c0",
  radio: "#008080",
  switch: "#b8860b",
  slider: "#808000",
  tab: "#f032e6",
  menuitem: "#9a6324",
  listitem: "#5c5cff",
  treeitem: "#2e8b57",
  row: "#c71585",
  columnheader: "#708090",
};
const FOUND = "#00b050";
const MISSED = "#ff0000";
const FALSE = "#ff00ff";

/** @param {string} text */
const escaped = (text) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {readonly Drawn[]} drawn @param {Box} area @param {number} zoom */
function svg(drawn, area, zoom) {
  const [l, t, r, b] = area;
  const body = drawn
    .map(({ box, colour, text, dashed, fill }) => {
      const [x, y] = [(box[0] - l) * zoom, (box[1] - t) * zoom];
      const rect = `<rect x="${x + 0.5}" y="${y + 0.5}" width="${Math.max(1, (box[2] - box[0]) * zoom - 1)}" height="${Math.max(1, (box[3] - box[1]) * zoom - 1)}" fill="${colour}" fill-opacity="${fill ? 0.25 : 0}" stroke="${colour}" stroke-width="1"${dashed ? ' stroke-dasharray="3 2"' : ""}/>`;
      const label = text
        ? `<text x="${x + 1}" y="${y + 9}" font-size="9" font-family="DejaVu Sans" fill="${colour}" stroke="#fff" stroke-width="2" paint-order="stroke">${escaped(text)}</text>`
        : "";
      return rect + label;
    })
    .join("");
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(r - l) * zoom}" height="${(b - t) * zoom}">${body}</svg>`,
  );
}

/**
 * @param {string} picture file @param {readonly Drawn[]} drawn @param {string} to file
 * @param {{crop?: Box, zoom?: number}} [options]
 */
export async function drawOver(picture, drawn, to, { crop, zoom = 1 } = {}) {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  /** @type {Box} */
  const area = crop ?? [0, 0, width, height];
  const [l, t, r, b] = area;
  let base = sharp(picture).extract({ left: l, top: t, width: r - l, height: b - t });
  if (zoom !== 1)
    base = sharp(await base.png().toBuffer()).resize((r - l) * zoom, (b - t) * zoom, { kernel: "nearest" });
  await sharp(await base.png().toBuffer())
    .composite([{ input: svg(drawn, area, zoom), left: 0, top: 0 }])
    .png()
    .toFile(to);
}

/** @param {import("./sets.js").Truth} truth @returns {Drawn[]} */
export function truthDrawing(truth) {
  return [
    ...truth.ignore.map((box) => ({ box, colour: "#000000", fill: true, dashed: true })),
    ...truth.elements.flatMap((e) => [
      { box: e.box, colour: COLOURS[e.role] ?? "#000", text: label(e) },
      ...(e.click ? [{ box: e.click, colour: COLOURS[e.role] ?? "#000", dashed: true }] : []),
    ]),
  ];
}

/** @param {import("./truth.js").Element} e */
function label(e) {
  const states = Object.entries(e.states)
    .filter(([, on]) => on)
    .map(([name]) => name[0])
    .join("");
  return `${e.role.slice(0, 3)}${states ? `:${states}` : ""}${e.iconOnly ? "*" : ""}`;
}

/** @param {{matched: Box[], missed: Box[], extra: Box[]}} outcome @returns {Drawn[]} */
export const outcomeDrawing = ({ matched, missed, extra }) => [
  ...matched.map((box) => ({ box, colour: FOUND })),
  ...extra.map((box) => ({ box, colour: FALSE, dashed: true })),
  ...missed.map((box) => ({ box, colour: MISSED, fill: true })),
];

async function main() {
  const args = process.argv.slice(2);
  const option = (/** @type {string} */ name) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const found = option("--found");
  const crop = option("--crop")?.split(",").map(Number);
  const zoom = Number(option("--zoom") ?? 1);
  const [folder, out, ...only] = args;
  if (!folder || !out) {
    process.stderr.write(
      "usage: overlay.js SET_FOLDER OUT [FRAME ...] [--found FILE] [--crop L,T,R,B] [--zoom N]\n",
    );
    process.exit(2);
  }
  mkdirSync(out, { recursive: true });
  const { readTruth } = await import("./sets.js");
  const outcomes = found ? JSON.parse(readFileSync(found, "utf8")).frames : undefined;
  for (const truth of readTruth(folder)) {
    if (only.length > 0 && !only.some((o) => truth.frame.includes(o))) continue;
    const outcome = outcomes?.find((/** @type {{frame: string}} */ f) => f.frame === truth.frame);
    if (outcomes && !outcome) continue;
    const drawn = outcome ? outcomeDrawing(outcome) : truthDrawing(truth);
    const to = join(out, basename(truth.frame).replace(/\.\w+$/, ".png"));
    await drawOver(join(folder, truth.frame), drawn, to, {
      ...(crop ? { crop: /** @type {Box} */ (/** @type {unknown} */ (crop)) } : {}),
      zoom,
    });
    console.log(to);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
