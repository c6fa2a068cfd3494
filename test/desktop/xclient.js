// @ts-check
/**
 * A small X11 client that speaks the wire protocol itself, so that the test desktop shares neither Xlib nor
 * its process-wide error handlers with the code under test. All coordinates are pixels of the root window
 * unless a parameter says otherwise.
 */
import { Request, XConnection } from "./xwire.js";

const OP = {
  createWindow: 1,
  changeWindowAttributes: 2,
  getWindowAttributes: 3,
  destroyWindow: 4,
  mapWindow: 8,
  unmapWindow: 10,
  configureWindow: 12,
  getGeometry: 14,
  queryTree: 15,
  internAtom: 16,
  changeProperty: 18,
  getProperty: 20,
  sendEvent: 25,
  queryPointer: 38,
  warpPointer: 41,
  translateCoordinates: 40,
  getInputFocus: 43,
  createPixmap: 53,
  freePixmap: 54,
  createGC: 55,
  clearArea: 61,
  putImage: 72,
  getImage: 73,
};

const ALL_PLANES = 0xffffffff;
const Z_PIXMAP = 2;

export const ATOM = { ATOM: 4, CARDINAL: 6, STRING: 31, WINDOW: 33, WM_NAME: 39, WM_NORMAL_HINTS: 40 };

export const EVENT_MASK = {
  keyPress: 1 << 0,
  keyRelease: 1 << 1,
  buttonPress: 1 << 2,
  buttonRelease: 1 << 3,
  enter: 1 << 4,
  structure: 1 << 17,
};

/** @see XConnection for its events */
export class XClient extends XConnection {
  /** @type {Map<string, number>} */
  #atoms = new Map();
  #nextId = 0;

  newId() {
    this.#nextId += 1;
    return this.resourceBase + this.#nextId;
  }

  /** Settles when the server has processed everything sent before. */
  async sync() {
    await this.ask(new Request(OP.getInputFocus));
  }

  /** @param {string} name @returns {Promise<number>} */
  async atom(name) {
    const known = this.#atoms.get(name);
    if (known !== undefined) return known;
    const bytes = Buffer.from(name, "latin1");
    const reply = await this.ask(new Request(OP.internAtom).u16(bytes.length, 0).bytes(bytes));
    const atom = reply.readUInt32LE(8);
    this.#atoms.set(name, atom);
    return atom;
  }

  /**
   * @param {number} window @param {string} name
   * @returns {Promise<{format: number, data: Buffer} | undefined>} undefined when it is not set
   */
  async property(window, name) {
    const atom = await this.atom(name);
    const reply = await this.ask(new Request(OP.getProperty).u32(window, atom, 0, 0, 0x40000));
    const format = reply[1] ?? 0;
    if (format === 0) return undefined;
    return { format, data: reply.subarray(32, 32 + reply.readUInt32LE(16) * (format / 8)) };
  }

  /** @param {number} window @param {string} name @returns {Promise<number[] | undefined>} */
  async numbers(window, name) {
    const value = await this.property(window, name);
    if (value?.format !== 32) return undefined;
    return Array.from({ length: value.data.length / 4 }, (_, i) => value.data.readUInt32LE(4 * i));
  }

  /** @param {number} window @param {string} name @returns {Promise<string | undefined>} */
  async text(window, name) {
    const value = await this.property(window, name);
    return value?.format === 8 ? value.data.toString("utf8") : undefined;
  }

  /** @param {number} window @param {string} name @param {number} type @param {string | number[]} value */
  async setProperty(window, name, type, value) {
    const atom = await this.atom(name);
    const request = new Request(OP.changeProperty).u32(window, atom, type);
    if (typeof value === "string") {
      const bytes = Buffer.from(value, "utf8");
      this.send(request.u8(8, 0, 0, 0).u32(bytes.length).bytes(bytes));
    } else {
      this.send(request.u8(32, 0, 0, 0).u32(value.length, ...value));
    }
  }

  /** Children of a window from bottom to top. @param {number} window @returns {Promise<number[]>} */
  async children(window) {
    const reply = await this.ask(new Request(OP.queryTree).u32(window));
    return Array.from({ length: reply.readUInt16LE(16) }, (_, i) => reply.readUInt32LE(32 + 4 * i));
  }

  /** @param {number} window */
  async attributes(window) {
    const reply = await this.ask(new Request(OP.getWindowAttributes).u32(window));
    return {
      inputOnly: reply.readUInt16LE(12) === 2,
      viewable: reply[26] === 2,
      overrideRedirect: reply[27] === 1,
    };
  }

  /** The client area of a window on the root window. @param {number} window */
  async rect(window) {
    const [geometry, place] = await Promise.all([
      this.ask(new Request(OP.getGeometry).u32(window)),
      this.ask(new Request(OP.translateCoordinates).u32(window, this.root).u16(0, 0)),
    ]);
    return {
      x: place.readInt16LE(12),
      y: place.readInt16LE(14),
      width: geometry.readUInt16LE(16),
      height: geometry.readUInt16LE(18),
    };
  }

