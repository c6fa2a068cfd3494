import { FRAME_HEIGHT, FRAME_WIDTH } from "../geometry/letterbox.js";
import { intersectionArea, type Rect } from "../geometry/rect.js";
import { DIGIT_HEIGHT, DIGIT_WIDTH, DIGITS } from "./digits.js";

/**
 * The Set-of-Marks picture: outlines first, badges last, drawn straight into the RGB pixels of the
 * 1024x768 frame (a hundred marks take well under a millisecond that way, against 26 ms for an SVG
 * composite, and the bytes do not depend on installed fonts).
 */
export interface OverlayMark {
  readonly id: number;
  /** Frame pixels, clipped to the frame. */
  readonly box: Rect<"frame">;
}

export interface Badge {
  readonly id: number;
  readonly rect: Rect<"frame">;
}

type Colour = readonly [number, number, number];

/** How much drawing there is in a rectangle of the frame. */
export interface InkMap {
  in(r: Rect<"frame">): number;
}

const NO_INK: InkMap = { in: () => 0 };

/** Step between neighbouring pixels, in levels of green, that counts as drawn. */
const INK_STEP = 40;

/**
 * Counts drawn pixels by a summed-area table, so that a question costs four look-ups.
 *
 * @param pixels packed RGB, 1024*768*3 bytes
 */
