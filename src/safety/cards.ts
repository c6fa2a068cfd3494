/** Payment card numbers in text, also where a form or a reader of pixels has cut them into groups. */

export interface Span {
  /** UTF-16 offsets, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** The check digit rule of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    let d = digits.charCodeAt(i) - 48;
    if (double) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    sum += d;
  }
  return sum % 10 === 0;
}

/**
 * True when prefix and length belong to a card network (Visa, Mastercard, Amex, Diners, JCB, Discover,
 * UnionPay, Maestro, Mir; issuer ranges as published). Asked only of numbers in groups: one number in ten
 * passes Luhn, so a row of years, phone numbers or table cells would otherwise be taken for a card.
 */
function ofCardNetwork(digits: string): boolean {
  const n = digits.length;
  const two = Number(digits.slice(0, 2));
  const three = Number(digits.slice(0, 3));
  const four = Number(digits.slice(0, 4));
  if (two >= 40 && two <= 49) return n === 13 || n === 16 || n === 19;
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) || (four >= 2200 && four <= 2204))
    return n === 16;
  if (two === 34 || two === 37) return n === 15;
  if ((three >= 300 && three <= 305) || two === 36 || two === 38 || two === 39) return n >= 14;
  if (four >= 3528 && four <= 3589) return n >= 16;
  if (two === 50 || (two >= 56 && two <= 58)) return n >= 13;
  if (two >= 60 && two <= 69) return n >= 16;
  return false;
}

/** One run of digit groups, each parted from the next by one dash or by up to three blanks or a line end. */
const RUN = /[0-9]+(?:(?:-|[ \t\r\n]{1,3})[0-9]+)*/g;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Dash or blank before this group; "" for the first. */
  readonly before: string;
}

/**
 * The card numbers of a text: 13 to 19 digits that pass Luhn, in one piece, or in groups with the same kind
 * of separator and a network's prefix and length. A number that is glued to a letter, or that begins with
 * "+" (telephone), is none.
 */
export function cardSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const run of text.matchAll(RUN)) {
    if (run[0].length < MIN_DIGITS) continue;
    const groups = split(run[0], run.index);
    for (let i = 0; i < groups.length; i++) {
      const last = startsFreely(text, groups[i]!.start) ? longestCard(text, groups, i) : -1;
      if (last < 0) continue;
      spans.push({ start: groups[i]!.start, end: groups[last]!.end });
      i = last;
    }
  }
  return spans;
}

function split(run: string, offset: number): Group[] {
  const groups: Group[] = [];
  let from = 0;
  for (const m of run.matchAll(/[0-9]+/g)) {
    const separator = run.slice(from, m.index);
    groups.push({
      start: offset + m.index,
      end: offset + m.index + m[0].length,
      digits: m[0],
      before: separator === "" ? "" : separator === "-" ? "-" : " ",
    });
    from = m.index + m[0].length;
  }
  return groups;
}

/** Index of the last group of the longest card that begins with group `first`, or -1. At most 19 steps. */
function longestCard(text: string, groups: readonly Group[], first: number): number {
  let digits = "";
  let separator = "";
  let found = -1;
  for (let i = first; i < groups.length; i++) {
    const group = groups[i]!;
    if (i > first) {
      if (separator !== "" && group.before !== separator) break;
      separator = group.before;
    }
    if (digits.length + group.digits.length > MAX_DIGITS) break;
    digits += group.digits;
    if (digits.length < MIN_DIGITS || !endsFreely(text, group.end) || !passesLuhn(digits)) continue;
    if (i === first ? !/^0+$/.test(digits) : ofCardNetwork(digits)) found = i;
  }
  return found;
}

const startsFreely = (text: string, at: number): boolean =>
  !/[\p{L}\p{N}_+.]$/u.test(text.slice(Math.max(0, at - 2), at));
const endsFreely = (text: string, at: number): boolean =>
  !/^(?:[\p{L}\p{N}_]|\.\d)/u.test(text.slice(at, at + 2));
