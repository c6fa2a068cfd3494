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
      const level = pixels[i]!;
      // Both directions: a minus sign has next to no upright edges.
      if (
        (x > 0 && Math.abs(level - pixels[i - 3]!) > INK_STEP) ||
        (y > 0 && Math.abs(level - pixels[i - FRAME_WIDTH * 3]!) > INK_STEP)
      )
        row++;
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
 * Where each badge goes. A badge must not seem to belong to a neighbour, so a place whose nearest mark is
 * another one costs more than anything else (the trap are menu rows and tool bars without gaps); then it
 * costs what it hides: other badges, drawing and text, other marks, the mark itself; then how far it is from
 * the usual place at the left end. Deterministic: same marks, text and picture give the same places.
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
    const rivals = marks.filter(
      (m) => m !== mark && !encloses(m.box, mark.box) && !encloses(mark.box, m.box),
    );
    let best: { rect: Rect<"frame">; cost: number } | undefined;
    for (const { x, y, base } of places(mark.box, width, height)) {
      const rect: Rect<"frame"> = {
        x: Math.min(Math.max(0, x), FRAME_WIDTH - width),
        y: Math.min(Math.max(0, y), FRAME_HEIGHT - height),
        width,
        height,
      };
      const cost = base + hiding(rect, mark, rivals, placed, text) + INK_COST * ink.in(rect);
      if (!best || cost < best.cost) best = { rect, cost };
    }
    placed.push({ id: mark.id, rect: best!.rect });
  }
  return placed;
}

interface Place {
  readonly x: number;
  readonly y: number;
  /** How unusual the place is, in the unit of the other costs. */
  readonly base: number;
}

/** Most positions tried along the inside of a wide row. */
const ROW_POSITIONS = 8;

function places(b: Rect<"frame">, width: number, height: number): Place[] {
  const left = Math.round(b.x);
  const top = Math.round(b.y);
  const right = Math.round(b.x + b.width);
  const bottom = Math.round(b.y + b.height);
  const middle = Math.round(b.y + b.height / 2 - height / 2);
  const list: Place[] = [
    { x: left - width, y: middle, base: 0 },
    { x: right, y: middle, base: 10 },
    // Across a corner: in a grid of keys the gaps are narrower than a badge.
    { x: left - (width >> 1), y: top - (height >> 1), base: 12 },
    { x: left, y: middle, base: 14 },
    { x: right - width, y: middle, base: 16 },
    { x: left, y: top, base: 18 },
    { x: right - width, y: top, base: 20 },
    { x: right - width, y: bottom - height, base: 24 },
    { x: left, y: top - height, base: 30 },
    { x: right - width, y: top - height, base: 34 },
    { x: left, y: bottom, base: 38 },
    { x: right - width, y: bottom, base: 42 },
  ];
  // In a row of a menu the room is between the label and its shortcut.
  const room = right - left - 2 * width;
  for (let k = 1; room > width && k < ROW_POSITIONS; k++)
    list.push({ x: left + width + Math.round((room * k) / ROW_POSITIONS), y: middle, base: 14 + k });
  return list;
}

/** Cost of seeming to belong to another mark: more than hiding a whole word. */
const MISLEADING = 400;

const encloses = (outer: Rect<"frame">, inner: Rect<"frame">): boolean =>
  intersectionArea(outer, inner) >= 0.9 * inner.width * inner.height;

/** Distance from the middle of `a` to the nearest point of `b`; 0 inside it. */
function away(a: Rect<"frame">, b: Rect<"frame">): number {
  const x = a.x + a.width / 2;
  const y = a.y + a.height / 2;
  return Math.max(0, b.x - x, x - b.x - b.width) + Math.max(0, b.y - y, y - b.y - b.height);
}

function hiding(
  rect: Rect<"frame">,
  own: OverlayMark,
  rivals: readonly OverlayMark[],
  badges: readonly Badge[],
  text: readonly Rect<"frame">[],
): number {
  let cost = 0.15 * intersectionArea(rect, own.box);
  for (const badge of badges) cost += 40 * intersectionArea(rect, badge.rect);
  for (const line of text) cost += 2 * intersectionArea(rect, line);
  const distance = away(rect, own.box);
  let misleading = false;
  for (const rival of rivals) {
    cost += 1.2 * intersectionArea(rect, rival.box);
    misleading ||= distance > 0 && away(rect, rival.box) <= distance;
  }
  return misleading ? cost + MISLEADING : cost;
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
