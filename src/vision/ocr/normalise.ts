/**
 * A text segment as the recogniser wants it: contrast against the background instead of colours, so that
 * themes do not matter, scaled to one text height.
 */
import type { PixelArea } from "./luma.js";

export interface RgbPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** One channel, `height` = LINE_HEIGHT, values 0 to 1. */
export interface NormalisedLine {
  readonly data: Float32Array;
  readonly width: number;
}

export const LINE_HEIGHT = 24;
/** Text of the segment's height fills this many of the rows; small text is enlarged at most MAX_SCALE. */
const TEXT_HEIGHT = 17;
const MAX_SCALE = 1.7;
/** Source pixels kept left and right of the segment. */
export const SIDE_MARGIN = 3;
const MIN_WIDTH = 8;
/** Below this scale several source pixels fall on one: they are averaged instead of interpolated. */
const AREA_BELOW = 0.75;
/** Full contrast is what 1 % of the segment's pixels reach, but never less than this (of 255): noise. */
const STRONG_SHARE = 0.01;
const MIN_CONTRAST = 12;
/** The background is looked for in the segment and this many pixels around it. */
const BACKGROUND_RIM = 2;

/** Where the line's samples come from: scale and continuous origin, and the whole pixels that are read. */
interface SourceWindow extends PixelArea {
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  readonly lineWidth: number;
}

/** The pixels that a segment's reading depends on, clipped to the picture. */
export function sourceWindow(segment: PixelArea, picture: RgbPicture): SourceWindow {
  const scale = Math.min(TEXT_HEIGHT / segment.height, MAX_SCALE);
  const originX = segment.x - SIDE_MARGIN;
  const end = segment.x + segment.width + SIDE_MARGIN;
  const rows = LINE_HEIGHT / scale;
  const originY = segment.y + segment.height / 2 - rows / 2;
  const x = Math.max(0, originX - 1);
  const y = Math.max(0, Math.floor(originY) - 1);
  return {
    scale,
    originX,
    originY,
    lineWidth: Math.max(MIN_WIDTH, Math.round((end - originX) * scale)),
    x,
    y,
    width: Math.min(picture.width, end + 2) - x,
    height: Math.min(picture.height, Math.ceil(originY + rows) + 2) - y,
  };
}

export function normaliseLine(picture: RgbPicture, segment: PixelArea): NormalisedLine {
  const window = sourceWindow(segment, picture);
  const { contrast, full } = contrastMap(picture, segment, window);
  const data = new Float32Array(LINE_HEIGHT * window.lineWidth);
  const resample = window.scale >= AREA_BELOW ? interpolate : average;
  resample(contrast, window, 1 / full, data);
  return { data, width: window.lineWidth };
}

/**
 * Largest channel difference from the background for each pixel of the window, and the difference that
 * counts as full contrast.
 */
function contrastMap(
  picture: RgbPicture,
  segment: PixelArea,
  window: SourceWindow,
): { contrast: Float32Array; full: number } {
  const { pixels, width } = picture;
  const [red, green, blue] = backgroundOf(picture, segment);
  const contrast = new Float32Array(window.width * window.height);
  const histogram = new Uint32Array(256);
  const left = segment.x - window.x;
  const top = segment.y - window.y;
  let to = 0;
  for (let y = 0; y < window.height; y++) {
    const inRows = y >= top && y < top + segment.height;
    let from = ((window.y + y) * width + window.x) * 3;
    for (let x = 0; x < window.width; x++, from += 3, to++) {
      const r = Math.abs(pixels[from]! - red);
      const g = Math.abs(pixels[from + 1]! - green);
      const b = Math.abs(pixels[from + 2]! - blue);
      const value = Math.max(r, g, b);
      contrast[to] = value;
      if (inRows && x >= left && x < left + segment.width) histogram[value]!++;
    }
  }
  const strong = segment.width * segment.height * STRONG_SHARE;
  let full = 255;
  for (let seen = 0; full > 1; full--) {
    seen += histogram[full]!;
    if (seen >= strong) break;
  }
  return { contrast, full: Math.max(MIN_CONTRAST, full) };
}

