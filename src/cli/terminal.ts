import { GroundmarkError } from "../core/errors.js";

/** What the command line reads from and writes to; a test gives its own. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Aborts at the first Ctrl-C. */
  readonly interrupt: AbortSignal;
}

export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The result could not be written where it was sent. */
export class OutputError extends GroundmarkError {
  constructor(cause: NodeJS.ErrnoException) {
    const full = cause.code === "ENOSPC" || cause.code === "EDQUOT" || cause.code === "EFBIG";
    super(
      full ? "RESOURCE_EXHAUSTED" : "INVALID_ARGS",
      `the output cannot be written: ${full ? "there is no room for it" : cause.message}`,
      {
        suggestion:
          "Send it to a place that takes it. The command itself was done: observe before a click is repeated.",
        cause,
      },
    );
  }
}

/**
 * Resolves when the text is out, or when nobody reads any more (EPIPE): `groundmark … | head` is no
 * error. Rejects with OutputError, for a full disk for example.
 */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((done, fail) => {
    output.write(text, (error) => {
      const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
      if (!error || code === "EPIPE" || code === "ERR_STREAM_DESTROYED") done();
      else fail(new OutputError(error));
    });
  });
}

// Controls but newline and tab, the C1 set (a terminal takes U+009B for ESC [), and characters that
// reorder or hide what stands beside them.
const UNPRINTABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Text from applications must not drive the terminal. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, "");

/** The same JSON value without a character that a terminal obeys. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export type Style = "red" | "dim" | "bold";

const CODES: Record<Style, string> = { red: "31", dim: "2", bold: "1" };

/** Colours when the output is a terminal that has them and NO_COLOR (no-color.org) is not set. */
export function painter(output: Output, env: NodeJS.ProcessEnv): (style: Style, text: string) => string {
  const colours = output.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return (style, text) => (colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

const PROGRESS_AFTER_MS = 1_000;

/**
 * Says on a terminal that something takes long, once it has taken a second. The returned function wipes
 * the line.
 */
export function showProgress(what: string, { stderr, env }: Pick<Io, "stderr" | "env">): () => void {
  if (stderr.isTTY !== true) return () => {};
  const started = performance.now();
  const canWipe = env.TERM !== "dumb";
  let shown = false;
  const tick = () => {
    if (shown && !canWipe) return;
    shown = true;
    const seconds = Math.round((performance.now() - started) / 1000);
    const line = `${what}: ${seconds} s (Ctrl-C cancels)`;
    void print(stderr, canWipe ? `\r\u001b[2K${line}` : `${what}: working (Ctrl-C cancels)\n`);
  };
  const timer = setInterval(tick, PROGRESS_AFTER_MS).unref();
  return () => {
    clearInterval(timer);
    if (shown && canWipe) void print(stderr, "\r\u001b[2K");
  };
}
