export type PictureFormat = "png" | "jpeg" | "webp" | "gif" | "tiff" | "avif";

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * The picture format of a file by its first bytes, undefined for everything else. Nothing else reaches the
 * decoder: SVG and PDF are programs that draw, and may refer to other files.
 */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  const start = latin1(bytes, 0, 4);
  if (start === "\x89PNG") return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start === "RIFF" && latin1(bytes, 8, 12) === "WEBP") return "webp";
  if (start === "GIF8") return "gif";
  if (start === "II*\0" || start === "MM\0*") return "tiff";
  if (latin1(bytes, 4, 8) === "ftyp" && /^avi[fs]/.test(latin1(bytes, 8, 12))) return "avif";
  return undefined;
}

/** What a file that is no picture seems to be, for the error message. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes, 0, 512);
  if (head.startsWith("%PDF")) return "a PDF document";
  if (/<svg[\s>]/i.test(head)) return "an SVG drawing";
  if (/^\s*<(!doctype|html)/i.test(head)) return "an HTML page";
  if (head.startsWith("PK\x03\x04")) return "a ZIP archive";
  if (head.startsWith("BM")) return "a BMP picture";
  if (latin1(bytes, 4, 8) === "ftyp") return "a HEIC picture or a video";
  return undefined;
}
