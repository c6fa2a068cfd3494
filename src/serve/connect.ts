import type { Unserved } from "../commands/command.js";
import { Deadline } from "../core/deadline.js";
import { GroundmarkError } from "../core/errors.js";
import { lockHolder } from "../session/lock.js";
import { GREETING_MS, HEALTH_MS, ServiceClient } from "./client.js";
import { type ServicePaths, servicePaths } from "./paths.js";
import {
  EXIT_TAKEN,
  isAlive,
  isServiceProcess,
  logTail,
  SERVICE_ENTRY,
  type Spawned,
  spawnService,
} from "./process.js";
import type { Health } from "./protocol.js";

/** Starting takes under a second; a loaded machine and an old service that has to leave take longer. */
const CONNECT_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 25;
/** From asking a service to leave to SIGTERM; it gives running commands five seconds to come back. */
const ASKED_MS = 8_000;
/** From SIGTERM to SIGKILL: one that is stuck in a system call never runs its handler. */
const TERM_MS = 3_000;

export interface ConnectOptions {
  /** Whether to start the service when there is none. */
  readonly start: boolean;
  /** Whether one of another version is replaced; default true. */
  readonly replace?: boolean;
  /** In milliseconds, for everything together. */
  readonly timeout?: number;
  /** In milliseconds, for a process in its place that does not answer; default as long as everything. */
  readonly patience?: number;
  readonly signal?: AbortSignal;
  /** The service process's program and version; ours by default. */
  readonly entry?: string;
  readonly version?: string;
}

export interface ConnectedService {
  readonly client: ServiceClient;
  readonly health: Health;
  readonly paths: ServicePaths;
  /** Whether the process was started by this call. */
  readonly started: boolean;
}

/** There is a process in the service's place, and it does not serve us. */
export class UnservedError extends GroundmarkError {
  constructor(
    message: string,
    readonly found: Unserved,
    suggestion: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(found.state === "unresponsive" ? "TIMEOUT" : "PLATFORM_NOT_SUPPORTED", message, {
      suggestion,
      details: { ...found, ...details },
    });
  }
}

/**
 * Connects to the service of this environment's display, starts it when it is absent and `start` is
 * set, and replaces one of another version unless `replace` is false. Connected means that the process
 * that holds the socket's lock answered a health request.
 *
 * Rejects with PLATFORM_NOT_SUPPORTED (no display is named), APP_NOT_FOUND (none, and none was to be
 * started), UnservedError (one of another version that is not to be replaced, or one that does not answer),
 * TIMEOUT (it does not come up, or the one in its place does not leave), INTERNAL (its process ends at
 * once), PERM_DENIED (unsafe folder).
 */
export async function connectService(
  env: NodeJS.ProcessEnv,
  options: ConnectOptions,
): Promise<ConnectedService> {
  const paths = servicePaths(env);
  if (paths.display === "none") throw noDisplay();
  const deadline = new Deadline(options.timeout ?? CONNECT_TIMEOUT_MS);
  const patience = new Deadline(Math.min(options.patience ?? deadline.budget, deadline.budget));
  const child = new ChildProcess(paths, env, options.entry ?? SERVICE_ENTRY);
  for (;;) {
    options.signal?.throwIfAborted();
    // One that we started ourselves is not there yet; of one that was there before little time is expected.
    const limit = child.pid === undefined ? patience : deadline;
    const found = await find(paths, options.version, limit);
    if (typeof found === "object" && "health" in found)
      return { ...found, paths, started: found.health.pid === child.pid };
    if (found === "absent") {
      if (!options.start) throw notRunning(paths);
      await child.ensure();
    } else if (found !== "unready") {
      if (options.replace === false) throw await otherVersion(paths, found.version);
      await stopAt(paths, Math.max(1, deadline.remaining), options.version);
    }
    if (found === "unready" && limit.passed) throw await noAnswerFrom(paths, limit.budget);
    if (deadline.passed) throw notUp(paths, deadline.budget);
    await pause(POLL_MS);
  }
}

/** The service process that one call starts. */
class ChildProcess {
  private spawned: Spawned | undefined;
  private ended: number | string | undefined;

  constructor(
    private readonly paths: ServicePaths,
    private readonly env: NodeJS.ProcessEnv,
    private readonly entry: string,
  ) {}

  get pid(): number | undefined {
    return this.spawned?.pid;
  }

  /** Starts it, again when it left its place to another one; throws INTERNAL when it failed. */
  async ensure(): Promise<void> {
    if (this.spawned && this.ended === undefined) return;
    if (this.ended !== undefined && this.ended !== EXIT_TAKEN) throw endedAtOnce(this.paths, this.ended);
    this.ended = undefined;
    this.spawned = await spawnService(this.paths.socket, this.env, this.entry);
    void this.spawned.exited.then((status) => {
      this.ended = status;
    });
  }
}

type Found =
  | { readonly client: ServiceClient; readonly health: Health }
  /** Nobody listens. */
  | "absent"
  /** Another version, or (without one) no service at all. */
  | { readonly version: string | undefined }
  /** Somebody listens that is about to leave, about to be ready, or too busy to greet: look again. */
  | "unready";

/** Looks at the socket; a service counts when the lock's holder is who answered. */
async function find(paths: ServicePaths, version: string | undefined, limit: Deadline): Promise<Found> {
  const within = (ms: number) => Math.max(1, Math.min(ms, limit.remaining));
  let client: ServiceClient | undefined;
  try {
    const timeout = within(GREETING_MS);
    client = await ServiceClient.open(paths.socket, {
      timeout,
      ...(version === undefined ? {} : { version }),
    });
    if (!client) return "absent";
    if (client.speaksOurs) {
      const health = await client.health(within(HEALTH_MS));
      const holder = await lockHolder(paths.lock);
      if (health.state === "serving" && health.pid === holder?.pid) return { client, health };
    }
    client.close();
    return client.speaksOurs ? "unready" : { version: client.version };
  } catch (error) {
    client?.close();
    const { code } = GroundmarkError.from(error);
    if (code === "PERM_DENIED") throw error;
    return code === "INVALID_ARGS" || code === "RESOURCE_EXHAUSTED" ? { version: undefined } : "unready";
  }
}

