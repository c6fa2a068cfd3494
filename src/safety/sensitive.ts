import type { AxState } from "../ax/node.js";
import type { Role } from "../ax/roles.js";
import { sensitiveWord, spelling } from "./lexicon.js";
import { WORD_LISTS } from "./words/index.js";

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

const AFFIRMATIONS = new Map(
  [...WORD_LISTS].reverse().flatMap((l) => l.affirmations.map((a) => [spelling(a), l.language] as const)),
);
const REFUSALS = new Set(WORD_LISTS.flatMap((l) => l.refusals.map(spelling)));

function inDialog(texts: readonly string[]): RiskResult {
  const spelled = texts.map(spelling);
  for (const word of spelled) {
    const language = AFFIRMATIONS.get(word);
    if (language !== undefined) return { risk: "sensitive", word, language };
  }
  return { risk: spelled.some((text) => REFUSALS.has(text)) ? "normal" : "sensitive" };
}
