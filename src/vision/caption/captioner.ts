import type { Frame } from "../../capture/port.js";
import { GroundmarkError } from "../../core/errors.js";
import type { Rect } from "../../geometry/rect.js";
import { LruCache } from "../lru.js";
import type { LoadedModel, ModelOf } from "../models.js";
import { pixelKey } from "../pixels.js";
import type { Caption } from "../port.js";
import { createSession, type ModelSession, outputNamed } from "../runtime.js";
import { cropIcon, cropWindow, ICON_SIDE, ICON_VALUES } from "./crop.js";

/** Crops per run: cost is about 1 ms each whatever the batch, so this only bounds the memory. */
const BATCH = 32;
const CACHE_ENTRIES = 5000;

/** Names icons with a closed list of concepts. One session, reused; not re-entrant. */
export class Captioner {
  /** What the last call took, ms, and how many of its boxes needed the model. */
  readonly timings = { total: 0, named: 0 };
  private readonly cache = new LruCache<Caption>(CACHE_ENTRIES);

  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"caption">,
    private readonly labels: readonly string[],
  ) {}

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(loaded: LoadedModel<"caption">): Promise<Captioner> {
    const session = await createSession(loaded.bytes, loaded.entry.file);
    return new Captioner(session, loaded.entry, loaded.labels);
  }

  get name(): string {
    return this.model.name;
  }

  /**
   * One caption per box, in the same order. The label is absent below the model's threshold: a wrong name
   * is worse than none.
   */
  async caption(frame: Frame, boxes: readonly Rect<"desktop">[]): Promise<Caption[]> {
    const started = performance.now();
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
    const { input, outputs, thresholds } = this.model;
    const data = new Float32Array(boxes.length * ICON_VALUES);
    boxes.forEach((box, i) => {
      cropIcon(frame, box, data, i * ICON_VALUES);
    });
    const result = await this.session.run(input.name, data, [boxes.length, 3, ICON_SIDE, ICON_SIDE]);
    const logits = outputNamed(result, outputs[outputs.length - 1]!.name);
    const classes = this.labels.length;
    if (logits.dims.length !== 2 || logits.dims[1] !== classes)
      throw new GroundmarkError(
        "MODEL_UNAVAILABLE",
        `the captioner's output is [${logits.dims.join(", ")}], not [n, ${classes}]`,
      );
    return boxes.map((_, i) => {
      const { index, probability } = mostLikely(logits.data.subarray(i * classes, (i + 1) * classes));
      if (probability < thresholds.label) return { score: probability };
      return { label: this.labels[index]!, score: probability };
    });
  }
}

/** The largest logit and its softmax. */
export function mostLikely(logits: Float32Array): { index: number; probability: number } {
  let index = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[index]!) index = i;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[index]!);
  return { index, probability: 1 / sum };
}
