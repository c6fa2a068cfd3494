import { skeleton } from "./confusables.js";
import { MAX_LABEL_DISTANCE, normalisedDistance } from "./distance.js";
import { sensitiveWords, spelling } from "./lexicon.js";
import { remembered } from "./memo.js";
import { normaliseLabel, stripAccents, words } from "./normalise.js";
import { WORD_LISTS } from "./words/index.js";

/**
 * Differences that weigh more than their edit distance (SAF-10): "Send $100" and "Send $900" are 0.11 apart,
 * "Install" and "Uninstall" 0.22, far below the limit for a match.
 */
export type Contradiction = "digits-differ" | "sensitive-word" | "opposite";

/**
 * Two texts in which characters that readers take for each other are the same: 0/O, 1/l/I/|, 5/S, 8/B,
 * rn/m, accents. Lower case; for comparing only.
 */
export const visualFold = remembered((text) =>
  stripAccents(skeleton(normaliseLabel(text)).toLowerCase())
    .replace(/0/g, "o")
    .replace(/[1i|!]/g, "l")
    .replace(/5/g, "s")
    .replace(/8/g, "b")
    .replace(/rn/g, "m"),
);

const GROUPED = /\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)*/g;

/** The numbers of a text in one notation: group separators dropped, the decimal sign a dot. */
export function numbers(text: string): string[] {
  return (normaliseLabel(text).match(GROUPED) ?? []).map((raw) => {
    if (/^\d{1,3}(?:[.,' ]\d{3})+$/.test(raw)) return raw.replace(/\D/g, "");
    const last = raw.search(/[.,]\d*$/);
    if (last < 0) return raw;
    const whole = raw.slice(0, last).replace(/\D/g, "");
    const fraction = raw.slice(last + 1);
    return /[.,]/.test(raw.slice(0, last)) && fraction.length === 3
      ? whole + fraction
      : `${whole}.${fraction}`;
  });
}

/**
 * True when each text has a number that the other lacks, or when both name a currency and not the same. One
 * that only one side shows is no contradiction here: a badge, a row number in a spoken label.
 */
export function numbersDiffer(a: string, b: string): boolean {
  const currencyA = a.match(/\p{Sc}/gu);
  const currencyB = b.match(/\p{Sc}/gu);
  if (currencyA && currencyB && !currencyA.some((c) => currencyB.includes(c))) return true;
  return lacking(numbers(a), b) && lacking(numbers(b), a);
}

function lacking(wanted: readonly string[], text: string): boolean {
  const own = numbers(text);
  // "$1OO" read for "$100": the number is there, in letters.
  const folded = normaliseLabel(text)
    .split(/[^\p{L}\p{N}.,]+/u)
    .map((token) => visualFold(token));
  return wanted.some((n) => {
    const at = own.indexOf(n);
    if (at >= 0) own.splice(at, 1);
    return at < 0 && !folded.includes(visualFold(n));
  });
}

/** True when an amount (a currency, or a number of three digits and more) stands on one side only. */
export function amountOnOneSide(a: string, b: string): boolean {
  const has = (text: string) =>
    numbers(text).some((n) => n.replace(/\D/g, "").length >= 3 || /\p{Sc}/u.test(text));
  return has(a) !== has(b);
}

/**
 * The sides on which a sensitive word stands that the other side lacks. Readings of the same letters count
 * as the same word ("De1ete"), a missing blank too ("Deleteall").
 */
export function sensitiveOnOneSide(
  name: string,
  reading: string,
): { readonly name: boolean; readonly reading: boolean } {
  return { name: hasUnshared(name, reading), reading: hasUnshared(reading, name) };
}

function hasUnshared(text: string, other: string): boolean {
  const found = sensitiveWords(text);
  if (found.length === 0) return false;
  const tokens = new Set(spelling(other).split(" ").map(readerFold));
  const spaced = ` ${[...tokens].join(" ")} `;
  const compact = spaced.replaceAll(" ", "");
  return found.some(({ word }) => {
    const folded = readerFold(word);
    if (spaced.includes(` ${folded} `)) return false;
    // Longer than five letters it cannot be part of another word by chance, bar an opposite.
    return !(folded.length > 5 && compact.includes(folded.replaceAll(" ", "")) && !prefixed(compact, folded));
  });
}

/** Coarser than `visualFold`: c/e too. For words that are already known to be on one of the two sides. */
const readerFold = (text: string): string => visualFold(text).replace(/c/g, "e");

const prefixed = (compact: string, word: string): boolean =>
  PREFIXES.some((p) => compact.includes(readerFold(p) + word.replaceAll(" ", "")));

/** Prefixes that turn a word into its opposite, or an action into its repetition, in the languages of the lists. */
const PREFIXES = [
  "un",
  "dis",
  "dez",
  "des",
  "de",
  "in",
  "im",
  "ir",
  "il",
  "non",
  "re",
  "mis",
  "ent",
  "anti",
  "od",
  "раз",
  "рас",
  "не",
  "非",
  "不",
  "未",
];

const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = opposites();

function opposites(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  const add = (a: string, b: string) => map.set(a, (map.get(a) ?? new Set()).add(b));
  for (const list of WORD_LISTS)
    for (const [left, right] of list.opposites) {
      const [a, b] = [spelling(left), spelling(right)];
      add(a, b);
      add(b, a);
    }
  return map;
}

const NEGATIONS: ReadonlySet<string> = new Set(WORD_LISTS.flatMap((list) => list.negations.map(spelling)));

/**
 * True when the texts say the opposite of each other: a word on one side against its opposite on the other
 * ("Accept"/"Except", "Wi-Fi on"/"Wi-Fi off"), a word with and without a reversing prefix ("lock"/"unlock"),
 * or the same words with and without a negation ("Save"/"Don't save").
 */
export function saysOpposite(a: string, b: string): boolean {
  const left = spelling(a).split(" ").filter(Boolean);
  const right = spelling(b).split(" ").filter(Boolean);
  const onlyLeft = left.filter((w) => !right.includes(w));
  const onlyRight = right.filter((w) => !left.includes(w));
  for (const l of onlyLeft)
    for (const r of onlyRight) if (OPPOSITES.get(l)?.has(r) || reversed(l, r) || reversed(r, l)) return true;
  return negatedOnce(left, right);
}

const reversed = (long: string, short: string): boolean =>
  short.length >= (/[a-zа-я]/.test(short) ? 3 : 1) && PREFIXES.some((p) => long === p + short);

function negatedOnce(left: readonly string[], right: readonly string[]): boolean {
  const count = (tokens: readonly string[]) => tokens.filter((t) => NEGATIONS.has(t)).length;
  if (count(left) === count(right)) return false;
  const rest = (tokens: readonly string[]) => tokens.filter((t) => !NEGATIONS.has(t) && t !== "do").join(" ");
  const [l, r] = [rest(left), rest(right)];
  if (l === "" || r === "") return false;
  // Inflection changes with the negation ("Сохранить", "Не сохранять").
  return (
    ` ${l} `.includes(` ${r} `) ||
    ` ${r} `.includes(` ${l} `) ||
    (normalisedDistance(l, r) ?? 1) <= MAX_LABEL_DISTANCE
  );
}

/** Tokens that a label has at most for it to be the name of an action; longer texts are content. */
const ACTION_WORDS = 6;

export const isActionLabel = (text: string): boolean => words(normaliseLabel(text)).length <= ACTION_WORDS;

/** True when a word of the text is one of the lists': sensitive, a negation, or one side of a pair of opposites. */
export const isLoadedWord = (text: string): boolean =>
  sensitiveWords(text).length > 0 ||
  spelling(text)
    .split(" ")
    .some((word) => OPPOSITES.has(word) || NEGATIONS.has(word));
