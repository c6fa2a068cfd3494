import type { Frame } from "../../capture/port.js";
import { GroundmarkError } from "../../core/errors.js";
import type { Rect } from "../../geometry/rect.js";
import { LruCache } from "../lru.js";
import type { LoadedModel, ModelOf } from "../models.js";
import { pixelKey } from "../pixels.js";
import type { Caption } from "../port.js";
import { createSession, type ModelSession, outputNamed, type TensorOut } from "../runtime.js";
import { cropIcon, cropWindow, ICON_SIDE, ICON_VALUES } from "./crop.js";
import { TaughtIndex } from "./taught.js";

/** Crops per run: cost is about 1 ms each whatever the batch, so this only bounds the memory. */
const BATCH = 32;
const CACHE_ENTRIES = 5000;
/** The output that tells similar icons from others; the last output holds the logits. */
const EMBEDDING = "embedding";
/**
 * For a captioner whose manifest entry measures none. Measured with groundmark-icons-1, 20 icons taught of 317
 * of two desktop themes (bench/taught-icons.js): of the taught 92 % are recognised at it, and 1.1 % of the
 * others are taken for one of them (at 0.85: 84 and 0.8 %; at 0.75: 95 and 1.9 %).
 */
const DEFAULT_TAUGHT = 0.8;

/** Names icons with a closed list of concepts. One session, reused; not re-entrant. */
export class Captioner {
  /** What the last call took, ms, and how many of its boxes needed the model. */
  readonly timings = { total: 0, named: 0 };
  private cache = new LruCache<Caption>(CACHE_ENTRIES);
  private readonly taught: TaughtIndex | undefined;
  private readonly reject: number | undefined;

  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"caption">,
    private readonly labels: readonly string[],
    private readonly synonyms: readonly (readonly string[])[],
    taughtFile: string | undefined,
  ) {
    this.reject = rejectIndex(model, labels);
    if (taughtFile !== undefined && session.outputNames.includes(EMBEDDING))
      this.taught = new TaughtIndex(taughtFile, (crops) => this.embed(crops));
  }

  /**
   * @param taughtFile icons that the user taught; they come before the model's own labels
   * @throws GroundmarkError MODEL_UNAVAILABLE
   */
  static async create(loaded: LoadedModel<"caption">, taughtFile?: string): Promise<Captioner> {
    const session = await createSession(loaded.bytes, loaded.entry.file);
    return new Captioner(session, loaded.entry, loaded.labels, loaded.synonyms, taughtFile);
  }

  get name(): string {
    return this.model.name;
  }

  /** Why taught icons are not used, when their file is unusable. */
  get problem(): string | undefined {
    return this.taught?.problem;
  }

  /**
   * One caption per box, in the same order. The label is absent below the model's threshold, and where the
   * model says that it is no icon: a wrong name is worse than none.
   */
  async caption(frame: Frame, boxes: readonly Rect<"desktop">[]): Promise<Caption[]> {
    const started = performance.now();
    if (await this.taught?.refresh()) this.cache = new LruCache<Caption>(CACHE_ENTRIES);
    const keys = boxes.map((box) => this.keyOf(frame, box));
    const known = new Map<string, Caption>();
    const missing = new Map<string, Rect<"desktop">>();
    keys.forEach((key, i) => {
      const caption = key === undefined ? undefined : this.cache.get(key);
      if (key !== undefined && caption) known.set(key, caption);
      else if (key !== undefined) missing.set(key, boxes[i]!);
    });

    const wanted = [...missing];
    for (let from = 0; from < wanted.length; from += BATCH) {
      const batch = wanted.slice(from, from + BATCH);
      const captions = await this.run(
        frame,
        batch.map(([, box]) => box),
      );
      batch.forEach(([key], i) => {
        known.set(key, captions[i]!);
        this.cache.set(key, captions[i]!);
      });
    }
    this.timings.named = wanted.length;
    this.timings.total = performance.now() - started;
    return keys.map((key) => (key === undefined ? undefined : known.get(key)) ?? { score: 0 });
  }

  /** Undefined for a box without pixels. The place within the window matters too: crops are sub-pixel. */
  private keyOf(frame: Frame, box: Rect<"desktop">): string | undefined {
    const window = cropWindow(frame, box);
    if (!(window.width > 0 && window.height > 0)) return undefined;
    const x = box.x - frame.region.x - window.x;
    const y = box.y - frame.region.y - window.y;
    return pixelKey(frame.pixels, frame.width, window, [x, y, box.width, box.height].join());
  }

  private async run(frame: Frame, boxes: readonly Rect<"desktop">[]): Promise<Caption[]> {
    const { outputs } = this.model;
    const data = new Float32Array(boxes.length * ICON_VALUES);
    boxes.forEach((box, i) => {
      cropIcon(frame, box, data, i * ICON_VALUES);
    });
    const result = await this.session.run(this.model.input.name, data, batchDims(boxes.length));
    const logits = outputNamed(result, outputs[outputs.length - 1]!.name);
    const classes = this.labels.length;
    if (logits.dims.length !== 2 || logits.dims[1] !== classes)
      throw new GroundmarkError(
        "MODEL_UNAVAILABLE",
        `the captioner's output is [${logits.dims.join(", ")}], not [n, ${classes}]`,
      );
    const embeddings = this.taught?.empty === false ? rowsOf(outputNamed(result, EMBEDDING)) : [];
    return boxes.map(
      (_, i) =>
        this.taughtName(embeddings[i]) ?? this.known(logits.data.subarray(i * classes, (i + 1) * classes)),
    );
  }

  private taughtName(embedding: Float32Array | undefined): Caption | undefined {
    const nearest = embedding && this.taught?.nearest(embedding);
    const enough = this.model.thresholds.taught ?? DEFAULT_TAUGHT;
    if (!nearest || nearest.similarity < enough) return undefined;
    return { label: nearest.name, score: Math.min(1, nearest.similarity), taught: true };
  }

  private known(logits: Float32Array): Caption {
    const { index, probability } = mostLikely(logits, this.model.temperature);
    // What is no icon has no name, however sure the model is of that.
    if (index === this.reject) return { score: 0 };
    if (probability < this.model.thresholds.label) return { score: probability };
    const synonyms = this.synonyms[index] ?? [];
    return {
      label: this.labels[index]!,
      score: probability,
      ...(synonyms.length > 0 ? { synonyms } : {}),
    };
  }

  /** Unit vectors of crops of ICON_VALUES numbers each. */
  private async embed(crops: readonly Float32Array[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < crops.length; from += BATCH) {
      const batch = crops.slice(from, from + BATCH);
      const data = new Float32Array(batch.length * ICON_VALUES);
      batch.forEach((crop, i) => {
        data.set(crop, i * ICON_VALUES);
      });
      const result = await this.session.run(this.model.input.name, data, batchDims(batch.length));
      vectors.push(...rowsOf(outputNamed(result, EMBEDDING)));
    }
    return vectors;
  }
}

