import type { AxState } from "../ax/node.js";
import { type Role, VALUE_ROLES } from "../ax/roles.js";
import { closest, comparable, exactness, near, shortAndSimilar, weight } from "./compare.js";
import { mixedScript, wholeScriptConfusable } from "./confusables.js";
import { containment, unseenPart } from "./containment.js";
import {
  amountOnOneSide,
  type Contradiction,
  isActionLabel,
  numbersDiffer,
  saysOpposite,
  sensitiveOnOneSide,
  visualFold,
} from "./contradictions.js";
import { MAX_LABEL_DISTANCE } from "./distance.js";
import { sensitiveWord, spelling } from "./lexicon.js";
import { letterCount, parseLabel, stripInvisible, words } from "./normalise.js";
import { type Reading, type ReadLine, readingOf } from "./reading.js";

export type MatchReason = "alike" | "contained" | "value";

export type MismatchReason = "confusable" | Contradiction | "text-differs" | "value-differs";

export type UnverifiableReason =
  /** No text was read inside the box. */
  | "nothing-read"
  /** One or two characters that are no part of the name: a glyph. */
  | "symbol"
  /** The role does not show its name (a field, an image, a container), or shows a state. */
  | "name-not-displayed"
  /** Read, but not surely enough to hold it against the name. */
  | "low-confidence"
  | "no-name"
  | "protected"
  /** The name is in a script that was not read. */
  | "script-unread"
  /** The name has a lookalike in every letter and reads the same in Latin. */
  | "lookalike-script"
  | "abbreviated"
  /** The label is cut off and what is missing matters. */
  | "cut-off"
  /** The name is there among other text that matters. */
  | "other-text"
  /** A sensitive label with an amount that only one side has. */
  | "amount-on-one-side"
  /** Nearly the name, where nearly is not enough: the label is sensitive, or too short to tell. */
  | "inexact"
  /** No application speaks for it: what was read has nothing to be compared with. */
  | "pixels-only";

export type VerdictReason = MatchReason | MismatchReason | UnverifiableReason;

export interface Verdict {
  readonly verdict: "match" | "mismatch" | "unverifiable";
  readonly reason: VerdictReason;
  /** What was read inside the box, lines joined by blanks. Raw: redact before it leaves. */
  readonly ocr?: string;
  /** Normalised Levenshtein distance, 0 to 1, of the closest of the compared forms. */
  readonly distance?: number;
  /** Mean confidence of the reading, weighted by length, 0 to 1. */
  readonly confidence?: number;
}

export interface CrosscheckInput {
  readonly role: Role;
  readonly name?: string;
  readonly value?: string;
  /** Stands in for a missing name (a tooltip); never believed beside one. */
  readonly description?: string;
  readonly states: readonly AxState[];
  /** What was read inside the box, in reading order. */
  readonly lines: readonly ReadLine[];
  readonly source: "ax" | "vision" | "ax+vision" | "ocr";
  /** Concept of the icon namer. Evidence for people; it never decides a verdict. */
  readonly iconLabel?: string;
}

/** Below this many letters a confident reading that differs is a glyph, not another label. */
const MIN_LETTERS = 3;

/** Roles that paint their name. */
const SHOWS_NAME: ReadonlySet<Role> = new Set<Role>([
  "button",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "tab",
  "option",
  "checkbox",
  "radio",
  "switch",
  "treeitem",
  "listitem",
  "cell",
  "row",
  "columnheader",
  "rowheader",
  "heading",
  "label",
  "text",
  "tooltip",
]);

/** True for roles whose name is written on them. */
export const showsName = (role: Role): boolean => SHOWS_NAME.has(role);

/** Of those, the ones that hold other controls: a row's own "Delete" button is read with the row's name. */
const HOLDS_OTHERS: ReadonlySet<Role> = new Set<Role>([
  "treeitem",
  "listitem",
  "option",
  "cell",
  "row",
  "tab",
]);

