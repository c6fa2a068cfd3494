import { id, XConnection } from "../../src/capture/x11/connection.js";
import { loadLibrary, type RawCall } from "../../src/capture/x11/xlib.js";

interface ClientCalls {
  XMapWindow(window: number): number;
  XDestroyWindow(window: number): number;
  XCreateWindow(
    parent: number,
    x: number,
    y: number,
    width: number,
    height: number,
    border: number,
    depth: number,
    kind: number,
    visual: null,
    mask: number,
    attributes: Uint8Array,
  ): number | bigint;
  XChangeProperty(
    window: number,
    property: number,
    type: number,
    format: number,
    mode: number,
    data: Uint8Array,
    count: number,
  ): number;
  XShapeCombineRectangles(
    window: number,
    kind: number,
    x: number,
    y: number,
    rectangles: Uint8Array,
    count: number,
    operation: number,
    ordering: number,
  ): void;
  XWarpPointer(
    from: number,
    to: number,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    x: number,
    y: number,
  ): number;
}

export interface TestWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly border?: number;
  readonly colour?: number;
  readonly overrideRedirect?: boolean;
  readonly inputOnly?: boolean;
  readonly parent?: number;
  readonly mapped?: boolean;
}

/** A raw X client: windows exactly as asked for, without a toolkit's helper windows. */
export class TestClient {
  readonly connection: XConnection;
  private readonly calls: ClientCalls;

  constructor(display: string) {
    this.connection = XConnection.open(display);
    const { koffi } = this.connection.lib;
    const x11 = loadLibrary(koffi, "libX11.so.6");
    const ext = loadLibrary(koffi, "libXext.so.6");
    this.calls = this.connection.bind<ClientCalls>({
      XMapWindow: x11.func("int XMapWindow(void *, ulong)") as RawCall,
      XDestroyWindow: x11.func("int XDestroyWindow(void *, ulong)") as RawCall,
      XCreateWindow: x11.func(
        "ulong XCreateWindow(void *, ulong, int, int, uint, uint, uint, int, uint, void *, ulong, void *)",
      ) as RawCall,
      XChangeProperty: x11.func(
        "int XChangeProperty(void *, ulong, ulong, ulong, int, int, void *, int)",
      ) as RawCall,
      XShapeCombineRectangles: ext.func(
        "void XShapeCombineRectangles(void *, ulong, int, int, int, void *, int, int, int)",
      ) as RawCall,
      XWarpPointer: x11.func(
        "int XWarpPointer(void *, ulong, ulong, int, int, uint, uint, int, int)",
      ) as RawCall,
    });
  }

  window(spec: TestWindow): number {
    // XSetWindowAttributes: background_pixel at 8, override_redirect at 88 (64-bit).
    const attributes = Buffer.alloc(112);
    attributes.writeBigUInt64LE(BigInt(spec.colour ?? 0), 8);
    attributes.writeInt32LE(spec.overrideRedirect ? 1 : 0, 88);
    const CW_BACK_PIXEL = 1 << 1;
    const CW_OVERRIDE_REDIRECT = 1 << 9;
    const made = id(
      this.calls.XCreateWindow(
        spec.parent ?? this.connection.root,
        spec.x,
        spec.y,
        spec.width,
        spec.height,
        spec.border ?? 0,
        0,
        spec.inputOnly ? 2 : 0,
        null,
        spec.inputOnly ? CW_OVERRIDE_REDIRECT : CW_BACK_PIXEL | CW_OVERRIDE_REDIRECT,
        attributes,
      ),
    );
    if (spec.mapped ?? true) this.calls.XMapWindow(made);
    this.sync();
    return made;
  }

  destroy(window: number): void {
    this.calls.XDestroyWindow(window);
    this.sync();
  }

  text(window: number, property: string, type: string, bytes: Uint8Array): void {
    this.calls.XChangeProperty(
      window,
      this.connection.atom(property),
      this.connection.atom(type),
      8,
      0,
      bytes,
      bytes.length,
    );
    this.sync();
  }

  items(window: number, property: string, type: string, values: readonly number[]): void {
    const data = Buffer.alloc(8 * values.length);
    values.forEach((value, i) => {
      data.writeBigUInt64LE(BigInt(value), i * 8);
    });
    this.calls.XChangeProperty(
      window,
      this.connection.atom(property),
      this.connection.atom(type),
      32,
      0,
      data,
      values.length,
    );
    this.sync();
  }

  /** @param kind 0 bounding, 2 input */
  shape(
    window: number,
    kind: 0 | 2,
    rectangles: readonly (readonly [number, number, number, number])[],
  ): void {
    const data = Buffer.alloc(8 * Math.max(1, rectangles.length));
    rectangles.forEach(([x, y, width, height], i) => {
      data.writeInt16LE(x, i * 8);
      data.writeInt16LE(y, i * 8 + 2);
      data.writeUInt16LE(width, i * 8 + 4);
      data.writeUInt16LE(height, i * 8 + 6);
    });
    this.calls.XShapeCombineRectangles(window, kind, 0, 0, data, rectangles.length, 0, 0);
    this.sync();
  }

  warp(x: number, y: number): void {
    this.calls.XWarpPointer(0, this.connection.root, 0, 0, 0, 0, x, y);
    this.sync();
  }

  close(): void {
    this.connection.close();
  }

  private sync(): void {
    this.connection.x.XSync(0);
    const errors = this.connection.takeErrors();
    if (errors.length > 0) throw new Error(`X error ${JSON.stringify(errors)}`);
  }
}
