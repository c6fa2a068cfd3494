import type { Warning } from "../core/warning.js";
import type { Rect } from "../geometry/rect.js";
import type { Role } from "./roles.js";

/** States, in ARIA's words. Only those that hold are listed; an unknown state is absent. */
export type AxState =
  | "enabled"
  | "disabled"
  | "showing"
  | "hidden"
  | "focused"
  | "focusable"
  | "checked"
  | "mixed"
  | "pressed"
  | "selected"
  | "selectable"
  | "expanded"
  | "collapsed"
  | "expandable"
  | "editable"
  | "readonly"
  | "required"
  | "invalid"
  | "multiline"
  | "modal"
  | "haspopup"
  | "busy"
  | "active"
  | "default"
  | "visited"
  | "protected";

/**
 * One accessible object, the same for every platform. What is not known is absent, never zero or "".
 */
export interface AxNode {
  /** Unique within the desktop while the object lives: on Linux unique bus name + object path. */
  readonly id: string;
  readonly role: Role;
  /** The platform's own role name, verbatim. */
  readonly nativeRole: string;
  readonly name?: string;
  readonly description?: string;
  /** Text or number that the control holds. Never present for a protected (password) field. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly states: readonly AxState[];
  /** The application's own action names in index order ("Click", "press", "jump", ...). */
  readonly actions: readonly string[];
  /** Desktop pixels, already corrected for the toolkit. Absent when the provider gave none. */
  readonly bounds?: Rect<"desktop">;
  /** False when the rectangle could not be placed on the screen with certainty. */
  readonly geometryTrusted: boolean;
  /** 0 to 1 from the provider, when it gives one. */
  readonly alpha?: number;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly app: string;
  readonly pid?: number;
  /** Id of the WindowInfo that shows it, when the join succeeded. */
  readonly window?: string;
  /** Native object path (Linux) or the index path of an imported tree. */
  readonly path: string;
  readonly children: readonly AxNode[];
}

export type AxStatus = "ok" | "partial" | "skeleton" | "empty" | "off" | "unavailable" | "none";

/** Why a tree is not whole. */
export type Truncation = "nodeLimit" | "depthLimit" | "childLimit" | "nullReference" | "timeout" | "error";

export interface AxApp {
  readonly name: string;
  readonly toolkit: string;
  readonly version?: string;
  readonly pid?: number;
  /** Unique bus name on Linux. */
  readonly address?: string;
  readonly method: "cache" | "collection" | "walk" | "file";
  readonly nodes: number;
  /** ms spent on this application. */
  readonly duration: number;
  readonly truncated?: Truncation;
  readonly windows: readonly AxNode[];
}

export interface AxTree {
  readonly status: AxStatus;
  readonly reason?: string;
  readonly apps: readonly AxApp[];
  readonly nodes: number;
  readonly nullReferences: number;
  readonly warnings: readonly Warning[];
  readonly duration: number;
}
