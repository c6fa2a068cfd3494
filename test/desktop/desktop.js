// @ts-check
/**
 * A hermetic X11 desktop for tests and the demonstration: its own X server on a number that the server
 * chose, its own session bus and accessibility bus, its own home and runtime directory. Nothing of the
 * machine's own session is reachable from it, and nothing of it outlives `stop()` or the process that
 * started it.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { endGroup, launchApp } from "./app.js";
import { Bus, variant } from "./bus.js";
import { isAlive, processesOf, signal } from "./processes.js";
import { RawApp } from "./raw-app.js";
import { until, within } from "./wait.js";
import { activateWindow, listWindows, placeWindow } from "./windows.js";
import { XClient } from "./xclient.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const START_TIMEOUT_MS = 10_000;
const LEAVE_GRACE_MS = 2000;
const LOG_TAIL = 2000;

/** @typedef {import("./index.js").DesktopOptions} DesktopOptions */
/** @typedef {import("./index.js").AppSpec} AppSpec */
/** @typedef {import("./index.js").Box} Box */
/** @typedef {{pid: number, process: import("node:child_process").ChildProcess, log: () => string}} Child */

/**
 * A complete environment: nothing is inherited but the search path.
 * @param {string} directory @param {boolean} accessibility
 * @returns {Record<string, string>}
 */
function cleanEnvironment(directory, accessibility) {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: join(directory, "home"),
    TMPDIR: join(directory, "tmp"),
    XDG_RUNTIME_DIR: join(directory, "run"),
    DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${join(directory, "run", "no-system-bus")}`,
    XDG_DATA_DIRS: "/usr/local/share:/usr/share",
    XDG_SESSION_TYPE: "x11",
    XDG_CURRENT_DESKTOP: "openbox",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    GDK_BACKEND: "x11",
    QT_QPA_PLATFORM: "xcb",
    GSETTINGS_BACKEND: "memory",
    ...(accessibility ? { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1" } : {}),
  };
}

/**
 * A session bus that can start the accessibility bus and nothing else: no portal, no key ring, no settings
 * daemon of the machine.
 * @param {string} directory @param {boolean} accessibility
 * @returns {string} the configuration file
 */
function writeBusConfig(directory, accessibility) {
  const services = join(directory, "services");
  mkdirSync(services);
  if (accessibility) {
    const installed = readFileSync("/usr/share/dbus-1/services/org.a11y.Bus.service", "utf8");
    writeFileSync(join(services, "org.a11y.Bus.service"), installed.replace(/^SystemdService=.*$/m, ""));
  }
  const file = join(directory, "bus.conf");
  writeFileSync(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=${join(directory, "run", "bus")}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`,
  );
  return file;
}

export class Desktop {
  display = "";
  /** @type {Set<import("./app.js").App>} */
  apps = new Set();
  /** Process ids of the desktop's own parts. @type {{xserver: number, bus: number, windowManager?: number}} */
  pids = { xserver: 0, bus: 0 };
  /** Address of the accessibility bus; "" without one. */
  accessibilityAddress = "";
  /** ms from the call to each fact. @type {Record<string, number>} */
  timings = {};
  /** @type {XClient | undefined} */
  #x;
  /** @type {Bus | undefined} */
  #accessibilityBus;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #reaper;
  /** @type {Promise<{stragglers: string[]}> | undefined} */
  #stopping;
  #logs = 0;

  /** @param {DesktopOptions} options */
  constructor(options) {
    this.width = options.width ?? 1920;
    this.height = options.height ?? 1080;
    this.hasAccessibility = options.accessibility ?? true;
    this.directory = mkdtempSync(join(tmpdir(), "groundmark-desktop-")); // mode 0700
    for (const name of ["home", "run", "tmp", "log"]) mkdirSync(join(this.directory, name), { mode: 0o700 });
    this.env = cleanEnvironment(this.directory, this.hasAccessibility);
  }

