// @ts-check
/**
 * The child process behind `startProvider`: an application on the accessibility bus that does what a script
 * says, over the real wire. Argument: a file with a ProviderSpec. Commands come as JSON lines on stdin, each
 * answered by {"event": "done"}; what happens is reported as JSON lines on stdout.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import dbus from "dbus-next";
import { Bus } from "../desktop/bus.js";
import { RawWindow } from "../desktop/raw-window.js";
import { XClient } from "../desktop/xclient.js";
import { COMMANDS, doAction, setValue } from "./effects.js";
import { faultFor, withVariants } from "./faults.js";
import { cacheItems, METHODS, nodeAt, PROPERTIES, variant } from "./interfaces.js";
import { paintTree } from "./paint.js";
import { CACHE_PATH, PREFIX, ROOT_PATH } from "./protocol.js";
import { stateChanges, treeEvents } from "./signals.js";
import { Tree } from "./tree.js";

const PROPERTIES_INTERFACE = "org.freedesktop.DBus.Properties";
const REGISTRY = "org.a11y.atspi.Registry";
const { Message } = dbus;

/** @typedef {import("./effects.js").Answer} Answer */

/** @type {import("./index.js").ProviderSpec} */
const spec = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const tree = new Tree(spec);
const bus = await Bus.open(process.env.AT_SPI_BUS_ADDRESS ?? "");
const { connection } = bus;
/** @type {{member: string, id: string}[]} */
let calls = [];
let listened = false;
let origin = { x: spec.window?.x ?? 0, y: spec.window?.y ?? 0 };

/** @type {import("./interfaces.js").Context} */
const context = {
  tree,
  spec,
  busName: /** @type {any} */ (connection).name,
  desktop: [REGISTRY, ROOT_PATH],
  origin: () => origin,
  application: { id: 0 },
};

/** @param {Record<string, unknown>} event */
const report = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

// ---- the window -----------------------------------------------------------------------------------------

/** @type {RawWindow | undefined} */
let window;

async function openWindow() {
  if (!spec.window) return;
  const x = await XClient.open(process.env.DISPLAY ?? "");
  x.on("close", () => process.exit(0));
  window = await RawWindow.open(x, { title: spec.name, ...spec.window, items: paintTree(tree) }, (event) => {
    const place = x.rect(window?.id ?? x.root).then((rect) => {
      origin = rect;
    });
    if (event.event === "configure") place.catch(() => {});
    if (event.event === "press")
      press(event).catch((error) => report({ event: "fault", message: String(error) }));
  });
  origin = await x.rect(window.id);
}

/** A pressed widget does what its first action does. @param {import("../desktop/index.js").RawEvent} event */
async function press(event) {
  const at = nodeAt(context, tree.root, event.rootX ?? 0, event.rootY ?? 0);
  report({ ...event, id: at?.id ?? null });
  for (const { id = at?.id ?? "", ...patch } of at?.spec.actions?.[0]?.effects ?? []) await change(id, patch);
}

async function repaint() {
  await window?.update({ items: paintTree(tree) });
}

/** @param {string} id @param {object} patch @param {boolean} [notify] */
async function change(id, patch, notify = spec.notify ?? false) {
  const before = new Set(tree.need(id).states);
  const node = tree.patch(id, patch);
  await repaint();
  if (!notify) return;
  for (const event of [...treeEvents(node, patch), ...stateChanges(before, node.states)])
    emit(node.path, event);
}

// ---- calls ----------------------------------------------------------------------------------------------

/** @param {string} path @param {import("./index.js").ScriptedSignal} signal */
function emit(path, { interface: name, member, detail = "", d1 = 0, d2 = 0, value = ["i", 0] }) {
  const body = [detail, d1, d2, variant(value[0], withVariants(value[1])), {}];
  connection.send(Message.newSignal(path, `${PREFIX}Event.${name}`, member, "siiva{sv}", body));
}

const effects = {
  report,
  patch: (/** @type {string} */ id, /** @type {object} */ patch) => change(id, patch),
};

/** @param {import("./tree.js").Node} node @param {string} name @param {any[]} args @returns {Answer | Promise<Answer> | undefined} */
function truth(node, name, args) {
  const command = COMMANDS[name];
  return command ? command(effects, node, args) : METHODS[name]?.(context, node, args);
}

/** @param {import("./tree.js").Node} node @param {string} name @returns {Answer | undefined} */
function property(node, name) {
  const found = PROPERTIES[name]?.(context, node);
  return found && { signature: "v", body: [variant(...found)] };
}

/** @param {import("./tree.js").Node} node @param {string} prefix @returns {Answer} */
function allProperties(node, prefix) {
  const entries = Object.entries(PROPERTIES)
    .filter(([name]) => name.startsWith(`${prefix}.`))
    .map(([name, get]) => [name.slice(prefix.length + 1), variant(...get(context, node))]);
  return { signature: "a{sv}", body: [Object.fromEntries(entries)] };
}

/** @returns {Answer | undefined} */
function cache() {
  if (spec.cache === "items" || (spec.cache === "on-listener" && listened)) return cacheItems(context);
  if (spec.cache === "empty") return { signature: "a((so)(so)a(so)assusau)", body: [[]] }; // Qt's
  return undefined;
}

/** The gate of Chromium: asking for the attributes of the root makes it build the rest, some time later. */
function openGate() {
  if (!spec.gate || tree.hidden.size === 0) return;
  setTimeout(() => {
    tree.hidden.clear();
    report({ event: "gate" });
  }, spec.gate.delay ?? 0);
}

