// @ts-check
/**
 * The demonstration. With a display that answers it looks at that and touches nothing. Without one it starts
 * a hermetic desktop with four applications, marks it, presses a key of the calculator by its number and
 * reads the calculator's display on two independent ways. Without X11 it reads a screenshot of this
 * repository. Everything goes through the command line, as a user would.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const REPO = join(dirname(fileURLToPath(import.meta.url)), "..");
const PROGRAM = join(REPO, "bin", "groundmark.js");
const OUT = join(REPO, "demo-out");
const KEY = "7";
const COMMAND_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 3000;
const LISTING_LINES = 40;

const HELP = `Usage: scripts/demo [--own-desktop]

Looks at the display that DISPLAY names and writes demo-out/marked.png; touches nothing there.
Without a display, or with --own-desktop, starts a hermetic desktop, marks it, presses a key of the
calculator by its number and reads back what it shows.`;

const run = promisify(execFile);
const begin = performance.now();

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/**
 * Prints what happens, then how long it took, with a sign of life in between.
 * @template T
 * @param {string} what @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(what, work) {
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  say(`\n[${((performance.now() - begin) / 1000).toFixed(1).padStart(5)} s] ${what}`);
  const sign = setInterval(() => say(`  still at it (${seconds()} s)`), 5000);
  try {
    const result = await work();
    say(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(sign);
  }
}

/**
 * @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<any>} the envelope's data
 */
async function groundmark(args, env) {
  say(`  $ groundmark ${args.join(" ")}`);
  const options = { env, cwd: REPO, timeout: COMMAND_TIMEOUT_MS, maxBuffer: 1 << 26 };
  const { stdout = "", stderr = "" } = await run(
    process.execPath,
    [PROGRAM, ...args, "--json"],
    options,
  ).catch((error) => error);
  /** @type {any} */
  let envelope;
  try {
    envelope = JSON.parse(stdout);
  } catch {
    throw new Error(`groundmark ${args[0]} gave no answer: ${(stderr || stdout).trim().slice(0, 500)}`);
  }
  if (!envelope.ok) throw new Error(`${envelope.error.code}: ${envelope.error.message}`);
  return envelope.data;
}

/** @param {any} surface */
function show(surface) {
  const lines = String(surface.text ?? "").split("\n");
  for (const line of lines.slice(0, LISTING_LINES)) say(`  | ${line}`);
  if (lines.length > LISTING_LINES) say(`  | ... ${lines.length - LISTING_LINES} more lines`);
  say(`  ${surface.marks.length} marks on ${surface.screen.width}x${surface.screen.height}`);
  for (const { code, message } of surface.warnings ?? []) say(`  warning ${code}: ${message}`);
  const timings = Object.entries(surface.timings ?? {}).map(
    ([name, ms]) => `${name} ${Math.round(Number(ms))}`,
  );
  if (timings.length > 0) say(`  ms: ${timings.join(", ")}`);
}

/** @param {string} name */
function picture(name) {
  mkdirSync(OUT, { recursive: true });
  return relative(REPO, join(OUT, name));
}

