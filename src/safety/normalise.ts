import { remembered } from "./memo.js";

/**
 * Bringing labels to a common form before they are compared: what an application calls a control and what
 * it paints differ in case, mnemonics, ellipses, shortcuts and quotes without differing in meaning.
 */

/** Zero-width, control, bidi and other default-ignorable characters: they never show as ink. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** The text without characters that leave no ink. Line ends and tabs become spaces; nothing else changes. */
export function stripInvisible(text: string): string {
  return text.replace(/[\t\n\r\v\f\u0085\u2028\u2029]/g, " ").replace(INVISIBLE, "");
}

/**
 * Full case folding. Upper case first, because it expands what lower case leaves alone (ß to SS, ŉ to ʼN)
 * and joins dotless ı with i; capital ẞ, the final sigma and the dot above of İ are levelled after.
 */
export function foldCase(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/ς/g, "σ")
    .replace(/i\u0307/g, "i");
}

/** Without accents: readers of small text lose them. Japanese voicing marks stay, they are other letters. */
export function stripAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[łøđħŧ]/g, (c) => BARRED[c] ?? c);
}

const BARRED: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ħ: "h", ŧ: "t" };

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const BRACKETED_MNEMONIC = new RegExp(
  `\\s*\\((?:[&_][\\p{L}\\p{N}]|(?<=[${CJK}]\\s*\\()[A-Za-z0-9])\\)(?=[.:\\s]*$)`,
  "u",
);

const MODIFIER =
  "(?:ctrl|control|ctl|strg|alt|altgr|shift|umschalt|maj|mayus|mayús|maiusc|super|meta|win|windows|cmd|command|option|opt|fn)";
const NAMED_KEY =
  "(?:f\\d{1,2}|del|delete|entf|suppr|supr|canc|ins|insert|einfg|enter|return|eingabe|esc|escape|tab|space|leertaste|home|pos1|end|ende|pgup|pgdn|page ?up|page ?down|bild ?auf|bild ?ab|backspace|up|down|left|right|plus|minus)";
const KEY = `(?:${NAMED_KEY}|\\p{L}|\\d|[^\\s\\p{L}\\d])`;
const COMBINATION = `(?:(?:${MODIFIER}\\s?[+-]\\s?){1,3}${KEY}|(?:ctrl|strg|cmd)\\s${KEY}|[⌘⌥⇧⌃^]{1,4}\\s?${KEY}|${NAMED_KEY})`;
const SHORTCUT = new RegExp(
  `^(.*?\\S)(?:\\s+${COMBINATION}|\\s*[(\\[]\\s*${COMBINATION}\\s*[)\\]])\\s*$`,
  "iu",
);

/** Named keys that are also ordinary words are a shortcut only in brackets or after a tab. */
const BARE_WORD_KEY =
  /\s(?:del|delete|ins|insert|enter|return|space|home|end|ende|up|down|left|right|plus|minus|tab|escape|page ?up|page ?down|canc)\s*$/i;

/** A label cut into its words and the keyboard shortcut printed behind it ("Save\tCtrl+S"). */
export function splitShortcut(text: string): { readonly label: string; readonly shortcut?: string } {
  // A menu item's name may put the shortcut behind a tab; then whatever follows it is the shortcut.
  const tab = text.lastIndexOf("\t");
  if (tab > 0 && new RegExp(`^\\s*${COMBINATION}\\s*$`, "iu").test(text.slice(tab + 1)))
    return { label: text.slice(0, tab), shortcut: canonicalShortcut(text.slice(tab + 1)) };
  // Bounds the work on long texts: no label of this length ends in a shortcut.
  if (text.length > 300) return { label: text };
  const found = SHORTCUT.exec(text);
  if (!found) return { label: text };
  const rest = text.slice(found[1]!.length);
  if (!/[([]/.test(rest) && BARE_WORD_KEY.test(rest) && !/[+]/.test(rest)) return { label: text };
  return { label: found[1]!, shortcut: canonicalShortcut(rest) };
}

const canonicalShortcut = (text: string): string =>
  text
    .toLowerCase()
    .replace(/strg|control|ctl/g, "ctrl")
    .replace(/[\s()[\]]/g, "")
    .replace(/-(?=.)/g, "+");

const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u02bc\u0060\u00b4\u2032\u2039\u203a]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212\u2043\ufe58\ufe63]/g, "-"],
  [/[\u2022\u00b7\u2219\u25cf\u25aa]/g, "·"],
];

/** NFKC, no invisible characters, mnemonic marks removed, quotes and dashes unified. Case is kept. */
function plain(text: string): string {
  let s = stripInvisible(text.normalize("NFKC"));
  for (const [pattern, to] of QUOTES) s = s.replace(pattern, to);
  return (
    s
      .replace(BRACKETED_MNEMONIC, "")
      // "&&" and "__" stand for the character itself; a single one before a letter marks the mnemonic.
      .replace(/&&|&(?=[\p{L}\p{N}])/gu, (m) => (m === "&&" ? "&" : ""))
      .replace(/__|_(?=[\p{L}\p{N}])/gu, (m) => (m === "__" ? "_" : ""))
  );
}

/** White space collapsed; ellipses, colons, full stops and asterisks at the ends removed; case folded. */
function trim(text: string): string {
  const s = foldCase(text).normalize("NFKC").replace(/\s+/g, " ").trim();
  const cut = s.replace(/^[.\s*]+(?=\S)/, "").replace(/[.:*\s。:]+$/u, "");
  return cut === "" ? s : cut;
}

export interface Label {
  /** Normalised, with the shortcut. */
  readonly full: string;
  /** Normalised, without the shortcut; the same as `full` when there is none. */
  readonly text: string;
  readonly shortcut?: string;
  /** The text ends in an ellipsis: a longer label may have been cut here. */
  readonly cut: boolean;
}

/** Everything that a comparison needs to know about one label. */
export const parseLabel = remembered((raw): Label => {
  // The tab before a shortcut means something; the others are white space.
  const { label, shortcut } = splitShortcut(plainKeepingTab(raw));
  const full = trim(plain(raw));
  const text = shortcut === undefined ? full : trim(label.replace(BRACKETED_MNEMONIC, ""));
  return {
    full,
    text: text === "" ? full : text,
    ...(shortcut === undefined || text === "" ? {} : { shortcut }),
    cut: /(?:\.\s?\.|…)\s*$/u.test(raw.trimEnd()),
  };
});

const plainKeepingTab = (raw: string): string =>
  raw
    .split("\t")
    .map((part) => plain(part).replace(/\s+/g, " "))
    .join("\t")
    .trim();

/**
 * The form in which two labels are compared: NFKC, case folded, white space collapsed, invisible and bidi
 * characters removed, mnemonics ("&File", "_File", "ファイル(F)"), a shortcut at the end ("Save (Ctrl+S)"),
 * the ellipsis and the colon removed, quotes and dashes unified. Never empty unless the text had no ink.
 */
export function normaliseLabel(raw: string): string {
  return parseLabel(raw).text;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Runs of letters and digits of a normalised label, with apostrophes inside words dropped ("don't" → "dont"). */
export function words(normalised: string): string[] {
  return normalised.replace(/(?<=\p{L})'(?=\p{L})/gu, "").match(WORD) ?? [];
}

/** Letters only, counted in code points. */
export function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
