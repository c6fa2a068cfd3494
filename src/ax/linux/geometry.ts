import type { WindowInfo } from "../../capture/port.js";
import { desktopRect, isSolid, type Rect } from "../../geometry/rect.js";
import type { Extents } from "./raw.js";
import type { Toolkit } from "./toolkit.js";

/**
 * Corrections that turn GetExtents(SCREEN) into desktop pixels. What toolkits report was measured by
 * drawing the boxes on screenshots: GTK 3, Qt, Gecko and Chromium give screen pixels at scale 1, and
 * logical pixels about the screen's origin when they are scaled; GTK 4 gives places within the window's
 * content whatever is asked; LibreOffice draws some parts itself and forgets the native menu bar for them.
 */

/** What a correction needs to know about the window that shows a node. */
export interface Frame {
  /** The window's own area, desktop pixels. */
  readonly client: Rect<"desktop">;
  readonly gtkFrameExtents?: WindowInfo["gtkFrameExtents"];
  /** Extents of the top level in the tree, as reported. */
  readonly top: Extents | undefined;
  /** Height of LibreOffice's native menu bar, desktop pixels; 0 without one. */
  readonly menuBar: number;
}

const MAX_SCALE = 4;

/**
 * Desktop pixels per reported pixel: client width / width of the top level in the tree, when height
 * agrees. Rounded to quarters, since a decoration counted on one side only makes the ratio inexact. Qt
 * alone can run at any ratio (a screen of 100 dpi makes it 1.0417): there an exact ratio on which both
 * sides agree is kept.
 */
export function scaleOf(frame: Frame, toolkit: Toolkit): number {
  const { client, top } = frame;
  if (!top) return 1;
  const kx = client.width / top[2];
  const ky = client.height / top[3];
  const x = Math.round(kx * 4) / 4;
  const y = Math.round(ky * 4) / 4;
  if (toolkit === "gtk4") {
    // The content is smaller than the window by shadows and borders; GTK 4.8 scales by whole numbers.
    const whole = Math.floor(Math.min(kx, ky) + 0.03);
    return whole >= 1 && whole <= MAX_SCALE ? whole : 1;
  }
  if (toolkit === "qt" && Math.abs(kx - x) * top[2] > 4 && Math.abs(kx - ky) * top[3] < 2 && kx > 1)
    return kx <= MAX_SCALE ? kx : 1;
  return x === y && x > 1 && x <= MAX_SCALE ? x : 1;
}

const scaled = ([x, y, width, height]: Extents, k: number): Rect<"desktop"> => {
  if (k === 1) return desktopRect(x, y, width, height);
  const left = Math.round(x * k);
  const top = Math.round(y * k);
  return desktopRect(left, top, Math.round((x + width) * k) - left, Math.round((y + height) * k) - top);
};

const moved = (r: Rect<"desktop">, dx: number, dy: number): Rect<"desktop"> =>
  desktopRect(r.x + dx, r.y + dy, r.width, r.height);

/** GTK 3, Qt, Gecko, and the browser's own part of Chromium: scaled about the origin of the screen. */
export const placeOnScreen = (extents: Extents, k: number): Rect<"desktop"> => scaled(extents, k);

/**
 * GTK 4: within the window's content. The content begins at the client's origin plus the invisible border
 * of client-side decorations (_GTK_FRAME_EXTENTS, set under a compositor) or, without one, half of what
 * the client is larger than the content (5 px).
 */
export function placeGtk4(extents: Extents, frame: Frame, k: number): Rect<"desktop"> {
  const { client, gtkFrameExtents, top } = frame;
  const border = gtkFrameExtents
    ? { x: gtkFrameExtents.left, y: gtkFrameExtents.top }
    : {
        x: top ? Math.max(0, Math.round((client.width - top[2] * k) / 2)) : 0,
        y: top ? Math.max(0, Math.round((client.height - top[3] * k) / 2)) : 0,
      };
  return moved(scaled(extents, k), client.x + border.x, client.y + border.y);
}

/** Below a GTK 4 popover: the popover's node stands where its pop-up window stands. */
export function placeInPopover(
  extents: Extents,
  popover: Extents,
  popup: Rect<"desktop">,
  k: number,
): Rect<"desktop"> {
  return moved(
    scaled(extents, k),
    popup.x - Math.round(popover[0] * k),
    popup.y - Math.round(popover[1] * k),
  );
}

/**
 * LibreOffice. What it draws itself (everything below the root pane that is no native widget) is reported
 * too high by the height of the native menu bar. Such a node gives itself away: its screen and window
 * extents do not differ by the client's origin. With the client at the screen's origin that says nothing,
 * and its place in the tree decides.
 */
export function placeVcl(
  extents: Extents,
  windowExtents: Extents | undefined,
  inRootPane: boolean,
  frame: Frame,
  k: number,
): Rect<"desktop"> {
  const r = scaled(extents, k);
  return isVclDrawn(extents, windowExtents, inRootPane, frame) ? moved(r, 0, frame.menuBar) : r;
}

function isVclDrawn(
  extents: Extents,
  windowExtents: Extents | undefined,
  inRootPane: boolean,
  { client }: Frame,
): boolean {
  if (!inRootPane) return false;
  if (!windowExtents || (client.x === 0 && client.y === 0)) return true;
  return extents[0] - windowExtents[0] !== client.x || extents[1] - windowExtents[1] !== client.y;
}

/** A rectangle as the tree may carry it; undefined for anything without an area. */
export const solid = (r: Rect<"desktop">): Rect<"desktop"> | undefined => (isSolid(r) ? r : undefined);
