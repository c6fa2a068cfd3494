import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_TIMEOUT_MS,
  encodeLine,
  LineSplitter,
  MAX_TIMEOUT_MS,
  parseHello,
  parseMessage,
  parseReply,
  requestTimeout,
} from "../../src/serve/protocol.js";

const line = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

describe("lines", () => {
  test("any stream, cut anywhere, gives its lines back in order", () => {
    const words = fc.array(fc.string({ minLength: 1, unit: "binary" }).map((s) => s.replaceAll("\n", " ")));
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((l) => `${l}\n`).join(""));
        const splitter = new LineSplitter(10_000);
        const got: string[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value as number;
          splitter.push(bytes.subarray(at, at + size), (l) => {
            got.push(l.toString("utf8"));
            return true;
          });
          at += size;
        }
        expect(got).toEqual(lines.map((l) => Buffer.from(l).toString("utf8")));
        expect(splitter.pending).toBe(0);
      }),
    );
  });

  test("a line at the limit passes, one byte more does not and is not kept", () => {
    const splitter = new LineSplitter(4);
    const got: string[] = [];
    const push = (text: string) => splitter.push(Buffer.from(text), (l) => got.push(l.toString()) > 0);
    push("abcd\n");
    push("ab");
    expect(splitter.pending).toBe(2);
    expect(() => push("cde")).toThrow(expect.objectContaining({ code: "RESOURCE_EXHAUSTED" }));
    expect(splitter.pending).toBe(0);
    expect(got).toEqual(["abcd"]);
  });

  test("stops when it is told to", () => {
    const got: string[] = [];
    new LineSplitter(100).push(Buffer.from("a\nb\nc\n"), (l) => got.push(l.toString()) < 2);
    expect(got).toEqual(["a", "b"]);
  });

  test("a long line in many pieces takes linear time", () => {
    const piece = Buffer.alloc(4096, 0x61);
    const splitter = new LineSplitter(1 << 30);
    const start = performance.now();
    for (let i = 0; i < 8_000; i++) splitter.push(piece, () => true);
    let length = 0;
    splitter.push(Buffer.from("\n"), (line) => {
      length = line.length;
      return true;
    });
    expect(length).toBe(8_000 * piece.length);
    // Joining on every arrival would copy 131 GB, which takes ten times as long and more.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("messages", () => {
  test("what one side encodes the other reads", () => {
    expect(parseHello(line(encodeLine({ groundmark: "1.2.3", protocol: 1 })))).toEqual({
      groundmark: "1.2.3",
      protocol: 1,
    });
    const request = { id: 7, command: "observe", args: { text: "a\nb" }, timeout: 5 };
    expect(encodeLine(request)).toMatch(/^[^\n]*\n$/);
    expect(parseMessage(line(encodeLine(request)))).toEqual({ request });
    expect(parseMessage(line(encodeLine({ cancel: "x" })))).toEqual({ cancel: "x" });
    const envelope = { version: "1", ok: true, command: "observe", data: { marks: [] } } as const;
    expect(parseReply(line(encodeLine({ id: 7, envelope })))).toEqual({ id: 7, envelope });
  });

  test.each([
    ["no object", 3],
    ["null", null],
    ["a list", []],
    ["no id", { command: "observe" }],
    ["a fractional id", { id: 1.5, command: "observe" }],
    ["a list as id", { id: [1], command: "observe" }],
    ["no command", { id: 1 }],
    ["a number as command", { id: 1, command: 4 }],
    ["a very long command", { id: 1, command: "x".repeat(65) }],
    ["a timeout of zero", { id: 1, command: "x", timeout: 0 }],
    ["an endless timeout", { id: 1, command: "x", timeout: MAX_TIMEOUT_MS + 1 }],
    ["a text timeout", { id: 1, command: "x", timeout: "10" }],
    ["a cancellation of nothing", { cancel: null }],
    ["a cancellation with more", { cancel: 1, id: 2, command: "x" }],
  ])("%s is refused by name", (_case, value) => {
    expect(() => parseMessage(line(value))).toThrow(expect.objectContaining({ code: "INVALID_ARGS" }));
  });

  test("the refusal of a readable line carries its id", () => {
    expect(() => parseMessage(line({ id: 9, command: 4 }))).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ id: 9 }) }),
    );
  });

  test("no bytes make it throw anything but INVALID_ARGS", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
        for (const parse of [parseMessage, parseHello, parseReply]) {
          try {
            parse(Buffer.from(bytes));
          } catch (error) {
            expect(error).toMatchObject({ code: "INVALID_ARGS" });
          }
        }
      }),
    );
  });
});

test("a request's time is its own, else what its arguments ask for with a margin, else the default", () => {
  expect(requestTimeout({ timeout: 5, args: { timeout: 100_000 } })).toBe(5);
  expect(requestTimeout({ args: { timeout: 100_000 } })).toBe(130_000);
  expect(requestTimeout({ args: { timeout: 100 } })).toBe(DEFAULT_TIMEOUT_MS);
  expect(requestTimeout({ args: { timeout: 1e12 } })).toBe(MAX_TIMEOUT_MS);
  for (const args of [undefined, null, 3, {}, { timeout: "x" }, { timeout: Number.NaN }])
    expect(requestTimeout({ args })).toBe(DEFAULT_TIMEOUT_MS);
});
