import type { Role } from "../ax/roles.js";
import type { Frame } from "../capture/port.js";
import type { Warning } from "../core/warning.js";
import type { Point, Rect } from "../geometry/rect.js";

/** States that a detector can tell from pixels, in ARIA's words; `checked` of a button is "pressed". */
export const DETECTED_STATES = ["checked", "selected", "expanded", "disabled"] as const;
export type DetectedState = (typeof DETECTED_STATES)[number];

/** A control that the detector found. `box` and `point` in desktop pixels. */
export interface Detection {
  readonly box: Rect<"desktop">;
  readonly role: Role;
  /** The model's own class name ("icon_button"). */
  readonly label: string;
  /** After the sigmoid, 0 to 1. */
  readonly score: number;
  /** Pixels that the detector saw for each desktop pixel: below 1 the picture was shrunk, above 1 enlarged. */
  readonly scale: number;
  /** Probabilities, 0 to 1; absent where the model does not tell states. */
  readonly states?: Readonly<Partial<Record<DetectedState, number>>>;
  /** A place inside the box on what reacts to a click: the control of a check box, not its label. */
  readonly point?: Point<"desktop">;
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
  /** A sentence of the captioner that describes pictures, not one of a closed list of names. */
  readonly described?: true;
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
   * Areas that the detector looks at once more at a larger scale:
   * what the tree calls a canvas, or has nothing to say about (VIS-8). A promise where the tree is still
   * being read: the rest of the picture is looked at meanwhile.
   */
  readonly inside?: readonly Rect<"desktop">[] | Promise<readonly Rect<"desktop">[]>;
  /** `fast`: the detector sees the picture shrunk into 1024x768 and nothing else. Default `full`. */
  readonly effort?: "fast" | "full";
}

export interface VisionHealth {
  readonly detector: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
  readonly reader: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
  /** `reason` beside `ok`: why taught icons are not used. */
  readonly captioner: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
  /** There only where the user added a captioner that describes pictures. */
  readonly describer?: { readonly name?: string; readonly status: PartStatus; readonly reason?: string };
}

/** The looking ports (detector, reader, captioner, describer) behind one door, in worker threads. */
export interface Vision {
  /** Detector and reader side by side on one frame. Never throws for a missing model: that is a status. */
  look(frame: Frame, options?: VisionOptions): Promise<VisionResult>;
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
  /**
   * Says in words what boxes show; same order and length as `boxes`, undefined where the deadline came first
   * or where there is no captioner for it. What was late is there at the next look.
   * @throws GroundmarkError MODEL_UNAVAILABLE, TIMEOUT, INTERNAL
   */
  describe(
    frame: Frame,
    boxes: readonly Rect<"desktop">[],
    options?: Pick<VisionOptions, "deadline">,
  ): Promise<readonly (Caption | undefined)[]>;
  health(): Promise<VisionHealth>;
  close(): Promise<void>;
}
