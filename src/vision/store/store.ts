/** The user's models folder: adding, choosing and removing models (VIS-3). */
import { rm } from "node:fs/promises";
import path from "node:path";
import { GroundmarkError, invalidArg } from "../../core/errors.js";
import { cleanText } from "../../core/text.js";
import { DEFAULT_LONGEST } from "../foreign/fit.js";
import { compareHash, hashFile } from "../models.js";
import {
  type AnyTask,
  filesOf,
  MODEL_NAME,
  type ModelEntry,
  type ModelOf,
  type PlacedModel,
  placedModels,
  readUserManifest,
  type UserManifest,
  userModelsFolder,
} from "../registry.js";
import { writePrivate } from "../user-data.js";
import { copyHashed } from "./files.js";
import { isFolder, recogniseDescriber, recogniseDetector } from "./recognise.js";

export interface AddOptions {
  /** By default the file's name. */
  readonly name?: string | undefined;
  readonly licence?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Detector: least score of a box. */
  readonly score?: number | undefined;
  /** Detector of any input size: the long side that it is given. */
  readonly longest?: number | undefined;
  /** Captioner: what it is asked. */
  readonly prompt?: string | undefined;
  readonly maxTokens?: number | undefined;
  /** Captioner: crops are stretched to its input instead of keeping their aspect. */
  readonly stretch?: boolean | undefined;
  readonly signal?: AbortSignal;
}

/** The usual threshold of YOLO exports (OmniParser looks at boxes from 0.05 on). */
const DEFAULT_SCORE = 0.25;
const DEFAULT_IOU = 0.5;
const NOT_STATED = "not stated";

/**
 * Copies a model into the user's folder and writes down what it is. It is not used before it is chosen.
 * @param given path of an .onnx file, or of a folder with a captioner's exports
 * @throws GroundmarkError INVALID_ARGS, MODEL_UNAVAILABLE (it does not run), PERM_DENIED,
 *   RESOURCE_EXHAUSTED, CANCELLED
 */
export async function addModel(
  environment: NodeJS.ProcessEnv,
  given: string,
  options: AddOptions = {},
): Promise<ModelEntry> {
  refuseFixed(environment);
  const folder = userModelsFolder(environment);
  const name = options.name ?? nameFrom(given);
  if (!MODEL_NAME.test(name))
    throw invalidArg(
      "--name",
      "lower-case letters, digits, dots and dashes",
      name,
      "Give it a name: --name NAME.",
    );
  const taken = (await placedModels(environment)).some(({ entry }) => entry.name === name);
  if (taken)
    throw new GroundmarkError("INVALID_ARGS", `there is a model called ${name} already`, {
      suggestion: `Give another name with --name, or remove it first: groundmark models remove ${name}.`,
    });
  const entry = isFolder(given)
    ? await addDescriber(folder, given, name, options)
    : await addDetector(folder, given, name, options);
  await update(environment, (manifest) => ({ ...manifest, models: [...manifest.models, entry] })).catch(
    async (error: unknown) => {
      await removeFiles(folder, entry);
      throw error;
    },
  );
  return entry;
}

const originOf = (name: string, given: string, licence = NOT_STATED, producer = "") => ({
  name,
  licence: cleanText(licence, 100) || NOT_STATED,
  provenance: `Added by the user from ${path.basename(given)}${producer ? ` (made by ${producer})` : ""}.`,
  release: false,
  releaseNote: "added by the user",
});

async function addDetector(
  folder: string,
  given: string,
  name: string,
  options: AddOptions,
): Promise<ModelOf<"detect">> {
  const { task, head, input, outputs, labels, producer } = await recogniseDetector(given, options.labels);
  options.signal?.throwIfAborted();
  const copied = await copyHashed(given, folder, `${name}.onnx`, options.signal);
  return {
    ...originOf(name, given, options.licence, producer),
    task,
    ...copied,
    input,
    outputs,
    head,
    longest: options.longest ?? DEFAULT_LONGEST,
    labels,
    thresholds: { score: options.score ?? DEFAULT_SCORE, iou: DEFAULT_IOU },
  };
}

