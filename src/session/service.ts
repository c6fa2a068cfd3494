import type { Frame, WindowInfo } from "../capture/port.js";
import { GroundmarkError } from "../core/errors.js";
import { type Health, readHealth } from "../desktop/health.js";
import { DesktopPorts } from "../desktop/ports.js";
import type { Mark } from "../fusion/marks.js";
import { type ActionResult, type ClickOptions, click } from "./click.js";
import { acquireDisplayLock } from "./lock.js";
import type { Observation } from "./observation.js";
import { type ObserveOptions, observe, treeReader } from "./observe.js";
import { canonicalDisplay, displayLockPath } from "./runtime.js";
import { Session } from "./session.js";

const MAX_SESSIONS = 32;
/** How long an action waits for another process that drives the same display. */
const LOCK_TIMEOUT_MS = 10_000;

export interface ActRequest extends ClickOptions {
  readonly session: string;
  readonly mark: number;
  readonly snapshot?: string;
}

export interface Acted {
  readonly result: ActionResult;
  readonly mark: Mark;
  readonly snapshot: string;
  /** True when the element had been replaced and was found again before the dispatch. */
  readonly refound: boolean;
}

/**
 * One display: its ports, its sessions, its order of work. Work on it runs one after another; whatever
 * drives it does so under the display's lock, which other processes respect too.
 */
export class Service {
  readonly display: string;
  private readonly ports: DesktopPorts;
  private readonly sessions = new Map<string, Session>();
  private tail: Promise<unknown> = Promise.resolve();
  /** The display when the last click had been verified. */
  private afterwards: Frame | undefined;
  private readonly started = Date.now();

  constructor(private readonly env: NodeJS.ProcessEnv) {
    this.display = canonicalDisplay(env);
    this.ports = new DesktopPorts(env);
    // Sessions of the models are created while the first request is still on its way.
    if (this.ports.kind === "x11") void this.ports.vision().catch(() => {});
  }

  /** @throws GroundmarkError PLATFORM_NOT_SUPPORTED when there is nothing to observe */
  requireDisplay(): void {
    this.ports.capture();
  }

  session(name: string): Session {
    let session = this.sessions.get(name);
    if (!session) {
      session = new Session(name);
      this.sessions.set(name, session);
      this.dropOldest();
    }
    return session;
  }

  observe(sessionName: string, options: ObserveOptions & { axDeadline?: number } = {}): Promise<Observation> {
    return this.inTurn(async () => {
      const session = this.session(sessionName);
      const observation = await observe(
        {
          capture: this.ports.capture(),
          vision: await this.ports.vision(),
          tree: treeReader(
            this.ports.ax(),
            options.axDeadline === undefined ? undefined : { deadline: options.axDeadline },
          ),
        },
        session.book,
        options,
      );
      session.keep(observation);
      return observation;
    });
  }

  /** The windows of the display, topmost first. Titles as their applications give them. */
  windows(): WindowInfo[] {
    return [...this.ports.capture().windows()].reverse();
  }

  click(request: ActRequest): Promise<Acted> {
    return this.inTurn(async () => {
      // A session that has observed nothing is not worth keeping one that has from its place.
      const session = this.sessions.get(request.session) ?? new Session(request.session);
      const { observation, mark } = session.resolve(request.mark, request.snapshot);
      const lock = await acquireDisplayLock(displayLockPath(this.env), {
        timeout: LOCK_TIMEOUT_MS,
        what: `click on mark ${request.mark}`,
        ...(request.signal ? { signal: request.signal } : {}),
      });
      try {
        const ports = {
          capture: this.ports.capture(),
          vision: await this.ports.vision(),
          ax: this.ports.ax(),
          input: () => this.ports.input(),
        };
        try {
          const { result, frame } = await click(
            ports,
            observation,
            mark,
            request,
            this.seenSince(observation),
          );
          this.afterwards = frame;
          return { result, mark, snapshot: observation.id, refound: false };
        } catch (error) {
          const again = await this.refind(session, observation, mark, error);
          const { result, frame } = await click(ports, again.observation, again.mark, request);
          this.afterwards = frame;
          return { result, mark: again.mark, snapshot: again.observation.id, refound: true };
        }
      } finally {
        lock.release();
      }
    });
  }

  /** What an earlier click did to the picture is not what the picture does by itself. */
  private seenSince(observation: Observation): Frame {
    const after = this.afterwards;
    return after && after.capturedAt > observation.frame.capturedAt ? after : observation.frame;
  }

  /**
   * Two-strike recovery (ACT-15), before a dispatch only: an object that its process replaced is looked for
   * once in a new observation of the same kind, by role, name and window title. Every check runs again on
   * what is found.
   *
   * @throws the given error when it is not about a vanished object, AMBIGUOUS_TARGET when several fit
   */
  private async refind(
    session: Session,
    earlier: Observation,
    lost: Mark,
    error: unknown,
  ): Promise<{ observation: Observation; mark: Mark }> {
    const node = lost.candidate.node;
    const gone =
      error instanceof GroundmarkError && error.code === "STALE_REF" && error.details?.gone === true;
    if (!gone || !node || !lost.rawLabel) throw error;
    const observation = await observe(
      { capture: this.ports.capture(), vision: await this.ports.vision(), tree: treeReader(this.ports.ax()) },
      session.book,
      earlier.options,
    );
    session.keep(observation);
    const fitting = [...observation.marks.values()].filter(
      (m) =>
        m.candidate.node !== undefined &&
        m.candidate.role === lost.candidate.role &&
        m.rawLabel === lost.rawLabel &&
        m.candidate.node.pid === node.pid &&
        m.candidate.node.app === node.app &&
        m.candidate.window?.title === lost.candidate.window?.title,
    );
    if (fitting.length === 1) return { observation, mark: fitting[0]! };
    if (fitting.length > 1)
      throw new GroundmarkError(
        "AMBIGUOUS_TARGET",
        "the control was replaced, and several now look like it",
        {
          details: { candidates: fitting.map((m) => m.surface.id), snapshot: observation.id },
        },
      );
    throw error;
  }

  /** What works and what does not; answers at once, whatever else runs. */
  async status(): Promise<Status> {
    const health = await readHealth(this.ports, this.env);
    return {
      ...health,
      service: {
        pid: process.pid,
        display: this.display,
        uptime: Math.round((Date.now() - this.started) / 1000),
        sessions: this.sessions.size,
        rss: process.memoryUsage.rss(),
      },
    };
  }

  async close(): Promise<void> {
    await Promise.race([this.tail.catch(() => {}), new Promise((r) => setTimeout(r, 2000).unref())]);
    await this.ports.close();
    this.sessions.clear();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.tail.then(work, work);
    this.tail = run.catch(() => {});
    return run;
  }

  private dropOldest(): void {
    if (this.sessions.size <= MAX_SESSIONS) return;
    const oldest = [...this.sessions.values()].sort((a, b) => a.lastUsed - b.lastUsed)[0]!;
    this.sessions.delete(oldest.name);
  }
}

export interface Status extends Health {
  readonly service?: {
    readonly pid: number;
    readonly display: string;
    readonly uptime: number;
    readonly sessions: number;
    readonly rss: number;
  };
}

export const openService = async (env: NodeJS.ProcessEnv): Promise<Service> => new Service(env);
