import { z } from "zod";
import { invalidArg } from "../core/errors.js";
import { defineCommand } from "./command.js";
import { modelLine, modelSchema, RESTART, shownModel } from "./models.js";

export const modelsAdd = defineCommand({
  name: "models add",
  summary: "Copy a detector (.onnx) or a captioner (folder of exports) that you have into your models",
  args: z.object({
    file: z
      .array(z.string())
      .min(1)
      .describe(
        "A detector as one .onnx file (YOLOv8, YOLO11, YOLOv9 heads), or a folder with the exports of a Florence-2-style captioner",
      ),
    name: z.string().optional().describe("What to call it; by default the file's name"),
    licence: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("Its licence, kept beside it (OmniParser's icon_detect weights are AGPL-3.0)"),
    labels: z
      .string()
      .optional()
      .describe("Detector: class names with commas between them, where the file does not have them"),
    score: z.number().min(0).max(1).optional().describe("Detector: least score of a box, by default 0.25"),
    longest: z
      .int()
      .min(64)
      .max(4096)
      .optional()
      .describe("Detector of any input size: long side that it is given, by default 1280"),
    prompt: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Captioner: what it is asked, by default "<CAPTION>"'),
    maxTokens: z.int().min(1).max(64).optional().describe("Captioner: longest caption, by default 20 tokens"),
    stretch: z
      .boolean()
      .optional()
      .describe("Captioner: stretch pictures to its input, as its own processor does"),
    use: z.boolean().optional().describe("Use it from now on"),
  }),
  result: z.object({ models: z.array(modelSchema) }),
  effect: "interact",
  scope: "process",
  exposed: ["cli"],
  cli: {
    positional: ["file"],
    files: { file: "path" },
    examples: [
      "groundmark models add icon_detect.onnx --licence AGPL-3.0 --score 0.05 --use",
      "groundmark models add ui.onnx --labels button,link,field --name my-ui",
      "groundmark models add florence-2-base --licence MIT",
    ],
    render: ({ models }) => models.map(modelLine).join("\n"),
    notes: ({ models }) =>
      models.map(({ name, used }) => (used ? RESTART : `not used yet: groundmark models use ${name}`)),
  },
  check({ file, name, labels }) {
    if (labels?.split(",").some((label) => label.trim() === ""))
      throw invalidArg("--labels", "class names with commas between them, none empty", labels);
    if (name !== undefined && file.length > 1)
      throw invalidArg("--name", "one file where a name is given", name, "Add the files one by one.");
  },
  async run({ signal }, { file, labels, use, ...options }) {
    const { addModel, useModel } = await import("../vision/store/store.js");
    const { placedModels } = await import("../vision/registry.js");
    const { silenceTelemetry } = await import("../vision/runtime.js");
    silenceTelemetry();
    const added: string[] = [];
    for (const given of file) {
      const { name } = await addModel(process.env, given, {
        ...options,
        ...(labels === undefined ? {} : { labels: labels.split(",").map((label) => label.trim()) }),
        signal,
      });
      if (use) await useModel(process.env, name);
      added.push(name);
    }
    const models = (await placedModels()).filter(({ entry }) => added.includes(entry.name));
    return { models: models.map(shownModel) };
  },
});