/** Channel value to one of eight bins, rounded: a gradient's neighbouring shades share a bin. */
const BIN = Uint8Array.from({ length: 256 }, (_, value) => Math.min(7, (value + 16) >> 5));

/** Mean colour of the fullest colour bin. A plain mode fails on gradients. */
function backgroundOf({ pixels, width, height }: RgbPicture, segment: PixelArea): [number, number, number] {
  const left = Math.max(0, segment.x - BACKGROUND_RIM);
  const right = Math.min(width, segment.x + segment.width + BACKGROUND_RIM);
  const top = Math.max(0, segment.y - BACKGROUND_RIM);
  const bottom = Math.min(height, segment.y + segment.height + BACKGROUND_RIM);
  const counts = new Uint32Array(512);
  let fullest = 0;
  let most = 0;
  for (let y = top; y < bottom; y++) {
    let at = (y * width + left) * 3;
    for (let x = left; x < right; x++, at += 3) {
      const bin = binOf(pixels, at);
      const count = ++counts[bin]!;
      if (count > most) {
        most = count;
        fullest = bin;
      }
    }
  }
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++) {
    let at = (y * width + left) * 3;
    for (let x = left; x < right; x++, at += 3) {
      if (binOf(pixels, at) !== fullest) continue;
      red += pixels[at]!;
      green += pixels[at + 1]!;
      blue += pixels[at + 2]!;
    }
  }
  return [Math.round(red / most), Math.round(green / most), Math.round(blue / most)];
}

const binOf = (pixels: Uint8Array, at: number): number =>
  (BIN[pixels[at]!]! << 6) | (BIN[pixels[at + 1]!]! << 3) | BIN[pixels[at + 2]!]!;

type Resample = (contrast: Float32Array, window: SourceWindow, gain: number, into: Float32Array) => void;

/** Bilinear, clamped at the window's edge. */
const interpolate: Resample = (contrast, window, gain, into) => {
  const { width, height, lineWidth } = window;
  const step = 1 / window.scale;
  for (let y = 0; y < LINE_HEIGHT; y++) {
    const sourceY = clamp((y + 0.5) * step - 0.5 + window.originY - window.y, height - 1);
    const y0 = Math.floor(sourceY);
    const upper = y0 * width;
    const lower = Math.min(y0 + 1, height - 1) * width;
    const shareY = sourceY - y0;
    for (let x = 0; x < lineWidth; x++) {
      const sourceX = clamp((x + 0.5) * step - 0.5 + window.originX - window.x, width - 1);
      const x0 = Math.floor(sourceX);
      const x1 = Math.min(x0 + 1, width - 1);
      const shareX = sourceX - x0;
      const above = contrast[upper + x0]! * (1 - shareX) + contrast[upper + x1]! * shareX;
      const below = contrast[lower + x0]! * (1 - shareX) + contrast[lower + x1]! * shareX;
      into[y * lineWidth + x] = Math.min(1, (above * (1 - shareY) + below * shareY) * gain);
    }
  }
};

/** Mean of the source pixels under each sample; 0 outside the window. */
const average: Resample = (contrast, window, gain, into) => {
  const { width, height, lineWidth } = window;
  const step = 1 / window.scale;
  for (let y = 0; y < LINE_HEIGHT; y++) {
    const top = Math.max(0, Math.floor(y * step + window.originY - window.y));
    const bottom = Math.min(
      height,
      Math.max(top + 1, Math.round((y + 1) * step + window.originY - window.y)),
    );
    for (let x = 0; x < lineWidth; x++) {
      const left = Math.max(0, Math.floor(x * step + window.originX - window.x));
      const right = Math.min(
        width,
        Math.max(left + 1, Math.round((x + 1) * step + window.originX - window.x)),
      );
      let sum = 0;
      for (let sy = top; sy < bottom; sy++)
        for (let sx = left; sx < right; sx++) sum += contrast[sy * width + sx]!;
      const n = Math.max(0, bottom - top) * Math.max(0, right - left);
      into[y * lineWidth + x] = n > 0 ? Math.min(1, (sum / n) * gain) : 0;
    }
  }
};

const clamp = (value: number, high: number): number => Math.min(Math.max(value, 0), high);
