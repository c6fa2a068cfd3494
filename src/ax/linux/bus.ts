import dbus from "dbus-next";
import { encodeCall } from "./encode.js";

const { Message } = dbus;

/** Why a call gave no answer. */
export type FailureKind =
  /** No answer in time; the call may have been carried out. */
  | "timeout"
  /** The application or the object does not exist (any more): nothing was delivered. */
  | "gone"
  /** The application went away while the call was with it; the call may have been carried out. */
  | "vanished"
  /** The object does not implement the method. */
  | "unsupported"
  /** Our side stopped: the bus connection has gone or the deadline passed. */
  | "stopped"
  /** The application answered with another error. */
  | "error";

export class CallFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

interface Pending {
  readonly resolve: (body: readonly unknown[]) => void;
  readonly reject: (error: CallFailure) => void;
  readonly timer: NodeJS.Timeout;
}

const GONE = /\.(ServiceUnknown|NameHasNoOwner|UnknownObject|DoesNotExist|UnknownId)$/;
const VANISHED = /\.(NoReply|Disconnected)$/;
const UNSUPPORTED = /\.(UnknownMethod|UnknownInterface|UnknownProperty|NotSupported|InvalidArgs)$/;

function failureOf(name: string, text: unknown): CallFailure {
  const kind = GONE.test(name)
    ? "gone"
    : VANISHED.test(name)
      ? "vanished"
      : UNSUPPORTED.test(name)
        ? "unsupported"
        : "error";
  return new CallFailure(kind, `${name}: ${typeof text === "string" ? text : ""}`);
}

/**
 * One D-Bus connection. Calls and their answers are matched here, over dbus-next's message layer: its own
 * `call()` never settles once the connection is lost, and keeps a handler for every unanswered call.
 */
export class BusConnection {
  private readonly pending = new Map<number, Pending>();
  private lost: string | undefined;
  private corked = false;

  private constructor(
    private readonly bus: dbus.MessageBus,
    readonly address: string,
  ) {
    // Without an 'error' listener Node ends the process. An error that is not the socket's (a reply that
    // cannot be decoded) costs only the call that waits for it.
    bus.on("error", (error: NodeJS.ErrnoException) => {
      if (error?.syscall || !socketOf(bus)?.writable) this.fail(error?.message ?? "connection error");
    });
    bus.on("message", (message: dbus.Message) => this.receive(message));
    const socket = socketOf(bus);
    socket?.on("end", () => this.fail("the bus closed the connection"));
    socket?.on("close", () => this.fail("the bus connection was closed"));
  }

  /**
   * @param address one D-Bus address, see usableAddress()
   * @param timeout ms for connection, authentication and Hello together
   * @throws CallFailure (kind "stopped" or "timeout")
   */
  static open(address: string, timeout: number): Promise<BusConnection> {
    return new Promise((resolve, reject) => {
      let connection: BusConnection;
      try {
        // As "socket" Node itself connects; for a "path" dbus-next prefers a native module, should there be one.
        const bus = dbus.sessionBus({ busAddress: address.replace(/^unix:path=/, "unix:socket=") });
        connection = new BusConnection(bus, address);
        bus.on("connect", () => {
          clearTimeout(timer);
          surviveDecoding(bus);
          resolve(connection);
        });
      } catch (error) {
        reject(new CallFailure("stopped", error instanceof Error ? error.message : String(error)));
        return;
      }
      const giveUp = (failure: CallFailure): void => {
        clearTimeout(timer);
        connection.close();
        reject(failure);
      };
      const timer = setTimeout(
        () => giveUp(new CallFailure("timeout", `the bus did not answer within ${timeout} ms`)),
        timeout,
      );
      connection.onLost = (reason) => giveUp(new CallFailure("stopped", reason));
    });
  }

  private onLost: ((reason: string) => void) | undefined;

  get alive(): boolean {
    return this.lost === undefined;
  }

  /**
   * Sends one call. @param timeout ms
   * @throws CallFailure
   */
  call(call: BusCall, timeout: number): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.lost !== undefined) {
        reject(new CallFailure("stopped", this.lost));
        return;
      }
      const serial = this.bus.newSerial();
      const timer = setTimeout(() => {
        this.pending.delete(serial);
        reject(new CallFailure("timeout", `${call.member}: no answer within ${timeout} ms`));
      }, timeout);
      this.pending.set(serial, { resolve, reject, timer });
      try {
        this.send(call, serial);
      } catch (error) {
        // A path or name that cannot be encoded, or a socket that has just closed.
        clearTimeout(timer);
        this.pending.delete(serial);
        reject(new CallFailure("error", error instanceof Error ? error.message : String(error)));
      }
    });
  }

  private send(call: BusCall, serial: number): void {
    const socket = socketOf(this.bus);
    if (socket && !socket.writable) throw new Error("the connection is closed");
    const encoded = socket && encodeCall(call, serial);
    if (socket && !this.corked) {
      // One write for all that this turn of the event loop sends: a write for each call was a quarter of a
      // whole read.
      this.corked = true;
      socket.cork();
      process.nextTick(() => {
        this.corked = false;
        socket.uncork();
      });
    }
    if (socket && encoded) {
      socket.write(encoded);
      return;
    }
    const { destination, path, member, signature = "", body = [] } = call;
    const message = new Message({
      destination,
      path,
      interface: call.interface,
      member,
      signature,
      body: [...body],
    });
    message.serial = serial;
    this.bus.send(message);
  }

  close(): void {
    this.fail("closed");
    try {
      this.bus.disconnect();
      socketOf(this.bus)?.destroy();
    } catch {
      // Already closed from the other side.
    }
  }

  private receive(message: dbus.Message): void {
    // METHOD_RETURN is 2 and ERROR is 3 (D-Bus specification, "Message types").
    const type = message.type as unknown as number;
    if (type !== 2 && type !== 3) return;
    const serial = Number(message.replySerial);
    const waiting = this.pending.get(serial);
    if (!waiting) return;
    this.pending.delete(serial);
    clearTimeout(waiting.timer);
    if (type === 2) waiting.resolve(message.body as unknown[]);
    else waiting.reject(failureOf(message.errorName, (message.body as unknown[])[0]));
  }

  private fail(reason: string): void {
    if (this.lost !== undefined) return;
    this.lost = reason;
    const failure = new CallFailure("stopped", reason);
    for (const waiting of this.pending.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(failure);
    }
    this.pending.clear();
    this.onLost?.(reason);
  }
}

/**
 * dbus-next decodes in a listener of the socket and throws there for what it cannot decode: any application
 * could end this process with an answer that names a file descriptor. Such a message is dropped, its call
 * times out, and the messages behind it are read.
 */
function surviveDecoding(bus: dbus.MessageBus): void {
  const socket = socketOf(bus);
  for (const decode of socket?.listeners("readable") ?? []) {
    socket?.on("readable", () => {
      for (let done = false; !done; ) {
        try {
          decode.call(socket);
          done = true;
        } catch {
          // The message was taken off the stream before it was decoded: the next round starts behind it.
        }
      }
    });
    socket?.off("readable", decode as () => void);
  }
}

/** The socket under a dbus-next bus: its own API tells nobody when the peer hangs up. */
function socketOf(bus: dbus.MessageBus): import("node:net").Socket | undefined {
  return (bus as unknown as { _connection?: { stream?: import("node:net").Socket } })._connection?.stream;
}
