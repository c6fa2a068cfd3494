import { z } from "zod";
import type { Part } from "../desktop/health.js";
import { defineCommand } from "./command.js";

const checkSchema = z.object({
  check: z.string(),
  status: z.enum(["ok", "degraded", "unavailable"]),
  detail: z.string(),
  fix: z.string().optional().describe("What to do about it"),
});
type Check = z.infer<typeof checkSchema>;

export const doctor = defineCommand({
  name: "doctor",
  summary: "Find what is missing on this machine and say what to do about it",
  args: z.object({}),
  result: z.object({ status: z.enum(["ok", "degraded", "unavailable"]), checks: z.array(checkSchema) }),
  effect: "observe",
  scope: "process",
  exposed: ["cli"],
  cli: {
    examples: ["groundmark doctor"],
    failed: { when: "no desktop can be observed", test: ({ status }) => status === "unavailable" },
    render: (data) =>
      [
        ...data.checks.map((c) => {
          const sign = { ok: "ok  ", degraded: "warn", unavailable: "FAIL" }[c.status];
          return `${sign} ${c.check.padEnd(16)}${c.detail}${c.fix ? `\n     ${" ".repeat(16)}-> ${c.fix}` : ""}`;
        }),
        data.status === "ok"
          ? "Everything that Groundmark needs is here."
          : data.status === "degraded"
            ? "Groundmark works with what is here; the lines above say what is poorer."
            : "The desktop cannot be observed; `groundmark parse` on screenshots works without one.",
      ].join("\n"),
  },
  async run() {
    const { healthOf } = await import("../desktop/health.js");
    const health = await healthOf(process.env);
    const checks: Check[] = [
      nodeCheck(),
      check(
        "session",
        { status: health.session === "x11" ? "ok" : "unavailable" },
        health.session === "none" ? "no desktop session" : health.session,
      ),
      check("capture", health.capture, health.display ?? ""),
      check("window manager", health.windowManager, health.windowManager.name ?? ""),
      check(
        "accessibility",
        health.accessibility,
        health.accessibility.applications === undefined
          ? ""
          : `${health.accessibility.applications} applications answer`,
      ),
      check("input", health.input, "XTEST"),
      check("detector", health.detector, health.detector.name ?? ""),
      check("reader", health.ocr, health.ocr.name ?? ""),
      check("icon names", health.captioner, health.captioner.name ?? ""),
      ...(health.describer ? [check("descriptions", health.describer, health.describer.name ?? "")] : []),
    ];
    return { status: health.status, checks };
  },
});

function check(name: string, part: Part, detail: string): Check {
  return {
    check: name,
    status: part.status,
    detail: part.status === "ok" ? detail || "ok" : (part.reason ?? detail),
    ...(part.fix ? { fix: part.fix } : {}),
  };
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const good = major > 20 || (major === 20 && minor >= 12);
  return {
    check: "node",
    status: good ? "ok" : "unavailable",
    detail: `Node.js ${process.versions.node}`,
    ...(good ? {} : { fix: "Install Node.js 20.12 or newer." }),
  };
}
