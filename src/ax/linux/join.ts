import type { WindowInfo } from "../../capture/port.js";
import { containment, type Rect } from "../../geometry/rect.js";
import type { Extents, RawNode } from "./raw.js";

/** Windows that an application may own: by process, else by the title of one of its top levels. */
export function windowsOf(
  pid: number | undefined,
  titles: readonly string[],
  windows: readonly WindowInfo[],
): WindowInfo[] {
  const own = pid === undefined ? [] : windows.filter((w) => w.pid === pid);
  if (own.length > 0) return own;
  const named = new Set(titles.filter((title) => title !== ""));
  return windows.filter((w) => !w.overrideRedirect && named.has(w.title));
}

/**
 * Which window shows which top level: by title and size, then by title, then by size. A window shows one
 * top level only.
 */
export function joinTopLevels(
  tops: readonly RawNode[],
  windows: readonly WindowInfo[],
): Map<RawNode, WindowInfo> {
  const joined = new Map<RawNode, WindowInfo>();
  const free = new Set(windows);
  const managed = (w: WindowInfo): boolean => !w.overrideRedirect;
  const take = (node: RawNode, window: WindowInfo | undefined): void => {
    if (!window) return;
    joined.set(node, window);
    free.delete(window);
  };
  const shown = tops.filter((top) => top.shows);
  for (const top of shown) {
    const titled = [...free].filter((w) => managed(w) && w.title !== "" && w.title === top.name);
    take(top, titled.length > 1 ? nearest(top.extents, titled) : titled[0]);
  }
  for (const top of shown) {
    if (joined.has(top) || !top.extents) continue;
    // A pop-up is where it says it is; a window without a title match must at least have the size.
    const popup = [...free].find((w) => !managed(w) && sameSize(top.extents!, w.client));
    take(top, popup ?? fitting(top.extents, [...free].filter(managed)));
  }
  // The only window that is left belongs to the only top level that is left.
  const rest = shown.filter((top) => !joined.has(top));
  const left = [...free].filter(managed);
  if (rest.length === 1 && left.length === 1 && rest[0]!.name === "") take(rest[0]!, left[0]);
  return joined;
}

const difference = (e: Extents, w: WindowInfo): number =>
  Math.abs(e[2] - w.client.width) + Math.abs(e[3] - w.client.height);

/** Decorations, shadows and borders that one side counts and the other does not, px. */
const SIZE_SLACK = 120;

const nearest = (e: Extents | undefined, windows: readonly WindowInfo[]): WindowInfo | undefined =>
  e ? [...windows].sort((a, b) => distance(e, a) - distance(e, b))[0] : windows[0];

/** Size first; among equal windows of one application the place decides (unless all say 0,0). */
const distance = (e: Extents, w: WindowInfo): number =>
  difference(e, w) + (Math.abs(e[0] - w.client.x) + Math.abs(e[1] - w.client.y)) / 16;

function fitting(e: Extents, windows: readonly WindowInfo[]): WindowInfo | undefined {
  const best = nearest(e, windows);
  return best && difference(e, best) <= SIZE_SLACK ? best : undefined;
}

const sameSize = (e: Extents, r: Rect<"desktop">): boolean =>
  Math.abs(e[2] - r.width) <= 1 && Math.abs(e[3] - r.height) <= 1;

/** The pop-up window whose size a GTK 4 popover has at scale k, if there is one. */
export function popupOf(e: Extents, k: number, popups: readonly WindowInfo[]): WindowInfo | undefined {
  return popups.find(
    (w) => Math.abs(e[2] * k - w.client.width) <= k && Math.abs(e[3] * k - w.client.height) <= k,
  );
}

/** The topmost pop-up (last in stacking order) that holds nearly all of a rectangle. */
export function popupAround(r: Rect<"desktop">, popups: readonly WindowInfo[]): WindowInfo | undefined {
  return popups.findLast((w) => containment(r, w.bounds) >= 0.9);
}
