import { createRequire } from "node:module";
import type * as Koffi from "koffi";
import { GroundmarkError } from "../../core/errors.js";

/** An address in this process. */
export type Pointer = bigint;
/** An output argument: a one-element array that the call fills. */
export type Out<T = number> = T[];

/** The part of XWindowAttributes that is read. */
export interface WindowAttributes {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly border_width: number;
  readonly class: number;
  readonly map_state: number;
  readonly override_redirect: number;
}

/** The part of XImage that is read. Masks are the 64-bit C type, hence the union. */
export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  readonly data: Pointer | null;
  readonly byte_order: number;
  readonly bytes_per_line: number;
  readonly bits_per_pixel: number;
  readonly red_mask: number | bigint;
  readonly green_mask: number | bigint;
  readonly blue_mask: number | bigint;
}

export interface MonitorInfo {
  readonly name: number | bigint;
  readonly primary: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface XErrorEvent {
  readonly display: Pointer;
  readonly resourceid: number | bigint;
  readonly error_code: number;
  readonly request_code: number;
  readonly minor_code: number;
}

/**
 * The calls that take a display, without that argument: a connection supplies it, and makes none of them
 * once the connection is dead.
 */
export interface DisplayCalls {
  XConnectionNumber(): number;
  XDefaultScreen(): number;
  XDefaultRootWindow(): number | bigint;
  XDefaultVisual(screen: number): Pointer;
  XDefaultDepth(screen: number): number;
  XFlush(): number;
  XSync(discard: number): number;
  XEventsQueued(mode: number): number;
  XNextEvent(event: Uint8Array): number;
  XSendEvent(window: number, propagate: number, mask: number, event: Uint8Array): number;
  XCreateSimpleWindow(
    parent: number,
    x: number,
    y: number,
    width: number,
    height: number,
    border: number,
    borderPixel: number,
    background: number,
  ): number | bigint;
  XInternAtom(name: string, onlyIfExists: number): number | bigint;
  XGetAtomName(atom: number): Pointer | null;
  XGetWindowProperty(
    window: number,
    property: number,
    offset: number,
    length: number,
    remove: number,
    type: number,
    actualType: Out<number | bigint>,
    format: Out,
    items: Out<number | bigint>,
    bytesAfter: Out<number | bigint>,
    data: Out<Pointer | null>,
  ): number;
  XQueryTree(
    window: number,
    root: Out<number | bigint>,
    parent: Out<number | bigint>,
    children: Out<Pointer | null>,
    count: Out,
  ): number;
  XGetWindowAttributes(window: number, attributes: Uint8Array): number;
  XGetGeometry(
    window: number,
    root: Out<number | bigint>,
    x: Out,
    y: Out,
    width: Out,
    height: Out,
    border: Out,
    depth: Out,
  ): number;
  XTranslateCoordinates(
    from: number,
    to: number,
    x: number,
    y: number,
    outX: Out,
    outY: Out,
    child: Out<number | bigint>,
  ): number;
  XQueryPointer(
    window: number,
    root: Out<number | bigint>,
    child: Out<number | bigint>,
    rootX: Out,
    rootY: Out,
    winX: Out,
    winY: Out,
    mask: Out,
  ): number;
  XGetInputFocus(focus: Out<number | bigint>, revertTo: Out): number;
  XQueryExtension(name: string, opcode: Out, event: Out, error: Out): number;
  Xutf8TextPropertyToTextList(property: Pointer, list: Out<Pointer | null>, count: Out): number;
  XGetImage(
    drawable: number,
    x: number,
    y: number,
    width: number,
    height: number,
    planes: number,
    format: number,
  ): Pointer | null;
  XShmQueryExtension(): number;
  XShmCreateImage(
    visual: Pointer,
    depth: number,
    format: number,
    data: null,
    info: Pointer,
    width: number,
    height: number,
  ): Pointer | null;
  XShmAttach(info: Pointer): number;
  XShmDetach(info: Pointer): number;
  XShmGetImage(drawable: number, image: Pointer, x: number, y: number, planes: number): number;
  XShapeQueryExtension(event: Out, error: Out): number;
  XShapeGetRectangles(window: number, kind: number, count: Out, ordering: Out): Pointer | null;
  XRRGetMonitors(window: number, active: number, count: Out): Pointer | null;
  XCloseDisplay(): number;
}

/** A call of DisplayCalls with its display argument back in front. */
export type RawCall = (display: Pointer, ...rest: never[]) => unknown;

export interface Xlib {
  readonly koffi: typeof Koffi;
  readonly calls: Readonly<Record<keyof DisplayCalls, RawCall>>;
  readonly XOpenDisplay: (name: string) => Pointer | null;
  readonly XFree: (memory: Pointer) => number;
  readonly XFreeStringList: (list: Pointer) => void;
  readonly XDestroyImage: (image: Pointer) => number;
  readonly XRRFreeMonitors: (monitors: Pointer) => void;
  readonly XSetErrorHandler: (handler: Pointer) => Pointer | null;
  readonly XSetIOErrorHandler: (handler: Pointer) => Pointer | null;
  readonly XSetIOErrorExitHandler: (display: Pointer, handler: Pointer, data: null) => void;
  readonly libc: {
    readonly poll: (fds: Uint8Array, count: number, timeout: number) => number;
    readonly close: (fd: number) => number;
    readonly socket: (domain: number, type: number, protocol: number) => number;
    readonly connect: (fd: number, address: Uint8Array, length: number) => number;
    readonly write: (fd: number, data: Uint8Array, length: number) => number;
    readonly shmget: (key: number, size: number, flags: number) => number;
    readonly shmat: (id: number, address: null, flags: number) => Pointer;
    readonly shmdt: (address: Pointer) => number;
    readonly shmctl: (id: number, command: number, buffer: null) => number;
  };
  readonly types: {
    readonly image: Koffi.TypeObject;
    readonly attributes: Koffi.TypeObject;
    readonly textProperty: Koffi.TypeObject;
    readonly monitor: Koffi.TypeObject;
    readonly rectangle: Koffi.TypeObject;
    readonly errorEvent: Koffi.TypeObject;
    readonly shmInfo: Koffi.TypeObject;
    readonly errorHandler: Koffi.TypeObject;
    readonly ioErrorHandler: Koffi.TypeObject;
    readonly ioErrorExitHandler: Koffi.TypeObject;
  };
}

const DEBIAN_PACKAGE: Readonly<Record<string, string>> = {
  "libX11.so.6": "libx11-6",
  "libXext.so.6": "libxext6",
  "libXrandr.so.2": "libxrandr2",
  "libXtst.so.6": "libxtst6",
  "libc.so.6": "libc6",
};

const require = createRequire(import.meta.url);

/** koffi itself, loaded on first use: the package also runs where its native part is absent. */
export function loadKoffi(): typeof Koffi {
  try {
    return require("koffi") as typeof Koffi;
  } catch (cause) {
    throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "koffi has no native part for this platform", {
      suggestion: "Reinstall groundmark with its optional packages (npm install --include=optional).",
      cause,
    });
  }
}

