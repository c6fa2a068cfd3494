/**
 * The process that presses buttons. It reads requests from its standard input, one at a time, and exists so
 * that the end of its parent, however sudden, ends with everything released: the kernel closes the pipe.
 *
 * Arguments: the display, then the buttons that an earlier helper may have left down.
 */
import { createInterface } from "node:readline";
import { GroundmarkError } from "../../core/errors.js";
import type { MouseButton } from "../port.js";
import { XPointer } from "./pointer.js";
import { type Message, monotonicNow, type Operation, type Request } from "./protocol.js";

/** How often a server that went away while nothing happens is noticed, ms. */
const HEARTBEAT = 1000;

function main(display: string, leftDown: MouseButton[]): void {
  let pointer: XPointer;
  try {
    pointer = XPointer.open(display);
    pointer.releaseAll(leftDown);
  } catch (error) {
    send({ ready: false, error: GroundmarkError.from(error).toBody() });
    // Leaves through the empty event loop, once the line is written.
    process.exitCode = 1;
    return;
  }

  const leave = () => {
    try {
      if (pointer.alive) pointer.releaseAll();
    } finally {
      process.exit(0);
    }
  };
  // A signal may not end this process with a button down; the default action would.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
  process.on("uncaughtException", leave);
  process.stdout.on("error", leave);
  setInterval(() => {
    if (!pointer.alive) leave();
  }, HEARTBEAT);

  let turn: Promise<void> = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    turn = turn.then(() => answer(pointer, line));
  });
  // Not after the turn in progress: its caller is gone, and a click half done is better cut short.
  lines.on("close", leave);
  send({ ready: true });
}

async function answer(pointer: XPointer, line: string): Promise<void> {
  const request = JSON.parse(line) as Request;
  let pressing = false;
  const stillWanted = () => {
    if (monotonicNow() > request.deadline)
      throw new GroundmarkError("TIMEOUT", "the request came too late to the pointer; nothing was pressed");
    pressing = true;
  };
  try {
    pointer.ping();
    const evidence = await perform(pointer, request.operation, stillWanted);
    send({ id: request.id, ok: true, ...(evidence ? { evidence } : {}) });
  } catch (error) {
    const { code, message, suggestion, details } = GroundmarkError.from(error).toBody();
    const dispatched = pressing ? "unknown" : false;
    send({
      id: request.id,
      ok: false,
      error: { code, message, suggestion, details: { ...details, dispatched } },
    });
  }
}

async function perform(pointer: XPointer, operation: Operation, stillWanted: () => void) {
  switch (operation.op) {
    case "click":
      return await pointer.click(operation.x, operation.y, operation.button, operation.count, stillWanted);
    case "press":
      await pointer.press(operation.x, operation.y, operation.button, stillWanted);
      return undefined;
    case "move":
      pointer.moveTo(operation.x, operation.y);
      return undefined;
    case "release":
      pointer.release(operation.button);
      return undefined;
    case "releaseAll":
      pointer.releaseAll();
      return undefined;
  }
}

function send(message: Message): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const [display = "", ...leftDown] = process.argv.slice(2);
main(display, leftDown as MouseButton[]);
