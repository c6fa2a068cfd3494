import { visualFold } from "./contradictions.js";
import { MAX_LABEL_DISTANCE, normalisedDistance } from "./distance.js";
import { letterCount, parseLabel } from "./normalise.js";

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
