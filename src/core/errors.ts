/**
 * The one table of error codes. `suggestion` is what a person or an agent can do next when the thrower
 * knows nothing better. Codes are part of the envelope's stability promise.
 */
export const ERROR_CODES = {
  PERM_DENIED: "Give the user that runs Groundmark access, then try again.",
  ELEMENT_NOT_FOUND: "Observe again and choose a number from the new listing.",
  APP_NOT_FOUND: "Check that the application is running.",
  WINDOW_NOT_FOUND: "Choose one of the ids that `groundmark windows` lists.",
  STALE_REF: "Observe again and choose a number from the new listing.",
  AMBIGUOUS_TARGET: "Choose one of the candidates by its number.",
  SNAPSHOT_NOT_FOUND: "Observe again; numbers live only as long as the service that gave them.",
  POLICY_DENIED: "Use --policy foreground if Groundmark may move the pointer.",
  CONFIRMATION_REQUIRED: "Look at the mark, then repeat with --confirm.",
  ADVERSARIAL_UI_DISCREPANCY: "Do not click: the screen shows another text than the application reports.",
  OCCLUDED: "Bring the window to the front, then observe again.",
  ACTION_FAILED: "Observe again to see the present state before trying anything else.",
  ACTION_NOT_SUPPORTED: "Choose an action that the mark lists.",
  APP_UNRESPONSIVE: "Wait for the application, or restart it.",
  PLATFORM_NOT_SUPPORTED: "Run `groundmark doctor` to see what is missing.",
  OCR_UNAVAILABLE: "Run `groundmark doctor` to see why text cannot be read.",
  MODEL_UNAVAILABLE:
    "Run `groundmark models verify`: it says which file is damaged or missing, and what to do.",
  RESOURCE_EXHAUSTED: "Use a smaller input or a tighter limit.",
  TIMEOUT: "Try again with a longer --timeout.",
  CANCELLED: "Start the command again.",
  UNAUTHORIZED: "Run as the user that owns the display.",
  INVALID_ARGS: "See `groundmark help`.",
  INTERNAL: "This is a defect in Groundmark: please report it with the details.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface GroundmarkErrorOptions {
  readonly suggestion?: string;
  /** Plain data only; secrets in its texts are redacted when it becomes an envelope. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Every failure that a caller can meet. Never carries text that was withheld for safety. */
export class GroundmarkError extends Error {
  override readonly name = "GroundmarkError";
  readonly suggestion: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: GroundmarkErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.suggestion = options.suggestion ?? ERROR_CODES[code];
    this.details = options.details;
  }

  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      suggestion: this.suggestion,
      ...(this.details ? { details: this.details } : {}),
    };
  }

  static from(error: unknown): GroundmarkError {
    if (error instanceof GroundmarkError) return error;
    // What an AbortSignal gives as its reason unless told otherwise.
    if (error instanceof Error && error.name === "AbortError")
      return new GroundmarkError("CANCELLED", "the caller cancelled it", { cause: error });
    const message = error instanceof Error ? error.message : String(error);
    return new GroundmarkError("INTERNAL", message, { cause: error });
  }
}

/** The one form of an argument error: what was expected, for which argument, and what came. */
export function invalidArg(
  name: string,
  expected: string,
  got: unknown,
  suggestion?: string,
): GroundmarkError {
  const shown = typeof got === "string" ? JSON.stringify(got.slice(0, 80)) : String(got);
  return new GroundmarkError("INVALID_ARGS", `${name}: expected ${expected}, got ${shown} (${typeof got})`, {
    ...(suggestion ? { suggestion } : {}),
    details: { argument: name },
  });
}