/** Roles whose value is a position: it need not be written anywhere. */
const GAUGES: ReadonlySet<Role> = new Set<Role>(["slider", "scrollbar", "progressbar", "meter"]);

const TOGGLES: ReadonlySet<Role> = new Set<Role>(["switch", "checkbox", "radio", "menuitemcheckbox"]);

/** Words that a switch paints in itself. */
const STATE_WORDS = new Set(
  [
    "on",
    "off",
    "yes",
    "no",
    "ein",
    "aus",
    "an",
    "oui",
    "non",
    "sí",
    "no",
    "sì",
    "sim",
    "não",
    "tak",
    "nie",
    "да",
    "нет",
    "вкл",
    "выкл",
    "i",
    "o",
    "enabled",
    "disabled",
    "true",
    "false",
    "开",
    "关",
    "オン",
    "オフ",
    "marche",
    "arrêt",
    "activé",
    "désactivé",
    "aktiviert",
    "deaktiviert",
  ].map(spelling),
);

/** GTK 4.8 reports the class of a widget without a label as its name. */
const CLASS_NAME = /^(?:Gtk|Adw|Gdk|Hdy|Q|K|Ui)[A-Z][A-Za-z0-9]*$/;

/**
 * Compares what an application says about a mark with what the screen shows (SAF-6 to SAF-10). Pure; the
 * order of the rules is the design's:
 *
 * 1. confusable or mixed scripts within a word of the name: mismatch, whatever was read
 * 2. in a confident reading: numbers that differ, a sensitive word on one side only, opposites: mismatch
 * 3. distance at most MAX_LABEL_DISTANCE: match; of a sensitive label only what readers confuse may differ
 * 4. one holds the words of the other: match, reason `contained`
 * 5. a confident reading of three letters and more that is none of these: mismatch
 * 6. everything else: unverifiable, with its reason
 *
 * What displays its name (a button, a tab) is judged by all of it; a field by its value; an image, an icon
 * and a container never fail, because what is written on them need not be their name, nor does a text of
 * many lines, which is its own content. A mark that only the pixels know has nothing to be compared with.
 * Empty text is never compared.
 */
export function crosscheck(input: CrosscheckInput): Verdict {
  const reading = readingOf(input.lines);
  if (input.states.includes("protected")) return { verdict: "unverifiable", reason: "protected" };
  if (input.source === "vision" || input.source === "ocr") return fromPixels(input, reading);
  const name = nameOf(input);
  if (mixedScript(input.name ?? "") || mixedScript(name))
    return verdict("mismatch", "confusable", reading, name);
  if (VALUE_ROLES.has(input.role)) return field(input, name, reading);
  if (!reading) return { verdict: "unverifiable", reason: name === "" ? "no-name" : "nothing-read" };
  if (name === "") return verdict("unverifiable", "no-name", reading);
  return SHOWS_NAME.has(input.role) ? label(input, name, reading) : evidenceOnly(name, reading);
}

function nameOf(input: CrosscheckInput): string {
  const name = input.name?.trim() ?? "";
  const usable = CLASS_NAME.test(name) || stripInvisible(name).trim() === "" ? "" : name;
  return usable === "" ? (input.description?.trim() ?? "") : usable;
}

function verdict(
  kind: Verdict["verdict"],
  reason: VerdictReason,
  reading: Reading | undefined,
  name = "",
): Verdict {
  if (!reading) return { verdict: kind, reason };
  const distance = closest(name, reading.text);
  return {
    verdict: kind,
    reason,
    ocr: reading.text,
    ...(distance === undefined ? {} : { distance }),
    confidence: reading.confidence,
  };
}

