import { desktopRect, type Rect } from "../../geometry/rect.js";
import type { WindowShape } from "../port.js";
import { out, type XConnection } from "./connection.js";
import type { WindowAttributes } from "./xlib.js";

const SHAPE_BOUNDING = 0;
const SHAPE_INPUT = 2;
/** A shape of more rectangles (a round window of a few hundred rows) is reported by its first ones. */
const MAX_RECTANGLES = 1024;

/** The part of a top-level window that draws and the part that takes clicks, where they differ from it. */
export function windowShape(
  connection: XConnection,
  window: number,
  attributes: WindowAttributes,
): WindowShape | undefined {
  if (connection.x.XShapeQueryExtension(out(), out()) === 0) return undefined;
  const bounding = region(connection, window, SHAPE_BOUNDING, attributes);
  const input = region(connection, window, SHAPE_INPUT, attributes);
  if (bounding === undefined && input === undefined) return undefined;
  return { ...(bounding ? { bounding } : {}), ...(input ? { input } : {}) };
}

function region(
  connection: XConnection,
  window: number,
  kind: number,
  a: WindowAttributes,
): Rect<"desktop">[] | undefined {
  const { x, lib } = connection;
  const count = out();
  const list = x.XShapeGetRectangles(window, kind, count, out());
  const refused = connection.takeErrors().length > 0;
  if (list === null) return refused || count[0] !== 0 ? undefined : [];
  const found = lib.koffi.decode(
    list,
    lib.koffi.array(lib.types.rectangle, Math.min(count[0] ?? 0, MAX_RECTANGLES)),
  ) as { x: number; y: number; width: number; height: number }[];
  lib.XFree(list);
  // Shape coordinates start at the window's inner corner; an unshaped window answers with itself.
  const [only] = found;
  const whole =
    found.length === 1 &&
    only !== undefined &&
    only.x <= 0 &&
    only.y <= 0 &&
    only.x + only.width >= a.width &&
    only.y + only.height >= a.height;
  if (whole) return undefined;
  const originX = a.x + a.border_width;
  const originY = a.y + a.border_width;
  return found.map((r) => desktopRect(originX + r.x, originY + r.y, r.width, r.height));
}
