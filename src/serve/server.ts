import { lstatSync, rmSync, utimesSync } from "node:fs";
import { createServer, connect as netConnect, type Server, type Socket } from "node:net";
import type { Command } from "../commands/command.js";
import { GroundmarkError } from "../core/errors.js";
import { acquireDisplayLock, type DisplayLock } from "../session/lock.js";
import { ownUid } from "../session/runtime.js";
import type { Service } from "../session/service.js";
import { Connection, type ConnectionLimits } from "./connection.js";
import { Dispatcher } from "./dispatcher.js";
import { ServiceHolder } from "./holder.js";
import { ownHello } from "./protocol.js";
import { buildName } from "./version.js";

const IDLE_MS = 30 * 60_000;
/** A client's look whether the lock is held takes it for microseconds: one try could meet just that. */
const LOCK_WAIT_MS = 2_000;
const CONNECT_MS = 1_000;
const MAX_CONNECTIONS = 64;
/** How long cancelled commands may take to come back when the service ends. */
const DRAIN_MS = 5_000;
/** After the display is gone: time for the errors to reach those who asked. */
const LOST_LINGER_MS = 500;
/** Files in a runtime directory that nobody touches for six hours may be removed (XDG base directories). */
const TOUCH_MS = 3_600_000;

export type CloseReason = "shutdown" | "signal" | "idle" | "display-lost" | "wedged" | "failed";

export interface ServerOptions {
  readonly socketPath: string;
  /** Opens the display; called by the first command that needs it. */
  readonly openService: () => Promise<Service>;
  /** Called when the display was opened; settles once it is gone for good, with an error or without. */
  readonly displayLost?: () => Promise<unknown>;
  readonly commands: readonly Command[];
  /** The service leaves after this long without a request, in milliseconds. */
  readonly idleMs?: number;
  readonly display?: string;
  readonly version?: string;
  readonly wedgedMs?: number;
  readonly limits?: ConnectionLimits;
}

export interface RunningServer {
  readonly socketPath: string;
  /** Resolves once the socket is gone, the display is closed and the lock is free. */
  readonly closed: Promise<CloseReason>;
  /** Cancels what runs, closes, cleans up. May be called more than once. */
  close(reason: CloseReason): Promise<CloseReason>;
}

/**
 * Serves the commands on a socket that only this user can open, as the only service of that socket.
 *
 * Rejects with TIMEOUT, naming the process, when another service holds the socket's lock; with
 * PERM_DENIED when something that is not a socket of ours is in its place.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const lock = await acquireDisplayLock(`${options.socketPath}.lock`, {
    timeout: LOCK_WAIT_MS,
    what: "groundmark service",
  });
  try {
    await reclaimSocket(options.socketPath);
    return await new SocketServer(options, lock).listen();
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Removes the socket that a killed service left. Called by the lock's holder only. */
async function reclaimSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isSocket() || stat.uid !== ownUid())
    throw new GroundmarkError("PERM_DENIED", `${path}: there is something that is not a socket of ours`, {
      suggestion: `Remove ${path}.`,
    });
  if (await answers(path))
    throw new GroundmarkError("PERM_DENIED", `${path}: a process without the lock listens there`, {
      suggestion: "End that process.",
    });
  rmSync(path, { force: true });
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = netConnect(path);
    const finish = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      done(answer);
    };
    // One that listens but does not accept is alive too.
    const timer = setTimeout(() => finish(true), CONNECT_MS);
    socket.on("connect", () => finish(true));
    socket.on("error", () => finish(false));
  });
}

class SocketServer implements RunningServer {
  readonly closed: Promise<CloseReason>;
  private readonly server: Server;
  private readonly dispatcher: Dispatcher;
  private readonly services: ServiceHolder;
  private readonly connections = new Set<Connection>();
  private readonly touch: NodeJS.Timeout;
  private idleTimer: NodeJS.Timeout | undefined;
  private ending = false;
  private end: (reason: CloseReason) => void = () => {};