function label(input: CrosscheckInput, name: string, reading: Reading): Verdict {
  const say = (kind: Verdict["verdict"], reason: VerdictReason) => verdict(kind, reason, reading, name);
  const [a, b] = comparable(name, reading.text);
  const distance = closest(name, reading.text);
  const alike = distance !== undefined && distance <= MAX_LABEL_DISTANCE;
  const contained = containment(name, reading.text);
  if (!alike && isGlyph(a, b)) return say("unverifiable", "symbol");
  if (TOGGLES.has(input.role) && !alike && STATE_WORDS.has(spelling(reading.text)))
    return say("unverifiable", "name-not-displayed");
  if (scriptUnread(name, reading.text)) {
    const shown = reading.confident && sensitiveWord(reading.text) && !sensitiveWord(name);
    return shown ? say("mismatch", "sensitive-word") : say("unverifiable", "script-unread");
  }
  const contradiction = contradictionOf(input, name, a, b, reading);
  if (contradiction)
    return "unsure" in contradiction
      ? say("unverifiable", contradiction.unsure)
      : reading.confident
        ? say("mismatch", contradiction.reason)
        : say("unverifiable", "low-confidence");
  if (alike || contained === "contained") {
    if (sensitiveWord(name) || sensitiveWord(reading.text)) {
      if (amountOnOneSide(name, reading.text)) return say("unverifiable", "amount-on-one-side");
      // What was read that badly counts as unread (VIS-6) where it matters.
      if (!reading.confident) return say("unverifiable", "low-confidence");
      const exact = exactness(name, reading.text);
      if (exact !== "same")
        return exact === "differs" ? say("mismatch", "text-differs") : say("unverifiable", "inexact");
    }
    // "СОРУ" in Cyrillic letters reads as "COPY"; in a Cyrillic label the same letters are honest.
    if (wholeScriptConfusable(name) && !/\p{Script=Cyrillic}|\p{Script=Greek}/u.test(reading.text))
      return say("unverifiable", "lookalike-script");
    return say("match", alike ? "alike" : "contained");
  }
  if (contained !== undefined) return say("unverifiable", contained);
  if (!reading.confident) return say("unverifiable", "low-confidence");
  if (weight(b) < MIN_LETTERS) return say("unverifiable", "symbol");
  if (shortAndSimilar(a, b)) return say("unverifiable", "inexact");
  return say("mismatch", "text-differs");
}

/** One or two characters that cannot be the name, nor a number that should equal one in it. */
function isGlyph(name: string, reading: string): boolean {
  const shown = words(reading).join("");
  if (shown.length === 0) return words(name).length > 0;
  if (weight(shown) >= MIN_LETTERS || shown.length > 2) return false;
  if (/^\d{2}$/.test(shown) && /\d/.test(name)) return false;
  return words(name).join("").length >= shown.length + 3 && !words(name).includes(shown);
}

type Found = { readonly reason: Contradiction } | { readonly unsure: UnverifiableReason };

function contradictionOf(
  input: CrosscheckInput,
  rawName: string,
  name: string,
  shown: string,
  reading: Reading,
): Found | undefined {
  if (numbersDiffer(name, shown)) return { reason: "digits-differ" };
  if (saysOpposite(name, shown)) return { reason: "opposite" };
  const sensitive = sensitiveOnOneSide(name, shown);
  if (!sensitive.name && !sensitive.reading) return undefined;
  const unseen = unseenPart(rawName, reading.text);
  if (sensitive.name && !sensitive.reading && unseen !== "") {
    // The reading is the name's beginning, so that the word lies behind the cut; a label that ends with a
    // whole word and no ellipsis is not cut, it says something else.
    if (parseLabel(reading.text).cut || /^[\p{L}\p{N}]/u.test(unseen)) return { unsure: "cut-off" };
  }
  const ownLine = reading.lines.length > 1 && reading.lines.some((line) => closest(rawName, line) === 0);
  const among = HOLDS_OTHERS.has(input.role) && containment(name, shown) !== undefined;
  if (!sensitive.name && (ownLine || among)) return { unsure: "other-text" };
  // In a text of many words the word is content, not the action; still no match with it on one side.
  if (!isActionLabel(name) && !isActionLabel(shown) && containment(name, shown) === "contained")
    return { unsure: "other-text" };
  return { reason: "sensitive-word" };
}