  async pointer() {
    const reply = await this.ask(new Request(OP.queryPointer).u32(this.root));
    return { x: reply.readInt16LE(16), y: reply.readInt16LE(18), mask: reply.readUInt16LE(24) };
  }

  /** Moves the pointer without XTest; no button changes. @param {number} px @param {number} py */
  async movePointer(px, py) {
    this.send(new Request(OP.warpPointer).u32(0, this.root).u16(0, 0, 0, 0, px, py));
    await this.sync();
  }

  async inputFocus() {
    return (await this.ask(new Request(OP.getInputFocus))).readUInt32LE(8);
  }

  /** An EWMH request to the window manager. @param {number} window @param {string} name @param {number[]} data */
  async clientMessage(window, name, data) {
    const event = Buffer.alloc(32);
    event[0] = 33;
    event[1] = 32;
    event.writeUInt32LE(window, 4);
    event.writeUInt32LE(await this.atom(name), 8);
    data.slice(0, 5).forEach((v, i) => {
      event.writeUInt32LE(v >>> 0, 12 + 4 * i);
    });
    const substructure = (1 << 19) | (1 << 20); // SubstructureNotify and SubstructureRedirect
    this.send(new Request(OP.sendEvent).u32(this.root, substructure).bytes(event));
  }

  /**
   * @param {{x: number, y: number, width: number, height: number, overrideRedirect?: boolean,
   *   inputOnly?: boolean, events?: number}} options
   * @returns {number} the window's id; not mapped yet
   */
  createWindow(options) {
    const id = this.newId();
    const override = 1 << 9;
    const eventMask = 1 << 11;
    this.send(
      new Request(OP.createWindow, options.inputOnly ? 0 : this.rootDepth)
        .u32(id, this.root)
        .u16(options.x, options.y, options.width, options.height, 0, options.inputOnly ? 2 : 1)
        .u32(0, override | eventMask, options.overrideRedirect ? 1 : 0, options.events ?? 0),
    );
    return id;
  }

  /** @param {number} window */
  map(window) {
    this.send(new Request(OP.mapWindow).u32(window));
  }

  /** @param {number} window */
  unmap(window) {
    this.send(new Request(OP.unmapWindow).u32(window));
  }

  /** @param {number} window */
  destroy(window) {
    this.send(new Request(OP.destroyWindow).u32(window));
  }

  /**
   * @param {number} window
   * @param {{x?: number, y?: number, width?: number, height?: number, stack?: "above" | "below"}} change
   */
  configure(window, change) {
    /** @type {[number, number | undefined][]} */
    const fields = [
      [1, change.x],
      [2, change.y],
      [4, change.width],
      [8, change.height],
      [64, change.stack === undefined ? undefined : change.stack === "above" ? 0 : 1],
    ];
    const given = /** @type {[number, number][]} */ (fields.filter(([, value]) => value !== undefined));
    const mask = given.reduce((sum, [bit]) => sum | bit, 0);
    this.send(
      new Request(OP.configureWindow)
        .u32(window)
        .u16(mask, 0)
        .u32(...given.map(([, value]) => value)),
    );
  }

  /**
   * Makes a picture the background of a window: the server repaints it by itself, even while the window's
   * owner hangs.
   * @param {number} window
   * @param {{width: number, height: number, bgrx: Buffer}} picture 4 bytes a pixel
   */
  paint(window, picture) {
    const { width, height, bgrx } = picture;
    const pixmap = this.newId();
    const gc = this.newId();
    this.send(new Request(OP.createPixmap, this.rootDepth).u32(pixmap, this.root).u16(width, height));
    this.send(new Request(OP.createGC).u32(gc, pixmap, 0));
    const rows = Math.max(1, Math.floor((this.maxRequestBytes - 64) / (4 * width)));
    for (let y = 0; y < height; y += rows) {
      const count = Math.min(rows, height - y);
      this.send(
        new Request(OP.putImage, Z_PIXMAP)
          .u32(pixmap, gc)
          .u16(width, count, 0, y)
          .u8(0, this.rootDepth, 0, 0)
          .bytes(bgrx.subarray(4 * width * y, 4 * width * (y + count))),
      );
    }
    this.send(new Request(OP.changeWindowAttributes).u32(window, 1, pixmap));
    this.send(new Request(OP.freePixmap).u32(pixmap));
    this.send(new Request(OP.clearArea).u32(window).u16(0, 0, 0, 0));
  }

  /**
   * @param {{x: number, y: number, width: number, height: number}} area on the root window
   * @returns {Promise<Buffer>} BGRX, 4 bytes a pixel, no row padding
   */
  async pixels(area) {
    const reply = await this.ask(
      new Request(OP.getImage, Z_PIXMAP)
        .u32(this.root)
        .u16(area.x, area.y, area.width, area.height)
        .u32(ALL_PLANES),
    );
    return reply.subarray(32, 32 + 4 * area.width * area.height);
  }
}
