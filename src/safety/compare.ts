import { containment } from "./containment.js";
import { isActionLabel, isLoadedWord, visualFold } from "./contradictions.js";
import { MAX_LABEL_DISTANCE, normalisedDistance } from "./distance.js";
import { letterCount, parseLabel, words } from "./normalise.js";

/**
 * The smallest distance between the compared forms of two labels: as normalised, without blanks (readers
 * lose and invent them), and with the characters that readers take for each other made one ("0K").
 */
export function closest(name: string, reading: string): number | undefined {
  const [a, b] = comparable(name, reading);
  if (a === "" || b === "") return undefined;
  const forms = [
    normalisedDistance(a, b),
    normalisedDistance(a.replaceAll(" ", ""), b.replaceAll(" ", "")),
    normalisedDistance(visualFold(a), visualFold(b)),
  ].filter((d): d is number => d !== undefined);
  return forms.length > 0 ? Math.min(...forms) : undefined;
}

/** Both labels without their shortcuts, unless the shortcuts differ: then these are part of the text. */
export function comparable(name: string, reading: string): [string, string] {
  const [a, b] = [parseLabel(name), parseLabel(reading)];
  const both = a.shortcut !== undefined && b.shortcut !== undefined;
  return both && visualFold(a.shortcut ?? "") !== visualFold(b.shortcut ?? "")
    ? [a.full, b.full]
    : [a.text, b.text];
}

/** Close enough to be the same text. */
export const near = (a: string, b: string): boolean => (closest(a, b) ?? 1) <= MAX_LABEL_DISTANCE;

/** Letters; a character of a script that writes words without blanks says as much as two. */
export const weight = (text: string): number =>
  letterCount(text) +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0);

/** Letters and digits of a label, with what readers take for each other made one. */
const inked = (text: string): string => words(visualFold(text)).join("");

/** Coarser: pairs that are misread now and then, but too seldom to be taken for the same. */
const smudged = (text: string): string =>
  inked(text)
    .replace(/cl/g, "d")
    .replace(/vv/g, "w")
    .replace(/[ce]/g, "e")
    .replace(/[uv]/g, "u")
    .replace(/[gq9]/g, "g");

/**
 * How a sensitive label and its reading compare, where one letter can be another recipient ("Send to Bob",
 * "Send to Rob"): `same` when they differ at most in what readers confuse (l/I/1, O/0, S/5, B/8, rn/m, case,
 * accents, punctuation, blanks), or one holds all the words of the other so; `differs` when the same number
 * of characters says something else; `unclear` in between, and in a text too long to be read without a slip.
 */
export function exactness(name: string, reading: string): "same" | "differs" | "unclear" {
  const [a, b] = comparable(name, reading);
  const [x, y] = [inked(a), inked(b)];
  if (x === y || containment(name, reading, true) === "contained") return "same";
  if (smudged(a) === smudged(b) || !isActionLabel(a) || !isActionLabel(b)) return "unclear";
  return Array.from(x).length === Array.from(y).length ? "differs" : "unclear";
}

/** Most letters of a name that one bad letter, or an inverted menu title, makes unrecognisable. */
const SHORT_NAME = 4;

/**
 * A reading that differs from a short name by what a reader gets wrong in it ("Ele" for a highlighted
 * "File"): about as long, with half of the letters in order. A word that means something of its own (an
 * opposite, a negation, a sensitive word) is never a slip.
 */
export function shortAndSimilar(name: string, reading: string): boolean {
  const [x, y] = [Array.from(inked(name)), Array.from(inked(reading))];
  const longer = Math.max(x.length, y.length);
  if (letterCount(name) > SHORT_NAME || Math.abs(x.length - y.length) > 1 || isLoadedWord(reading))
    return false;
  return 2 * inOrder(x, y) >= longer;
}

/** Length of the longest common subsequence; for a handful of letters. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const c of a) {
    const next: number[] = [];
    b.forEach((d, j) => {
      next.push(c === d ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
