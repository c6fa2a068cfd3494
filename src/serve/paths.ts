import { dirname, join } from "node:path";
import { GroundmarkError } from "../core/errors.js";
import {
  canonicalDisplay,
  ownUid,
  runtimeDirectory,
  shortHash,
  temporaryRuntimeDirectory,
} from "../session/runtime.js";

/** sockaddr_un.sun_path holds 108 bytes on Linux (104 on macOS) with the closing zero. */
const SUN_PATH_MAX = process.platform === "linux" ? 107 : 103;

export interface ServicePaths {
  readonly directory: string;
  readonly socket: string;
  /** Held by the one service of this socket for as long as it lives. */
  readonly lock: string;
  readonly log: string;
  readonly display: string;
}

/**
 * Where the service of this environment's display listens: one socket per user, display and
 * accessibility bus. Throws PERM_DENIED for a runtime folder that is not safely ours.
 */
export function servicePaths(env: NodeJS.ProcessEnv): ServicePaths {
  const display = canonicalDisplay(env);
  const name = `service-${shortHash(`${ownUid()}\n${display}\n${accessibilityBus(env)}`)}`;
  const directory = fits(runtimeDirectory(env), name) ?? fits(temporaryRuntimeDirectory(), name);
  if (!directory)
    throw new GroundmarkError(
      "PLATFORM_NOT_SUPPORTED",
      "the runtime folder's path is too long for a socket",
      {
        suggestion: `Set XDG_RUNTIME_DIR to a path shorter than ${SUN_PATH_MAX - 50} bytes.`,
      },
    );
  return { ...pathsOfSocket(join(directory, `${name}.sock`)), display };
}

/** The files that belong to a socket. */
export function pathsOfSocket(socket: string): Omit<ServicePaths, "display"> {
  return {
    directory: dirname(socket),
    socket,
    lock: `${socket}.lock`,
    log: socket.replace(/(\.sock)?$/, ".log"),
  };
}

function fits(directory: string, name: string): string | undefined {
  return Buffer.byteLength(join(directory, `${name}.sock`)) <= SUN_PATH_MAX ? directory : undefined;
}

/**
 * The bus through which the accessibility bus is found, without asking it: the address in the
 * environment, else the session bus, else the place where a session bus is by convention. The guid
 * that some addresses carry does not tell two buses apart.
 */
function accessibilityBus(env: NodeJS.ProcessEnv): string {
  const address =
    env.AT_SPI_BUS_ADDRESS || env.DBUS_SESSION_BUS_ADDRESS || `unix:path=${env.XDG_RUNTIME_DIR ?? ""}/bus`;
  return address.replace(/,guid=[^,;]*/g, "");
}
