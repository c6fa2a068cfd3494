import { z } from "zod";
import type { Status } from "../session/service.js";
import { defineCommand } from "./command.js";

const part = z.object({
  status: z.enum(["ok", "degraded", "unavailable"]),
  reason: z.string().optional(),
  fix: z.string().optional(),
});
const named = part.extend({ name: z.string().optional() });

export const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "unavailable"]).describe("unavailable: nothing can be observed"),
  session: z.enum(["x11", "wayland", "none"]),
  display: z.string().optional(),
  capture: part.extend({
    displays: z
      .array(
        z.object({
          id: z.string(),
          bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
          primary: z.boolean(),
          scale: z.number().optional(),
        }),
      )
      .optional(),
  }),
  windowManager: named,
  accessibility: part.extend({ enabled: z.boolean().optional(), applications: z.number().optional() }),
  detector: named,
  ocr: named,
  captioner: named,
  input: part,
  service: z
    .object({
      pid: z.int(),
      display: z.string(),
      uptime: z.number().describe("s"),
      sessions: z.int(),
      rss: z.number().describe("bytes"),
    })
    .optional(),
});

export const status = defineCommand({
  name: "status",
  summary: "What works on this desktop and what does not",
  args: z.object({}),
  result: healthSchema,
  effect: "observe",
  scope: "display",
  withoutDisplay: true,
  queued: false,
  exposed: ["cli", "socket", "http", "mcp"],
  cli: { examples: ["groundmark status", "groundmark status --json"], render: renderHealth },
  async run(context): Promise<z.output<typeof healthSchema>> {
    if (context.service) return plain(await context.service.status());
    const { healthOf } = await import("../desktop/health.js");
    return plain(await healthOf(process.env));
  },
});

const plain = (health: Status): z.output<typeof healthSchema> => JSON.parse(JSON.stringify(health));

export function renderHealth(health: z.output<typeof healthSchema>): string {
  const lines = [
    `${health.status}: ${health.session} session${health.display ? ` on ${health.display}` : ""}`,
  ];
  const show = (name: string, p: z.output<typeof named>, extra = "") => {
    const facts = [p.name, extra].filter(Boolean).join(", ");
    lines.push(
      `  ${name.padEnd(15)}${p.status}${facts ? ` (${facts})` : ""}${p.reason ? `: ${p.reason}` : ""}`,
    );
    if (p.fix) lines.push(`  ${" ".repeat(15)}-> ${p.fix}`);
  };
  const monitors = health.capture.displays?.map(
    (d) => `${d.id} ${d.bounds.width}x${d.bounds.height}+${d.bounds.x}+${d.bounds.y}`,
  );
  show("capture", health.capture, monitors?.join(", "));
  show("window manager", health.windowManager);
  const { applications } = health.accessibility;
  show(
    "accessibility",
    health.accessibility,
    applications === undefined ? "" : `${applications} applications`,
  );
  show("detector", health.detector);
  show("reader", health.ocr);
  show("icon names", health.captioner);
  show("input", health.input);
  if (health.service)
    lines.push(
      `  ${"service".padEnd(15)}pid ${health.service.pid}, up ${health.service.uptime} s, ${Math.round(health.service.rss / 1048576)} MB`,
    );
  return lines.join("\n");
}
