import { readlinkSync } from "node:fs";
import { GroundmarkError } from "../../core/errors.js";
import { probeServer } from "./probe.js";
import {
  type DisplayCalls,
  loadXlib,
  type Out,
  type Pointer,
  type RawCall,
  type XErrorEvent,
  type Xlib,
} from "./xlib.js";

/** An X protocol error that a request of this connection met. */
export interface XError {
  /** Protocol number: 3 BadWindow, 8 BadMatch, 9 BadDrawable, 10 BadAccess, ... */
  readonly code: number;
  readonly request: number;
  readonly resource: number;
}

/** How long the server may take to answer before a call gives up, ms. A round trip takes 0.05 ms. */
const PATIENCE = 2000;
const CLIENT_MESSAGE = 33;
const QUEUED_AFTER_READING = 1;
/** XEvent is a union of 24 longs. */
const EVENT_BYTES = 192;
const POLLIN = 1;
const POLLERR_OR_HUP = 0x18;
const XA_INTEGER = 19;

const open = new Map<Pointer, XConnection>();
let handlersInstalled: Pointer | undefined;

/**
 * Process-wide and for good: Xlib's own error handlers end the process. They are never unregistered, as a
 * connection may report at any time.
 * @returns the exit handler, which has to be set for each display
 */
function installHandlers(x: Xlib): Pointer {
  if (handlersInstalled !== undefined) return handlersInstalled;
  const { koffi, types } = x;
  x.XSetErrorHandler(
    koffi.register((display: Pointer, event: Pointer) => {
      open.get(display)?.noteError(koffi.decode(event, types.errorEvent) as XErrorEvent);
      return 0;
    }, types.errorHandler),
  );
  x.XSetIOErrorHandler(
    koffi.register((display: Pointer) => {
      open.get(display)?.markDead();
      return 0;
    }, types.ioErrorHandler),
  );
  // Returning from it keeps the process alive; the default one calls exit(1).
  handlersInstalled = koffi.register(() => undefined, types.ioErrorExitHandler);
  return handlersInstalled;
}

/** "socket:[inode]", or undefined for anything else. */
function socketOf(fd: number): string | undefined {
  try {
    const target = readlinkSync(`/proc/self/fd/${fd}`);
    return target.startsWith("socket:") ? target : undefined;
  } catch {
    return undefined;
  }
}

export const out = <T = number>(): Out<T> => [undefined as T];
/** XIDs and atoms are 29-bit numbers in a 64-bit C type. */
export const id = (value: number | bigint | undefined): number => Number(value ?? 0);

/**
 * One connection to an X server that survives the server.
 *
 * `x` holds the Xlib calls bound to it. Each of them throws PLATFORM_NOT_SUPPORTED instead of calling when
 * the connection is dead, and when the server dies during the call. A request that the server refuses is
 * collected as an XError, for `takeErrors`.
 */
export class XConnection {
  readonly x: DisplayCalls;
  readonly root: number;
  readonly screen: number;
  private dead = false;
  private closed = false;
  private errors: XError[] = [];
  private readonly atoms = new Map<string, number>();
  private readonly atomNames = new Map<number, string>();
  private readonly fd: number;
  /** Which socket `fd` is: Xlib leaves that of a dead connection open, and we must not close another one. */
  private readonly socket: string | undefined;
  private readonly probeWindow: number;
  private probeSerial = 0;

  private constructor(
    readonly name: string,
    readonly lib: Xlib,
    private readonly display: Pointer,
  ) {
    this.x = this.bind<DisplayCalls>(lib.calls);
    open.set(display, this);
    lib.XSetIOErrorExitHandler(display, installHandlers(lib), null);
    this.screen = this.x.XDefaultScreen();
    this.root = id(this.x.XDefaultRootWindow());
    this.fd = this.x.XConnectionNumber();
    this.socket = socketOf(this.fd);
    this.probeWindow = id(this.x.XCreateSimpleWindow(this.root, 0, 0, 1, 1, 0, 0, 0));
  }