/** @throws GroundmarkError PLATFORM_NOT_SUPPORTED that names the Debian package of a missing library */
export function loadLibrary(koffi: typeof Koffi, file: string): Koffi.LibraryHandle {
  try {
    return koffi.load(file);
  } catch (cause) {
    const name = DEBIAN_PACKAGE[file] ?? file;
    throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", `the library ${file} cannot be loaded`, {
      suggestion: `Install it (Debian, Ubuntu: apt-get install ${name}).`,
      details: { library: file, package: name },
      cause,
    });
  }
}

let loaded: Xlib | undefined;

/**
 * The bindings, loaded on first use and once per thread.
 * @throws GroundmarkError PLATFORM_NOT_SUPPORTED when a library is missing or older than libX11 1.7
 */
export function loadXlib(): Xlib {
  loaded ??= bind(loadKoffi());
  return loaded;
}

function structs(koffi: typeof Koffi) {
  return {
    image: koffi.struct({
      width: "int",
      height: "int",
      xoffset: "int",
      format: "int",
      data: "void *",
      byte_order: "int",
      bitmap_unit: "int",
      bitmap_bit_order: "int",
      bitmap_pad: "int",
      depth: "int",
      bytes_per_line: "int",
      bits_per_pixel: "int",
      red_mask: "ulong",
      green_mask: "ulong",
      blue_mask: "ulong",
    }),
    attributes: koffi.struct({
      x: "int",
      y: "int",
      width: "int",
      height: "int",
      border_width: "int",
      depth: "int",
      visual: "void *",
      root: "ulong",
      class: "int",
      bit_gravity: "int",
      win_gravity: "int",
      backing_store: "int",
      backing_planes: "ulong",
      backing_pixel: "ulong",
      save_under: "int",
      colormap: "ulong",
      map_installed: "int",
      map_state: "int",
      all_event_masks: "long",
      your_event_mask: "long",
      do_not_propagate_mask: "long",
      override_redirect: "int",
      screen: "void *",
    }),
    monitor: koffi.struct({
      name: "ulong",
      primary: "int",
      automatic: "int",
      noutput: "int",
      x: "int",
      y: "int",
      width: "int",
      height: "int",
      mwidth: "int",
      mheight: "int",
      outputs: "void *",
    }),
    rectangle: koffi.struct({ x: "short", y: "short", width: "ushort", height: "ushort" }),
    errorEvent: koffi.struct({
      type: "int",
      display: "void *",
      resourceid: "ulong",
      serial: "ulong",
      error_code: "uchar",
      request_code: "uchar",
      minor_code: "uchar",
    }),
    shmInfo: koffi.struct({ shmseg: "ulong", shmid: "int", shmaddr: "void *", readOnly: "int" }),
    textProperty: koffi.struct({ value: "void *", encoding: "ulong", format: "int", nitems: "ulong" }),
  };
}

