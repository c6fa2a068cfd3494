import { distance as codeUnitDistance } from "fastest-levenshtein";

/** SAF-6: at most this normalised distance between a label and what was read counts as the same text. */
export const MAX_LABEL_DISTANCE = 0.35;

/**
 * Code points compared at most. The algorithm is quadratic (about n*m/32 steps); labels are capped at 200
 * characters elsewhere, field values are not.
 */
const MAX_COMPARED = 2000;

/**
 * Levenshtein distance over code points, divided by the longer length: 0 equal, 1 nothing in common.
 * Both empty is undefined, never 0 and never NaN: nothing was compared (SAF-8).
 */
export function normalisedDistance(a: string, b: string): number | undefined {
  const left = Array.from(a).slice(0, MAX_COMPARED);
  const right = Array.from(b).slice(0, MAX_COMPARED);
  const longest = Math.max(left.length, right.length);
  if (longest === 0) return undefined;
  return codeUnitDistance(...asCodeUnits(left, right)) / longest;
}

/**
 * Both texts with one UTF-16 code unit for each distinct code point, because the library counts code units
 * and an emoji or an extended Han character would count twice. At most 4,000 distinct ones fit easily.
 */
function asCodeUnits(a: readonly string[], b: readonly string[]): [string, string] {
  if (!a.some((c) => c.length > 1) && !b.some((c) => c.length > 1)) return [a.join(""), b.join("")];
  const numbers = new Map<string, string>();
  const recode = (c: string): string => {
    let unit = numbers.get(c);
    if (unit === undefined) {
      unit = String.fromCharCode(numbers.size + 1);
      numbers.set(c, unit);
    }
    return unit;
  };
  return [a.map(recode).join(""), b.map(recode).join("")];
}
