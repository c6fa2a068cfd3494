import { visualFold } from "./contradictions.js";
import { normalisedDistance } from "./distance.js";
import { letterCount, normaliseLabel, parseLabel, words } from "./normalise.js";

export type Containment =
  /** All the words of one are in the other. */
  | "contained"
  /** The reading is the beginning of a word of the name ("Del", "cos"): likely, not certain. */
  | "abbreviated"
  /** The name is there, in much more text. */
  | "other-text";

/** The name makes up at least this share of the reading; below, the text is about something else. */
const MIN_SHARE = 0.2;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * How a name and a reading contain each other, word by word: a badge or neighbour beside the label, a label
 * that is shorter than the spoken name, one cut off with an ellipsis, columns read in another order. Words
 * count as equal when a reader would take one for the other. Never for a reading of one letter.
 *
 * @param strict no misread letter beyond what readers commonly confuse, and no word cut off
 */
export function containment(name: string, reading: string, strict = false): Containment | undefined {
  const [n, r] = [normaliseLabel(name), normaliseLabel(reading)];
  if (n === "" || r === "") return undefined;
  const [nameWords, readWords] = [words(n), words(r)];
  if (holds(readWords, nameWords, strict) || unspaced(r, n))
    return n.length >= MIN_SHARE * r.length ? "contained" : "other-text";
  if (tellsEnough(r, n) && (holds(nameWords, readWords, strict) || unspaced(n, r))) return "contained";
  if (!strict && tellsEnough(r, n) && isCutOff(name, reading)) return "contained";
  if (readWords.length === 1 && letterCount(r) >= 3 && nameWords.some((w) => w.startsWith(readWords[0]!)))
    return "abbreviated";
  return undefined;
}

/** A reading that can stand for the name: three letters, or two that make up a good part of it. */
const tellsEnough = (reading: string, name: string): boolean =>
  letterCount(reading) >= 3 || (words(reading).join("").length >= 2 && reading.length >= 0.3 * name.length);

/** Every word of `few` is in `many`: in a row, or for two words and more in any order. */
function holds(many: readonly string[], few: readonly string[], strict: boolean): boolean {
  if (few.length === 0 || few.join("").length < 2) return false;
  if (few.length > many.length) return false;
  const rest = [...many];
  return few.every((word) => {
    const at = rest.findIndex((other) => sameWord(word, other, strict));
    if (at < 0) return false;
    rest.splice(at, 1);
    return true;
  });
}

function sameWord(a: string, b: string, strict: boolean): boolean {
  if (a === b) return true;
  const [x, y] = [visualFold(a), visualFold(b)];
  if (x === y) return true;
  // One misread letter in a word of six.
  return (
    !strict &&
    !/\d/.test(a + b) &&
    Math.min(x.length, y.length) >= 6 &&
    (normalisedDistance(x, y) ?? 1) <= 1 / 6
  );
}

/** Scripts without blanks: two characters in a row are enough. */
const unspaced = (many: string, few: string): boolean =>
  UNSPACED.test(few) &&
  Array.from(few).length >= 2 &&
  many.replaceAll(" ", "").includes(few.replaceAll(" ", ""));

/**
 * The reading is the name cut off: it ends in an ellipsis, or has one inside ("Very lo…name.txt"), or it is
 * at least half of the name, up to where the box ends.
 */
function isCutOff(name: string, reading: string): boolean {
  const whole = visualFold(name).replaceAll(" ", "");
  const label = parseLabel(reading);
  const shown = visualFold(label.full).replaceAll(" ", "");
  if (shown.length >= 3 && whole.startsWith(shown)) return label.cut || shown.length >= whole.length / 2;
  const [head, tail, more] = label.full.split(/\.{2,}/).map((part) => visualFold(part).replaceAll(" ", ""));
  if (head === undefined || tail === undefined || more !== undefined) return false;
  return head.length + tail.length >= 4 && whole.startsWith(head) && whole.endsWith(tail);
}

/** The end of the name that a cut-off reading does not show; "" when the reading is not the name's beginning. */
export function unseenPart(name: string, reading: string): string {
  const n = normaliseLabel(name);
  const r = normaliseLabel(reading);
  return r.length >= 3 && n.startsWith(r) && n.length > r.length ? n.slice(r.length) : "";
}
