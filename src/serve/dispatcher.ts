import type { Command, CommandContext } from "../commands/command.js";
import { badArguments, type Envelope, execute, failure, success } from "../commands/envelope.js";
import { GroundmarkError } from "../core/errors.js";
import { frameIsDead } from "./garbage.js";
import type { ServiceHolder } from "./holder.js";
import { type Health, PROTOCOL, type Request, requestTimeout } from "./protocol.js";
import { SerialQueue } from "./queue.js";

/** Commands that wait for their turn; more are refused at once. */
const QUEUE_LIMIT = 64;
/** A cancelled command may still say what it did: an answer within this time is better than "cancelled". */
const LAST_WORD_MS = 250;
/** A command that has not let go of the display this long after its cancellation never will. */
const WEDGED_MS = 60_000;

export interface DispatcherOptions {
  readonly commands: readonly Command[];
  readonly services: ServiceHolder;
  readonly version: string;
  readonly display: string;
  readonly wedgedMs?: number;
  onShutdown(): void;
  onWedged(command: string): void;
  /** Called when the first request comes in and when the last has been answered; not for health. */
  onBusy(busy: boolean): void;
}

interface Entry {
  readonly command: Command;
  readonly stop: AbortController;
  /** When its turn came (performance.now()), undefined while it waits. */
  startedAt?: number;
}

/** Turns requests into envelopes: finds the command, gives it its turn, its deadline and its end. */
export class Dispatcher {
  private readonly commands: ReadonlyMap<string, Command>;
  private readonly queue = new SerialQueue(QUEUE_LIMIT);
  /** Requests that have not been answered. */
  private readonly accepted = new Set<Entry>();
  /** Commands that have begun and not settled; one may outlive its answer when it was cancelled. */
  private readonly working = new Set<Entry>();
  private readonly started = performance.now();
  private closing: GroundmarkError | undefined;

  constructor(private readonly options: DispatcherOptions) {
    const exposed = options.commands.filter((command) => command.exposed.includes("socket"));
    this.commands = new Map(exposed.map((command) => [command.name, command]));
  }

  /** Never rejects. `client` aborts when the caller cancels or leaves. */
  async handle(request: Request, client: AbortSignal, sameVersion = true): Promise<Envelope> {
    if (request.command === "health") return success("health", this.health());
    if (request.command === "shutdown") {
      // The answer goes out before the end begins.
      setImmediate(this.options.onShutdown);
      return success("shutdown", { pid: process.pid });
    }
    try {
      if (!sameVersion) throw this.otherVersion();
      if (this.closing) throw this.closing;
      const command = this.commands.get(request.command);
      if (!command) throw new GroundmarkError("INVALID_ARGS", `there is no command ${request.command}`);
      const args = command.args.safeParse(request.args ?? {});
      if (!args.success) throw badArguments(command.name, args.error);
      return await this.accept(command, request, client);
    } catch (error) {
      return failure(request.command, error);
    }
  }

  health(): Health {
    const memory = process.memoryUsage();
    const now = performance.now();
    return {
      pid: process.pid,
      version: this.options.version,
      protocol: PROTOCOL,
      display: this.options.display,
      state: this.closing || this.options.services.lost ? "closing" : "serving",
      uptimeMs: Math.round(now - this.started),
      busy: this.accepted.size > 0,
      running: [...this.working].map(({ command, startedAt = now }) => ({
        command: command.name,
        ms: Math.round(now - startedAt),
      })),
      queued: this.queue.waiting,
      memory: { rssBytes: memory.rss, heapUsedBytes: memory.heapUsed },
    };
  }

  /** Refuses what comes from now on and cancels what waits and runs. */
  close(reason: GroundmarkError): void {
    this.closing = reason;
    for (const { stop } of this.accepted) stop.abort(reason);
  }

  get idle(): boolean {
    return this.accepted.size === 0 && this.working.size === 0;
  }

  private async accept(command: Command, request: Request, client: AbortSignal): Promise<Envelope> {
    const entry: Entry = { command, stop: new AbortController() };
    const { signal } = entry.stop;
    const ms = requestTimeout(request);
    const deadline = setTimeout(() => entry.stop.abort(timedOut(entry, ms)), ms);
    const onClient = () => entry.stop.abort(client.reason);
    if (client.aborted) onClient();
    client.addEventListener("abort", onClient, { once: true });
    this.accepted.add(entry);
    if (this.accepted.size === 1) this.options.onBusy(true);
    try {
      const work = () => this.work(entry, request.args);
      const inTurn = command.scope === "display" && command.queued !== false;
      const answer = inTurn ? this.queue.run(signal, work) : work();
      return await lastWord(command.name, answer, signal);
    } finally {
      clearTimeout(deadline);
      client.removeEventListener("abort", onClient);
      this.accepted.delete(entry);
      if (this.accepted.size === 0) this.options.onBusy(false);
    }
  }

  private async work(entry: Entry, args: unknown): Promise<Envelope> {
    const { command, stop } = entry;
    const { signal } = stop;
    let watch: { end(): void } | undefined;
    entry.startedAt = performance.now();
    this.working.add(entry);
    try {
      const context: CommandContext =
        command.scope === "display" ? { service: await this.options.services.get(), signal } : { signal };
      signal.throwIfAborted();
      watch = this.watchForWedge(command, signal);
      return await execute(command, context, args);
    } finally {
      watch?.end();
      this.working.delete(entry);
      if (command.scope === "display" && command.queued !== false) frameIsDead();
    }
  }

  private watchForWedge(command: Command, signal: AbortSignal): { end(): void } {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      const ms = this.options.wedgedMs ?? WEDGED_MS;
      timer = setTimeout(() => this.options.onWedged(command.name), ms);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    return {
      end: () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      },
    };
  }

  private otherVersion(): GroundmarkError {
    return new GroundmarkError("INVALID_ARGS", `this service is version ${this.options.version}`, {
      suggestion: "Ask it to shut down and start your own.",
    });
  }
}

/**
 * The command's answer, or once it is cancelled the reason for that. A cancelled command that did its
 * work all the same gets a moment to say so: "cancelled" would hide that it acted.
 */
async function lastWord(name: string, answer: Promise<Envelope>, signal: AbortSignal): Promise<Envelope> {
  const cut = new Promise<Envelope>((done) => {
    const onAbort = () => setTimeout(() => done(failure(name, signal.reason)), LAST_WORD_MS);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  const envelope = await Promise.race([answer, cut]);
  if (!signal.aborted || envelope.ok) return envelope;
  // What a command throws when its signal aborts says less than why it was aborted.
  const { code } = envelope.error;
  return code === "CANCELLED" || code === "INTERNAL" ? failure(name, signal.reason) : envelope;
}

function timedOut({ command, startedAt }: Entry, ms: number): GroundmarkError {
  if (startedAt === undefined)
    return new GroundmarkError("TIMEOUT", `${command.name} did not get its turn within ${ms} ms`, {
      suggestion: "Nothing was done. Try again, or look at `groundmark status`.",
    });
  const acts = command.effect !== "observe";
  return new GroundmarkError("TIMEOUT", `${command.name} did not finish within ${ms} ms`, {
    ...(acts ? { suggestion: "It may have acted: observe again before anything else." } : {}),
  });
}
