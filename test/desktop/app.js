// @ts-check
/** One application on a test desktop: started, proved by its process id, ended by it. */
import { descendsFrom, isAlive, signal } from "./processes.js";
import { until } from "./wait.js";

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_GRACE_MS = 3000;

/** @typedef {import("./desktop.js").Desktop} Desktop */
/** @typedef {import("./index.js").AppSpec} AppSpec */

export class App {
  windowId = 0;
  windowTitle = "";
  /** Unique name on the accessibility bus; "" when the application is not expected there. */
  busName = "";
  /** ms from start to proof. */
  launchTime = 0;

  /** @param {string} name @param {import("./desktop.js").Child} child @param {Desktop} desktop */
  constructor(name, child, desktop) {
    this.name = name;
    this.child = child;
    this.desktop = desktop;
    this.pid = child.pid;
  }

  get running() {
    return isAlive(this.pid);
  }

  /** What the application wrote to stdout and stderr so far. */
  log() {
    return this.child.log();
  }

  /**
   * Asks the application's own process group to end, kills it when it does not, and waits until it and its
   * window are gone: the server notices the end of a client a little later than the kernel.
   */
  async close() {
    await endGroup(this.pid);
    this.desktop.apps.delete(this);
    if (!this.windowId) return;
    const gone = () =>
      this.desktop.x.attributes(this.windowId).then(
        () => false,
        () => true,
      );
    await until(gone, { timeout: CLOSE_GRACE_MS, what: `window ${this.windowId} gone` });
  }
}

/**
 * Ends a process group that this module's caller started.
 * @param {number} pid its leader
 */
export async function endGroup(pid) {
  signal(-pid, "SIGTERM");
  try {
    await until(() => !isAlive(pid), { timeout: CLOSE_GRACE_MS, what: `process ${pid} ended` });
  } finally {
    signal(-pid, "SIGKILL"); // members of the group that outlived their leader, or a leader that ignores TERM
  }
  await until(() => !isAlive(pid), { timeout: CLOSE_GRACE_MS, what: `process ${pid} killed` });
}

/**
 * Settles once this very process (or a descendant) shows a mapped window and, with accessibility, answers on
 * the accessibility bus under its own process id.
 * @param {Desktop} desktop @param {AppSpec} spec @param {{timeout?: number, env?: Record<string, string>}} options
 * @returns {Promise<App>}
 */
export async function launchApp(desktop, spec, { timeout = LAUNCH_TIMEOUT_MS, env = {} } = {}) {
  const start = performance.now();
  const child = desktop.spawn(spec.name, spec.command, spec.args(desktop), { ...spec.env, ...env });
  const app = new App(spec.name, child, desktop);
  desktop.apps.add(app);
  /** @param {string} what */
  const deadline = (what) => ({
    timeout: Math.max(0, timeout - (performance.now() - start)),
    what: () => `${spec.name} (process ${app.pid}): ${what}\n${app.log()}`,
  });
  const own = (/** @type {number | undefined} */ pid) => pid !== undefined && descendsFrom(pid, app.pid);
  const living = () => {
    if (!app.running) throw new Error(`${spec.name} ended before it showed a window\n${app.log()}`);
  };
  try {
    const window = await until(
      async () => {
        living();
        const windows = await desktop.windows();
        return windows.find(
          (w) =>
            own(w.pid) && w.viewable && w.rect.width > 1 && (!spec.title || w.title.includes(spec.title)),
        );
      },
      deadline(`no mapped window${spec.title ? ` titled "${spec.title}"` : ""} of its own`),
    );
    app.windowId = window.id;
    app.windowTitle = window.title;
    if (desktop.hasAccessibility && spec.accessible !== false) {
      app.busName = await until(async () => {
        living();
        return (await desktop.applications()).find((entry) => own(entry.pid) && entry.windows > 0)?.busName;
      }, deadline("does not answer on the accessibility bus"));
      const { ready } = spec;
      if (ready) {
        await until(async () => {
          living();
          return ready(app, desktop).catch(() => false);
        }, deadline("its content is not on the accessibility bus"));
      }
    }
  } catch (error) {
    await app.close().catch(() => {});
    throw error;
  }
  app.launchTime = performance.now() - start;
  return app;
}
