// @ts-check
/**
 * The child process behind `desktop.rawWindow`: a RawWindowSpec as its only argument, commands as JSON lines
 * on stdin ({"op": "update", "change": {...}}, {"op": "raise" | "lower" | "show" | "hide" | "close"}), each
 * answered by {"event": "done"}; what happens to the window comes as JSON lines on stdout.
 */
import { createInterface } from "node:readline";
import { RawWindow } from "./raw-window.js";
import { XClient } from "./xclient.js";

/** @param {unknown} event */
const report = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const x = await XClient.open(process.env.DISPLAY ?? "");
x.on("close", () => process.exit(0));
const window = await RawWindow.open(x, JSON.parse(process.argv[2] ?? "{}"), report);
report({ event: "open", window: window.id });

const lines = createInterface({ input: process.stdin });
lines.on("close", () => process.exit(0));
for await (const line of lines) {
  const command = JSON.parse(line);
  if (command.op === "update") await window.update(command.change);
  else if (command.op === "raise") await window.restack("above");
  else if (command.op === "lower") await window.restack("below");
  else if (command.op === "show") await window.show(true);
  else if (command.op === "hide") await window.show(false);
  else if (command.op === "close") process.exit(0);
  report({ event: "done" });
}
