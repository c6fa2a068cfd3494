import type { AxNode } from "../ax/node.js";
import type { WindowInfo } from "../capture/port.js";
import { containment, containsPoint, intersect, type Point, type Rect, sameRect } from "../geometry/rect.js";
import { MIN_ALPHA } from "../safety/geometry.js";

/**
 * Where a window shows something or takes clicks; both hide what is below from an honest click. A window
 * without a shape of its own is its rectangle.
 */
function extent(w: WindowInfo): readonly Rect<"desktop">[] {
  const { shape, bounds } = w;
  if (!shape) return [bounds];
  return [...(shape.bounding ?? [bounds]), ...(shape.input ?? [bounds])];
}

/** The topmost window that shows or takes clicks at a point. */
export function windowAt(point: Point<"desktop">, windows: readonly WindowInfo[]): WindowInfo | undefined {
  for (let i = windows.length - 1; i >= 0; i--)
    if (extent(windows[i]!).some((r) => containsPoint(r, point))) return windows[i];
  return undefined;
}

/**
 * True when the window draws something at a point of it. One that only takes clicks there (InputOnly, an
 * empty shape, no opacity) is a trap in front of what is seen through it.
 */
export function showsAt(w: WindowInfo, point: Point<"desktop">): boolean {
  const seen = w.draws && (w.opacity ?? 1) >= MIN_ALPHA;
  return seen && (w.shape?.bounding ?? [w.bounds]).some((r) => containsPoint(r, point));
}

/**
 * The window that shows a node. A menu or drop-down is an override-redirect window of the same process
 * above the one that the tree names, so a node that lies in such a window belongs to it.
 */
export function windowOf(
  node: AxNode,
  box: Rect<"desktop">,
  windows: readonly WindowInfo[],
): WindowInfo | undefined {
  const named = windows.find((w) => w.id === node.window);
  const pid = named?.pid ?? node.pid;
  let own = named;
  for (const w of windows) {
    if (w === named || pid === undefined || w.pid !== pid) continue;
    const above = !named || windows.indexOf(w) > windows.indexOf(named);
    if (!above || containment(box, w.bounds) < 0.9) continue;
    if (w.overrideRedirect ? POPUP_ROLES.has(node.role) : !named) own = w;
  }
  return own;
}

const POPUP_ROLES: ReadonlySet<string> = new Set([
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "listitem",
  "treeitem",
  "cell",
  "tooltip",
  "menu",
]);

/**
 * What lies above `own` in the stack and meets the box: those parts cannot be seen or clicked. Where no
 * window is known to show the box, every window of another process counts as above it (bar the desktop's
 * own, which is always lowest): an unknown place in the stack is no place on top.
 *
 * @param pid process of what the box belongs to, for a box without a window
 */
export function coverers(
  own: WindowInfo | undefined,
  box: Rect<"desktop">,
  windows: readonly WindowInfo[],
  pid?: number,
): Rect<"desktop">[] {
  const above = own
    ? windows.slice(windows.indexOf(own) + 1)
    : windows.filter((w) => w.type !== "desktop" && (w.pid === undefined || w.pid !== pid));
  return above.flatMap(extent).filter((r) => intersect(r, box));
}

/** The same windows at the same places, one above the other in the same order. */
export const sameWindows = (a: readonly WindowInfo[], b: readonly WindowInfo[]): boolean =>
  a.length === b.length && a.every((w, i) => w.id === b[i]!.id && sameRect(w.bounds, b[i]!.bounds));
