import { GroundmarkError } from "../../core/errors.js";
import type { ModelSession, TensorOut, TensorValue } from "../runtime.js";

/** What one crop's decoding gave: tokens without the ending one, and the geometric mean of their probabilities. */
export interface Decoded {
  readonly ids: readonly number[];
  readonly probability: number;
}

interface Running {
  readonly ids: number[];
  logProbability: number;
  ended: boolean;
}

/**
 * Greedy decoding of a batch. Two exports are met: `decoder_model_merged`, which keeps keys and values from
 * step to step (`past_key_values.*` in, `present.*` out) and is told by `use_cache_branch` whether there are
 * any; and `decoder_model`, which is given all tokens at each step.
 */
export class Decoder {
  private readonly cached: boolean;

  /** @param embed vectors of token numbers, [n, length, d] for the shape [n, length] */
  constructor(
    private readonly session: ModelSession,
    private readonly embed: (ids: BigInt64Array, dims: readonly number[]) => Promise<TensorOut>,
    private readonly tokens: { readonly start: number; readonly end: number },
  ) {
    this.cached = session.inputNames.includes("use_cache_branch");
  }

  /** Undefined when the deadline came first. */
  async run(
    context: { readonly hidden: TensorOut; readonly mask: TensorValue },
    maxTokens: number,
    isLate: () => boolean,
  ): Promise<Decoded[] | undefined> {
    const count = context.hidden.dims[0]!;
    const running = Array.from(
      { length: count },
      (): Running => ({ ids: [], logProbability: 0, ended: false }),
    );
    const { data, dims } = context.hidden;
    const fixed: Record<string, TensorValue> = {
      encoder_hidden_states: { type: "float32", data, dims },
      encoder_attention_mask: context.mask,
    };
    let past = this.cached ? this.emptyPast(count) : {};
    for (let step = 0; step < maxTokens && running.some(({ ended }) => !ended); step++) {
      if (isLate()) return undefined;
      const feeds = {
        ...fixed,
        ...(await this.said(running, step)),
        ...past,
        ...(this.cached
          ? { use_cache_branch: { type: "bool" as const, data: Uint8Array.of(step > 0 ? 1 : 0), dims: [1] } }
          : {}),
      };
      const known = Object.entries(feeds).filter(([name]) => this.session.inputNames.includes(name));
      const outputs = await this.session.runAll(Object.fromEntries(known));
      const logits = outputs.logits;
      if (logits?.dims.length !== 3 || logits.dims[0] !== count)
        throw new GroundmarkError(
          "MODEL_UNAVAILABLE",
          "the captioner's decoder gives no logits [n, tokens, vocabulary]",
        );
      running.forEach((one, i) => {
        this.append(one, lastRow(logits, i));
      });
      if (this.cached) past = nextPast(past, outputs, step);
    }
    return running.map(({ ids, logProbability }) => ({
      ids,
      probability: ids.length === 0 ? 0 : Math.exp(logProbability / (ids.length + 1)),
    }));
  }

  /** The tokens that the decoder is given: the last ones with a cache, all of them without. */
  private async said(running: readonly Running[], step: number): Promise<Record<string, TensorValue>> {
    const length = this.cached ? 1 : step + 1;
    const rows = running.map(({ ids }) => {
      // A caption that has ended goes on with the ending token: the batch stays a rectangle.
      const all = [this.tokens.start, ...ids, ...Array<number>(step).fill(this.tokens.end)].slice(
        0,
        step + 1,
      );
      return this.cached ? all.slice(-1) : all;
    });
    const ids = BigInt64Array.from(rows.flat(), BigInt);
    const dims = [running.length, length];
    if (this.session.inputNames.includes("input_ids"))
      return { input_ids: { type: "int64", data: ids, dims } };
    const vectors = await this.embed(ids, dims);
    return { inputs_embeds: { type: "float32", data: vectors.data, dims: vectors.dims } };
  }

  private append(one: Running, logits: Float32Array): void {
    if (one.ended) return;
    let best = 0;
    for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
    let sum = 0;
    for (const logit of logits) sum += Math.exp(logit - logits[best]!);
    one.logProbability -= Math.log(sum);
    // The first token after the start is never the end: BART ends a text with the token it starts with.
    if (best === this.tokens.end && one.ids.length > 0) one.ended = true;
    else one.ids.push(best);
  }

  /** Caches of no length; their other sizes are in the graph's own description. */
  private emptyPast(count: number): Record<string, TensorValue> {
    const past: Record<string, TensorValue> = {};
    for (const { name, shape } of this.session.inputs) {
      if (!name.startsWith("past_key_values.")) continue;
      const [, heads, , size] = shape;
      if (typeof heads !== "number" || typeof size !== "number")
        throw new GroundmarkError(
          "MODEL_UNAVAILABLE",
          `the captioner's decoder does not say how large ${name} is`,
        );
      past[name] = { type: "float32", data: new Float32Array(0), dims: [count, heads, 0, size] };
    }
    return past;
  }
}

function lastRow({ data, dims }: TensorOut, index: number): Float32Array {
  const [, length = 0, vocabulary = 0] = dims;
  const from = (index * length + length - 1) * vocabulary;
  return data.subarray(from, from + vocabulary);
}

/**
 * Keys and values for the next step. Those of the encoder are made in the first step only: later the merged
 * graph gives placeholders in their place.
 */
function nextPast(
  past: Readonly<Record<string, TensorValue>>,
  outputs: Readonly<Record<string, TensorOut>>,
  step: number,
): Record<string, TensorValue> {
  return Object.fromEntries(
    Object.entries(past).map(([name, before]) => {
      const present = outputs[name.replace("past_key_values", "present")];
      const keep = !present || (step > 0 && name.includes(".encoder."));
      return [name, keep ? before : { type: "float32", data: present.data, dims: present.dims }];
    }),
  );
}
