// @ts-check
/** The test's end of a raw window's process. */
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { App } from "./app.js";
import { until } from "./wait.js";

const MAIN = join(dirname(fileURLToPath(import.meta.url)), "raw-window-main.js");
const ANSWER_TIMEOUT_MS = 5000;

/** @typedef {import("./index.js").RawEvent} RawEvent */

export class RawApp extends App {
  /** Everything that happened to the window, oldest first. @type {RawEvent[]} */
  events = [];
  #done = 0;
  #sent = 0;

  /**
   * @param {import("./desktop.js").Desktop} desktop @param {import("./index.js").RawWindowSpec} spec
   * @returns {Promise<RawApp>}
   */
  static async open(desktop, spec) {
    const start = performance.now();
    const args = [MAIN, JSON.stringify(spec)];
    const child = desktop.spawn("raw-window", process.execPath, args, {}, ["pipe", "pipe", "log"]);
    const app = new RawApp("raw window", child, desktop);
    desktop.apps.add(app);
    child.process.stdin?.on("error", () => {});
    const { stdout } = child.process;
    if (!stdout) throw new Error("no stdout");
    createInterface({ input: stdout }).on("line", (line) => app.#hear(JSON.parse(line)));
    try {
      const opened = await app.waitFor(({ event }) => event === "open");
      app.windowId = Number(opened.window);
      app.windowTitle = spec.title ?? "raw window";
      await until(async () => (await desktop.x.attributes(app.windowId)).viewable, {
        timeout: ANSWER_TIMEOUT_MS,
        what: "raw window mapped",
      });
    } catch (error) {
      await app.close().catch(() => {});
      throw error;
    }
    app.launchTime = performance.now() - start;
    return app;
  }

  /** @param {RawEvent} event */
  #hear(event) {
    if (event.event === "done") this.#done += 1;
    else this.events.push(event);
  }

  /** Button presses received so far, oldest first. */
  get presses() {
    return this.events.filter(({ event }) => event === "press");
  }

  /**
   * The first event, past or coming, that fits.
   * @param {(event: RawEvent) => boolean} fits @param {number} [timeout] ms
   * @returns {Promise<RawEvent>}
   */
  waitFor(fits, timeout = ANSWER_TIMEOUT_MS) {
    return until(
      () => {
        const found = this.events.find(fits);
        if (!found && !this.running) throw new Error(`the raw window's process ended\n${this.log()}`);
        return found;
      },
      { timeout, what: () => `event of a raw window; it had ${JSON.stringify(this.events)}\n${this.log()}` },
    );
  }

  /** @param {Record<string, unknown>} command settles when it has been carried out */
  async send(command) {
    this.#sent += 1;
    const number = this.#sent;
    this.child.process.stdin?.write(`${JSON.stringify(command)}\n`);
    await until(() => this.#done >= number, {
      timeout: ANSWER_TIMEOUT_MS,
      what: () => `answer to ${JSON.stringify(command)}\n${this.log()}`,
    });
  }

  /** @param {Partial<import("./index.js").RawWindowSpec>} change */
  update(change) {
    return this.send({ op: "update", change });
  }

  raise() {
    return this.send({ op: "raise" });
  }
}
