import type { AxNode } from "../ax/node.js";
import type { Role } from "../ax/roles.js";
import type { Frame, WindowInfo } from "../capture/port.js";
import type { Display } from "../geometry/displays.js";
import type { Point, Rect } from "../geometry/rect.js";
import type { Detection, TextLine } from "../vision/port.js";
import type { ContextLine } from "./listing.js";
import type { MarkSource } from "./surface.js";

/** What the pruned tree gives to fusion: one thing to act on, or one line of context. */
export interface TreeItem {
  readonly node: AxNode;
  readonly name?: string;
  /** True for text that helps to decide but takes no action. */
  readonly context: boolean;
  /** Product of the alphas along the ancestors, when any was known. */
  readonly alpha?: number;
  /** Hidden by itself or by an ancestor. */
  readonly hidden: boolean;
  /** Stands in a dialog or an alert. */
  readonly inDialog: boolean;
}

/** Words that the tree knows and that take no action (a label, a table cell, a paragraph). */
export interface StaticText {
  readonly text: string;
  readonly box: Rect<"desktop">;
  /** Id of the window that the tree gives it. */
  readonly window?: string;
}

/** Everything that one observation saw, in desktop pixels. */
export interface Scene {
  readonly frame: Frame;
  readonly displays: readonly Display[];
  /** Bottom first. Empty for a picture file. */
  readonly windows: readonly WindowInfo[];
  readonly tree: readonly TreeItem[];
  readonly statics: readonly StaticText[];
  readonly detections: readonly Detection[];
  /** Large areas of which the tree says nothing: a nameless box there is believed sooner (VIS-8). */
  readonly silent?: readonly Rect<"desktop">[];
  readonly lines: readonly TextLine[];
}

/** Something that can become a mark: what it is, where it shows, and what each channel said. */
export interface Candidate {
  readonly source: MarkSource;
  readonly role: Role;
  /** Clean, one line, capped: what may be shown. */
  readonly label: string;
  /** As the application gave it, invisible characters and all: what the checks compare. */
  readonly rawLabel: string;
  readonly inDialog: boolean;
  /** As the application gave it or as it was read. */
  readonly value?: string;
  readonly node?: AxNode;
  readonly detection?: Detection;
  /** What was read inside the visible box, in reading order. */
  readonly read: readonly {
    readonly text: string;
    readonly confidence: number;
    readonly box: Rect<"desktop">;
  }[];
  readonly box: Rect<"desktop">;
  readonly point: Point<"desktop">;
  /** Share of the box that shows, 0 to 1. */
  readonly visible: number;
  readonly geometry: "verified" | "unverified" | "untrusted";
  readonly confidence: number;
  readonly window?: WindowInfo;
}

export interface Fusion {
  readonly candidates: readonly Candidate[];
  readonly context: readonly ContextLine[];
  readonly withheld: Readonly<Record<string, number>>;
}
