import type { Frame } from "../../../src/capture/port.js";
import type { Rect } from "../../../src/geometry/rect.js";
import { emptyFrame } from "../pictures.js";

export const RED = [255, 0, 0] as const;
export const BLUE = [0, 0, 255] as const;

/** White, with areas of one colour. */
export function painted(
  width: number,
  height: number,
  areas: readonly (readonly [Rect<"desktop">, readonly [number, number, number]])[],
  x = 0,
  y = 0,
): Frame {
  const frame = emptyFrame(width, height, 255, x, y);
  for (const [area, colour] of areas)
    for (let row = area.y; row < area.y + area.height; row++)
      for (let column = area.x; column < area.x + area.width; column++)
        frame.pixels.set(colour, ((row - y) * width + column - x) * 3);
  return frame;
}
