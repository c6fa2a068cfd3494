/**
 * What a language calls an irreversible or valuable action. Every entry is compared in lower case and
 * without accents (a reader of pixels loses them), so it may be written with them.
 */
export interface WordList {
  /** ISO 639-1. */
  readonly language: string;
  /** Whole words. */
  readonly words: readonly string[];
  /** Beginnings of words: "überweis" finds "überweisen" and "Überweisung". At least four letters. */
  readonly stems?: readonly string[];
  /** Words in a row, for what is harmless alone ("place order", not "sort order"). */
  readonly phrases?: readonly string[];
  /** Anywhere in the text, for languages that put no blanks between words. */
  readonly parts?: readonly string[];
  /** Taken out of the text before it is searched: "recently deleted", "delivery". */
  readonly harmless?: readonly string[];
  /** Buttons of a dialog that say yes to whatever it asks: sensitive there, and only there. */
  readonly affirmations: readonly string[];
  /** Buttons of a dialog that leave everything as it is. */
  readonly refusals: readonly string[];
  /** Words that turn the sense of a label round. */
  readonly negations: readonly string[];
  /** Pairs that mean the opposite of each other though they look alike or are both short. */
  readonly opposites: readonly (readonly [string, string])[];
}
