/**
 * What an ONNX file says of itself, read without loading it: its inputs and outputs, and its metadata (class
 * names, trained size), which the runtime's JavaScript side does not show. Weights are stepped over, so a file
 * of hundreds of megabytes costs a few thousand short reads.
 *
 * The format is protobuf; field numbers are those of onnx.proto (ONNX 1.x).
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { GroundmarkError } from "../../core/errors.js";

export interface OnnxValue {
  readonly name: string;
  /** The element type's number in onnx.proto: 1 float32, 7 int64, 9 bool, 10 float16. */
  readonly type: number;
  /** A word, or "?", is a free size. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxSummary {
  readonly producer: string;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Weights lie in further files beside it. */
  readonly external: boolean;
}

export const FLOAT32 = 1;

/** Names, shapes and metadata are short; a longer one is not what it says it is. */
const MAX_TEXT_BYTES = 1 << 20;
const WINDOW_BYTES = 1 << 16;

const MODEL = { producer: 2, graph: 7, metadata: 14 };
const GRAPH = { initializer: 5, input: 11, output: 12 };
const TENSOR = { location: 14 };
const EXTERNAL = 1n;

/**
 * @param path of the file
 * @throws GroundmarkError INVALID_ARGS when it cannot be read or is no ONNX model
 */
export function readOnnx(path: string): OnnxSummary {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (cause) {
    throw notOnnx(path, `cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unreadable"})`);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw notOnnx(path, "is not a regular file");
    return readModel(new Cursor(new Source(file, path), 0, stat.size), path);
  } finally {
    closeSync(file);
  }
}

function readModel(model: Cursor, path: string): OnnxSummary {
  let producer = "";
  let graph: Cursor | undefined;
  const metadata: [string, string][] = [];
  model.eachField((field, value) => {
    if (field === MODEL.producer) producer = value.text();
    else if (field === MODEL.graph) graph = value;
    else if (field === MODEL.metadata) metadata.push(readPair(value));
  });
  if (!graph) throw notOnnx(path, "holds no graph");
  const inputs: OnnxValue[] = [];
  const outputs: OnnxValue[] = [];
  const initialised = new Set<string>();
  let external = false;
  graph.eachField((field, value) => {
    if (field === GRAPH.input) inputs.push(readValue(value));
    else if (field === GRAPH.output) outputs.push(readValue(value));
    else if (field === GRAPH.initializer) {
      const tensor = readTensor(value);
      initialised.add(tensor.name);
      external ||= tensor.external;
    }
  });
  if (outputs.length === 0) throw notOnnx(path, "has no outputs");
  return {
    producer,
    // Old exports list their weights among the inputs.
    inputs: inputs.filter(({ name }) => !initialised.has(name)),
    outputs,
    metadata: Object.fromEntries(metadata),
    external,
  };
}

function readPair(pair: Cursor): [string, string] {
  const texts = ["", ""];
  pair.eachField((field, value) => {
    if (field === 1 || field === 2) texts[field - 1] = value.text();
  });
  return [texts[0]!, texts[1]!];
}

function readTensor(tensor: Cursor): { name: string; external: boolean } {
  let name = "";
  let external = false;
  tensor.eachField((field, value, number) => {
    if (field === 8) name = value.text();
    else if (field === TENSOR.location) external = number === EXTERNAL;
  });
  return { name, external };
}

/** ValueInfoProto: name, type { tensor_type { elem_type, shape { dim { dim_value | dim_param } } } }. */
function readValue(info: Cursor): OnnxValue {
  let name = "";
  let type = 0;
  const shape: (number | string)[] = [];
  info.eachField((field, value) => {
    if (field === 1) name = value.text();
    else if (field === 2)
      value.eachField((kind, tensor) => {
        if (kind !== 1) return;
        tensor.eachField((part, content, number) => {
          if (part === 1) type = Number(number);
          else if (part === 2) content.eachField((_, dim) => shape.push(readDim(dim)));
        });
      });
  });
  return { name, type, shape };
}

