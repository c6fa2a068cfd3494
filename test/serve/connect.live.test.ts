import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServiceClient } from "../../src/serve/client.js";
import { type ConnectOptions, connectService, stopService } from "../../src/serve/connect.js";
import { displayLost } from "../../src/serve/display.js";
import { servicePaths } from "../../src/serve/paths.js";
import { isAlive } from "../../src/serve/process.js";
import { lockHolder } from "../../src/session/lock.js";

// The service processes run the compiled code.
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entry = at("fixture/serve/main.js");
const ANCIENT = at("ancient/serve/main.js");
const CLI = at("../cli/fixture/cli.js");

let runtime: string;
let env: NodeJS.ProcessEnv;
const children: ChildProcess[] = [];

beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), "gm-live-"));
  // No X server has this number; the tests' services open none.
  env = { PATH: process.env.PATH, HOME: runtime, XDG_RUNTIME_DIR: runtime, DISPLAY: ":4711" };
});

afterEach(async () => {
  for (const pid of servicePids(servicePaths(env).socket)) process.kill(pid, "SIGKILL");
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(runtime, { recursive: true });
});

/** Processes whose command line has this socket. */
function servicePids(socket: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(socket) && isAlive(pid);
      } catch {
        return false;
      }
    });
}

async function connected(extra: Partial<ConnectOptions> = {}, own = env) {
  const service = await connectService(own, { start: true, entry, ...extra });
  return { ...service, pid: service.health.pid };
}

async function child(file: string, args: readonly string[], own = env): Promise<ChildProcess> {
  const started = spawn(process.execPath, [file, ...args], { env: own, stdio: ["ignore", "pipe", "pipe"] });
  children.push(started);
  return started;
}

async function ancient(): Promise<ChildProcess> {
  const { socket } = servicePaths(env);
  const started = await child(ANCIENT, ["--socket", socket]);
  await once(started.stdout!, "data");
  return started;
}

async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 10_000; !(await look()); ) {
    if (performance.now() > end) throw new Error("did not happen");
    await new Promise((done) => setTimeout(done, 20));
  }
}

describe("starting", () => {
  test("without leave to start, an absent service is an error by name", async () => {
    await expect(connectService(env, { start: false, entry })).rejects.toMatchObject({
      code: "APP_NOT_FOUND",
    });
    expect(readdirSync(join(runtime, "groundmark"))).toEqual([]);
  });

  test("without a display nothing is started", async () => {
    await expect(connected({}, { ...env, DISPLAY: "" })).rejects.toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
    });
  });

  test("an absent service is started, proved by its health, and found again", async () => {
    const first = await connected();
    expect(first.started).toBe(true);
    expect(first.health).toMatchObject({ display: ":4711", state: "serving", busy: false });
    expect(await lockHolder(first.paths.lock)).toMatchObject({ pid: first.pid });
    expect(await first.client.call("peek", {})).toMatchObject({ data: { pid: first.pid, display: ":4711" } });
    const second = await connected({ start: false });
    expect([second.started, second.pid]).toEqual([false, first.pid]);
    for (const file of readdirSync(join(runtime, "groundmark")))
      expect([file, statSync(join(runtime, "groundmark", file)).mode & 0o777]).toEqual([file, 0o600]);
    first.client.close();
    expect(await second.client.call("peek", {})).toMatchObject({ ok: true });
  });

  test("the service outlives whoever started it", async () => {
    const cli = await child(CLI, ["peek", "--json"]);
    const [out] = await once(cli.stdout!, "data");
    if (cli.exitCode === null) await once(cli, "exit");
    const { pid } = JSON.parse(String(out)).data;
    expect(cli.exitCode).toBe(0);
    expect(await connected({ start: false })).toMatchObject({ pid });
  });

  test("many who start it at once get one process", async () => {
    const here = Array.from({ length: 4 }, () => connected());
    const there = await Promise.all(Array.from({ length: 3 }, () => child(CLI, ["peek", "--json"])));
    const outputs = there.map((cli) =>
      once(cli.stdout!, "data").then(([out]) => JSON.parse(String(out)).data.pid),
    );
    const pids = [...(await Promise.all(here)).map(({ pid }) => pid), ...(await Promise.all(outputs))];
    expect(new Set(pids).size).toBe(1);
    const { socket } = servicePaths(env);
    // Those that came second wait two seconds for the lock, then leave.
    await until(() => servicePids(socket).length === 1);
    expect(servicePids(socket)).toEqual([pids[0]]);
  });

  test("a killed service's socket is taken over", async () => {
    const first = await connected();
    process.kill(first.pid, "SIGKILL");
    await until(() => !isAlive(first.pid));
    expect(existsSync(first.paths.socket)).toBe(true);
    const second = await connected();
    expect(second.started).toBe(true);
    expect(second.pid).not.toBe(first.pid);
  });

  test("a service that dies during a call is an answer, not a wait", async () => {
    const { client, pid } = await connected();
    const call = client.call("wait", {});
    setTimeout(() => process.kill(pid, "SIGKILL"), 100);
    expect(await call).toMatchObject({
      ok: false,
      command: "wait",
      error: { code: "INTERNAL", suggestion: expect.stringContaining("may have acted") },
    });
    expect(await client.call("peek", {})).toMatchObject({ ok: false });
  });

  test("a service that cannot start says why", async () => {
    const before = performance.now();
    await expect(connected({}, { ...env, GM_TEST_CRASH: "no such model" })).rejects.toMatchObject({
      code: "INTERNAL",
      details: { tail: expect.stringContaining("no such model") },
    });
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test("displays have their own services", async () => {
    const one = await connected();
    const other = { ...env, DISPLAY: ":4712" };
    const two = await connected({}, other);
    expect(two.pid).not.toBe(one.pid);
    expect(await stopService(other)).toMatchObject({ pid: two.pid, how: "asked" });
    expect(await one.client.call("peek", {})).toMatchObject({ data: { pid: one.pid } });
  });
});

