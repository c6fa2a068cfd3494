import { z } from "zod";
import { GroundmarkError } from "../core/errors.js";
import { defineCommand } from "./command.js";
import { sessionArg } from "./schemas.js";
import { theService } from "./service.js";
import { parseTarget, TARGET_FORM } from "./target.js";

export const iconsAdd = defineCommand({
  name: "icons add",
  summary: "Teach an icon's name, from pictures of it or from a mark on the screen",
  args: z.object({
    name: z.string().describe("What to call it"),
    image: z
      .array(z.string())
      .max(20)
      .optional()
      .describe("Pictures of the icon: PNG, JPEG, WebP and others"),
    from: z.string().optional().describe(`A mark that shows it: ${TARGET_FORM}`),
    session: sessionArg,
  }),
  result: z.object({
    name: z.string(),
    pictures: z.int().describe("Kept for this name"),
    icons: z.int().describe("Taught in all"),
  }),
  effect: "interact",
  scope: "display",
  withoutService: true,
  needsService: ({ from }) => from !== undefined,
  exposed: ["cli", "socket"],
  cli: {
    positional: ["name", "image"],
    files: { image: "read" },
    examples: [
      "groundmark icons add deploy rocket.png",
      "groundmark icons add deploy --from 7",
      "groundmark icons add deploy --from @s8f3k2p9ab:7",
    ],
    render: ({ name, pictures, icons }) =>
      `${JSON.stringify(name)}: ${pictures} pictures; ${icons} ${icons === 1 ? "icon" : "icons"} taught`,
  },
  check({ name, image, from }) {
    if ((image?.length ?? 0) === 0 && from === undefined)
      throw new GroundmarkError(
        "INVALID_ARGS",
        `icons add: nothing shows what ${JSON.stringify(name.slice(0, 60))} is`,
        {
          suggestion: "Give pictures of it, or --from and the number of a mark.",
        },
      );
    if (from !== undefined) parseTarget(from);
  },
  async run(context, { name, image = [], from, session }) {
    const { checkedName, cropOfMark, cropsOfPicture, teach } = await import("../session/icons.js");
    const { taughtFile } = await import("../vision/caption/taught.js");
    const clean = checkedName(name);
    const crops: Uint8Array[] = [];
    for (const one of image) crops.push(...(await cropsOfPicture(Buffer.from(one, "base64"))));
    if (from !== undefined) {
      const target = parseTarget(from);
      const { observation, mark } = theService(context)
        .session(session)
        .resolve(target.mark, target.snapshot);
      if (mark.surface.states?.includes("protected"))
        throw new GroundmarkError(
          "POLICY_DENIED",
          `mark ${target.mark} is protected: its pixels are not kept`,
          {
            suggestion: "Choose another mark.",
          },
        );
      crops.push(cropOfMark(observation.frame, mark.candidate.detection?.box ?? mark.candidate.box));
    }
    const { pictures, icons } = await teach(taughtFile(), clean, crops);
    return { name: clean, pictures, icons };
  },
});
