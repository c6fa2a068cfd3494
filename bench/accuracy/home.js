// @ts-check
/** The files of a scene's home directory, so that file managers and editors have something to show. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

const NOTES = `Meeting notes

Ask Marta about the invoice of 14 March.
Ring the hotel and confirm two rooms.

The second draft is due on Thursday; send it to the printer by noon,
and keep a copy for the archive. Colours: teal, ochre, slate.
`;
const CODE = `#include <stdio.h>

/* Prints the first n squares. */
int main(void)
{
    for (int i = 1; i <= 12; i++) {
        printf("%d squared is %d\\n", i, i * i);
    }
    return 0;
}
`;

/** Names with their contents; a folder has none. @type {readonly (readonly [string, string?])[]} */
const FILES = [
  ["Desktop"],
  ["Desktop/Projects"],
  ["Desktop/letter.txt", NOTES],
  ["Desktop/plan.md", "# Plan\n"],
  ["Documents"],
  ["Documents/Reports"],
  ["Documents/Letters"],
  ["Documents/budget.csv", "month,income,costs\nJan,2100,1800\nFeb,2150,1930\n"],
  ["Documents/travel plan.txt", NOTES],
  ["Documents/thesis outline.md", "# Outline\n\n1. Introduction\n2. Method\n"],
  ["Downloads"],
  ["Downloads/archive.tar", "tar"],
  ["Music"],
  ["Pictures"],
  ["Public"],
  ["Templates"],
  ["Videos"],
  ["notes.txt", NOTES],
  ["squares.c", CODE],
  ["todo.txt", "buy bread\nwater the plants\nrepair the lamp\n"],
  ["readme.md", "# Garden\n\nA list of seeds and their months.\n"],
];

/** @param {string} home */
export function fillHome(home) {
  for (const [name, text] of FILES) {
    if (text === undefined) mkdirSync(join(home, name), { recursive: true });
    else writeFileSync(join(home, name), text);
  }
  for (let i = 1; i <= 6; i++) writeFileSync(join(home, `Pictures/view ${i}.png`), png(320, 220, i));
  writeFileSync(join(home, "cover.png"), png(640, 440, 9));
  writeFileSync(join(home, "paper.pdf"), pdf());
}

/** A picture of coloured rings. @param {number} width @param {number} height @param {number} seed */
function png(width, height, seed) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const r = Math.hypot(x - width / (1 + (seed % 3)), y - height / 2);
      const at = y * (1 + 3 * width) + 1 + 3 * x;
      for (let c = 0; c < 3; c++) rows[at + c] = 128 + 120 * Math.sin(r / (9 + 4 * seed) + c * seed);
    }
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), out.length - 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    magic,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** CRC-32 of the PNG specification (polynomial 0xEDB88320). @param {Buffer} data */
function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A document of three pages with a heading each. */
function pdf() {
  const texts = ["Report of the season", "Measurements", "Appendix"];
  /** @type {string[]} */
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${texts.map((_, i) => `${4 + 2 * i} 0 R`).join(" ")}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  for (const [i, text] of texts.entries()) {
    const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj 0 -40 Td /F1 12 Tf (Nine rows of seeds were sown in April.) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  let out = "%PDF-1.4\n";
  const offsets = objects.map((body, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((o) => `${String(o).padStart(10, "0")} 00000 n \n`).join("");
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`;
  return Buffer.from(out, "latin1");
}