/** C prototypes from Xlib.h, Xutil.h, XShm.h, shape.h and Xrandr.h; XIDs and atoms are unsigned long. */
const PROTOTYPES: Readonly<Record<keyof DisplayCalls, string>> = {
  XConnectionNumber: "int XConnectionNumber(void *)",
  XDefaultScreen: "int XDefaultScreen(void *)",
  XDefaultRootWindow: "ulong XDefaultRootWindow(void *)",
  XDefaultVisual: "void *XDefaultVisual(void *, int)",
  XDefaultDepth: "int XDefaultDepth(void *, int)",
  XFlush: "int XFlush(void *)",
  XSync: "int XSync(void *, int)",
  XEventsQueued: "int XEventsQueued(void *, int)",
  XNextEvent: "int XNextEvent(void *, void *)",
  XSendEvent: "int XSendEvent(void *, ulong, int, long, void *)",
  XCreateSimpleWindow: "ulong XCreateSimpleWindow(void *, ulong, int, int, uint, uint, uint, ulong, ulong)",
  XInternAtom: "ulong XInternAtom(void *, const char *, int)",
  XGetAtomName: "void *XGetAtomName(void *, ulong)",
  XGetWindowProperty:
    "int XGetWindowProperty(void *, ulong, ulong, long, long, int, ulong, " +
    "_Out_ ulong *, _Out_ int *, _Out_ ulong *, _Out_ ulong *, _Out_ void **)",
  XQueryTree: "int XQueryTree(void *, ulong, _Out_ ulong *, _Out_ ulong *, _Out_ void **, _Out_ uint *)",
  XGetWindowAttributes: "int XGetWindowAttributes(void *, ulong, void *)",
  XGetGeometry:
    "int XGetGeometry(void *, ulong, _Out_ ulong *, _Out_ int *, _Out_ int *, " +
    "_Out_ uint *, _Out_ uint *, _Out_ uint *, _Out_ uint *)",
  XTranslateCoordinates:
    "int XTranslateCoordinates(void *, ulong, ulong, int, int, _Out_ int *, _Out_ int *, _Out_ ulong *)",
  XQueryPointer:
    "int XQueryPointer(void *, ulong, _Out_ ulong *, _Out_ ulong *, " +
    "_Out_ int *, _Out_ int *, _Out_ int *, _Out_ int *, _Out_ uint *)",
  XGetInputFocus: "int XGetInputFocus(void *, _Out_ ulong *, _Out_ int *)",
  XQueryExtension: "int XQueryExtension(void *, const char *, _Out_ int *, _Out_ int *, _Out_ int *)",
  Xutf8TextPropertyToTextList: "int Xutf8TextPropertyToTextList(void *, void *, _Out_ void **, _Out_ int *)",
  XGetImage: "void *XGetImage(void *, ulong, int, int, uint, uint, ulong, int)",
  XShmQueryExtension: "int XShmQueryExtension(void *)",
  XShmCreateImage: "void *XShmCreateImage(void *, void *, uint, int, void *, void *, uint, uint)",
  XShmAttach: "int XShmAttach(void *, void *)",
  XShmDetach: "int XShmDetach(void *, void *)",
  XShmGetImage: "int XShmGetImage(void *, ulong, void *, int, int, ulong)",
  XShapeQueryExtension: "int XShapeQueryExtension(void *, _Out_ int *, _Out_ int *)",
  XShapeGetRectangles: "void *XShapeGetRectangles(void *, ulong, int, _Out_ int *, _Out_ int *)",
  XRRGetMonitors: "void *XRRGetMonitors(void *, ulong, int, _Out_ int *)",
  XCloseDisplay: "int XCloseDisplay(void *)",
};

