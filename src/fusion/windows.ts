import type { AxNode } from "../ax/node.js";
import type { WindowInfo } from "../capture/port.js";
import { containment, containsPoint, intersect, type Point, type Rect } from "../geometry/rect.js";

/** The topmost window that shows or takes clicks at a point. */
export function windowAt(point: Point<"desktop">, windows: readonly WindowInfo[]): WindowInfo | undefined {
  for (let i = windows.length - 1; i >= 0; i--)
    if (containsPoint(windows[i]!.bounds, point)) return windows[i];
  return undefined;
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

/** What lies above `own` in the stack and meets the box: those parts cannot be seen or clicked. */
export function coverers(
  own: WindowInfo | undefined,
  box: Rect<"desktop">,
  windows: readonly WindowInfo[],
): Rect<"desktop">[] {
  if (!own) return [];
  return windows
    .slice(windows.indexOf(own) + 1)
    .filter((w) => intersect(w.bounds, box))
    .map((w) => w.bounds);
}
