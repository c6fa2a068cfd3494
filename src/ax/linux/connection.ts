import { Deadline } from "../../core/deadline.js";
import { sessionBusAddress, usableAddress } from "./address.js";
import { BusConnection, CallFailure } from "./bus.js";
import { PROPERTIES, REGISTRY } from "./protocol.js";

const CONNECT_MS = 3000;
const ASK_MS = 1500;

/**
 * An event that no toolkit sends. Being registered for any event is what makes GTK 3, Chromium, Gecko and
 * LibreOffice keep (and serve) their cache of objects; without a listener GetItems does not exist there.
 * The registry forgets it with our connection.
 */
const SILENT_EVENT = "terminal:charwidth-changed";

/** Connections to the session bus and the accessibility bus, opened when needed and again when lost. */
export class Buses {
  private session: BusConnection | undefined;
  private accessibility: BusConnection | undefined;
  private opening: Promise<BusConnection> | undefined;
  private openingSession: Promise<BusConnection> | undefined;
  /** Counts calls of close(): a connection that comes up after one belongs to nobody. */
  private closes = 0;

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /**
   * The accessibility bus. Nothing is started but what D-Bus itself activates when it is asked for
   * org.a11y.Bus.
   *
   * @param timeout ms, all steps together
   * @throws CallFailure, with a message fit for people
   */
  async connect(timeout = CONNECT_MS): Promise<BusConnection> {
    if (this.accessibility?.alive) return this.accessibility;
    // Two reads at once share one attempt.
    this.opening ??= this.open(Math.max(1, timeout)).finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  /** org.a11y.Status.IsEnabled; undefined when nobody could be asked. Never written. */
  async isEnabled(timeout = ASK_MS): Promise<boolean | undefined> {
    try {
      const session = await this.sessionBus(timeout);
      const [variant] = await session.call(
        {
          destination: "org.a11y.Bus",
          path: "/org/a11y/bus",
          interface: PROPERTIES,
          member: "Get",
          signature: "ss",
          body: ["org.a11y.Status", "IsEnabled"],
        },
        timeout,
      );
      const value = (variant as { value?: unknown } | undefined)?.value;
      return typeof value === "boolean" ? value : undefined;
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.closes++;
    this.accessibility?.close();
    this.session?.close();
    this.accessibility = undefined;
    this.session = undefined;
  }

  private async open(timeout: number): Promise<BusConnection> {
    this.accessibility?.close();
    this.accessibility = undefined;
    const { closes } = this;
    const deadline = new Deadline(timeout);
    const address = usableAddress(this.env.AT_SPI_BUS_ADDRESS || (await this.askAddress(deadline)));
    if (!address) throw new CallFailure("stopped", "the accessibility bus has an address of an unknown kind");
    const bus = await this.openBus(address, Math.max(1, deadline.remaining));
    try {
      await bus.call(
        {
          destination: REGISTRY,
          path: "/org/a11y/atspi/registry",
          interface: REGISTRY,
          member: "RegisterEvent",
          signature: "s",
          body: [SILENT_EVENT],
        },
        Math.max(1, Math.min(ASK_MS, deadline.remaining)),
      );
    } catch {
      // Without it trees are searched or walked instead: slower, not poorer.
    }
    if (closes !== this.closes) bus.close();
    if (!bus.alive) throw new CallFailure("stopped", "the accessibility bus closed the connection");
    this.accessibility = bus;
    return bus;
  }

  private async askAddress(deadline: Deadline): Promise<string> {
    const session = await this.sessionBus(Math.max(1, deadline.remaining));
    const [address] = await session.call(
      {
        destination: "org.a11y.Bus",
        path: "/org/a11y/bus",
        interface: "org.a11y.Bus",
        member: "GetAddress",
      },
      Math.max(1, deadline.remaining),
    );
    if (typeof address !== "string" || address === "")
      throw new CallFailure("error", "org.a11y.Bus gave no address");
    return address;
  }

  private async sessionBus(timeout: number): Promise<BusConnection> {
    if (this.session?.alive) return this.session;
    this.openingSession ??= this.openSession(timeout).finally(() => {
      this.openingSession = undefined;
    });
    return this.openingSession;
  }

  private async openSession(timeout: number): Promise<BusConnection> {
    this.session = undefined;
    const address = sessionBusAddress(this.env);
    if (!address)
      throw new CallFailure("stopped", "there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)");
    this.session = await this.openBus(address, timeout);
    return this.session;
  }

  private async openBus(address: string, timeout: number): Promise<BusConnection> {
    const { closes } = this;
    const bus = await BusConnection.open(address, timeout);
    if (closes === this.closes) return bus;
    bus.close();
    throw new CallFailure("stopped", "the connections were closed");
  }
}
