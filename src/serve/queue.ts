import { GroundmarkError } from "../core/errors.js";

interface Waiting {
  start(): void;
}

/**
 * One task at a time, first come, first served. A task keeps its turn until it has settled, also when
 * its caller has stopped waiting for it: two tasks never drive one display at once.
 */
export class SerialQueue {
  private readonly line: Waiting[] = [];
  private running = false;

  constructor(private readonly limit: number) {}

  get waiting(): number {
    return this.line.length;
  }

  /**
   * Rejects with RESOURCE_EXHAUSTED when too many wait already, with the signal's reason when it aborts
   * before the task's turn; else settles like the task.
   */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.turn(signal);
    try {
      return await task();
    } finally {
      this.next();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.running) {
      this.running = true;
      return Promise.resolve();
    }
    if (this.line.length >= this.limit)
      throw new GroundmarkError("RESOURCE_EXHAUSTED", `${this.limit} commands wait for the display already`, {
        suggestion: "Wait for the earlier commands, or cancel them.",
      });
    return new Promise((done, fail) => {
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener("abort", onAbort);
          done();
        },
      };
      const onAbort = () => {
        this.line.splice(this.line.indexOf(entry), 1);
        fail(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.line.push(entry);
    });
  }

  private next(): void {
    const following = this.line.shift();
    if (following) following.start();
    else this.running = false;
  }
}
