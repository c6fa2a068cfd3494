/**
 * A Florence-2-style captioner: vision encoder, text encoder, decoder with a cache, greedy. It says in words
 * what a crop shows, in seconds where the icon namer takes a millisecond, so it sees only what has no other name.
 */
import { readFile } from "node:fs/promises";
import type { Frame } from "../../capture/port.js";
import { GroundmarkError } from "../../core/errors.js";
import { intersect, pixelCover, type Rect } from "../../geometry/rect.js";
import { LruCache } from "../lru.js";
import { checkedPaths, type ModelOf } from "../models.js";
import { pixelKey } from "../pixels.js";
import type { Caption } from "../port.js";
import { createSession, type ModelSession, type TensorOut, type TensorValue } from "../runtime.js";
import { drawCrop } from "./crop.js";
import { Decoder } from "./decoder.js";
import { BpeTokenizer } from "./tokenizer.js";

const CACHE_ENTRIES = 1000;
/**
 * Crops that run together are chosen so that one run stays below this, ms: in between the deadline is looked
 * at, and a thread can end.
 */
const RUN_BUDGET = 1000;
const MAX_BATCH = 8;

/** What the task tokens stand for, as Florence-2's processor expands them. */
const TASK_PROMPTS: Readonly<Record<string, string>> = { "<CAPTION>": "What does the image describe?" };

interface Sessions {
  readonly vision: ModelSession;
  readonly embed: ModelSession;
  readonly encoder: ModelSession;
  readonly decoder: ModelSession;
}

export interface Described {
  /** In the order of the boxes; undefined where the deadline came first. */
  readonly captions: readonly (Caption | undefined)[];
}

/** Not re-entrant. */
export class Describer {
  private readonly cache = new LruCache<Caption>(CACHE_ENTRIES);
  private batch = 1;
  private readonly decoder: Decoder;

  private constructor(
    private readonly sessions: Sessions,
    private readonly model: ModelOf<"describe">,
    private readonly tokenizer: BpeTokenizer,
    private readonly prompt: BigInt64Array,
  ) {
    this.decoder = new Decoder(sessions.decoder, (ids, dims) => this.embed(ids, dims), model.tokens);
  }

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(folder: string, model: ModelOf<"describe">): Promise<Describer> {
    const paths = await checkedPaths(folder, model);
    const tokenizer = BpeTokenizer.parse(await readFile(paths.tokenizer, "utf8"));
    const open = (part: keyof Sessions) => createSession(paths[part], model.files[part].file);
    const sessions = {
      vision: await open("vision"),
      embed: await open("embed"),
      encoder: await open("encoder"),
      decoder: await open("decoder"),
    };
    const prompt = tokenizer.encode(TASK_PROMPTS[model.prompt] ?? model.prompt);
    return new Describer(sessions, model, tokenizer, BigInt64Array.from(prompt, BigInt));
  }

  get name(): string {
    return this.model.name;
  }

  /** @param isLate asked before each run of a model */
  async describe(frame: Frame, boxes: readonly Rect<"desktop">[], isLate: () => boolean): Promise<Described> {
    const captions: (Caption | undefined)[] = boxes.map(() => undefined);
    const missing: { at: number; key: string; area: Rect<"desktop"> }[] = [];
    boxes.forEach((box, at) => {
      const area = intersect(pixelCover(box), frame.region);
      if (!area) {
        captions[at] = { score: 0, described: true };
        return;
      }
      const local = { ...area, x: area.x - frame.region.x, y: area.y - frame.region.y };
      const key = pixelKey(frame.pixels, frame.width, local, "");
      captions[at] = this.cache.get(key);
      if (!captions[at]) missing.push({ at, key, area });
    });
    while (missing.length > 0 && !isLate()) {
      const batch = missing.splice(0, this.batch);
      const started = performance.now();
      const said = await this.say(
        frame,
        batch.map(({ area }) => area),
        isLate,
      );
      if (!said) break;
      batch.forEach(({ at, key }, i) => {
        captions[at] = said[i];
        this.cache.set(key, said[i]!);
      });
      const each = (performance.now() - started) / batch.length;
      this.batch = Math.max(1, Math.min(MAX_BATCH, Math.floor(RUN_BUDGET / each)));
    }
    return { captions };
  }

  /** Undefined when the deadline came first. */
  private async say(
    frame: Frame,
    areas: readonly Rect<"desktop">[],
    isLate: () => boolean,
  ): Promise<Caption[] | undefined> {
    const { width, height } = this.model.image;
    const pixels = new Float32Array(areas.length * 3 * width * height);
    for (const [i, area] of areas.entries())
      await drawCrop(frame, area, this.model.image, pixels.subarray(i * 3 * width * height));
    const features = await first(this.sessions.vision, {
      pixel_values: { type: "float32", data: pixels, dims: [areas.length, 3, height, width] },
    });
    if (isLate()) return undefined;
    const context = await this.encode(features);
    const found = await this.decoder.run(context, this.model.maxTokens, isLate);
    return found?.map(({ ids, probability }) => {
      const text = this.tokenizer.decode(ids).replace(/\s+/g, " ").trim();
      return { ...(text === "" ? {} : { label: text }), score: probability, described: true };
    });
  }

  async close(): Promise<void> {
    for (const session of Object.values(this.sessions)) await session.release();
  }

  /** The prompt after the picture, through the text encoder. */
  private async encode(features: TensorOut): Promise<{ hidden: TensorOut; mask: TensorValue }> {
    const [count = 0, seen = 0, width = 0] = features.dims;
    const asked = await this.embed(this.prompt, [1, this.prompt.length]);
    if (features.dims.length !== 3 || asked.dims[2] !== width)
      throw new GroundmarkError(
        "MODEL_UNAVAILABLE",
        `the captioner's parts do not fit: picture [${features.dims.join(", ")}], text [${asked.dims.join(", ")}]`,
      );
    const length = seen + this.prompt.length;
    const joined = new Float32Array(count * length * width);
    for (let i = 0; i < count; i++) {
      joined.set(features.data.subarray(i * seen * width, (i + 1) * seen * width), i * length * width);
      joined.set(asked.data, (i * length + seen) * width);
    }
    const mask: TensorValue = {
      type: "int64",
      data: new BigInt64Array(count * length).fill(1n),
      dims: [count, length],
    };
    const hidden = await first(this.sessions.encoder, {
      inputs_embeds: { type: "float32", data: joined, dims: [count, length, width] },
      attention_mask: mask,
    });
    return { hidden, mask };
  }

  private embed(ids: BigInt64Array, dims: readonly number[]): Promise<TensorOut> {
    return first(this.sessions.embed, { input_ids: { type: "int64", data: ids, dims } });
  }
}

/** The first output; inputs that the graph does not have are left out. */
async function first(session: ModelSession, feeds: Record<string, TensorValue>): Promise<TensorOut> {
  const known = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
  const outputs = await session.runAll(Object.fromEntries(known));
  return outputs[session.outputNames[0]!]!;
}
