import { cleanText, MAX_TEXT } from "../core/text.js";
import { redactText } from "./redact.js";

/** What is quoted as evidence of a verdict is cut here, in code points: a label, not a page. */
export const MAX_QUOTED = 80;

/**
 * Text from an application as it may leave: one clean line without secrets, at most `max` code points. A
 * secret is replaced before the text is cut, since of one that the cut runs through no pattern finds the rest.
 */
export function safeText(text: string, max = MAX_TEXT): string {
  // Long enough that a secret which begins in front of the cut is there as a whole, short enough for megabytes.
  return cleanText(redactText(cleanText(text, max * 8 + 1024)).text, max);
}
