import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { GroundmarkError } from "../../../src/core/errors.js";
import { classNames, readOnnx } from "../../../src/vision/foreign/onnx.js";

const tiny = (name: string) => fileURLToPath(new URL(`${name}.onnx`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "groundmark-onnx-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (bytes: Uint8Array): string => {
  const path = join(folder, "model.onnx");
  writeFileSync(path, bytes);
  return path;
};

/** Protobuf by hand: a field with bytes, a field with a number. */
const bytes = (field: number, ...parts: (Uint8Array | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from([(field << 3) | 2, content.length]), content]);
};
const number = (field: number, value: number) => Buffer.from([field << 3, value]);

describe("readOnnx", () => {
  it("tells inputs, outputs, producer and metadata", () => {
    expect(readOnnx(tiny("rows-fixed"))).toEqual({
      producer: "tiny.py",
      inputs: [{ name: "images", type: 1, shape: [1, 3, 640, 640] }],
      outputs: [{ name: "output0", type: 1, shape: [1, "anchors", 6] }],
      metadata: { names: "{0: 'button', 1: 'text field'}", task: "detect" },
      external: false,
    });
    expect(readOnnx(tiny("strides-pairs")).inputs[0]!.shape).toEqual([1, 3, "height", "width"]);
  });

  it("sees weights in another file, and weights listed among the inputs", () => {
    const value = (name: string) => bytes(1, name);
    const graph = bytes(
      7,
      bytes(5, bytes(8, "w"), number(14, 1)),
      bytes(11, value("x")),
      bytes(11, value("w")),
      bytes(12, value("y")),
    );
    const summary = readOnnx(file(Buffer.concat([number(1, 8), graph])));
    expect(summary.external).toBe(true);
    expect(summary.inputs.map(({ name }) => name)).toEqual(["x"]);
  });

  it("refuses every truncation and random damage with a typed error, and never hangs", () => {
    const whole = readFileSync(tiny("strides-one"));
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length; length += 47)
      outcomes.add(attempt(whole.subarray(0, length)));
    let seed = 1;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed;
    };
    for (let round = 0; round < 80; round++) {
      const damaged = Buffer.from(whole);
      for (let i = 0; i < 3; i++) damaged[random() % damaged.length] = random() % 256;
      outcomes.add(attempt(damaged));
    }
    expect([...outcomes].sort()).toEqual(["INVALID_ARGS", "read"]);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("# a heading\n\nand a page of text that is no model at all")],
    ["zeros", Buffer.alloc(4096)],
    ["a length beyond the end", Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ["an endless number", Buffer.alloc(64, 0xff)],
  ])("refuses %s", (_, content) => {
    expect(() => readOnnx(file(content))).toThrow(
      expect.objectContaining({ code: "INVALID_ARGS", suggestion: expect.stringContaining("ONNX") }),
    );
  });

  it("refuses what is no file", () => {
    expect(() => readOnnx(folder)).toThrow(expect.objectContaining({ code: "INVALID_ARGS" }));
    expect(() => readOnnx(join(folder, "none.onnx"))).toThrow(/ENOENT/);
  });
});

function attempt(content: Uint8Array): string {
  try {
    readOnnx(file(content));
    return "read";
  } catch (error) {
    return error instanceof GroundmarkError ? error.code : String(error);
  }
}

describe("classNames", () => {
  it.each([
    ["{0: 'icon'}", ["icon"]],
    [`{0: 'it', 1: "it's", 2: 'a \\'b\\''}`, ["it", "it's", "a 'b'"]],
    [`{"0": "button", "1": "link"}`, ["button", "link"]],
    ["{1: 'gap'}", undefined],
    ["nonsense", undefined],
    ["", undefined],
  ])("reads %s", (names, expected) => {
    expect(classNames({ names })).toEqual(expected);
  });
});
