import { GroundmarkError, invalidArg } from "../../core/errors.js";
import type { Display } from "../../geometry/displays.js";
import { envelope, intersect, type Rect } from "../../geometry/rect.js";
import type { Capture, CaptureTarget, Frame, WindowInfo } from "../port.js";
import { out, XConnection } from "./connection.js";
import { Grabber } from "./grabber.js";
import { listMonitors, rootBounds } from "./monitors.js";
import { windowManager } from "./window-manager.js";
import { listWindows, windowBounds } from "./windows.js";

export interface X11CaptureOptions {
  /** False: pixels come through XGetImage even where MIT-SHM is available. Default true. */
  readonly sharedMemory?: boolean;
}

/** Capture of an X11 display, with what diagnostics ask beyond the port. */
export interface X11Capture extends Capture {
  readonly backend: "x11";
  readonly display: string;
  /** How pixels reach this process. */
  readonly path: "shm" | "getimage";
  /** The EWMH window manager that runs, or undefined. @throws like every other call */
  windowManager(): { readonly name: string } | undefined;
  /** Whether the server has the XTEST extension, which the pointer needs. @throws like every other call */
  hasXTest(): boolean;
}

/**
 * Connects to an X server. Nothing is loaded before the first call; no subprocess is started.
 * @param display a display string such as ":1"; the environment's DISPLAY when absent
 * @throws GroundmarkError PLATFORM_NOT_SUPPORTED (no display, no server, missing library), UNAUTHORIZED
 *   (the server refuses this user), INVALID_ARGS (not a display string), TIMEOUT (no answer)
 */
export function openX11Capture(display?: string, options: X11CaptureOptions = {}): X11Capture {
  return new X11CaptureImpl(XConnection.open(display), options.sharedMemory ?? true);
}

class X11CaptureImpl implements X11Capture {
  readonly backend = "x11";
  private readonly grabber: Grabber;

  constructor(
    private readonly connection: XConnection,
    sharedMemory: boolean,
  ) {
    this.grabber = new Grabber(connection, sharedMemory);
  }

  get display(): string {
    return this.connection.name;
  }

  get path(): "shm" | "getimage" {
    return this.grabber.path;
  }

  get alive(): boolean {
    return this.connection.alive;
  }

  displays(): Display[] {
    this.connection.ping();
    return listMonitors(this.connection);
  }

  windows(): WindowInfo[] {
    this.connection.ping();
    return listWindows(this.connection);
  }

  windowManager(): { readonly name: string } | undefined {
    this.connection.ping();
    return windowManager(this.connection);
  }

  hasXTest(): boolean {
    this.connection.ping();
    return this.connection.x.XQueryExtension("XTEST", out(), out(), out()) !== 0;
  }

  pointer(): { readonly x: number; readonly y: number } | undefined {
    this.connection.ping();
    const { x, root } = this.connection;
    const px = out();
    const py = out();
    const same = x.XQueryPointer(
      root,
      out<number | bigint>(),
      out<number | bigint>(),
      px,
      py,
      out(),
      out(),
      out(),
    );
    // Not on this screen of a server with several.
    return same === 0 ? undefined : { x: px[0] ?? 0, y: py[0] ?? 0 };
  }

  grab(target: CaptureTarget): Frame {
    const started = performance.now();
    this.connection.ping();
    // The target is asked for again when the screen shrank between the question and the grab.
    for (let attempt = 0; attempt < 3; attempt++) {
      const region = this.regionOf(target);
      const capturedAt = new Date();
      const pixels = this.grabber.grab(region);
      if (pixels === undefined) continue;
      return {
        pixels,
        width: region.width,
        height: region.height,
        region,
        backend: "x11",
        capturedAt,
        duration: performance.now() - started,
      };
    }
    throw new GroundmarkError("ACTION_FAILED", "the X server refused the capture three times", {
      suggestion: "Try again when the screen has stopped changing its size.",
    });
  }

  close(): void {
    this.grabber.close();
    this.connection.close();
  }

  private regionOf(target: CaptureTarget): Rect<"desktop"> {
    const screen = rootBounds(this.connection);
    const region = this.wanted(target);
    const visible = intersect(region, screen);
    if (visible === undefined)
      throw new GroundmarkError(
        target.kind === "window" ? "WINDOW_NOT_FOUND" : "PLATFORM_NOT_SUPPORTED",
        `the ${target.kind} lies outside the screen (${screen.width}x${screen.height})`,
        { suggestion: "Move it onto the screen, or capture the whole display." },
      );
    return visible;
  }

  private wanted(target: CaptureTarget): Rect<"desktop"> {
    switch (target.kind) {
      case "display":
        return listMonitors(this.connection)
          .map((monitor) => monitor.bounds)
          .reduce(envelope);
      case "monitor": {
        const monitors = listMonitors(this.connection);
        // By name; people also count them: 1 is the first that status lists.
        const found = monitors.find((monitor) => monitor.id === target.id) ?? monitors[Number(target.id) - 1];
        if (found) return found.bounds;
        throw invalidArg(
          "monitor",
          `one of ${monitors.map((monitor) => monitor.id).join(", ")}`,
          target.id,
          "Give one of the monitors that are connected.",
        );
      }
      case "window":
        return this.windowRegion(target.id);
    }
  }

  private windowRegion(name: string): Rect<"desktop"> {
    if (!/^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(name))
      throw invalidArg(
        "window",
        "an X11 window id such as 0x1400003",
        name,
        "`groundmark windows` lists them.",
      );
    const bounds = windowBounds(this.connection, Number(name));
    if (bounds === undefined)
      throw new GroundmarkError("WINDOW_NOT_FOUND", `no mapped window has the id ${name}`, {
        details: { window: name },
      });
    return bounds;
  }
}
