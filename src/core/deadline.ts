import { GroundmarkError } from "./errors.js";

/**
 * Settles with `work`, or rejects with TIMEOUT after `ms`. The work itself goes on: whatever answers
 * outside our process may never answer, so the promise is abandoned, not awaited.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new GroundmarkError("TIMEOUT", `${what}: no answer within ${ms} ms`));
    }, ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** A point in time (performance.now() based) that stages share. */
export class Deadline {
  private readonly at: number;

  constructor(readonly budget: number) {
    this.at = performance.now() + budget;
  }

  get remaining(): number {
    return Math.max(0, this.at - performance.now());
  }

  get passed(): boolean {
    return performance.now() >= this.at;
  }
}
