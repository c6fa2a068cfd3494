import { GroundmarkError, invalidArg } from "../../core/errors.js";
import type { Display } from "../../geometry/displays.js";
import { desktopRect } from "../../geometry/rect.js";
import type { Capture, CaptureTarget, Frame } from "../port.js";
import { sharp } from "../sharp.js";
import { otherFormat, type PictureFormat, pictureFormat } from "./format.js";

/** Three times an 8K screen; decoding it takes 300 MB. */
const MAX_PIXELS = 100_000_000;
const DECODE_SECONDS = 30;
const CONVERT = "Convert it to PNG or JPEG, or take a screenshot of it.";

export interface ImageOptions {
  /** Width times height above which a picture is refused. Default 100 million. */
  readonly maxPixels?: number;
}

/** A picture file as the screen. It has one monitor, "image", at 0,0 and no windows. */
export interface ImageCapture extends Capture {
  readonly backend: "image";
  readonly format: PictureFormat;
}

/**
 * Decodes a picture file (PNG, JPEG, WebP, GIF, TIFF, AVIF; the first page of several) to 8-bit sRGB.
 * Transparency is flattened on white, the EXIF orientation applied, an embedded colour profile converted.
 * @throws GroundmarkError INVALID_ARGS (empty, not such a picture, damaged), RESOURCE_EXHAUSTED (too many
 *   pixels), TIMEOUT (30 s of decoding)
 */
export async function openImage(bytes: Uint8Array, options: ImageOptions = {}): Promise<ImageCapture> {
  const maxPixels = options.maxPixels ?? MAX_PIXELS;
  const started = performance.now();
  const capturedAt = new Date();
  const format = formatOf(bytes);
  await checkSize(bytes, maxPixels, format);
  const { data, info } = await decode(bytes, maxPixels, format);
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  const frame: Frame = {
    pixels,
    width: info.width,
    height: info.height,
    region: desktopRect(0, 0, info.width, info.height),
    backend: "image",
    capturedAt,
    duration: performance.now() - started,
  };
  return new ImageCaptureImpl(frame, format);
}

class ImageCaptureImpl implements ImageCapture {
  readonly backend = "image";
  private closed = false;

  constructor(
    private readonly frame: Frame,
    readonly format: PictureFormat,
  ) {}

  get alive(): boolean {
    return !this.closed;
  }

  displays(): Display[] {
    this.assertOpen();
    return [{ id: "image", bounds: this.frame.region, primary: true, scale: 1 }];
  }

  windows(): [] {
    this.assertOpen();
    return [];
  }

  grab(target: CaptureTarget): Frame {
    this.assertOpen();
    if (target.kind === "window")
      throw new GroundmarkError("WINDOW_NOT_FOUND", "a picture file has no windows", {
        suggestion: "Parse the whole picture.",
      });
    if (target.kind === "monitor" && target.id !== "image")
      throw invalidArg("monitor", "image, the one monitor of a picture file", target.id);
    return this.frame;
  }

  pointer(): undefined {
    this.assertOpen();
    return undefined;
  }

  close(): void {
    this.closed = true;
  }

  private assertOpen(): void {
    if (this.closed) throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "the picture is closed");
  }
}

function formatOf(bytes: Uint8Array): PictureFormat {
  if (bytes.length === 0)
    throw new GroundmarkError("INVALID_ARGS", "the picture file is empty", {
      suggestion: "Give a PNG, JPEG or WebP file.",
      details: { argument: "image" },
    });
  const format = pictureFormat(bytes);
  if (format !== undefined) return format;
  const other = otherFormat(bytes);
  throw new GroundmarkError(
    "INVALID_ARGS",
    other === undefined
      ? "the file is not a picture in a known format"
      : `the file is ${other}, which cannot be parsed`,
    {
      suggestion: other === undefined ? "Give a PNG, JPEG, WebP, GIF, TIFF or AVIF file." : CONVERT,
      details: { argument: "image", bytes: bytes.length },
    },
  );
}

/** The limit is checked on the header, before any pixel is decoded. */
async function checkSize(bytes: Uint8Array, maxPixels: number, format: PictureFormat): Promise<void> {
  let width: number;
  let height: number;
  try {
    ({ width, height } = await sharp(bytes, { limitInputPixels: false }).metadata());
  } catch (cause) {
    throw damaged(format, cause);
  }
  if (width * height > maxPixels)
    throw new GroundmarkError(
      "RESOURCE_EXHAUSTED",
      `the picture has ${width}x${height} pixels, more than ${maxPixels}`,
      { suggestion: "Scale it down or cut it into parts.", details: { width, height, maxPixels } },
    );
}

async function decode(bytes: Uint8Array, maxPixels: number, format: PictureFormat) {
  try {
    // "error" refuses truncated data but not a PNG with an odd colour profile, which is only worth a warning.
    return await sharp(bytes, { failOn: "error", limitInputPixels: maxPixels, sequentialRead: true })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    if (cause instanceof Error && /timeout/i.test(cause.message))
      throw new GroundmarkError("TIMEOUT", `decoding the picture took more than ${DECODE_SECONDS} s`, {
        cause,
      });
    throw damaged(format, cause);
  }
}

function damaged(format: PictureFormat, cause: unknown): GroundmarkError {
  // The decoder's own words are several lines of library internals: the first one is kept as a detail.
  const reason = (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
  return new GroundmarkError("INVALID_ARGS", `the ${format.toUpperCase()} picture is damaged or incomplete`, {
    suggestion: "Check that the file was copied in full, or save it again.",
    details: { argument: "image", reason: reason.slice(0, 200) },
    cause,
  });
}
