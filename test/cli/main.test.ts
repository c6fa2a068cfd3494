import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { EXIT, interruption, main } from "../../src/cli/main.js";
import { painter, printable, printableJson } from "../../src/cli/terminal.js";
import { type Command, defineCommand } from "../../src/commands/command.js";
import { GroundmarkError } from "../../src/core/errors.js";
import { VERSION } from "../../src/serve/version.js";
import { Captured, COMMANDS, fakeIo } from "./support.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gm-cli-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function run(words: readonly string[], settings: Parameters<typeof fakeIo>[0] = {}) {
  const io = fakeIo({ cwd: folder, ...settings });
  const exit = await main(words, io, { commands: COMMANDS });
  return { exit, out: io.stdout.text, err: io.stderr.text };
}

async function json(words: readonly string[], settings?: Parameters<typeof fakeIo>[0]) {
  const { exit, out, err } = await run([...words, "--json"], settings);
  expect(out).toMatch(/^\{[^\n]*\}\n$/);
  expect(err).toBe("");
  return { exit, envelope: JSON.parse(out) };
}

describe("help and version", () => {
  test("--version is the package's", async () => {
    expect(await run(["--version"])).toEqual({ exit: 0, out: `${VERSION}\n`, err: "" });
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("help lists the commands for people, and the service's verbs", async () => {
    const { exit, out, err } = await run(["help"]);
    expect([exit, err]).toEqual([0, ""]);
    for (const name of ["everything", "say", "broken", "start", "stop"])
      expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(out).not.toContain("secret");
    expect(await run(["--help"])).toEqual({ exit, out, err });
  });

  test("without a command the help goes to standard error, and that is a usage error", async () => {
    const { exit, out, err } = await run([]);
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toContain("Usage: groundmark COMMAND");
  });

  test("a command's help is made from its description", async () => {
    const { out } = await run(["help", "everything"]);
    expect(out).toContain("Usage: groundmark everything TARGET [WORDS...] [OPTIONS]");
    expect(out).toContain("Take arguments of every kind.");
    expect(out).toMatch(/-c, --count N +How often \[1\]/);
    expect(out).toMatch(/--button left\|middle\|right +Which button \["left"\]/);
    expect(out).toMatch(/-y, --confirm +Yes, really$/m);
    expect(out).toContain("--no-quiet");
    expect(out).toContain("--at X,Y");
    expect(out).toContain("--timeout MS");
    expect(out).toContain("  groundmark everything 7");
    expect((await run(["everything", "--help"])).out).toBe(out);
    expect((await run(["help", "say"])).out).toContain("Usage: groundmark say MARK TEXT|--stdin");
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("an unknown command is a usage error with the likely one", async () => {
    expect(await run(["everythng"])).toEqual({
      exit: 2,
      out: "",
      err: 'error INVALID_ARGS: there is no command "everythng"\n  suggestion: Did you mean `groundmark everything`?\n',
    });
    expect((await run(["stat"])).err).toContain("groundmark start");
    expect((await run(["paint"])).err).toContain("See `groundmark help`");
    expect((await run(["secret"])).exit).toBe(2);
    expect((await run(["help", "secret"])).exit).toBe(2);
    expect((await json(["everythng"])).envelope).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS" },
    });
  });
});

describe("exit status and output", () => {
  test("0 and the envelope, with --json exactly that", async () => {
    const { exit, envelope } = await json(["everything", "7"]);
    expect(exit).toBe(0);
    expect(envelope).toEqual({
      version: "1",
      ok: true,
      command: "everything",
      data: { target: 7, count: 1, button: "left", confirm: false, quiet: true },
    });
  });

  test("0 and the rendered text for people; JSON where a command has none", async () => {
    expect(await run(["say", "1", "hello"])).toEqual({ exit: 0, out: "hello\n", err: "" });
    expect((await run(["everything", "7"])).out).toContain('"target": 7');
  });

  test("1 for what a command refuses, INVALID_ARGS of a command included", async () => {
    for (const code of ["STALE_REF", "INVALID_ARGS"]) {
      const { exit, envelope } = await json(["broken", "--code", code]);
      expect([exit, envelope.error.code]).toEqual([1, code]);
    }
  });

  test("2 for what the command line does not understand or the description does not allow", async () => {
    const cases: [string[], string][] = [
      [["everything"], "missing TARGET"],
      [["everything", "7", "--count", "9"], "everything: --count: Too big"],
      [["everything", "7", "--count", "x"], "--count: expected a whole number"],
    ];
    for (const [words, message] of cases) {
      const { exit, out, err } = await run(words);
      expect([exit, out]).toEqual([2, ""]);
      expect(err).toContain(message);
      expect(err).toContain("groundmark help everything");
      expect(await json(words)).toMatchObject({
        exit: 2,
        envelope: { ok: false, command: "everything", error: { code: "INVALID_ARGS" } },
      });
    }
  });

  test("an error goes to standard error without anything that a terminal obeys", async () => {
    expect(await run(["broken"])).toEqual({
      exit: 1,
      out: "",
      err: "error STALE_REF: gone [31mred\n  suggestion: observe again\n",
    });
  });

  test("JSON keeps such characters, escaped", async () => {
    const { out } = await run(["broken", "--json"]);
    expect(out).toContain("gone \\u001b[31m\\u009bred");
    expect(out).toContain("observe\\u202e again");
    expect(JSON.parse(out).error.message).toBe("gone \u001b[31m\u009bred");
  });

  test("colours only on a terminal that wants them", async () => {
    const red = "\u001b[31merror STALE_REF:\u001b[0m";
    const on = async (env: NodeJS.ProcessEnv, tty: boolean) =>
      (await run(["broken"], { env, stderr: new Captured(tty) })).err.includes(red);
    expect(await on({}, true)).toBe(true);
    expect(await on({}, false)).toBe(false);
    expect(await on({ NO_COLOR: "1" }, true)).toBe(false);
    expect(await on({ TERM: "dumb" }, true)).toBe(false);
    expect(painter(new Captured(true), { NO_COLOR: "" })("red", "x")).toBe("\u001b[31mx\u001b[0m");
  });

  test("a reader that left is no error; a full disk is, and it is called that", async () => {
    expect((await run(["say", "1", "x"], { stdout: new Captured(false, "EPIPE") })).exit).toBe(0);
    for (const words of [["say", "1", "x"], ["help"], ["--version"], ["say", "1", "x", "--json"]]) {
      const { exit, err } = await run(words, { stdout: new Captured(false, "ENOSPC") });
      expect([words, exit]).toEqual([words, 1]);
      expect(err).toMatch(
        /^error RESOURCE_EXHAUSTED: the output cannot be written: .+\n {2}suggestion: Send it/,
      );
    }
    expect((await run(["say", "1", "x"], { stdout: new Captured(false, "EIO") })).err).toContain(
      "error INVALID_ARGS: the output cannot be written: EIO",
    );
    const nowhere = new Captured(false, "ENOSPC");
    expect((await run(["help"], { stdout: nowhere, stderr: nowhere })).exit).toBe(1);
  });

  test("what made the result poorer stands beside it, on the other stream and without control", async () => {
    const { exit, out, err } = await run(["doubtful", "--notes", "one \u001b[2J", "--notes", "two"]);
    expect([exit, out, err]).toEqual([0, "good\n", "note: one [2J\nnote: two\n"]);
    const { envelope } = await json(["doubtful", "--notes", "one"]);
    expect(envelope.data.notes).toEqual(["one"]);
  });

  test("a result that stands for a no exits 1 in an envelope that is ok, and the help says so", async () => {
    expect(await run(["doubtful", "--outcome", "bad"])).toMatchObject({ exit: 1, out: "bad\n" });
    expect(await json(["doubtful", "--outcome", "bad"])).toMatchObject({
      exit: 1,
      envelope: { ok: true, data: { outcome: "bad" } },
    });
    expect((await run(["help", "doubtful"])).out).toContain("1 also when the outcome is bad");
  });

  test("what only the command can check is checked before it runs", async () => {
    const { exit, err } = await run(["doubtful", "--outcome", "bad", "--notes", "a", "--notes", "b"]);
    expect([exit, err]).toEqual([1, expect.stringContaining("notes: expected one at most")]);
  });

  test("what takes long says so on a terminal, and wipes it", async () => {
    const stop = new AbortController();
    const stderr = new Captured(true);
    const running = run(["slow", "--json"], { stderr, interrupt: stop.signal });
    await new Promise((done) => setTimeout(done, 1_300));
    expect(stderr.text).toBe("\r\u001b[2Kslow: 1 s (Ctrl-C cancels)");
    stop.abort(new GroundmarkError("CANCELLED", "interrupted"));
    const { exit, out } = await running;
    expect(exit).toBe(EXIT.interrupted);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    expect(stderr.text.endsWith("\r\u001b[2K")).toBe(true);
  });
});

describe("interruption and time-outs", () => {
  test("Ctrl-C ends a command that does not listen, too", async () => {
    const stop = new AbortController();
    const running = run(["slow", "--deaf"], { interrupt: stop.signal });
    setTimeout(() => stop.abort(new GroundmarkError("CANCELLED", "interrupted")), 20);
    const { exit, err } = await running;
    expect(exit).toBe(130);
    expect(err).toContain("error CANCELLED: interrupted");
  });

  test("Ctrl-C ends the waiting for an input that does not end", async () => {
    const stop = new AbortController();
    const stdin = new Readable({ read() {} });
    const running = run(["convert", "-"], { interrupt: stop.signal, stdin });
    setTimeout(() => stop.abort(new GroundmarkError("CANCELLED", "interrupted")), 20);
    const { exit, err } = await running;
    expect(exit).toBe(130);
    expect(err).toContain("error CANCELLED: interrupted");
  });

  test("the first SIGINT cancels, the second ends the process", () => {
    const listeners: (() => void)[] = [];
    const exits: unknown[] = [];
    const from = {
      on: (_event: string, listener: () => void) => void listeners.push(listener),
      exit: (code: number) => void exits.push(code),
    };
    const signal = interruption(from as unknown as NodeJS.Process);
    listeners[0]?.();
    expect(signal.reason).toMatchObject({ code: "CANCELLED" });
    expect(exits).toEqual([]);
    listeners[0]?.();
    expect(exits).toEqual([130]);
  });

  test("--timeout ends a command of this process", async () => {
    for (const words of [["slow"], ["slow", "--deaf"]])
      expect(await json([...words, "--timeout", "30"])).toMatchObject({
        exit: 1,
        envelope: { error: { code: "TIMEOUT" } },
      });
  });
});

describe("standard input", () => {
  test("is read only when it is asked for; one line break at its end is dropped", async () => {
    expect((await run(["say", "1", "--stdin"], { input: "hé\nllo\n\n" })).out).toBe("hé\nllo\n");
    expect((await json(["say", "1", "--stdin"], { input: "a\n\r\n" })).envelope.data).toEqual({
      said: "a\n",
    });
    let read = false;
    const stdin = Readable.from(
      (function* () {
        read = true;
        yield "x";
      })(),
    );
    await run(["say", "1", "y"], { stdin });
    expect(read).toBe(false);
  });

  test("that is no text is refused", async () => {
    const { exit, envelope } = await json(["say", "1", "--stdin"], { input: new Uint8Array([0xff, 0x00]) });
    expect([exit, envelope.error.code]).toEqual([1, "INVALID_ARGS"]);
  });
});

describe("files", () => {
  test("are read, and pictures written; the output names the paths", async () => {
    writeFileSync(join(folder, "in.png"), "picture");
    const words = ["convert", "in.png", "--som", "out.png"];
    const { exit, envelope } = await json(words);
    const path = join(folder, "out.png");
    expect(exit).toBe(0);
    expect(envelope.data).toEqual({ bytes: 7, pictures: { som: { path } } });
    expect(readFileSync(path, "utf8")).toBe("picture");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await run(words)).out).toBe(`7 bytes\nsom: ${path}\n`);
    expect(readdirSync(folder).sort()).toEqual(["in.png", "out.png"]);
  });

  test("'-' is standard input", async () => {
    expect((await json(["convert", "-"], { input: "abc" })).envelope.data.bytes).toBe(3);
  });

  test("that cannot be read or written are structured errors, before the command runs", async () => {
    writeFileSync(join(folder, "in.png"), "x");
    mkdirSync(join(folder, "sub"));
    symlinkSync("/nowhere/at/all", join(folder, "dangling"));
    const cases: [string[], string][] = [
      [["missing.png"], "does not exist"],
      [["sub"], "is a folder"],
      [["dangling"], "does not exist"],
      [["in.png/x"], "not a folder"],
      [["in.png", "--som", "none/out.png"], "does not exist"],
      [["in.png", "--som", "in.png/out.png"], "is not a folder"],
      [["in.png", "--som", "sub"], "is not a regular file"],
      [["in.png", "--som", "/dev/null"], "is not a regular file"],
      [["in.png", "--som", "out.jpg"], "would hold a PNG under another name"],
      [["in.png", "--som", "out.JPEG"], "would hold a PNG under another name"],
    ];
    for (const [words, message] of cases) {
      const { exit, envelope } = await json(["convert", ...words]);
      expect([words, exit, envelope.error.code]).toEqual([words, 1, "INVALID_ARGS"]);
      expect(envelope.error.message).toContain(message);
    }
    expect(readdirSync(folder).sort()).toEqual(["dangling", "in.png", "sub"]);
  });

  test("an endless file is cut off", async () => {
    const { exit, envelope } = await json(["convert", "/dev/zero"]);
    expect([exit, envelope.error.code]).toEqual([1, "RESOURCE_EXHAUSTED"]);
  });

  test("two pictures need two files, and a picture that is missing is noticed", async () => {
    writeFileSync(join(folder, "in.png"), "x");
    const two = await json(["convert", "in.png", "--som", "a.png", "--plain", "./a.png"]);
    expect([two.exit, two.envelope.error.code]).toEqual([2, "INVALID_ARGS"]);
    const missing = await json(["convert", "in.png", "--plain", "a.png"]);
    expect([missing.exit, missing.envelope.error.code]).toEqual([1, "INTERNAL"]);
  });
});

