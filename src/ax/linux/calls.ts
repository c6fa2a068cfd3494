import { type BusCall, type BusConnection, CallFailure } from "./bus.js";
import { PROPERTIES, type Ref } from "./protocol.js";

/**
 * Calls in flight over one connection. More than 64 to 256 brings no speed (measured: 2,800 nodes a
 * second with 64 and with 256), and what waits in our own queue can be dropped when the deadline passes,
 * whereas what was written to the socket delays everything behind it (a 100 ms deadline took 600 ms).
 */
const IN_FLIGHT = 128;
/** Calls in flight to one application, so that a sick one cannot fill the window. */
const IN_FLIGHT_PER_APP = 48;

interface Job {
  readonly call: BusCall;
  readonly resolve: (body: readonly unknown[]) => void;
  readonly reject: (error: CallFailure) => void;
}

/** The shared window of one read: a deadline after which nothing is sent and every call has failed. */
export class CallWindow {
  private inFlight = 0;
  private readonly lanes = new Set<AppCalls>();
  private readonly timer: NodeJS.Timeout;
  private over = false;

  constructor(
    readonly bus: BusConnection,
    deadline: number,
    readonly callTimeout: number,
  ) {
    this.timer = setTimeout(() => this.stop(), deadline);
  }

  /** True once the deadline has passed (or the read has ended). */
  get stopped(): boolean {
    return this.over;
  }

  /** A lane for one destination. */
  lane(destination: string, callTimeout = this.callTimeout): AppCalls {
    const lane = new AppCalls(this, destination, callTimeout);
    this.lanes.add(lane);
    return lane;
  }

  /** Ends everything that is still waiting; calls after it fail at once. */
  stop(): void {
    clearTimeout(this.timer);
    this.over = true;
    for (const lane of this.lanes) lane.stop("the deadline passed");
    this.lanes.clear();
  }

  tryEnter(): boolean {
    if (this.inFlight >= IN_FLIGHT) return false;
    this.inFlight++;
    return true;
  }

  leave(): void {
    this.inFlight--;
    for (const lane of this.lanes) if (this.inFlight < IN_FLIGHT) lane.pump();
  }
}

/** Calls to one application: bounded, in order, and given up as a whole when it hangs. */
export class AppCalls {
  private readonly queue: Job[] = [];
  private head = 0;
  private readonly running = new Set<Job>();
  private stoppedBecause: string | undefined;
  private lastAnswer = Number.NEGATIVE_INFINITY;
  /** Calls that got no answer in time. */
  timeouts = 0;
  /** True when the application answered nothing at all while a call ran into its time-out. */
  unresponsive = false;

  constructor(
    private readonly window: CallWindow,
    readonly destination: string,
    private readonly callTimeout: number,
  ) {}

  get stopped(): boolean {
    return this.stoppedBecause !== undefined || this.window.stopped;
  }

  /** @throws CallFailure */
  request(
    path: string,
    iface: string,
    member: string,
    signature = "",
    body: readonly unknown[] = [],
  ): Promise<readonly unknown[]> {
    if (this.stopped)
      return Promise.reject(new CallFailure("stopped", this.stoppedBecause ?? "the deadline passed"));
    return new Promise((resolve, reject) => {
      this.queue.push({
        call: { destination: this.destination, path, interface: iface, member, signature, body },
        resolve,
        reject,
      });
      this.pump();
    });
  }

  /** The answer's first value, or undefined when the call failed for whatever reason. */
  async first(
    path: string,
    iface: string,
    member: string,
    signature = "",
    body: readonly unknown[] = [],
  ): Promise<unknown> {
    try {
      return (await this.request(path, iface, member, signature, body))[0];
    } catch {
      return undefined;
    }
  }

  /** A property's value without its variant, or undefined when the call failed. */
  async property(path: string, iface: string, name: string): Promise<unknown> {
    const variant = await this.first(path, PROPERTIES, "Get", "ss", [iface, name]);
    return variant !== null && typeof variant === "object" && "value" in variant ? variant.value : undefined;
  }

  pump(): void {
    while (
      this.head < this.queue.length &&
      this.running.size < IN_FLIGHT_PER_APP &&
      !this.stopped &&
      this.window.tryEnter()
    ) {
      const job = this.queue[this.head++] as Job;
      if (this.head > 1024 && this.head * 2 > this.queue.length) {
        this.queue.splice(0, this.head);
        this.head = 0;
      }
      this.run(job);
    }
  }

  stop(reason: string): void {
    if (this.stoppedBecause !== undefined) return;
    this.stoppedBecause = reason;
    const failure = new CallFailure("stopped", reason);
    for (const job of this.running) job.reject(failure);
    for (const job of this.queue.splice(this.head)) job.reject(failure);
    this.queue.length = 0;
    this.head = 0;
  }

  private run(job: Job): void {
    this.running.add(job);
    const sent = performance.now();
    const done = (): void => {
      this.running.delete(job);
      this.window.leave();
    };
    this.window.bus.call(job.call, this.callTimeout).then(
      (body) => {
        this.lastAnswer = performance.now();
        job.resolve(body);
        done();
      },
      (error: CallFailure) => {
        if (error.kind === "timeout") {
          this.timeouts++;
          // One object that does not answer costs that object; an application that has answered nothing
          // since this call was sent hangs, and waiting for each of its objects would cost minutes.
          if (this.lastAnswer < sent) {
            this.unresponsive = true;
            this.stop("the application does not answer");
          }
        } else this.lastAnswer = performance.now();
        job.reject(error);
        done();
      },
    );
  }
}

/** One lane per bus name: objects of a tree may live in another process (plugs, embedded documents). */
export class Lanes {
  private readonly byBus = new Map<string, AppCalls>();

  constructor(
    readonly window: CallWindow,
    first: AppCalls,
  ) {
    this.byBus.set(first.destination, first);
  }

  of(ref: Ref): AppCalls {
    const known = this.byBus.get(ref.bus);
    if (known) return known;
    const lane = this.window.lane(ref.bus);
    this.byBus.set(ref.bus, lane);
    return lane;
  }

  get timeouts(): number {
    let n = 0;
    for (const lane of this.byBus.values()) n += lane.timeouts;
    return n;
  }

  get unresponsive(): boolean {
    for (const lane of this.byBus.values()) if (lane.unresponsive) return true;
    return false;
  }
}
