import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acquireDisplayLock, lockHolder } from "../../src/session/lock.js";

// Holds the lock with flock(2) directly, so that what is tested is the kernel's lock and not an agreement
// between two copies of our code.
const HOLDER = `
  const koffi = require("koffi"), fs = require("node:fs");
  const flock = koffi.load(null).func("int flock(int fd, int operation)");
  const fd = fs.openSync(process.argv[1], "a+", 0o600);
  if (flock(fd, 2 | 4) !== 0) process.exit(9);
  fs.ftruncateSync(fd);
  fs.writeSync(fd, JSON.stringify({ pid: process.pid, what: "a test" }));
  console.log("held");
  setInterval(() => {}, 1000);
`;

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gm-lock-"));
  path = join(folder, "display.lock");
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true });
});

async function otherProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", HOLDER, path], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await Promise.race([
    once(child.stdout!, "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the other holder ended: ${code}`))),
  ]);
  return child;
}

describe("the display lock", () => {
  test("names its holder while it is held, and nobody afterwards", async () => {
    const lock = await acquireDisplayLock(path, { timeout: 0, what: "a click" });
    expect(await lockHolder(path)).toEqual({ pid: process.pid, what: "a click" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    expect(await lockHolder(path)).toBeUndefined();
    expect(readFileSync(path, "utf8")).toBe("");
  });

  test("nobody holds a lock whose file does not exist", async () => {
    expect(await lockHolder(path)).toBeUndefined();
  });

  test("keeps another process out", async () => {
    const lock = await acquireDisplayLock(path, { timeout: 0 });
    await expect(otherProcess()).rejects.toThrow("the other holder ended: 9");
    lock.release();
    await otherProcess();
  });

  test("waits no longer than it is told and names the process in its way", async () => {
    const child = await otherProcess();
    const before = performance.now();
    await expect(acquireDisplayLock(path, { timeout: 150 })).rejects.toMatchObject({
      code: "TIMEOUT",
      message: expect.stringContaining(`process ${child.pid} (a test)`),
      details: { holder: child.pid, what: "a test", path },
    });
    expect(performance.now() - before).toBeGreaterThanOrEqual(145);
    expect(await lockHolder(path)).toEqual({ pid: child.pid, what: "a test" });
  });

  test("is free at once when its holder is killed", async () => {
    const child = await otherProcess();
    const waiting = acquireDisplayLock(path, { timeout: 10_000 });
    child.kill("SIGKILL");
    const lock = await waiting;
    expect(await lockHolder(path)).toMatchObject({ pid: process.pid });
    lock.release();
  });

  test("serves those who wait in this process in the order in which they came", async () => {
    const first = await acquireDisplayLock(path, { timeout: 0 });
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (n) => {
      const lock = await acquireDisplayLock(path, { timeout: 5_000 });
      order.push(n);
      await new Promise((done) => setTimeout(done, 5));
      lock.release();
    });
    expect(order).toEqual([]);
    first.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  test("one who gives up does not hold up those behind", async () => {
    const first = await acquireDisplayLock(path, { timeout: 0 });
    const stop = new AbortController();
    const impatient = acquireDisplayLock(path, { timeout: 30 });
    const cancelled = acquireDisplayLock(path, { timeout: 5_000, signal: stop.signal });
    const patient = acquireDisplayLock(path, { timeout: 5_000 });
    stop.abort(new Error("no longer wanted"));
    await expect(cancelled).rejects.toThrow("no longer wanted");
    await expect(impatient).rejects.toMatchObject({ code: "TIMEOUT", details: { holder: process.pid } });
    first.release();
    (await patient).release();
  });

  test("a lock file that was removed keeps nobody out, so the next holder locks the new one", async () => {
    const lost = await acquireDisplayLock(path, { timeout: 0 });
    unlinkSync(path);
    const child = await otherProcess();
    expect(await lockHolder(path)).toMatchObject({ pid: child.pid });
    lost.release();
    await expect(acquireDisplayLock(path, { timeout: 0 })).rejects.toMatchObject({ code: "TIMEOUT" });
  });

  test("is not inherited by a program that its holder starts", async () => {
    const lock = await acquireDisplayLock(path, { timeout: 0 });
    const child = spawn(process.execPath, ["-e", "console.log(1);setInterval(() => {}, 1000)"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    await once(child.stdout!, "data");
    const open = readdirSync(`/proc/${child.pid}/fd`).map((fd) =>
      readlinkSync(`/proc/${child.pid}/fd/${fd}`),
    );
    lock.release();
    expect(open.length).toBeGreaterThan(2);
    expect(open).not.toContain(path);
  });
});
