import type { ErrorBody } from "../../core/errors.js";
import type { MouseButton, PointerEvidence } from "../port.js";

/**
 * What goes to the helper process, one JSON object a line. A request whose deadline has passed when its
 * turn to press comes is refused undone: what the caller has given up on must not happen later.
 */
export type Operation =
  | {
      readonly op: "click";
      readonly x: number;
      readonly y: number;
      readonly button: MouseButton;
      readonly count: number;
    }
  | { readonly op: "press"; readonly x: number; readonly y: number; readonly button: MouseButton }
  | { readonly op: "move"; readonly x: number; readonly y: number }
  | { readonly op: "release"; readonly button: MouseButton }
  | { readonly op: "releaseAll" };

export interface Request {
  readonly id: number;
  /** In `monotonicNow` of any process of this machine. */
  readonly deadline: number;
  readonly operation: Operation;
}

/** What comes back. The first line says whether the helper can work; each request then gets one answer. */
export type Message =
  | { readonly ready: true }
  | { readonly ready: false; readonly error: ErrorBody }
  | { readonly id: number; readonly ok: true; readonly evidence?: PointerEvidence }
  | { readonly id: number; readonly ok: false; readonly error: ErrorBody };

/** CLOCK_MONOTONIC in ms: one clock for all processes, unmoved by changes of the date. */
export const monotonicNow = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;
