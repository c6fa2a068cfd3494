// @ts-check
/** What /proc says about processes: ancestry, and who belongs to a test desktop. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // the process ended meanwhile, or belongs to somebody else
  }
}

/** @param {number} pid @returns {{state: string, parent: number} | undefined} undefined when there is no such process */
function stat(pid) {
  const text = read(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses: fields count from the last ")".
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return text ? { state: fields[0] ?? "", parent: Number(fields[1]) } : undefined;
}

/** @param {number} pid @returns {boolean} true while it runs; a zombie does not */
export function isAlive(pid) {
  const found = stat(pid);
  return found !== undefined && found.state !== "Z";
}

/** @param {number} pid @param {number} ancestor @returns {boolean} also true for the ancestor itself */
export function descendsFrom(pid, ancestor) {
  for (let at = pid; at > 1; at = stat(at)?.parent ?? 0) if (at === ancestor) return true;
  return false;
}

/**
 * Every process whose environment or command line names the desktop's private directory. The directory's
 * name is unique, so nothing else can match; started services and grandchildren inherit the environment,
 * and browser helpers that overwrite theirs carry it in their arguments.
 * @param {string} directory
 * @returns {{pid: number, command: string}[]}
 */
export function processesOf(directory) {
  const found = [];
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid || !isAlive(pid)) continue;
    const command = read(`/proc/${pid}/cmdline`);
    if (command.includes(directory) || read(`/proc/${pid}/environ`).includes(directory)) {
      found.push({ pid, command: command.replaceAll("\0", " ").trim().slice(0, 200) });
    }
  }
  return found;
}

/** @param {number} pid negative: a process group @param {NodeJS.Signals} signal @returns {boolean} false when it is gone */
export function signal(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
