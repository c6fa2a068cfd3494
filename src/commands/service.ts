import { GroundmarkError } from "../core/errors.js";
import type { Service } from "../session/service.js";
import type { CommandContext } from "./command.js";

/** The display's service, which front ends give to every command of scope "display". */
export function theService(context: CommandContext): Service {
  if (!context.service)
    throw new GroundmarkError("PLATFORM_NOT_SUPPORTED", "this command needs a desktop", {
      suggestion: "Set DISPLAY, or use `groundmark parse` on a screenshot.",
    });
  return context.service;
}
