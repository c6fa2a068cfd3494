/** What a file or folder that the user gives is: the forms of foreign models that Groundmark knows. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROLES, type Role } from "../../ax/roles.js";
import { GroundmarkError } from "../../core/errors.js";
import { BpeTokenizer } from "../describe/tokenizer.js";
import { fixedSize } from "../foreign/fit.js";
import { classNames, FLOAT32, type OnnxSummary, type OnnxValue, readOnnx } from "../foreign/onnx.js";
import { strideClasses } from "../foreign/strides.js";
import type { ModelOf } from "../models.js";
import { createSession, outputNamed, type TensorOut } from "../runtime.js";

/** Side of the trial picture of a detector that takes any size. */
const TRIAL_SIDE = 640;
const TRIAL_GREY = 114 / 255;

type Detect = ModelOf<"detect">;

/** A detector, as far as its file says what it is. */
export interface RecognisedDetector {
  readonly task: "detect";
  readonly head: "rows" | "strides";
  readonly input: Detect["input"];
  readonly outputs: Detect["outputs"];
  readonly labels: Detect["labels"];
  readonly producer: string;
}

/**
 * Recognises a detector by its inputs and outputs and by one run on an empty picture.
 * @param labels class names; by default those in the file's metadata, and "icon" for a single class
 * @throws GroundmarkError INVALID_ARGS (no ONNX file, no form that is known, wrong number of labels),
 *   MODEL_UNAVAILABLE (it does not run)
 */
export async function recogniseDetector(
  file: string,
  labels?: readonly string[],
): Promise<RecognisedDetector> {
  const summary = readOnnx(file);
  refuseExternal(file, summary);
  const [input, ...more] = summary.inputs;
  if (!input || more.length > 0 || !isPicture(input)) throw unknownForm(file, summary);
  const size = fixedSize(input.shape) ?? { width: TRIAL_SIDE, height: TRIAL_SIDE };
  const session = await createSession(file, path.basename(file));
  let outputs: TensorOut[];
  try {
    const grey = new Float32Array(3 * size.width * size.height).fill(TRIAL_GREY);
    const result = await session.run(input.name, grey, [1, 3, size.height, size.width]);
    outputs = summary.outputs.map(({ name }) => outputNamed(result, name));
  } finally {
    await session.release();
  }
  const rows = rowsOutput(outputs);
  const classes = rows === undefined ? strideClasses(outputs, size) : rowCount(outputs[rows]!)! - 4;
  if (classes === undefined) throw unknownForm(file, summary);
  const used = rows === undefined ? summary.outputs : [summary.outputs[rows]!];
  return {
    task: "detect",
    head: rows === undefined ? "strides" : "rows",
    input: {
      name: input.name,
      shape: shapeOf(input),
      type: "float32",
      content: "RGB planes, 0 to 1; the picture fitted in, bars of grey 114/255",
    },
    outputs: used.map((output) => ({
      name: output.name,
      shape: shapeOf(output),
      content:
        rows === undefined
          ? "class logits and distances to the edges on one grid"
          : "rows: centre x, centre y, width, height in input pixels, then one score after the sigmoid for each class",
    })),
    labels: labelled(file, classes, labels ?? classNames(summary.metadata)),
    producer: summary.producer,
  };
}

/** The output that is a head of rows; of several alike (an auxiliary branch before the main one) the last. */
function rowsOutput(outputs: readonly TensorOut[]): number | undefined {
  let found: number | undefined;
  outputs.forEach((output, at) => {
    const better = found === undefined || output.data.length >= outputs[found]!.data.length;
    if (rowCount(output) !== undefined && better) found = at;
  });
  return found;
}

/** Rows of [1, rows, anchors] or [1, anchors, rows]: there are far more anchors than rows. */
function rowCount({ dims }: TensorOut): number | undefined {
  const [batch, first = 0, second = 0] = dims;
  const rows = Math.min(first, second);
  return dims.length === 3 && batch === 1 && rows >= 5 && first !== second ? rows : undefined;
}

function isPicture({ type, shape }: OnnxValue): boolean {
  const [batch, channels] = shape;
  const one = typeof batch === "string" || batch === 1;
  return type === FLOAT32 && shape.length === 4 && one && (channels === 3 || typeof channels === "string");
}

