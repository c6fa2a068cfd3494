import { GroundmarkError } from "../../core/errors.js";
import { Describer } from "../describe/describer.js";
import { compareHash, hashFile, loadModel, type ModelOf, unavailable } from "../models.js";
import { filesOf, type ModelTask, type PlacedModel } from "../registry.js";
import { createSession, type ValueInfo } from "../runtime.js";

type Shape = readonly (number | string)[];

/**
 * Whether a model is what its manifest says: the hash of every file, that it loads, and that its inputs and
 * outputs have the stated names, types and shapes, and as many classes as there are labels.
 * @throws GroundmarkError MODEL_UNAVAILABLE saying what differs
 */
export async function verifyModel({ entry, folder, origin }: PlacedModel): Promise<void> {
  try {
    for (const file of filesOf(entry)) compareHash(file, await hashFile(folder, file.file));
    if (entry.task === "describe") await tryDescriber(folder, entry);
    else await tryModel(folder, entry);
  } catch (error) {
    const known = GroundmarkError.from(error);
    if (origin === "embedded") throw known;
    throw new GroundmarkError(known.code, known.message, {
      suggestion:
        origin === "user"
          ? `Remove it and add it again: groundmark models remove ${entry.name}.`
          : "Mend the manifest or the files of the folder that GROUNDMARK_MODELS names.",
      ...(known.details ? { details: known.details } : {}),
      cause: error,
    });
  }
}

async function tryModel(folder: string, entry: ModelOf<ModelTask>): Promise<void> {
  const { labels, bytes } = await loadModel(folder, { version: 1, models: [entry] }, entry.task);
  const session = await createSession(bytes, entry.file);
  try {
    compare(entry.file, "input", entry.input, session.inputs);
    for (const output of entry.outputs) compare(entry.file, "output", output, session.outputs);
    const classes = entry.outputs.at(-1)?.shape[1];
    if (entry.task === "caption" && typeof classes === "number" && classes !== labels.length)
      throw unavailable(`${entry.file} has ${classes} classes and ${labels.length} labels`, {
        file: entry.file,
      });
  } finally {
    await session.release();
  }
}

/** Loads a captioner's four graphs and its tokenizer. @throws GroundmarkError MODEL_UNAVAILABLE */
export async function tryDescriber(folder: string, entry: ModelOf<"describe">): Promise<void> {
  const describer = await Describer.create(folder, entry);
  await describer.close();
}

function compare(
  file: string,
  what: "input" | "output",
  stated: { readonly name: string; readonly shape: Shape },
  found: readonly ValueInfo[],
): void {
  const value = found.find(({ name }) => name === stated.name);
  if (!value)
    throw unavailable(`${file} has no ${what} called "${stated.name}"`, {
      file,
      found: found.map(({ name }) => name),
    });
  if (value.type !== "float32")
    throw unavailable(`${file}: its ${what} "${stated.name}" is ${value.type}, not float32`, { file });
  const agrees =
    value.shape.length === stated.shape.length &&
    stated.shape.every((size, at) => {
      const actual = value.shape[at];
      // A size that is free in one of the two fits whatever the other says.
      return typeof size === "string" || typeof actual === "string" || actual === -1 || actual === size;
    });
  if (!agrees)
    throw unavailable(
      `${file}: its ${what} "${stated.name}" is [${value.shape.join(", ")}], the manifest says [${stated.shape.join(", ")}]`,
      { file },
    );
}
