import type { Span } from "./cards.js";

/** Secrets that have no form of their own and are known by the word in front: "Password: hunter2". */
export type ToldKind = "PASSWORD" | "PIN" | "SECRET";

export interface ToldSecret extends Span {
  readonly kind: ToldKind;
}

const PASSWORD =
  "pass ?word|passwd|pwd|pass ?phrase|passcode|passwort|kennwort|mot de passe|mdp|contrase[nñ]a|senha|has[lł]o|пароль|密码|密碼|パスワード";
const PIN = "pin(?:[ -]?(?:code|number))?|cvv2?|cvc2?";
const SECRET =
  "(?:(?:access|auth|bearer|client|refresh|session|csrf|id)[ _-]?)?(?:token|secret)(?:[ _-]?key)?|api[ _-]?key";

/** UTF-16 units of a value that are looked at to tell whether it is one. */
const MAX_VALUE = 256;

/**
 * The word, a colon, an equals sign or "is", and the first run without blanks behind it. Bounded, so that no
 * attempt reads far: a longer run is followed to its end once it is known to be a secret.
 */
const TOLD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<PASSWORD>${PASSWORD})|(?<PIN>${PIN})|(?<SECRET>${SECRET}))["']?` +
    `(?:[ \\t]{0,3}(?<sign>[:=])|[ \\t]{1,3}(?:is|ist|est|es|jest)(?=[ \\t:]):?)(?<gap>\\s{0,3})["']?(?<value>[^\\s"']{1,${MAX_VALUE}})`,
  "giu",
);

/** What stands behind a colon in a form without being anybody's password. */
const NOT_ONE = new Set(
  (
    "required optional incorrect invalid wrong missing weak fair good strong medium empty none null true false " +
    "undefined string text show hide hidden change reset forgot forgotten expired set unset saved confirm enter " +
    "new old yes no never always enabled disabled default unknown masked redacted " +
    "erforderlich falsch vergessen ändern requis oublié obligatorio requerido obrigatório wymagane обязательно"
  ).split(" "),
);

/** What ends a sentence is no part of the value, though of a password "!" may be. */
const TRAILING = /[.,;:!?)\]}…]+$/u;
const PUNCTUATION = /[.,;:)\]}…]+$/u;

/**
 * Passwords, PINs and keys that are told in so many words. Only the value is given, and only one that looks
 * like a value: "Password is required", "PIN: enter below" and "token expired" are sentences. Linear.
 */
export function toldSecrets(text: string): ToldSecret[] {
  const found: ToldSecret[] = [];
  for (const hit of text.matchAll(TOLD)) {
    const { PASSWORD: password, PIN: pin, sign, gap = "", value = "" } = hit.groups ?? {};
    const kind: ToldKind = password !== undefined ? "PASSWORD" : pin !== undefined ? "PIN" : "SECRET";
    const start = hit.index + hit[0].length - value.length;
    // A word within a long value that was followed to its end: looked at again, long texts would take forever.
    if (hit.index < (found.at(-1)?.end ?? 0)) continue;
    const bare = value.replace(TRAILING, "");
    // Something has been replaced here already.
    if (bare === "" || bare.includes("[REDACTED_")) continue;
    const after = text.slice(start + value.length, start + value.length + 4);
    const sure = surely(kind, bare);
    // On the next line it is the value of a form only when it cannot be a word of the next sentence.
    const likely = !/[\r\n]/.test(gap) && kind === "PASSWORD" && maybe(bare, sign, after);
    if (!sure && !likely) continue;
    const rest = value.length < MAX_VALUE ? "" : (/^[^\s"']*/.exec(text.slice(start + MAX_VALUE))?.[0] ?? "");
    const whole = (value + rest).replace(PUNCTUATION, "");
    found.push({ kind, start, end: start + whole.length });
  }
  return found;
}

/** Digits among letters, many digits, or signs that no word has. */
function surely(kind: ToldKind, value: string): boolean {
  if (kind === "PIN") return /^\d{3,12}$/.test(value);
  const mixed = /\p{L}/u.test(value) && /\d/.test(value);
  if (kind === "SECRET") return (mixed && value.length >= 6) || value.length >= 20;
  return (
    (mixed && value.length >= 4) ||
    /^\d{4,}$/.test(value) ||
    (value.length >= 6 && /\p{L}/u.test(value) && /[^\p{L}\p{M}\p{N}'’.,/:()•-]/u.test(value)) ||
    (value.length >= 16 && /-.*-/.test(value))
  );
}

/** A plain word, where nothing but the value can stand: behind an equals sign, or as the last of its line. */
function maybe(value: string, sign: string | undefined, after: string): boolean {
  if (sign === undefined || !/\p{L}/u.test(value) || NOT_ONE.has(value.toLowerCase())) return false;
  if (sign === "=") return value.length >= 3;
  return Array.from(value).length >= 4 && /^(?:$|["',;|\r\n]|[ \t]+(?:$|[\r\n|]))/.test(after);
}
