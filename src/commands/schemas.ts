import { z } from "zod";

/** Arguments and results that several commands share. */

export const sessionArg = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .default("default")
  .describe("Session whose numbers are meant");

/** Badges and their places grow with the square of their number. */
export const MOST_MARKS = 1000;
export const maxMarksArg = z.int().min(1).max(MOST_MARKS).default(100).describe("At most this many marks");

export const policyArg = z
  .enum(["background", "foreground"])
  .optional()
  .describe(
    "background (default): nothing moves; foreground: the pointer may be used. GROUNDMARK_POLICY sets it",
  );

export const LANGUAGE = /^[a-z]{3}(_[a-z]+)?(\+[a-z]{3}(_[a-z]+)?)*$/;
export const languageArg = z
  .string()
  .regex(LANGUAGE)
  .optional()
  .describe("Read with tesseract in this language (eng, deu+eng) instead of the embedded reader");

export const picturesSchema = z
  .record(z.string(), z.string())
  .optional()
  .describe("PNG pictures that were asked for, base64, by argument name");

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