  /**
   * @param name a display string (":1", "unix:1", "host:1.0"); the environment's DISPLAY when absent
   * @throws GroundmarkError PLATFORM_NOT_SUPPORTED (no display, no server, missing library), INVALID_ARGS
   *   (not a display string), TIMEOUT (the server accepts connections but does not answer)
   */
  static open(name = process.env.DISPLAY ?? ""): XConnection {
    if (name === "")
      throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "no X display: DISPLAY is not set", {
        suggestion:
          "Run inside a desktop session, or start a virtual one (Xvfb -displayfd 1) and set DISPLAY.",
      });
    if (!/^[^\s\0:]*:\d{1,5}(\.\d{1,3})?$/.test(name))
      throw new GroundmarkError("INVALID_ARGS", `not an X display: ${JSON.stringify(name.slice(0, 80))}`, {
        suggestion: "Give a display such as :0 or :1.0.",
        details: { argument: "display" },
      });
    const lib = loadXlib();
    installHandlers(lib);
    const answers = probeServer(lib, name, PATIENCE);
    const display = lib.XOpenDisplay(name);
    if (display === null && answers)
      throw new GroundmarkError("UNAUTHORIZED", `the X server ${name} answers but does not admit us`, {
        suggestion:
          "Run as the user that owns the display, or set XAUTHORITY to that session's authority file. A server that is full of clients refuses too.",
        details: { display: name },
      });
    if (display === null)
      throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", `the X display ${name} cannot be opened`, {
        suggestion: "Check that DISPLAY names a running X server and that XAUTHORITY admits this user.",
        details: { display: name },
      });
    return new XConnection(name, lib, display);
  }

  /** False once the server has gone or `close` was called. Makes no X request. */
  get alive(): boolean {
    if (!this.dead && !this.closed && this.poll(0, 0) & POLLERR_OR_HUP) this.markDead();
    return !this.dead && !this.closed;
  }

  /**
   * Makes sure that the server answers, so that a stopped or grabbed server costs a bounded wait and not
   * the process: an event sent to our own window has to come back.
   * @throws GroundmarkError TIMEOUT, PLATFORM_NOT_SUPPORTED
   */
  ping(timeout = PATIENCE): void {
    this.assertAlive();
    const serial = ++this.probeSerial;
    const event = Buffer.alloc(EVENT_BYTES);
    // XClientMessageEvent on a 64-bit platform: type 0, window 32, message_type 40, format 48, data 56.
    event.writeInt32LE(CLIENT_MESSAGE, 0);
    event.writeBigUInt64LE(BigInt(this.probeWindow), 32);
    event.writeBigUInt64LE(BigInt(XA_INTEGER), 40);
    event.writeInt32LE(32, 48);
    event.writeInt32LE(serial, 56);
    this.x.XSendEvent(this.probeWindow, 0, 0, event);
    this.x.XFlush();
    const end = performance.now() + timeout;
    const incoming = Buffer.alloc(EVENT_BYTES);
    for (;;) {
      while (this.x.XEventsQueued(QUEUED_AFTER_READING) > 0) {
        this.x.XNextEvent(incoming);
        if (incoming.readInt32LE(0) === CLIENT_MESSAGE && incoming.readInt32LE(56) === serial) return;
      }
      const left = end - performance.now();
      if (left <= 0)
        throw new GroundmarkError(
          "TIMEOUT",
          `the X server ${this.name} did not answer within ${timeout} ms`,
          {
            suggestion: "Check that the X server is not stopped and that no program has grabbed it.",
          },
        );
      this.poll(POLLIN, Math.ceil(left));
    }
  }

  /** Calls of this or a further library (libXtst) with the display filled in, held back once it is dead. */
  bind<T>(calls: Readonly<Record<string, RawCall>>): T {
    const bound: Record<string, unknown> = {};
    for (const [name, call] of Object.entries(calls)) {
      bound[name] = (...rest: never[]) => {
        this.assertAlive();
        const result = call(this.display, ...rest);
        if (this.dead) this.assertAlive();
        return result;
      };
    }
    return bound as T;
  }

  /** The protocol errors since the last call, oldest first. */
  takeErrors(): XError[] {
    const taken = this.errors;
    this.errors = [];
    return taken;
  }

  /** The atom of that name; the server creates it when nobody has used it yet. */
  atom(name: string): number {
    let atom = this.atoms.get(name);
    if (atom === undefined) {
      atom = id(this.x.XInternAtom(name, 0));
      this.atoms.set(name, atom);
    }
    return atom;
  }

  /** An atom's name, or undefined when the server knows no such atom. */
  atomName(atom: number): string | undefined {
    if (atom === 0) return undefined;
    const known = this.atomNames.get(atom);
    if (known !== undefined) return known;
    const text = this.x.XGetAtomName(atom);
    if (text === null) {
      this.takeErrors();
      return undefined;
    }
    const name = this.lib.koffi.decode.string(text);
    this.lib.XFree(text);
    this.atomNames.set(atom, name);
    return name;
  }

  close(): void {
    if (this.closed) return;
    if (this.alive) this.x.XCloseDisplay();
    else if (this.socket !== undefined && socketOf(this.fd) === this.socket) this.lib.libc.close(this.fd);
    open.delete(this.display);
    this.closed = true;
  }

  /** @internal Called from Xlib's error handler: must not throw. */
  noteError(event: XErrorEvent): void {
    // Bounded: a caller that never looks must not make the list grow for ever.
    if (this.errors.length < 256)
      this.errors.push({
        code: event.error_code,
        request: event.request_code,
        resource: id(event.resourceid),
      });
  }

  /** @internal Called from Xlib's IO error handler: must not throw. */
  markDead(): void {
    if (this.dead) return;
    this.dead = true;
  }

  private assertAlive(): void {
    if (this.dead || this.closed)
      throw new GroundmarkError(
        "PLATFORM_NOT_SUPPORTED",
        this.closed ? `the connection to ${this.name} is closed` : `the X display ${this.name} has gone`,
        { suggestion: "Start the X server again, then open a new session.", details: { display: this.name } },
      );
  }

  private poll(events: number, timeout: number): number {
    const request = Buffer.alloc(8);
    request.writeInt32LE(this.fd, 0);
    request.writeInt16LE(events, 4);
    this.lib.libc.poll(request, 1, timeout);
    return request.readInt16LE(6);
  }
}