describe("another version", () => {
  test("is asked to leave and replaced, also by an older client", async () => {
    const old = await connected({ version: "0.0.1" }, { ...env, GM_TEST_VERSION: "0.0.1" });
    const ours = await connected();
    expect(ours.pid).not.toBe(old.pid);
    expect(isAlive(old.pid)).toBe(false);
    const again = await connected({ version: "0.0.1" }, { ...env, GM_TEST_VERSION: "0.0.1" });
    expect(isAlive(ours.pid)).toBe(false);
    expect(again.health.version).toBe("0.0.1");
  });

  test("with a protocol of its own is ended by its process, and never asked for a command", async () => {
    const old = await ancient();
    const ours = await connected();
    expect(old.signalCode).toBe("SIGTERM");
    expect(await ours.client.call("peek", {})).toMatchObject({ data: { pid: ours.pid } });
  });

  test("a listener that is no service is neither spoken to nor ended", async () => {
    const { socket } = servicePaths(env);
    const script =
      "require('net').createServer((c) => c.end('220 hello\\n')).listen(process.argv[1], () => console.log(1))";
    const other = spawn(process.execPath, ["-e", script, socket], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(other);
    await once(other.stdout, "data");
    await expect(connected()).rejects.toMatchObject({ code: "PERM_DENIED" });
    await expect(stopService(env)).rejects.toMatchObject({ code: "PERM_DENIED" });
    expect(other.exitCode ?? other.signalCode).toBeNull();
  });
});

describe("stopping", () => {
  test("nothing to stop is said so", async () => {
    expect(await stopService(env)).toEqual({ pid: undefined, how: "absent" });
  });

  test("a busy service cancels, cleans up and is gone", async () => {
    const { client, pid, paths } = await connected();
    const call = client.call("wait", {});
    await until(async () => (await client.health()).busy);
    expect(await stopService(env)).toEqual({ pid, how: "asked" });
    expect(await call).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(paths.socket)).toBe(false);
    expect(readFileSync(paths.log, "utf8")).toMatch(/waiting\ncancelled\n.*ended: shutdown/);
  });

  test("SIGTERM does the same", async () => {
    const { client, pid, paths } = await connected();
    const call = client.call("wait", {});
    await until(async () => (await client.health()).busy);
    process.kill(pid, "SIGTERM");
    expect(await call).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    await until(() => !isAlive(pid));
    expect(existsSync(paths.socket)).toBe(false);
    expect(readFileSync(paths.log, "utf8")).toContain("ended: signal");
  });

  test("a service whose thread never comes back is killed; nobody replaces it unasked", async () => {
    const { client, pid } = await connected();
    void client.call("block", {});
    await new Promise((done) => setTimeout(done, 200));
    await expect(connected({ timeout: 4_000 })).rejects.toMatchObject({
      code: "TIMEOUT",
      suggestion: expect.stringContaining("groundmark stop"),
    });
    expect(isAlive(pid)).toBe(true);
    expect(await stopService(env)).toEqual({ pid, how: "killed" });
    expect(isAlive(pid)).toBe(false);
  });
});

/** The envelope of a command line and how long it took, ms. */
async function asked(...words: string[]) {
  const before = performance.now();
  const cli = await child(CLI, [...words, "--json"]);
  const [out] = await once(cli.stdout!, "data");
  return { envelope: JSON.parse(String(out)), ms: performance.now() - before };
}

