import type { AxNode, AxState } from "../ax/node.js";
import type { Frame, WindowInfo } from "../capture/port.js";
import { bottom, containment, intersect, pixelCover, type Rect, right } from "../geometry/rect.js";

/** What was true of the world right before or after a dispatch. */
export interface WorldState {
  readonly windows: readonly WindowInfo[];
  readonly frame: Frame;
  readonly node?: AxNode;
}

/** One observed effect, in words for a person and with figures for a program. */
export interface Change {
  readonly kind:
    | "state"
    | "value"
    | "name"
    | "gone"
    | "window-opened"
    | "window-closed"
    | "focus"
    | "pixels"
    | "own-pixels";
  readonly detail: string;
}

/** States that an action on the control itself flips. */
const ANSWERS: readonly AxState[] = [
  "checked",
  "mixed",
  "pressed",
  "selected",
  "expanded",
  "focused",
  "disabled",
];

/** Roles whose click must flip a state, and the state that it flips. */
const EXPECTED: Readonly<Record<string, AxState>> = {
  checkbox: "checked",
  switch: "checked",
  menuitemcheckbox: "checked",
};

/** A text caret is at most this wide; its blinking is no effect. */
const CARET_WIDTH = 3;
/** Fewer changed pixels than a small glyph has are noise. */
const MIN_CHANGED = 12;
/** Channel difference below which two pixels count as equal. */
const PIXEL_TOLERANCE = 12;

/** The state that a click on this control has to change, when its role promises one. */
export const expectedState = (node: AxNode | undefined): AxState | undefined =>
  node ? EXPECTED[node.role] : undefined;

/**
 * Everything observable that differs, most telling first.
 *
 * @param box the mark, desktop pixels
 * @param scope where a change counts (the mark's window), desktop pixels
 */
export function changes(
  before: WorldState,
  after: WorldState,
  box: Rect<"desktop">,
  scope: Rect<"desktop">,
): Change[] {
  const found: Change[] = [];
  if (before.node) {
    const { node: a } = before;
    const b = after.node;
    if (!b) found.push({ kind: "gone", detail: `${a.role} is gone` });
    else {
      for (const state of ANSWERS) {
        const had = a.states.includes(state);
        if (had !== b.states.includes(state))
          found.push({
            kind: state === "focused" ? "focus" : "state",
            detail: had ? `no longer ${state}` : `now ${state}`,
          });
      }
      if (a.value !== b.value) found.push({ kind: "value", detail: "its value changed" });
      if (a.name !== b.name) found.push({ kind: "name", detail: "its name changed" });
    }
  }
  for (const w of after.windows)
    if (!before.windows.some((o) => o.id === w.id))
      found.push({ kind: "window-opened", detail: `window ${w.id}` });
  for (const w of before.windows)
    if (!after.windows.some((o) => o.id === w.id))
      found.push({ kind: "window-closed", detail: `window ${w.id}` });
  const { inside, outside } = changedPixels(before.frame, after.frame, box, scope);
  if (outside > 0) found.push({ kind: "pixels", detail: `${outside} pixels changed around it` });
  if (inside > 0) found.push({ kind: "own-pixels", detail: `${inside} pixels changed inside it` });
  return found;
}

/** Changes that show an effect beyond the control's own look. */
export const showsEffect = (found: readonly Change[]): boolean =>
  found.some((c) => c.kind !== "own-pixels" && c.kind !== "focus");

/**
 * Counts changed pixels in `scope`, inside and outside `box`. Narrow upright strips (a blinking caret) and
 * specks are not counted.
 */
export function changedPixels(
  a: Frame,
  b: Frame,
  box: Rect<"desktop">,
  scope: Rect<"desktop">,
): { inside: number; outside: number } {
  if (a.width !== b.width || a.height !== b.height) return { inside: 0, outside: a.width * a.height };
  const cut = intersect(pixelCover(scope), a.region);
  if (!cut) return { inside: 0, outside: 0 };
  const own = pixelCover(box);
  let inside = 0;
  let outside = 0;
  let x0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  for (let y = cut.y; y < bottom(cut); y++) {
    let i = ((y - a.region.y) * a.width + (cut.x - a.region.x)) * 3;
    const inRow = y >= own.y && y < bottom(own);
    for (let x = cut.x; x < right(cut); x++, i += 3) {
      if (
        Math.abs(a.pixels[i]! - b.pixels[i]!) <= PIXEL_TOLERANCE &&
        Math.abs(a.pixels[i + 1]! - b.pixels[i + 1]!) <= PIXEL_TOLERANCE &&
        Math.abs(a.pixels[i + 2]! - b.pixels[i + 2]!) <= PIXEL_TOLERANCE
      )
        continue;
      if (inRow && x >= own.x && x < right(own)) inside++;
      else {
        outside++;
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
      }
    }
  }
  if (outside < MIN_CHANGED || x1 - x0 + 1 <= CARET_WIDTH) outside = 0;
  return { inside: inside < MIN_CHANGED ? 0 : inside, outside };
}

/** True when so much of the box changed that it no longer shows the same thing. */
export function looksDifferent(a: Frame, b: Frame, box: Rect<"desktop">): boolean {
  const cut = intersect(pixelCover(box), a.region);
  if (!cut || containment(cut, b.region) < 1) return true;
  const { inside } = changedPixels(a, b, cut, cut);
  // Hover and press effects repaint a control's ground, so a share says little by itself; half of all
  // pixels is more than any hover effect that was seen leaves standing of an icon.
  return inside > 0.5 * cut.width * cut.height;
}