function readDim(dim: Cursor): number | string {
  let size: number | string = "?";
  dim.eachField((field, value, number) => {
    if (field === 1 && number > 0n) size = Number(number);
    else if (field === 2) size = value.text() || "?";
  });
  return size;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** The file, read through a window so that short fields next to each other cost one read. */
class Source {
  private readonly window = Buffer.alloc(WINDOW_BYTES);
  private windowAt = 0;
  private windowBytes = 0;

  constructor(
    readonly file: number,
    readonly path: string,
  ) {}

  byte(at: number): number {
    if (at < this.windowAt || at >= this.windowAt + this.windowBytes) {
      this.windowBytes = readSync(this.file, this.window, 0, WINDOW_BYTES, at);
      this.windowAt = at;
    }
    if (this.windowBytes === 0) throw notOnnx(this.path, "is cut short");
    return this.window[at - this.windowAt]!;
  }
}

/** One message of the file. */
class Cursor {
  constructor(
    private readonly source: Source,
    private at: number,
    private readonly end: number,
  ) {}

  /** Steps through the message's fields; a field that `visit` does not read is stepped over. */
  eachField(visit: (field: number, value: Cursor, number: bigint) => void): void {
    while (this.at < this.end) {
      const key = Number(this.varint());
      const field = key >> 3;
      switch (key & 7) {
        case VARINT:
          visit(field, this.part(0), this.varint());
          break;
        case FIXED64:
          this.skip(8);
          break;
        case FIXED32:
          this.skip(4);
          break;
        case BYTES: {
          const length = Number(this.varint());
          const part = this.part(length);
          this.skip(length);
          visit(field, part, 0n);
          break;
        }
        default:
          throw notOnnx(this.source.path, "is not an ONNX model");
      }
      if (field === 0) throw notOnnx(this.source.path, "is not an ONNX model");
    }
  }

  text(): string {
    const length = this.end - this.at;
    if (length > MAX_TEXT_BYTES) throw notOnnx(this.source.path, "is not an ONNX model");
    const bytes = Buffer.alloc(length);
    if (readSync(this.source.file, bytes, 0, length, this.at) !== length)
      throw notOnnx(this.source.path, "is cut short");
    return bytes.toString("utf8");
  }

  private part(length: number): Cursor {
    if (!(length >= 0 && this.at + length <= this.end))
      throw notOnnx(this.source.path, "is cut short, or no ONNX model");
    return new Cursor(this.source, this.at, this.at + length);
  }

  private skip(length: number): void {
    if (!(this.at + length <= this.end)) throw notOnnx(this.source.path, "is cut short, or no ONNX model");
    this.at += length;
  }

  private varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw notOnnx(this.source.path, "is not an ONNX model");
  }

  private byte(): number {
    if (this.at >= this.end) throw notOnnx(this.source.path, "is cut short, or no ONNX model");
    return this.source.byte(this.at++);
  }
}

const notOnnx = (path: string, problem: string) =>
  new GroundmarkError("INVALID_ARGS", `${path} ${problem}`, {
    suggestion: "Give an ONNX model: a file that was exported with the ending .onnx.",
    details: { path },
  });

/**
 * Class names as Ultralytics exports keep them, `{0: 'button', 1: "it's"}`, in the order of their numbers;
 * undefined where there are none.
 */
export function classNames(metadata: Readonly<Record<string, string>>): string[] | undefined {
  const text = metadata.names;
  if (!text) return undefined;
  const names: string[] = [];
  for (const [, number, single, double] of text.matchAll(
    /(\d+)"?\s*:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g,
  ))
    names[Number(number)] = (single ?? double ?? "").replace(/\\(.)/g, "$1");
  const dense = names.length > 0 && names.length <= 10_000 && Object.keys(names).length === names.length;
  return dense ? names : undefined;
}
