/**
 * Icons that the user taught, one JSON file. It keeps each icon's picture as the captioner sees it, not its
 * embedding: a new captioner understands the same file.
 */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { GroundmarkError } from "../../core/errors.js";
import { cleanText } from "../../core/text.js";
import { userDataFolder, writePrivate } from "../user-data.js";
import { ICON_VALUES } from "./crop.js";

/** Bounds the time of the first look (about 1 ms a picture) and of each comparison. */
export const MAX_TAUGHT_PICTURES = 400;
export const MAX_TAUGHT_NAME = 60;
/** A file with the largest number of pictures has 1.7 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface TaughtIcon {
  readonly name: string;
  /** ISO date. */
  readonly added: string;
  /** R, G, B planes of ICON_SIDE x ICON_SIDE, one byte a value. */
  readonly pictures: readonly Uint8Array[];
}

export const taughtFile = (environment: NodeJS.ProcessEnv = process.env): string =>
  path.join(userDataFolder(environment), "icons.json");

/**
 * The taught icons; none where there is no file.
 * @throws GroundmarkError INVALID_ARGS when the file is not one of these, PERM_DENIED
 */
export async function readTaught(file: string): Promise<TaughtIcon[]> {
  let text: string;
  try {
    if ((await stat(file)).size > MAX_BYTES) throw malformed(file);
    text = await readFile(file, "utf8");
  } catch (cause) {
    if (cause instanceof GroundmarkError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new GroundmarkError("PERM_DENIED", `${file} cannot be read: ${(cause as Error).message}`, {
      suggestion: "Give this user access to the file, or remove it.",
      cause,
    });
  }
  try {
    const { version, icons } = JSON.parse(text) as { version?: unknown; icons?: unknown };
    if (version !== 1 || !Array.isArray(icons)) throw malformed(file);
    const read = icons.map((icon) => asIcon(icon) ?? fail(file));
    if (countPictures(read) > MAX_TAUGHT_PICTURES) throw malformed(file);
    return read;
  } catch {
    throw malformed(file);
  }
}

/** @throws GroundmarkError RESOURCE_EXHAUSTED (too many pictures, disk full), PERM_DENIED */
export async function writeTaught(file: string, icons: readonly TaughtIcon[]): Promise<void> {
  if (countPictures(icons) > MAX_TAUGHT_PICTURES)
    throw new GroundmarkError(
      "RESOURCE_EXHAUSTED",
      `no more than ${MAX_TAUGHT_PICTURES} pictures of taught icons are kept`,
      { suggestion: "Remove some with `groundmark icons remove NAME`." },
    );
  const encoded = icons.map(({ name, added, pictures }) => ({
    name,
    added,
    pictures: pictures.map((picture) => Buffer.from(picture).toString("base64")),
  }));
  await writePrivate(file, `${JSON.stringify({ version: 1, icons: encoded })}\n`);
}

export const countPictures = (icons: readonly TaughtIcon[]): number =>
  icons.reduce((sum, { pictures }) => sum + pictures.length, 0);

/** A crop of the captioner's input (0 to 1) as it is kept. */
export const asBytes = (crop: Float32Array): Uint8Array =>
  Uint8Array.from(crop, (value) => Math.round(value * 255));

function asIcon(value: unknown): TaughtIcon | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, added, pictures } = value as Record<string, unknown>;
  if (typeof name !== "string" || name === "" || [...name].length > MAX_TAUGHT_NAME) return undefined;
  // The file may have been edited: a name is what cleaning leaves of it, as when it was taught.
  if (cleanText(name, MAX_TAUGHT_NAME) !== name) return undefined;
  if (typeof added !== "string" || !Array.isArray(pictures) || pictures.length === 0) return undefined;
  const bytes = pictures.map((picture) =>
    typeof picture === "string" ? new Uint8Array(Buffer.from(picture, "base64")) : new Uint8Array(),
  );
  return bytes.every(({ length }) => length === ICON_VALUES) ? { name, added, pictures: bytes } : undefined;
}

function fail(file: string): never {
  throw malformed(file);
}

const malformed = (file: string) =>
  new GroundmarkError("INVALID_ARGS", `${file} is not a file of taught icons`, {
    suggestion: `Remove ${file}, and teach the icons again.`,
  });

/** The largest cosine similarity, by icon. */
export interface Nearest {
  readonly name: string;
  readonly similarity: number;
}

/** The taught icons as embeddings; follows the file when it changes. */
export class TaughtIndex {
  /** Why taught icons are not used, when their file is unusable. */
  problem: string | undefined;
  private seen = "";
  private vectors: readonly { readonly name: string; readonly vector: Float32Array }[] = [];

  /** @param embed unit vectors of crops, in order */
  constructor(
    private readonly file: string,
    private readonly embed: (crops: readonly Float32Array[]) => Promise<readonly Float32Array[]>,
  ) {}

  /** Reads the file again if it is another one than at the last call; true when what is taught changed. */
  async refresh(): Promise<boolean> {
    const now = await stat(this.file).then(
      ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
      () => "",
    );
    if (now === this.seen) return false;
    this.seen = now;
    this.problem = undefined;
    this.vectors = [];
    try {
      const icons = await readTaught(this.file);
      const crops = icons.flatMap(({ name, pictures }) =>
        pictures.map((picture) => ({ name, crop: Float32Array.from(picture, (value) => value / 255) })),
      );
      const vectors = await this.embed(crops.map(({ crop }) => crop));
      this.vectors = crops.map(({ name }, i) => ({ name, vector: vectors[i]! }));
    } catch (error) {
      this.problem = GroundmarkError.from(error).message;
    }
    return true;
  }

  get empty(): boolean {
    return this.vectors.length === 0;
  }

  /** @param embedding unit vector */
  nearest(embedding: Float32Array): Nearest | undefined {
    let best: Nearest | undefined;
    for (const { name, vector } of this.vectors) {
      let similarity = 0;
      for (let i = 0; i < vector.length; i++) similarity += vector[i]! * embedding[i]!;
      if (!best || similarity > best.similarity) best = { name, similarity };
    }
    return best;
  }
}
