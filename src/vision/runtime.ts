/**
 * onnxruntime-node behind a lazy import: a machine where its native part is missing loses the models, not
 * the program.
 */
import { GroundmarkError } from "../core/errors.js";
import { guarded } from "./native.js";

type OnnxRuntime = typeof import("onnxruntime-node");
type OnnxSession = Awaited<ReturnType<OnnxRuntime["InferenceSession"]["create"]>>;

export interface TensorOut {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A value on its way into or out of a model; booleans are bytes. */
export type TensorValue =
  | { readonly type: "float32"; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly type: "int64"; readonly data: BigInt64Array; readonly dims: readonly number[] }
  | { readonly type: "bool"; readonly data: Uint8Array; readonly dims: readonly number[] };

/** What the model says of an input or output; a word in the shape is a free size. */
export interface ValueInfo {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** One model, loaded once and used for the life of its thread. Not re-entrant: await each run. */
export interface ModelSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
  /** @throws GroundmarkError MODEL_UNAVAILABLE when the run fails or the outputs are not float32 */
  run(input: string, data: Float32Array, dims: readonly number[]): Promise<Record<string, TensorOut>>;
  /**
   * The same with any number of inputs.
   * @throws GroundmarkError MODEL_UNAVAILABLE
   */
  runAll(feeds: Readonly<Record<string, TensorValue>>): Promise<Record<string, TensorOut>>;
  release(): Promise<void>;
}

/**
 * The published builds of ONNX Runtime send usage data to Microsoft from the moment they load: they look up
 * a host, read the machine's id, and leave a database in the user's cache and a log in the temporary folder.
 * This variable, read by native code when it loads, stops all of it. It only works from the main thread,
 * whose process.env is the real environment; worker threads have a copy.
 */
export function silenceTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY = "1";
}

let runtime: Promise<OnnxRuntime> | undefined;

/** Imports the runtime once. `importer` is there for the test of a broken installation. */
export function loadRuntime(
  importer: () => Promise<OnnxRuntime> = () => import("onnxruntime-node"),
): Promise<OnnxRuntime> {
  silenceTelemetry();
  runtime ??= guarded(importer).catch((cause: unknown) => {
    runtime = undefined;
    throw new GroundmarkError(
      "MODEL_UNAVAILABLE",
      `the model runtime onnxruntime-node cannot be loaded: ${firstLine(cause)}`,
      {
        suggestion: "Run `npm rebuild onnxruntime-node`, or reinstall the package for this platform.",
        cause,
      },
    );
  });
  return runtime;
}

/**
 * Intra-op threads with spinning off: detector and reader run side by side, and on two cores a second ONNX
 * thread that spins made every session slower (measured: 31 to 52 ms for one line). Without spinning, two
 * threads made the detector 1.8 times as fast on two free cores (a 1024x768 pass 73 to 40 ms, 1920x1088 202
 * to 111 ms), as fast as two sessions on halves of the picture (116 ms), which see a strip twice and cut
 * what lies on the seam; beside a busy reader they were neither faster nor slower than one.
 *
 * x64quantprecision: on processors without VNNI the fast 8-bit kernels saturate, and the same model reads
 * "Orders" as "rers" there. With it an 8-bit model answers alike on every processor.
 *
 * @param model the model's bytes, or the path of its file, which is how a large one is read only once
 * @param threads that one run may use
 * @throws GroundmarkError MODEL_UNAVAILABLE
 */
export async function createSession(
  model: Uint8Array | string,
  name: string,
  threads = 1,
): Promise<ModelSession> {
  const ort = await loadRuntime();
  const settings = { ...SETTINGS, intraOpNumThreads: threads };
  let session: OnnxSession;
  try {
    session = await guarded(() =>
      typeof model === "string"
        ? ort.InferenceSession.create(model, settings)
        : ort.InferenceSession.create(model, settings),
    );
  } catch (cause) {
    throw new GroundmarkError("MODEL_UNAVAILABLE", `${name} cannot be loaded: ${firstLine(cause)}`, {
      cause,
    });
  }
  const runAll: ModelSession["runAll"] = async (feeds) => {
    try {
      const tensors = Object.entries(feeds).map(([key, value]) => [key, tensorOf(ort, value)]);
      const outputs = await guarded(() => session.run(Object.fromEntries(tensors)));
      return Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, asFloats(key, value)]));
    } catch (cause) {
      if (cause instanceof GroundmarkError) throw cause;
      throw new GroundmarkError("MODEL_UNAVAILABLE", `${name} failed: ${firstLine(cause)}`, { cause });
    }
  };
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputs: session.inputMetadata.map(valueInfo),
    outputs: session.outputMetadata.map(valueInfo),
    run: (input, data, dims) => runAll({ [input]: { type: "float32", data, dims } }),
    runAll,
    release: () => guarded(() => session.release()),
  };
}

const SETTINGS = {
  executionProviders: ["cpu"],
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: 3,
  extra: {
    session: {
      intra_op: { allow_spinning: "0" },
      inter_op: { allow_spinning: "0" },
      x64quantprecision: "1",
    },
  },
} as const;

function tensorOf(ort: OnnxRuntime, { type, data, dims }: TensorValue) {
  switch (type) {
    case "float32":
      return new ort.Tensor("float32", data, dims);
    case "int64":
      return new ort.Tensor("int64", data, dims);
    case "bool":
      return new ort.Tensor("bool", data, dims);
  }
}

type OnnxValue = OnnxSession["inputMetadata"][number];

const valueInfo = (value: OnnxValue): ValueInfo => ({
  name: value.name,
  type: value.isTensor ? value.type : "other",
  shape: value.isTensor ? value.shape : [],
});

/** The output tensor by name. @throws GroundmarkError MODEL_UNAVAILABLE when the model has no such output */
export function outputNamed(outputs: Record<string, TensorOut>, name: string): TensorOut {
  const tensor = outputs[name];
  if (!tensor) throw new GroundmarkError("MODEL_UNAVAILABLE", `the model has no output called "${name}"`);
  return tensor;
}

function asFloats(name: string, tensor: { data: unknown; dims: readonly number[] }): TensorOut {
  if (!(tensor.data instanceof Float32Array))
    throw new GroundmarkError("MODEL_UNAVAILABLE", `the model's output "${name}" is not float32`);
  return { data: tensor.data, dims: tensor.dims };
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
