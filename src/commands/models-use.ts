import { z } from "zod";
import { TASKS } from "../vision/registry.js";
import { defineCommand } from "./command.js";
import { RESTART } from "./models.js";

export const modelsUse = defineCommand({
  name: "models use",
  summary: "Choose which model does its task",
  args: z.object({
    name: z.string().describe("A name from models list"),
    off: z
      .boolean()
      .optional()
      .describe("Stop using it: the embedded one does the task again, if there is one"),
  }),
  result: z.object({ task: z.enum(TASKS), used: z.string().optional().describe("Absent: none") }),
  effect: "interact",
  scope: "process",
  exposed: ["cli"],
  cli: {
    positional: ["name"],
    examples: ["groundmark models use icon-detect", "groundmark models use icon-detect --off"],
    render: ({ task, used }) => (used === undefined ? `${task}: none` : `${task}: ${used}`),
    notes: () => [RESTART],
  },
  async run(_context, { name, off }) {
    const { useModel } = await import("../vision/store/store.js");
    const { task, used } = await useModel(process.env, name, off ?? false);
    return { task, ...(used === undefined ? {} : { used }) };
  },
});