/** @param {any} message @returns {Promise<Answer | undefined>} undefined: there is no such member */
async function answer(message) {
  const short = String(message.interface ?? "").replace(PREFIX, "");
  let name = `${short}.${message.member}`;
  /** @type {() => Answer | Promise<Answer> | undefined} */
  let give = () => undefined;
  if (message.path === CACHE_PATH) {
    if (name === "Cache.GetItems") give = cache;
    calls.push({ member: name, id: "" });
    const fault = faultFor([spec.faults], name);
    return fault ? faulty(fault, give) : give();
  }
  const node = tree.byPath(message.path);
  if (!node) return undefined;
  if (message.interface === PROPERTIES_INTERFACE) {
    const owner = String(message.body[0]).replace(PREFIX, "");
    name = message.member === "GetAll" ? `${owner}.GetAll` : `${owner}.${message.body[1]}`;
    if (message.member === "Get") give = () => property(node, name);
    else if (message.member === "GetAll") give = () => allProperties(node, owner);
    else if (message.member === "Set") give = () => setProperty(node, name, message.body[2].value);
  } else {
    give = () => truth(node, name, message.body);
  }
  calls.push({ member: message.member === "Set" ? `${name}=` : name, id: node.id });
  if (spec.trace) report({ event: "call", id: node.id, member: name, sender: message.sender });
  if (name === "Accessible.GetAttributes" && !node.parent) openGate();
  const fault = faultFor([node.spec.faults, spec.faults], name);
  return fault ? faulty(fault, give) : give();
}

/** @param {import("./tree.js").Node} node @param {string} name @param {any} value @returns {Promise<Answer> | undefined} */
function setProperty(node, name, value) {
  const done = { signature: "", body: [] };
  if (name === "Application.Id") {
    context.application.id = value;
    return Promise.resolve(done);
  }
  if (name === "Value.CurrentValue" && node.value) return setValue(effects, node, value).then(() => done);
  return undefined;
}

/** @param {import("./index.js").Fault} fault @param {() => Answer | Promise<Answer> | undefined} give @returns {Promise<Answer | undefined>} */
async function faulty(fault, give) {
  if (fault.delay) await sleep(fault.delay);
  if (fault.never) return "never";
  if (fault.crash) return "crash";
  if (fault.error) return "error";
  if (fault.reply) return { signature: fault.reply.signature, body: withVariants(fault.reply.body) };
  return give();
}

/** @param {any} message */
async function respond(message) {
  const result = await answer(message);
  if (result === "never") return;
  if (result === "crash") process.exit(70);
  const error = (/** @type {string} */ name, /** @type {string} */ text) =>
    connection.send(Message.newError(message, `org.freedesktop.DBus.Error.${name}`, text));
  if (result === "error") error("Failed", "scripted failure");
  else if (result) connection.send(Message.newMethodReturn(message, result.signature, result.body));
  else error("UnknownMethod", `${message.interface}.${message.member} of ${message.path}`);
}

connection.addMethodHandler((/** @type {any} */ message) => {
  if (!String(message.path).startsWith("/org/a11y/")) return false;
  respond(message).catch((error) => report({ event: "fault", message: String(error?.stack ?? error) }));
  return true;
});

// ---- registration and control ---------------------------------------------------------------------------

async function listen() {
  const rule = `type='signal',interface='${REGISTRY}',member='EventListenerRegistered'`;
  const daemon = "org.freedesktop.DBus";
  await bus.call(daemon, "/org/freedesktop/DBus", daemon, "AddMatch", "s", [rule]);
  connection.on("message", (message) => {
    if (message.member === "EventListenerRegistered") listened = true;
  });
}

/** @type {Record<string, (command: any) => unknown>} */
const CONTROL = {
  set: ({ id, patch, notify }) => change(id, patch, notify),
  add: async ({ parent, node, index }) => {
    tree.insert(parent, node, index);
    await repaint();
  },
  remove: async ({ id }) => {
    tree.remove(id);
    await repaint();
  },
  faults: ({ id, faults }) => {
    if (id) tree.patch(id, { faults });
    else spec.faults = faults;
  },
  window: ({ change: changes }) => window?.update(changes),
  restack: ({ stack }) => window?.restack(stack),
  show: ({ shown }) => window?.show(shown),
  emit: ({ id, signal }) => emit(tree.need(id).path, signal),
  act: ({ id, index = 0 }) => doAction(effects, tree.need(id), index),
  node: ({ id }) => {
    const { name, text, value, states } = tree.need(id);
    return { name, text, value, states: [...states] };
  },
  settle: () => undefined,
  calls: () => calls,
  forget: () => {
    calls = [];
  },
  // A real hang: nothing in this process runs, not even the socket.
  hang: ({ ms }) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  exit: ({ code = 0 }) => process.exit(code),
};

await openWindow();
await listen();
const [parent] = await bus.call(REGISTRY, ROOT_PATH, `${PREFIX}Socket`, "Embed", "(so)", [
  [context.busName, ROOT_PATH],
]);
context.desktop = parent;
report({ event: "ready", busName: context.busName, window: window?.id ?? 0 });

const lines = createInterface({ input: process.stdin });
lines.on("close", () => process.exit(0));
for await (const line of lines) {
  const command = JSON.parse(line);
  try {
    const result = await CONTROL[command.op]?.(command);
    report({ event: "done", ...(result === undefined ? {} : { result }) });
  } catch (error) {
    report({ event: "done", error: String(error) });
  }
}
