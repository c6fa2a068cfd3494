// @ts-check
/**
 * The X11 wire (X Window System Protocol, X Version 11, Release 6.8): connection set-up, requests, replies,
 * events and errors. What can be said over it is in xclient.js.
 */
import { EventEmitter } from "node:events";
import { connect } from "node:net";
import { within } from "./wait.js";

const REPLY_TIMEOUT_MS = 5000;

/** One request's bytes: opcode, the byte after it, and little-endian fields; padded to 4 bytes. */
export class Request {
  /** @type {Buffer[]} */
  parts = [];

  /** @param {number} opcode @param {number} [detail] */
  constructor(opcode, detail = 0) {
    this.opcode = opcode;
    this.detail = detail;
  }

  /** @param {...number} values */
  u32(...values) {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((v, i) => {
      bytes.writeUInt32LE(v >>> 0, 4 * i);
    });
    this.parts.push(bytes);
    return this;
  }

  /** Also takes signed values. @param {...number} values */
  u16(...values) {
    const bytes = Buffer.alloc(2 * values.length);
    values.forEach((v, i) => {
      bytes.writeUInt16LE(v & 0xffff, 2 * i);
    });
    this.parts.push(bytes);
    return this;
  }

  /** @param {...number} values */
  u8(...values) {
    this.parts.push(Buffer.from(values));
    return this;
  }

  /** @param {Uint8Array} data */
  bytes(data) {
    this.parts.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return this;
  }

  encode() {
    const size = this.parts.reduce((sum, part) => sum + part.length, 4);
    const padded = (size + 3) & ~3;
    const head = Buffer.alloc(4);
    head[0] = this.opcode;
    head[1] = this.detail;
    head.writeUInt16LE(padded / 4, 2);
    return Buffer.concat([head, ...this.parts, Buffer.alloc(padded - size)]);
  }
}

/**
 * Emits "event" ({type, data: Buffer of 32 bytes}), "xerror" ({code, opcode, resource}) for requests that
 * have no reply, and "close" when the server has gone.
 */
export class XConnection extends EventEmitter {
  /** @type {Map<number, {resolve: (reply: Buffer) => void, reject: (error: Error) => void}>} */
  #pending = new Map();
  #sequence = 0;
  /** @type {Buffer[]} */
  #chunks = [];
  #buffered = 0;
  #wanted = 8;
  #ready = false;
  closed = false;
  resourceBase = 0;
  root = 0;
  rootDepth = 24;
  rootVisual = 0;
  width = 0;
  height = 0;
  maxRequestBytes = 0;
  imageMsbFirst = false;

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    super();
    this.socket = socket;
    this.setup = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFail = reject;
    });
    this.setup.catch(() => {});
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", (error) => this.#end(error));
    socket.on("close", () => this.#end(new Error("the X server closed the connection")));
    const hello = Buffer.alloc(12);
    hello[0] = 0x6c; // little-endian
    hello.writeUInt16LE(11, 2);
    socket.write(hello);
  }

  /** @type {(value?: unknown) => void} */
  #onReady = () => {};
  /** @type {(error: Error) => void} */
  #onFail = () => {};

  /**
   * @param {string} display for example ":99"; local servers without an authority file only
   * @template {XConnection} T
   * @this {new (socket: import("node:net").Socket) => T}
   * @returns {Promise<T>}
   */
  static async open(display) {
    const number = /^:(\d+)/.exec(display)?.[1];
    if (number === undefined) throw new Error(`not a local display: ${display}`);
    const client = new this(connect(`/tmp/.X11-unix/X${number}`));
    try {
      await within(client.setup, REPLY_TIMEOUT_MS, `X server ${display}`);
    } catch (error) {
      client.close();
      throw error;
    }
    return client;
  }

  /** @param {Error} error */
  #end(error) {
    if (this.closed) return;
    this.closed = true;
    this.#onFail(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.emit("close");
  }

  close() {
    this.#end(new Error("connection closed"));
    this.socket.destroy();
  }

  /** @param {Buffer} chunk */
  #receive(chunk) {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    while (this.#buffered >= this.#wanted) {
      const all =
        this.#chunks.length === 1 ? /** @type {Buffer} */ (this.#chunks[0]) : Buffer.concat(this.#chunks);
      const used = this.#ready ? this.#message(all) : this.#handshake(all);
      this.#chunks = used === all.length ? [] : [all.subarray(used)];
      this.#buffered = all.length - used;
    }
  }

  /** @param {Buffer} data @returns {number} bytes used; 0 after raising the wanted count */
  #handshake(data) {
    const size = 8 + 4 * data.readUInt16LE(6);
    if (data.length < size) {
      this.#wanted = size;
      return 0;
    }
    if (data[0] !== 1) {
      this.#end(new Error(`the X server refused: ${data.toString("latin1", 8, 8 + (data[1] ?? 0))}`));
      return size;
    }
    this.resourceBase = data.readUInt32LE(12);
    this.maxRequestBytes = 4 * data.readUInt16LE(26);
    this.imageMsbFirst = data[30] === 1;
    const screen = 40 + ((data.readUInt16LE(24) + 3) & ~3) + 8 * (data[29] ?? 0);
    this.root = data.readUInt32LE(screen);
    this.width = data.readUInt16LE(screen + 20);
    this.height = data.readUInt16LE(screen + 22);
    this.rootVisual = data.readUInt32LE(screen + 32);
    this.rootDepth = data[screen + 38] ?? 24;
    this.#ready = true;
    this.#wanted = 32;
    this.#onReady();
    return size;
  }

  /** @param {Buffer} data @returns {number} */
  #message(data) {
    const type = (data[0] ?? 0) & 0x7f;
    const hasTail = data[0] === 1 || type === 35;
    const size = hasTail ? 32 + 4 * data.readUInt32LE(4) : 32;
    if (data.length < size) {
      this.#wanted = size;
      return 0;
    }
    this.#wanted = 32;
    const message = Buffer.from(data.subarray(0, size));
    const sequence = message.readUInt16LE(2);
    if (data[0] === 1) {
      this.#pending.get(sequence)?.resolve(message);
      this.#pending.delete(sequence);
    } else if (data[0] === 0) {
      const failure = { code: message[1], opcode: message[10], resource: message.readUInt32LE(4) };
      const waiting = this.#pending.get(sequence);
      this.#pending.delete(sequence);
      if (waiting) waiting.reject(new Error(`X error ${failure.code} of request ${failure.opcode}`));
      else this.emit("xerror", failure);
    } else {
      this.emit("event", { type, data: message });
    }
    return size;
  }

  /** @param {Request} request */
  send(request) {
    if (this.closed) throw new Error("the X connection is closed");
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.socket.write(request.encode());
  }

  /** @param {Request} request @returns {Promise<Buffer>} */
  ask(request) {
    const reply = new Promise((resolve, reject) => {
      this.send(request);
      this.#pending.set(this.#sequence, { resolve, reject });
    });
    return within(reply, REPLY_TIMEOUT_MS, `X request ${request.opcode}`);
  }
}