/** Scripts that the embedded reader does not know: what it makes of them is noise. */
const UNREADABLE =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/gu;

function scriptUnread(name: string, reading: string): boolean {
  const foreign = name.match(UNREADABLE)?.length ?? 0;
  return foreign > 0 && foreign >= letterCount(name) / 2 && !new RegExp(UNREADABLE, "u").test(reading);
}

/** A field shows its value; an empty one may show its name as a placeholder. */
function field(input: CrosscheckInput, name: string, reading: Reading | undefined): Verdict {
  if (!reading) return { verdict: "unverifiable", reason: "nothing-read" };
  const value = stripInvisible(input.value ?? "").trim();
  const showsName = name !== "" && near(name, reading.text);
  if (value === "")
    return showsName || (name !== "" && containment(name, reading.text) === "contained")
      ? verdict("match", "alike", reading, name)
      : verdict("unverifiable", name === "" ? "no-name" : "name-not-displayed", reading);
  const say = (kind: Verdict["verdict"], reason: VerdictReason) => verdict(kind, reason, reading, value);
  const short = isActionLabel(value) && isActionLabel(reading.text);
  const numeric = short && numbersDiffer(value, reading.text);
  if (!numeric && (near(value, reading.text) || partOf(value, reading.text))) return say("match", "value");
  if (showsName) return verdict("match", "alike", reading, name);
  if (GAUGES.has(input.role)) return say("unverifiable", "name-not-displayed");
  if (!reading.confident) return say("unverifiable", "low-confidence");
  if (input.states.includes("multiline") || (input.value ?? "").trim().includes("\n"))
    return say("unverifiable", "other-text");
  if (numeric) return say("mismatch", "digits-differ");
  if (weight(reading.text) < MIN_LETTERS) return say("unverifiable", "symbol");
  return overlap(value, reading.text) >= 0.3
    ? say("unverifiable", "other-text")
    : say("mismatch", "value-differs");
}

/** A long value scrolled in its field, or a value with its unit or button beside it. */
function partOf(value: string, reading: string): boolean {
  const [v, r] = [visualFold(value).replaceAll(" ", ""), visualFold(reading).replaceAll(" ", "")];
  const [few, many] = v.length < r.length ? [v, r] : [r, v];
  return (
    (few.length >= 3 && many.includes(few)) ||
    containment(value, reading) === "contained" ||
    overlap(value, reading) >= 0.7
  );
}

/** Share of the words read that the value has too, 0 to 1. */
function overlap(value: string, reading: string): number {
  const own = new Set(words(visualFold(value)));
  const read = words(visualFold(reading)).filter((w) => w.length > 1);
  return read.length === 0 ? 0 : read.filter((w) => own.has(w)).length / read.length;
}

/** Images, icons, containers: their text may be anything; only agreement says something. */
function evidenceOnly(name: string, reading: Reading): Verdict {
  const agrees = near(name, reading.text) || containment(name, reading.text) === "contained";
  const clean = !numbersDiffer(name, reading.text) && !saysOpposite(name, reading.text);
  const sensitive = sensitiveOnOneSide(name, reading.text);
  const exact =
    !(sensitiveWord(name) || sensitiveWord(reading.text)) || exactness(name, reading.text) === "same";
  if (agrees && clean && exact && !sensitive.name && !sensitive.reading)
    return verdict("match", near(name, reading.text) ? "alike" : "contained", reading, name);
  return verdict("unverifiable", "name-not-displayed", reading, name);
}

/** A mark that vision found: what was read is its name, and nothing else says what it does. */
function fromPixels(input: CrosscheckInput, reading: Reading | undefined): Verdict {
  if (!reading) return { verdict: "unverifiable", reason: "nothing-read" };
  const name = input.name?.trim() ?? "";
  return verdict("unverifiable", reading.confident ? "pixels-only" : "low-confidence", reading, name);
}
