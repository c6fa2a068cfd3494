import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { GroundmarkError } from "../../core/errors.js";
import { NativeGate } from "../native.js";
import {
  type Calls,
  errorFrom,
  type ReplyMessage,
  type RequestMessage,
  type ThreadData,
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
/** The longest that the end of a thread, or of the process, waits for native code to return. */
const NATIVE_TIMEOUT = 2000;

interface Thread {
  readonly worker: Worker;
  readonly gate: NativeGate;
}

/** Every running thread, for the end of the process. */
const threads = new Set<Thread>();

/** Node ends worker threads right after this event: by then they must be outside native code. */
function leaveNativeCode(): void {
  for (const { gate } of threads) gate.forbid();
  for (const { gate } of threads) gate.forbidAndWait(NATIVE_TIMEOUT);
}

/** Ends a thread outside native code; one that never comes out is left alone (it would end the process). */
async function endThread({ worker, gate }: Thread): Promise<void> {
  const end = performance.now() + NATIVE_TIMEOUT;
  while (!gate.forbid()) {
    if (performance.now() > end) return;
    await sleep(5);
  }
  await worker.terminate();
}

/**
 * One worker thread that answers requests, one after the other. The thread starts at once; when it dies it
 * is started again and each request that it owed is sent once more. It keeps the process alive only while
 * it owes an answer.
 */
export class WorkerHost<C extends Calls> {
  private thread: Thread | undefined;
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
    if (this.thread) await endThread(this.thread);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.hangTimer);
    for (const [id, entry] of this.pending)
      this.settle(id, () => entry.reject(new GroundmarkError("CANCELLED", `${this.what} was closed`)));
    const thread = this.thread;
    this.thread = undefined;
    if (thread) await endThread(thread);
  }

  private spawn(): Thread {
    const gate = new NativeGate();
    const workerData: ThreadData = { ...this.data, gate: gate.shared };
    // No flags of the process: some of them (--input-type) no worker can start with.
    const worker = new Worker(this.file, { workerData, execArgv: [] });
    const thread = { worker, gate };
    if (threads.size === 0) process.once("exit", leaveNativeCode);
    threads.add(thread);
    let cause = "it ended";
    worker.on("message", (message: ReplyMessage) => this.receive(message));
    worker.on("error", (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => {
      threads.delete(thread);
      if (threads.size === 0) process.off("exit", leaveNativeCode);
      if (this.thread !== thread) return;
      this.thread = undefined;
      this.recover(cause);
    });
    // After the listeners: adding one makes the worker hold the process again.
    worker.unref();
    this.thread = thread;
    return thread;
  }

  private send(id: number): void {
    const entry = this.pending.get(id);
    if (!entry) return;
    const { worker } = this.thread ?? this.spawn();
    entry.attempts++;
    worker.ref();
    worker.postMessage(entry.message);
  }

  private receive(message: ReplyMessage): void {
    if (this.owed.delete(message.id) && this.owed.size === 0) {
      clearTimeout(this.hangTimer);
      this.hangTimer = undefined;
    }
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
    const thread = this.thread;
    if (this.owed.size === 0 || !thread) return;
    this.thread = undefined;
    this.recover("it hung");
    void endThread(thread);
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
    if (this.pending.size === 0) this.thread?.worker.unref();
    act();
  }
}
