import { desktopRect, intersect, type Rect } from "../../geometry/rect.js";
import type { WindowInfo } from "../port.js";
import { id, out, type XConnection } from "./connection.js";
import { rootBounds } from "./monitors.js";
import { readItems, readProperty, readText } from "./properties.js";
import { windowShape } from "./shape.js";
import type { Pointer, WindowAttributes } from "./xlib.js";

const IS_VIEWABLE = 2;
const INPUT_ONLY = 2;
/** Window managers nest a client one to three levels deep in its frame. */
const MAX_FRAME_DEPTH = 4;
/** Children looked at per level when a client is searched by WM_STATE. */
const MAX_CHILDREN = 64;

/** A window of the application and the top-level window (frame) that holds it; often the same. */
interface Placed {
  readonly top: number;
  readonly client: number | undefined;
}

/**
 * The mapped windows that are on the screen, bottom first, from the real stacking of the root's children:
 * the window manager's own lists leave out menus, tooltips and everything else that bypasses it. A window
 * that vanishes meanwhile is left out.
 */
export function listWindows(connection: XConnection): WindowInfo[] {
  const screen = rootBounds(connection);
  const clients = clientsByTop(connection);
  const active = activeWindow(connection);
  const windows: WindowInfo[] = [];
  for (const top of children(connection, connection.root)) {
    const attributes = attributesOf(connection, top);
    if (attributes === undefined || attributes.map_state !== IS_VIEWABLE) continue;
    const client = clients.get(top) ?? findByState(connection, top);
    const bounds = outerBounds(attributes);
    // Without a client, a window outside the screen or of one pixel is somebody's helper window.
    const helper = !intersect(bounds, screen) || (bounds.width <= 1 && bounds.height <= 1);
    if (client === undefined && helper) continue;
    const info = describe(connection, { top, client }, attributes, active);
    if (info !== undefined && !isCompositorOverlay(info, screen)) windows.push(info);
  }
  connection.takeErrors();
  return windows;
}

/** The outer rectangle of a window, given by its client's or its frame's id; undefined when not mapped. */
export function windowBounds(connection: XConnection, window: number): Rect<"desktop"> | undefined {
  const top = topLevelOf(connection, window);
  const attributes = top === undefined ? undefined : attributesOf(connection, top);
  return attributes?.map_state === IS_VIEWABLE ? outerBounds(attributes) : undefined;
}

/**
 * The overlay that a compositor draws the whole screen through covers everything and takes no input.
 * Listed, it would make every window look covered.
 */
function isCompositorOverlay(window: WindowInfo, screen: Rect<"desktop">): boolean {
  const { bounds } = window;
  return (
    window.overrideRedirect &&
    window.title === "" &&
    window.appName === undefined &&
    window.pid === undefined &&
    window.shape?.input?.length === 0 &&
    bounds.x <= 0 &&
    bounds.y <= 0 &&
    bounds.width >= screen.width &&
    bounds.height >= screen.height
  );
}

function describe(
  connection: XConnection,
  { top, client }: Placed,
  topAttributes: WindowAttributes,
  active: number,
): WindowInfo | undefined {
  const own = client ?? top;
  const attributes = own === top ? topAttributes : attributesOf(connection, own);
  if (attributes === undefined) return undefined;
  const bounds = outerBounds(topAttributes);
  const area = own === top ? innerBounds(topAttributes) : clientBounds(connection, own, attributes);
  if (area === undefined) return undefined;
  const pid = readItems(connection, own, "_NET_WM_PID")[0];
  const appName = className(connection, own);
  const type = windowType(connection, own);
  const transientFor = readItems(connection, own, "WM_TRANSIENT_FOR")[0];
  const gtkFrameExtents = gtkExtents(connection, own);
  const opacity = opacityOf(connection, top) ?? opacityOf(connection, own);
  const shape = windowShape(connection, top, topAttributes);
  return {
    id: `0x${own.toString(16)}`,
    title: readText(connection, own, "_NET_WM_NAME") ?? readText(connection, own, "WM_NAME") ?? "",
    ...(pid === undefined ? {} : { pid }),
    ...(appName === undefined ? {} : { appName }),
    bounds,
    // A rolled-up window shows its frame only.
    client: intersect(area, bounds) ? area : bounds,
    overrideRedirect: attributes.override_redirect !== 0,
    focused: active !== 0 && (active === own || active === top),
    ...(type === undefined ? {} : { type }),
    ...(transientFor ? { transientFor: `0x${transientFor.toString(16)}` } : {}),
    ...(gtkFrameExtents === undefined ? {} : { gtkFrameExtents }),
    draws: topAttributes.class !== INPUT_ONLY,
    ...(opacity === undefined ? {} : { opacity }),
    ...(shape === undefined ? {} : { shape }),
  };
}

function className(connection: XConnection, window: number): string | undefined {
  const property = readProperty(connection, window, "WM_CLASS");
  // Two strings, each with a zero byte behind it: instance, class.
  const [instance, name] = property?.bytes.toString("latin1").split("\0") ?? [];
  return name || instance || undefined;
}

