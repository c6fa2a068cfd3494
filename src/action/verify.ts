import type { AxNode, AxState } from "../ax/node.js";
import type { Frame, WindowInfo } from "../capture/port.js";
import { bottom, containment, intersect, pixelCover, type Rect, right, subtract } from "../geometry/rect.js";
import type { ClickForm } from "./ladder.js";

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
    | "title"
    | "elsewhere"
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

/**
 * The state that a click on this control has to change, when its role promises one. A double click flips it
 * twice, another button opens a menu: these promise nothing.
 */
export const expectedState = (node: AxNode | undefined, form: ClickForm): AxState | undefined =>
  node && form.button === "left" && form.count === 1 ? EXPECTED[node.role] : undefined;

/** Where an effect is looked for. */
export interface Watch {
  /** The mark, desktop pixels. */
  readonly box: Rect<"desktop">;
  /** Where changed pixels count: the parts of the mark's window that show, disjoint, desktop pixels. */
  readonly scope: readonly Rect<"desktop">[];
  /** Places where the picture changes of itself. */
  readonly restless?: Restless;
  /** What the mark belongs to: its windows coming and going are effects, other programs' are not. */
  readonly owner?: Owner;
}

export interface Owner {
  /** Process of the control, and of the window that shows it: a program may have several. */
  readonly pids: readonly number[];
  /** Id of the window that shows the mark. */
  readonly window?: string;
}

/** Side of the squares in which restlessness is noted, px: about a line of text. */
const TILE = 16;

/**
 * Where the picture changed although nothing was done to it (a clock, a video, a caret): a later change
 * there, or right beside it, proves nothing.
 */
export class Restless {
  private readonly tiles = new Set<number>();

  /**
   * Notes what differs between two pictures; where they do not overlap nothing is said. A caret is not
   * noted: it blinks where the next character appears, and hiding that would hide most effects of typing.
   */
  note(a: Frame, b: Frame): void {
    const changed = new Map<number, { x0: number; x1: number }>();
    eachChanged(a, b, a.region, (x, y) => {
      const tile = tileOf(x, y);
      const known = changed.get(tile);
      if (!known) changed.set(tile, { x0: x, x1: x });
      else if (x < known.x0) known.x0 = x;
      else if (x > known.x1) known.x1 = x;
    });
    const met = new Set<number>();
    for (const start of changed.keys()) {
      const patch = connected(start, changed, met);
      let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const tile of patch) {
        const { x0, x1 } = changed.get(tile)!;
        if (x0 < left) left = x0;
        if (x1 > right) right = x1;
      }
      if (right - left + 1 <= CARET_WIDTH) continue;
      for (const tile of patch) for (const near of AROUND) this.tiles.add(tile + near);
    }
  }

  /** True for a desktop pixel in or beside a restless square. */
  has(x: number, y: number): boolean {
    return this.tiles.has(tileOf(x, y));
  }
}

/** One number for each square; X11 coordinates have 16 bits. */
const tileOf = (x: number, y: number): number => Math.floor(y / TILE) * 65536 + Math.floor(x / TILE);

/** Steps from a square to itself and its eight neighbours, in terms of tileOf. */
const AROUND: readonly number[] = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => dy * 65536 + dx));

/** The changed squares that hang together with `start`; empty when it was met before. */
function connected(start: number, changed: ReadonlyMap<number, unknown>, met: Set<number>): number[] {
  const patch: number[] = [];
  const queue = [start];
  for (let tile = queue.pop(); tile !== undefined; tile = queue.pop()) {
    if (met.has(tile) || !changed.has(tile)) continue;
    met.add(tile);
    patch.push(tile);
    for (const near of AROUND) queue.push(tile + near);
  }
  return patch;
}

/** Everything observable that differs, most telling first. */
export function changes(before: WorldState, after: WorldState, watch: Watch): Change[] {
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
            kind: state === "focused" || (state === "selected" && opensMenu(a)) ? "focus" : "state",
            detail: had ? `no longer ${state}` : `now ${state}`,
          });
      }
      if (a.value !== b.value) found.push({ kind: "value", detail: "its value changed" });
      if (a.name !== b.name) found.push({ kind: "name", detail: "its name changed" });
    }
  }
  for (const w of after.windows)
    if (!before.windows.some((o) => o.id === w.id))
      found.push({
        kind: foreign(w, watch) ? "elsewhere" : "window-opened",
        detail: `window ${w.id} opened`,
      });
  for (const w of before.windows)
    if (!after.windows.some((o) => o.id === w.id))
      found.push({
        kind: foreign(w, watch) ? "elsewhere" : "window-closed",
        detail: `window ${w.id} closed`,
      });
  const { owner } = watch;
  const title = (state: WorldState) => state.windows.find((w) => w.id === owner?.window)?.title;
  const [was, is] = [title(before), title(after)];
  if (was !== undefined && is !== undefined && was !== is)
    found.push({ kind: "title", detail: "its window's title changed" });
  const scope = stillShown(opensMenu(before.node) ? outsideRow(watch) : watch.scope, after.windows, watch);
  const { inside, outside } = changedPixels(before.frame, after.frame, { ...watch, scope });
  if (outside > 0) found.push({ kind: "pixels", detail: `${outside} pixels changed around it` });
  if (inside > 0) found.push({ kind: "own-pixels", detail: `${inside} pixels changed inside it` });
  return found;
}

