// @ts-check
/**
 * A window without any toolkit: pixels that the test chooses, and every button press it receives. Text is
 * drawn by Pango, as applications do, so that it can be read by OCR.
 */
import sharp from "sharp";
import { ATOM, EVENT_MASK } from "./xclient.js";

const EVENT_NAMES = /** @type {Record<number, string>} */ ({
  2: "key-press",
  3: "key-release",
  4: "press",
  5: "release",
  7: "enter",
  22: "configure",
});

/** @param {string} text */
const escapeXml = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * @param {import("./index.js").RawItem} item
 * @returns {string}
 */
function drawItem(item) {
  const { x, y, width, height, fill, text, color = "#111111", size = 15, outline, align = "center" } = item;
  const box =
    fill || outline
      ? `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="3" ` +
        `fill="${fill ?? "none"}" stroke="${outline ?? "none"}"/>`
      : "";
  if (!text) return box;
  const left = align === "left" ? x + 6 : x + width / 2;
  return (
    `${box}<text x="${left}" y="${y + height / 2 + size * 0.36}" font-family="DejaVu Sans" font-size="${size}" ` +
    `text-anchor="${align === "left" ? "start" : "middle"}" fill="${color}">${escapeXml(text)}</text>`
  );
}

/**
 * @param {{width: number, height: number, background?: string, items?: readonly import("./index.js").RawItem[]}} spec
 * @returns {Promise<Buffer>} BGRX
 */
async function render(spec) {
  const { width, height, background = "#e8e8e8", items = [] } = spec;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${background}"/>${items.map(drawItem).join("")}</svg>`;
  const rgb = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const bgrx = Buffer.alloc(4 * width * height);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    bgrx[to] = rgb[from + 2] ?? 0;
    bgrx[to + 1] = rgb[from + 1] ?? 0;
    bgrx[to + 2] = rgb[from] ?? 0;
  }
  return bgrx;
}

export class RawWindow {
  /** @param {import("./xclient.js").XClient} x @param {number} id @param {import("./index.js").RawWindowSpec} spec */
  constructor(x, id, spec) {
    this.x = x;
    this.id = id;
    this.spec = spec;
  }

  /**
   * @param {import("./xclient.js").XClient} x @param {import("./index.js").RawWindowSpec} spec
   * @param {(event: import("./index.js").RawEvent) => void} report
   * @returns {Promise<RawWindow>}
   */
  static async open(x, spec, report) {
    const all = Object.values(EVENT_MASK).reduce((sum, bit) => sum | bit, 0);
    const id = x.createWindow({ ...spec, events: spec.clickThrough ? 0 : all });
    const window = new RawWindow(x, id, spec);
    if (spec.pid !== false) await x.setProperty(id, "_NET_WM_PID", ATOM.CARDINAL, [process.pid]);
    await window.#describe();
    if (!spec.inputOnly) x.paint(id, { ...spec, bgrx: await render(spec) });
    x.on("event", ({ type, data }) => {
      const name = EVENT_NAMES[type];
      // The event window is at offset 4 of StructureNotify events and at 12 of pointer and key events.
      if (!name || data.readUInt32LE(name === "configure" ? 4 : 12) !== id) return;
      if (name === "configure") {
        report({ event: "configure", width: data.readUInt16LE(20), height: data.readUInt16LE(22) });
        return;
      }
      report({
        event: name,
        button: data[1] ?? 0,
        x: data.readInt16LE(24),
        y: data.readInt16LE(26),
        rootX: data.readInt16LE(20),
        rootY: data.readInt16LE(22),
        state: data.readUInt16LE(28),
        synthetic: ((data[0] ?? 0) & 0x80) !== 0,
      });
    });
    x.map(id);
    await x.sync();
    return window;
  }

  async #describe() {
    const { x, id, spec } = this;
    const title = spec.title ?? "raw window";
    await x.setProperty(id, "_NET_WM_NAME", await x.atom("UTF8_STRING"), title);
    await x.setProperty(id, "WM_NAME", ATOM.STRING, title);
    await x.setProperty(id, "WM_CLASS", ATOM.STRING, "groundmark-raw\0Groundmark-raw\0");
    // USPosition, USSize and PPosition: the window manager leaves the window where it was put.
    const hints = Array(18).fill(0);
    hints[0] = 1 | 2 | 4;
    [hints[1], hints[2], hints[3], hints[4]] = [spec.x, spec.y, spec.width, spec.height];
    await x.setProperty(id, "WM_NORMAL_HINTS", await x.atom("WM_SIZE_HINTS"), hints);
    if (spec.opacity !== undefined) {
      const opacity = Math.round(spec.opacity * 0xffffffff);
      await x.setProperty(id, "_NET_WM_WINDOW_OPACITY", ATOM.CARDINAL, [opacity]);
    }
  }

  /**
   * Changes what is shown, its title or its place; settles when the server has done it.
   * @param {Partial<import("./index.js").RawWindowSpec>} change
   */
  async update(change) {
    this.spec = { ...this.spec, ...change };
    if (change.title !== undefined) await this.#describe();
    const { x, y, width, height } = change;
    if (x !== undefined || y !== undefined || width !== undefined || height !== undefined) {
      this.x.configure(this.id, JSON.parse(JSON.stringify({ x, y, width, height })));
    }
    if (!this.spec.inputOnly && (change.items || change.background || width || height)) {
      this.x.paint(this.id, { ...this.spec, bgrx: await render(this.spec) });
    }
    await this.x.sync();
  }

  /** @param {"above" | "below"} stack */
  async restack(stack) {
    this.x.configure(this.id, { stack });
    await this.x.sync();
  }

  /** @param {boolean} shown */
  async show(shown) {
    if (shown) this.x.map(this.id);
    else this.x.unmap(this.id);
    await this.x.sync();
  }
}
