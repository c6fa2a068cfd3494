/**
 * Text from applications is data: before it reaches any output it loses what could steer a terminal, a
 * parser or a reader's eye.
 */

/**
 * Control and format characters (C0, C1, soft hyphen, zero-width, bidi controls, tags, BOM), line and
 * paragraph separators, and the letters that show as nothing (fillers, grapheme joiner, variation selectors).
 */
const STEERING =
  /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u180b-\u180d]|[\u{e0100}-\u{e01ef}]/gu;
const WHITE = /[\s\u00a0]+/gu;
/** Halves of surrogate pairs: not text, and not valid in JSON for strict readers. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const MAX_TEXT = 200;

/**
 * One line of plain text: white space collapsed, steering characters removed, cut at `max` code points
 * with an ellipsis.
 */
export function cleanText(text: string, max = MAX_TEXT): string {
  // A cheap bound first: a provider may hand over megabytes.
  const bounded = text.length > max * 8 + 1024 ? text.slice(0, max * 8 + 1024) : text;
  // White space twice: line ends are steering characters too, and what goes may leave two blanks behind.
  const one = bounded
    .replace(WHITE, " ")
    .replace(STEERING, "")
    .replace(WHITE, " ")
    .replace(LONE_SURROGATE, "\ufffd")
    .trim();
  const points = [...one];
  return points.length <= max ? one : `${points.slice(0, max - 1).join("")}…`;
}

/** Quoted form for the listing: quotes and backslashes escaped. */
export const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
