import type { Display } from "../../geometry/displays.js";
import { desktopRect, type Rect } from "../../geometry/rect.js";
import { out, type XConnection } from "./connection.js";
import type { MonitorInfo } from "./xlib.js";

/** The root window's rectangle as the server has it now (Xlib's own DisplayWidth goes stale on a resize). */
export function rootBounds(connection: XConnection): Rect<"desktop"> {
  const width = out();
  const height = out();
  const { x, root } = connection;
  x.XGetGeometry(root, out(), out(), out(), width, height, out(), out());
  return desktopRect(0, 0, width[0] ?? 0, height[0] ?? 0);
}

/**
 * The active RandR monitors, in the server's order; the whole root window as the one monitor "screen" when
 * RandR is absent or names none. Ids are output names ("HDMI-1"); a name that occurs again gets "#2".
 */
export function listMonitors(connection: XConnection): Display[] {
  const monitors = hasRandr(connection) ? randrMonitors(connection) : [];
  return monitors.length > 0
    ? monitors
    : [{ id: "screen", bounds: rootBounds(connection), primary: true, scale: 1 }];
}

function hasRandr({ x }: XConnection): boolean {
  return x.XQueryExtension("RANDR", out(), out(), out()) !== 0;
}

function randrMonitors(connection: XConnection): Display[] {
  const { x, lib, root } = connection;
  const count = out();
  const list = x.XRRGetMonitors(root, 1, count);
  if (list === null || !count[0]) {
    connection.takeErrors();
    return [];
  }
  const infos = lib.koffi.decode(list, lib.koffi.array(lib.types.monitor, count[0])) as MonitorInfo[];
  lib.XRRFreeMonitors(list);
  const seen = new Map<string, number>();
  return infos
    .filter((m) => m.width > 0 && m.height > 0)
    .map((m) => {
      const name = connection.atomName(Number(m.name)) ?? "monitor";
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      return {
        id: times === 1 ? name : `${name}#${times}`,
        bounds: desktopRect(m.x, m.y, m.width, m.height),
        primary: m.primary !== 0,
        scale: 1,
      };
    });
}
