/** Puts together what several passes saw: duplicates in the strips that they share, controls cut by an edge. */
import { bottom, containment, envelope, type Rect, right } from "../../geometry/rect.js";
import { byScore, type Found, type Sides } from "./found.js";
import { sameElement, suppress } from "./suppress.js";

/** Two pieces belong together, and a piece to a whole, when their extents along the edge agree by this (IoU). */
const AGREE = 0.6;
/** Share of a piece that lies in the whole that it is a piece of. */
const PIECE_INSIDE = 0.7;

/**
 * @param found of all passes, in any order
 * @param limit IoU above which two boxes are one element
 * @returns best first; a control that some pass saw whole is there once, one that none did is put together
 */
export function mergePasses(found: readonly Found[], limit: number): Found[] {
  const pieces = found.filter((f) => f.cut);
  if (pieces.length === 0) return suppress([...found].sort(byScore), limit);
  const joined = joinPieces(joinPieces(pieces, "left", "right"), "top", "bottom");
  const whole = [...found.filter((f) => !f.cut), ...joined.filter((f) => !f.cut)].sort(byScore);
  const kept = suppress(whole, limit);
  for (const piece of joined.filter((f) => f.cut).sort(byScore))
    if (!kept.some((k) => sameElement(k, piece, limit) || isPieceOf(piece, k))) kept.push(piece);
  return kept.sort(byScore);
}

/**
 * Joins boxes that one pass cut at its `far` edge with those that the next one cut at its `near` edge.
 * Both passes show the strip between these edges, so the two pieces of a control overlap there, and no
 * two controls that stand apart can look like this.
 */
function joinPieces(pieces: readonly Found[], near: "left" | "top", far: "right" | "bottom"): Found[] {
  const rest = [...pieces].sort(byScore);
  const done: Found[] = [];
  for (let piece = rest.shift(); piece; piece = rest.shift()) {
    const next = bestPartner(piece, rest, near, far);
    if (!next) done.push(piece);
    else {
      rest.splice(rest.indexOf(next), 1);
      // Once more, since it may go on over further edges.
      rest.unshift(join(piece, next, near, far));
    }
  }
  return done;
}

function bestPartner(piece: Found, others: readonly Found[], near: "left" | "top", far: "right" | "bottom") {
  let best: { other: Found; agree: number } | undefined;
  for (const other of others) {
    const follows = piece.cut?.[far] && other.cut?.[near] && overtakes(piece.box, other.box, near);
    const leads = piece.cut?.[near] && other.cut?.[far] && overtakes(other.box, piece.box, near);
    if (!follows && !leads) continue;
    const agree = extentIou(piece.box, other.box, near);
    if (agree >= AGREE && (!best || agree > best.agree)) best = { other, agree };
  }
  return best?.other;
}

/** True when `b` begins inside `a` and ends beyond it. */
function overtakes(a: Rect<"desktop">, b: Rect<"desktop">, near: "left" | "top"): boolean {
  const [fromA, toA, fromB, toB] =
    near === "left" ? [a.x, right(a), b.x, right(b)] : [a.y, bottom(a), b.y, bottom(b)];
  return fromA <= fromB && fromB < toA && toA <= toB;
}

function join(a: Found, b: Found, near: "left" | "top", far: "right" | "bottom"): Found {
  const better = byScore(a, b) <= 0 ? a : b;
  const [first, second] = (near === "left" ? a.box.x <= b.box.x : a.box.y <= b.box.y) ? [a, b] : [b, a];
  const either = (side: keyof Sides) => Boolean(a.cut?.[side] || b.cut?.[side]);
  const sides: Sides = {
    left: either("left"),
    top: either("top"),
    right: either("right"),
    bottom: either("bottom"),
    [near]: Boolean(first.cut?.[near]),
    [far]: Boolean(second.cut?.[far]),
  };
  const { cut: _, ...found } = better;
  const open = sides.left || sides.top || sides.right || sides.bottom;
  return { ...found, box: envelope(a.box, b.box), ...(open ? { cut: sides } : {}) };
}

function isPieceOf(piece: Found, whole: Found): boolean {
  if (containment(piece.box, whole.box) < PIECE_INSIDE) return false;
  const { left, right, top, bottom } = piece.cut!;
  const sideways = left || right;
  const upright = top || bottom;
  // Cut at a corner: nothing is known of either extent.
  if (sideways && upright) return true;
  return extentIou(piece.box, whole.box, sideways ? "left" : "top") >= AGREE;
}

/** IoU of the extents along the edge that cuts at `near`. */
function extentIou(a: Rect<"desktop">, b: Rect<"desktop">, near: "left" | "top"): number {
  const [fromA, toA, fromB, toB] =
    near === "left" ? [a.y, bottom(a), b.y, bottom(b)] : [a.x, right(a), b.x, right(b)];
  const shared = Math.min(toA, toB) - Math.max(fromA, fromB);
  return shared <= 0 ? 0 : shared / (Math.max(toA, toB) - Math.min(fromA, fromB));
}
