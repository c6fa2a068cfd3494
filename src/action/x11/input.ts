import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GroundmarkError, invalidArg } from "../../core/errors.js";
import type { Point } from "../../geometry/rect.js";
import type { Input, MouseButton, PointerEvidence } from "../port.js";
import { HelperProcess } from "./helper-process.js";
import type { Operation } from "./protocol.js";

/** What a click takes at most with its pauses is 400 ms; a server under load gets the rest. */
const REQUEST_TIMEOUT = 5000;
const MAX_CLICKS = 3;
/** Button coordinates of the X protocol are 16-bit. */
const MAX_COORDINATE = 32767;

export interface X11InputOptions {
  /** Time for one request, ms. Default 5000. */
  readonly timeout?: number;
}

export interface X11Input extends Input {
  /** Moves the pointer and leaves it there (a drag in progress, a hover). */
  move(at: Point<"desktop">): Promise<void>;
}

/**
 * Starts the helper process for a display.
 *
 * Requests are dispatched one after the other, each at most once: one that gets no answer is reported, never
 * repeated. After the helper ended, the next request starts another, which first releases what was held.
 *
 * An error's `details.dispatched` says whether a button was pressed: false, or "unknown" when the helper
 * died or fell silent in the middle.
 * @throws GroundmarkError PLATFORM_NOT_SUPPORTED (no display), ACTION_NOT_SUPPORTED (no XTEST), TIMEOUT
 */
export async function openX11Input(display: string, options: X11InputOptions = {}): Promise<X11Input> {
  const input = new X11InputImpl(display, options.timeout ?? REQUEST_TIMEOUT);
  await input.start();
  return input;
}

class X11InputImpl implements X11Input {
  readonly backend = "x11";
  private helper: HelperProcess | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private closed = false;
  /** A helper was started since the last click that could say so. */
  private restarted = false;
  private readonly held = new Set<MouseButton>();

  constructor(
    private readonly display: string,
    private readonly timeout: number,
  ) {}

  get pid(): number | undefined {
    return this.helper?.running ? this.helper.pid : undefined;
  }

  async start(): Promise<void> {
    this.restarted = this.helper !== undefined;
    const helper = await HelperProcess.start(helperFile(), this.display, [...this.held]);
    this.held.clear();
    this.helper = helper;
    // Buttons that an ended helper held stay down until another one releases them: not only at the next request.
    void helper.ended.then(() => {
      if (!this.closed && this.held.size > 0) this.inTurn(() => this.revive()).catch(() => undefined);
    });
  }

  private async revive(): Promise<void> {
    if (!this.helper?.running) await this.start();
  }

  async click(at: Point<"desktop">, button: MouseButton, count: number): Promise<PointerEvidence> {
    const point = wholePixel(at);
    if (!(Number.isInteger(count) && count >= 1 && count <= MAX_CLICKS))
      throw invalidArg("count", `1 to ${MAX_CLICKS}`, count);
    return await this.inTurn(async () => {
      const evidence = await this.dispatch({ op: "click", ...point, button, count }, button);
      this.held.delete(button);
      const { restarted } = this;
      this.restarted = false;
      return {
        ...(evidence ?? { pointerRestored: false }),
        ...(restarted ? { helperRestarted: true } : {}),
      };
    });
  }

  async press(at: Point<"desktop">, button: MouseButton): Promise<void> {
    const point = wholePixel(at);
    await this.inTurn(() => this.dispatch({ op: "press", ...point, button }, button));
  }

  async move(at: Point<"desktop">): Promise<void> {
    const point = wholePixel(at);
    await this.inTurn(() => this.dispatch({ op: "move", ...point }));
  }

  async release(button: MouseButton): Promise<void> {
    await this.inTurn(async () => {
      await this.dispatch({ op: "release", button });
      this.held.delete(button);
    });
  }

  async releaseAll(): Promise<void> {
    await this.inTurn(async () => {
      // A helper that ended leaves its buttons to the next one, which releases them as it starts.
      if (!this.helper?.running && this.held.size === 0) return;
      await this.dispatch({ op: "releaseAll" });
      this.held.clear();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.turn;
    await this.helper?.end();
  }

  /** Serialises the requests; a failed one does not hold up the next. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.closed)
      return Promise.reject(new GroundmarkError("PLATFORM_NOT_SUPPORTED", "native input is closed"));
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async dispatch(operation: Operation, pressed?: MouseButton): Promise<PointerEvidence | undefined> {
    await this.revive();
    // From here on the button may be down, whatever happens to the helper.
    if (pressed) this.held.add(pressed);
    const helper = this.helper as HelperProcess;
    try {
      return await helper.request(operation, this.timeout);
    } catch (error) {
      if (pressed && GroundmarkError.from(error).details?.dispatched === false) this.held.delete(pressed);
      throw error;
    }
  }
}

function wholePixel(at: Point<"desktop">): { readonly x: number; readonly y: number } {
  // The pixel that a continuous point lies in: pixel i covers [i, i + 1).
  const x = Math.floor(at.x);
  const y = Math.floor(at.y);
  if (!(Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE))
    throw invalidArg("point", "finite desktop coordinates", `${at.x},${at.y}`);
  return { x, y };
}

/** The compiled helper, also for source files that are run without being compiled (tests). */
function helperFile(): string {
  const here = fileURLToPath(new URL("helper.js", import.meta.url));
  const file = existsSync(here) ? here : here.replace(/([\\/])src([\\/]action[\\/]x11[\\/])/, "$1dist$2");
  if (!existsSync(file))
    throw new GroundmarkError("INTERNAL", "the input helper is not built", {
      suggestion: "Run `npm run build`.",
    });
  return file;
}
