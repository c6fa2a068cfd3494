import { z } from "zod";
import { defineCommand } from "./command.js";
import { modelLine, modelSchema, shownModel } from "./models.js";

export const modelsList = defineCommand({
  name: "models list",
  summary: "List the models, with their licences and which of them are used",
  args: z.object({}),
  result: z.object({ models: z.array(modelSchema) }),
  effect: "observe",
  scope: "process",
  exposed: ["cli"],
  cli: {
    examples: ["groundmark models list", "groundmark models list --json"],
    render: ({ models }) => models.map(modelLine).join("\n"),
  },
  async run() {
    const { placedModels } = await import("../vision/registry.js");
    return { models: (await placedModels()).map(shownModel) };
  },
});
