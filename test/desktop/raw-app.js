// @ts-check
/** The test's end of a raw window's process. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ANSWER_TIMEOUT_MS, LineApp } from "./line-app.js";
import { until } from "./wait.js";

const MAIN = join(dirname(fileURLToPath(import.meta.url)), "raw-window-main.js");

export class RawApp extends LineApp {
  /**
   * @param {import("./desktop.js").Desktop} desktop @param {import("./index.js").RawWindowSpec} spec
   * @returns {Promise<RawApp>}
   */
  static async open(desktop, spec) {
    const start = performance.now();
    const app = new RawApp(desktop, "raw-window", [MAIN, JSON.stringify(spec)]);
    try {
      const opened = await app.waitFor(({ event }) => event === "open");
      app.windowId = opened.window;
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

  /** Button presses received so far, oldest first. */
  get presses() {
    return this.events.filter(({ event }) => event === "press");
  }

  /** @param {Partial<import("./index.js").RawWindowSpec>} change */
  update(change) {
    return this.send({ op: "update", change });
  }

  raise() {
    return this.send({ op: "raise" });
  }
}
