import { z } from "zod";
import { type Command, defineCommand } from "../commands/command.js";
import { connectService, stopService } from "../serve/connect.js";
import { servicePaths } from "../serve/paths.js";

export interface VerbSettings {
  readonly env: NodeJS.ProcessEnv;
  /** The service process's program and version; the package's own by default. */
  readonly entry?: string;
  readonly version?: string;
}

const timeout = z
  .int()
  .min(1)
  .max(3_600_000)
  .default(30_000)
  .describe("Give up after this many milliseconds");

/** The commands that deal with the service itself; they belong to the command line alone. */
export function serviceVerbs({ env, ...settings }: VerbSettings): readonly Command[] {
  const start = defineCommand({
    name: "start",
    summary: "Start the service of this display, or find it running",
    args: z.object({ timeout }),
    result: z.object({
      started: z.boolean(),
      pid: z.int(),
      version: z.string(),
      display: z.string(),
      socket: z.string(),
      log: z.string(),
    }),
    effect: "interact",
    scope: "process",
    exposed: ["cli"],
    cli: {
      examples: ["groundmark start", "DISPLAY=:1 groundmark start --json"],
      render: ({ started, pid, display, log }) =>
        `${started ? "Started" : "Already running"}: process ${pid} serves display ${display}\nLog: ${log}`,
    },
    run: async ({ signal }, args) => {
      const connected = await connectService(env, {
        start: true,
        timeout: args.timeout,
        signal,
        ...settings,
      });
      connected.client.close();
      const { health, paths, started } = connected;
      return {
        started,
        pid: health.pid,
        version: health.version,
        display: paths.display,
        socket: paths.socket,
        log: paths.log,
      };
    },
  });
  const stop = defineCommand({
    name: "stop",
    summary: "Stop the service of this display and see its process gone",
    args: z.object({ timeout }),
    result: z.object({
      stopped: z.boolean(),
      pid: z.int().optional(),
      how: z.enum(["absent", "asked", "terminated", "killed"]),
      display: z.string(),
    }),
    effect: "interact",
    scope: "process",
    exposed: ["cli"],
    cli: {
      examples: ["groundmark stop"],
      render: ({ pid, how, display }) =>
        pid === undefined
          ? display === "none"
            ? "No service runs: DISPLAY is not set"
            : `No service runs for display ${display}`
          : `Stopped: process ${pid} is gone${how === "asked" ? "" : ` (${how})`}`,
    },
    run: async (_context, args) => {
      const { pid, how } = await stopService(env, {
        timeout: args.timeout,
        ...(settings.version === undefined ? {} : { version: settings.version }),
      });
      const { display } = servicePaths(env);
      return { stopped: how !== "absent", ...(pid === undefined ? {} : { pid }), how, display };
    },
  });
  return [start, stop] as unknown as readonly Command[];
}
