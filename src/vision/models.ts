/**
 * Model files. No byte of a model is used before its SHA-256 has been compared with the manifest's (VIS-3).
 * Apart from the manifest's schema, so that worker threads need not load the validator.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { GroundmarkError } from "../core/errors.js";
import type { Manifest, ModelEntry, ModelTask } from "./registry.js";

export type ModelOf<T extends ModelTask> = Extract<ModelEntry, { task: T }>;

/** A model whose bytes have been checked, ready for a session. */
export interface LoadedModel<T extends ModelTask> {
  readonly entry: ModelOf<T>;
  readonly bytes: Uint8Array;
  /** The contents of `labelsFile`, checked likewise; empty for a model without one. */
  readonly labels: readonly string[];
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
  return { entry, bytes, labels };
}

async function readLabels(folder: string, entry: FileEntry): Promise<string[]> {
  const labels: unknown = JSON.parse(new TextDecoder().decode(await readChecked(folder, entry)));
  if (!Array.isArray(labels) || labels.length === 0 || !labels.every((label) => typeof label === "string"))
    throw unavailable(`${entry.file} is not a list of labels`, { file: entry.file });
  return labels;
}

async function readChecked(folder: string, entry: FileEntry): Promise<Uint8Array> {
  const bytes = await readModelFile(folder, entry.file);
  const actual = createHash("sha256").update(bytes).digest("hex");
  if (actual !== entry.sha256)
    throw unavailable(`${entry.file} does not match its SHA-256 in the manifest; it is not used`, {
      file: entry.file,
      expected: entry.sha256,
      actual,
    });
  return bytes;
}

/** @throws GroundmarkError MODEL_UNAVAILABLE */
export async function readModelFile(folder: string, file: string): Promise<Uint8Array> {
  try {
    return await readFile(path.join(folder, file));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
    throw unavailable(`${file} cannot be read from the models folder (${code})`, { file, folder }, cause);
  }
}

export function unavailable(
  message: string,
  details: Record<string, unknown>,
  cause?: unknown,
): GroundmarkError {
  return new GroundmarkError("MODEL_UNAVAILABLE", message, { details, cause });
}
