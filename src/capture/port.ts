import type { Display } from "../geometry/displays.js";
import type { Rect } from "../geometry/rect.js";

/**
 * One captured picture.
 *
 * `pixels` is packed RGB, 3 bytes a pixel, no row padding, width*height*3 bytes, row 0 at the top. It is
 * backed by a SharedArrayBuffer so that the worker threads read the same bytes that are drawn and checked
 * (one capture per observation). Opaque: a screenshot with alpha is flattened on white before it gets here.
 */
export interface Frame {
  readonly pixels: Uint8Array<SharedArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Where the picture lies, in desktop pixels; width and height equal those of the picture. */
  readonly region: Rect<"desktop">;
  readonly backend: CaptureBackend;
  /** Wall clock at the capture. */
  readonly capturedAt: Date;
  /** What the capture took, ms (monotonic clock). */
  readonly duration: number;
}

export type CaptureBackend = "x11" | "wayland-wlr" | "portal" | "gdi" | "wgc" | "coregraphics" | "image";

/**
 * Where a window is not the rectangle that it seems. A list that is absent means the whole rectangle, an
 * empty one nothing: a click goes through where `input` does not reach.
 */
export interface WindowShape {
  /** What is shown. */
  readonly bounding?: readonly Rect<"desktop">[];
  /** What takes clicks. */
  readonly input?: readonly Rect<"desktop">[];
}

/** A mapped top-level window (or override-redirect window), in stacking order where it is listed. */
export interface WindowInfo {
  /** Native id, hexadecimal for X11 ("0x1400003"). */
  readonly id: string;
  readonly title: string;
  /** Process that owns it, when it says so. */
  readonly pid?: number;
  /** WM_CLASS class or the like. */
  readonly appName?: string;
  /** The outer rectangle with the window manager's decoration. */
  readonly bounds: Rect<"desktop">;
  /** The client's own area (what the application draws). */
  readonly client: Rect<"desktop">;
  /** True for menus, tooltips and whatever else bypasses the window manager. */
  readonly overrideRedirect: boolean;
  /** True when it is the active window. */
  readonly focused: boolean;
  /** _NET_WM_WINDOW_TYPE without its prefix, lower case: "normal", "dialog", "dock", "desktop", ... */
  readonly type?: string;
  /** Id of the window that it is transient for: a dialog's parent, also one of another process. */
  readonly transientFor?: string;
  /** _GTK_FRAME_EXTENTS: invisible border that a client-side decorated window draws around itself. */
  readonly gtkFrameExtents?: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** False for windows that draw nothing (InputOnly); they still take clicks. */
  readonly draws: boolean;
  /** _NET_WM_WINDOW_OPACITY, 0 to 1, when set. */
  readonly opacity?: number;
  /** Only for windows with a shape of their own (XShape). */
  readonly shape?: WindowShape;
}

export type CaptureTarget =
  | { readonly kind: "display" }
  | { readonly kind: "monitor"; readonly id: string }
  | { readonly kind: "window"; readonly id: string };

export interface Capture {
  readonly backend: CaptureBackend;
  displays(): Display[];
  /** Mapped windows, bottom first, topmost last. Empty for an image. */
  windows(): WindowInfo[];
  /**
   * Captures what the screen shows (for a window: its rectangle of the screen, clipped to the screen).
   * @throws GroundmarkError WINDOW_NOT_FOUND, INVALID_ARGS (no such monitor), PLATFORM_NOT_SUPPORTED
   *   (the display has gone)
   */
  grab(target: CaptureTarget): Frame;
  /** Pointer position in desktop pixels, when the backend knows it. */
  pointer(): { readonly x: number; readonly y: number } | undefined;
  /** False once the display has gone; every other call then throws PLATFORM_NOT_SUPPORTED. */
  readonly alive: boolean;
  close(): void;
}
