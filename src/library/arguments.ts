import { z } from "zod";
import { LANGUAGE, MOST_MARKS } from "../commands/schemas.js";
import { GroundmarkError, invalidArg } from "../core/errors.js";

/**
 * What the library's functions take, checked like every other door: plain JavaScript passes anything, and an
 * option that nobody knows is refused rather than ignored. Each message is what was expected.
 */

const oneOf = <T extends [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `one of ${words.join(", ")}` });
const flag = z.boolean({ error: "true or false" });
const wholeNumber = (from: number, to: number) => {
  const error = `a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
};
const someObject = <T>(what: string) =>
  z.custom<T>((value) => typeof value === "object" && value !== null, { error: what });
const bytesOrText = (what: string) =>
  z.union([z.instanceof(Uint8Array), z.string()], { error: `${what} (Uint8Array) or a string` });
const id = z.string({ error: "a string" });

const policy = oneOf("background", "foreground").optional();
const maxMarks = wholeNumber(1, MOST_MARKS).optional();
const language = z
  .string({ error: "a tesseract language (eng, deu+eng)" })
  .regex(LANGUAGE, { error: "a tesseract language (eng, deu+eng)" })
  .optional();

const kinds = { error: 'a target such as { kind: "display" } or { kind: "window", id: "0x1400003" }' };
const target = z
  .discriminatedUnion(
    "kind",
    [
      z.strictObject({ kind: z.literal("display") }),
      z.strictObject({ kind: z.literal("monitor"), id }),
      z.strictObject({ kind: z.literal("window"), id }),
    ],
    kinds,
  )
  .optional();

export const picture = bytesOrText("the bytes of a picture");
export const mark = wholeNumber(1, Number.MAX_SAFE_INTEGER);
export const parseOptions = z.strictObject({
  ax: bytesOrText("the bytes of an accessibility tree").optional(),
  maxMarks,
  language,
});
export const desktopOptions = z.strictObject({
  env: someObject<NodeJS.ProcessEnv>("an object such as process.env").optional(),
  policy,
});
export const observeOptions = z.strictObject({ target, maxMarks, language });
export const clickOptions = z.strictObject({
  button: oneOf("left", "middle", "right").optional(),
  count: wholeNumber(1, 3).optional(),
  policy,
  confirm: flag.optional(),
  dryRun: flag.optional(),
  signal: z.instanceof(AbortSignal, { error: "an AbortSignal" }).optional(),
});

const SUGGESTION = "The package's type declarations say what it takes.";

/**
 * The value itself once its shape is right. @throws GroundmarkError INVALID_ARGS, naming the argument
 *
 * @param name what the function's documentation calls it; options are named by their own names
 */
export function checked<T>(name: string, schema: z.ZodType, value: T): T {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (!issue) return value;
  const place = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const argument = [...place, ...issue.keys.slice(0, 1)].join(".");
    const known = schema instanceof z.ZodObject && place.length === 0 ? Object.keys(schema.shape) : [];
    const hint = known.length > 0 ? ` (there are ${known.join(", ")})` : "";
    throw new GroundmarkError("INVALID_ARGS", `there is no option ${argument}${hint}`, {
      suggestion: SUGGESTION,
      details: { argument },
    });
  }
  const expected =
    place.length === 0 && schema instanceof z.ZodObject ? "an object with options" : issue.message;
  throw invalidArg(place.join(".") || name, expected, at(value, place), SUGGESTION);
}

const at = (value: unknown, place: readonly string[]): unknown =>
  place.reduce((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
