import type { WindowInfo } from "../../capture/port.js";
import { Deadline } from "../../core/deadline.js";
import type { AxApp, AxNode, AxTree } from "../node.js";
import type { AccessibilityTree, ActionOutcome, AxHealth, AxLimits } from "../port.js";
import { DEFAULT_AX_LIMITS } from "../port.js";
import { type Application, applicationsOf, type Identity, KnownApps, listApplications } from "./apps.js";
import { buildApp } from "./build.js";
import type { BusConnection } from "./bus.js";
import { CallWindow, Lanes } from "./calls.js";
import { Buses } from "./connection.js";
import { ActionCache } from "./details.js";
import { performAction } from "./perform.js";
import { ACCESSIBLE } from "./protocol.js";
import { type RawTree, readApplication } from "./read.js";
import { refreshNode } from "./refresh.js";
import { silentApplications } from "./silent.js";
import { type Facts, isSkeleton, judge } from "./status.js";

/** How long a first read waits for a page that is only now being built, and between looks, ms. */
const WAKE_MS = 2000;
const WAKE_STEP = 200;

/** Time limit of health(), ms. */
const HEALTH_MS = 2500;

/**
 * The accessibility tree of a Linux desktop, over AT-SPI2.
 *
 * Connects when first used, and again after the bus was lost. Applications are found by the process that
 * owns a window and read side by side; one that hangs costs itself and a warning. IsEnabled is reported
 * and never set.
 *
 * @param env where AT_SPI_BUS_ADDRESS, DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are looked up
 */
export function openAtspi(env: NodeJS.ProcessEnv = process.env): AccessibilityTree {
  return new AtspiTree(env);
}

