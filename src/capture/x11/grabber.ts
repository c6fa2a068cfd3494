import { GroundmarkError } from "../../core/errors.js";
import type { Rect } from "../../geometry/rect.js";
import type { XConnection } from "./connection.js";
import { isReadable, type PixelLayout, toRgb } from "./pixels.js";
import type { ImageHeader, Pointer } from "./xlib.js";

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;
const IPC_CREAT_0600 = 0o1600;
const IPC_RMID = 0;

/** What shmat answers on failure: (void *) -1. */
const SHMAT_FAILED = 0xffff_ffff_ffff_ffffn;

interface Segment {
  readonly address: Pointer;
  readonly size: number;
}

/** Copies rectangles of the root window out of the server: through shared memory where it can. */
export class Grabber {
  private segment: Segment | undefined;
  private image: { readonly pointer: Pointer; readonly width: number; readonly height: number } | undefined;
  private shm: boolean;
  private closed = false;
  /** XShmSegmentInfo. The server's images point at it, so it lives as long as this object. */
  private readonly info: Pointer;

  /** @param shm false keeps MIT-SHM out of it */
  constructor(
    private readonly connection: XConnection,
    shm: boolean,
  ) {
    const { koffi, types } = connection.lib;
    this.info = koffi.alloc(types.shmInfo, 1) as Pointer;
    this.shm = shm && connection.x.XShmQueryExtension() !== 0;
  }

  /** The way that the last grab took, or that the next one will try. */
  get path(): "shm" | "getimage" {
    return this.shm ? "shm" : "getimage";
  }

  /**
   * @param area whole pixels inside the root window
   * @returns packed RGB, or undefined when the server refused (the screen shrank meanwhile)
   * @throws GroundmarkError PLATFORM_NOT_SUPPORTED
   */
  grab(area: Rect<"desktop">): Uint8Array<SharedArrayBuffer> | undefined {
    if (this.shm) {
      const image = this.sharedImage(area.width, area.height);
      if (image !== undefined) return this.grabShared(area, image);
      this.shm = false;
    }
    return this.grabPlain(area);
  }

  /** Gives the shared memory back. Safe on a dead connection. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.dropImage();
    this.dropSegment();
    this.shm = false;
    this.connection.lib.koffi.free(this.info);
  }

  private grabShared(area: Rect<"desktop">, image: Pointer): Uint8Array<SharedArrayBuffer> | undefined {
    const { x, root } = this.connection;
    this.connection.takeErrors();
    const ok = x.XShmGetImage(root, image, area.x, area.y, ALL_PLANES);
    return ok === 0 || this.connection.takeErrors().length > 0 ? undefined : this.read(image);
  }

  private grabPlain(area: Rect<"desktop">): Uint8Array<SharedArrayBuffer> | undefined {
    const { x, root, lib } = this.connection;
    this.connection.takeErrors();
    const image = x.XGetImage(root, area.x, area.y, area.width, area.height, ALL_PLANES, Z_PIXMAP);
    this.connection.takeErrors();
    if (image === null) return undefined;
    try {
      return this.read(image);
    } finally {
      lib.XDestroyImage(image);
    }
  }

  private read(image: Pointer): Uint8Array<SharedArrayBuffer> {
    const { koffi, types } = this.connection.lib;
    const header = koffi.decode(image, types.image) as ImageHeader;
    const layout: PixelLayout = {
      bitsPerPixel: header.bits_per_pixel,
      stride: header.bytes_per_line,
      lsbFirst: header.byte_order === 0,
      red: Number(header.red_mask),
      green: Number(header.green_mask),
      blue: Number(header.blue_mask),
    };
    if (!isReadable(layout) || header.data === null)
      throw new GroundmarkError(
        "PLATFORM_NOT_SUPPORTED",
        `the X screen has ${header.bits_per_pixel} bits a pixel without colour masks`,
        { suggestion: "Run the X server with a true-colour depth of 24 (Xvfb: -screen 0 1280x800x24)." },
      );
    const bytes = new Uint8Array(koffi.view(header.data, layout.stride * header.height));
    return toRgb(bytes, layout, header.width, header.height);
  }

  /** An image of that size over the shared segment, or undefined when the server refuses shared memory. */
  private sharedImage(width: number, height: number): Pointer | undefined {
    if (this.image?.width === width && this.image.height === height) return this.image.pointer;
    this.dropImage();
    const { x, lib, screen } = this.connection;
    const { koffi, types } = lib;
    const pointer = x.XShmCreateImage(
      x.XDefaultVisual(screen),
      x.XDefaultDepth(screen),
      Z_PIXMAP,
      null,
      this.info,
      width,
      height,
    );
    if (pointer === null) return undefined;
    this.image = { pointer, width, height };
    const header = koffi.decode(pointer, types.image) as ImageHeader;
    const size = header.bytes_per_line * height;
    if (this.segment === undefined || this.segment.size < size) {
      this.dropSegment();
      this.segment = this.attach(size);
      if (this.segment === undefined) {
        this.dropImage();
        return undefined;
      }
    }
    koffi.encode(pointer, koffi.offsetof(types.image, "data"), "void *", this.segment.address);
    return pointer;
  }

  private attach(size: number): Segment | undefined {
    const { x, lib } = this.connection;
    const { koffi, libc, types } = lib;
    const shmid = libc.shmget(0, size, IPC_CREAT_0600);
    if (shmid < 0) return undefined;
    const address = libc.shmat(shmid, null, 0);
    if (address === SHMAT_FAILED) {
      libc.shmctl(shmid, IPC_RMID, null);
      return undefined;
    }
    koffi.encode(this.info, types.shmInfo, { shmseg: 0, shmid, shmaddr: address, readOnly: 0 });
    this.connection.takeErrors();
    let attached = false;
    try {
      attached = x.XShmAttach(this.info) !== 0;
      x.XSync(0);
    } finally {
      // Marked for removal at once: it goes with its last user, however that ends.
      libc.shmctl(shmid, IPC_RMID, null);
    }
    // A remote server, or one of another user, accepts the call and answers BadAccess.
    if (attached && this.connection.takeErrors().length === 0) return { address, size };
    libc.shmdt(address);
    return undefined;
  }

  private dropImage(): void {
    // The image's own destructor (that of libXext) leaves the shared pixels alone.
    if (this.image !== undefined) this.connection.lib.XDestroyImage(this.image.pointer);
    this.image = undefined;
  }

  private dropSegment(): void {
    if (this.segment === undefined) return;
    if (this.connection.alive) this.connection.x.XShmDetach(this.info);
    this.connection.lib.libc.shmdt(this.segment.address);
    this.segment = undefined;
  }
}
