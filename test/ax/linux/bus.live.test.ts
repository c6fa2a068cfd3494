import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import dbus from "dbus-next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BusConnection } from "../../../src/ax/linux/bus.js";
import { openAtspi } from "../../../src/ax/linux/index.js";
import { type Desktop, startDesktop } from "../../desktop/index.js";

let desktop: Desktop;
let address: string;

beforeAll(async () => {
  desktop = await startDesktop({ width: 320, height: 240 });
  const ax = openAtspi(desktop.env);
  address = (await ax.health()).address!;
  await ax.close();
});
afterAll(() => desktop?.stop());

/**
 * A method return whose body is one unsigned number under the signature "h": a file descriptor that was
 * never sent. The bus passes it on. (D-Bus specification, "Message Format".)
 */
function strayDescriptor(replySerial: number, destination: string, serial: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.set([0x6c, 2, 0, 1]);
  bytes.writeUInt32LE(4, 4);
  bytes.writeUInt32LE(serial, 8);
  let at = 16;
  // REPLY_SERIAL
  bytes.set([5, 1, 0x75, 0], at);
  bytes.writeUInt32LE(replySerial, at + 4);
  at += 8;
  // DESTINATION
  bytes.set([6, 1, 0x73, 0], at);
  bytes.writeUInt32LE(destination.length, at + 4);
  bytes.write(destination, at + 8);
  at = Math.ceil((at + 8 + destination.length + 1) / 8) * 8;
  // SIGNATURE
  bytes.set([8, 1, 0x67, 0, 1, 0x68, 0], at);
  bytes.writeUInt32LE(at + 7 - 16, 12);
  at = Math.ceil((at + 7) / 8) * 8;
  return bytes.subarray(0, at + 4);
}

/** Sockets that this process holds, by their inode. */
const sockets = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;

it("questions at once share their connections, and none outlives close()", async () => {
  const before = sockets();
  const ax = openAtspi(desktop.env);
  await Promise.all([ax.health(), ax.read([]), ax.health(), ax.read([])]);
  expect(sockets()).toBe(before + 2);
  await ax.close();
  const late = openAtspi(desktop.env);
  const reading = late.read([]);
  await late.close();
  expect((await reading).status).toBe("unavailable");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sockets()).toBe(before);
});

it("an answer that cannot be decoded costs its call, not the process", async () => {
  const peer = dbus.sessionBus({ busAddress: address });
  peer.on("error", () => {});
  await once(peer, "connect");
  const stream = (peer as unknown as { _connection: { stream: NodeJS.WritableStream } })._connection.stream;
  peer.addMethodHandler((message: dbus.Message) => {
    if (message.member === "Lie")
      stream.write(strayDescriptor(message.serial as number, message.sender, peer.newSerial()));
    else peer.send(dbus.Message.newMethodReturn(message, "s", ["truth"]));
    return true;
  });
  const bus = await BusConnection.open(address, 2000);
  const call = (member: string) =>
    bus.call(
      {
        destination: (peer as unknown as { name: string }).name,
        path: "/",
        interface: "org.example.Test",
        member,
      },
      400,
    );
  try {
    const answers = await Promise.allSettled([call("Ask"), call("Lie"), call("Ask")]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await call("Ask")).toEqual(["truth"]);
    expect(bus.alive).toBe(true);
  } finally {
    bus.close();
    peer.disconnect();
  }
});
