/**
 * Model files. No byte of a model is used before its SHA-256 has been compared with the manifest's (VIS-3).
 * Apart from the manifest's schema, so that worker threads need not load the validator.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { GroundmarkError } from "../core/errors.js";
import type { Manifest, ModelOf, ModelTask } from "./registry.js";

export type { ModelOf } from "./registry.js";

/** A model whose bytes have been checked, ready for a session. */
export interface LoadedModel<T extends ModelTask> {
  readonly entry: ModelOf<T>;
  readonly bytes: Uint8Array;
  /** The contents of `labelsFile`, checked likewise; empty for a model without one. */
  readonly labels: readonly string[];
  /** Other words for each label, in the same order; most have none. */
  readonly synonyms: readonly (readonly string[])[];
}

interface FileEntry {
  readonly file: string;
  readonly sha256: string;
}

/**
 * The first model of the task, its bytes read and checked.
 * @throws GroundmarkError MODEL_UNAVAILABLE naming the file that is missing or differs
 */
export async function loadModel<T extends ModelTask>(
  folder: string,
  manifest: Manifest,
  task: T,
): Promise<LoadedModel<T>> {
  const entry = manifest.models.find((model): model is ModelOf<T> => model.task === task);
  if (!entry) throw unavailable(`the manifest lists no model for the task "${task}"`, { task, folder });
  const bytes = await readChecked(folder, entry);
  const labels = "labelsFile" in entry ? await readLabels(folder, entry.labelsFile) : [];
  return {
    entry,
    bytes,
    labels: labels.map(({ name }) => name),
    synonyms: labels.map(({ synonyms }) => synonyms),
  };
}

/**
 * Paths of all files of the model that describes pictures, each checked. By path, since such files are large
 * (hundreds of megabytes): the runtime reads them itself.
 * @throws GroundmarkError MODEL_UNAVAILABLE naming the file that is missing or differs
 */
export async function checkedPaths(
  folder: string,
  entry: ModelOf<"describe">,
): Promise<Record<keyof ModelOf<"describe">["files"], string>> {
  const paths: [string, string][] = [];
  for (const [part, file] of Object.entries(entry.files)) {
    compareHash(file, await hashFile(folder, file.file));
    paths.push([part, path.join(folder, file.file)]);
  }
  return Object.fromEntries(paths) as Record<keyof ModelOf<"describe">["files"], string>;
}

interface Label {
  readonly name: string;
  readonly synonyms: readonly string[];
}

/** A label is a name, or a name with other words for the same thing. */
async function readLabels(folder: string, entry: FileEntry): Promise<Label[]> {
  const bytes = await readChecked(folder, entry);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    json = undefined;
  }
  const labels = Array.isArray(json) ? json.map(asLabel) : [];
  if (labels.length === 0 || labels.includes(undefined))
    throw unavailable(`${entry.file} is not a list of labels`, { file: entry.file });
  return labels as Label[];
}

function asLabel(label: unknown): Label | undefined {
  if (typeof label === "string") return { name: label, synonyms: [] };
  if (typeof label !== "object" || label === null) return undefined;
  const { name, synonyms = [] } = label as { name?: unknown; synonyms?: unknown };
  const words = Array.isArray(synonyms) && synonyms.every((word) => typeof word === "string");
  return typeof name === "string" && words ? { name, synonyms } : undefined;
}

async function readChecked(folder: string, entry: FileEntry): Promise<Uint8Array> {
  const bytes = await readModelFile(folder, entry.file);
  compareHash(entry, createHash("sha256").update(bytes).digest("hex"));
  return bytes;
}

/** @throws GroundmarkError MODEL_UNAVAILABLE */
export function compareHash(entry: FileEntry, actual: string): void {
  if (actual !== entry.sha256)
    throw unavailable(`${entry.file} does not match its SHA-256 in the manifest; it is not used`, {
      file: entry.file,
      expected: entry.sha256,
      actual,
    });
}

/**
 * SHA-256 of a file of any size, hexadecimal.
 * @throws GroundmarkError MODEL_UNAVAILABLE when it cannot be read
 */
export async function hashFile(folder: string, file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path.join(folder, file))) hash.update(chunk as Buffer);
  } catch (cause) {
    throw unreadable(folder, file, cause);
  }
  return hash.digest("hex");
}

/** @throws GroundmarkError MODEL_UNAVAILABLE */
export async function readModelFile(folder: string, file: string): Promise<Uint8Array> {
  try {
    return await readFile(path.join(folder, file));
  } catch (cause) {
    throw unreadable(folder, file, cause);
  }
}

function unreadable(folder: string, file: string, cause: unknown): GroundmarkError {
  const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
  return unavailable(
    `${file} cannot be read from ${folder} (${code})`,
    { file, folder },
    cause,
    folder === process.env.GROUNDMARK_MODELS
      ? "GROUNDMARK_MODELS names this folder: name one with a manifest, or unset it."
      : undefined,
  );
}

export function unavailable(
  message: string,
  details: Record<string, unknown>,
  cause?: unknown,
  suggestion?: string,
): GroundmarkError {
  return new GroundmarkError("MODEL_UNAVAILABLE", message, {
    details,
    cause,
    ...(suggestion ? { suggestion } : {}),
  });
}
