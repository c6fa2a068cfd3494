import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { GroundmarkError } from "../core/errors.js";

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY_DO_ANYTHING = 0o077;
const STICKY = 0o1000;

/**
 * The folder for sockets, locks and logs: `$XDG_RUNTIME_DIR/groundmark`, or `groundmark-<uid>` in the
 * temporary folder where there is no usable runtime directory. Created with mode 0700 when absent.
 *
 * Throws PERM_DENIED when the folder exists and is a link, somebody else's, or open to others: whoever
 * can write there could answer in our place.
 */
export function runtimeDirectory(env: NodeJS.ProcessEnv): string {
  const xdg = env.XDG_RUNTIME_DIR;
  if (xdg && isAbsolute(xdg) && isSafeParent(xdg, ownUid())) return ownFolder(join(xdg, "groundmark"));
  return temporaryRuntimeDirectory();
}

/** The folder of last resort, also for runtime directories whose path is too long for a socket. */
export function temporaryRuntimeDirectory(): string {
  const uid = ownUid();
  const parent = tmpdir();
  if (!isSafeParent(parent, uid, 0))
    throw new GroundmarkError("PERM_DENIED", `${parent}: other users could replace our files there`, {
      suggestion: "Set XDG_RUNTIME_DIR to a folder that only you can write.",
    });
  return ownFolder(join(parent, `groundmark-${uid}`));
}

/** Files of ours survive in it: nobody but its owners can rename or remove what we put there. */
function isSafeParent(path: string, ...owners: number[]): boolean {
  try {
    const stat = statSync(path);
    const guarded = (stat.mode & OTHERS_MAY_WRITE) === 0 || (stat.mode & STICKY) !== 0;
    return stat.isDirectory() && owners.includes(stat.uid) && guarded;
  } catch {
    return false;
  }
}

function ownFolder(path: string): string {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new GroundmarkError("PERM_DENIED", `${path}: cannot be created: ${(error as Error).message}`);
  }
  const problem = folderProblem(lstatSync(path));
  if (problem)
    throw new GroundmarkError("PERM_DENIED", `${path}: ${problem}`, {
      suggestion: `Remove ${path}; Groundmark makes a new one.`,
    });
  return path;
}

function folderProblem(stat: Stats): string | undefined {
  if (stat.isSymbolicLink()) return "is a symbolic link, not a folder of ours";
  if (!stat.isDirectory()) return "is not a folder";
  if (stat.uid !== ownUid()) return `belongs to user ${stat.uid}`;
  if ((stat.mode & OTHERS_MAY_DO_ANYTHING) !== 0)
    return `is open to other users (mode ${(stat.mode & 0o777).toString(8)})`;
  return undefined;
}

/** The user that runs us. Throws PLATFORM_NOT_SUPPORTED where users have no numbers (Windows). */
export function ownUid(): number {
  const uid = process.getuid?.();
  if (uid === undefined)
    throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "the service needs a Unix-like system");
  return uid;
}

/**
 * One name per display, however it is written: `:1`, `:1.0`, `unix:1`, `unix/:1` and the path of its
 * socket are all `:1`. Another screen (`:1.1`) and another host stay apart. With a Wayland session its
 * socket belongs to the name. Where neither is set: "none" on Linux, "console" on systems whose one
 * desktop needs no name.
 */
export function canonicalDisplay(env: NodeJS.ProcessEnv): string {
  const names: string[] = [];
  if (env.DISPLAY) names.push(canonicalX11(env.DISPLAY));
  if (env.WAYLAND_DISPLAY) names.push(`wayland:${resolve(env.XDG_RUNTIME_DIR ?? "/", env.WAYLAND_DISPLAY)}`);
  return names.join("+") || (process.platform === "linux" ? "none" : "console");
}

function canonicalX11(display: string): string {
  const socket = /^(?:unix:)?\/tmp\/\.X11-unix\/X(\d+)$/.exec(display);
  if (socket) return `:${Number(socket[1])}`;
  const parts = /^(?:([^/]*)\/)?([^/]*):(\d+)(?:\.(\d+))?$/.exec(display);
  if (!parts) return display;
  const [, protocol = "", host = "", server, screen] = parts;
  const local = protocol === "unix" || host === "unix" || (protocol === "" && host === "");
  const where = local ? "" : protocol ? `${protocol}/${host}` : host;
  return `${where}:${Number(server)}${screen && Number(screen) !== 0 ? `.${Number(screen)}` : ""}`;
}

/** Where the lock of a display is; whoever sends input to it or captures it for an action holds it. */
export function displayLockPath(env: NodeJS.ProcessEnv): string {
  return join(runtimeDirectory(env), `display-${shortHash(canonicalDisplay(env))}.lock`);
}

/** 16 hexadecimal digits (64 bits): short enough for a socket path, too many to meet by chance. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
