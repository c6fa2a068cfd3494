import { Worker } from "node:worker_threads";
import { GroundmarkError } from "../../core/errors.js";
import {
  type Calls,
  errorFrom,
  type ReplyMessage,
  type RequestMessage,
  type WorkerData,
} from "./protocol.js";

interface Pending {
  readonly message: RequestMessage;
  readonly resolve: (reply: object) => void;
  readonly reject: (error: GroundmarkError) => void;
  readonly timer: NodeJS.Timeout;
  attempts: number;
}

/** Requests in one thread's queue; more means that the caller does not wait for its answers. */
const MAX_PENDING = 32;
/** A worker that owes an answer for this long after its time-out hangs, and is replaced. */
const HANG = 3000;

/**
 * One worker thread that answers requests, one after the other. The thread starts at once; when it dies it
 * is started again and each request that it owed is sent once more. It keeps the process alive only while
 * it owes an answer.
 */
export class WorkerHost<C extends Calls> {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private closed = false;
  private hangTimer: NodeJS.Timeout | undefined;
  /** Ids that timed out and have not been answered since. */
  private readonly owed = new Set<number>();
  /** How often the thread died and was started again. */
  restarts = 0;

  constructor(
    private readonly what: string,
    private readonly file: URL,
    private readonly data: WorkerData,
  ) {
    this.spawn();
  }

  /**
   * @param timeout ms until the request is given up; the thread goes on and its late answer is dropped
   * @throws GroundmarkError TIMEOUT, INTERNAL (the thread died twice), RESOURCE_EXHAUSTED, CANCELLED
   *   (closed), and whatever the worker itself reports
   */
  request<K extends keyof C & string>(
    kind: K,
    request: C[K]["request"],
    timeout: number,
  ): Promise<C[K]["reply"]> {
    if (this.closed) return Promise.reject(new GroundmarkError("CANCELLED", `${this.what} is closed`));
    if (this.pending.size >= MAX_PENDING)
      return Promise.reject(
        new GroundmarkError(
          "RESOURCE_EXHAUSTED",
          `${this.what}: ${MAX_PENDING} requests are waiting already`,
        ),
      );
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      const timer = setTimeout(() => this.giveUp(id, timeout), timeout);
      const message = { id, kind, request };
      this.pending.set(id, { message, resolve, reject, timer, attempts: 0 });
      this.send(id);
    });
  }

  /** Ends the thread as a crash would: for tests of the recovery. */
  async kill(): Promise<void> {
    await this.worker?.terminate();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.hangTimer);
    for (const [id, entry] of this.pending)
      this.settle(id, () => entry.reject(new GroundmarkError("CANCELLED", `${this.what} was closed`)));
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private spawn(): Worker {
    const worker = new Worker(this.file, { workerData: this.data });
    worker.unref();
    let cause = "it ended";
    worker.on("message", (message: ReplyMessage) => this.receive(message));
    worker.on("error", (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.recover(cause);
    });
    this.worker = worker;
    return worker;
  }

  private send(id: number): void {
    const entry = this.pending.get(id);
    if (!entry) return;
    const worker = this.worker ?? this.spawn();
    entry.attempts++;
    worker.ref();
    worker.postMessage(entry.message);
  }

  private receive(message: ReplyMessage): void {
    if (this.owed.delete(message.id) && this.owed.size === 0) clearTimeout(this.hangTimer);
    const entry = this.pending.get(message.id);
    if (!entry) return;
    this.settle(message.id, () => {
      if ("reply" in message) entry.resolve(message.reply);
      else entry.reject(errorFrom(message.error));
    });
  }

  private giveUp(id: number, timeout: number): void {
    const entry = this.pending.get(id);
    if (!entry) return;
    this.owed.add(id);
    this.hangTimer ??= setTimeout(() => this.replaceIfHanging(), HANG).unref();
    this.settle(id, () =>
      entry.reject(new GroundmarkError("TIMEOUT", `${this.what}: no answer within ${timeout} ms`)),
    );
  }

  private replaceIfHanging(): void {
    this.hangTimer = undefined;
    if (this.owed.size > 0) void this.worker?.terminate();
  }

  /** After a death: each owed request once more on a new thread, or its error. */
  private recover(cause: string): void {
    this.owed.clear();
    if (this.closed) return;
    if (this.pending.size > 0) this.restarts++;
    for (const [id, entry] of [...this.pending]) {
      if (entry.attempts < 2) this.send(id);
      else
        this.settle(id, () =>
          entry.reject(new GroundmarkError("INTERNAL", `${this.what} died twice on this request: ${cause}`)),
        );
    }
  }

  private settle(id: number, act: () => void): void {
    clearTimeout(this.pending.get(id)?.timer);
    this.pending.delete(id);
    if (this.pending.size === 0) this.worker?.unref();
    act();
  }
}
