import { existsSync } from "node:fs";
import { GroundmarkError } from "../../core/errors.js";
import type { Xlib } from "./xlib.js";

const AF_UNIX = 1;
const SOCK_STREAM_CLOEXEC = 0o2000001;
const POLLIN = 1;

/**
 * Asks a local X server for a sign of life before Xlib does: XOpenDisplay waits for ever when a server
 * accepts the connection and then says nothing (it is stopped). Any answer counts.
 * A server without a socket file is left to XOpenDisplay, which fails at once.
 * @returns true when a server answered
 * @throws GroundmarkError TIMEOUT
 */
export function probeServer(lib: Xlib, name: string, timeout: number): boolean {
  const number = /^(?:unix)?:(\d+)/.exec(name)?.[1];
  if (number === undefined) return false;
  const path = `/tmp/.X11-unix/X${Number(number)}`;
  if (!existsSync(path)) return false;
  const fd = lib.libc.socket(AF_UNIX, SOCK_STREAM_CLOEXEC, 0);
  if (fd < 0) return false;
  try {
    const address = Buffer.alloc(110);
    address.writeUInt16LE(AF_UNIX, 0);
    address.write(path, 2);
    if (lib.libc.connect(fd, address, address.length) !== 0) return false;
    // Connection setup of the X protocol, little-endian, for a version that no server speaks: the answer is
    // a refusal. An accepted client would, as the only one, make a server without -noreset reset on leaving.
    const setup = Buffer.from([0x6c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    if (lib.libc.write(fd, setup, setup.length) !== setup.length) return false;
    const request = Buffer.alloc(8);
    request.writeInt32LE(fd, 0);
    request.writeInt16LE(POLLIN, 4);
    if (lib.libc.poll(request, 1, timeout) === 0)
      throw new GroundmarkError("TIMEOUT", `the X server ${name} did not answer within ${timeout} ms`, {
        suggestion: "Check that the X server is not stopped.",
        details: { display: name },
      });
    return true;
  } finally {
    lib.libc.close(fd);
  }
}
