import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kebab, optionsOf } from "../../src/cli/options.js";
import { parseCommandLine, UsageError } from "../../src/cli/parse.js";
import type { Command } from "../../src/commands/command.js";
import { convertFile, everything, say } from "./support.js";

const parse = (words: string, env: NodeJS.ProcessEnv = {}) =>
  parseCommandLine(everything as unknown as Command, words.split(" ").filter(Boolean), env);
const argsOf = (words: string, env?: NodeJS.ProcessEnv) => parse(words, env).args;

describe("words become arguments", () => {
  test.each<[string, Record<string, unknown>]>([
    ["7", { target: 7 }],
    ["@s8f3:7", { target: "@s8f3:7" }],
    ["-5", { target: -5 }],
    ["0x10", { target: "0x10" }],
    ["1e400", { target: "1e400" }],
    ["7 a b c", { target: 7, words: ["a", "b", "c"] }],
    ["--target 7", { target: 7 }],
    ["--target=7 a", { target: 7, words: ["a"] }],
    ["7 --count 2", { target: 7, count: 2 }],
    ["--count=2 7", { target: 7, count: 2 }],
    ["7 -c 3", { target: 7, count: 3 }],
    ["7 -c3", { target: 7, count: 3 }],
    ["7 -yc3", { target: 7, confirm: true, count: 3 }],
    ["7 --ratio -0.5", { target: 7, ratio: -0.5 }],
    ["7 --ratio=1e-3", { target: 7, ratio: 0.001 }],
    ["7 --button right", { target: 7, button: "right" }],
    ["7 --confirm", { target: 7, confirm: true }],
    ["7 --confirm=false", { target: 7, confirm: false }],
    ["7 --no-confirm", { target: 7, confirm: false }],
    ["7 --no-quiet", { target: 7, quiet: false }],
    ["7 --max-marks 20", { target: 7, maxMarks: 20 }],
    ["7 --tag a --tag=b", { target: 7, tag: ["a", "b"] }],
    ["7 --at 10,-20.5", { target: 7, at: { x: 10, y: -20.5 } }],
    ["7 --at -10,20", { target: 7, at: { x: -10, y: 20 } }],
    ["7 --sizes 1,2,3", { target: 7, sizes: [1, 2, 3] }],
    ["7 --pair 1,2", { target: 7, pair: [1, 2] }],
    ['7 --extra {"a":"b"}', { target: 7, extra: { a: "b" } }],
    ["7 --label=--confirm", { target: 7, label: "--confirm" }],
    ["7 --label -", { target: 7, label: "-" }],
    ["7 -l=x=y", { target: 7, label: "x=y" }],
    ["-- --confirm", { target: "--confirm" }],
    ["7 -- -y --json", { target: 7, words: ["-y", "--json"] }],
    ["7 constructor", { target: 7, words: ["constructor"] }],
  ])("%s", (words, expected) => {
    expect(argsOf(words)).toEqual(expected);
    expect(everything.args.safeParse(argsOf(words)).success).toBe(true);
  });

  test.each([
    ["", "missing TARGET"],
    ["7 --nonsense", "unknown option --nonsense"],
    ["7 --nonsense=3", "unknown option --nonsense=…"],
    ["7 --maxMarks 3", "unknown option --maxMarks"],
    ["7 --no-count", "unknown option --no-count"],
    ["7 --no-confirm=true", "unknown option --no-confirm=…"],
    ["7 --stdin", "unknown option --stdin"],
    ["7 -x", "unknown option -x"],
    ["7 --count", "--count needs a value"],
    ["7 --count --confirm", "--count needs a value"],
    ["7 --count two", "--count: expected a whole number"],
    ["7 --count 1.5", "--count: expected a whole number"],
    ["7 --count=", "--count: expected a whole number"],
    ["7 --count 99999999999999999999", "--count: expected a whole number"],
    ["7 --ratio NaN", "--ratio: expected a number"],
    ["7 --ratio Infinity", "--ratio: expected a number"],
    ["7 --button up", "--button: expected one of left, middle, right"],
    ["7 --confirm=yes", "--confirm: expected true or false"],
    ["7 --tag c", "--tag: expected one of a, b"],
    ["7 --at 1", "--at: expected x,y (numbers)"],
    ["7 --at 1,2,3", "--at: expected x,y (numbers)"],
    ["7 --at 1,", "--at: expected x,y (numbers)"],
    ["7 --pair 1,2,3", "--pair: expected 2 numbers"],
    ["7 --extra {", "--extra: expected JSON"],
    ["7 --count 1 --count 2", "--count is given twice"],
    ["7 --confirm --no-confirm", "--no-confirm is given twice"],
    ["7 --timeout 0", "--timeout: expected milliseconds"],
    ["7 --timeout 1s", "--timeout: expected milliseconds"],
    ["7 --json=1", "unknown option --json=…"],
  ])("%s: %s", (words, message) => {
    expect(() => parse(words)).toThrow(UsageError);
    expect(() => parse(words)).toThrow(message);
  });

  test("too many words are refused, with a hint at quotes", () => {
    const command = say as unknown as Command;
    expect(() => parseCommandLine(command, ["1", "hello", "world"])).toThrow(
      expect.objectContaining({
        message: 'say: unexpected argument "world"',
        suggestion: expect.stringContaining("Quote"),
      }),
    );
  });

  test("no line makes it throw anything but a usage error", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "--",
        "-",
        "7",
        "--count",
        "-c",
        "--at",
        "--tag",
        "--json",
        "--no-quiet",
        "--help",
        "-yq",
      ),
      fc.string().map((text) => `--${text}`),
      fc.string().map((text) => `-${text}`),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        try {
          parseCommandLine(everything as unknown as Command, words);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});

describe("what every command has", () => {
  test("--json, --help and --timeout", () => {
    expect(parse("7")).toMatchObject({ json: false, help: false, timeout: undefined });
    expect(parse("7 --json --timeout 500")).toMatchObject({ json: true, timeout: 500 });
    expect(parse("--help").help).toBe(true);
    expect(parse("-h").help).toBe(true);
    expect(parse("7 -- --json").json).toBe(false);
  });

  test("a command's own timeout is its argument", () => {
    const line = parseCommandLine(say as unknown as Command, ["1", "x", "--timeout", "5"]);
    expect(line).toMatchObject({ args: { timeout: 5 }, timeout: undefined });
  });
});

describe("the environment", () => {
  test("fills what the words leave open", () => {
    expect(argsOf("7", { TEST_POLICY: "foreground" })).toEqual({ target: 7, policy: "foreground" });
    expect(argsOf("7 --policy background", { TEST_POLICY: "foreground" }).policy).toBe("background");
    expect(argsOf("7", { TEST_POLICY: "" })).toEqual({ target: 7 });
  });

  test("is named when it is wrong", () => {
    expect(() => argsOf("7", { TEST_POLICY: "fast" })).toThrow(
      "the environment variable TEST_POLICY: expected",
    );
  });
});

describe("files and standard input", () => {
  const files = (words: string) => parseCommandLine(convertFile as unknown as Command, words.split(" "));

  test("paths are kept apart from what the command is told", () => {
    expect(files("shot.png --som out.png --ax tree.xml")).toMatchObject({
      args: { image: "", ax: "", som: true },
      read: { image: "shot.png", ax: "tree.xml" },
      write: { som: "out.png" },
    });
    expect(files("-").read).toEqual({ image: "-" });
  });

  test.each([
    ["- --ax -", "standard input can be read for one argument only"],
    ["a --som -", "a picture is written to a file only"],
    ["a --som=", "expected a file's path"],
    ["a --som", "--som needs a value"],
    ["a --som x --som y", "--som is given twice"],
    ["a --no-som", "unknown option --no-som"],
  ])("%s: %s", (words, message) => {
    expect(() => files(words)).toThrow(message);
  });

  test("--stdin takes the place of its argument", () => {
    const line = (words: string) => parseCommandLine(say as unknown as Command, words.split(" "));
    expect(line("4 --stdin")).toMatchObject({ args: { mark: 4 }, stdin: "text" });
    expect(line("4 hello")).toMatchObject({ args: { mark: 4, text: "hello" }, stdin: undefined });
    expect(() => line("4 hello --stdin")).toThrow("unexpected argument");
    expect(() => line("4 --text hello --stdin")).toThrow("TEXT is given twice");
    expect(() => line("--stdin")).toThrow("missing MARK");
  });
});

test("an option's name is made from the argument's", () => {
  expect(["maxMarks", "x", "dryRun", "aBC"].map(kebab)).toEqual(["max-marks", "x", "dry-run", "a-b-c"]);
  const specs = optionsOf(everything as unknown as Command);
  expect(specs.map(({ flag }) => flag)).toContain("max-marks");
  expect(specs.find(({ name }) => name === "count")).toMatchObject({
    short: "c",
    fallback: 1,
    required: false,
  });
});