function windowType(connection: XConnection, window: number): string | undefined {
  const atom = readItems(connection, window, "_NET_WM_WINDOW_TYPE")[0];
  const name = atom === undefined ? undefined : connection.atomName(atom);
  return name?.replace(/^_NET_WM_WINDOW_TYPE_/, "").toLowerCase();
}

function gtkExtents(connection: XConnection, window: number): WindowInfo["gtkFrameExtents"] {
  const [left, right, top, bottom] = readItems(connection, window, "_GTK_FRAME_EXTENTS");
  if (left === undefined || right === undefined || top === undefined || bottom === undefined)
    return undefined;
  return { left, right, top, bottom };
}

function opacityOf(connection: XConnection, window: number): number | undefined {
  const value = readItems(connection, window, "_NET_WM_WINDOW_OPACITY")[0];
  return value === undefined ? undefined : value / 0xffffffff;
}

/** The active window by the window manager's word, else the one with the keyboard focus; 0 for none. */
function activeWindow(connection: XConnection): number {
  const active = readItems(connection, connection.root, "_NET_ACTIVE_WINDOW")[0];
  if (active) return active;
  const focus = out<number | bigint>();
  connection.x.XGetInputFocus(focus, out());
  const window = id(focus[0]);
  // 0 and 1 mean "none" and "whatever the pointer is in".
  return window <= 1 || window === connection.root ? 0 : (topLevelOf(connection, window) ?? 0);
}

/** Top-level window to client, from the window manager's list of clients. */
function clientsByTop(connection: XConnection): Map<number, number> {
  const { root } = connection;
  const stacking = readItems(connection, root, "_NET_CLIENT_LIST_STACKING");
  const clients = stacking.length > 0 ? stacking : readItems(connection, root, "_NET_CLIENT_LIST");
  const byTop = new Map<number, number>();
  for (const client of clients) {
    const top = topLevelOf(connection, client);
    if (top !== undefined) byTop.set(top, client);
  }
  return byTop;
}

/** A window manager puts WM_STATE on every client (ICCCM 4.1.3.1), lists or not. */
function findByState(connection: XConnection, top: number): number | undefined {
  let level = [top];
  for (let depth = 0; depth < MAX_FRAME_DEPTH && level.length > 0; depth++) {
    const client = level.find((window) => readProperty(connection, window, "WM_STATE") !== undefined);
    if (client !== undefined) return client;
    level = level
      .flatMap((window) => children(connection, window).slice(0, MAX_CHILDREN))
      .slice(0, MAX_CHILDREN);
  }
  return undefined;
}

function topLevelOf(connection: XConnection, window: number): number | undefined {
  for (let current = window, depth = 0; depth < 64; depth++) {
    const parent = parentOf(connection, current);
    if (parent === undefined) return undefined;
    if (parent === connection.root) return current;
    current = parent;
  }
  return undefined;
}

function parentOf(connection: XConnection, window: number): number | undefined {
  const parent = queryTree(connection, window)?.parent;
  return parent ? parent : undefined;
}

function children(connection: XConnection, window: number): number[] {
  return queryTree(connection, window)?.children ?? [];
}

function queryTree(
  connection: XConnection,
  window: number,
): { readonly parent: number; readonly children: number[] } | undefined {
  const { x, lib } = connection;
  const parent = out<number | bigint>();
  const list = out<Pointer | null>();
  const count = out();
  if (x.XQueryTree(window, out<number | bigint>(), parent, list, count) === 0) {
    connection.takeErrors();
    return undefined;
  }
  const pointer = list[0];
  if (!pointer) return { parent: id(parent[0]), children: [] };
  const found = lib.koffi.decode(pointer, lib.koffi.array("ulong", count[0] ?? 0, "Array")) as (
    | number
    | bigint
  )[];
  lib.XFree(pointer);
  return { parent: id(parent[0]), children: found.map(id) };
}

function attributesOf(connection: XConnection, window: number): WindowAttributes | undefined {
  const { koffi, types } = connection.lib;
  const attributes = Buffer.alloc(koffi.sizeof(types.attributes));
  if (connection.x.XGetWindowAttributes(window, attributes) !== 0)
    return koffi.decode(attributes, types.attributes) as WindowAttributes;
  connection.takeErrors();
  return undefined;
}

/** A child of the root: its position is that of the outer edge of its border. */
function outerBounds(a: WindowAttributes): Rect<"desktop"> {
  return desktopRect(a.x, a.y, a.width + 2 * a.border_width, a.height + 2 * a.border_width);
}

function innerBounds(a: WindowAttributes): Rect<"desktop"> {
  return desktopRect(a.x + a.border_width, a.y + a.border_width, a.width, a.height);
}

function clientBounds(
  connection: XConnection,
  window: number,
  a: WindowAttributes,
): Rect<"desktop"> | undefined {
  const x = out();
  const y = out();
  if (connection.x.XTranslateCoordinates(window, connection.root, 0, 0, x, y, out<number | bigint>()) === 0) {
    connection.takeErrors();
    return undefined;
  }
  return desktopRect(x[0] ?? 0, y[0] ?? 0, a.width, a.height);
}
