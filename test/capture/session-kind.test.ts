import { describe, expect, it } from "vitest";
import { classifySession } from "../../src/capture/session-kind.js";

describe("the kind of session (ACT-9)", () => {
  it.each([
    [{}, "none"],
    [{ DISPLAY: "" }, "none"],
    [{ DISPLAY: ":0" }, "x11"],
    [{ DISPLAY: ":0", XDG_SESSION_TYPE: "x11" }, "x11"],
    [{ DISPLAY: ":99", XDG_SESSION_TYPE: "tty" }, "x11"],
    [{ WAYLAND_DISPLAY: "wayland-0" }, "wayland"],
    [{ WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }, "wayland"],
    [{ DISPLAY: ":0", XDG_SESSION_TYPE: "wayland" }, "wayland"],
    [{ DISPLAY: ":0", XDG_SESSION_TYPE: "Wayland" }, "wayland"],
    [{ DISPLAY: ":0", WAYLAND_SOCKET: "3" }, "wayland"],
    [{ DISPLAY: ":0", WAYLAND_DISPLAY: "" }, "x11"],
    [{ DISPLAY: ":9", WAYLAND_DISPLAY: "wayland-0", GROUNDMARK_BACKEND: "x11" }, "x11"],
    [{ DISPLAY: ":0", GROUNDMARK_BACKEND: "wayland" }, "wayland"],
    [{ DISPLAY: ":0", GROUNDMARK_BACKEND: "" }, "x11"],
  ] as const)("should take %o for %s", (env, kind) => {
    expect(classifySession(env)).toBe(kind);
  });

  it("should refuse a backend that does not exist", () => {
    expect(() => classifySession({ GROUNDMARK_BACKEND: "vnc" })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGS", message: expect.stringContaining('"vnc"') }),
    );
  });
});
