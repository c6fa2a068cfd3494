import type { Frame, WindowInfo } from "../capture/port.js";
import type { Mark } from "../fusion/marks.js";
import type { Surface } from "../fusion/surface.js";
import type { Display } from "../geometry/displays.js";
import type { Letterbox } from "../geometry/letterbox.js";
import type { Rect } from "../geometry/rect.js";
import type { ObserveOptions } from "./observe.js";

/**
 * One immutable observation: the numbers, the listing and the picture all come from it, and its snapshot
 * id is its only name.
 */
export interface Observation {
  readonly id: string;
  /** How it was made, so that the same can be looked at again. */
  readonly options: Omit<ObserveOptions, "signal">;
  readonly surface: Surface;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly frame: Frame;
  readonly letterbox: Letterbox;
  readonly displays: readonly Display[];
  readonly windows: readonly WindowInfo[];
  /** What no picture may show: protected fields and text that holds a secret. Desktop pixels. */
  readonly secrets: readonly Rect<"desktop">[];
  /** Boxes of what was read, for the placement of badges. Desktop pixels. */
  readonly textBoxes: readonly Rect<"desktop">[];
}
