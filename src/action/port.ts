import type { Point } from "../geometry/rect.js";

export type MouseButton = "left" | "middle" | "right";

/** What the pointer rung reports. */
export interface PointerEvidence {
  readonly pointerBefore?: { readonly x: number; readonly y: number };
  readonly pointerRestored: boolean;
  /** True when the helper had ended and a new one was started for this request. */
  readonly helperRestarted?: boolean;
}

/**
 * Native input of a display. It lives in a helper process that releases every held key and button when
 * its pipe closes, so that a kill -9 of the service leaves nothing pressed.
 */
export interface Input {
  readonly backend: "x11";
  /** Moves, presses and releases `count` times, then moves the pointer back. At most one dispatch. */
  click(at: Point<"desktop">, button: MouseButton, count: number): Promise<PointerEvidence>;
  /** Presses or releases one button at a point and leaves it so (drag, hold). */
  press(at: Point<"desktop">, button: MouseButton): Promise<void>;
  release(button: MouseButton): Promise<void>;
  /** Releases whatever is held. */
  releaseAll(): Promise<void>;
  /** Process id of the helper, when it runs. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}
