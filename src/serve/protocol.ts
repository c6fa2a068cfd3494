import { z } from "zod";
import type { Envelope } from "../commands/envelope.js";
import { ERROR_CODES, type ErrorCode, GroundmarkError } from "../core/errors.js";
import { buildName } from "./version.js";

/**
 * The wire: JSON, one value per line, over the service's socket.
 *
 *   both sides, first     {"groundmark": "0.1.0", "protocol": 1}
 *   client                {"id": 1, "command": "observe", "args": {...}, "timeout": 20000}
 *   client                {"cancel": 1}
 *   service               {"id": 1, "envelope": {...}}      id null: it could not be told from the line
 *
 * The first line and the requests `health` and `shutdown` keep this form in every version, so that any
 * version can ask another one to leave. Nothing else is spoken between two versions.
 */
export const PROTOCOL = 1;

/** Pictures travel as base64 within a line. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** Before the greeting nothing long is due. */
export const MAX_GREETING_BYTES = 4096;

/** For requests that name no time of their own, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 60_000;
export const MAX_TIMEOUT_MS = 3_600_000;
/** What a command with a `timeout` argument of its own gets on top of it, to observe and to answer. */
const OWN_TIMEOUT_MARGIN_MS = 30_000;

const helloSchema = z.object({ groundmark: z.string().min(1).max(64), protocol: z.int().nonnegative() });
export type Hello = z.output<typeof helloSchema>;

const idSchema = z.union([z.int().nonnegative(), z.string().min(1).max(64)]);
export type RequestId = z.output<typeof idSchema>;

const requestSchema = z.object({
  id: idSchema,
  command: z.string().min(1).max(64),
  args: z.unknown().optional(),
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).optional(),
});
export type Request = z.output<typeof requestSchema>;

const cancelSchema = z.strictObject({ cancel: idSchema });
export type Cancel = z.output<typeof cancelSchema>;

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
const envelopeSchema = z.discriminatedUnion("ok", [
  z.object({ version: z.literal("1"), ok: z.literal(true), command: z.string(), data: z.unknown() }),
  z.object({
    version: z.literal("1"),
    ok: z.literal(false),
    command: z.string(),
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      suggestion: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
]);
const replySchema = z.object({ id: idSchema.nullable(), envelope: envelopeSchema });

export interface Reply {
  readonly id: RequestId | null;
  readonly envelope: Envelope;
}

/** What `health` answers. */
export const healthSchema = z.object({
  pid: z.int().positive(),
  version: z.string(),
  protocol: z.int(),
  display: z.string(),
  state: z.enum(["serving", "closing"]),
  uptimeMs: z.number(),
  busy: z.boolean(),
  /** What runs at this moment, oldest first. */
  running: z.array(z.object({ command: z.string(), ms: z.number() })),
  /** Requests that wait for their turn. */
  queued: z.int(),
  memory: z.object({ rssBytes: z.number(), heapUsedBytes: z.number() }),
});
export type Health = z.output<typeof healthSchema>;

/** All that is asked of another version's health: enough to see it leave. */
export const foreignHealthSchema = z.object({ pid: z.int().positive() });

export const ownHello = (version: string = buildName()): Hello => ({
  groundmark: version,
  protocol: PROTOCOL,
});

export const sameLanguage = (ours: Hello, theirs: Hello): boolean =>
  ours.groundmark === theirs.groundmark && ours.protocol === theirs.protocol;

export const encodeLine = (message: Hello | Request | Cancel | Reply): string =>
  `${JSON.stringify(message)}\n`;

export const parseHello = (line: Buffer): Hello => checked(helloSchema, parseJson(line), "the first line");
export const parseReply = (line: Buffer): Reply =>
  checked(replySchema, parseJson(line), "a reply") as unknown as Reply;

export type Message = { readonly request: Request } | { readonly cancel: RequestId };

/** A client's line. Throws INVALID_ARGS whose details hold the line's `id` when that much was readable. */
export function parseMessage(line: Buffer): Message {
  const value = parseJson(line);
  if (typeof value === "object" && value !== null && "cancel" in value)
    return { cancel: checked(cancelSchema, value, "a cancellation").cancel };
  const request = requestSchema.safeParse(value);
  if (request.success) return { request: request.data };
  const id = idSchema.safeParse((value as { id?: unknown } | null)?.id);
  throw wrongShape("a request", request.error, id.success ? { id: id.data } : {});
}

/** How long a request may take in all, waiting for its turn included, in milliseconds. */
export function requestTimeout(request: Pick<Request, "args" | "timeout">): number {
  if (request.timeout !== undefined) return request.timeout;
  const own = (request.args as { timeout?: unknown } | null | undefined)?.timeout;
  if (typeof own !== "number" || !(own > 0)) return DEFAULT_TIMEOUT_MS;
  return Math.min(MAX_TIMEOUT_MS, Math.max(DEFAULT_TIMEOUT_MS, own + OWN_TIMEOUT_MARGIN_MS));
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new GroundmarkError("INVALID_ARGS", "the line is not JSON", {
      suggestion: "Send one JSON value per line.",
      details: { malformed: true },
    });
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw wrongShape(what, result.error, {});
  return result.data;
}

function wrongShape(what: string, error: z.ZodError, details: Record<string, unknown>): GroundmarkError {
  const issues = error.issues.map((issue) => `${issue.path.join(".") || "value"}: ${issue.message}`);
  return new GroundmarkError("INVALID_ARGS", `${what} is not of the known form: ${issues[0]}`, {
    suggestion: "See the protocol's description.",
    details: { ...details, issues: issues.slice(0, 5) },
  });
}

/**
 * Cuts a byte stream into lines. Remembers chunks instead of joining them on every arrival, so that a
 * picture that comes in small pieces costs linear time.
 */
export class LineSplitter {
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(public limit: number) {}

  /** Bytes of a line that has not ended yet. */
  get pending(): number {
    return this.size;
  }

  /**
   * Calls `onLine` for each line that is complete, in order, until it returns false. Throws
   * RESOURCE_EXHAUSTED once a line is longer than the limit, without keeping it.
   */
  push(chunk: Buffer, onLine: (line: Buffer) => boolean): void {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      this.grow(rest.subarray(0, end));
      const line = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.size);
      this.clear();
      rest = rest.subarray(end + 1);
      if (line.length > 0 && !onLine(line)) return;
    }
    if (rest.length > 0) this.grow(rest);
  }

  private grow(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > this.limit) {
      this.clear();
      throw new GroundmarkError("RESOURCE_EXHAUSTED", `a line is longer than ${this.limit} bytes`);
    }
    this.chunks.push(piece);
  }

  private clear(): void {
    this.chunks = [];
    this.size = 0;
  }
}
