import { z } from "zod";
import { type Command, defineCommand } from "../../src/commands/command.js";
import { GroundmarkError } from "../../src/core/errors.js";
import type { Service } from "../../src/session/service.js";

/** Lets a test decide when a command goes on, and see what it did. */
export class Stage {
  readonly events: string[] = [];
  private readonly gates = new Map<string, () => void>();

  hold(name: string): Promise<void> {
    return new Promise((done) => this.gates.set(name, done));
  }

  go(name: string): void {
    this.gates.get(name)?.();
  }

  async until(event: string): Promise<void> {
    const end = performance.now() + 5_000;
    while (!this.events.includes(event)) {
      if (performance.now() > end) throw new Error(`no ${event} in ${this.events.join(", ")}`);
      await new Promise((done) => setTimeout(done, 2));
    }
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener("abort", () => fail(signal.reason));
  });

/** A small set of commands that need no desktop, one for each way to behave. */
export function fakeCommands(stage: Stage): readonly Command[] {
  const named = z.object({ name: z.string().default("x") });
  const cli = { positional: ["name"], examples: [] };
  const all = ["cli", "socket"] as const;
  return [
    defineCommand({
      name: "echo",
      summary: "Says it again",
      args: z.object({ text: z.string(), times: z.int().min(1).max(1e8).default(1) }),
      result: z.object({ text: z.string() }),
      effect: "observe",
      scope: "process",
      exposed: all,
      run: async (_context, { text, times }) => ({ text: text.repeat(times) }),
    }),
    defineCommand({
      name: "press",
      summary: "Holds the display until the test lets go, or it is cancelled",
      args: named,
      result: z.object({ display: z.string() }),
      effect: "interact",
      scope: "display",
      exposed: all,
      cli,
      run: async ({ service, signal }, { name }) => {
        stage.events.push(`begin ${name}`);
        try {
          await Promise.race([stage.hold(name), aborted(signal)]);
          return { display: service?.display ?? "" };
        } finally {
          stage.events.push(`end ${name}`);
        }
      },
    }),
    defineCommand({
      name: "stubborn",
      summary: "Does not care for cancellation",
      args: named,
      result: z.object({}),
      effect: "interact",
      scope: "display",
      exposed: all,
      run: async (_context, { name }) => {
        stage.events.push(`begin ${name}`);
        await stage.hold(name);
        stage.events.push(`end ${name}`);
        return {};
      },
    }),
    defineCommand({
      name: "finish",
      summary: "When cancelled says what it had done",
      args: named,
      result: z.object({ dispatched: z.boolean() }),
      effect: "interact",
      scope: "display",
      exposed: all,
      run: async ({ signal }, { name }) => {
        stage.events.push(`begin ${name}`);
        await aborted(signal).catch(() => {});
        return { dispatched: true };
      },
    }),
    defineCommand({
      name: "admit",
      summary: "When cancelled says what it broke",
      args: named,
      result: z.object({}),
      effect: "interact",
      scope: "display",
      exposed: all,
      run: async ({ signal }, { name }) => {
        stage.events.push(`begin ${name}`);
        await aborted(signal).catch(() => {});
        throw new GroundmarkError("ACTION_FAILED", "the button stayed down");
      },
    }),
    defineCommand({
      name: "peek",
      summary: "Answers at once",
      args: z.object({}),
      result: z.object({ display: z.string() }),
      effect: "observe",
      scope: "display",
      queued: false,
      exposed: all,
      run: async ({ service }) => ({ display: service?.display ?? "" }),
    }),
    defineCommand({
      name: "refuse",
      summary: "Fails by name",
      args: z.object({}),
      result: z.object({}),
      effect: "observe",
      scope: "display",
      exposed: all,
      run: async () => {
        throw new GroundmarkError("STALE_REF", "that number is gone");
      },
    }),
    defineCommand({
      name: "hidden",
      summary: "Not for the socket",
      args: z.object({}),
      result: z.object({}),
      effect: "observe",
      scope: "process",
      exposed: ["cli"],
      run: async () => ({}),
    }),
  ];
}

/** As much of a service as the server and the commands above use. */
export class FakeService {
  readonly display = ":77";
  closed = 0;
  lose: (reason: unknown) => void = () => {};
  readonly lost = new Promise<unknown>((done) => {
    this.lose = done;
  });

  async close(): Promise<void> {
    this.closed += 1;
  }

  asService(): Service {
    return this as unknown as Service;
  }
}