describe("a service that does not answer", () => {
  test("costs no more than the caller's time-out", async () => {
    const { pid } = await connected();
    process.kill(pid, "SIGSTOP");
    const { envelope, ms } = await asked("peek", "--timeout", "1500");
    expect(envelope.error).toMatchObject({ code: "TIMEOUT", details: { state: "unresponsive", pid } });
    expect(envelope.error.message).toContain(`process ${pid}`);
    expect(envelope.error.suggestion).toContain("groundmark stop");
    // Node.js starts in what is left.
    expect(ms).toBeLessThan(3_000);
  });

  test("that freezes during a call too", async () => {
    const { client, pid } = await connected();
    const before = performance.now();
    const call = client.call("wait", {}, { timeout: 1_000 });
    await new Promise((done) => setTimeout(done, 200));
    process.kill(pid, "SIGSTOP");
    expect(await call).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    expect(performance.now() - before).toBeLessThan(2_500);
  });

  test("is reported by a command that can do without it, and left in its place", async () => {
    const { pid } = await connected();
    process.kill(pid, "SIGSTOP");
    const quick = await asked("look", "--timeout", "2500");
    expect(quick.envelope.data).toEqual({ served: false, unserved: { state: "unresponsive", pid } });
    expect(quick.ms).toBeLessThan(2_500);
    const patient = await asked("look");
    expect(patient.envelope.data.unserved.state).toBe("unresponsive");
    expect(patient.ms).toBeLessThan(6_000);
    process.kill(pid, "SIGCONT");
    expect((await asked("look")).envelope.data).toEqual({ served: true });
    expect(isAlive(pid)).toBe(true);
  });
});

test("a command that can do without a service replaces none of another version", async () => {
  const other = await connected({ version: "0.0.1" }, { ...env, GM_TEST_VERSION: "0.0.1" });
  const { envelope } = await asked("look");
  expect(envelope.data).toEqual({
    served: false,
    unserved: { state: "other-version", version: "0.0.1", pid: other.pid },
  });
  expect(isAlive(other.pid)).toBe(true);
  expect((await asked("peek")).envelope.data.pid).not.toBe(other.pid);
  expect(isAlive(other.pid)).toBe(false);
});

describe("the command line as a process", () => {
  test("Ctrl-C cancels the command in the service and exits 130", async () => {
    const { client, paths, pid } = await connected();
    const cli = await child(CLI, ["wait"]);
    let err = "";
    cli.stderr?.on("data", (text) => {
      err += text;
    });
    await until(async () => (await client.health()).busy);
    cli.kill("SIGINT");
    const [exit] = await once(cli, "exit");
    expect(exit).toBe(130);
    expect(err).toContain("error CANCELLED");
    expect(await client.health()).toMatchObject({ pid, busy: false });
    expect(readFileSync(paths.log, "utf8")).toContain("cancelled");
  });

  test("start and stop prove what they say", async () => {
    const said = async (...words: string[]) => {
      const cli = await child(CLI, [...words, "--json"]);
      const [out] = await once(cli.stdout!, "data");
      return JSON.parse(String(out)).data;
    };
    const started = await said("start");
    expect(started).toMatchObject({ started: true, display: ":4711" });
    expect(isAlive(started.pid)).toBe(true);
    expect(await said("start")).toMatchObject({ started: false, pid: started.pid });
    expect(await said("stop")).toEqual({ stopped: true, pid: started.pid, how: "asked", display: ":4711" });
    expect(isAlive(started.pid)).toBe(false);
    expect(await said("stop")).toEqual({ stopped: false, how: "absent", display: ":4711" });
  });
});

test("a vanished X server ends its service", async () => {
  const x = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  children.push(x);
  const [number] = await once(x.stdio[3] as NodeJS.ReadableStream, "data");
  env = { ...env, DISPLAY: `:${String(number).trim()}` };
  const { client, pid, paths } = await connected();
  expect(await client.call("peek", {})).toMatchObject({ ok: true });
  let lost = false;
  void displayLost(env, 50).then(() => {
    lost = true;
  });
  await new Promise((done) => setTimeout(done, 400));
  expect([lost, isAlive(pid)]).toEqual([false, true]);
  x.kill("SIGTERM");
  await until(async () => !(await client.call("peek", {})).ok);
  await until(() => !isAlive(pid));
  expect(lost).toBe(true);
  expect(existsSync(paths.socket)).toBe(false);
  expect(readFileSync(paths.log, "utf8")).toContain("ended: display-lost");
});

test("the listener of an ancient service greets, but not in our language", async () => {
  await ancient();
  const client = await ServiceClient.open(servicePaths(env).socket);
  expect([client?.speaksOurs, client?.version]).toEqual([false, "0.0.1"]);
  client?.close();
});
