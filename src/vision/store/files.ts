import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GroundmarkError } from "../../core/errors.js";
import { makeFolder, storeError } from "../user-data.js";

export interface CopiedFile {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Copies a file of any size into the folder (0600), all or nothing, and hashes it on the way.
 * @param signal ends it; nothing is left then
 * @throws GroundmarkError INVALID_ARGS (the source), PERM_DENIED, RESOURCE_EXHAUSTED, CANCELLED
 */
export async function copyHashed(
  from: string,
  folder: string,
  file: string,
  signal?: AbortSignal,
): Promise<CopiedFile> {
  const target = path.join(folder, file);
  const beside = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  const hash = createHash("sha256");
  let bytes = 0;
  const source = createReadStream(from);
  let unreadable: Error | undefined;
  source.on("error", (error) => {
    unreadable = error;
  });
  try {
    await makeFolder(folder);
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const sink = createWriteStream(beside, { flags: "wx", mode: 0o600 });
    await pipeline(source, count, sink, signal ? { signal } : {});
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => {});
    if (signal?.aborted) throw GroundmarkError.from(signal.reason ?? cause);
    if (unreadable)
      throw new GroundmarkError("INVALID_ARGS", `${from} cannot be read: ${unreadable.message}`, {
        suggestion: "Give the path of a file that this user can read.",
      });
    throw storeError(target, cause);
  }
  return { file, sha256: hash.digest("hex"), bytes };
}
