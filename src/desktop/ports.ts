import type { Input } from "../action/port.js";
import { openX11Input } from "../action/x11/input.js";
import { openAtspi } from "../ax/linux/index.js";
import type { AccessibilityTree } from "../ax/port.js";
import { classifySession, type SessionKind } from "../capture/session-kind.js";
import { openX11Capture, type X11Capture } from "../capture/x11/capture.js";
import { GroundmarkError } from "../core/errors.js";
import type { Vision } from "../vision/port.js";
import { openVision } from "../vision/workers/vision.js";

/**
 * The parts of the session that the environment names. A part that is missing is found out when it is
 * used, not when it is opened: status must be able to say what is missing.
 */
export class DesktopPorts {
  readonly kind: SessionKind;
  private opened: X11Capture | undefined;
  private helper: Promise<Input> | undefined;
  private looking: Promise<Vision> | undefined;
  private tree: AccessibilityTree | undefined;

  constructor(private readonly env: NodeJS.ProcessEnv) {
    this.kind = classifySession(env);
  }

  /**
   * The capture of the display; opened again after the display went and came back.
   *
   * @throws GroundmarkError PLATFORM_NOT_SUPPORTED (no display, Wayland, server gone)
   */
  capture(): X11Capture {
    if (this.opened?.alive) return this.opened;
    this.opened?.close();
    this.opened = undefined;
    if (this.kind === "wayland")
      throw new GroundmarkError(
        "PLATFORM_NOT_SUPPORTED",
        "this is a Wayland session; only X11 is supported so far",
        {
          suggestion:
            "Log in to an X11 session, or set GROUNDMARK_BACKEND=x11 if DISPLAY names a nested X server.",
        },
      );
    if (this.kind === "none")
      throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "there is no display: DISPLAY is not set", {
        suggestion: "Set DISPLAY, or use `groundmark parse` on a screenshot.",
      });
    this.opened = openX11Capture(this.env.DISPLAY);
    return this.opened;
  }

  vision(): Promise<Vision> {
    this.looking ??= openVision();
    return this.looking;
  }

  ax(): AccessibilityTree {
    this.tree ??= openAtspi(this.env);
    return this.tree;
  }

  input(): Promise<Input> {
    if (!this.helper) {
      this.helper = openX11Input(this.env.DISPLAY ?? "");
      // A failed start is not remembered: the next action tries again.
      this.helper.catch(() => {
        this.helper = undefined;
      });
    }
    return this.helper;
  }

  async close(): Promise<void> {
    this.opened?.close();
    await Promise.allSettled([
      this.tree?.close(),
      this.looking?.then((v) => v.close()),
      this.helper?.then((i) => i.close()),
    ]);
  }
}
