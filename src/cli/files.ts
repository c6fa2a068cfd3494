import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { GroundmarkError } from "../core/errors.js";

/** As base64 it fits a line of the service's protocol. */
export const MAX_FILE_BYTES = 45 * 1024 * 1024;
/** Pictures are written as PNG; under another ending a reader would take them for something else. */
const OTHER_PICTURES: ReadonlySet<string> = new Set(
  ".apng .avif .bmp .gif .heic .heif .ico .jfif .jp2 .jpe .jpeg .jpg .jxl .pdf .pnm .ppm .svg .tga .tif .tiff .webp".split(
    " ",
  ),
);
const MAX_TEXT_BYTES = 1024 * 1024;

/** A file's bytes, "-" for standard input. Throws INVALID_ARGS, PERM_DENIED or RESOURCE_EXHAUSTED. */
export async function readArgument(
  argument: string,
  path: string,
  cwd: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<Buffer> {
  if (path === "-") return collect(stdin, MAX_FILE_BYTES, argument);
  let file: FileHandle | undefined;
  try {
    file = await open(resolve(cwd, path), "r");
    if ((await file.stat()).isDirectory())
      throw fileError("INVALID_ARGS", argument, path, "is a folder, not a file");
    return await collect(file.createReadStream({ autoClose: false }), MAX_FILE_BYTES, argument);
  } catch (error) {
    throw explain(argument, path, error);
  } finally {
    await file?.close();
  }
}

/**
 * Standard input as text. One line break at its end is dropped, as the shell does with $(…): `echo hi |`
 * must not press Enter. Throws INVALID_ARGS when it is not UTF-8.
 */
export async function readText(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const bytes = await collect(stdin, MAX_TEXT_BYTES, "stdin");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch {
    throw new GroundmarkError("INVALID_ARGS", "standard input is not UTF-8 text");
  }
}

async function collect(
  source: AsyncIterable<Uint8Array | string>,
  limit: number,
  argument: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > limit)
      throw new GroundmarkError("RESOURCE_EXHAUSTED", `${argument}: more than ${limit} bytes`, {
        details: { argument, limit },
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Where a picture will be written, looked at before the command runs: an action must not happen and then
 * lose its picture. Gives the absolute path; throws INVALID_ARGS or PERM_DENIED.
 */
export async function checkTarget(argument: string, path: string, cwd: string): Promise<string> {
  const target = resolve(cwd, path);
  const ending = extname(target).toLowerCase();
  if (OTHER_PICTURES.has(ending))
    throw new GroundmarkError("INVALID_ARGS", `--${argument}: ${path} would hold a PNG under another name`, {
      suggestion: `Give a name that ends in .png instead of ${ending}.`,
      details: { argument, path },
    });
  const folder = await stat(dirname(target)).catch((error) => {
    throw explain(argument, dirname(target), error);
  });
  if (!folder.isDirectory()) throw fileError("INVALID_ARGS", argument, dirname(target), "is not a folder");
  const present = await stat(target).catch(() => undefined);
  // Renaming a file over a device or a folder would replace it, or fail after the work was done.
  if (present && !present.isFile())
    throw fileError("INVALID_ARGS", argument, target, "is not a regular file");
  return target;
}

/** Writes all or nothing: into a file beside the target, then renamed. For the user's eyes alone (0600). */
export async function writeAtomically(argument: string, target: string, bytes: Buffer): Promise<void> {
  const beside = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(beside, bytes, { flag: "wx", mode: 0o600 });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw explain(argument, target, error);
  }
}

function explain(argument: string, path: string, error: unknown): Error {
  if (error instanceof GroundmarkError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return fileError("INVALID_ARGS", argument, path, "does not exist");
    case "ENOTDIR":
      return fileError("INVALID_ARGS", argument, path, "leads through something that is not a folder");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return fileError("PERM_DENIED", argument, path, "is not accessible to this user");
    case "ENOSPC":
    case "EDQUOT":
      return fileError("RESOURCE_EXHAUSTED", argument, path, "does not fit on its disk");
    default:
      return fileError("INVALID_ARGS", argument, path, message);
  }
}

function fileError(
  code: "INVALID_ARGS" | "PERM_DENIED" | "RESOURCE_EXHAUSTED",
  argument: string,
  path: string,
  problem: string,
): GroundmarkError {
  return new GroundmarkError(code, `${argument}: ${path} ${problem}`, {
    suggestion: "Give the path of a file that this user can use.",
    details: { argument, path },
  });
}
