/**
 * The model registry: `models/manifest.json` describes every embedded model (VIS-3). A folder of the user's
 * has a manifest of the same form, and says which of its models are used in the place of embedded ones.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ROLES } from "../ax/roles.js";
import { GroundmarkError } from "../core/errors.js";
import { readModelFile, unavailable } from "./models.js";
import { DETECTED_STATES } from "./port.js";
import { userDataFolder } from "./user-data.js";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A plain name inside the models folder: a manifest cannot point anywhere else. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
const fileEntry = z.strictObject({ file: fileName, sha256, bytes: z.int().positive() });
/** A number is a fixed size, a word a free one ("n"). */
const shape = z.array(z.union([z.int().positive(), z.string().min(1)])).min(1);
const unit = z.number().min(0).max(1);

export const MODEL_NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/;

const origin = {
  name: z.string().regex(MODEL_NAME),
  licence: z.string().min(1),
  provenance: z.string().min(1),
  /** False for weights that must not go into a published package; `releaseNote` says why. */
  release: z.boolean(),
  releaseNote: z.string().min(1).optional(),
};

const common = {
  ...origin,
  ...fileEntry.shape,
  input: z.strictObject({
    name: z.string().min(1),
    shape,
    type: z.literal("float32"),
    content: z.string().min(1),
  }),
  outputs: z.array(z.strictObject({ name: z.string().min(1), shape, content: z.string().min(1) })).min(1),
};

const detectModel = z.strictObject({
  ...common,
  task: z.literal("detect"),
  /**
   * Set for a detector that was trained elsewhere: how its outputs are laid out. `rows`: one tensor of box
   * and score rows, [1, 4 + classes, anchors] in either order. `strides`: raw tensors on one grid a stride.
   */
  head: z.enum(["rows", "strides"]).optional(),
  /** Where such a detector takes any input size: the long side that it is given, input pixels. */
  longest: z.int().min(64).max(4096).optional(),
  /**
   * The classes in the order of the score rows, each with the ARIA role it stands for, and its own score
   * threshold where the common one admits too many false boxes of that class.
   */
  labels: z
    .array(z.strictObject({ name: z.string().min(1), role: z.enum(ROLES), score: unit.optional() }))
    .min(1),
  /** States that the model tells, one row of probabilities each after those of the classes. */
  states: z.array(z.enum(DETECTED_STATES)).min(1).optional(),
  /** True when the last two rows are x and y of the place to click, input pixels. */
  point: z.literal(true).optional(),
  /** Set when anchors tell well the sides that they are close to: the strides of their grids, finest first. */
  sides: z.array(z.int().positive()).min(1).optional(),
  /** `iou`: overlap from which two boxes show one element, whatever their classes. */
  thresholds: z.strictObject({ score: unit, iou: unit.min(0.5) }),
});

const captionModel = z.strictObject({
  ...common,
  task: z.literal("caption"),
  labelsFile: fileEntry,
  /** The label that means "none of these" (a text, a photo): where it wins, the icon has no name. */
  reject: z.union([z.string().min(1), z.int().nonnegative()]).optional(),
  /** Logits are divided by it before the softmax: chosen so that probabilities are what they say. */
  temperature: z.number().positive().optional(),
  /** `taught`: cosine similarity from which an icon that the user taught is recognised. */
  thresholds: z.strictObject({ label: unit, taught: unit.optional() }),
});

const recogniseModel = z.strictObject({
  ...common,
  task: z.literal("recognise"),
  labelsFile: fileEntry,
  thresholds: z.strictObject({ unread: unit }),
});

const three = z.tuple([z.number(), z.number(), z.number()]);

/** A Florence-2-style captioner: what the four graphs are called follows the usual exports. */
const describeModel = z.strictObject({
  ...origin,
  task: z.literal("describe"),
  files: z.strictObject({
    vision: fileEntry,
    embed: fileEntry,
    encoder: fileEntry,
    decoder: fileEntry,
    tokenizer: fileEntry,
  }),
  /** How a crop becomes `pixel_values`: scaled to 0..1, minus mean, over standard deviation, by channel. */
  image: z.strictObject({
    width: z.int().min(8).max(2048),
    height: z.int().min(8).max(2048),
    mean: three,
    std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
    /** False: stretched to the input, as the original processor does. */
    keepAspect: z.boolean(),
  }),
  /** What the encoder is asked, as text. */
  prompt: z.string().min(1).max(500),
  /** The token that decoding begins with, and the one that ends it. */
  tokens: z.strictObject({ start: z.int().nonnegative(), end: z.int().nonnegative() }),
  maxTokens: z.int().min(1).max(64),
});

export const TASKS = ["detect", "caption", "recognise", "describe"] as const;
export type AnyTask = (typeof TASKS)[number];

export const manifestSchema = z.strictObject({
  version: z.literal(1),
  models: z.array(z.discriminatedUnion("task", [detectModel, captionModel, recogniseModel, describeModel])),
});

