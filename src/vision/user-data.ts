/** What the user added (models, taught icons): the data folder of this user, and how files get there. */
import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { GroundmarkError } from "../core/errors.js";

/**
 * `$XDG_DATA_HOME/groundmark`, by default `~/.local/share/groundmark`; on Windows in the local application
 * data. A relative XDG_DATA_HOME is ignored, as the XDG base directory specification asks.
 */
export function userDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, "groundmark");
  if (process.platform === "win32" && local) return path.join(local, "groundmark");
  return path.join(environment.HOME || homedir(), ".local", "share", "groundmark");
}

/**
 * Writes a file for this user's eyes alone (0600, its folder 0700), all or nothing.
 * @throws GroundmarkError PERM_DENIED, RESOURCE_EXHAUSTED
 */
export async function writePrivate(file: string, content: string | Uint8Array): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await makeFolder(path.dirname(file));
    await writeFile(beside, content, { flag: "wx", mode: 0o600 });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw storeError(file, error);
  }
}

/**
 * Makes a folder (0700) and those above it. Not by `recursive`, which never returns below a folder that
 * admits no others (/proc).
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere) return;
    const above = path.dirname(folder);
    if (
      code !== "ENOENT" ||
      above === folder ||
      (await stat(above).then(
        () => true,
        () => false,
      ))
    )
      throw error;
    await makeFolder(above);
    await mkdir(folder, { mode: 0o700 });
  }
}

/** Why a file of the data folder cannot be written, with what to do about it. */
export function storeError(file: string, cause: unknown): GroundmarkError {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  const full = code === "ENOSPC" || code === "EDQUOT";
  return new GroundmarkError(
    full ? "RESOURCE_EXHAUSTED" : "PERM_DENIED",
    `${file} cannot be written: ${full ? "there is no room for it" : message}`,
    {
      suggestion: full
        ? "Make room on its disk."
        : "Give this user a data folder, or name another one in XDG_DATA_HOME.",
      cause,
    },
  );
}
