import type { z } from "zod";
import { type ErrorBody, GroundmarkError } from "../core/errors.js";
import { redactDeep } from "../safety/redact.js";
import type { Command, CommandContext } from "./command.js";

export const ENVELOPE_VERSION = "1";

export type Envelope =
  | { readonly version: "1"; readonly ok: true; readonly command: string; readonly data: unknown }
  | { readonly version: "1"; readonly ok: false; readonly command: string; readonly error: ErrorBody };

export const success = (command: string, data: unknown): Envelope => ({
  version: ENVELOPE_VERSION,
  ok: true,
  command,
  data,
});

export const failure = (command: string, error: unknown): Envelope => ({
  version: ENVELOPE_VERSION,
  ok: false,
  command,
  error: redactDeep(GroundmarkError.from(error).toBody()),
});

/** Validates raw arguments, runs the command, validates what it gave back. Never throws. */
export async function execute(command: Command, context: CommandContext, raw: unknown): Promise<Envelope> {
  try {
    const args = command.args.safeParse(raw ?? {});
    if (!args.success) throw badArguments(command.name, args.error);
    command.check?.(args.data);
    const data = await command.run(context, args.data);
    const result = command.result.safeParse(data);
    if (!result.success)
      throw new GroundmarkError(
        "INTERNAL",
        `${command.name} gave a result that its description does not allow`,
        {
          details: {
            issues: result.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).slice(0, 5),
          },
        },
      );
    return success(command.name, result.data);
  } catch (error) {
    return failure(command.name, error);
  }
}

export function badArguments(command: string, error: z.ZodError): GroundmarkError {
  const first = error.issues[0];
  const where = first?.path.join(".") || "arguments";
  return new GroundmarkError("INVALID_ARGS", `${command}: ${where}: ${first?.message ?? "not understood"}`, {
    suggestion: `See \`groundmark help ${command}\`.`,
    details: { issues: error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).slice(0, 10) },
  });
}
