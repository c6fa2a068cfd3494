import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Envelope } from "../../src/commands/envelope.js";
import { GroundmarkError } from "../../src/core/errors.js";
import { ServiceClient } from "../../src/serve/client.js";
import { type RunningServer, type ServerOptions, startServer } from "../../src/serve/server.js";
import { buildName } from "../../src/serve/version.js";
import { lockHolder } from "../../src/session/lock.js";
import { FakeService, fakeCommands, Stage } from "./commands.js";

let folder: string;
let socketPath: string;
let stage: Stage;
let service: FakeService;
let server: RunningServer | undefined;
const clients: ServiceClient[] = [];
const sockets: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gm-serve-"));
  socketPath = join(folder, "s.sock");
  stage = new Stage();
  service = new FakeService();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close("shutdown");
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  server = await startServer({
    socketPath,
    openService: async () => service.asService(),
    displayLost: () => service.lost,
    commands: fakeCommands(stage),
    ...options,
  });
  return server;
}

async function client(version?: string): Promise<ServiceClient> {
  const opened = await ServiceClient.open(socketPath, version === undefined ? {} : { version });
  if (!opened) throw new Error("nobody listens");
  clients.push(opened);
  return opened;
}

/** A client that sends whatever the test wants. */
async function raw(): Promise<{
  socket: Socket;
  send(text: string): void;
  lines(): unknown[];
  closed: Promise<void>;
}> {
  const socket = connect(socketPath);
  sockets.push(socket);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  await new Promise((done) => socket.once("connect", done));
  return {
    socket,
    send: (line) => void socket.write(line),
    lines: () =>
      text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    closed,
  };
}

const BUILD = buildName();
const HELLO = `${JSON.stringify({ groundmark: BUILD, protocol: 1 })}\n`;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function eventually(look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 3_000; !(await look()); await pause(5))
    if (performance.now() > end) throw new Error("did not happen");
}

const codeOf = (envelope: Envelope) => (envelope.ok ? "ok" : envelope.error.code);
const dataOf = (envelope: Envelope) => (envelope.ok ? envelope.data : envelope.error);

