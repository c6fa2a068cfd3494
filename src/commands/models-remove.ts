import { z } from "zod";
import { defineCommand } from "./command.js";
import { RESTART } from "./models.js";

export const modelsRemove = defineCommand({
  name: "models remove",
  summary: "Delete the files of a model that was added",
  args: z.object({ name: z.string().describe("A name from models list") }),
  result: z.object({ removed: z.string() }),
  effect: "interact",
  scope: "process",
  exposed: ["cli"],
  cli: {
    positional: ["name"],
    examples: ["groundmark models remove icon-detect"],
    render: ({ removed }) => `Removed: ${removed}`,
    notes: () => [RESTART],
  },
  async run(_context, { name }) {
    const { removeModel } = await import("../vision/store/store.js");
    return { removed: (await removeModel(process.env, name)).name };
  },
});
