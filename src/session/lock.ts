import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { resolve } from "node:path";
import { GroundmarkError } from "../core/errors.js";

// flock(2), equal on Linux, macOS and the BSDs.
const LOCK_EX = 2;
const LOCK_NB = 4;
const LOCK_UN = 8;

/** How often a waiting process looks again, in milliseconds. */
const POLL_MS = 20;

export interface LockHolder {
  readonly pid: number;
  /** What the holder does with it, for people. */
  readonly what: string;
}

export interface DisplayLock {
  readonly path: string;
  /** May be called more than once. */
  release(): void;
}

export interface LockOptions {
  /** How long to wait for the present holder, in milliseconds; 0 tries once. */
  readonly timeout: number;
  readonly what?: string;
  readonly signal?: AbortSignal;
}

/**
 * Takes the lock at `path`, a kernel file lock: it ends with its holder, at kill -9 too. The file holds
 * the holder's process id for people and is never removed, since a removed file that somebody still
 * locks would let a second holder in.
 *
 * Rejects with TIMEOUT, naming the holder, when it stays taken; with the signal's reason when aborted.
 */
export async function acquireDisplayLock(path: string, options: LockOptions): Promise<DisplayLock> {
  const flock = await loadFlock();
  const deadline = performance.now() + options.timeout;
  const leave = await enterQueue(resolve(path), deadline, options, path);
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const fd = tryLock(flock, path);
      if (fd !== undefined) return held(flock, path, fd, options.what ?? "groundmark", leave);
      if (performance.now() >= deadline) throw stillTaken(path, options.timeout, readHolder(path));
      await pause(POLL_MS);
    }
  } catch (error) {
    leave();
    throw error;
  }
}

/** Who holds the lock at `path` now; undefined when nobody does. */
export async function lockHolder(path: string): Promise<LockHolder | undefined> {
  const flock = await loadFlock();
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    if (flock(fd, LOCK_EX | LOCK_NB) === 0) return undefined;
    return readHolder(path);
  } finally {
    closeSync(fd);
  }
}

type Flock = (fd: number, operation: number) => number;

let loaded: Promise<Flock> | undefined;

function loadFlock(): Promise<Flock> {
  loaded ??= import("koffi").then(({ default: koffi }) => {
    try {
      const call = koffi.load(null).func("int flock(int fd, int operation)");
      return (fd, operation) => {
        const result: number = call(fd, operation);
        if (result === 0) return 0;
        const errno = koffi.errno();
        // EWOULDBLOCK has EAGAIN's number on every system that has flock.
        if (errno === koffi.os.errno.EAGAIN) return errno;
        throw new GroundmarkError("INTERNAL", `the lock could not be asked for (errno ${errno})`, {
          suggestion: "Put the runtime directory on a local file system.",
        });
      };
    } catch (cause) {
      throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "this system has no file locks of the known kind", {
        cause,
      });
    }
  });
  return loaded;
}

/** The locked descriptor, or undefined when somebody else has it. Node opens with O_CLOEXEC. */
function tryLock(flock: Flock, path: string): number | undefined {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    if (flock(fd, LOCK_EX | LOCK_NB) === 0 && isStillThere(path, fd)) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

/** False when the file was removed between opening and locking: that lock would keep nobody out. */
function isStillThere(path: string, fd: number): boolean {
  const ours = fstatSync(fd);
  const present = statSync(path, { throwIfNoEntry: false });
  return present?.ino === ours.ino && present.dev === ours.dev;
}

function held(flock: Flock, path: string, fd: number, what: string, leave: () => void): DisplayLock {
  ftruncateSync(fd, 0);
  writeSync(fd, `${JSON.stringify({ pid: process.pid, what })}\n`, 0);
  let released = false;
  return {
    path,
    release() {
      if (released) return;
      released = true;
      ftruncateSync(fd, 0);
      flock(fd, LOCK_UN);
      closeSync(fd);
      leave();
    },
  };
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    const { pid, what } = content as Partial<LockHolder>;
    if (Number.isInteger(pid)) return { pid: pid as number, what: String(what ?? "") };
  } catch {
    // The holder is about to write, or just let go.
  }
  return undefined;
}

function stillTaken(path: string, timeout: number, holder: LockHolder | undefined): GroundmarkError {
  const who = holder ? `process ${holder.pid} (${holder.what})` : "another process";
  return new GroundmarkError("TIMEOUT", `${who} holds the lock ${path}; waited ${timeout} ms`, {
    suggestion: holder
      ? `Wait until process ${holder.pid} is done, or end it.`
      : "Try again when it is done.",
    details: { path, ...(holder ? { holder: holder.pid, what: holder.what } : {}) },
  });
}

/**
 * First come, first served within this process, where polling the kernel lock would favour whoever
 * happens to look next. Keyed by path; holds the end of each path's queue.
 */
const queues = new Map<string, Promise<void>>();

async function enterQueue(
  key: string,
  deadline: number,
  { timeout, signal }: LockOptions,
  path: string,
): Promise<() => void> {
  const before = queues.get(key);
  let leave = () => {};
  const left = new Promise<void>((done) => {
    leave = done;
  });
  const end = (before ?? Promise.resolve()).then(() => left);
  queues.set(key, end);
  void end.then(() => {
    if (queues.get(key) === end) queues.delete(key);
  });
  if (!before) return leave;
  try {
    await settled(before, deadline - performance.now(), signal, () =>
      stillTaken(path, timeout, readHolder(path)),
    );
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

function settled(
  work: Promise<void>,
  ms: number,
  signal: AbortSignal | undefined,
  late: () => GroundmarkError,
): Promise<void> {
  return new Promise((done, fail) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const timer = setTimeout(() => finish(() => fail(late())), Math.max(0, ms));
    const onAbort = () => finish(() => fail(signal?.reason));
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort);
    void work.then(() => finish(done));
  });
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