const batchDims = (count: number): number[] => [count, 3, ICON_SIDE, ICON_SIDE];

/** The rows of [n, d], each at unit length. */
function rowsOf({ data, dims }: TensorOut): Float32Array[] {
  const [count = 0, length = 0] = dims;
  return Array.from({ length: count }, (_, i) => {
    const row = data.slice(i * length, (i + 1) * length);
    const norm = Math.hypot(...row) || 1;
    return row.map((value) => value / norm);
  });
}

/** @throws GroundmarkError MODEL_UNAVAILABLE when the label is none of the model's */
function rejectIndex({ reject, name }: ModelOf<"caption">, labels: readonly string[]): number | undefined {
  if (reject === undefined) return undefined;
  const index = typeof reject === "number" ? reject : labels.indexOf(reject);
  if (labels[index] === undefined)
    throw new GroundmarkError(
      "MODEL_UNAVAILABLE",
      `${name} rejects with the label ${JSON.stringify(reject)}, which it does not have`,
    );
  return index;
}

/** The largest logit and its softmax at a temperature: above 1 it is less sure, the order is the same. */
export function mostLikely(logits: Float32Array, temperature = 1): { index: number; probability: number } {
  let index = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[index]!) index = i;
  let sum = 0;
  for (const logit of logits) sum += Math.exp((logit - logits[index]!) / temperature);
  return { index, probability: 1 / sum };
}
