/**
 * Byte-level BPE, as BART and GPT-2 have it, from a `tokenizer.json`: enough to encode one fixed prompt and to
 * decode what a captioner says. Bytes are written as printable characters, so that a vocabulary is text.
 */
import { GroundmarkError } from "../../core/errors.js";

/** Words with the blank before them, numbers, punctuation: the pieces that merges do not cross. */
const PIECES = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

export class BpeTokenizer {
  private constructor(
    private readonly vocabulary: ReadonlyMap<string, number>,
    private readonly tokens: ReadonlyMap<number, string>,
    private readonly special: ReadonlySet<number>,
    private readonly ranks: ReadonlyMap<string, number>,
  ) {}

  /** @throws GroundmarkError MODEL_UNAVAILABLE when the text is no tokenizer of this kind */
  static parse(text: string): BpeTokenizer {
    let json: TokenizerJson;
    try {
      json = JSON.parse(text) as TokenizerJson;
    } catch (cause) {
      throw unusable("is not JSON", cause);
    }
    const { vocab, merges, type } = json?.model ?? {};
    if (
      (type !== undefined && type !== "BPE") ||
      !vocab ||
      typeof vocab !== "object" ||
      !Array.isArray(merges)
    )
      throw unusable("is no byte-level BPE tokenizer");
    const added = Array.isArray(json.added_tokens) ? json.added_tokens : [];
    const entries = [...Object.entries(vocab), ...added.map(({ content, id }) => [content, id] as const)];
    if (!entries.every(([token, id]) => typeof token === "string" && Number.isInteger(id)))
      throw unusable("has a malformed vocabulary");
    return new BpeTokenizer(
      new Map(entries),
      new Map(entries.map(([token, id]) => [id, token])),
      new Set(added.filter(({ special }) => special !== false).map(({ id }) => id)),
      new Map(merges.map((pair, rank) => [Array.isArray(pair) ? pair.join(" ") : String(pair), rank])),
    );
  }

  /** The number of a whole token, `</s>` for example. */
  id(token: string): number | undefined {
    return this.vocabulary.get(token);
  }

  /**
   * The text between `<s>` and `</s>`, where the vocabulary has them.
   * @throws GroundmarkError MODEL_UNAVAILABLE when the vocabulary lacks a byte of the text
   */
  encode(text: string): number[] {
    const ids = [...text.matchAll(PIECES)].flatMap(([piece]) => {
      const characters = Array.from(Buffer.from(piece, "utf8"), (byte) => BYTE_TO_CHARACTER[byte]!);
      return this.merge(characters).map((token) => {
        const id = this.vocabulary.get(token);
        if (id === undefined) throw unusable(`has no token for ${JSON.stringify(token)}`);
        return id;
      });
    });
    const mark = (token: string) => this.vocabulary.get(token) ?? [];
    return [mark("<s>"), ids, mark("</s>")].flat();
  }

  /** The text of tokens; special ones are left out, broken UTF-8 is replaced. */
  decode(ids: readonly number[]): string {
    const bytes = ids.flatMap((id) => {
      if (this.special.has(id)) return [];
      return Array.from(this.tokens.get(id) ?? "", (character) => CHARACTER_TO_BYTE.get(character) ?? 0x3f);
    });
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  /** Joins neighbours, the pair that was learned first before others, until no learned pair is left. */
  private merge(parts: string[]): string[] {
    for (;;) {
      let best = -1;
      let lowest = Number.POSITIVE_INFINITY;
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = this.ranks.get(`${parts[i]} ${parts[i + 1]}`);
        if (rank !== undefined && rank < lowest) [best, lowest] = [i, rank];
      }
      if (best < 0) return parts;
      parts = [...parts.slice(0, best), parts[best]! + parts[best + 1]!, ...parts.slice(best + 2)];
    }
  }
}

interface TokenizerJson {
  readonly model?: {
    readonly type?: string;
    readonly vocab?: Readonly<Record<string, number>>;
    readonly merges?: readonly (string | readonly string[])[];
  };
  readonly added_tokens?: readonly {
    readonly id: number;
    readonly content: string;
    readonly special?: boolean;
  }[];
}

/** Printable Latin-1 stands for itself; the other bytes get the characters from U+0100 on, in order. */
const BYTE_TO_CHARACTER: readonly string[] = (() => {
  const printable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : next++));
})();

const CHARACTER_TO_BYTE: ReadonlyMap<string, number> = new Map(
  BYTE_TO_CHARACTER.map((character, byte) => [character, byte]),
);

const unusable = (problem: string, cause?: unknown) =>
  new GroundmarkError("MODEL_UNAVAILABLE", `the captioner's tokenizer ${problem}`, {
    suggestion: "Add the model again from a whole export: `groundmark models add FOLDER`.",
    cause,
  });
