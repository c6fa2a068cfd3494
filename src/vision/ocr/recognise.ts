import { GroundmarkError } from "../../core/errors.js";
import type { LoadedModel, ModelOf } from "../models.js";
import { createSession, type ModelSession, outputNamed } from "../runtime.js";
import type { PixelArea } from "./luma.js";
import { LINE_HEIGHT, normaliseLine, type RgbPicture, SIDE_MARGIN } from "./normalise.js";
import { unfoldWord } from "./unfold.js";

/** One decoded character. `position` is the share of the input's width at which it was emitted, 0 to 1. */
export interface Glyph {
  readonly character: string;
  readonly confidence: number;
  readonly position: number;
}

/** A word of a segment; `from` and `to` in pixels from the segment's left edge. */
export interface WordReading {
  readonly text: string;
  readonly confidence: number;
  readonly from: number;
  readonly to: number;
}

/** What a segment says, independent of where it lies. No words: nothing was read. */
export interface SegmentReading {
  readonly words: readonly WordReading[];
  /** Mean softmax of the emitted characters, 0 to 1; 0 when there are none. */
  readonly confidence: number;
}

/** The text recogniser: one session, one segment a call (a batch is not faster; cost is per pixel). */
export class Recogniser {
  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"recognise">,
    private readonly alphabet: readonly string[],
  ) {}

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(loaded: LoadedModel<"recognise">): Promise<Recogniser> {
    const session = await createSession(loaded.bytes, loaded.entry.file);
    return new Recogniser(session, loaded.entry, loaded.labels);
  }

  get name(): string {
    return this.model.name;
  }

  async read(picture: RgbPicture, segment: PixelArea): Promise<SegmentReading> {
    const line = normaliseLine(picture, segment);
    const { input, outputs } = this.model;
    const result = await this.session.run(input.name, line.data, [1, 1, LINE_HEIGHT, line.width]);
    const { data, dims } = outputNamed(result, outputs[0]!.name);
    const [, classes, steps] = dims;
    if (dims.length !== 3 || classes !== this.alphabet.length + 1 || steps === undefined)
      throw new GroundmarkError(
        "MODEL_UNAVAILABLE",
        `the recogniser's output is [${dims.join(", ")}], not [1, ${this.alphabet.length + 1}, steps]`,
      );
    return toReading(decodeCtc(data, steps, this.alphabet), segment.width);
  }
}

/**
 * Greedy CTC decoding: the best class of each step, repeats collapsed, blanks (class 0) dropped.
 * @param logits [classes, steps]
 * @param alphabet class i is entry i - 1
 */
export function decodeCtc(logits: Float32Array, steps: number, alphabet: readonly string[]): Glyph[] {
  const classes = alphabet.length + 1;
  const glyphs: Glyph[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k++) {
      const value = logits[k * steps + step]!;
      if (value > highest) {
        highest = value;
        best = k;
      }
    }
    if (best !== 0 && best !== previous) {
      let sum = 0;
      for (let k = 0; k < classes; k++) sum += Math.exp(logits[k * steps + step]! - highest);
      glyphs.push({
        character: alphabet[best - 1]!,
        confidence: 1 / sum,
        position: (step + 0.5) / steps,
      });
    }
    previous = best;
  }
  return glyphs;
}

/**
 * Splits at spaces. The recogniser's input shows the segment with SIDE_MARGIN pixels on both sides; words
 * end halfway between their last character and the space.
 */
export function toReading(glyphs: readonly Glyph[], segmentWidth: number): SegmentReading {
  const inked = glyphs.filter((g) => g.character !== " ");
  if (inked.length === 0) return { words: [], confidence: 0 };
  const toPixel = (position: number): number =>
    Math.min(segmentWidth, Math.max(0, position * (segmentWidth + 2 * SIDE_MARGIN) - SIDE_MARGIN));

  const words: WordReading[] = [];
  let letters: Glyph[] = [];
  let start = 0;
  const finish = (end: number): void => {
    if (letters.length > 0)
      words.push({
        text: unfoldWord(letters.map((g) => g.character).join("")),
        confidence: mean(letters),
        from: start,
        to: end,
      });
    letters = [];
  };
  glyphs.forEach((glyph, i) => {
    if (glyph.character !== " ") {
      letters.push(glyph);
      return;
    }
    const before = glyphs[i - 1];
    const after = glyphs[i + 1];
    finish(before ? toPixel((before.position + glyph.position) / 2) : 0);
    start = after ? toPixel((glyph.position + after.position) / 2) : segmentWidth;
  });
  finish(segmentWidth);
  return { words, confidence: mean(inked) };
}

const mean = (glyphs: readonly Glyph[]): number =>
  glyphs.reduce((sum, g) => sum + g.confidence, 0) / glyphs.length;
