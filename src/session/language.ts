import { GroundmarkError } from "../core/errors.js";
import type { Observation } from "./observation.js";

/**
 * Gives the observation back when the language that the caller asked for could be read. The embedded reader
 * may be missing and the rest still be of use; one who names a language asked for exactly that.
 *
 * @throws GroundmarkError OCR_UNAVAILABLE
 */
export function readIn(language: string | undefined, observation: Observation): Observation {
  const { ocr, reason } = observation.surface.vision;
  if (language === undefined || ocr.status !== "unavailable") return observation;
  throw new GroundmarkError(
    "OCR_UNAVAILABLE",
    `no text could be read in the language ${JSON.stringify(language)}${reason ? `: ${reason}` : ""}`,
    {
      suggestion:
        "Name a language whose data is installed (eng is), or leave it out for the embedded reader.",
      details: { language },
    },
  );
}
