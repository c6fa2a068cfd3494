import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pathsOfSocket, servicePaths } from "../../src/serve/paths.js";
import { canonicalDisplay, displayLockPath, runtimeDirectory } from "../../src/session/runtime.js";

let xdg: string;

beforeEach(() => {
  xdg = mkdtempSync(join(tmpdir(), "gm-xdg-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(xdg, { recursive: true });
});

describe("the runtime folder", () => {
  test("is made within XDG_RUNTIME_DIR, for its user alone", () => {
    const folder = runtimeDirectory({ XDG_RUNTIME_DIR: xdg });
    expect(folder).toBe(join(xdg, "groundmark"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(runtimeDirectory({ XDG_RUNTIME_DIR: xdg })).toBe(folder);
  });

  test.each([
    ["absent", {}],
    ["relative", { XDG_RUNTIME_DIR: "run/user" }],
    ["missing", { XDG_RUNTIME_DIR: "/nowhere/at/all" }],
  ])("is a folder of ours in the temporary one when XDG_RUNTIME_DIR is %s", (_case, env) => {
    vi.stubEnv("TMPDIR", xdg);
    const folder = runtimeDirectory(env);
    expect(folder).toBe(join(xdg, `groundmark-${process.getuid?.()}`));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("an XDG_RUNTIME_DIR that others can write is passed over", () => {
    const open = join(xdg, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    vi.stubEnv("TMPDIR", xdg);
    expect(runtimeDirectory({ XDG_RUNTIME_DIR: open })).toBe(join(xdg, `groundmark-${process.getuid?.()}`));
    vi.stubEnv("TMPDIR", open);
    expect(() => runtimeDirectory({})).toThrow(/other users could replace/);
    chmodSync(open, 0o1777);
    expect(runtimeDirectory({ XDG_RUNTIME_DIR: open })).toBe(join(open, "groundmark"));
  });

  test("a folder that is open to others is refused, not mended", () => {
    const folder = runtimeDirectory({ XDG_RUNTIME_DIR: xdg });
    chmodSync(folder, 0o750);
    expect(() => runtimeDirectory({ XDG_RUNTIME_DIR: xdg })).toThrow(
      expect.objectContaining({ code: "PERM_DENIED", message: expect.stringContaining("mode 750") }),
    );
  });

  test("a link in its place is refused", () => {
    mkdirSync(join(xdg, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(xdg, "elsewhere"), join(xdg, "groundmark"));
    expect(() => runtimeDirectory({ XDG_RUNTIME_DIR: xdg })).toThrow(/symbolic link/);
  });

  test("somebody else's folder is refused", () => {
    // To another user a folder that we make is somebody else's.
    const other = 3_000_000_000;
    vi.spyOn(process, "getuid").mockReturnValue(other);
    try {
      expect(() => runtimeDirectory({})).toThrow(/belongs to user \d+/);
    } finally {
      rmdirSync(join(tmpdir(), `groundmark-${other}`));
    }
  });
});

describe("a display's name", () => {
  test.each([":1", ":1.0", "unix:1", "unix:1.0", "unix/:1", "/tmp/.X11-unix/X1", "unix:/tmp/.X11-unix/X1"])(
    "%s is :1",
    (written) => {
      expect(canonicalDisplay({ DISPLAY: written })).toBe(":1");
    },
  );

  test("what may be another display keeps its own name", () => {
    const written = [":1", ":10", ":1.1", "localhost:1", "other:1", "tcp/other:1", "tcp/:1"];
    const names = written.map((DISPLAY) => canonicalDisplay({ DISPLAY }));
    expect(new Set(names).size).toBe(written.length);
  });

  test("a Wayland session has its socket in the name", () => {
    const env = { XDG_RUNTIME_DIR: "/run/user/1", WAYLAND_DISPLAY: "wayland-0" };
    expect(canonicalDisplay(env)).toBe("wayland:/run/user/1/wayland-0");
    expect(canonicalDisplay({ ...env, WAYLAND_DISPLAY: "/run/user/1/wayland-0" })).toBe(
      canonicalDisplay(env),
    );
    expect(canonicalDisplay({ ...env, DISPLAY: ":0" })).toBe(":0+wayland:/run/user/1/wayland-0");
    expect(canonicalDisplay({})).toBe("none");
  });
});

describe("a service's files", () => {
  const BUS = "unix:path=/tmp/dbus-a";
  const socket = (env: NodeJS.ProcessEnv) => servicePaths({ XDG_RUNTIME_DIR: xdg, ...env }).socket;

  test("two displays, or two accessibility buses, never share a socket", () => {
    const sockets = [
      socket({ DISPLAY: ":1", DBUS_SESSION_BUS_ADDRESS: BUS }),
      socket({ DISPLAY: ":2", DBUS_SESSION_BUS_ADDRESS: BUS }),
      socket({ DISPLAY: ":1", DBUS_SESSION_BUS_ADDRESS: "unix:path=/tmp/dbus-b" }),
      socket({ DISPLAY: ":1", AT_SPI_BUS_ADDRESS: "unix:path=/tmp/at-spi", DBUS_SESSION_BUS_ADDRESS: BUS }),
      socket({ DISPLAY: ":1" }),
    ];
    expect(new Set(sockets).size).toBe(sockets.length);
  });

  test("one display and bus, however written, have one socket", () => {
    const one = socket({ DISPLAY: ":1", DBUS_SESSION_BUS_ADDRESS: BUS });
    expect(socket({ DISPLAY: "unix:1.0", DBUS_SESSION_BUS_ADDRESS: `${BUS},guid=0123abcd` })).toBe(one);
    expect(socket({ DISPLAY: ":1", DBUS_SESSION_BUS_ADDRESS: `unix:path=${xdg}/bus` })).toBe(
      socket({ DISPLAY: ":1" }),
    );
  });

  test("a display's lock does not depend on the bus", () => {
    const lock = (env: NodeJS.ProcessEnv) => displayLockPath({ XDG_RUNTIME_DIR: xdg, ...env });
    expect(lock({ DISPLAY: ":1", DBUS_SESSION_BUS_ADDRESS: BUS })).toBe(lock({ DISPLAY: ":1.0" }));
    expect(lock({ DISPLAY: ":1" })).not.toBe(lock({ DISPLAY: ":2" }));
  });

  test("a path too long for a socket address moves to the temporary folder", () => {
    vi.stubEnv("TMPDIR", xdg);
    const long = join(xdg, "x".repeat(90));
    mkdirSync(long, { mode: 0o700 });
    const paths = servicePaths({ XDG_RUNTIME_DIR: long, DISPLAY: ":1" });
    expect(paths.directory).toBe(join(xdg, `groundmark-${process.getuid?.()}`));
    expect(Buffer.byteLength(paths.socket)).toBeLessThanOrEqual(107);
    vi.stubEnv("TMPDIR", long);
    expect(() => servicePaths({ XDG_RUNTIME_DIR: long, DISPLAY: ":1" })).toThrow(
      expect.objectContaining({ code: "PLATFORM_NOT_SUPPORTED" }),
    );
  });

  test("a socket's lock and log lie beside it", () => {
    expect(pathsOfSocket("/run/g/service-1.sock")).toEqual({
      directory: "/run/g",
      socket: "/run/g/service-1.sock",
      lock: "/run/g/service-1.sock.lock",
      log: "/run/g/service-1.log",
    });
  });
});
