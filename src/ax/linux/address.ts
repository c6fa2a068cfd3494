import { existsSync } from "node:fs";

/**
 * A D-Bus address list in the form that dbus-next can open: `unix:` and `tcp:` entries only (an
 * `unixexec:` entry would start a program), and abstract sockets as a path that begins with NUL, which
 * Node connects to by itself (dbus-next wants an optional native module for them).
 *
 * @returns undefined when no entry can be used
 */
export function usableAddress(list: string): string | undefined {
  const entries = list
    .split(";")
    .map((entry) => entry.trim())
    .filter((entry) => /^(unix:(path|abstract|socket)=|tcp:)/.test(entry))
    .map((entry) => entry.replace(/^unix:abstract=/, "unix:socket=\0"));
  return entries[0];
}

/** The session bus of an environment, or undefined when it has none. */
export function sessionBusAddress(env: NodeJS.ProcessEnv): string | undefined {
  if (env.DBUS_SESSION_BUS_ADDRESS) return usableAddress(env.DBUS_SESSION_BUS_ADDRESS);
  const socket = env.XDG_RUNTIME_DIR ? `${env.XDG_RUNTIME_DIR}/bus` : undefined;
  return socket && existsSync(socket) ? `unix:path=${socket}` : undefined;
}
