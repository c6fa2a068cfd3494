import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { withTimeout } from "../../core/deadline.js";
import { type ErrorBody, GroundmarkError } from "../../core/errors.js";
import type { MouseButton, PointerEvidence } from "../port.js";
import { type Message, monotonicNow, type Operation, type Request } from "./protocol.js";

/** Starting Node takes 60 ms, on a busy machine ten times that. */
const START_TIMEOUT = 10_000;
const END_TIMEOUT = 2000;

interface Waiting {
  readonly resolve: (evidence: PointerEvidence | undefined) => void;
  readonly reject: (error: GroundmarkError) => void;
}

/** One run of the helper, from its start to its end. */
export class HelperProcess {
  private readonly waiting = new Map<number, Waiting>();
  /** Settles when the process has gone. */
  readonly ended: Promise<void>;
  private nextId = 1;
  private abandoned = false;
  private exited = false;
  private noteReady: ((error: GroundmarkError | undefined) => void) | undefined;

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    createInterface({ input: child.stdout }).on("line", (line) => this.receive(JSON.parse(line) as Message));
    // Writing to a helper that has just ended: its exit is what gets reported.
    child.stdin.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.exited = true;
        this.noteReady?.(
          new GroundmarkError("INTERNAL", "the input helper ended before it was ready", {
            details: { dispatched: false },
          }),
        );
        for (const { reject } of this.waiting.values())
          reject(
            new GroundmarkError("ACTION_FAILED", "the input helper ended during the request", {
              suggestion: "Observe again to see whether the action took place.",
              details: { dispatched: "unknown" },
            }),
          );
        this.waiting.clear();
        resolve();
      };
      child.once("exit", end);
      child.once("error", end);
    });
    // An idle helper does not keep its parent alive; requests do, through their time-outs.
    child.unref();
    (child.stdin as Partial<{ unref(): void }>).unref?.();
    (child.stdout as Partial<{ unref(): void }>).unref?.();
  }

  /** @throws GroundmarkError what the helper said, or TIMEOUT */
  static async start(
    file: string,
    display: string,
    leftDown: readonly MouseButton[],
  ): Promise<HelperProcess> {
    // NODE_OPTIONS is for the parent: an inspector or loader in the helper would only be in the way.
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = spawn(process.execPath, [file, display, ...leftDown], {
      stdio: ["pipe", "pipe", "ignore"],
      env,
      // A process group of its own: a signal to the parent's group (Ctrl-C, kill -9) leaves it to clean up.
      detached: true,
    });
    const helper = new HelperProcess(child);
    const ready = new Promise<void>((resolve, reject) => {
      helper.noteReady = (error) => (error ? reject(error) : resolve());
    });
    try {
      await withTimeout(ready, START_TIMEOUT, "starting the input helper");
    } catch (error) {
      helper.abandon();
      throw error;
    }
    return helper;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** True while requests can be sent. */
  get running(): boolean {
    return !this.exited && !this.abandoned;
  }

  /** @throws GroundmarkError what the helper said; TIMEOUT or ACTION_FAILED when it said nothing */
  request(operation: Operation, timeout: number): Promise<PointerEvidence | undefined> {
    const request: Request = { id: this.nextId++, deadline: monotonicNow() + timeout, operation };
    const answer = new Promise<PointerEvidence | undefined>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
    });
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    return withTimeout(answer, timeout, "native input").catch((error: unknown) => {
      if (!this.waiting.delete(request.id)) throw error;
      // Stuck, most likely in a server that is stopped. Its pipe is closed: once it wakes up, it finds the
      // deadline passed, releases what it holds and leaves.
      this.abandon();
      throw new GroundmarkError("TIMEOUT", `native input: no answer within ${timeout} ms`, {
        suggestion: "Observe again to see whether the action took place.",
        details: { dispatched: "unknown" },
      });
    });
  }

  /** Lets the helper release everything and waits for its end. */
  async end(): Promise<void> {
    this.abandon();
    await withTimeout(this.ended, END_TIMEOUT, "ending the input helper").catch(() => undefined);
  }

  private abandon(): void {
    this.abandoned = true;
    this.child.stdin.end();
  }

  private receive(message: Message): void {
    if ("ready" in message) {
      this.noteReady?.(message.ready ? undefined : toError(message.error));
      this.noteReady = undefined;
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.ok) waiting?.resolve(message.evidence);
    else waiting?.reject(toError(message.error));
  }
}

function toError({ code, message, suggestion, details }: ErrorBody): GroundmarkError {
  return new GroundmarkError(code, message, { suggestion, ...(details ? { details } : {}) });
}
