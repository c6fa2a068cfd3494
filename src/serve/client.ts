import { connect as netConnect, type Socket } from "node:net";
import { type Envelope, failure } from "../commands/envelope.js";
import { GroundmarkError } from "../core/errors.js";
import {
  encodeLine,
  foreignHealthSchema,
  type Health,
  type Hello,
  healthSchema,
  LineSplitter,
  MAX_GREETING_BYTES,
  MAX_LINE_BYTES,
  ownHello,
  parseHello,
  parseReply,
  type RequestId,
  requestTimeout,
  sameLanguage,
} from "./protocol.js";

/** The service keeps a request's deadline and says so within 250 ms; this much later we stop waiting. */
const ANSWER_MARGIN_MS = 1_000;
/** Never queued, so their time is all that an answer may take. */
const AT_ONCE: ReadonlySet<string> = new Set(["health", "shutdown"]);
/** How long a cancelled request may take to say what became of it. */
const CANCEL_MS = 2_000;
export const GREETING_MS = 2_000;
export const HEALTH_MS = 2_000;

export interface CallOptions {
  /** The request's deadline in milliseconds, waiting for its turn included. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

export interface OpenOptions {
  readonly version?: string;
  readonly timeout?: number;
}

/** A connection to a running service. */
export class ServiceClient {
  private readonly waiting = new Map<RequestId, { command: string; finish(envelope: Envelope): void }>();
  private readonly lines = new LineSplitter(MAX_GREETING_BYTES);
  private readonly ours: Hello;
  private theirs: Hello | undefined;
  private greeted: () => void = () => {};
  private lastId = 0;
  private broken: GroundmarkError | undefined;

  private constructor(
    private readonly socket: Socket,
    version: string | undefined,
  ) {
    this.ours = ownHello(version);
    socket.on("data", (chunk: Buffer) => this.receive(chunk));
    socket.on("error", () => {});
    socket.on("close", () => this.break(serviceLeft()));
    socket.write(encodeLine(this.ours));
  }

  /**
   * Connects and exchanges greetings. Resolves with undefined when nobody listens there; rejects when
   * whoever listens does not greet as a service does, with TIMEOUT or INVALID_ARGS.
   */
  static async open(path: string, options: OpenOptions = {}): Promise<ServiceClient | undefined> {
    const timeout = options.timeout ?? GREETING_MS;
    const socket = await listenerAt(path, timeout);
    if (!socket) return undefined;
    const client = new ServiceClient(socket, options.version);
    const greeted = new Promise<void>((done) => {
      client.greeted = done;
    });
    const timer = setTimeout(() => client.break(noAnswer("the greeting", timeout)), timeout);
    await greeted;
    clearTimeout(timer);
    if (client.broken) throw client.broken;
    return client;
  }

  /** Whether the service is of our own version; another one is asked for health and shutdown only. */
  get speaksOurs(): boolean {
    return this.theirs !== undefined && sameLanguage(this.ours, this.theirs);
  }

  get version(): string {
    return this.theirs?.groundmark ?? "";
  }

  /**
   * Asks for a command. Never rejects: a connection that breaks, an answer that does not come and a
   * cancellation are envelopes too. A request is never sent twice.
   */
  call(command: string, args: unknown, options: CallOptions = {}): Promise<Envelope> {
    const { signal, timeout } = options;
    if (this.broken) return Promise.resolve(failure(command, this.broken));
    if (signal?.aborted) return Promise.resolve(failure(command, cancelReason(signal)));
    this.lastId += 1;
    const id = this.lastId;
    const request = { id, command, args, ...(timeout === undefined ? {} : { timeout }) };
    const line = encodeLine(request);
    if (Buffer.byteLength(line) > MAX_LINE_BYTES) {
      const tooLong = new GroundmarkError("RESOURCE_EXHAUSTED", "the request is too long to send");
      return Promise.resolve(failure(command, tooLong));
    }
    return new Promise((done) => {
      const giveUpAfter = (ms: number, error: GroundmarkError) =>
        setTimeout(() => finish(failure(command, error)), ms);
      const answerMs = requestTimeout(request) + (AT_ONCE.has(command) ? 0 : ANSWER_MARGIN_MS);
      let timer = giveUpAfter(answerMs, noAnswer(command, answerMs));
      const onAbort = () => {
        clearTimeout(timer);
        timer = giveUpAfter(CANCEL_MS, cancelReason(signal));
        this.socket.write(encodeLine({ cancel: id }));
      };
      const finish = (envelope: Envelope) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.waiting.delete(id);
        done(envelope);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.waiting.set(id, { command, finish });
      this.socket.write(line);
    });
  }

  /** The health of a service of our own version. Throws what the call failed with. */
  async health(timeout = HEALTH_MS): Promise<Health> {
    const envelope = await this.call("health", {}, { timeout });
    if (!envelope.ok) throw new GroundmarkError(envelope.error.code, envelope.error.message, envelope.error);
    return healthSchema.parse(envelope.data);
  }

  /** The process behind the socket, of whatever version; undefined when it does not say. */
  async pid(): Promise<number | undefined> {
    const envelope = await this.call("health", {}, { timeout: HEALTH_MS });
    const health = envelope.ok ? foreignHealthSchema.safeParse(envelope.data) : undefined;
    return health?.success ? health.data.pid : undefined;
  }

  close(): void {
    this.break(serviceLeft());
  }

  private receive(chunk: Buffer): void {
    try {
      this.lines.push(chunk, (line) => {
        if (this.theirs) this.answer(line);
        else this.greet(line);
        return true;
      });
    } catch (error) {
      this.break(GroundmarkError.from(error));
    }
  }

  private greet(line: Buffer): void {
    this.theirs = parseHello(line);
    this.lines.limit = MAX_LINE_BYTES;
    this.greeted();
  }

  private answer(line: Buffer): void {
    const { id, envelope } = parseReply(line);
    if (id !== null) this.waiting.get(id)?.finish(envelope);
    else if (!envelope.ok) this.break(new GroundmarkError(envelope.error.code, envelope.error.message));
  }

  private break(error: GroundmarkError): void {
    this.broken ??= error;
    this.socket.destroy();
    this.greeted();
    for (const { command, finish } of [...this.waiting.values()]) finish(failure(command, this.broken));
  }
}

/** A connected socket, or undefined when there is none or nobody accepts on it. */
function listenerAt(path: string, timeout: number): Promise<Socket | undefined> {
  return new Promise((done, fail) => {
    const socket = netConnect(path);
    const timer = setTimeout(() => {
      socket.destroy();
      fail(noAnswer(path, timeout));
    }, timeout);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      done(socket);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") done(undefined);
      else fail(new GroundmarkError("PERM_DENIED", `${path}: ${error.message}`));
    });
  });
}

const noAnswer = (what: string, ms: number) =>
  new GroundmarkError("TIMEOUT", `${what}: the service gave no answer within ${ms} ms`, {
    suggestion: "It may have acted: observe again before anything else. See `groundmark status`.",
  });

const serviceLeft = () =>
  new GroundmarkError("INTERNAL", "the service ended before it answered", {
    suggestion: "It may have acted: observe again before anything else. The reason is in the service's log.",
  });

const cancelReason = (signal: AbortSignal | undefined) =>
  signal?.reason instanceof GroundmarkError
    ? signal.reason
    : new GroundmarkError("CANCELLED", "the caller cancelled it");
