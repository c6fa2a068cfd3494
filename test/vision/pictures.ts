/** Pictures for the vision tests: drawn here, with known contents. */
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { Frame } from "../../src/capture/port.js";

export const FRAMES = fileURLToPath(new URL("../frames/", import.meta.url));

export function emptyFrame(width: number, height: number, grey = 255, x = 0, y = 0): Frame {
  const pixels = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  pixels.fill(grey);
  return toFrame(pixels, width, height, x, y);
}

export function toFrame(
  pixels: Uint8Array<SharedArrayBuffer>,
  width: number,
  height: number,
  x = 0,
  y = 0,
): Frame {
  const region = { x, y, width, height };
  return { pixels, width, height, region, backend: "image", capturedAt: new Date(0), duration: 0 };
}

export async function loadFrame(file: string): Promise<Frame> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return toFrame(pixels, info.width, info.height);
}

export interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Font size in px. */
  readonly size: number;
  readonly family?: string;
  readonly bold?: boolean;
}

/** Text on one colour, by libvips' Pango. `ink` and `paper` are CSS colours. */
export async function drawPage(
  width: number,
  height: number,
  texts: readonly DrawnText[],
  ink = "#202020",
  paper = "#ffffff",
): Promise<Frame> {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const layers = await Promise.all(
    texts.map(async ({ text, x, y, size, family = "DejaVu Sans", bold = false }) => {
      const image = sharp({
        text: {
          text: `<span foreground="${ink}">${escaped(text)}</span>`,
          font: `${family} ${bold ? "Bold " : ""}${size * 0.75}`,
          rgba: true,
          dpi: 96,
        },
      });
      return { input: await image.png().toBuffer(), left: x, top: y };
    }),
  );
  const { data } = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return toFrame(pixels, width, height);
}

/** An SVG drawing of the given size as a frame. */
export async function drawSvg(
  width: number,
  height: number,
  body: string,
  paper = "#ffffff",
): Promise<Frame> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${body}</svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return toFrame(pixels, width, height);
}