/** What lies in the user's folder: `use` names the model of a task that replaces the embedded one. */
export const userManifestSchema = manifestSchema.extend({
  use: z.partialRecord(z.enum(TASKS), z.string().regex(MODEL_NAME)),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type UserManifest = z.infer<typeof userManifestSchema>;
export type ModelEntry = Manifest["models"][number];
/** Tasks whose models are one file. */
export type ModelTask = Exclude<AnyTask, "describe">;
export type ModelOf<T extends AnyTask> = Extract<ModelEntry, { task: T }>;

/** Every file of a model, for its size and its hashes. */
export function filesOf(entry: ModelEntry): { file: string; sha256: string; bytes: number }[] {
  if (entry.task === "describe") return Object.values(entry.files);
  const own = { file: entry.file, sha256: entry.sha256, bytes: entry.bytes };
  return "labelsFile" in entry ? [own, entry.labelsFile] : [own];
}

/** GROUNDMARK_MODELS, or the folder that ships with the package (the same way up from src and from dist). */
export function modelsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.GROUNDMARK_MODELS || fileURLToPath(new URL("../../models", import.meta.url));
}

/**
 * Reads and validates the manifest; the models themselves are read by loadModel, one by one, so that a
 * damaged one costs only its own part.
 * @throws GroundmarkError MODEL_UNAVAILABLE when the manifest is missing or malformed
 */
export async function readManifest(folder: string = modelsFolder()): Promise<Manifest> {
  const suggestion =
    folder === process.env.GROUNDMARK_MODELS
      ? `Mend ${path.join(folder, "manifest.json")}, or unset GROUNDMARK_MODELS, which names that folder.`
      : "Install the package again.";
  return parseManifest(await readModelFile(folder, "manifest.json"), manifestSchema, suggestion);
}

/** The folder of the models that the user added: `models` in Groundmark's data folder. */
export const userModelsFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  path.join(userDataFolder(environment), "models");

/**
 * The manifest of the user's folder; an empty one where nothing was added yet.
 * @throws GroundmarkError MODEL_UNAVAILABLE when it is unreadable or malformed
 */
export async function readUserManifest(folder: string): Promise<UserManifest> {
  const file = path.join(folder, "manifest.json");
  if (!existsSync(file)) return { version: 1, models: [], use: {} };
  const suggestion = `Mend ${file}, or remove it and add the models again.`;
  return parseManifest(await readModelFile(folder, "manifest.json"), userManifestSchema, suggestion);
}

/** A model with the folder that its files lie in. */
export interface PlacedModel {
  readonly entry: ModelEntry;
  readonly folder: string;
  readonly origin: "embedded" | "user" | "environment";
  /** Whether Groundmark looks with it. */
  readonly used: boolean;
}

/**
 * Every model there is. With GROUNDMARK_MODELS the models of that folder alone, the first of each task in
 * use; otherwise the embedded ones and the user's, of which those that the user chose are in use, and the
 * first embedded one of a task where the user chose none that is there.
 * @throws GroundmarkError MODEL_UNAVAILABLE
 */
export async function placedModels(environment: NodeJS.ProcessEnv = process.env): Promise<PlacedModel[]> {
  const folder = modelsFolder(environment);
  const { models } = await readManifest(folder);
  const firsts = new Set(TASKS.map((task) => models.find((model) => model.task === task)));
  if (environment.GROUNDMARK_MODELS)
    return models.map((entry) => ({ entry, folder, origin: "environment", used: firsts.has(entry) }));
  const userFolder = userModelsFolder(environment);
  const user = await readUserManifest(userFolder);
  // A choice of a model that is not there is none.
  const choices = [...models, ...user.models].filter((model) => user.use[model.task] === model.name);
  const isUsed = (entry: ModelEntry) => {
    const choice = choices.find(({ task }) => task === entry.task);
    return choice ? choice === entry : firsts.has(entry);
  };
  return [
    ...models.map((entry) => ({ entry, folder, origin: "embedded" as const, used: isUsed(entry) })),
    ...user.models.map((entry) => ({
      entry,
      folder: userFolder,
      origin: "user" as const,
      used: isUsed(entry),
    })),
  ];
}

/** The models in use, as the worker threads take them. */
export interface ModelSet {
  readonly manifest: Manifest;
  /** Folder of each model by its name. */
  readonly folders: Readonly<Record<string, string>>;
  /** Why the user's own models are not among them. */
  readonly problem?: string;
}

/**
 * A user's manifest that cannot be read costs the user's models, not the embedded ones.
 * @throws GroundmarkError MODEL_UNAVAILABLE when those that it would fall back on cannot be read either
 */
export async function usedModels(environment: NodeJS.ProcessEnv = process.env): Promise<ModelSet> {
  let models: PlacedModel[];
  try {
    models = await placedModels(environment);
  } catch (error) {
    if (environment.GROUNDMARK_MODELS) throw error;
    const { manifest, folders } = await embeddedModels(modelsFolder(environment));
    const { message, suggestion } = GroundmarkError.from(error);
    return { manifest, folders, problem: `added models are not used: ${message}. ${suggestion}` };
  }
  const used = models.filter((model) => model.used);
  return {
    manifest: { version: 1, models: used.map(({ entry }) => entry) },
    folders: Object.fromEntries(used.map(({ entry, folder }) => [entry.name, folder])),
  };
}

async function embeddedModels(folder: string): Promise<ModelSet> {
  const { models } = await readManifest(folder);
  return { manifest: { version: 1, models }, folders: {} };
}

function parseManifest<T extends z.ZodType>(bytes: Uint8Array, schema: T, suggestion?: string): z.output<T> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw unavailable("manifest.json is not JSON", { file: "manifest.json" }, cause, suggestion);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw unavailable(
      `manifest.json is malformed: ${z.prettifyError(parsed.error).replace(/\s+/g, " ")}`,
      { file: "manifest.json" },
      undefined,
      suggestion,
    );
  return parsed.data;
}
