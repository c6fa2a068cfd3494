import { readFile } from "node:fs/promises";
import { cleanText } from "../../core/text.js";
import type { KnownApps } from "./apps.js";
import type { CallWindow } from "./calls.js";
import { ACCESSIBLE, type Ref } from "./protocol.js";

/** Ms in which one that lives answers the smallest question; a busy one takes a few hundred. */
const ANSWER_MS = 1000;

/**
 * The applications on the bus that do not answer, by what their process is called: one that hangs cannot be
 * asked for its name. All are asked at once, so this takes one time-out however many hang.
 */
export async function silentApplications(
  refs: readonly Ref[],
  window: CallWindow,
  known: KnownApps,
): Promise<string[]> {
  const daemon = window.lane("org.freedesktop.DBus");
  const names = await Promise.all(
    refs.map(async ({ bus, path }) => {
      const lane = window.lane(bus, ANSWER_MS);
      await lane.first(path, ACCESSIBLE, "GetRole");
      return lane.timeouts > 0 ? processName(await known.pid(bus, daemon)) : undefined;
    }),
  );
  return names.filter((name) => name !== undefined);
}

async function processName(pid: number | undefined): Promise<string> {
  if (pid === undefined) return "a process that is not known";
  const command = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
  return `${cleanText(command, 40) || "application"} (process ${pid})`;
}