async function addDescriber(
  folder: string,
  given: string,
  name: string,
  options: AddOptions,
): Promise<ModelOf<"describe">> {
  const { task, paths, image, tokens } = recogniseDescriber(given);
  const files: [string, { file: string; sha256: string; bytes: number }][] = [];
  try {
    for (const [part, from] of Object.entries(paths)) {
      const ending = part === "tokenizer" ? "json" : "onnx";
      files.push([part, await copyHashed(from, folder, `${name}.${part}.${ending}`, options.signal)]);
    }
    const entry: ModelOf<"describe"> = {
      ...originOf(name, given, options.licence),
      task,
      files: Object.fromEntries(files) as ModelOf<"describe">["files"],
      image: { ...image, keepAspect: options.stretch !== true },
      prompt: options.prompt ?? "<CAPTION>",
      tokens,
      maxTokens: options.maxTokens ?? 20,
    };
    const { tryDescriber } = await import("./verify.js");
    await tryDescriber(folder, entry);
    return entry;
  } catch (error) {
    await Promise.all(files.map(([, { file }]) => rm(path.join(folder, file), { force: true })));
    throw error;
  }
}

/** `icon_detect v1.5.onnx` → `icon-detect-v1.5`. */
function nameFrom(given: string): string {
  return path
    .basename(given)
    .replace(/\.onnx$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, 64);
}

/**
 * Chooses a model for its task; `off` gives the embedded one its place back.
 * @returns the model that is used for the task from now on, undefined where there is none
 * @throws GroundmarkError INVALID_ARGS when there is no such model, MODEL_UNAVAILABLE when its files were changed
 */
export async function useModel(
  environment: NodeJS.ProcessEnv,
  name: string,
  off = false,
): Promise<{ task: AnyTask; used: string | undefined }> {
  refuseFixed(environment);
  const { entry, folder } = await find(environment, name);
  if (!off) for (const file of filesOf(entry)) compareHash(file, await hashFile(folder, file.file));
  await update(environment, (manifest) => {
    const { [entry.task]: _, ...others } = manifest.use;
    return { ...manifest, use: off ? others : { ...others, [entry.task]: name } };
  });
  const used = (await placedModels(environment)).find(
    (model) => model.used && model.entry.task === entry.task,
  );
  return { task: entry.task, used: used?.entry.name };
}

/** @throws GroundmarkError INVALID_ARGS when there is no such model, or it is an embedded one */
export async function removeModel(environment: NodeJS.ProcessEnv, name: string): Promise<ModelEntry> {
  refuseFixed(environment);
  const { entry, origin, folder } = await find(environment, name);
  if (origin !== "user")
    throw new GroundmarkError("INVALID_ARGS", `${name} is embedded in the package`, {
      suggestion: "Only models that were added can be removed; use another one instead.",
    });
  await update(environment, (manifest) => {
    const { [entry.task]: used, ...others } = manifest.use;
    return {
      ...manifest,
      models: manifest.models.filter((model) => model.name !== name),
      use: used === name ? others : manifest.use,
    };
  });
  await removeFiles(folder, entry);
  return entry;
}

async function find(environment: NodeJS.ProcessEnv, name: string): Promise<PlacedModel> {
  const models = await placedModels(environment);
  const found = models.find(({ entry }) => entry.name === name);
  if (found) return found;
  throw invalidArg(
    "NAME",
    `one of ${models.map(({ entry }) => entry.name).join(", ")}`,
    name,
    "See `groundmark models list`.",
  );
}

async function update(
  environment: NodeJS.ProcessEnv,
  change: (manifest: UserManifest) => UserManifest,
): Promise<void> {
  const folder = userModelsFolder(environment);
  const changed = change(await readUserManifest(folder));
  await writePrivate(path.join(folder, "manifest.json"), `${JSON.stringify(changed, null, 2)}\n`);
}

async function removeFiles(folder: string, entry: ModelEntry): Promise<void> {
  await Promise.all(filesOf(entry).map(({ file }) => rm(path.join(folder, file), { force: true })));
}

function refuseFixed({ GROUNDMARK_MODELS: folder }: NodeJS.ProcessEnv): void {
  if (!folder) return;
  throw new GroundmarkError("INVALID_ARGS", `GROUNDMARK_MODELS names ${folder}: its manifest alone decides`, {
    suggestion: "Unset GROUNDMARK_MODELS, or edit that folder's manifest.json.",
  });
}