/** Does an X server answer there? @param {NodeJS.ProcessEnv} env */
async function answers(env) {
  if (!env.DISPLAY) return false;
  try {
    await run("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"], { env, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch (error) {
    // Without xprop the display gets the benefit of the doubt.
    return /** @type {any} */ (error).code === "ENOENT";
  }
}

async function onPresentDisplay() {
  const surface = await step(`Look at display ${process.env.DISPLAY}`, () =>
    groundmark(["observe", "--som", picture("marked.png")], process.env),
  );
  show(surface);
  say("\nNothing was touched: this is your desktop. --own-desktop shows a click as well.");
}

/**
 * What the calculator shows, asked of the calculator itself, past Groundmark: the text of its editable field.
 * @param {import("../test/desktop/index.js").Desktop} desktop @param {string} busName
 */
async function calculatorDisplay(desktop, busName) {
  const accessible = "org.a11y.atspi.Accessible";
  /** @type {[string, string][]} */
  const queue = [[busName, "/org/a11y/atspi/accessible/root"]];
  for (let seen = 0; queue.length > 0 && seen < 2000; seen++) {
    const [owner, path] = /** @type {[string, string]} */ (queue.shift());
    const [interfaces] = await desktop.call(owner, path, accessible, "GetInterfaces").catch(() => [[]]);
    if (interfaces.includes("org.a11y.atspi.EditableText")) {
      const [text] = await desktop.call(owner, path, "org.a11y.atspi.Text", "GetText", "ii", [0, -1]);
      return String(text);
    }
    const [children] = await desktop.call(owner, path, accessible, "GetChildren").catch(() => [[]]);
    queue.push(...children);
  }
  throw new Error("the calculator has no editable field");
}

async function onOwnDesktop() {
  const { standardDesktop, startDesktop, until } = await import("../test/desktop/index.js");
  const desktop = await step("Start a desktop of our own (X server, buses, window manager)", () =>
    startDesktop(),
  );
  let status;
  try {
    say(
      `  display ${desktop.display}, ${desktop.width}x${desktop.height}, ready after ${desktop.timings.ready} ms`,
    );
    const apps = await step("Start four applications: GTK 3, GTK 4, Qt, Chromium", () =>
      standardDesktop(desktop),
    );
    for (const app of Object.values(apps)) say(`  ${app.name} (process ${app.pid}): ${app.windowTitle}`);

    const before = await step(
      "Look at it (the first look also starts the service and loads the models)",
      () => groundmark(["observe", "--som", picture("marked.png")], desktop.env),
    );
    show(before);

    const key = before.marks.find((/** @type {any} */ m) => m.role === "button" && m.label === KEY);
    if (!key) throw new Error(`no button "${KEY}" among the marks`);
    const shown = await calculatorDisplay(desktop, apps.calculator.busName);
    say(
      `\nThe calculator shows "${shown}". Its key "${KEY}" has the number ${key.id} (${key.source}, ${key.verdict}).`,
    );
    const result = await step(`Press number ${key.id}`, () =>
      groundmark(["click", String(key.id)], desktop.env),
    );
    say(`  ${JSON.stringify({ dispatched: result.dispatched, rung: result.rung, outcome: result.outcome })}`);

    const now = await step("Ask the calculator itself, past Groundmark", () =>
      until(
        async () => {
          const text = await calculatorDisplay(desktop, apps.calculator.busName);
          return text === shown ? undefined : text;
        },
        { timeout: 5000, what: "the calculator's display changed" },
      ),
    );
    say(`  it shows "${now}"`);
    const after = await step("Look again", () =>
      groundmark(["observe", "--som", picture("after.png")], desktop.env),
    );
    const field = after.marks.find((/** @type {any} */ m) => m.value === now);
    say(field ? `  mark ${field.id} (${field.role}) holds "${field.value}"` : `  no mark holds "${now}"`);
    if (now !== `${shown}${KEY}`) throw new Error(`expected "${shown}${KEY}", the calculator shows "${now}"`);
    say(`\nThe press landed: "${shown}" became "${now}".`);
    status = 0;
  } finally {
    await groundmark(["stop"], desktop.env).catch((error) => say(`  stop: ${error.message}`));
    const { stragglers } = await step("End the desktop", () => desktop.stop());
    if (stragglers.length > 0) say(`  had to be killed: ${stragglers.join("; ")}`);
  }
  return status;
}

async function onPicture() {
  const folder = join(REPO, "test", "frames");
  const frame = existsSync(folder) && readdirSync(folder).find((name) => name.endsWith(".png"));
  if (!frame) throw new Error("neither a display nor a screenshot is there");
  const surface = await step(`Read the screenshot ${frame}`, () =>
    groundmark(["parse", join("test", "frames", frame), "--som", picture("marked.png")], process.env),
  );
  show(surface);
}

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) return say(HELP);
  const unknown = args.find((arg) => arg !== "--own-desktop");
  if (unknown) throw new Error(`unknown option ${unknown}\n${HELP}`);
  if (!args.includes("--own-desktop") && (await answers(process.env))) {
    await onPresentDisplay();
  } else {
    try {
      await onOwnDesktop();
    } catch (error) {
      if (!/is it installed\?|ENOENT/.test(String(error))) throw error;
      say(`  ${/** @type {Error} */ (error).message}`);
      say("  Without a desktop there is still a screenshot to read.");
      await onPicture();
    }
  }
  say(`\nPictures: ${OUT}/  (${((performance.now() - begin) / 1000).toFixed(1)} s in all)`);
}

main().catch((error) => {
  process.stderr.write(`\nThe demonstration failed: ${error.message}\n`);
  process.exitCode = 1;
});
