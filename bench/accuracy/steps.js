// @ts-check
/** What is done in a scene before a picture: through xdotool, at places that the tree tells. */
import { spawn } from "node:child_process";
import { openAtspi } from "../../dist/ax/linux/index.js";
import { openX11Capture } from "../../dist/capture/x11/capture.js";

/** @typedef {import("../../dist/ax/node.js").AxNode} AxNode */
/** @typedef {import("./scenes.js").Step} Step */

const TOOL_TIMEOUT_MS = 10_000;
const AFTER_MS = 700;
const LOOKS = 4;
/** For what is still being loaded: about a minute. */
const PATIENT_LOOKS = 60;

/** The product's own eyes on a scene's desktop. */
export class Eyes {
  /** @param {import("../../test/desktop/desktop.js").Desktop} desktop */
  constructor(desktop) {
    this.desktop = desktop;
    this.capture = openX11Capture(desktop.display);
    this.ax = openAtspi(desktop.env);
  }

  windows() {
    return this.capture.windows();
  }

  tree() {
    return this.ax.read(this.windows(), { deadline: 90_000, maxWalkedNodes: 8000, callTimeout: 30_000 });
  }

  grab() {
    return this.capture.grab({ kind: "display" });
  }

  async close() {
    await this.ax.close();
    this.capture.close();
  }
}

/** @param {Eyes} eyes @param {readonly Step[]} steps @param {readonly {windowId: number}[]} apps */
export async function perform(eyes, steps, apps) {
  const { desktop } = eyes;
  const tool = (/** @type {string[]} */ ...args) => xdotool(desktop.env, args);
  for (const step of steps) {
    if ("wait" in step) await sleep(step.wait);
    else if ("key" in step) await tool("key", "--clearmodifiers", step.key);
    else if ("type" in step) await tool("type", "--delay", "20", step.type);
    else if ("focus" in step) await desktop.activate(apps[step.focus]?.windowId ?? 0);
    else if ("at" in step) await tool("mousemove", String(step.at[0]), String(step.at[1]), "click", "1");
    else if ("see" in step) await find(eyes, step.see, PATIENT_LOOKS);
    else {
      const target = "click" in step ? step.click : "rightClick" in step ? step.rightClick : step.point;
      const node = await find(eyes, target);
      const { x, y, width, height } = /** @type {NonNullable<AxNode["bounds"]>} */ (node.bounds);
      const at = [String(Math.round(x + width / 2)), String(Math.round(y + height / 2))];
      await tool("mousemove", ...at);
      await sleep(120);
      if ("click" in step) await tool("click", "1");
      else if ("rightClick" in step) await tool("click", "3");
    }
    await sleep(AFTER_MS);
  }
}

/**
 * @param {Eyes} eyes @param {import("./scenes.js").Target} target @param {number} [looks]
 * @returns {Promise<AxNode>}
 */
async function find(eyes, target, looks = LOOKS) {
  const name = target.name === undefined ? undefined : new RegExp(target.name, "i");
  for (let look = 0; look < looks; look++) {
    const tree = await eyes.tree();
    /** @type {AxNode[]} */
    const queue = tree.apps.flatMap((a) => [...a.windows]);
    /** @type {AxNode[]} */
    const hits = [];
    for (const node of queue) {
      if (node.states.includes("hidden")) continue;
      if (
        node.bounds &&
        target.role.split("|").includes(node.role) &&
        (!name || name.test(node.name ?? node.description ?? ""))
      )
        hits.push(node);
      queue.push(...node.children);
    }
    const hit = hits[target.index ?? 0];
    if (hit) return hit;
    await sleep(600);
  }
  throw new Error(`nothing shown has the role ${target.role} and the name ${target.name}`);
}

/** @param {Record<string, string>} env @param {string[]} args @returns {Promise<void>} */
function xdotool(env, args) {
  return new Promise((resolve, reject) => {
    const child = spawn("xdotool", args, { env, stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), TOOL_TIMEOUT_MS);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`xdotool ${args.join(" ")} ended with ${code}`));
    });
  });
}

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