  get x() {
    if (!this.#x) throw new Error("the desktop is not running");
    return this.#x;
  }

  /** @param {DesktopOptions} options */
  async start(options) {
    const begin = performance.now();
    const lap = (/** @type {string} */ name) => {
      this.timings[name] = Math.round(performance.now() - begin);
    };
    this.#startReaper();
    await this.#startServer();
    lap("server");
    await this.#startBus();
    lap("bus");
    const wanted = options.windowManager ?? "openbox";
    if (wanted !== "none") this.pids.windowManager = this.spawn(wanted, wanted, ["--sm-disable"]).pid;
    if (this.hasAccessibility) await this.#startAccessibility();
    lap("accessibility");
    if (options.monitors) await this.#setMonitors(options.monitors);
    if (wanted !== "none") {
      const { x } = this;
      await until(async () => (await x.numbers(x.root, "_NET_SUPPORTING_WM_CHECK")) !== undefined, {
        timeout: START_TIMEOUT_MS,
        what: `${wanted} manages windows`,
      });
    }
    lap("ready");
  }

  /** The reaper holds the read end of a pipe whose write end dies with this process, whatever kills it. */
  #startReaper() {
    const reaper = spawn("/bin/bash", [join(HERE, "reaper.sh")], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      detached: true,
    });
    reaper.stdin?.on("error", () => {});
    reaper.stdin?.write(`${this.directory}\n`);
    reaper.unref();
    this.#reaper = reaper;
  }

  async #startServer() {
    const screen = `${this.width}x${this.height}x24`;
    // -displayfd lets the server choose a free number: a fixed one could be somebody else's desktop.
    // Without -dpi 96 it reports 100 and some Qt applications scale by 1.04.
    const server = this.spawn(
      "xvfb",
      "Xvfb",
      ["-displayfd", "3", "-screen", "0", screen, "-dpi", "96", "-nolisten", "tcp", "-noreset"],
      {},
      ["ignore", "log", "log", "pipe"],
    );
    this.pids.xserver = server.pid;
    this.display = `:${await firstLine(server, 3, "Xvfb")}`;
    if (!isAlive(server.pid)) throw new Error(`Xvfb ended at once\n${server.log()}`);
    this.env.DISPLAY = this.display;
    this.#x = await XClient.open(this.display);
    // The pointer starts in the middle, where it would raise tooltips over whatever opens there.
    await this.#x.movePointer(this.width - 1, this.height - 1);
  }

  async #startBus() {
    const config = writeBusConfig(this.directory, this.hasAccessibility);
    const args = [`--config-file=${config}`, "--nofork", "--nopidfile", "--print-address=3"];
    const bus = this.spawn("dbus", "dbus-daemon", args, {}, ["ignore", "log", "log", "pipe"]);
    this.pids.bus = bus.pid;
    this.env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus, 3, "dbus-daemon");
  }

  /** Applications look at org.a11y.Status when they start, so it is set before any of them. */
  async #startAccessibility() {
    const bus = await Bus.open(this.env.DBUS_SESSION_BUS_ADDRESS ?? "");
    const [name, path] = ["org.a11y.Bus", "/org/a11y/bus"];
    const [address] = await bus.call(name, path, name, "GetAddress", "", [], START_TIMEOUT_MS);
    for (const property of ["IsEnabled", "ScreenReaderEnabled"]) {
      const value = ["org.a11y.Status", property, variant("b", true)];
      await bus.call(name, path, "org.freedesktop.DBus.Properties", "Set", "ssv", value);
    }
    bus.close();
    this.accessibilityAddress = address;
    this.#accessibilityBus = await Bus.open(address);
  }

  /** @param {readonly (Box & {name?: string})[]} monitors */
  async #setMonitors(monitors) {
    for (const [index, { name, x, y, width, height }] of monitors.entries()) {
      const mode = `${width}/${Math.round(width * 0.2646)}x${height}/${Math.round(height * 0.2646)}+${x}+${y}`;
      // The first takes the server's only output; the others have none.
      const args = ["--setmonitor", name ?? `M${index + 1}`, mode, index === 0 ? "screen" : "none"];
      const child = this.spawn("xrandr", "xrandr", args);
      const code = await within(new Promise((done) => child.process.once("exit", done)), 5000, "xrandr");
      if (code !== 0) throw new Error(`xrandr ${args.join(" ")}: ${child.log()}`);
    }
  }

  /**
   * Starts a process on this desktop, in a process group of its own, with the desktop's environment.
   * @param {string} name of its log
   * @param {string} command @param {readonly string[]} args
   * @param {Record<string, string>} [env] added to the desktop's
   * @param {("ignore" | "log" | "pipe")[]} [stdio] "log" goes to a file
   * @returns {Child}
   */
  spawn(name, command, args, env = {}, stdio = ["ignore", "log", "log"]) {
    if (this.#stopping) throw new Error("the desktop is stopping");
    this.#logs += 1;
    const file = join(this.directory, "log", `${this.#logs}-${name}.log`);
    const log = openSync(file, "a");
    const child = spawn(command, args, {
      cwd: this.env.HOME,
      env: { ...this.env, ...env },
      stdio: stdio.map((kind) => (kind === "log" ? log : kind)),
      detached: true,
    });
    closeSync(log);
    child.on("error", () => {}); // reported below: a command that does not exist has no process id
    if (child.pid === undefined) throw new Error(`${command} could not be started: is it installed?`);
    return { pid: child.pid, process: child, log: () => tail(file) };
  }

  /**
   * @param {AppSpec} spec @param {{timeout?: number, env?: Record<string, string>}} [options]
   * @returns {Promise<import("./app.js").App>}
   */
  launch(spec, options = {}) {
    return launchApp(this, spec, options);
  }

  /** @param {import("./index.js").RawWindowSpec} spec */
  rawWindow(spec) {
    return RawApp.open(this, spec);
  }

  /** The screen's size as the X server reports it. */
  x11Size() {
    return { width: this.x.width, height: this.x.height };
  }

  windows() {
    return listWindows(this.x);
  }

  /** @param {{windowId: number} | number} window @param {Box} box outer edge on the screen */
  place(window, box) {
    return placeWindow(this.x, typeof window === "number" ? window : window.windowId, box);
  }

  /** @param {{windowId: number} | number} window */
  activate(window) {
    return activateWindow(this.x, typeof window === "number" ? window : window.windowId);
  }

  async activeWindow() {
    return (await this.x.numbers(this.x.root, "_NET_ACTIVE_WINDOW"))?.[0] || undefined;
  }

  pointer() {
    return this.x.pointer();
  }

  /** @param {Box} [area] @returns {Promise<Buffer>} RGB, 3 bytes a pixel */
  async pixels(area = { x: 0, y: 0, width: this.width, height: this.height }) {
    const bgrx = await this.x.pixels(area);
    const rgb = Buffer.alloc((bgrx.length / 4) * 3);
    for (let from = 0, to = 0; from < bgrx.length; from += 4, to += 3) {
      rgb[to] = bgrx[from + 2] ?? 0;
      rgb[to + 1] = bgrx[from + 1] ?? 0;
      rgb[to + 2] = bgrx[from] ?? 0;
    }
    return rgb;
  }

  /** @param {string} [file] also written there @returns {Promise<Buffer>} PNG */
  async screenshot(file) {
    const raw = { width: this.width, height: this.height, channels: /** @type {3} */ (3) };
    const png = await sharp(await this.pixels(), { raw })
      .png({ compressionLevel: 3 })
      .toBuffer();
    if (file) writeFileSync(file, png);
    return png;
  }

  /** A call on the accessibility bus. @type {Bus["call"]} */
  call(...args) {
    if (!this.#accessibilityBus) throw new Error("this desktop has no accessibility bus");
    return this.#accessibilityBus.call(...args);
  }

  /** Who answers on the accessibility bus, by process id. */
  applications() {
    if (!this.#accessibilityBus) throw new Error("this desktop has no accessibility bus");
    return this.#accessibilityBus.applications();
  }

  /** Processes that belong to this desktop at present. */
  processes() {
    return processesOf(this.directory);
  }

  /**
   * Ends everything and proves it. Twice is once.
   * @returns {Promise<{stragglers: string[]}>} command lines of processes that nobody closed and that did not
   *   leave with their display; they have been killed
   */
  stop() {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop() {
    await Promise.all([...this.apps].map((app) => app.close().catch(() => {})));
    this.#accessibilityBus?.close();
    this.#x?.close();
    const { windowManager, bus, xserver } = this.pids;
    for (const pid of [windowManager, bus, xserver]) if (pid) await endGroup(pid).catch(() => {});
    const gone = () => this.processes().length === 0;
    await until(gone, { timeout: LEAVE_GRACE_MS, what: "gone", poll: 30 }).catch(() => {});
    const left = this.processes();
    for (const { pid } of left) signal(pid, "SIGKILL");
    await until(gone, { timeout: LEAVE_GRACE_MS, what: () => JSON.stringify(this.processes()), poll: 30 });
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
    this.#reaper?.stdin?.end();
    return { stragglers: left.map(({ command }) => command) };
  }
}

/** @param {Child} child @param {number} fd @param {string} what @returns {Promise<string>} */
async function firstLine(child, fd, what) {
  const stream = /** @type {import("node:stream").Readable} */ (child.process.stdio[fd]);
  const lines = createInterface({ input: stream });
  const line = new Promise((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("close", () => reject(new Error(`${what} ended\n${child.log()}`)));
  });
  const text = await within(line, START_TIMEOUT_MS, what);
  lines.close();
  return String(text).trim();
}

/** @param {string} file */
function tail(file) {
  try {
    return readFileSync(file, "utf8").slice(-LOG_TAIL);
  } catch {
    return "";
  }
}

/**
 * @param {DesktopOptions} [options]
 * @returns {Promise<Desktop>}
 */
export async function startDesktop(options = {}) {
  const desktop = new Desktop(options);
  try {
    await desktop.start(options);
  } catch (error) {
    await desktop.stop().catch(() => {});
    throw error;
  }
  return desktop;
}
