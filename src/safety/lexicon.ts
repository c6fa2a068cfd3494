import { skeleton } from "./confusables.js";
import { remembered } from "./memo.js";
import { normaliseLabel, stripAccents, words } from "./normalise.js";
import { WORD_LISTS } from "./words/index.js";

export interface SensitiveWord {
  /** The entry, or for a stem the word that begins with it, in the spelling of `spelling`. */
  readonly word: string;
  /** ISO 639-1 of the list that has it. */
  readonly language: string;
}

/** One spelling for lists and labels: normalised, without accents, words parted by single blanks. */
export const spelling = remembered((text) => words(stripAccents(normaliseLabel(text))).join(" "));

interface Entry {
  readonly tokens: readonly string[];
  readonly language: string;
}

/** Words and phrases of all languages by their first token, so that a label is gone through once. */
const ENTRIES = byFirstToken((list) => [...(list.phrases ?? []), ...list.words]);
const HARMLESS = byFirstToken((list) => (list.parts ? [] : (list.harmless ?? [])));

function byFirstToken(pick: (list: (typeof WORD_LISTS)[number]) => readonly string[]): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const list of WORD_LISTS)
    for (const text of pick(list)) {
      const tokens = spelling(text).split(" ");
      const first = tokens[0]!;
      index.set(first, [...(index.get(first) ?? []), { tokens, language: list.language }]);
    }
  return index;
}

/** Stems by their first four letters, the least that a stem has. */
const STEM_KEY = 4;
const STEMS = new Map<string, { readonly stem: string; readonly language: string }[]>();
for (const list of WORD_LISTS)
  for (const entry of list.stems ?? []) {
    const stem = spelling(entry);
    const key = stem.slice(0, STEM_KEY);
    STEMS.set(key, [...(STEMS.get(key) ?? []), { stem, language: list.language }]);
  }

const UNSPACED_LISTS = WORD_LISTS.filter((list) => list.parts).map((list) => ({
  language: list.language,
  parts: (list.parts ?? []).map(spelling),
  harmless: (list.harmless ?? []).map(spelling),
}));
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The first sensitive word of a text, asking every language. See `sensitiveWords`. */
export function sensitiveWord(text: string): SensitiveWord | undefined {
  return sensitiveWords(text)[0];
}

/**
 * Every sensitive entry in a text, in the order of the text. It is asked in its Latin skeleton too, so that
 * "Dеlete" with a Cyrillic letter does not slip through.
 */
export const sensitiveWords = remembered((text): readonly SensitiveWord[] => {
  const own = spelling(text);
  const doubled = spelling(skeleton(text));
  const found = inSpelling(own);
  return doubled === own ? found : [...found, ...inSpelling(doubled)];
});

function inSpelling(text: string): SensitiveWord[] {
  if (text === "") return [];
  const tokens = text.split(" ");
  const hidden = harmlessTokens(tokens);
  const found: SensitiveWord[] = [];
  tokens.forEach((token, i) => {
    if (hidden.has(i)) return;
    for (const e of ENTRIES.get(token) ?? [])
      if (standsAt(tokens, i, e.tokens)) found.push({ word: e.tokens.join(" "), language: e.language });
    const stem = STEMS.get(token.slice(0, STEM_KEY))?.find((s) => token.startsWith(s.stem));
    if (stem) found.push({ word: token, language: stem.language });
  });
  return UNSPACED.test(text) ? [...found, ...inUnspaced(text)] : found;
}

function inUnspaced(text: string): SensitiveWord[] {
  return UNSPACED_LISTS.flatMap(({ language, parts, harmless }) => {
    const rest = harmless.reduce((t, h) => t.replaceAll(h, " "), text);
    return parts.filter((part) => rest.includes(part)).map((word) => ({ word, language }));
  });
}

const standsAt = (tokens: readonly string[], at: number, wanted: readonly string[]): boolean =>
  wanted.every((token, k) => tokens[at + k] === token);

/** Positions that belong to a harmless phrase, whichever language it is of. */
function harmlessTokens(tokens: readonly string[]): Set<number> {
  const hidden = new Set<number>();
  for (const [i, token] of tokens.entries())
    for (const e of HARMLESS.get(token) ?? [])
      if (standsAt(tokens, i, e.tokens)) for (const k of e.tokens.keys()) hidden.add(i + k);
  return hidden;
}
