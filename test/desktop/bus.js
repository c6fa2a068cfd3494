// @ts-check
/** A D-Bus connection with time-outs, for looking at a test desktop's buses from outside the product. */
import dbus from "dbus-next";
import { within } from "./wait.js";

const CALL_TIMEOUT_MS = 2000;
const REGISTRY = "org.a11y.atspi.Registry";
const ROOT = "/org/a11y/atspi/accessible/root";
const ACCESSIBLE = "org.a11y.atspi.Accessible";

export class Bus {
  /** @param {import("dbus-next").MessageBus} connection */
  constructor(connection) {
    this.connection = connection;
  }

  /** @param {string} address @returns {Promise<Bus>} */
  static async open(address) {
    const connection = dbus.sessionBus({ busAddress: address });
    const failed = new Promise((_, reject) => {
      // A listener is mandatory: without one a dying bus ends the process.
      connection.on("error", reject);
    });
    failed.catch(() => {});
    const ready = new Promise((resolve) => connection.once("connect", resolve));
    await within(Promise.race([ready, failed]), CALL_TIMEOUT_MS, `bus ${address}`);
    return new Bus(connection);
  }

  /**
   * @param {string} destination @param {string} path @param {string} iface @param {string} member
   * @param {string} [signature] @param {unknown[]} [body] @param {number} [timeout] ms
   * @returns {Promise<any[]>} the reply's body
   */
  async call(destination, path, iface, member, signature = "", body = [], timeout = CALL_TIMEOUT_MS) {
    const message = new dbus.Message({ destination, path, interface: iface, member, signature, body });
    const reply = await within(
      this.connection.call(message),
      timeout,
      `${iface}.${member} of ${destination}`,
    );
    return reply?.body ?? [];
  }

  /**
   * @param {string} destination @param {string} path @param {string} iface @param {string} name
   * @returns {Promise<any>}
   */
  async get(destination, path, iface, name) {
    const [variant] = await this.call(destination, path, "org.freedesktop.DBus.Properties", "Get", "ss", [
      iface,
      name,
    ]);
    return variant.value;
  }

  /** @param {string} name a bus name @returns {Promise<number>} */
  async pidOf(name) {
    const [pid] = await this.call(
      "org.freedesktop.DBus",
      "/org/freedesktop/DBus",
      "org.freedesktop.DBus",
      "GetConnectionUnixProcessID",
      "s",
      [name],
    );
    return pid;
  }

  /**
   * Applications that registered on an accessibility bus; those that do not answer are left out.
   * @returns {Promise<{busName: string, pid: number, name: string, windows: number}[]>}
   */
  async applications() {
    const [children] = await this.call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren");
    const found = await Promise.all(
      children.map(async (/** @type {[string, string]} */ [busName, path]) => {
        try {
          const [pid, name, windows] = await Promise.all([
            this.pidOf(busName),
            this.get(busName, path, ACCESSIBLE, "Name"),
            this.get(busName, path, ACCESSIBLE, "ChildCount"),
          ]);
          return { busName, pid, name, windows };
        } catch {
          return undefined;
        }
      }),
    );
    return found.filter((app) => app !== undefined);
  }

  close() {
    this.connection.disconnect();
  }
}

/** @param {string} signature @param {unknown} value */
export const variant = (signature, value) => new dbus.Variant(signature, value);
