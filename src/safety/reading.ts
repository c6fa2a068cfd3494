import { UNREAD_CONFIDENCE } from "../vision/port.js";
import { stripInvisible } from "./normalise.js";

/** What was read inside one box. */
export interface Reading {
  readonly text: string;
  readonly lines: readonly string[];
  readonly confidence: number;
  readonly confident: boolean;
}

export interface ReadLine {
  readonly text: string;
  readonly confidence: number;
}

/** The lines of a box as one text, or undefined when there is none. */
export function readingOf(lines: readonly ReadLine[]): Reading | undefined {
  const seen = lines
    .map((l) => ({ text: stripInvisible(l.text).replace(/\s+/g, " ").trim(), confidence: l.confidence }))
    .filter((l) => l.text !== "");
  // What was read badly is left out as long as something was read well (VIS-6).
  const good = seen.filter((l) => l.confidence >= UNREAD_CONFIDENCE);
  const used = good.length > 0 ? good : seen;
  if (used.length === 0) return undefined;
  const length = used.reduce((sum, l) => sum + l.text.length, 0);
  const confidence = used.reduce((sum, l) => sum + l.confidence * l.text.length, 0) / length;
  return {
    text: used.map((l) => l.text).join(" "),
    lines: used.map((l) => l.text),
    confidence,
    confident: confidence >= UNREAD_CONFIDENCE,
  };
}