describe("requests", () => {
  test("a command is run and its result comes back", async () => {
    await start();
    const c = await client();
    expect(await c.call("echo", { text: "hé\n", times: 2 })).toEqual({
      version: "1",
      ok: true,
      command: "echo",
      data: { text: "hé\nhé\n" },
    });
    expect(await c.call("peek", {})).toMatchObject({ ok: true, data: { display: ":77" } });
  });

  test("errors are envelopes with their code", async () => {
    await start();
    const c = await client();
    expect(codeOf(await c.call("refuse", {}))).toBe("STALE_REF");
    expect(codeOf(await c.call("echo", { text: 3 }))).toBe("INVALID_ARGS");
    expect(codeOf(await c.call("nonsense", {}))).toBe("INVALID_ARGS");
    expect(codeOf(await c.call("hidden", {}))).toBe("INVALID_ARGS");
    expect(codeOf(await c.call("toString", {}))).toBe("INVALID_ARGS");
  });

  test("an answer as long as many pictures arrives whole; a longer one is refused by name", async () => {
    await start();
    const c = await client();
    const big = await c.call("echo", { text: "x", times: 20_000_000 });
    expect((dataOf(big) as { text: string }).text).toHaveLength(20_000_000);
    expect(codeOf(await c.call("echo", { text: "x", times: 70_000_000 }))).toBe("RESOURCE_EXHAUSTED");
    expect(codeOf(await c.call("echo", { text: "y".repeat(65 * 1024 * 1024) }))).toBe("RESOURCE_EXHAUSTED");
    expect(codeOf(await c.call("peek", {}))).toBe("ok");
  });

  test("commands for the display run one after another, in order, for all clients", async () => {
    await start();
    const [a, b] = [await client(), await client()];
    const first = a.call("press", { name: "1" });
    await stage.until("begin 1");
    const second = b.call("press", { name: "2" });
    // Two connections: what is sent first on one may arrive after what is sent next on the other.
    await eventually(async () => (await a.health()).queued === 1);
    const third = a.call("press", { name: "3" });
    await eventually(async () => (await a.health()).queued === 2);
    for (const name of ["1", "2", "3"]) {
      await stage.until(`begin ${name}`);
      stage.go(name);
    }
    expect((await Promise.all([first, second, third])).map(codeOf)).toEqual(["ok", "ok", "ok"]);
    expect(stage.events).toEqual(["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]);
  });

  test("status-like commands and those that need no display do not wait", async () => {
    await start();
    const c = await client();
    const busy = c.call("press", { name: "1" });
    await stage.until("begin 1");
    expect(codeOf(await c.call("peek", {}))).toBe("ok");
    expect(codeOf(await c.call("echo", { text: "a" }))).toBe("ok");
    stage.go("1");
    await busy;
  });

  test("beyond its limit the queue refuses", async () => {
    await start();
    const [a, b] = [await client(), await client()];
    const calls = [a.call("press", { name: "1" })];
    await stage.until("begin 1");
    for (let i = 0; i < 40; i++) calls.push(a.call("press", {}), b.call("press", {}));
    await eventually(async () => (await a.health()).queued === 64);
    a.close();
    b.close();
    const codes = (await Promise.all(calls)).map(codeOf);
    expect(codes.filter((code) => code === "RESOURCE_EXHAUSTED")).toHaveLength(81 - 65);
  });
});

describe("deadlines and cancellation", () => {
  test("a command past its deadline is answered, and the next one waits until it lets go", async () => {
    await start();
    const c = await client();
    const late = await c.call("stubborn", { name: "1" }, { timeout: 50 });
    expect(dataOf(late)).toMatchObject({
      code: "TIMEOUT",
      suggestion: expect.stringContaining("may have acted"),
    });
    const next = c.call("press", { name: "2" });
    await pause(50);
    expect(stage.events).toEqual(["begin 1"]);
    stage.go("1");
    await stage.until("begin 2");
    stage.go("2");
    expect(codeOf(await next)).toBe("ok");
    expect(stage.events).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  });

  test("one that never had its turn says so, and is never run", async () => {
    await start();
    const c = await client();
    const busy = c.call("press", { name: "1" });
    await stage.until("begin 1");
    const late = await c.call("press", { name: "2" }, { timeout: 30 });
    expect(dataOf(late)).toMatchObject({
      code: "TIMEOUT",
      suggestion: expect.stringContaining("Nothing was done"),
    });
    stage.go("1");
    await busy;
    await pause(30);
    expect(stage.events).not.toContain("begin 2");
  });

  test("a cancelled command stops and answers CANCELLED", async () => {
    await start();
    const c = await client();
    const stop = new AbortController();
    const call = c.call("press", { name: "1" }, { signal: stop.signal });
    await stage.until("begin 1");
    stop.abort();
    expect(codeOf(await call)).toBe("CANCELLED");
    expect(stage.events).toEqual(["begin 1", "end 1"]);
  });

  test("a cancelled command that had acted says what it did", async () => {
    await start();
    const c = await client();
    const stop = new AbortController();
    const call = c.call("finish", { name: "1" }, { signal: stop.signal });
    await stage.until("begin 1");
    stop.abort();
    expect(await call).toMatchObject({ ok: true, data: { dispatched: true } });
    expect(await c.call("finish", { name: "2" }, { timeout: 40 })).toMatchObject({ ok: true });
    expect(codeOf(await c.call("admit", {}, { timeout: 40 }))).toBe("ACTION_FAILED");
  });

  test("a client that leaves takes its waiting and running commands with it", async () => {
    await start();
    const [a, b] = [await client(), await client()];
    void a.call("press", { name: "1" });
    await stage.until("begin 1");
    void a.call("press", { name: "2" });
    const other = b.call("press", { name: "3" });
    await eventually(async () => (await b.health()).queued === 2);
    a.close();
    await stage.until("begin 3");
    stage.go("3");
    expect(codeOf(await other)).toBe("ok");
    expect(stage.events).toEqual(["begin 1", "end 1", "begin 3", "end 3"]);
  });

  test("a command that never lets go of the display ends the service, not its order", async () => {
    await start({ wedgedMs: 100 });
    const c = await client();
    expect(codeOf(await c.call("stubborn", { name: "1" }, { timeout: 20 }))).toBe("TIMEOUT");
    // Whether it comes before the service gives up or after: it is told so, and never begins.
    expect(codeOf(await c.call("press", { name: "2" }))).toBe("CANCELLED");
    // The drain of a closing service waits for the stubborn one; the test lets it go.
    await eventually(() => !existsSync(socketPath));
    stage.go("1");
    expect(await server?.closed).toBe("wedged");
    expect(stage.events).not.toContain("begin 2");
  });
});

describe("health and shutdown", () => {
  test("health answers at once while a command blocks, and says what runs", async () => {
    await start({ display: ":77" });
    const [a, b] = [await client(), await client()];
    void a.call("press", { name: "1" });
    void a.call("press", { name: "2" });
    await stage.until("begin 1");
    const before = performance.now();
    const health = await b.health();
    expect(performance.now() - before).toBeLessThan(500);
    expect(health).toMatchObject({
      pid: process.pid,
      version: BUILD,
      protocol: 1,
      display: ":77",
      state: "serving",
      busy: true,
      queued: 1,
    });
    expect(health.running).toEqual([{ command: "press", ms: expect.any(Number) }]);
    expect(health.memory.rssBytes).toBeGreaterThan(1e6);
  });

  test("shutdown is answered while a command blocks, cancels it, and leaves nothing behind", async () => {
    const { closed } = await start();
    const [a, b] = [await client(), await client()];
    const running = a.call("press", { name: "1" });
    const waiting = a.call("press", { name: "2" });
    await stage.until("begin 1");
    expect(await b.call("shutdown", {})).toMatchObject({ ok: true, data: { pid: process.pid } });
    expect((await Promise.all([running, waiting])).map(codeOf)).toEqual(["CANCELLED", "CANCELLED"]);
    expect(await closed).toBe("shutdown");
    expect(stage.events).toEqual(["begin 1", "end 1"]);
    expect(service.closed).toBe(1);
    expect(existsSync(socketPath)).toBe(false);
    expect(await lockHolder(`${socketPath}.lock`)).toBeUndefined();
    expect(await ServiceClient.open(socketPath)).toBeUndefined();
  });

  test("leaves when it is idle; health alone does not keep it, a running command does", async () => {
    const { closed } = await start({ idleMs: 150 });
    const c = await client();
    const running = c.call("press", { name: "1" });
    await pause(300);
    expect((await c.health()).state).toBe("serving");
    stage.go("1");
    expect(codeOf(await running)).toBe("ok");
    const asking = setInterval(() => void c.call("health", {}), 20);
    expect(await closed).toBe("idle");
    clearInterval(asking);
  });
});

describe("the display", () => {
  test("is opened by the first command that needs it, once", async () => {
    let opened = 0;
    await start({
      openService: async () => {
        opened += 1;
        await pause(20);
        return service.asService();
      },
    });
    const c = await client();
    await c.call("echo", { text: "a" });
    await c.call("press", { name: 3 });
    expect(opened).toBe(0);
    await Promise.all([c.call("peek", {}), c.call("peek", {}), c.call("refuse", {})]);
    expect(opened).toBe(1);
  });

  test("that cannot be opened is that request's error; the next request tries again", async () => {
    let attempts = 0;
    await start({
      openService: async () => {
        attempts += 1;
        if (attempts < 3) throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "no display");
        return service.asService();
      },
    });
    const c = await client();
    const codes = [await c.call("peek", {}), await c.call("press", {}), await c.call("peek", {})].map(codeOf);
    expect(codes).toEqual(["PLATFORM_NOT_SUPPORTED", "PLATFORM_NOT_SUPPORTED", "ok"]);
    expect((await c.health()).state).toBe("serving");
  });

  test("that vanishes makes the service answer errors, then leave", async () => {
    const { closed } = await start();
    const c = await client();
    await c.call("peek", {});
    const running = c.call("press", { name: "1" });
    await stage.until("begin 1");
    service.lose(undefined);
    await pause(20);
    expect(dataOf(await c.call("peek", {}))).toMatchObject({
      code: "PLATFORM_NOT_SUPPORTED",
      message: "the display is gone",
    });
    expect((await c.health()).state).toBe("closing");
    expect(codeOf(await running)).toBe("PLATFORM_NOT_SUPPORTED");
    expect(await closed).toBe("display-lost");
    expect(service.closed).toBe(1);
  });
});

describe("the socket", () => {
  test("is its user's alone", async () => {
    const mask = process.umask(0);
    try {
      await start();
    } finally {
      process.umask(mask);
    }
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
    expect(statSync(`${socketPath}.lock`).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(mask);
  });

  test("a second service for it is refused, naming the first", async () => {
    await start();
    await expect(
      startServer({ socketPath, openService: async () => service.asService(), commands: [] }),
    ).rejects.toMatchObject({ code: "TIMEOUT", details: { holder: process.pid } });
    expect(codeOf(await (await client()).call("peek", {}))).toBe("ok");
  });

  test("that a dead service left is reclaimed", async () => {
    // A socket file without a listener: what kill -9 leaves.
    const dead = createServer().listen(socketPath);
    await new Promise((done) => dead.once("listening", done));
    const { renameSync } = await import("node:fs");
    renameSync(socketPath, `${socketPath}.kept`);
    await new Promise((done) => dead.close(done));
    renameSync(`${socketPath}.kept`, socketPath);
    expect(statSync(socketPath).isSocket()).toBe(true);
    await start();
    expect(codeOf(await (await client()).call("peek", {}))).toBe("ok");
  });

  test("with a listener that holds no lock is left alone", async () => {
    const other = createServer().listen(socketPath);
    await new Promise((done) => other.once("listening", done));
    await expect(start()).rejects.toMatchObject({ code: "PERM_DENIED" });
    expect(existsSync(socketPath)).toBe(true);
    await new Promise((done) => other.close(done));
    expect(await lockHolder(`${socketPath}.lock`)).toBeUndefined();
  });

  test("a file in its place is not removed", async () => {
    writeFileSync(socketPath, "precious");
    await expect(start()).rejects.toMatchObject({ code: "PERM_DENIED" });
    expect(existsSync(socketPath)).toBe(true);
  });
});

describe("clients of another version", () => {
  test("may ask for health and shutdown, and for nothing else", async () => {
    const { closed } = await start();
    const old = await client("0.0.1");
    expect(old.speaksOurs).toBe(false);
    expect(old.version).toBe(BUILD);
    expect(dataOf(await old.call("peek", {}))).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining(BUILD),
    });
    expect(await old.pid()).toBe(process.pid);
    expect(codeOf(await old.call("shutdown", {}))).toBe("ok");
    expect(await closed).toBe("shutdown");
  });
});