function bind(koffi: typeof Koffi): Xlib {
  const x11 = loadLibrary(koffi, "libX11.so.6");
  const ext = loadLibrary(koffi, "libXext.so.6");
  const randr = loadLibrary(koffi, "libXrandr.so.2");
  const libc = loadLibrary(koffi, "libc.so.6");
  const calls = Object.fromEntries(
    Object.entries(PROTOTYPES).map(([name, prototype]) => {
      const library = /^XSh/.test(name) ? ext : /^XRR/.test(name) ? randr : x11;
      return [name, library.func(prototype) as RawCall];
    }),
  );
  return {
    koffi,
    calls: calls as unknown as Xlib["calls"],
    XOpenDisplay: x11.func("void *XOpenDisplay(const char *)"),
    XFree: x11.func("int XFree(void *)"),
    XFreeStringList: x11.func("void XFreeStringList(void *)"),
    XDestroyImage: x11.func("int XDestroyImage(void *)"),
    XRRFreeMonitors: randr.func("void XRRFreeMonitors(void *)"),
    XSetErrorHandler: x11.func("void *XSetErrorHandler(void *)"),
    XSetIOErrorHandler: x11.func("void *XSetIOErrorHandler(void *)"),
    XSetIOErrorExitHandler: exitHandlerSetter(x11),
    libc: {
      poll: libc.func("int poll(void *, ulong, int)"),
      close: libc.func("int close(int)"),
      socket: libc.func("int socket(int, int, int)"),
      connect: libc.func("int connect(int, void *, uint)"),
      write: libc.func("long write(int, void *, ulong)"),
      shmget: libc.func("int shmget(int, size_t, int)"),
      shmat: libc.func("void *shmat(int, void *, int)"),
      shmdt: libc.func("int shmdt(void *)"),
      shmctl: libc.func("int shmctl(int, int, void *)"),
    },
    types: {
      ...structs(koffi),
      errorHandler: koffi.pointer(koffi.proto(null, "int", ["void *", "void *"])),
      ioErrorHandler: koffi.pointer(koffi.proto(null, "int", ["void *"])),
      ioErrorExitHandler: koffi.pointer(koffi.proto(null, "void", ["void *", "void *"])),
    },
  };
}

/** Without this function (libX11 < 1.7) a dying server would end our process: refuse instead. */
function exitHandlerSetter(x11: Koffi.LibraryHandle): Xlib["XSetIOErrorExitHandler"] {
  try {
    return x11.func("void XSetIOErrorExitHandler(void *, void *, void *)");
  } catch (cause) {
    throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "libX11 is older than 1.7", {
      suggestion: "Install libX11 1.7 or newer: with an older one a dying X server ends this process.",
      cause,
    });
  }
}