/** Free sizes get a word each. */
const shapeOf = ({ shape }: OnnxValue): (number | string)[] =>
  shape.map((size, at) => (size === "?" || size === "" ? `n${at}` : size));

function labelled(file: string, classes: number, names: readonly string[] | undefined): Detect["labels"] {
  const given = names ?? (classes === 1 ? ["icon"] : undefined);
  if (given?.length !== classes)
    throw new GroundmarkError(
      "INVALID_ARGS",
      given
        ? `${path.basename(file)} is for ${classes} classes, and there are ${given.length} labels`
        : `${path.basename(file)} does not name its ${classes} classes`,
      {
        suggestion: `Give them in order: --labels ${Array.from({ length: Math.min(3, classes) }, (_, i) => `NAME${i + 1}`).join(",")}${classes > 3 ? ",..." : ""}. A model with masks or key points is no plain detector.`,
      },
    );
  return given.map((name) => ({ name: name || "unnamed", role: roleOf(name) }));
}

/** Words of other vocabularies for ARIA roles, without blanks and dashes. */
const OTHER_WORDS: Readonly<Record<string, Role>> = {
  dropdown: "combobox",
  field: "textbox",
  iconbutton: "button",
  image: "img",
  input: "textbox",
  item: "listitem",
  radiobutton: "radio",
  select: "combobox",
  textfield: "textbox",
  textinput: "textbox",
  toggle: "switch",
};

/** A class without a role of its own is an `icon`: something to act on, of unknown role. */
function roleOf(name: string): Role {
  const word = name.toLowerCase().replace(/[\s_-]+/g, "");
  return ROLES.find((role) => role === word) ?? OTHER_WORDS[word] ?? "icon";
}

type Describe = ModelOf<"describe">;
export type DescribePart = keyof Describe["files"];

export interface RecognisedDescriber {
  readonly task: "describe";
  readonly paths: Readonly<Record<DescribePart, string>>;
  readonly image: Omit<Describe["image"], "keepAspect">;
  readonly tokens: Describe["tokens"];
}

/** File names of the usual exports, with the inputs that each graph has to have. */
const PARTS: readonly (readonly [part: DescribePart, stems: readonly string[], inputs: readonly string[]])[] =
  [
    ["vision", ["vision_encoder"], ["pixel_values"]],
    ["embed", ["embed_tokens"], ["input_ids"]],
    ["encoder", ["encoder_model"], ["inputs_embeds"]],
    ["decoder", ["decoder_model_merged", "decoder_model"], ["encoder_hidden_states"]],
  ];
/** Endings of quantised exports, which are taken where there is no plain file. Halves (fp16) do not run. */
const VARIANTS = ["", "_quantized", "_int8", "_uint8", "_q4", "_bnb4"];
const IMAGENET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const;
const SIDE = 768;

/**
 * Recognises a folder with the exports of a Florence-2-style captioner; the graphs may lie in its subfolder
 * `onnx`.
 * @throws GroundmarkError INVALID_ARGS naming what is missing or unfit
 */
export function recogniseDescriber(folder: string): RecognisedDescriber {
  const folders = [folder, path.join(folder, "onnx")];
  const lookFor = (names: readonly string[]) =>
    names.flatMap((name) => folders.map((one) => path.join(one, name))).find((file) => existsSync(file));
  const paths: [DescribePart, string][] = [];
  for (const [part, stems, inputs] of PARTS) {
    const names = VARIANTS.flatMap((variant) => stems.map((stem) => `${stem}${variant}.onnx`));
    const file = lookFor(names);
    if (!file) throw missing(folder, `${stems.join(".onnx or ")}.onnx`);
    const summary = readOnnx(file);
    refuseExternal(file, summary);
    if (!inputs.every((name) => summary.inputs.some((input) => input.name === name)))
      throw unknownForm(file, summary);
    paths.push([part, file]);
  }
  const tokenizer = lookFor(["tokenizer.json"]);
  if (!tokenizer) throw missing(folder, "tokenizer.json");
  paths.push(["tokenizer", tokenizer]);
  return {
    task: "describe",
    paths: Object.fromEntries(paths) as Record<DescribePart, string>,
    image: imageOf(lookFor(["preprocessor_config.json"])),
    tokens: tokensOf(tokenizer, lookFor(["generation_config.json"]), lookFor(["config.json"])),
  };
}

