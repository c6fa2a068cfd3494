// @ts-check
/** A child process of ours that is spoken to in JSON lines: commands on stdin, events on stdout. */
import { createInterface } from "node:readline";
import { App } from "./app.js";
import { until } from "./wait.js";

export const ANSWER_TIMEOUT_MS = 5000;

/** @typedef {{event: string, [field: string]: any}} LineEvent */

export class LineApp extends App {
  /** Everything it reported, oldest first; answers to commands are not in it. @type {LineEvent[]} */
  events = [];
  /** @type {LineEvent[]} */
  #answers = [];
  #sent = 0;

  /**
   * @param {import("./desktop.js").Desktop} desktop @param {string} name
   * @param {readonly string[]} args of node: the script and its arguments
   * @param {Record<string, string>} [env]
   */
  constructor(desktop, name, args, env = {}) {
    super(name, desktop.spawn(name, process.execPath, args, env, ["pipe", "pipe", "log"]), desktop);
    desktop.apps.add(this);
    const { stdin, stdout } = this.child.process;
    if (!stdin || !stdout) throw new Error(`${name} has no pipes`);
    stdin.on("error", () => {}); // it ended: the next wait says so, with its log
    createInterface({ input: stdout }).on("line", (line) => {
      /** @type {LineEvent} */
      const event = JSON.parse(line);
      if (event.event === "done") this.#answers.push(event);
      else this.events.push(event);
    });
  }

  /**
   * The first event, past or coming, that fits.
   * @param {(event: any) => boolean} fits @param {number} [timeout] ms
   * @returns {Promise<any>}
   */
  waitFor(fits, timeout = ANSWER_TIMEOUT_MS) {
    return until(
      () => {
        const found = this.events.find(fits);
        if (!found && !this.running) throw new Error(`${this.name} ended\n${this.log()}`);
        return found;
      },
      {
        timeout,
        what: () => `event of ${this.name}; it had ${JSON.stringify(this.events.slice(-20))}\n${this.log()}`,
      },
    );
  }

  /** Without waiting for the answer. @param {Record<string, unknown>} command */
  post(command) {
    this.#sent += 1;
    this.child.process.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /**
   * Settles with the answer when the command has been carried out.
   * @param {Record<string, unknown>} command
   * @returns {Promise<any>}
   */
  async send(command) {
    this.post(command);
    const number = this.#sent;
    return until(() => this.#answers[number - 1], {
      timeout: ANSWER_TIMEOUT_MS,
      what: () => `answer to ${JSON.stringify(command)}\n${this.log()}`,
    });
  }
}
