// @ts-check
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 10;

/**
 * Settles with `work` or rejects after `ms`; the work itself is abandoned, not stopped.
 * @template T
 * @param {Promise<T>} work @param {number} ms @param {string} what
 * @returns {Promise<T>}
 */
export function within(work, ms, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what}: no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Asks for a fact again and again until it holds (is neither undefined nor false).
 * @template T
 * @param {() => T | undefined | false | Promise<T | undefined | false>} fact
 * @param {{timeout: number, what: string | (() => string), poll?: number}} options timeout in ms
 * @returns {Promise<T>}
 */
export async function until(fact, { timeout, what, poll = POLL_MS }) {
  const end = performance.now() + timeout;
  for (;;) {
    const value = await fact();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) {
      throw new Error(`not within ${timeout} ms: ${typeof what === "string" ? what : what()}`);
    }
    await sleep(poll);
  }
}
