/** What travels between the main thread and the worker threads. Frames are shared, not copied. */
import type { Frame } from "../../capture/port.js";
import { type ErrorBody, GroundmarkError } from "../../core/errors.js";
import type { Warning } from "../../core/warning.js";
import type { Rect } from "../../geometry/rect.js";
import type { DetectLook, Finding } from "../detect/detector.js";
import type { Caption, PartStatus, TextLine } from "../port.js";
import type { Manifest } from "../registry.js";

/** The manifest is validated once, in the main thread; without one every part reports `error`. */
export interface WorkerData {
  readonly modelsFolder: string;
  readonly manifest: Manifest | { readonly error: ErrorBody };
  /** Folder of each model by its name, where it is another one than modelsFolder. */
  readonly folders?: Readonly<Record<string, string>>;
  /** File of the icons that the user taught. */
  readonly taughtFile?: string;
}

/** What a thread receives: its NativeGate's memory besides. */
export interface ThreadData extends WorkerData {
  readonly gate: SharedArrayBuffer;
}

/** The state of one part as its worker knows it. `load` is what reading, checking and session creation took. */
export interface PartState {
  readonly name?: string;
  readonly status: PartStatus;
  readonly reason?: string;
  readonly load: number;
}

/** Each kind of request with what it carries and what it answers. */
export type DetectorCalls = {
  detect: {
    /** `budget` in ms: clocks of threads differ. */
    request: { frame: Frame; look: Omit<DetectLook, "until">; budget: number };
    reply: Finding & { name: string; timings: Readonly<Record<string, number>> };
  };
  caption: {
    request: { frame: Frame; boxes: readonly Rect<"desktop">[] };
    reply: { captions: readonly Caption[]; timings: Readonly<Record<string, number>> };
  };
  health: { request: Record<never, never>; reply: { detector: PartState; captioner: PartState } };
};

export type ReaderCalls = {
  read: {
    request: { frame: Frame; rect?: Rect<"desktop">; language?: string; budget: number };
    reply: {
      name: string;
      lines: readonly TextLine[];
      unread: readonly Rect<"desktop">[];
      warnings: readonly Warning[];
      late: boolean;
      timings: Readonly<Record<string, number>>;
    };
  };
  health: { request: Record<never, never>; reply: { reader: PartState } };
};

export type DescriberCalls = {
  describe: {
    request: { frame: Frame; boxes: readonly Rect<"desktop">[]; budget: number };
    /** In the order of the boxes; undefined where the budget was used up. */
    reply: { captions: readonly (Caption | undefined)[] };
  };
  health: { request: Record<never, never>; reply: { describer: PartState } };
};

/** Any of the call tables. */
export type Calls = Record<string, { request: object; reply: object }>;

export interface RequestMessage {
  readonly id: number;
  readonly kind: string;
  readonly request: object;
}

export type ReplyMessage =
  | { readonly id: number; readonly reply: object }
  | { readonly id: number; readonly error: ErrorBody };

/** The error that the other side described. */
export function errorFrom({ code, message, suggestion, details }: ErrorBody): GroundmarkError {
  return new GroundmarkError(code, message, { suggestion, ...(details ? { details } : {}) });
}
