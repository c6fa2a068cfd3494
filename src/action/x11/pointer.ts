import { setTimeout as sleep } from "node:timers/promises";
import { out, XConnection } from "../../capture/x11/connection.js";
import { rootBounds } from "../../capture/x11/monitors.js";
import { loadLibrary, type RawCall } from "../../capture/x11/xlib.js";
import { GroundmarkError, invalidArg } from "../../core/errors.js";
import { containsPoint } from "../../geometry/rect.js";
import type { MouseButton, PointerEvidence } from "../port.js";

interface XTestCalls {
  XTestQueryExtension(
    event: (number | undefined)[],
    error: (number | undefined)[],
    major: (number | undefined)[],
    minor: (number | undefined)[],
  ): number;
  XTestGrabControl(impervious: number): number;
  XTestFakeMotionEvent(screen: number, x: number, y: number, delay: number): number;
  XTestFakeButtonEvent(button: number, down: number, delay: number): number;
}

const BUTTON_NUMBER: Readonly<Record<MouseButton, number>> = { left: 1, middle: 2, right: 3 };
/** Button1Mask to Button5Mask of a pointer state. */
const ANY_BUTTON = 0x1f00;
/** ShiftMask, ControlMask, Mod1Mask (Alt) and Mod4Mask (Super); the locks are no obstacle. */
const ANY_MODIFIER = 0x4d;

/**
 * The pauses of a click, ms. Without any, Chromium noticed 8 of 20 clicks and GTK 4 none of 5: a press, release
 * and way back that arrive together are taken for a pointer that was never there. A hold of 10 ms was enough
 * for both (25 of 25); these are twice that and more.
 */
const SETTLE_BEFORE_PRESS = 30;
const HOLD = 20;
/** Well below the shortest double-click times in use (200 ms). */
const BETWEEN_CLICKS = 40;
/** Some toolkits ask where the pointer is when they handle the release. */
const SETTLE_BEFORE_RESTORE = 50;
/**
 * How long the server may hold events back, ms. A window manager freezes the pointer at a press until it has
 * decided where the click goes (a synchronous grab); what we send meanwhile, our release included, waits.
 */
const THAW = 1000;

interface Position {
  readonly x: number;
  readonly y: number;
}

interface State extends Position {
  /** Buttons and modifiers that are down, as X counts them. */
  readonly mask: number;
}

/** The pointer of a display, moved and pressed through XTEST. */
export class XPointer {
  private readonly held = new Set<MouseButton>();

  private constructor(
    private readonly connection: XConnection,
    private readonly test: XTestCalls,
  ) {}

  /** @throws GroundmarkError as XConnection.open; ACTION_NOT_SUPPORTED when the server has no XTEST */
  static open(display: string): XPointer {
    const connection = XConnection.open(display);
    const library = loadLibrary(connection.lib.koffi, "libXtst.so.6");
    const test = connection.bind<XTestCalls>({
      XTestQueryExtension: library.func(
        "int XTestQueryExtension(void *, _Out_ int *, _Out_ int *, _Out_ int *, _Out_ int *)",
      ) as RawCall,
      XTestGrabControl: library.func("int XTestGrabControl(void *, int)") as RawCall,
      XTestFakeMotionEvent: library.func("int XTestFakeMotionEvent(void *, int, int, int, ulong)") as RawCall,
      XTestFakeButtonEvent: library.func("int XTestFakeButtonEvent(void *, uint, int, ulong)") as RawCall,
    });
    if (test.XTestQueryExtension(out(), out(), out(), out()) === 0)
      throw new GroundmarkError("ACTION_NOT_SUPPORTED", `the X server ${display} has no XTEST extension`, {
        suggestion: "Start the server with +extension XTEST, or use marks that have an action of their own.",
        details: { display, missing: "XTEST" },
      });
    // A program that grabs the server between our press and our release must not keep the button down.
    test.XTestGrabControl(1);
    return new XPointer(connection, test);
  }

  /** False once the server has gone. */
  get alive(): boolean {
    return this.connection.alive;
  }

