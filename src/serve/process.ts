import { spawn } from "node:child_process";
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { GroundmarkError } from "../core/errors.js";
import { ownUid } from "../session/runtime.js";
import { pathsOfSocket } from "./paths.js";

/** The service process's program; compiled, so it exists beside this module's compiled form only. */
export const SERVICE_ENTRY = fileURLToPath(new URL("./main.js", import.meta.url));

/** Exit status of a service that found another one in its place. */
export const EXIT_TAKEN = 3;

/** The log starts anew beyond this: what a person reads is the last trouble. */
export const MAX_LOG_BYTES = 1024 * 1024;

export interface Spawned {
  readonly pid: number;
  /** Resolves with the exit status (or the signal's name) should it end while we watch. */
  readonly exited: Promise<number | string>;
}

/**
 * How glibc's malloc behaves in the service. Left alone it raises its mmap threshold above the size of a
 * frame (6 MB at 1920x1080) once one was freed, and later frames fragment the heap: up to 130 MB more
 * resident memory, going up and down (measured over 120 observations). Other systems ignore these.
 */
const STEADY_MALLOC = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_ARENA_MAX: "2" };

/**
 * Starts a service process that outlives us, without a shell. That it was started says nothing about
 * whether it serves: ask its health. Throws INTERNAL when the process cannot be started.
 */
export async function spawnService(socket: string, env: NodeJS.ProcessEnv, entry: string): Promise<Spawned> {
  const { directory, log } = pathsOfSocket(socket);
  const fd = openLog(log);
  try {
    const child = spawn(process.execPath, [entry, "--socket", socket], {
      cwd: directory,
      detached: true,
      env: { ...STEADY_MALLOC, ...env },
      stdio: ["ignore", fd, fd],
    });
    const exited = new Promise<number | string>((done) => {
      child.once("exit", (code, signal) => done(code ?? signal ?? "unknown"));
    });
    await new Promise<void>((done, fail) => {
      child.once("spawn", done);
      child.once("error", fail);
    });
    child.unref();
    return { pid: child.pid!, exited };
  } catch (cause) {
    throw new GroundmarkError(
      "INTERNAL",
      `the service process cannot be started: ${(cause as Error).message}`,
      { cause },
    );
  } finally {
    closeSync(fd);
  }
}

function openLog(path: string): number {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  if (fstatSync(fd).size > MAX_LOG_BYTES) ftruncateSync(fd, 0);
  return fd;
}

/** The end of the service's log, for an error's details. */
export function logTail(path: string, bytes = 2000): string {
  try {
    return readFileSync(path, "utf8").slice(-bytes).trim();
  } catch {
    return "";
  }
}

/** False once the process has ended; one that nobody has collected yet (a zombie) has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    // "pid (name) state ...": the name may hold anything, so the state is sought after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(")")));
  } catch {
    return process.platform !== "linux";
  }
}

/**
 * Whether the process is a service of this user for this socket, by its command line. False where
 * that cannot be read: a process is never signalled on a guess.
 */
export function isServiceProcess(pid: number, socket: string): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== ownUid()) return false;
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const option = words.indexOf("--socket");
    return (
      words.some((word) => word.endsWith("/serve/main.js")) && option > 0 && words[option + 1] === socket
    );
  } catch {
    return false;
  }
}
