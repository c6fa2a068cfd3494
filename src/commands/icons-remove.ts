import { z } from "zod";
import { defineCommand } from "./command.js";

export const iconsRemove = defineCommand({
  name: "icons remove",
  summary: "Forget icons that were taught",
  args: z.object({ name: z.array(z.string()).min(1).describe("Names from icons list") }),
  result: z.object({ removed: z.array(z.string()), icons: z.int().describe("Still taught") }),
  effect: "interact",
  scope: "process",
  exposed: ["cli"],
  cli: {
    positional: ["name"],
    examples: ["groundmark icons remove deploy"],
    render: ({ removed, icons }) => `Forgotten: ${removed.join(", ")}; ${icons} left`,
  },
  async run(_context, { name: names }) {
    const { unlearn } = await import("../session/icons.js");
    const { taughtFile } = await import("../vision/caption/taught.js");
    return { removed: [...names], icons: await unlearn(taughtFile(), names) };
  },
});
