/**
 * Second half of the line finder: pieces of letters to words and phrases. The numbers are ratios of glyph
 * heights, found on real desktop frames with AT-SPI names as the truth.
 */
import { rootOf } from "./edges.js";
import type { PixelArea } from "./luma.js";
import type { Segment } from "./segment.js";

/** Taller joined segments are no text lines. */
const MAX_LINE_HEIGHT = 40;
/** Pieces this far apart horizontally are never looked at together. */
const LINE_REACH = 18;
/** Likewise vertically, for dots and accents. */
const STACK_REACH = 4;

/** Pieces of letters → words and phrases of one line. */
export function joinPieces(pieces: readonly Segment[]): Segment[] {
  const stacked = unite(pieces, isStacked, { x: 0, y: STACK_REACH });
  const letters = stacked.filter((s) => !isBorderRest(s));
  return unite(letters, isSameLine, { x: LINE_REACH, y: 0 }).filter(isPlausibleText);
}

const overlapX = (a: PixelArea, b: PixelArea): number =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
const overlapY = (a: PixelArea, b: PixelArea): number =>
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);

/** A dot, an accent or the other bar of "=" above or below a letter. */
function isStacked(a: Segment, b: Segment): boolean {
  if (overlapX(a, b) < Math.min(a.width, b.width) * 0.6) return false;
  const small = Math.min(a.height, b.height);
  const tall = Math.max(a.height, b.height);
  const gap = -overlapY(a, b);
  return small <= 5 && gap <= Math.max(2, tall * 0.25) && tall + small + gap <= MAX_LINE_HEIGHT && tall < 30;
}

/**
 * Neighbours along a line. `a` and `b` are the segments so far, `pieceA` and `pieceB` the two pieces that
 * would be joined: the gap is measured between these.
 */
function isSameLine(a: Segment, b: Segment, pieceA: Segment, pieceB: Segment): boolean {
  const overlap = overlapY(a, b);
  const small = Math.min(a.height, b.height);
  const tall = Math.max(a.height, b.height);
  const joined = a.height + b.height - overlap;
  const gap = -overlapX(pieceA, pieceB);
  if (tall > 34 || joined > tall * 1.3 + 1) return false;
  if (gap >= Math.max(4, tall * 0.3) && (isIconBeside(a, b) || isIconBeside(b, a))) return false;
  const isPunctuation = small < tall * 0.45;
  if (isPunctuation)
    return overlap >= Math.min(small * 0.7, small - 1) && gap <= Math.max(3, tall * 0.35) && small <= 8;
  return (
    overlap >= small * 0.65 &&
    gap <= Math.max(4, Math.min(pieceA.height, pieceB.height) * 0.45) &&
    tall <= small * 2.1
  );
}

/** `icon` is square and of icon size, and `text` is not much narrower: an icon before its label. */
function isIconBeside(icon: Segment, text: Segment): boolean {
  return (
    icon.height >= 11 &&
    icon.height <= 26 &&
    icon.width >= 10 &&
    icon.width <= icon.height * 1.4 &&
    icon.width >= icon.height * 0.7 &&
    text.width > icon.width * 0.6
  );
}

const isBorderRest = (s: Segment): boolean => s.width <= 4 && s.height >= 16;

const isPlausibleText = (s: Segment): boolean =>
  s.height >= 5 &&
  s.height <= MAX_LINE_HEIGHT &&
  s.width >= 3 &&
  (s.width >= 5 || s.height >= 7) &&
  s.ink >= 6;

type Belong = (a: Segment, b: Segment, pieceA: Segment, pieceB: Segment) => boolean;

/** Horizontal bands of this many rows (a power of two) limit which pieces are compared. */
const BAND_SHIFT = 4;

/**
 * Unites pieces while `belong` says so of their growing boxes. Only pieces at most `reach` apart are
 * compared. Two rounds: what the first built may belong together in the second.
 */
function unite(
  pieces: readonly Segment[],
  belong: Belong,
  reach: { readonly x: number; readonly y: number },
): Segment[] {
  const parent = Int32Array.from(pieces, (_, i) => i);
  const box = pieces.map((piece) => ({ ...piece }));
  const bands = toBands(pieces, reach.y);
  for (let round = 0; round < 2; round++) {
    for (const band of bands) {
      for (let i = 0; i < band.length; i++) {
        const a = pieces[band[i]!]!;
        const far = a.x + a.width + reach.x;
        for (let j = i + 1; j < band.length; j++) {
          const b = pieces[band[j]!]!;
          if (b.x > far) break;
          const rootA = rootOf(parent, band[i]!);
          const rootB = rootOf(parent, band[j]!);
          if (rootA === rootB || !belong(box[rootA]!, box[rootB]!, a, b)) continue;
          parent[rootB] = rootA;
          box[rootA] = cover(box[rootA]!, box[rootB]!);
        }
      }
    }
  }
  return box.filter((_, i) => parent[i] === i);
}

/** The indices of the pieces that touch each band, from left to right; bands in order of first use. */
function toBands(pieces: readonly Segment[], reachY: number): number[][] {
  const bands = new Map<number, number[]>();
  pieces.forEach((piece, index) => {
    const last = (piece.y + piece.height + reachY) >> BAND_SHIFT;
    for (let band = (piece.y - reachY) >> BAND_SHIFT; band <= last; band++) {
      const members = bands.get(band);
      if (members) members.push(index);
      else bands.set(band, [index]);
    }
  });
  const all = [...bands.values()];
  for (const band of all) band.sort((a, b) => pieces[a]!.x - pieces[b]!.x);
  return all;
}

function cover(a: Segment, b: Segment): Segment {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
    ink: a.ink + b.ink,
  };
}
