import type { Role } from "../ax/roles.js";
import type { Frame } from "../capture/port.js";
import type { Warning } from "../core/warning.js";
import type { Letterbox } from "../geometry/letterbox.js";
import type { Rect } from "../geometry/rect.js";

/** A box that the detector found. `box` in desktop pixels. */
export interface Detection {
  readonly box: Rect<"desktop">;
  readonly role: Role;
  /** The model's own class name ("icon_button"). */
  readonly label: string;
  /** After the sigmoid, 0 to 1. */
  readonly score: number;
}

export interface TextWord {
  readonly box: Rect<"desktop">;
  readonly text: string;
  readonly confidence: number;
}

/** A line of text. `confidence` 0 to 1; below UNREAD_CONFIDENCE it counts as unread. */
export interface TextLine {
  readonly box: Rect<"desktop">;
  readonly text: string;
  readonly confidence: number;
  readonly words: readonly TextWord[];
}

/** VIS-6: what is read with less confidence is treated as not read. */
export const UNREAD_CONFIDENCE = 0.6;

export interface Caption {
  /** Concept name ("settings"), or absent when the model was not sure enough. */
  readonly label?: string;
  readonly score: number;
  /** Other words for the same thing ("settings": "preferences", "options"). */
  readonly synonyms?: readonly string[];
  /** The user taught this name. */
  readonly taught?: true;
}

export type PartStatus = "ok" | "unavailable" | "timeout" | "off";

export interface VisionResult {
  readonly detections: readonly Detection[];
  readonly lines: readonly TextLine[];
  /** Segments that look like text to the line finder but were not read (icons, other scripts). */
  readonly unread: readonly Rect<"desktop">[];
  readonly detector: {
    readonly name?: string;
    readonly status: PartStatus;
    readonly reason?: string;
    readonly duration: number;
  };
  readonly reader: {
    readonly name?: string;
    readonly status: PartStatus;
    readonly reason?: string;
    readonly duration: number;
  };
  readonly warnings: readonly Warning[];
}

export interface VisionOptions {
  /** ms for each part; a part that is late is reported as timeout and the rest is used. */
  readonly deadline?: number;
  /** Tesseract language ("eng", "deu+eng"): reads with the second engine instead of the embedded one. */
  readonly language?: string;
  /**
   * Areas that the detector looks at once more at a larger scale: what the tree calls a canvas, or has
   * nothing to say about (VIS-8).
   */
  readonly inside?: readonly Rect<"desktop">[];
}

export interface VisionHealth {
  readonly detector: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
  readonly reader: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
  readonly captioner: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
}

/** The three looking ports (detector, reader, captioner) behind one door, in worker threads. */
export interface Vision {
  /** Detector and reader side by side on one frame. Never throws for a missing model: that is a status. */
  look(frame: Frame, box: Letterbox, options?: VisionOptions): Promise<VisionResult>;
  /**
   * Reads native pixels inside one rectangle (the check before a click).
   * @throws GroundmarkError OCR_UNAVAILABLE, TIMEOUT
   */
  read(frame: Frame, rect: Rect<"desktop">, options?: VisionOptions): Promise<readonly TextLine[]>;
  /**
   * Names icon-only boxes; same order and length as `boxes`.
   * @throws GroundmarkError MODEL_UNAVAILABLE, TIMEOUT
   */
  caption(frame: Frame, boxes: readonly Rect<"desktop">[]): Promise<readonly Caption[]>;
  health(): Promise<VisionHealth>;
  close(): Promise<void>;
}