export interface Stopped {
  /** The process that is gone now; undefined when no service was there. */
  readonly pid: number | undefined;
  readonly how: "absent" | "asked" | "terminated" | "killed";
}

/**
 * Ends the service of this environment's display, of whatever version, and proves that its process is
 * gone: asked first, then SIGTERM, then SIGKILL, the signals only to a process whose command line says
 * that it is the service of this socket. Rejects with TIMEOUT or PERM_DENIED, naming the process.
 */
export async function stopService(
  env: NodeJS.ProcessEnv,
  options: { timeout?: number; version?: string } = {},
): Promise<Stopped> {
  return stopAt(servicePaths(env), options.timeout ?? STOP_TIMEOUT_MS, options.version);
}

async function stopAt(paths: ServicePaths, timeout: number, version?: string): Promise<Stopped> {
  const deadline = new Deadline(timeout);
  const holder = (await lockHolder(paths.lock))?.pid;
  const asked = await ask(paths.socket, version);
  const pid = holder ?? asked.pid;
  if (pid === undefined) {
    if (!asked.listening) return { pid: undefined, how: "absent" };
    throw new GroundmarkError("PERM_DENIED", `${paths.socket}: whoever listens there is no service`, {
      suggestion: `Find the process with \`fuser ${paths.socket}\` and end it.`,
    });
  }
  const gone = (ms: number) => waitUntilGone(paths, pid, Math.min(ms, deadline.remaining));
  if (asked.agreed && (await gone(ASKED_MS))) return { pid, how: "asked" };
  if (signalService(pid, "SIGTERM", paths.socket) && (await gone(TERM_MS))) return { pid, how: "terminated" };
  if (signalService(pid, "SIGKILL", paths.socket) && (await gone(TERM_MS))) return { pid, how: "killed" };
  if (await gone(0)) return { pid, how: "asked" };
  throw new GroundmarkError("TIMEOUT", `process ${pid} does not leave ${paths.socket}`, {
    suggestion: `See what process ${pid} is, and end it.`,
    details: { pid, socket: paths.socket },
  });
}

interface Asked {
  readonly listening: boolean;
  readonly agreed: boolean;
  readonly pid?: number | undefined;
}

async function ask(socket: string, version: string | undefined): Promise<Asked> {
  let client: ServiceClient | undefined;
  try {
    client = await ServiceClient.open(socket, version === undefined ? {} : { version });
    if (!client) return { listening: false, agreed: false };
    const pid = await client.pid();
    const envelope = await client.call("shutdown", {}, { timeout: 2_000 });
    return { listening: true, agreed: envelope.ok, pid };
  } catch {
    return { listening: true, agreed: false };
  } finally {
    client?.close();
  }
}

function signalService(pid: number, signal: NodeJS.Signals, socket: string): boolean {
  if (!isServiceProcess(pid, socket)) return false;
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

async function waitUntilGone(paths: ServicePaths, pid: number, ms: number): Promise<boolean> {
  const deadline = new Deadline(ms);
  for (;;) {
    if (!isAlive(pid) && (await lockHolder(paths.lock))?.pid !== pid) return true;
    if (deadline.passed) return false;
    await pause(POLL_MS);
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const noDisplay = () =>
  new GroundmarkError(
    "PLATFORM_NOT_SUPPORTED",
    "there is no desktop: DISPLAY and WAYLAND_DISPLAY are not set",
    {
      suggestion: "Set DISPLAY, or use `groundmark parse` on a screenshot.",
    },
  );

const notRunning = ({ display }: ServicePaths) =>
  new GroundmarkError("APP_NOT_FOUND", `no Groundmark service runs for display ${display}`, {
    suggestion: "Start it with `groundmark start`.",
  });

const endedAtOnce = ({ log }: ServicePaths, status: number | string) =>
  new GroundmarkError("INTERNAL", `the service process ended at once (${status})`, {
    suggestion: `Read ${log}.`,
    details: { log, tail: logTail(log) },
  });

const notUp = ({ log }: ServicePaths, ms: number) =>
  new GroundmarkError("TIMEOUT", `the service was not ready within ${ms} ms`, {
    suggestion: `Read ${log}.`,
    details: { log, tail: logTail(log) },
  });

async function noAnswerFrom(paths: ServicePaths, ms: number): Promise<UnservedError> {
  const pid = (await lockHolder(paths.lock))?.pid;
  const { log } = paths;
  return new UnservedError(
    `the service${pid === undefined ? "" : ` (process ${pid})`} did not answer within ${Math.round(ms)} ms`,
    { state: "unresponsive", ...(pid === undefined ? {} : { pid }) },
    "Nothing was done. It runs but does not answer: end it with `groundmark stop`; the next command starts a new one.",
    { log, tail: logTail(log) },
  );
}

async function otherVersion(paths: ServicePaths, version: string | undefined): Promise<UnservedError> {
  const pid = (await lockHolder(paths.lock))?.pid;
  return new UnservedError(
    version ? `the service is of another version, ${version}` : "what listens in the service's place is none",
    {
      state: "other-version",
      ...(pid === undefined ? {} : { pid }),
      ...(version === undefined ? {} : { version }),
    },
    "`groundmark start` replaces it, and its numbers end with it.",
  );
}