  /**
   * One click (or `count` in quick succession), then the pointer goes back to where it was, unless somebody
   * moved it meanwhile.
   * @param stillWanted asked right before the first press; its error leaves everything unpressed
   * @throws GroundmarkError INVALID_ARGS (outside the screen), ACTION_FAILED (a button or a modifier key is
   *   down already, or the pointer does not get there): nothing was pressed
   */
  async click(
    x: number,
    y: number,
    button: MouseButton,
    count: number,
    stillWanted: () => void,
  ): Promise<PointerEvidence> {
    const before = await this.settled((now) => (now.mask & (ANY_BUTTON | ANY_MODIFIER)) === 0);
    if (before.mask & ANY_BUTTON)
      throw new GroundmarkError(
        "ACTION_FAILED",
        "a mouse button is being held down, so a click would be a drag",
        {
          suggestion: "Release the button, then try again.",
          details: { dispatched: false },
        },
      );
    if (before.mask & ANY_MODIFIER)
      throw new GroundmarkError(
        "ACTION_FAILED",
        "a modifier key (Shift, Ctrl, Alt or Super) is being held down, so a click would mean something else",
        {
          suggestion: "Release the key, then try again.",
          details: { dispatched: false },
        },
      );
    this.moveTo(x, y);
    await sleep(SETTLE_BEFORE_PRESS);
    const there = await this.settled((now) => now.x === x && now.y === y && (now.mask & ANY_BUTTON) === 0);
    if (there.x !== x || there.y !== y || there.mask & ANY_BUTTON) {
      throw new GroundmarkError(
        "ACTION_FAILED",
        `the pointer is at ${there.x},${there.y} instead of ${x},${y}: somebody else moves or confines it`,
        { suggestion: "Leave the mouse alone, then try again." },
      );
    }
    stillWanted();
    for (let n = 0; n < count; n++) {
      if (n > 0) await sleep(BETWEEN_CLICKS);
      this.down(button);
      await sleep(HOLD);
      this.up(button);
    }
    await this.settled((now) => (now.mask & ANY_BUTTON) === 0);
    await sleep(SETTLE_BEFORE_RESTORE);
    const pointerRestored = await this.restore(before, { x, y });
    return { pointerBefore: { x: before.x, y: before.y }, pointerRestored };
  }

  /** Presses a button at a point and leaves it down. @throws like click */
  async press(x: number, y: number, button: MouseButton, stillWanted: () => void): Promise<void> {
    this.moveTo(x, y);
    await sleep(SETTLE_BEFORE_PRESS);
    stillWanted();
    this.down(button);
  }

  /** @throws GroundmarkError INVALID_ARGS when the point is outside the screen */
  moveTo(x: number, y: number): void {
    const screen = rootBounds(this.connection);
    // The server would clamp such a point and the click would land on something else.
    if (!containsPoint(screen, { x, y }))
      throw invalidArg("point", `a pixel of the ${screen.width}x${screen.height} screen`, `${x},${y}`);
    this.test.XTestFakeMotionEvent(-1, x, y, 0);
    this.connection.x.XSync(0);
  }

  release(button: MouseButton): void {
    if (this.held.has(button)) this.up(button);
  }

  /** @param also buttons that an earlier helper may have left down */
  releaseAll(also: Iterable<MouseButton> = []): void {
    for (const button of new Set([...this.held, ...also])) this.up(button);
  }

  /** @throws GroundmarkError TIMEOUT, PLATFORM_NOT_SUPPORTED */
  ping(): void {
    this.connection.ping();
  }

  private down(button: MouseButton): void {
    // Noted first: a release too many is harmless, one too few is not.
    this.held.add(button);
    this.test.XTestFakeButtonEvent(BUTTON_NUMBER[button], 1, 0);
    this.connection.x.XSync(0);
  }

  private up(button: MouseButton): void {
    this.test.XTestFakeButtonEvent(BUTTON_NUMBER[button], 0, 0);
    this.connection.x.XSync(0);
    this.held.delete(button);
  }

  private async restore(before: Position, expected: Position): Promise<boolean> {
    const now = this.state();
    const same = (a: Position, b: Position) => a.x === b.x && a.y === b.y;
    if (!same(now, expected)) return same(now, before);
    this.moveTo(before.x, before.y);
    return same(await this.settled((later) => same(later, before)), before);
  }

  /** The pointer's state as soon as it `fits`, or the last one after THAW. */
  private async settled(fits: (now: State) => boolean): Promise<State> {
    const end = performance.now() + THAW;
    for (;;) {
      const now = this.state();
      if (fits(now) || performance.now() > end) return now;
      await sleep(5);
    }
  }

  private state(): State {
    const { x, root } = this.connection;
    const px = out();
    const py = out();
    const mask = out();
    x.XQueryPointer(root, out<number | bigint>(), out<number | bigint>(), px, py, out(), out(), mask);
    return { x: px[0] ?? 0, y: py[0] ?? 0, mask: mask[0] ?? 0 };
  }
}