class AtspiTree implements AccessibilityTree {
  private readonly buses: Buses;
  private actions = new ActionCache();
  private known = new KnownApps();
  /** The connection that `known` and `actions` belong to: unique names mean something else on another. */
  private knownOn: BusConnection | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.buses = new Buses(env);
  }

  async read(windows: readonly WindowInfo[], limits: Partial<AxLimits> = {}): Promise<AxTree> {
    const started = performance.now();
    const all = { ...DEFAULT_AX_LIMITS, ...limits };
    const deadline = new Deadline(all.deadline);
    const took = (): number => performance.now() - started;
    let bus: BusConnection;
    try {
      bus = await this.connect(Math.min(3000, deadline.remaining));
    } catch (error) {
      return unavailable(error instanceof Error ? error.message : String(error), took());
    }
    const window = new CallWindow(bus, Math.max(1, deadline.remaining), all.callTimeout);
    try {
      const [enabled, refs] = await Promise.all([
        this.buses.isEnabled(Math.min(1500, Math.max(1, deadline.remaining))),
        listApplications(window),
      ]);
      if (!refs)
        return unavailable(
          bus.alive ? "the accessibility registry does not answer" : "the accessibility bus was lost",
          took(),
        );
      this.known.forgetAllBut(new Set(refs.map((ref) => ref.bus)));
      const apps = await applicationsOf(refs, windows, window, this.known);
      const read = await Promise.all(apps.map((app) => this.readOne(app, window, all)));
      if (!bus.alive) return unavailable("the accessibility bus was lost", took());
      return assemble(read, enabled, took());
    } finally {
      window.stop();
    }
  }

  async refresh(node: AxNode, windows: readonly WindowInfo[]): Promise<AxNode | undefined> {
    return refreshNode(await this.connect(), this.known, this.actions, node, windows);
  }

  async perform(node: AxNode, action: string): Promise<ActionOutcome> {
    return performAction(await this.connect(), node, action);
  }

  async health(): Promise<AxHealth> {
    const enabled = await this.buses.isEnabled(HEALTH_MS);
    const asked = enabled === undefined ? {} : { enabled };
    try {
      const bus = await this.connect(HEALTH_MS);
      const window = new CallWindow(bus, HEALTH_MS, HEALTH_MS);
      try {
        const refs = await listApplications(window);
        const { address } = bus;
        if (!refs) return { available: false, ...asked, address, reason: "the registry does not answer" };
        const silent = await silentApplications(refs, window, this.known);
        return { available: true, ...asked, address, applications: refs.length, silent };
      } finally {
        window.stop();
      }
    } catch (error) {
      return { available: false, ...asked, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    this.buses.close();
  }

  private async connect(timeout?: number): Promise<BusConnection> {
    const bus = await this.buses.connect(timeout);
    if (bus !== this.knownOn) {
      this.known = new KnownApps();
      this.actions = new ActionCache();
      this.knownOn = bus;
    }
    return bus;
  }

  private async readOne(app: Application, window: CallWindow, limits: AxLimits): Promise<ReadApp> {
    const started = performance.now();
    const { bus } = app.ref;
    const probe = this.known.lane(bus, window);
    const identity = await this.known.identity(app.ref, probe);
    const failure = (calls: { timeouts: number }): "unresponsive" | "timeout" | "error" =>
      calls.timeouts > 0 ? "unresponsive" : window.stopped ? "timeout" : "error";
    if (!identity) {
      if (probe.timeouts > 0) this.known.slow.add(bus);
      return { failed: { name: app.windows[0]?.title ?? "", reason: failure(probe) } };
    }
    if (this.known.slow.has(bus)) {
      await probe.first(app.ref.path, ACCESSIBLE, "GetRole");
      if (probe.timeouts > 0 || window.stopped)
        return { failed: { name: identity.name, reason: failure(probe) } };
    }
    // One that lives gets the usual patience, also after it hung: a large cache takes longer than the probe.
    const lanes = new Lanes(window, window.lane(bus));
    const first = !this.known.woken.has(bus);
    if (first) await this.wake(app, lanes);
    const until = performance.now() + WAKE_MS;
    for (;;) {
      const tree = await readApplication(app.ref, identity.toolkit, lanes, limits, this.actions);
      if (lanes.unresponsive) this.known.slow.add(bus);
      else this.known.slow.delete(bus);
      if (!tree) return { failed: { name: identity.name, reason: failure(lanes) } };
      const built = toAxApp(app, identity, tree, performance.now() - started);
      if (!first || window.stopped || performance.now() >= until || !isSkeleton(built))
        return { app: built, nullReferences: tree.nullReferences };
      await new Promise((resolve) => setTimeout(resolve, WAKE_STEP));
    }
  }

  /**
   * Chromium and Gecko build the tree of a page only once somebody has asked for attributes, and then take
   * a while: asked once for each connection, waited for once.
   */
  private async wake(app: Application, lanes: Lanes): Promise<void> {
    this.known.woken.add(app.ref.bus);
    await lanes.of(app.ref).first(app.ref.path, ACCESSIBLE, "GetAttributes");
  }
}

function toAxApp(app: Application, identity: Identity, tree: RawTree, duration: number): AxApp {
  const { toolkit } = identity;
  const pid = app.pid === undefined ? {} : { pid: app.pid };
  return {
    name: identity.name,
    toolkit: toolkit === "other" ? identity.toolkitName : toolkit,
    ...(identity.version ? { version: identity.version } : {}),
    ...pid,
    address: app.ref.bus,
    method: tree.method,
    nodes: tree.nodes,
    duration,
    ...(tree.truncated ? { truncated: tree.truncated } : {}),
    windows: buildApp(tree.root, { name: identity.name, toolkit, windows: app.windows, ...pid }).windows,
  };
}

interface ReadApp {
  readonly app?: AxApp;
  readonly failed?: Facts["failed"][number];
  readonly nullReferences?: number;
}

function assemble(read: readonly ReadApp[], enabled: boolean | undefined, duration: number): AxTree {
  const apps = read.map((r) => r.app).filter((app) => app !== undefined);
  const failed = read.map((r) => r.failed).filter((f) => f !== undefined);
  const verdict = judge({ enabled, apps, failed });
  return {
    status: verdict.status,
    ...(verdict.reason ? { reason: verdict.reason } : {}),
    apps,
    nodes: apps.reduce((sum, app) => sum + app.nodes, 0),
    nullReferences: read.reduce((sum, r) => sum + (r.nullReferences ?? 0), 0),
    warnings: verdict.warnings,
    duration,
  };
}

function unavailable(reason: string, duration: number): AxTree {
  return {
    status: "unavailable",
    reason,
    apps: [],
    nodes: 0,
    nullReferences: 0,
    warnings: [{ code: "ax-unavailable", message: `no accessibility tree: ${reason}` }],
    duration,
  };
}
