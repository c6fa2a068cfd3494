import { z } from "zod";
import { defineCommand } from "./command.js";

export const iconsList = defineCommand({
  name: "icons list",
  summary: "List the icons that were taught",
  args: z.object({}),
  result: z.object({
    icons: z.array(z.object({ name: z.string(), pictures: z.int(), added: z.string() })),
    file: z.string().describe("Where they are kept"),
  }),
  effect: "observe",
  scope: "process",
  exposed: ["cli"],
  cli: {
    examples: ["groundmark icons list"],
    render: ({ icons }) =>
      icons.map(({ name, pictures }) => `${JSON.stringify(name)} (${pictures} pictures)`).join("\n") ||
      "no icons were taught",
  },
  async run() {
    const { readTaught, taughtFile } = await import("../vision/caption/taught.js");
    const file = taughtFile();
    const icons = await readTaught(file);
    return {
      icons: icons.map(({ name, pictures, added }) => ({ name, pictures: pictures.length, added })),
      file,
    };
  },
});
