import { z } from "zod";
import type { CaptureTarget } from "../capture/port.js";
import { invalidArg } from "../core/errors.js";
import { surfaceSchema } from "../fusion/surface.js";
import { readIn } from "../session/language.js";
import { defineCommand } from "./command.js";
import { surfaceNotes } from "./notes.js";
import { pictures } from "./pictures.js";
import { languageArg, maxMarksArg, picturesSchema, sessionArg } from "./schemas.js";
import { theService } from "./service.js";

export const observe = defineCommand({
  name: "observe",
  summary: "Look at the desktop and number what can be acted on",
  args: z.object({
    monitor: z
      .string()
      .optional()
      .describe("Only this monitor, by its name or its place in the list of status (1, 2, ...)"),
    window: z.string().optional().describe("Only this window, by its id"),
    som: z.boolean().optional().describe("Give the marked picture"),
    plain: z.boolean().optional().describe("Give the 1024x768 picture without marks"),
    maxMarks: maxMarksArg,
    session: sessionArg,
    lang: languageArg,
  }),
  result: surfaceSchema.extend({ pictures: picturesSchema }),
  effect: "observe",
  scope: "display",
  exposed: ["cli", "socket", "http", "mcp"],
  cli: {
    files: { som: "write", plain: "write" },
    examples: [
      "groundmark observe",
      "groundmark observe --som marked.png",
      "groundmark observe --window 0x1400003 --json",
    ],
    render: (data) => data.text,
    notes: surfaceNotes,
  },
  check({ monitor, window }) {
    if (monitor !== undefined && window !== undefined)
      throw invalidArg(
        "--window",
        "either --monitor or --window, not both",
        window,
        "Leave one of them out.",
      );
  },
  async run(context, args) {
    const target: CaptureTarget =
      args.window !== undefined
        ? { kind: "window", id: args.window }
        : args.monitor !== undefined
          ? { kind: "monitor", id: args.monitor }
          : { kind: "display" };
    const observation = await theService(context).observe(args.session, {
      target,
      maxMarks: args.maxMarks,
      signal: context.signal,
      ...(args.lang === undefined ? {} : { language: args.lang }),
    });
    return { ...readIn(args.lang, observation).surface, ...(await pictures(observation, args)) };
  },
});
