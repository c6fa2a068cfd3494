import type { AxState } from "../ax/node.js";
import type { Role } from "../ax/roles.js";
import { skeleton } from "./confusables.js";
import { normaliseLabel, stripAccents, words } from "./normalise.js";
import { WORD_LISTS } from "./words/index.js";
import type { WordList } from "./words/list.js";

export type Risk = "normal" | "sensitive";

export interface RiskInput {
  readonly role: Role;
  readonly name?: string;
  /** What was read inside the box. */
  readonly ocr?: string;
  /** Concept that the icon namer gave ("trash"). */
  readonly iconLabel?: string;
  readonly states: readonly AxState[];
  readonly nativeRole: string;
  /** The mark lies in a dialog. */
  readonly inDialog?: boolean;
}

export interface RiskResult {
  readonly risk: Risk;
  /** The entry that made it sensitive; absent when nothing but the dialog did. */
  readonly word?: string;
  /** ISO 639-1 of that entry; absent for icons and roles. */
  readonly language?: string;
}

export interface SensitiveWord {
  readonly word: string;
  readonly language: string;
}

/** Icon concepts that mean an irreversible or valuable action, the send arrow of messengers included. */
const SENSITIVE_ICONS: ReadonlySet<string> = new Set([
  "trash",
  "trash-can",
  "trash-2",
  "bin",
  "recycle-bin",
  "delete",
  "delete-forever",
  "folder-delete",
  "folder-minus",
  "file-minus",
  "file-x",
  "user-minus",
  "user-x",
  "send",
  "paper-plane",
  "telegram",
  "cart",
  "cart-plus",
  "shopping-cart",
  "shopping-bag",
  "basket",
  "credit-card",
  "cash",
  "money",
  "wallet",
  "bank",
  "paypal",
  "bitcoin",
  "coins",
  "power",
  "shutdown",
  "key",
  "password",
  "fingerprint",
  "lock",
  "unlock",
  "shield-off",
  "shield-x",
  "terminal",
  "login",
  "logout",
  "sign-out",
  "signature",
  "gavel",
  "bomb",
  "skull",
]);

/** Native roles (lower case) whose content is a secret or whose input is executed. */
const SENSITIVE_NATIVE_ROLES: ReadonlySet<string> = new Set([
  "password text",
  "password",
  "axsecuretextfield",
  "secure text field",
  "terminal",
]);

/** Roles that a dialog's answer is given with. */
const ANSWERS: ReadonlySet<Role> = new Set<Role>(["button", "link", "menuitem", "icon", "img", "text"]);

interface Compiled {
  readonly list: WordList;
  readonly words: ReadonlySet<string>;
  readonly stems: readonly string[];
  readonly phrases: readonly string[];
  readonly harmless: readonly string[];
  readonly affirmations: ReadonlySet<string>;
  readonly refusals: ReadonlySet<string>;
}

/** One spelling for lists and labels: normalised, without accents, words parted by single blanks. */
export const spelling = (text: string): string => words(stripAccents(normaliseLabel(text))).join(" ");

const COMPILED: readonly Compiled[] = WORD_LISTS.map((list) => ({
  list,
  words: new Set(list.words.map(spelling)),
  stems: (list.stems ?? []).map(spelling),
  phrases: (list.phrases ?? []).map(spelling),
  harmless: (list.harmless ?? []).map(spelling),
  affirmations: new Set(list.affirmations.map(spelling)),
  refusals: new Set(list.refusals.map(spelling)),
}));

/** The first sensitive word of a text, asking every language. See `sensitiveWords`. */
export function sensitiveWord(text: string): SensitiveWord | undefined {
  return sensitiveWords(text)[0];
}

/**
 * Every sensitive entry in a text, English first. The text is also asked in its Latin skeleton, so that
 * "Dеlete" with a Cyrillic letter does not slip through.
 */
export function sensitiveWords(text: string): SensitiveWord[] {
  const own = spelling(text);
  const doubled = spelling(skeleton(text));
  const found = inSpelling(own);
  return doubled === own ? found : [...found, ...inSpelling(doubled)];
}

function inSpelling(text: string): SensitiveWord[] {
  if (text === "") return [];
  return COMPILED.flatMap((c) => inLanguage(text, c).map((word) => ({ word, language: c.list.language })));
}

function inLanguage(whole: string, c: Compiled): string[] {
  if (c.list.parts) {
    const text = without(whole, c.harmless, "");
    return c.list.parts.filter((part) => text.includes(part));
  }
  const text = without(
    ` ${whole} `,
    c.harmless.map((h) => ` ${h} `),
    " ",
  );
  const phrases = c.phrases.filter((p) => text.includes(` ${p} `));
  const tokens = text
    .trim()
    .split(" ")
    .filter((token) => c.words.has(token) || c.stems.some((s) => token.startsWith(s)));
  return [...phrases, ...tokens];
}

const without = (text: string, cut: readonly string[], by: string): string =>
  cut.reduce((rest, harmless) => rest.replaceAll(harmless, by), text);

/**
 * Whether a wrong click here would be irreversible or cost something (SAF-11). Sensitive: protected fields
 * and terminals, icons such as a trash can, labels (what the application says or what is shown) with a word
 * of the lists; and in a dialog every answer that is not plainly a refusal ("OK", an unnamed button).
 */
export function classifyRisk(input: RiskInput): RiskResult {
  if (input.states.includes("protected")) return { risk: "sensitive", word: "protected" };
  const nativeRole = input.nativeRole.toLowerCase();
  if (SENSITIVE_NATIVE_ROLES.has(nativeRole)) return { risk: "sensitive", word: nativeRole };
  const icon = input.iconLabel?.toLowerCase();
  if (icon !== undefined && SENSITIVE_ICONS.has(icon)) return { risk: "sensitive", word: icon };
  const texts = [input.name, input.ocr].filter((t): t is string => t !== undefined && t !== "");
  for (const text of texts) {
    const found = sensitiveWord(text);
    if (found) return { risk: "sensitive", ...found };
  }
  if (input.inDialog && ANSWERS.has(input.role)) return inDialog(texts);
  return { risk: "normal" };
}

function inDialog(texts: readonly string[]): RiskResult {
  const spelled = texts.map(spelling);
  for (const text of spelled)
    for (const c of COMPILED)
      if (c.affirmations.has(text)) return { risk: "sensitive", word: text, language: c.list.language };
  const refused = spelled.some((text) => COMPILED.some((c) => c.refusals.has(text)));
  return { risk: refused ? "normal" : "sensitive" };
}
