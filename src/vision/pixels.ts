import { hash } from "node:crypto";
import type { Frame } from "../capture/port.js";
import { sameRect } from "../geometry/rect.js";
import type { PixelArea } from "./ocr/luma.js";

let scratch = Buffer.alloc(1 << 16);

/**
 * Key of the pixels of an area, independent of where it lies. A cryptographic hash: pixels come from
 * applications, and crafted ones must not be able to borrow the cached reading of others.
 * @param area whole pixels inside the picture
 * @param salt what else the cached result depends on
 */
export function pixelKey(pixels: Uint8Array, pictureWidth: number, area: PixelArea, salt: string): string {
  const rowBytes = area.width * 3;
  const bytes = rowBytes * area.height;
  const what = `${salt}:${area.width}x${area.height}`;
  // Whole rows lie in one piece.
  if (area.width === pictureWidth) {
    const start = area.y * rowBytes;
    return `${what}:${hash("sha256", pixels.subarray(start, start + bytes), "base64")}`;
  }
  if (scratch.length < bytes) scratch = Buffer.alloc(bytes * 2);
  for (let y = 0; y < area.height; y++) {
    const from = ((area.y + y) * pictureWidth + area.x) * 3;
    scratch.set(pixels.subarray(from, from + rowBytes), y * rowBytes);
  }
  return `${what}:${hash("sha256", scratch.subarray(0, bytes), "base64")}`;
}

/**
 * Remembers the result for the last whole picture. It keeps its own copy of the pixels, since a capture
 * backend may reuse a frame's buffer: comparing costs under 1 ms where looking again costs 100.
 */
export class LastPicture<T> {
  private pixels: Buffer | undefined;
  private region: Frame["region"] | undefined;
  private result: T | undefined;

  /** The remembered result when the picture is the same, byte for byte, and lies at the same place. */
  recall(frame: Frame): T | undefined {
    if (!this.pixels || !this.region || !sameRect(this.region, frame.region)) return undefined;
    return this.pixels.equals(viewOf(frame)) ? this.result : undefined;
  }

  remember(frame: Frame, result: T): void {
    const view = viewOf(frame);
    if (this.pixels?.length === view.length) view.copy(this.pixels);
    else this.pixels = Buffer.from(view);
    this.region = frame.region;
    this.result = result;
  }
}

const viewOf = (frame: Frame): Buffer =>
  Buffer.from(frame.pixels.buffer, frame.pixels.byteOffset, frame.pixels.byteLength);
