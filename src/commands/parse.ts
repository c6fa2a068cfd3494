import { z } from "zod";
import { surfaceSchema } from "../fusion/surface.js";
import { readIn } from "../session/language.js";
import { defineCommand } from "./command.js";
import { surfaceNotes } from "./notes.js";
import { pictures } from "./pictures.js";
import { languageArg, maxMarksArg, picturesSchema } from "./schemas.js";

export const parse = defineCommand({
  name: "parse",
  summary: "Turn a screenshot file into numbered marks; needs no desktop",
  args: z.object({
    image: z.string().describe("The picture: PNG, JPEG, WebP and others"),
    ax: z
      .string()
      .optional()
      .describe("Its accessibility tree: OSWorld XML or Groundmark JSON (docs/tree-json.md)"),
    som: z.boolean().optional().describe("Give the marked picture"),
    plain: z.boolean().optional().describe("Give the 1024x768 picture without marks"),
    maxMarks: maxMarksArg,
    lang: languageArg,
  }),
  result: surfaceSchema.extend({ pictures: picturesSchema }),
  effect: "observe",
  scope: "process",
  exposed: ["cli", "http", "mcp"],
  cli: {
    positional: ["image"],
    files: { image: "read", ax: "read", som: "write", plain: "write" },
    examples: [
      "groundmark parse shot.png",
      "groundmark parse shot.png --som marked.png",
      "groundmark parse shot.png --ax tree.xml --json",
    ],
    render: (data) => data.text,
    notes: surfaceNotes,
  },
  async run(context, args) {
    const { parseImage } = await import("../session/parse.js");
    const observation = await parseImage(Buffer.from(args.image, "base64"), {
      ...(args.ax === undefined ? {} : { tree: Buffer.from(args.ax, "base64") }),
      maxMarks: args.maxMarks,
      signal: context.signal,
      ...(args.lang === undefined ? {} : { language: args.lang }),
    });
    return { ...readIn(args.lang, observation).surface, ...(await pictures(observation, args)) };
  },
});
