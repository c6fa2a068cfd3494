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
  accessibility: part.extend({
    enabled: z.boolean().optional(),
    applications: z.number().optional(),
    silent: z.array(z.string()).optional().describe("Applications that do not answer, by their processes"),
  }),
  detector: named,
  ocr: named,
  captioner: named,
  describer: named.optional().describe("There only where a captioner that describes pictures was added"),
  input: part,
  service: z
    .object({
      state: z
        .enum(["serving", "other-version", "unresponsive"])
        .default("serving")
        .describe("other than serving: this answer was given without the service"),
      pid: z.int().optional(),
      version: z.string().optional().describe("Of a service of another version"),
      display: z.string().optional(),
      uptime: z.number().optional().describe("s"),
      sessions: z.int().optional(),
      rss: z.number().optional().describe("bytes"),
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
  withoutService: true,
  queued: false,
  exposed: ["cli", "socket", "http", "mcp"],
  cli: { examples: ["groundmark status", "groundmark status --json"], render: renderHealth },
  async run(context): Promise<z.output<typeof healthSchema>> {
    if (context.service) return plain(await context.service.status());
    const { healthOf } = await import("../desktop/health.js");
    const health = plain(await healthOf(process.env));
    if (!context.unserved) return health;
    const silent = context.unserved.state === "unresponsive" && health.status === "ok";
    return { ...health, ...(silent ? { status: "degraded" } : {}), service: { ...context.unserved } };
  },
});

const plain = (health: Status): z.output<typeof healthSchema> => JSON.parse(JSON.stringify(health));

type ServiceFacts = NonNullable<z.output<typeof healthSchema>["service"]>;

function renderService({ state, pid, version, uptime, rss }: ServiceFacts): string[] {
  const at = `  ${"service".padEnd(15)}`;
  const fix = (text: string) => `  ${" ".repeat(15)}-> ${text}`;
  const process = pid === undefined ? "" : ` (process ${pid})`;
  switch (state) {
    case "serving":
      return [`${at}pid ${pid}, up ${uptime} s, ${Math.round((rss ?? 0) / 1048576)} MB`];
    case "other-version":
      return [
        `${at}of another version${version ? `, ${version}` : ""}${process}: left as it is`,
        fix("The next command that needs a service replaces it, and its numbers end with it."),
      ];
    case "unresponsive":
      return [`${at}degraded${process}: it does not answer`, fix("End it with `groundmark stop`.")];
  }
}

export function renderHealth(health: z.output<typeof healthSchema>): string {
  const session = health.session === "none" ? "no desktop session" : `${health.session} session`;
  const lines = [`${health.status}: ${session}${health.display ? ` on ${health.display}` : ""}`];
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
  if (health.describer) show("descriptions", health.describer);
  show("input", health.input);
  if (health.service) lines.push(...renderService(health.service));
  return lines.join("\n");
}
