import { z } from "zod";
import { GroundmarkError, invalidArg } from "../core/errors.js";
import { defineCommand } from "./command.js";

const checkSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  problem: z.string().optional(),
  fix: z.string().optional(),
});

export const modelsVerify = defineCommand({
  name: "models verify",
  summary: "Check each model's files by their hashes, load it, and compare it with its manifest",
  args: z.object({ name: z.array(z.string()).optional().describe("Only these models") }),
  result: z.object({ models: z.array(checkSchema) }),
  effect: "observe",
  scope: "process",
  exposed: ["cli"],
  cli: {
    positional: ["name"],
    examples: ["groundmark models verify", "groundmark models verify groundmark-ui-2"],
    failed: {
      when: "a model is not what its manifest says",
      test: ({ models }) => models.some((m) => !m.ok),
    },
    render: ({ models }) =>
      models
        .map(({ name, ok, problem, fix }) =>
          ok ? `ok    ${name}` : `FAIL  ${name}: ${problem}${fix ? `\n      -> ${fix}` : ""}`,
        )
        .join("\n"),
  },
  async run({ signal }, { name: names }) {
    const { placedModels } = await import("../vision/registry.js");
    const { verifyModel } = await import("../vision/store/verify.js");
    const all = await placedModels();
    for (const name of names ?? [])
      if (!all.some(({ entry }) => entry.name === name))
        throw invalidArg(
          "NAME",
          `one of ${all.map(({ entry }) => entry.name).join(", ")}`,
          name,
          "See `groundmark models list`.",
        );
    const models: z.output<typeof checkSchema>[] = [];
    for (const model of all) {
      signal.throwIfAborted();
      const { name } = model.entry;
      if (names && !names.includes(name)) continue;
      models.push(
        await verifyModel(model).then(
          () => ({ name, ok: true }),
          (error: unknown) => {
            const { message, suggestion } = GroundmarkError.from(error);
            return { name, ok: false, problem: message, fix: suggestion };
          },
        ),
      );
    }
    return { models };
  },
});