  constructor(
    private readonly options: ServerOptions,
    private readonly lock: DisplayLock,
  ) {
    this.closed = new Promise((done) => {
      this.end = done;
    });
    this.services = new ServiceHolder(options.openService, options.displayLost, (error) => {
      console.error(`the display is gone: ${error.message}`);
      setTimeout(() => void this.close("display-lost"), LOST_LINGER_MS);
    });
    this.dispatcher = new Dispatcher({
      commands: options.commands,
      services: this.services,
      version: options.version ?? buildName(),
      display: options.display ?? "",
      ...(options.wedgedMs === undefined ? {} : { wedgedMs: options.wedgedMs }),
      onShutdown: () => void this.close("shutdown"),
      onWedged: (command) => {
        console.error(`${command} does not let go of the display: giving up`);
        void this.close("wedged");
      },
      onBusy: (busy) => this.watchIdle(!busy),
    });
    this.server = createServer((socket) => this.accept(socket));
    this.touch = setInterval(() => touchFiles(this.socketPath, lock.path), TOUCH_MS).unref();
  }

  get socketPath(): string {
    return this.options.socketPath;
  }

  async listen(): Promise<this> {
    await new Promise<void>((done, fail) => {
      this.server.once("error", fail);
      this.server.once("listening", done);
      // The socket must never exist with another mode: the mask holds when it is bound, in this call.
      const mask = process.umask(0o177);
      try {
        this.server.listen(this.socketPath);
      } finally {
        process.umask(mask);
      }
    });
    this.server.on("error", (error) => {
      console.error(`the socket failed: ${error.message}`);
      void this.close("failed");
    });
    const mode = lstatSync(this.socketPath).mode & 0o777;
    if (mode !== 0o600) {
      this.server.close();
      throw new GroundmarkError("PERM_DENIED", `${this.socketPath}: has mode ${mode.toString(8)}, not 600`, {
        suggestion: "Set XDG_RUNTIME_DIR to a folder on a file system that keeps modes.",
      });
    }
    this.watchIdle(true);
    return this;
  }

  async close(reason: CloseReason): Promise<CloseReason> {
    if (this.ending) return this.closed;
    this.ending = true;
    clearTimeout(this.idleTimer);
    clearInterval(this.touch);
    // Node removes the socket file here; the lock is still ours, so no successor's can be meant.
    this.server.close();
    this.dispatcher.close(
      this.services.lost ?? new GroundmarkError("CANCELLED", "the service is shutting down"),
    );
    await this.drained();
    for (const connection of this.connections) connection.end();
    await this.services.close();
    this.lock.release();
    this.end(reason);
    return reason;
  }

  private async drained(): Promise<void> {
    const until = performance.now() + DRAIN_MS;
    while (!this.dispatcher.idle && performance.now() < until)
      await new Promise((done) => setTimeout(done, 10));
  }

  private watchIdle(idle: boolean): void {
    clearTimeout(this.idleTimer);
    if (idle && !this.ending)
      this.idleTimer = setTimeout(() => void this.close("idle"), this.options.idleMs ?? IDLE_MS);
  }

  private accept(socket: Socket): void {
    const connection = new Connection(
      socket,
      ownHello(this.options.version),
      (request, signal, sameVersion) => this.dispatcher.handle(request, signal, sameVersion),
      this.options.limits,
    );
    this.connections.add(connection);
    socket.on("close", () => this.connections.delete(connection));
    if (this.connections.size > MAX_CONNECTIONS) this.dropIdlest();
  }

  /** Makes room so that clients that hold connections and say nothing shut nobody out. */
  private dropIdlest(): void {
    const idle = [...this.connections].filter((connection) => connection.requests === 0);
    idle.sort((a, b) => a.lastUse - b.lastUse);
    idle[0]?.destroy();
  }
}

function touchFiles(...paths: string[]): void {
  const now = new Date();
  for (const path of paths) {
    try {
      utimesSync(path, now, now);
    } catch (error) {
      console.error(`${path}: ${(error as Error).message}`);
    }
  }
}
