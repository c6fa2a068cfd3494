// @ts-check
/**
 * Draws the truth over frames, to be looked at: node draw.js TRUTH.jsonl OUT.png [first] [number] [columns] [width]
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

const COLOURS = {
  button: "#f00",
  link: "#00f",
  textbox: "#0b0",
  combobox: "#0dd",
  spinbutton: "#080",
  checkbox: "#f0f",
  radio: "#a0a",
  switch: "#60f",
  slider: "#dd0",
  tab: "#f80",
  menuitem: "#8a0",
  listitem: "#a60",
  treeitem: "#068",
  row: "#f69",
  columnheader: "#888",
};

const [file = "", out = "truth.png", first = "0", number = "4", columns = "2", width = "1000"] =
  process.argv.slice(2);
const records = readFileSync(file, "utf8")
  .split("\n")
  .filter(Boolean)
  .slice(Number(first), Number(first) + Number(number))
  .map((line) => JSON.parse(line));
const tiles = [];
for (const record of records) {
  const stroke = Math.max(1, Math.round(record.width / Number(width)));
  const rect = (/** @type {number[]} */ [l = 0, t = 0, r = 0, b = 0], /** @type {string} */ look) =>
    `<rect x="${l}" y="${t}" width="${r - l}" height="${b - t}" ${look}/>`;
  const marks = record.elements.map((/** @type {import("./extract.js").Mark} */ mark) => {
    const colour = /** @type {Record<string, string>} */ (COLOURS)[mark.role];
    const on = mark.states.checked || mark.states.selected || mark.states.expanded;
    const dash = mark.states.disabled ? `stroke-dasharray="${4 * stroke} ${3 * stroke}"` : "";
    const look = `fill="${on ? colour : "none"}" fill-opacity="0.2" stroke="${colour}" stroke-width="${stroke}" ${dash}`;
    const click = mark.click ? rect(mark.click, `fill="none" stroke="#000" stroke-width="${stroke}"`) : "";
    return rect(mark.box, look) + click;
  });
  const hidden = record.ignore.map((/** @type {number[]} */ box) =>
    rect(box, 'fill="#f00" fill-opacity="0.35"'),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${record.width}" height="${record.height}">${marks.join("")}${hidden.join("")}</svg>`;
  const drawn = await sharp(path.join(path.dirname(file), record.frame))
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  tiles.push(
    await sharp(drawn)
      .resize({
        width: Number(width),
        height: Math.round(Number(width) * 0.6),
        fit: "contain",
        position: "left top",
      })
      .png()
      .toBuffer(),
  );
  console.log(
    record.frame,
    record.width,
    record.height,
    record.scale,
    record.theme,
    record.kind,
    record.elements.length,
  );
}
const wide = Number(columns);
const tall = Math.round(Number(width) * 0.6);
await sharp({
  create: {
    width: wide * Number(width),
    height: Math.ceil(tiles.length / wide) * tall,
    channels: 3,
    background: "#333",
  },
})
  .composite(
    tiles.map((input, index) => ({
      input,
      left: (index % wide) * Number(width),
      top: Math.floor(index / wide) * tall,
    })),
  )
  .png()
  .toFile(out);