test("printable text keeps scripts, lines and emoji, and loses what drives or reorders", () => {
  const good = "Zażółć\tПривет\n漢字 👩‍💻 می‌خواهم";
  expect(printable(good)).toBe(good);
  expect(printable("a\u001b]0;title\u0007b\rc\u0000\u007f\u0085\u2066d\ufeff\u200be")).toBe("a]0;titlebcde");
  const value = { text: "\u001b\u009b\u202e\u2028ok" };
  expect(JSON.parse(printableJson(value))).toEqual(value);
  expect(printableJson(value)).toBe('{"text":"\\u001b\\u009b\\u202e\\u2028ok"}');
});

describe("commands of two words", () => {
  const command = (name: string, args = {}): Command =>
    defineCommand({
      name,
      summary: `Do ${name}`,
      args: z.object(args),
      result: z.unknown(),
      effect: "observe",
      scope: "process",
      exposed: ["cli"],
      cli: {
        positional: Object.keys(args),
        files: { paths: "path", images: "read" },
        examples: [`groundmark ${name}`],
        render: (data) => JSON.stringify(data),
      },
      run: async (_context, values) => values,
    }) as unknown as Command;
  const list = z.array(z.string()).optional();
  const commands = [
    command("things list"),
    command("things add", { paths: list }),
    command("look", { images: list }),
  ];
  const ask = async (...words: string[]) => {
    const io = fakeIo({ cwd: folder });
    const exit = await main(words, io, { commands });
    return { exit, out: io.stdout.text, err: io.stderr.text };
  };

  test("are found by both words, and named so in the envelope", async () => {
    expect(JSON.parse((await ask("things", "list", "--json")).out)).toMatchObject({
      command: "things list",
      ok: true,
    });
    expect((await ask("help", "things", "add")).out).toContain("Usage: groundmark things add [PATHS...]");
    expect((await ask("things", "add", "--help")).out).toContain("Do things add.");
  });

  test("are listed where the second word is missing or another", async () => {
    const { exit, err } = await ask("things");
    expect(exit).toBe(2);
    expect(err).toContain("There are `groundmark things list`, `groundmark things add`.");
    expect((await ask("things", "lst")).err).toContain("Did you mean `groundmark things list`?");
    expect((await ask("things", "--json")).exit).toBe(2);
    const both = await ask("help", "things");
    expect(both.out).toMatch(/things list[\s\S]*things add/);
  });

  test("take paths as they are, made absolute, and never standard input", async () => {
    const { out } = await ask("things", "add", "a.onnx", "/b/c");
    expect(JSON.parse(out)).toEqual({ paths: [join(folder, "a.onnx"), "/b/c"] });
    expect((await ask("things", "add", "-")).exit).toBe(2);
  });

  test("read each file of a list", async () => {
    writeFileSync(join(folder, "a"), "1");
    writeFileSync(join(folder, "b"), "22");
    const { out } = await ask("look", "a", "b");
    expect(JSON.parse(out)).toEqual({ images: ["MQ==", "MjI="] });
    expect((await ask("look", "a", "none")).err).toContain("does not exist");
  });

  test("a path is taken by commands of the command line alone", async () => {
    const { COMMANDS: all } = await import("../../src/commands/index.js");
    const withPaths = all.filter(({ cli }) => Object.values(cli?.files ?? {}).includes("path"));
    expect(withPaths.map(({ name }) => name)).toEqual(["models add"]);
    for (const { exposed, scope } of withPaths) expect([exposed, scope]).toEqual([["cli"], "process"]);
  });
});
