import { GroundmarkError } from "../core/errors.js";
import type { Rect } from "../geometry/rect.js";
import { MAX_QUOTED, safeText } from "./output.js";
import { redactDeep } from "./redact.js";
import type { Risk } from "./sensitive.js";

/** What the gates ask about a mark. A mark of the surface is one. */
export interface GateMark {
  readonly id?: number;
  readonly label?: string;
  readonly box?: Rect<"desktop">;
  readonly verdict?: "match" | "mismatch" | "unverifiable";
  readonly evidence?: {
    readonly ocr?: string | undefined;
    readonly distance?: number | undefined;
    readonly reason?: string | undefined;
  };
  readonly risk: Risk;
  readonly flags?: readonly string[] | undefined;
}

export interface GateOptions {
  /** The caller has looked at the mark and says so. Opens the confirmation gate and no other. */
  readonly confirm: boolean;
}

type Gate = (mark: GateMark, options: GateOptions) => GroundmarkError | undefined;

const VERDICTS: ReadonlySet<unknown> = new Set(["match", "mismatch", "unverifiable"]);

const called = (mark: GateMark): string => (mark.id === undefined ? "The mark" : `Mark ${mark.id}`);

/** Long enough to tell one label from another; a document's text is no evidence. */
const quoted = (text: string | undefined): string => safeText(text ?? "", MAX_QUOTED);

/** Details with what a person needs to judge; secrets in the texts are redacted. */
function details(mark: GateMark, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return redactDeep({
    ...(mark.id === undefined ? {} : { mark: mark.id }),
    ...(mark.evidence?.reason === undefined ? {} : { reason: mark.evidence.reason }),
    ...more,
  });
}

/** OCCLUDED: something lies above the point where the click would land. */
const uncovered: Gate = (mark) =>
  mark.flags?.includes("occluded")
    ? new GroundmarkError("OCCLUDED", `${called(mark)} is covered by something else.`, {
        details: details(mark),
      })
    : undefined;

/** STALE_REF: nothing is clickable before its verdict exists (SAF-7). */
const judged: Gate = (mark) =>
  VERDICTS.has(mark.verdict)
    ? undefined
    : new GroundmarkError("STALE_REF", `${called(mark)} has not been compared with the screen.`, {
        details: details(mark),
      });

/** ADVERSARIAL_UI_DISCREPANCY: the screen contradicts the application. No confirmation opens it. */
const consistent: Gate = (mark) =>
  mark.verdict === "mismatch"
    ? new GroundmarkError(
        "ADVERSARIAL_UI_DISCREPANCY",
        `${called(mark)} does not show what the application says it is.`,
        {
          details: details(mark, {
            visual: quoted(mark.evidence?.ocr),
            ax: quoted(mark.label),
            ...(mark.evidence?.distance === undefined ? {} : { distance: mark.evidence.distance }),
            ...(mark.box
              ? { bounds: { x: mark.box.x, y: mark.box.y, width: mark.box.width, height: mark.box.height } }
              : {}),
          }),
        },
      )
    : undefined;

/** CONFIRMATION_REQUIRED: it matters, and the pixels could not vouch for it. An unknown risk counts as one. */
const confirmed: Gate = (mark, { confirm }) =>
  mark.verdict === "match" || mark.risk === "normal" || confirm
    ? undefined
    : new GroundmarkError(
        "CONFIRMATION_REQUIRED",
        `${called(mark)} is sensitive and its label could not be verified on the screen.`,
        { details: details(mark) },
      );

/** In the order of the design: occlusion before text, contradiction before confirmation. */
const GATES: readonly Gate[] = [uncovered, judged, consistent, confirmed];

/**
 * The last word before a dispatch, from what an observation has found out about the mark.
 *
 * @returns the refusal, not thrown, or undefined when the mark may be acted on
 */
export function gate(mark: GateMark, options: GateOptions): GroundmarkError | undefined {
  for (const check of GATES) {
    const refusal = check(mark, options);
    if (refusal) return refusal;
  }
  return undefined;
}
