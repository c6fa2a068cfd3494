// @ts-check
/** The test's end of the scripted application. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LineApp } from "../desktop/line-app.js";
import { until } from "../desktop/wait.js";
import { NODE_PATH } from "./protocol.js";

const MAIN = join(dirname(fileURLToPath(import.meta.url)), "provider-main.js");
const START_TIMEOUT_MS = 10_000;

/** @typedef {import("./index.js").NodeSpec} NodeSpec */

export class Provider extends LineApp {
  /**
   * @param {import("../desktop/desktop.js").Desktop} desktop
   * @param {import("./index.js").ProviderSpec} spec
   * @returns {Promise<Provider>}
   */
  static async open(desktop, spec) {
    const start = performance.now();
    // A file, not an argument: scripts with huge names exceed what the kernel takes as one argument.
    const file = join(mkdtempSync(join(desktop.directory, "provider-")), "spec.json");
    writeFileSync(file, JSON.stringify(spec));
    const env = { AT_SPI_BUS_ADDRESS: desktop.accessibilityAddress };
    const app = new Provider(desktop, "ax-provider", [MAIN, file], env);
    try {
      const ready = await app.waitFor(({ event }) => event === "ready", START_TIMEOUT_MS);
      app.busName = ready.busName;
      app.windowId = ready.window;
      app.windowTitle = spec.window?.title ?? spec.name;
      if (ready.window) {
        await until(async () => (await desktop.x.attributes(app.windowId)).viewable, {
          timeout: START_TIMEOUT_MS,
          what: "the provider's window is mapped",
        });
      }
    } catch (error) {
      await app.close().catch(() => {});
      throw error;
    }
    app.launchTime = performance.now() - start;
    return app;
  }

  /** @param {string} id @returns {string} object path */
  path(id) {
    return NODE_PATH + id;
  }

  /** @param {Record<string, unknown>} command @returns {Promise<any>} what the command gave */
  async control(command) {
    const answer = await this.send(command);
    if (answer.error) throw new Error(answer.error);
    return answer.result;
  }

  /** @param {string} id @param {Partial<NodeSpec>} patch @param {{notify?: boolean}} [options] */
  set(id, patch, { notify } = {}) {
    return this.control({ op: "set", id, patch, ...(notify === undefined ? {} : { notify }) });
  }

  /** @param {string} parent @param {NodeSpec} node @param {number} [index] */
  add(parent, node, index) {
    return this.control({ op: "add", parent, node, ...(index === undefined ? {} : { index }) });
  }

  /** @param {string} id */
  remove(id) {
    return this.control({ op: "remove", id });
  }

  /** @param {Record<string, import("./index.js").Fault>} faults @param {string} [id] of a node; else of all */
  faults(faults, id) {
    return this.control({ op: "faults", faults, ...(id ? { id } : {}) });
  }

  /** Calls received since the start or the last forget(), oldest first. */
  calls() {
    return this.control({ op: "calls" });
  }

  /** Until everything that was reported so far has arrived: events come by another way than D-Bus answers. */
  settled() {
    return this.control({ op: "settle" });
  }

  forget() {
    return this.control({ op: "forget" });
  }

  /** @param {string} id */
  node(id) {
    return this.control({ op: "node", id });
  }

  /** Blocks the whole process; returns at once. @param {number} ms */
  hang(ms) {
    this.post({ op: "hang", ms });
  }

  /** Actions that were asked for, oldest first. */
  get actions() {
    return this.events.filter(({ event }) => event === "action");
  }
}

/**
 * @param {import("../desktop/desktop.js").Desktop} desktop @param {import("./index.js").ProviderSpec} spec
 */
export function startProvider(desktop, spec) {
  return Provider.open(desktop, spec);
}