export function inkMap(pixels: Uint8Array): InkMap {
  const stride = FRAME_WIDTH + 1;
  const sums = new Uint32Array(stride * (FRAME_HEIGHT + 1));
  for (let y = 0; y < FRAME_HEIGHT; y++) {
    let row = 0;
    let i = y * FRAME_WIDTH * 3 + 1;
    for (let x = 0; x < FRAME_WIDTH; x++, i += 3) {
      if (x > 0 && Math.abs(pixels[i]! - pixels[i - 3]!) > INK_STEP) row++;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  const at = (x: number, y: number) =>
    sums[Math.min(FRAME_HEIGHT, Math.max(0, y)) * stride + Math.min(FRAME_WIDTH, Math.max(0, x))]!;
  return {
    in: ({ x, y, width, height }) =>
      at(x + width, y + height) - at(x, y + height) - at(x + width, y) + at(x, y),
  };
}

/** Cost of hiding one drawn pixel: a glyph of a keypad has about twenty. */
const INK_COST = 3;

/** Strong hues that differ in lightness too; neighbours in reading order get different ones. */
const PALETTE: readonly Colour[] = [
  [214, 0, 60],
  [0, 82, 204],
  [0, 122, 61],
  [132, 0, 190],
  [190, 75, 0],
  [0, 118, 140],
];

const PAD_X = 2;
const PAD_Y = 2;
const GAP = 1;

export const badgeSize = (id: number): { width: number; height: number } => {
  const n = String(id).length;
  return { width: n * DIGIT_WIDTH + (n - 1) * GAP + 2 * PAD_X, height: DIGIT_HEIGHT + 2 * PAD_Y };
};

/**
 * Where each badge goes. Places beside the mark and within its own row come first, since a badge above a
 * row points at its neighbour; a place costs what it hides: text most, other badges even more, other
 * marks, then the mark itself. Deterministic: same marks and text give the same places.
 *
 * @param text boxes of readable text, frame pixels
 * @param ink where the picture is drawn on: glyphs that no reader read are worth keeping visible too
 */
export function placeBadges(
  marks: readonly OverlayMark[],
  text: readonly Rect<"frame">[],
  ink: InkMap = NO_INK,
): Badge[] {
  const placed: Badge[] = [];
  for (const mark of [...marks].sort((a, b) => a.id - b.id)) {
    const { width, height } = badgeSize(mark.id);
    const b = mark.box;
    const left = Math.round(b.x);
    const top = Math.round(b.y);
    const right = Math.round(b.x + b.width);
    const bottom = Math.round(b.y + b.height);
    const middle = Math.round(b.y + b.height / 2 - height / 2);
    const options: readonly (readonly [x: number, y: number, base: number])[] = [
      [left - width, middle, 0],
      [right, middle, 10],
      // Across a corner: in a grid of keys the gaps are narrower than a badge.
      [left - (width >> 1), top - (height >> 1), 12],
      [left, middle, 14],
      [right - width, middle, 16],
      [left, top, 18],
      [right - width, top, 20],
      [right - width, bottom - height, 24],
      [left, top - height, 30],
      [right - width, top - height, 34],
      [left, bottom, 38],
      [right - width, bottom, 42],
      [left - width, top - height, 46],
      [right, bottom, 50],
    ];
    let best: { rect: Rect<"frame">; cost: number } | undefined;
    for (const [ox, oy, base] of options) {
      const rect: Rect<"frame"> = {
        x: Math.min(Math.max(0, ox), FRAME_WIDTH - width),
        y: Math.min(Math.max(0, oy), FRAME_HEIGHT - height),
        width,
        height,
      };
      const cost = base + hiding(rect, mark, marks, placed, text) + INK_COST * ink.in(rect);
      if (!best || cost < best.cost) best = { rect, cost };
    }
    placed.push({ id: mark.id, rect: best!.rect });
  }
  return placed;
}

function hiding(
  rect: Rect<"frame">,
  own: OverlayMark,
  marks: readonly OverlayMark[],
  badges: readonly Badge[],
  text: readonly Rect<"frame">[],
): number {
  let cost = 0.15 * intersectionArea(rect, own.box);
  for (const badge of badges) cost += 40 * intersectionArea(rect, badge.rect);
  for (const line of text) cost += 3 * intersectionArea(rect, line);
  for (const mark of marks) {
    if (mark === own) continue;
    const shared = intersectionArea(rect, mark.box);
    // A mark around this one (a row around its button) is not a neighbour.
    if (shared > 0 && intersectionArea(own.box, mark.box) < 0.9 * own.box.width * own.box.height)
      cost += 1.2 * shared;
  }
  return cost;
}

/**
 * Draws outlines and badges into `pixels`.
 *
 * @param pixels packed RGB, 1024*768*3 bytes, changed in place
 */
export function drawMarks(pixels: Uint8Array, marks: readonly OverlayMark[], badges: readonly Badge[]): void {
  for (const mark of marks) outline(pixels, mark.box, colourOf(mark.id));
  for (const badge of badges) drawBadge(pixels, badge);
}

const colourOf = (id: number): Colour => PALETTE[id % PALETTE.length]!;

function fill(pixels: Uint8Array, r: Rect<"frame">, [red, green, blue]: Colour): void {
  const x0 = Math.max(0, r.x);
  const x1 = Math.min(FRAME_WIDTH, r.x + r.width);
  const y1 = Math.min(FRAME_HEIGHT, r.y + r.height);
  for (let y = Math.max(0, r.y); y < y1; y++)
    for (let x = x0, i = (y * FRAME_WIDTH + x0) * 3; x < x1; x++, i += 3) {
      pixels[i] = red;
      pixels[i + 1] = green;
      pixels[i + 2] = blue;
    }
}

function outline(pixels: Uint8Array, box: Rect<"frame">, colour: Colour): void {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.min(FRAME_WIDTH, Math.ceil(box.x + box.width)) - x;
  const height = Math.min(FRAME_HEIGHT, Math.ceil(box.y + box.height)) - y;
  if (width <= 0 || height <= 0) return;
  fill(pixels, { x, y, width, height: 1 }, colour);
  fill(pixels, { x, y: y + height - 1, width, height: 1 }, colour);
  fill(pixels, { x, y, width: 1, height }, colour);
  fill(pixels, { x: x + width - 1, y, width: 1, height }, colour);
}

function drawBadge(pixels: Uint8Array, { id, rect }: Badge): void {
  fill(pixels, rect, colourOf(id));
  let x0 = rect.x + PAD_X;
  for (const digit of String(id)) {
    DIGITS[Number(digit)]!.forEach((row, dy) => {
      for (let dx = 0; dx < DIGIT_WIDTH; dx++)
        if (row[dx] === "#")
          fill(pixels, { x: x0 + dx, y: rect.y + PAD_Y + dy, width: 1, height: 1 }, [255, 255, 255]);
    });
    x0 += DIGIT_WIDTH + GAP;
  }
}
