import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCall } from "../../../src/ax/linux/encode.js";

const require = createRequire(import.meta.url);
const { unmarshall } = require("dbus-next/lib/message.js") as {
  unmarshall(bytes: Buffer): Record<string, unknown>;
};
const { marshallMessage } = require("dbus-next/lib/marshall-compat.js") as {
  marshallMessage(message: unknown): [Buffer];
};
const { Message } = require("dbus-next") as { Message: new (fields: object) => { serial: number } };

const call = {
  destination: ":1.42",
  path: "/org/a11y/atspi/accessible/7",
  interface: "org.a11y.atspi.Component",
  member: "GetExtents",
};

describe("encodeCall", () => {
  const element = fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/);
  const argument = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => ["s", value.replaceAll("\0", "")] as const),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value) => ["i", value] as const),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => ["u", value] as const),
  );

  it("writes what dbus-next reads, in any combination of lengths and paddings", () => {
    fc.assert(
      fc.property(
        fc.array(element, { minLength: 1, maxLength: 6 }),
        element.map((e) => `org.Ex${e}.Iface`),
        element.map((e) => `M${e}`),
        fc.array(argument, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        (path, iface, member, args, serial) => {
          const sent = {
            destination: ":1.7",
            path: `/${path.join("/")}`,
            interface: iface,
            member,
            signature: args.map(([type]) => type).join(""),
            body: args.map(([, value]) => value),
          };
          const bytes = encodeCall(sent, serial)!;
          const read = unmarshall(bytes);
          expect(bytes.readUInt32LE(8)).toBe(serial);
          expect(read).toMatchObject({
            destination: sent.destination,
            path: sent.path,
            interface: iface,
            member,
            signature: sent.signature,
            body: sent.body,
          });
          const message = new Message({ ...sent });
          message.serial = serial;
          const theirs = marshallMessage(message)[0];
          expect(bytes.length).toBe(theirs.length);
        },
      ),
    );
  });

  it("ends a call without arguments where dbus-next ends it", () => {
    const message = new Message(call);
    message.serial = 9;
    expect(encodeCall(call, 9)).toHaveLength(marshallMessage(message)[0].length);
  });

  it("leaves other arguments and long ones to dbus-next", () => {
    expect(encodeCall({ ...call, signature: "as", body: [["x"]] }, 1)).toBeUndefined();
    expect(encodeCall({ ...call, signature: "s", body: ["é".repeat(3000)] }, 1)).toBeUndefined();
    expect(encodeCall({ ...call, path: `/${"a".repeat(5000)}` }, 1)).toBeUndefined();
  });

  it.each([
    ["a destination that an application made up", { destination: "no name" }],
    ["a destination with a line break", { destination: ":1.2\n" }],
    ["a path that is none", { path: "org/a11y" }],
    ["a path with an empty element", { path: "/org//a11y" }],
    ["a path that ends in a slash", { path: "/org/" }],
    ["a text with a zero", { signature: "s", body: ["a\0b"] }],
    ["a negative unsigned number", { signature: "u", body: [-1] }],
  ])("refuses %s: the bus would hang up", (_, wrong) => {
    expect(() => encodeCall({ ...call, ...wrong }, 1)).toThrow();
  });
});