/**
 * A menu's title or a submenu: what it is clicked for is the menu. That it is highlighted proves nothing, nor
 * that its neighbours in the same row no longer are.
 */
const opensMenu = (node: AxNode | undefined): boolean =>
  node?.role === "menuitem" && node.states.includes("haspopup");

/**
 * True for a window that says nothing of the mark: tool tips and notifications come and go by themselves,
 * other programs' windows for reasons of their own, unless they belong to the mark's window (a file dialog
 * that the desktop shows for it).
 */
function foreign(w: WindowInfo, { owner }: Watch): boolean {
  if (w.type === "tooltip" || w.type === "notification") return true;
  if (owner?.window !== undefined && (w.id === owner.window || w.transientFor === owner.window)) return false;
  return w.pid === undefined || !owner?.pids.includes(w.pid);
}

/** The watched parts without what other programs' windows, new, moved or raised, cover by now. */
function stillShown(
  scope: readonly Rect<"desktop">[],
  windows: readonly WindowInfo[],
  watch: Watch,
): readonly Rect<"desktop">[] {
  const own = windows.findIndex((w) => w.id === watch.owner?.window);
  return windows
    .filter((w, at) => at > own && w.type !== "desktop" && foreign(w, watch))
    .reduce((left, w) => left.flatMap((part) => subtract(part, w.bounds)), scope);
}

/** The watched parts without the row of the mark. Its own pixels go too: they prove nothing in any case. */
const outsideRow = ({ box, scope }: Watch): Rect<"desktop">[] =>
  scope.flatMap((part) => subtract(part, { ...part, y: box.y, height: box.height }));

const NO_EFFECT: ReadonlySet<Change["kind"]> = new Set(["own-pixels", "focus", "elsewhere"]);

/** A change that shows an effect beyond the control's own look. */
export const isEffect = (change: Change): boolean => !NO_EFFECT.has(change.kind);

/**
 * Counts changed pixels in the watched parts, inside and outside the mark's box. Narrow upright strips (a
 * blinking caret), specks and restless places are not counted; what only one of the pictures shows neither.
 */
export function changedPixels(a: Frame, b: Frame, watch: Watch): { inside: number; outside: number } {
  const own = pixelCover(watch.box);
  let inside = 0;
  let outside = 0;
  let x0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  for (const part of watch.scope)
    eachChanged(a, b, pixelCover(part), (x, y) => {
      if (x >= own.x && x < right(own) && y >= own.y && y < bottom(own)) inside++;
      else if (!watch.restless?.has(x, y)) {
        outside++;
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
      }
    });
  if (outside < MIN_CHANGED || x1 - x0 + 1 <= CARET_WIDTH) outside = 0;
  return { inside: inside < MIN_CHANGED ? 0 : inside, outside };
}

/** Calls for each pixel that differs, desktop coordinates, where both pictures show the rectangle. */
function eachChanged(
  a: Frame,
  b: Frame,
  where: Rect<"desktop">,
  changed: (x: number, y: number) => void,
): void {
  const inA = intersect(where, a.region);
  const cut = inA && intersect(inA, b.region);
  if (!cut) return;
  for (let y = cut.y; y < bottom(cut); y++) {
    let i = ((y - a.region.y) * a.width + (cut.x - a.region.x)) * 3;
    let j = ((y - b.region.y) * b.width + (cut.x - b.region.x)) * 3;
    for (let x = cut.x; x < right(cut); x++, i += 3, j += 3)
      if (
        Math.abs(a.pixels[i]! - b.pixels[j]!) > PIXEL_TOLERANCE ||
        Math.abs(a.pixels[i + 1]! - b.pixels[j + 1]!) > PIXEL_TOLERANCE ||
        Math.abs(a.pixels[i + 2]! - b.pixels[j + 2]!) > PIXEL_TOLERANCE
      )
        changed(x, y);
  }
}

/** True when so much of the box changed that it no longer shows the same thing. */
export function looksDifferent(a: Frame, b: Frame, box: Rect<"desktop">): boolean {
  const cut = intersect(pixelCover(box), a.region);
  if (!cut || containment(cut, b.region) < 1) return true;
  const { inside } = changedPixels(a, b, { box: cut, scope: [cut] });
  // Weak, since nothing else tells a picture without text and name apart: a caret, a tint or an animated
  // part stays below half of all pixels, another picture with the same ground may too.
  return inside > 0.5 * cut.width * cut.height;
}
