/**
 * Text on a screen that speaks to the agent instead of to the person. It is flagged, never obeyed and never
 * removed: precision matters more than recall here, since every flag is something a reader has to look at.
 */

export type InstructionKind = "imperative" | "bracketed-number" | "click-coordinates" | "role-prompt";

export interface InstructionCheck {
  readonly flagged: boolean;
  readonly kind?: InstructionKind;
}

/** Longest text that is examined; what is shown to a model is capped far below. */
const MAX_EXAMINED = 4000;

const ROLE_WORD =
  "(?:button|link|textbox|checkbox|radio|combobox|tab|menuitem|slider|switch|spinbutton|option|cell|icon|img|text|window|searchbox|treeitem|listitem|heading|dialog|label)";

/**
 * A forged mark. The listing's own form is `[7] button "Save"`, the delta's `+ [7] …`. Flagged: a line that
 * begins with a bracketed number (footnote links "[7]" too: they look exactly like a mark), a bracketed
 * number before a role word, an order that names one ("click [7]"), and the machine form `@s8f3k2p9:7`.
 * Not flagged: "Page [1]", "[Draft] report.txt", "array[0]".
 */
const BRACKETED: readonly RegExp[] = [
  /^\s{0,8}(?:[+~-]\s?)?[[［【]\s?\d{1,4}\s?[\]］】]/m,
  new RegExp(`[[［【]\\s?\\d{1,4}\\s?[\\]］】]\\s{1,3}${ROLE_WORD}\\b`, "i"),
  /\b(?:click|tap|press|select|choose|choosing|type(?: into)?|use|mark|element|target)\s(?:on\s)?(?:the\s)?(?:mark\s|element\s|button\s|number\s|target\s|box\s){0,2}[[［【]\s?\d{1,4}\s?[\]］】]/i,
  /\b(?:click|tap|press)\s(?:on\s)?(?:the\s)?(?:mark|element|target)\s(?:number\s|no\.?\s|#\s?)?\d{1,4}\b/i,
  /(?:^|\s)@s[a-z2-7]{8,}:\d{1,5}\b/,
];

/** A place to click, as numbers. A bare pair needs two digits each: "Press 1, 2 or 3" is ordinary. */
const COORDINATES: readonly RegExp[] = [
  /\b(?:click|clicks|double-?click|right-?click|tap|mouse|move|drag|hover|pointer|cursor|klick\w{0,3}|cliquez|clique|clic|haz clic|clicca|kliknij|нажмите|кликните)\b[^.\n\d(]{0,24}\(\s?-?\d{1,5}\s?[,;]\s?-?\d{1,5}\s?\)/iu,
  /\b(?:click|double-?click|right-?click|tap|move|drag|hover)\s(?:(?:on|at|to|the|mouse|pointer|cursor|here|position|point|coordinates?)\s){0,4}-?\d{2,5}\s?[,;]\s?-?\d{2,5}\b/i,
  /\b(?:click|tap|move|drag|hover|coordinates?|point|position)\b[^.\n\d]{0,24}\bx\s?[=:]\s?-?\d{1,5}\s?[,;]?\s?(?:and\s)?y\s?[=:]\s?-?\d{1,5}/i,
  /(?:点击|點擊|单击|クリック|タップ)[^\n\d]{0,8}[(（]\s?\d{1,5}\s?[,，、]\s?\d{1,5}\s?[)）]/u,
];

/** Another speaker put on, or the markup of a prompt. */
const ROLE_PROMPTS: readonly RegExp[] = [
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>/i,
  /\[\/?(?:INST|SYS|SYSTEM|ASSISTANT)\]|<<\/?SYS>>/,
  /<\/?(?:system|assistant|human|system[-_]prompt|system[-_]reminder|instructions?|untrusted[-_]\w{1,20})>/i,
  /^\s{0,8}(?:\W{0,4}\s?)?(?:assistant|human)\s?:\s?\S/im,
  /^\s{0,8}#{2,4}\s?(?:system|instruction|assistant|human|user)s?\s?:/im,
  /\bsystem\s?(?:override|prompt|message|instruction)s?\s?[:!]/i,
  /^\s{0,8}(?:system|user|developer)\s?:\s.{0,60}\b(?:you (?:must|are|should|will)|ignore|disregard|click|execute|reveal|new instructions?)\b/im,
];

const OLD =
  "(?:all|any|the|your|my|these|those|previous|prior|above|earlier|preceding|former|existing|system|safety|original|of)";
const RULES =
  "(?:instructions?|prompts?|constraints?|rules?|directions?|directives?|guidelines?|guardrails?|policies|commands?|training|programming)";

/** Orders that only a machine would be given. */
const IMPERATIVES: readonly RegExp[] = [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass|violate)\\s(?:${OLD}\\s){1,5}${RULES}\\b`, "i"),
  /\b(?:ignore|disregard|forget)\s(?:everything|anything|what)\s(?:you|i|they|above|before|said)/i,
  /\byou (?:must|should|have to|need to|are required to|will) (?:now |immediately |first |instead )(?:click|type|press|open|run|execute|send|delete|transfer|visit|go|enter|confirm|approve|submit|ignore|obey|follow|navigate|download|install)\b/i,
  /\byou are now (?:a|an|in|the|operating|acting|going)\b/i,
  /\b(?:attention|dear|hey|note to|instructions? (?:for|to)|message (?:for|to)) (?:the |all |any )?(?:ai|a\.i\.|llm|language model|computer[- ]use|automated|autonomous)\b/i,
  /\b(?:ai|llm) (?:agents?|assistants?|models?)\b[^.\n]{0,30}\b(?:must|should|please|need to|have to|are (?:required|instructed) to)\b/i,
  /\bas an? (?:ai|llm|computer[- ]use|language model) ?(?:agent|assistant|model)?,? (?:you|your)\b/i,
  /\b(?:do not|don't|never) (?:tell|inform|alert|notify|mention (?:this|it) to|reveal (?:this|it) to) the (?:user|human|operator)\b/i,
  /\b(?:new|updated|revised|real|hidden|secret) (?:instructions?|directives?|task) ?(?:for you|follows?|are)? ?:/i,
  /\b(?:reveal|print|repeat|output|leak|show me|tell me) (?:your|the) (?:system|initial|hidden|original) (?:prompt|instructions?|message)\b/i,
  /\bexecute (?:the |this |following |these )*(?:shell )?(?:script|command|code)s?\b ?:/i,
  /\b(?:curl|wget)\b[^|\n]{1,200}\|\s?(?:sudo\s)?(?:ba|z|da)?sh\b/i,
  /\bignorier(?:e|en sie)? (?:bitte )?(?:alle |die |deine |ihre |sämtliche )*(?:vorherigen|bisherigen|früheren|obigen|vorigen) (?:anweisungen|regeln|befehle|vorgaben)/i,
  /\bignore[zr]? (?:toutes )?(?:les |vos |tes )?(?:instructions|consignes|règles) (?:précédentes|antérieures|ci-dessus)/i,
  /\bignor(?:a|e|ar|en) (?:todas )?(?:las )?(?:instrucciones|reglas|órdenes) (?:anteriores|previas)/i,
  /\bignor(?:a|are|i) (?:tutte )?(?:le )?(?:istruzioni|regole) (?:precedenti|sopra)/i,
  /\bignor(?:e|a|ar|em) (?:todas )?(?:as )?(?:instruções|regras|ordens) (?:anteriores|prévias)/i,
  /z?ignoruj (?:wszystkie )?(?:poprzednie|wcześniejsze) (?:instrukcje|polecenia|zasady)/i,
  /(?:про)?игнорируй(?:те)? (?:все )?(?:предыдущие|прежние) (?:инструкции|указания|правила)/iu,
  /(?:忽略|无视|無視)(?:所有|之前|以上|先前|前面|一切|全部|的){1,4}(?:指令|指示|提示|规则|規則|说明)/u,
  /(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令|指令|プロンプト)を(?:無視|忘れ)/u,
];

const CHECKS: readonly (readonly [InstructionKind, readonly RegExp[]])[] = [
  ["bracketed-number", BRACKETED],
  ["click-coordinates", COORDINATES],
  ["role-prompt", ROLE_PROMPTS],
  ["imperative", IMPERATIVES],
];

/**
 * Whether a text from the screen reads like an order to an agent or like a forged mark (design gate 5). At
 * most the first 4,000 characters are looked at, invisible characters removed first.
 */
export function instructionLike(text: string): InstructionCheck {
  const seen = text
    .slice(0, MAX_EXAMINED)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[ \t\u00a0]+/g, " ");
  for (const [kind, patterns] of CHECKS) {
    if (patterns.some((p) => p.test(seen))) return { flagged: true, kind };
  }
  return { flagged: false };
}
