import type { Socket } from "node:net";
import { type Envelope, failure } from "../commands/envelope.js";
import { GroundmarkError } from "../core/errors.js";
import {
  encodeLine,
  type Hello,
  LineSplitter,
  MAX_GREETING_BYTES,
  MAX_LINE_BYTES,
  parseHello,
  parseMessage,
  type Request,
  type RequestId,
  sameLanguage,
} from "./protocol.js";

/** A client greets at once; one that says nothing holds no place. */
const GREETING_MS = 5_000;
/** From the first byte of a line to its last: no client of ours types by hand. */
const LINE_MS = 30_000;
const MAX_REQUESTS_IN_FLIGHT = 64;
/** Answers that a client does not read are not kept beyond this. */
const MAX_UNREAD_BYTES = 2 * MAX_LINE_BYTES;
/** How long the last words to a client that misbehaved may take to leave. */
const FAREWELL_MS = 1_000;

export interface ConnectionLimits {
  readonly greetingMs?: number;
  readonly lineMs?: number;
  readonly maxLineBytes?: number;
}

export type Handler = (request: Request, signal: AbortSignal, sameVersion: boolean) => Promise<Envelope>;

/**
 * One client. Whatever it sends, or does not send, costs only itself: bad lines are answered and at
 * worst end the connection; its end cancels what it asked for.
 */
export class Connection {
  private readonly inFlight = new Map<RequestId, AbortController>();
  private readonly lines = new LineSplitter(MAX_GREETING_BYTES);
  private readonly greeting: NodeJS.Timeout;
  private lineTimer: NodeJS.Timeout | undefined;
  private sameVersion: boolean | undefined;
  private leaving = false;
  /** performance.now() of the last request or answer. */
  lastUse = performance.now();

  constructor(
    private readonly socket: Socket,
    private readonly hello: Hello,
    private readonly handle: Handler,
    private readonly limits: ConnectionLimits = {},
  ) {
    this.greeting = setTimeout(() => this.end(), limits.greetingMs ?? GREETING_MS);
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("end", () => this.left());
    socket.on("close", () => this.left());
    socket.write(encodeLine(hello));
  }

  get requests(): number {
    return this.inFlight.size;
  }

  /** Says what was written so far and nothing more. */
  end(): void {
    if (this.leaving) return;
    this.leaving = true;
    this.socket.end();
    setTimeout(() => this.socket.destroy(), FAREWELL_MS).unref();
  }

  destroy(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    if (this.leaving) return;
    try {
      this.lines.push(chunk, (line) => {
        if (this.sameVersion === undefined) this.greet(line);
        else this.message(line);
        return !this.leaving;
      });
    } catch (error) {
      this.reply(null, failure("", error));
      this.end();
    }
    this.watchLine();
  }

  private watchLine(): void {
    if (this.lines.pending === 0) {
      clearTimeout(this.lineTimer);
      this.lineTimer = undefined;
    } else {
      this.lineTimer ??= setTimeout(() => this.end(), this.limits.lineMs ?? LINE_MS);
    }
  }

  private greet(line: Buffer): void {
    this.sameVersion = sameLanguage(this.hello, parseHello(line));
    this.lines.limit = this.limits.maxLineBytes ?? MAX_LINE_BYTES;
    clearTimeout(this.greeting);
  }

  private message(line: Buffer): void {
    this.lastUse = performance.now();
    try {
      const message = parseMessage(line);
      if ("cancel" in message) this.inFlight.get(message.cancel)?.abort(cancelled("the caller cancelled it"));
      else this.begin(message.request);
    } catch (error) {
      const { details } = GroundmarkError.from(error);
      this.reply((details?.id as RequestId | undefined) ?? null, failure("", error));
      // A line that is not JSON means that the two sides no longer agree where lines begin.
      if (details?.malformed) this.end();
    }
  }

  private begin(request: Request): void {
    if (this.inFlight.has(request.id))
      throw new GroundmarkError("INVALID_ARGS", `request ${request.id} is being worked on already`);
    if (this.inFlight.size >= MAX_REQUESTS_IN_FLIGHT) {
      const tooMany = new GroundmarkError(
        "RESOURCE_EXHAUSTED",
        "too many requests at once on one connection",
        {
          suggestion: "Wait for answers before asking more.",
        },
      );
      this.reply(request.id, failure(request.command, tooMany));
      return;
    }
    const stop = new AbortController();
    this.inFlight.set(request.id, stop);
    void this.handle(request, stop.signal, this.sameVersion === true).then((envelope) => {
      this.inFlight.delete(request.id);
      this.lastUse = performance.now();
      this.reply(request.id, envelope);
    });
  }

  private reply(id: RequestId | null, envelope: Envelope): void {
    if (this.leaving || !this.socket.writable) return;
    let line = encodeLine({ id, envelope });
    if (Buffer.byteLength(line) > MAX_LINE_BYTES) {
      const tooLong = new GroundmarkError("RESOURCE_EXHAUSTED", "the answer is too long to send", {
        suggestion: "Ask for fewer pictures or marks at once.",
      });
      line = encodeLine({ id, envelope: failure(envelope.command, tooLong) });
    }
    this.socket.write(line);
    if (this.socket.writableLength > MAX_UNREAD_BYTES) this.socket.destroy();
  }

  private left(): void {
    clearTimeout(this.greeting);
    clearTimeout(this.lineTimer);
    this.leaving = true;
    for (const stop of this.inFlight.values()) stop.abort(cancelled("the caller left"));
  }
}

const cancelled = (why: string) => new GroundmarkError("CANCELLED", why);
