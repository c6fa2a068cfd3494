import { Readable } from "node:stream";
import { z } from "zod";
import type { Io, Output } from "../../src/cli/terminal.js";
import { type Command, defineCommand } from "../../src/commands/command.js";
import { GroundmarkError, invalidArg } from "../../src/core/errors.js";

export class Captured implements Output {
  text = "";
  columns = 100;

  constructor(
    readonly isTTY = false,
    private readonly failure?: string,
  ) {}

  write(text: string, done: (error?: Error | null) => void): boolean {
    if (this.failure) done(Object.assign(new Error(this.failure), { code: this.failure }));
    else {
      this.text += text;
      done();
    }
    return true;
  }
}

export interface Fake extends Io {
  readonly stdout: Captured;
  readonly stderr: Captured;
}

export function fakeIo(settings: Partial<Fake> & { input?: string | Uint8Array } = {}): Fake {
  const { input, ...rest } = settings;
  return {
    stdin: Readable.from(input === undefined ? [] : [input]),
    stdout: new Captured(),
    stderr: new Captured(),
    env: {},
    cwd: "/",
    interrupt: new AbortController().signal,
    ...rest,
  };
}

const cli = ["cli"] as const;

/** Has an argument of every kind and gives them back. */
export const everything = defineCommand({
  name: "everything",
  summary: "Take arguments of every kind",
  args: z.object({
    target: z.union([z.int(), z.string()]).describe("Number or text"),
    words: z.array(z.string()).optional().describe("The rest"),
    count: z.int().min(1).max(3).default(1).describe("How often"),
    ratio: z.number().optional(),
    button: z.enum(["left", "middle", "right"]).default("left").describe("Which button"),
    confirm: z.boolean().default(false).describe("Yes, really"),
    quiet: z.boolean().default(true),
    maxMarks: z.int().optional(),
    tag: z.array(z.enum(["a", "b"])).optional(),
    at: z.object({ x: z.number(), y: z.number() }).optional(),
    sizes: z.array(z.number()).optional(),
    pair: z.tuple([z.number(), z.number()]).optional(),
    extra: z.record(z.string(), z.string()).optional(),
    label: z.string().nullable().optional(),
    policy: z.enum(["background", "foreground"]).optional(),
  }),
  result: z.looseObject({}),
  effect: "observe",
  scope: "process",
  exposed: cli,
  cli: {
    positional: ["target", "words"],
    short: { c: "count", y: "confirm", q: "quiet", l: "label" },
    env: { policy: "TEST_POLICY" },
    examples: ["groundmark everything 7"],
  },
  run: async (_context, args) => ({ ...args }),
});

export const say = defineCommand({
  name: "say",
  summary: "Say a text",
  args: z.object({ mark: z.int(), text: z.string(), timeout: z.int().optional().describe("Its own time") }),
  result: z.object({ said: z.string() }),
  effect: "interact",
  scope: "process",
  exposed: cli,
  cli: {
    positional: ["mark", "text"],
    stdin: "text",
    examples: [],
    render: ({ said }) => said,
  },
  run: async (_context, { text }) => ({ said: text }),
});

export const convertFile = defineCommand({
  name: "convert",
  summary: "Read a file, write a picture",
  args: z.object({
    image: z.string(),
    ax: z.string().optional(),
    som: z.boolean().optional(),
    plain: z.boolean().optional(),
  }),
  result: z.object({ bytes: z.int(), pictures: z.record(z.string(), z.string()).optional() }),
  effect: "observe",
  scope: "process",
  exposed: cli,
  cli: {
    positional: ["image"],
    files: { image: "read", ax: "read", som: "write", plain: "write" },
    examples: [],
    render: ({ bytes }) => `${bytes} bytes`,
  },
  run: async (_context, { image, som, plain }) => ({
    bytes: Buffer.from(image, "base64").length,
    pictures: {
      ...(som ? { som: image } : {}),
      // Asked for and not given: a defect of the command, which the command line must notice.
      ...(plain ? {} : {}),
    },
  }),
});

export const broken = defineCommand({
  name: "broken",
  summary: "Fail",
  args: z.object({ code: z.enum(["STALE_REF", "INVALID_ARGS"]).default("STALE_REF") }),
  result: z.object({}),
  effect: "observe",
  scope: "process",
  exposed: cli,
  run: async (_context, { code }) => {
    throw new GroundmarkError(code, "gone \u001b[31m\u009bred", { suggestion: "observe\u202e again" });
  },
});

export const slow = defineCommand({
  name: "slow",
  summary: "Wait until cancelled",
  args: z.object({ deaf: z.boolean().default(false) }),
  result: z.object({}),
  effect: "observe",
  scope: "process",
  exposed: cli,
  run: ({ signal }, { deaf }) =>
    new Promise((_, fail) => {
      if (!deaf) signal.addEventListener("abort", () => fail(signal.reason));
    }),
});

/** Its result is poorer than it could be, and may stand for a no. */
export const doubtful = defineCommand({
  name: "doubtful",
  summary: "Do it and say what came of it",
  args: z.object({
    outcome: z.enum(["good", "bad"]).default("good"),
    notes: z.array(z.string()).default([]),
  }),
  result: z.object({ outcome: z.string(), notes: z.array(z.string()) }),
  effect: "interact",
  scope: "process",
  exposed: cli,
  cli: {
    examples: [],
    render: ({ outcome }) => outcome,
    notes: ({ notes }) => notes,
    failed: { when: "the outcome is bad", test: ({ outcome }) => outcome === "bad" },
  },
  check: ({ outcome, notes }) => {
    if (outcome === "bad" && notes.length > 1) throw invalidArg("notes", "one at most", notes.length);
  },
  run: async (_context, args) => args,
});

export const socketOnly = defineCommand({
  name: "secret",
  summary: "Not for people",
  args: z.object({}),
  result: z.object({}),
  effect: "observe",
  scope: "process",
  exposed: ["socket"],
  run: async () => ({}),
});

export const COMMANDS = [
  everything,
  say,
  convertFile,
  broken,
  slow,
  doubtful,
  socketOnly,
] as unknown as readonly Command[];
