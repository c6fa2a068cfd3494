import type { WindowInfo } from "../../capture/port.js";
import type { AppCalls, CallWindow } from "./calls.js";
import { windowsOf } from "./join.js";
import { ACCESSIBLE, APPLICATION, asRef, REGISTRY, type Ref, ROOT_PATH } from "./protocol.js";
import { asText, isNumber } from "./raw.js";
import { type Toolkit, toolkitOf } from "./toolkit.js";

/** Ms that an application which hung before gets to show that it lives again. */
const SLOW_PROBE = 300;
/** Top levels whose titles are asked when the process says nothing. */
const MAX_TITLES = 32;

export interface Application {
  readonly ref: Ref;
  readonly pid?: number;
  readonly windows: readonly WindowInfo[];
}

export interface Identity {
  readonly name: string;
  readonly toolkit: Toolkit;
  /** The toolkit's own name for itself. */
  readonly toolkitName: string;
  readonly version?: string;
}

/** What stays true of a connection while it lives; unique names are never used again on one bus. */
export class KnownApps {
  private readonly pids = new Map<string, number>();
  private readonly identities = new Map<string, Identity>();
  /** Applications that did not answer the last time. */
  readonly slow = new Set<string>();
  /** Applications that were asked for attributes already. */
  readonly woken = new Set<string>();

  forgetAllBut(buses: ReadonlySet<string>): void {
    for (const map of [this.pids, this.identities])
      for (const bus of map.keys()) if (!buses.has(bus)) map.delete(bus);
    for (const set of [this.slow, this.woken]) for (const bus of set) if (!buses.has(bus)) set.delete(bus);
  }

  async pid(bus: string, daemon: AppCalls): Promise<number | undefined> {
    const known = this.pids.get(bus);
    if (known !== undefined) return known;
    const DBUS = "org.freedesktop.DBus";
    const pid = await daemon.first("/org/freedesktop/DBus", DBUS, "GetConnectionUnixProcessID", "s", [bus]);
    if (!isNumber(pid)) return undefined;
    this.pids.set(bus, pid);
    return pid;
  }

  /** Undefined when the application does not answer. */
  async identity(ref: Ref, calls: AppCalls): Promise<Identity | undefined> {
    const known = this.identities.get(ref.bus);
    if (known) return known;
    const [name, toolkitName, version] = await Promise.all([
      calls.property(ref.path, ACCESSIBLE, "Name"),
      calls.property(ref.path, APPLICATION, "ToolkitName"),
      calls.property(ref.path, APPLICATION, "Version"),
    ]);
    if (name === undefined && toolkitName === undefined) return undefined;
    const identity: Identity = {
      name: asText(name),
      toolkitName: asText(toolkitName),
      toolkit: toolkitOf(asText(toolkitName), asText(name), asText(version)),
      ...(asText(version) === "" ? {} : { version: asText(version) }),
    };
    // An application that has only just connected may not have its name yet.
    if (identity.name !== "" && identity.toolkitName !== "") this.identities.set(ref.bus, identity);
    return identity;
  }

  lane(bus: string, window: CallWindow): AppCalls {
    return this.slow.has(bus) ? window.lane(bus, Math.min(SLOW_PROBE, window.callTimeout)) : window.lane(bus);
  }
}

/** References to the applications on the bus; undefined when the registry does not answer. */
export async function listApplications(window: CallWindow): Promise<Ref[] | undefined> {
  const answer = await window.lane(REGISTRY).first(ROOT_PATH, ACCESSIBLE, "GetChildren");
  if (!Array.isArray(answer)) return undefined;
  const seen = new Set<string>();
  return answer
    .map(asRef)
    .filter((ref) => ref !== undefined)
    .filter((ref) => !seen.has(ref.bus) && seen.add(ref.bus));
}

/**
 * The applications that own one of the windows: by process id, else (sandboxes and remote windows have
 * another or none) by the title of a window that no process claims.
 */
export async function applicationsOf(
  refs: readonly Ref[],
  windows: readonly WindowInfo[],
  window: CallWindow,
  known: KnownApps,
): Promise<Application[]> {
  const daemon = window.lane("org.freedesktop.DBus");
  const pids = await Promise.all(refs.map((ref) => known.pid(ref.bus, daemon)));
  const processes = new Set(pids);
  const unclaimed = windows.filter(
    (w) => !w.overrideRedirect && w.title !== "" && (w.pid === undefined || !processes.has(w.pid)),
  );
  const apps = await Promise.all(
    refs.map(async (ref, i): Promise<Application | undefined> => {
      const pid = pids[i];
      let own = windowsOf(pid, [], windows);
      if (own.length === 0 && unclaimed.length > 0) {
        const lane = known.lane(ref.bus, window);
        own = windowsOf(undefined, await titles(ref, lane), unclaimed);
        if (lane.timeouts > 0) known.slow.add(ref.bus);
      }
      return own.length === 0 ? undefined : { ref, windows: own, ...(pid === undefined ? {} : { pid }) };
    }),
  );
  return apps.filter((app) => app !== undefined);
}

async function titles(ref: Ref, calls: AppCalls): Promise<string[]> {
  const children = await calls.first(ref.path, ACCESSIBLE, "GetChildren");
  if (!Array.isArray(children)) return [];
  const tops = children
    .map(asRef)
    .filter((top) => top !== undefined && top.bus === ref.bus)
    .slice(0, MAX_TITLES) as Ref[];
  return (await Promise.all(tops.map((top) => calls.property(top.path, ACCESSIBLE, "Name")))).map(asText);
}