describe("hostile clients", () => {
  const stillServes = async () => expect(codeOf(await (await client()).call("peek", {}))).toBe("ok");

  test.each([
    ["no greeting at all, but a request", '{"id":1,"command":"shutdown"}\n'],
    ["no JSON", "GET / HTTP/1.1\r\n\r\n"],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x0a]).toString("latin1")],
    ["an endless greeting", "x".repeat(5_000)],
    ["a greeting of the wrong form", '{"groundmark":1,"protocol":"1"}\n'],
    ["a list", "[]\n"],
  ])("%s: told once, then closed", async (_case, text) => {
    await start();
    const r = await raw();
    r.send(text);
    await r.closed;
    expect(r.lines()[0]).toEqual({ groundmark: BUILD, protocol: 1 });
    expect(r.lines()[1]).toMatchObject({ id: null, envelope: { ok: false } });
    await stillServes();
  });

  test("malformed JSON after the greeting ends the connection", async () => {
    await start();
    const r = await raw();
    r.send(`${HELLO}{"id":1,\n{"id":2,"command":"echo","args":{"text":"never"}}\n`);
    await r.closed;
    expect(r.lines()).toHaveLength(2);
    expect(r.lines()[1]).toMatchObject({ id: null, envelope: { error: { code: "INVALID_ARGS" } } });
    await stillServes();
  });

  test("wrong types are answered, and the connection goes on", async () => {
    await start();
    const r = await raw();
    r.send(`${HELLO}{"id":5,"command":5}\n{"cancel":99}\n[1]\n{"id":6,"command":"echo","args":[]}\n`);
    r.send('{"id":7,"command":"echo","args":{"text":"still"}}\n');
    await eventually(() => r.lines().length === 5);
    const replies = r.lines().slice(1) as { id: unknown; envelope: Envelope }[];
    expect(replies.map(({ id, envelope }) => [id, codeOf(envelope)])).toEqual([
      [5, "INVALID_ARGS"],
      [null, "INVALID_ARGS"],
      [6, "INVALID_ARGS"],
      [7, "ok"],
    ]);
  });

  test("an id that is in use is refused", async () => {
    await start();
    const r = await raw();
    r.send(`${HELLO}{"id":1,"command":"press","args":{"name":"1"}}\n{"id":1,"command":"peek"}\n`);
    await eventually(() => r.lines().length === 2);
    expect(r.lines()[1]).toMatchObject({ id: null, envelope: { error: { code: "INVALID_ARGS" } } });
    stage.go("1");
    await eventually(() => r.lines().length === 3);
    expect(r.lines()[2]).toMatchObject({ id: 1, envelope: { ok: true } });
  });

  test("too many requests at once are refused one by one", async () => {
    await start();
    const r = await raw();
    r.send(HELLO);
    for (let id = 1; id <= 70; id++) r.send(`{"id":${id},"command":"press"}\n`);
    await eventually(() => r.lines().length === 7);
    for (const line of r.lines().slice(1))
      expect(line).toMatchObject({ envelope: { error: { code: "RESOURCE_EXHAUSTED" } } });
    await stillServes();
  });

  test("an oversized line is cut off, not kept", async () => {
    await start({ limits: { maxLineBytes: 100_000 } });
    const r = await raw();
    r.send(`${HELLO}{"id":1,"command":"echo","args":{"text":"`);
    for (let i = 0; i < 20; i++) r.send("x".repeat(10_000));
    await r.closed;
    expect(r.lines()[1]).toMatchObject({ id: null, envelope: { error: { code: "RESOURCE_EXHAUSTED" } } });
    await stillServes();
  });

  test("a silent client is let go", async () => {
    await start({ limits: { greetingMs: 50 } });
    await (await raw()).closed;
    await stillServes();
  });

  test("a client that stops in the middle of a line is let go", async () => {
    await start({ limits: { lineMs: 50 } });
    const r = await raw();
    r.send(`${HELLO}{"id":1,`);
    await r.closed;
    await stillServes();
  });

  test("a client that closes its half counts as gone", async () => {
    await start();
    const r = await raw();
    r.send(`${HELLO}{"id":1,"command":"press","args":{"name":"1"}}\n`);
    await stage.until("begin 1");
    r.socket.end();
    await stage.until("end 1");
    await stillServes();
  });

  test("a client that never reads its answers is cut off before they fill the memory", async () => {
    await start();
    const r = await raw();
    r.socket.pause();
    r.send(HELLO);
    for (let id = 1; id <= 8; id++)
      r.send(`{"id":${id},"command":"echo","args":{"text":"x","times":60000000}}\n`);
    // Destroyed by the service: reading on now meets the end long before eight times 60 MB.
    await pause(1_500);
    let bytes = 0;
    r.socket.removeAllListeners("data");
    r.socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    r.socket.resume();
    await r.closed;
    expect(bytes).toBeLessThan(4 * 60_000_000);
    await stillServes();
  });

  test("a hundred connections that say nothing shut nobody out", async () => {
    await start();
    for (let i = 0; i < 100; i++) (await raw()).send(HELLO);
    await stillServes();
    expect(clients.length).toBe(1);
  });
});
