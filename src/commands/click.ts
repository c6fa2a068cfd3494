import { z } from "zod";
import { defineCommand } from "./command.js";
import { policyArg, sessionArg } from "./schemas.js";
import { theService } from "./service.js";
import { parseTarget, TARGET, TARGET_FORM } from "./target.js";

export const actionResultSchema = z.object({
  mark: z.int().describe("The number that was acted on"),
  label: z.string(),
  role: z.string(),
  snapshot: z.string(),
  dispatched: z.boolean().describe("True once anything was sent, whatever came of it"),
  rung: z.enum(["semantic", "pointer"]),
  outcome: z.enum(["verified", "contradicted", "unverified"]),
  refound: z.boolean().optional().describe("The element had been replaced and was found again"),
  evidence: z.object({
    reason: z.string(),
    action: z.string().optional(),
    point: z.object({ x: z.number(), y: z.number() }).optional(),
    changes: z.array(z.string()).optional(),
    pointerRestored: z.boolean().optional(),
    waited: z.number().optional(),
  }),
});

export const click = defineCommand({
  name: "click",
  summary: "Click a mark of the latest observation",
  args: z.object({
    mark: z
      .string()
      .regex(TARGET, `expected ${TARGET_FORM}`)
      .describe("Number from the listing, or @SNAPSHOT:NUMBER"),
    button: z.enum(["left", "middle", "right"]).default("left").describe("Mouse button"),
    count: z.int().min(1).max(3).default(1).describe("2 for a double click, 3 for a triple click"),
    policy: policyArg,
    confirm: z
      .boolean()
      .default(false)
      .describe("Yes, also when the mark is sensitive and cannot be verified"),
    dryRun: z.boolean().default(false).describe("Check everything, dispatch nothing"),
    session: sessionArg,
  }),
  result: actionResultSchema,
  effect: "interact",
  scope: "display",
  exposed: ["cli", "socket", "http", "mcp"],
  cli: {
    positional: ["mark"],
    env: { policy: "GROUNDMARK_POLICY" },
    examples: [
      "groundmark click 7",
      "groundmark click @s8f3k2p9ab:7",
      "groundmark click 12 --button right --policy foreground",
    ],
    failed: { when: "the outcome is contradicted", test: ({ outcome }) => outcome === "contradicted" },
    render: (data) => {
      const what = `[${data.mark}] ${data.role} "${data.label}"`;
      const how = data.dispatched ? `${data.rung} click sent` : `nothing sent (${data.evidence.reason})`;
      const changes = data.evidence.changes?.length ? `\n  ${data.evidence.changes.join("\n  ")}` : "";
      return `${what}: ${how}; ${data.outcome} (${data.evidence.reason})${changes}`;
    },
  },
  async run(context, args) {
    const acted = await theService(context).click({
      session: args.session,
      ...parseTarget(args.mark),
      button: args.button,
      count: args.count,
      policy: args.policy ?? "background",
      confirm: args.confirm,
      dryRun: args.dryRun,
      signal: context.signal,
    });
    const { id, label, role } = acted.mark.surface;
    return {
      mark: id,
      label,
      role,
      snapshot: acted.snapshot,
      ...acted.result,
      ...(acted.refound ? { refound: true } : {}),
    };
  },
});
