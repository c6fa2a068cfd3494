import { cardSpans } from "./cards.js";
import { ibanSpans } from "./iban.js";
import { type ToldKind, toldSecrets } from "./told-secrets.js";

/** What replaces the contents of a protected field (SAF-14). */
export const REDACTED_PASSWORD = "[REDACTED_PASSWORD]";

export type SecretKind =
  | ToldKind
  | "CARD"
  | "IBAN"
  | "SSN"
  | "GITHUB_TOKEN"
  | "ANTHROPIC_KEY"
  | "API_KEY"
  | "AWS_KEY"
  | "SLACK_TOKEN"
  | "GOOGLE_KEY"
  | "STRIPE_KEY"
  | "NPM_TOKEN"
  | "JWT"
  | "PRIVATE_KEY";

export interface FoundSecret {
  readonly kind: SecretKind;
  /** UTF-16 offsets in the text that was given, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface Redaction {
  readonly text: string;
  readonly found: readonly FoundSecret[];
}

/**
 * Forms published by the issuers. Each begins with a literal prefix and continues with one class of
 * characters, and a look-behind keeps an attempt from starting inside a run of that class: linear time.
 * The lengths are lower bounds, because a reader of pixels may lose a character of a long token.
 */
const TOKENS: readonly (readonly [SecretKind, RegExp])[] = [
  ["GITHUB_TOKEN", /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}/g],
  ["GITHUB_TOKEN", /(?<![A-Za-z0-9_])github_pat_[A-Za-z0-9_]{20,}/g],
  ["ANTHROPIC_KEY", /(?<![A-Za-z0-9_-])sk-ant-[A-Za-z0-9_-]{20,}/g],
  ["API_KEY", /(?<![A-Za-z0-9_-])sk-(?!ant-)(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}/g],
  ["API_KEY", /(?<![A-Za-z0-9_-])glpat-[A-Za-z0-9_-]{20,}/g],
  ["AWS_KEY", /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  [
    "AWS_KEY",
    /(?<=aws_?secret_?access_?key["']?\s{0,3}[=:]\s{0,3}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  ],
  ["SLACK_TOKEN", /(?<![A-Za-z0-9-])(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}/g],
  ["GOOGLE_KEY", /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{33,}/g],
  ["STRIPE_KEY", /(?<![A-Za-z0-9_])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g],
  ["STRIPE_KEY", /(?<![A-Za-z0-9_])whsec_[A-Za-z0-9+/=]{20,}/g],
  ["NPM_TOKEN", /(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{30,}/g],
  ["JWT", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{6,}/g],
  // Source rule: three, two, four digits joined by dashes. A reader may give any dash, or blanks around it.
  ["SSN", /(?<![\p{L}\d]|\d-)\d{3} ?- ?\d{2} ?- ?\d{4}(?![\p{L}\d]|-\d)/gu],
];

const KEY_BEGIN = /-{2,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5}/g;
const KEY_END = /-{2,5} ?END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{2,5}/g;

/**
 * What follows when the closing line is not in the text: header fields and runs of base64, one after the
 * other. A short run counts when it has a digit, a sign or inner capitals, so that prose ends the key.
 */
const KEY_BODY =
  /(?:(?:\s|\\[nr])+(?:(?:Proc-Type|DEK-Info|Comment|Version): ?[^\s]+|[A-Za-z0-9+/=]{16,}|(?=[A-Za-z]*(?:[0-9+/=]|[a-z][A-Z]|[A-Z]{2}[a-z]))[A-Za-z0-9+/=]+))*/y;

/** What can hide a secret from a pattern without changing how it reads, or stands for an ASCII character. */
const NEEDS_CLEANING =
  /[\p{Default_Ignorable_Code_Point}\u2010-\u2015\u2212\u00a0\u2000-\u200a\u202f\u3000\uff01-\uff5e]/u;

interface Cleaned {
  readonly text: string;
  /** Offset in the raw text of each code unit of `text`, and one past the end. */
  readonly at?: readonly number[];
}

/** Zero-width characters dropped, every dash "-", every blank " ", full-width forms ASCII. */
function clean(raw: string): Cleaned {
  if (!NEEDS_CLEANING.test(raw)) return { text: raw };
  const kept: string[] = [];
  const at: number[] = [];
  let offset = 0;
  for (const c of raw) {
    const plain = plainCharacter(c);
    if (plain.length === 1) {
      kept.push(plain);
      at.push(offset);
    } else if (plain.length === 2) {
      kept.push(plain);
      at.push(offset, offset + 1);
    }
    offset += c.length;
  }
  at.push(offset);
  return { text: kept.join(""), at };
}

function plainCharacter(c: string): string {
  if (/[\u2010-\u2015\u2212]/.test(c)) return "-";
  if (/[\u00a0\u2000-\u200a\u202f\u3000]/.test(c)) return " ";
  if (/[\uff01-\uff5e]/.test(c)) return String.fromCharCode(c.charCodeAt(0) - 0xfee0);
  return /\p{Default_Ignorable_Code_Point}/u.test(c) ? "" : c;
}

/**
 * Replaces secrets by `[REDACTED_<KIND>]` and leaves every other character as it was (SAF-15): payment cards
 * that pass the Luhn test, bank accounts (IBAN), US social security numbers, the tokens of TOKENS, private
 * key blocks, and what stands behind "password:" and its like. Linear in the length of the text; redacting
 * twice changes nothing more.
 */
export function redactText(text: string): Redaction {
  const found = findSecrets(text);
  if (found.length === 0) return { text, found };
  let out = "";
  let from = 0;
  for (const secret of found) {
    out += `${text.slice(from, secret.start)}[REDACTED_${secret.kind}]`;
    from = secret.end;
  }
  return { text: out + text.slice(from), found };
}

/** Passes over one text; each but the first looks at what the secrets found before were glued to. */
const MAX_PASSES = 8;

/** Stands for a found secret while the rest is searched: of no class that a pattern knows. */
const TAKEN = "\ue000";

/** "pin:123" */
const MIN_SECRET = 7;

/** Where the secrets of a text are, in order, without overlap. */
export function findSecrets(raw: string): FoundSecret[] {
  // No secret is shorter than this, and most labels are.
  if (raw.length < MIN_SECRET) return [];
  const { text, at } = clean(raw);
  let found = onePass(text);
  // A secret can hide another that begins where it ends; once it is replaced, the other would show.
  for (let pass = 1, before = 0; found.length > before && pass < MAX_PASSES; pass++) {
    before = found.length;
    found = merge([...found, ...onePass(blanked(text, found))]);
  }
  if (!at) return found;
  return found.map(({ kind, start, end }) => {
    const last = at[end - 1]!;
    return { kind, start: at[start]!, end: last + rawLength(raw, last) };
  });
}

function onePass(text: string): FoundSecret[] {
  const found: FoundSecret[] = cardSpans(text).map((span) => ({ kind: "CARD", ...span }));
  for (const [kind, pattern] of TOKENS)
    for (const hit of text.matchAll(pattern))
      found.push({ kind, start: hit.index, end: hit.index + hit[0].length });
  for (const span of ibanSpans(text)) found.push({ kind: "IBAN", ...span });
  found.push(...privateKeys(text), ...toldSecrets(text));
  return merge(found);
}

function blanked(text: string, found: readonly FoundSecret[]): string {
  let out = "";
  let from = 0;
  for (const f of found) {
    out += text.slice(from, f.start) + TAKEN.repeat(f.end - f.start);
    from = f.end;
  }
  return out + text.slice(from);
}

const rawLength = (raw: string, offset: number): number =>
  String.fromCodePoint(raw.codePointAt(offset)!).length;

/** Key blocks, one after the other: each is looked for behind the end of the last, which keeps it linear. */
function privateKeys(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let closed = true;
  KEY_BEGIN.lastIndex = 0;
  for (let begin = KEY_BEGIN.exec(text); begin; begin = KEY_BEGIN.exec(text)) {
    const from = begin.index + begin[0].length;
    KEY_END.lastIndex = from;
    const close: RegExpExecArray | null = closed ? KEY_END.exec(text) : null;
    closed = close !== null;
    KEY_BODY.lastIndex = from;
    const end = close
      ? close.index + close[0].length
      : from + (KEY_BODY.exec(text)?.[0].trimEnd().length ?? 0);
    found.push({ kind: "PRIVATE_KEY", start: begin.index, end });
    KEY_BEGIN.lastIndex = end;
  }
  return found;
}

/** Overlapping finds become one that covers them all, under the kind of the one that begins first. */
function merge(found: readonly FoundSecret[]): FoundSecret[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: FoundSecret[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last && next.start < last.end) {
      if (next.end > last.end) merged[merged.length - 1] = { ...last, end: next.end };
    } else merged.push(next);
  }
  return merged;
}

/** Deepest nesting that `redactDeep` follows; our own results nest about six deep. */
const MAX_DEPTH = 64;

/**
 * A copy of plain JSON data with every string redacted, object keys left alone. What lies deeper than 64
 * levels, or contains itself, becomes a string that says so. Anything but arrays, plain objects and strings
 * (numbers, bytes, dates) is passed through.
 */
export function redactDeep<T>(value: T): T {
  return walk(value, new Set()) as T;
}

function walk(value: unknown, above: Set<object>): unknown {
  if (typeof value === "string") return redactText(value).text;
  if (typeof value !== "object" || value === null) return value;
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return value;
  if (above.has(value)) return "[CIRCULAR]";
  if (above.size >= MAX_DEPTH) return "[TOO_DEEP]";
  above.add(value);
  const copy = isArray
    ? value.map((item) => walk(item, above))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, above)]));
  above.delete(value);
  return copy;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