function imageOf(file: string | undefined): RecognisedDescriber["image"] {
  const config = file ? readJson(file) : {};
  const size = (config.crop_size ?? config.size ?? {}) as { width?: unknown; height?: unknown };
  const three = (value: unknown, otherwise: readonly number[]) =>
    (Array.isArray(value) && value.length === 3 && value.every((n) => Number.isFinite(n))
      ? value
      : otherwise) as [number, number, number];
  return {
    width: sideOf(size.width),
    height: sideOf(size.height),
    mean: three(config.image_mean, IMAGENET.mean),
    std: three(config.image_std, IMAGENET.std),
  };
}

const sideOf = (side: unknown): number =>
  typeof side === "number" && Number.isInteger(side) && side >= 8 && side <= 2048 ? side : SIDE;

/** BART begins decoding with the token that ends a text. */
function tokensOf(
  tokenizer: string,
  generation: string | undefined,
  config: string | undefined,
): Describe["tokens"] {
  const end = BpeTokenizer.parse(readFileSync(tokenizer, "utf8")).id("</s>");
  const told = { ...(config ? readJson(config) : {}), ...(generation ? readJson(generation) : {}) };
  const number = (value: unknown, otherwise: number | undefined) =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : otherwise;
  const ends = number(told.eos_token_id, end);
  const starts = number(told.decoder_start_token_id, ends);
  if (ends === undefined || starts === undefined)
    throw new GroundmarkError("INVALID_ARGS", `${tokenizer} has no token "</s>" that ends a text`, {
      suggestion: "Give the tokenizer.json of the same export.",
    });
  return { start: starts, end: ends };
}

function readJson(file: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  } catch (cause) {
    throw new GroundmarkError("INVALID_ARGS", `${file} is not JSON`, {
      suggestion: "Give a whole export.",
      cause,
    });
  }
}

/** Whether the path is a folder. @throws GroundmarkError INVALID_ARGS when there is nothing */
export function isFolder(given: string): boolean {
  try {
    const found = statSync(given);
    // A pipe or a device would be waited for when it is opened.
    if (found.isFile() || found.isDirectory()) return found.isDirectory();
  } catch (cause) {
    throw new GroundmarkError("INVALID_ARGS", `${given} does not exist`, {
      suggestion: "Give an .onnx file, or a folder with the exports of a captioner.",
      cause,
    });
  }
  throw new GroundmarkError("INVALID_ARGS", `${given} is neither a file nor a folder`, {
    suggestion: "Give an .onnx file, or a folder with the exports of a captioner.",
  });
}

function refuseExternal(file: string, { external }: OnnxSummary): void {
  if (!external) return;
  throw new GroundmarkError("INVALID_ARGS", `${file} keeps its weights in another file`, {
    suggestion: "Export it as one file (below 2 GB), or take a quantised export.",
  });
}

function missing(folder: string, name: string): GroundmarkError {
  const seen = readdirSync(folder)
    .filter((file) => !file.startsWith("."))
    .slice(0, 12);
  return new GroundmarkError("INVALID_ARGS", `${folder} holds no ${name}`, {
    suggestion:
      "A captioner is a folder with vision_encoder.onnx, embed_tokens.onnx, encoder_model.onnx, decoder_model_merged.onnx and tokenizer.json.",
    details: { found: seen },
  });
}

function unknownForm(file: string, { inputs, outputs }: OnnxSummary): GroundmarkError {
  const list = (values: readonly OnnxValue[]) =>
    values
      .slice(0, 8)
      .map(({ name, shape }) => `${name} [${shape.join(", ")}]`)
      .join(", ");
  return new GroundmarkError("INVALID_ARGS", `${path.basename(file)} is of no form that Groundmark knows`, {
    suggestion:
      "Known are detectors with one float32 picture as input and YOLOv8-style rows or raw grids of three strides as outputs, without built-in suppression; for a captioner give its folder.",
    details: { inputs: list(inputs), outputs: list(outputs) },
  });
}
