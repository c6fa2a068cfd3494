import { fstatSync, ftruncateSync } from "node:fs";
import { parseArgs } from "node:util";
import { GroundmarkError } from "../core/errors.js";
import { canonicalDisplay } from "../session/runtime.js";
import { EXIT_TAKEN, MAX_LOG_BYTES } from "./process.js";
import { type RunningServer, type ServerOptions, startServer } from "./server.js";

/** Native libraries write to the log as they please, so its size is looked at while the service runs. */
const LOG_CHECK_MS = 60_000;
const STDERR = 2;

/**
 * The service process: `node main.js --socket PATH`. Runs until it is idle, asked to leave, signalled,
 * or its display is gone. Whether it is ready only its socket's health says.
 */
export async function runService(
  argv: readonly string[],
  options: Pick<ServerOptions, "commands" | "openService"> & Partial<ServerOptions>,
): Promise<void> {
  const { values } = parseArgs({ args: [...argv], options: { socket: { type: "string" } } });
  if (!values.socket) {
    console.error("usage: node main.js --socket PATH");
    process.exit(2);
  }
  const server = await startOrExit({
    display: canonicalDisplay(process.env),
    ...options,
    socketPath: values.socket,
  });
  log(`process ${process.pid} serves ${values.socket}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void server.close("signal"));
  process.on("SIGHUP", () => {});
  process.on("unhandledRejection", (error) => log(`unhandled rejection: ${stackOf(error)}`));
  process.on("uncaughtException", (error) => {
    log(`uncaught exception: ${stackOf(error)}`);
    void server.close("failed");
  });
  setInterval(boundLog, LOG_CHECK_MS).unref();
  const reason = await server.closed;
  log(`ended: ${reason}`);
  // Threads and sockets of what was cut off must not keep a service alive that serves nobody.
  process.exit(reason === "failed" || reason === "wedged" ? 1 : 0);
}

async function startOrExit(options: ServerOptions): Promise<RunningServer> {
  try {
    return await startServer(options);
  } catch (error) {
    const { code, message } = GroundmarkError.from(error);
    log(`not started: ${code}: ${message}`);
    process.exit(code === "TIMEOUT" ? EXIT_TAKEN : 1);
  }
}

function boundLog(): void {
  try {
    const stat = fstatSync(STDERR);
    if (!stat.isFile() || stat.size <= MAX_LOG_BYTES) return;
    // The log is open for appending, so writing goes on at its new end.
    ftruncateSync(STDERR, 0);
    log(`the log had ${stat.size} bytes and was emptied`);
  } catch {
    // A log that cannot be looked at is no reason to stop serving.
  }
}

const log = (line: string) => console.error(`${new Date().toISOString()} ${line}`);
const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
