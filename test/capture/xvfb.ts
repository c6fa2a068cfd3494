import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** A bare X server of its own, without window manager or bus. It chooses its number itself. */
export interface Xvfb {
  readonly display: string;
  readonly pid: number;
  readonly running: boolean;
  signal(name: NodeJS.Signals): void;
  /** Ends the server at once, as a crash would, and waits for its end. */
  kill(): Promise<void>;
}

export async function startXvfb(
  options: { readonly screen?: string; readonly args?: readonly string[] } = {},
): Promise<Xvfb> {
  const home = mkdtempSync(join(tmpdir(), "groundmark-xvfb-"));
  const child: ChildProcess = spawn(
    "Xvfb",
    [
      "-displayfd",
      "3",
      "-screen",
      "0",
      options.screen ?? "640x480x24",
      "-nolisten",
      "tcp",
      ...(options.args ?? []),
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe"], env: { ...process.env, HOME: home } },
  );
  const exited = once(child, "exit").finally(() => rmSync(home, { recursive: true, force: true }));
  const numberPipe = child.stdio[3] as Readable;
  let number = "";
  for await (const part of numberPipe) {
    number += String(part);
    if (number.endsWith("\n")) break;
  }
  if (number === "" || child.pid === undefined) throw new Error("Xvfb did not start");
  return {
    display: `:${number.trim()}`,
    pid: child.pid,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
