/**
 * The model registry: `models/manifest.json` describes every embedded model (VIS-3).
 */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ROLES } from "../ax/roles.js";
import { readModelFile, unavailable } from "./models.js";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A plain name inside the models folder: a manifest cannot point anywhere else. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
const fileEntry = z.strictObject({ file: fileName, sha256, bytes: z.int().positive() });
/** A number is a fixed size, a word a free one ("n"). */
const shape = z.array(z.union([z.int().positive(), z.string().min(1)])).min(1);
const unit = z.number().min(0).max(1);

const common = {
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  ...fileEntry.shape,
  licence: z.string().min(1),
  provenance: z.string().min(1),
  /** False for weights that must not go into a published package; `releaseNote` says why. */
  release: z.boolean(),
  releaseNote: z.string().min(1).optional(),
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
   * The classes in the order of the score rows, each with the ARIA role it stands for, and its own score
   * threshold where the common one admits too many false boxes of that class.
   */
  labels: z
    .array(z.strictObject({ name: z.string().min(1), role: z.enum(ROLES), score: unit.optional() }))
    .min(1),
  thresholds: z.strictObject({ score: unit, sameClassIou: unit, mergeIou: unit }),
});

const captionModel = z.strictObject({
  ...common,
  task: z.literal("caption"),
  labelsFile: fileEntry,
  thresholds: z.strictObject({ label: unit }),
});

const recogniseModel = z.strictObject({
  ...common,
  task: z.literal("recognise"),
  labelsFile: fileEntry,
  thresholds: z.strictObject({ unread: unit }),
});

export const manifestSchema = z.strictObject({
  version: z.literal(1),
  models: z.array(z.discriminatedUnion("task", [detectModel, captionModel, recogniseModel])),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ModelEntry = Manifest["models"][number];
export type ModelTask = ModelEntry["task"];
export type ModelOf<T extends ModelTask> = Extract<ModelEntry, { task: T }>;

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
  return parseManifest(await readModelFile(folder, "manifest.json"));
}

function parseManifest(bytes: Uint8Array): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw unavailable("manifest.json is not JSON", { file: "manifest.json" }, cause);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success)
    throw unavailable(`manifest.json is malformed: ${z.prettifyError(parsed.error)}`, {
      file: "manifest.json",
    });
  return parsed.data;
}
