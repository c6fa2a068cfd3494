import { invalidArg } from "../core/errors.js";

export type SessionKind = "x11" | "wayland" | "none";

/**
 * What kind of desktop session an environment describes. Asked before any X connection is made: an X server
 * inside a Wayland session (XWayland) sees only its own windows, and input sent through it reaches, at best,
 * the wrong one.
 *
 * GROUNDMARK_BACKEND=x11 or =wayland decides by itself, for a nested or virtual server inside a session of
 * the other kind.
 * @throws GroundmarkError INVALID_ARGS for another value of GROUNDMARK_BACKEND
 */
export function classifySession(env: Readonly<Record<string, string | undefined>>): SessionKind {
  const forced = env.GROUNDMARK_BACKEND;
  if (forced === "x11" || forced === "wayland") return forced;
  if (forced) throw invalidArg("GROUNDMARK_BACKEND", "x11 or wayland", forced);
  if (env.WAYLAND_DISPLAY || env.WAYLAND_SOCKET || env.XDG_SESSION_TYPE?.toLowerCase() === "wayland")
    return "wayland";
  return env.DISPLAY ? "x11" : "none";
}
