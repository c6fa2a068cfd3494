import type { z } from "zod";
import type { Service } from "../session/service.js";

/** What running a command can do to the world. Front ends map it to tiers and confirmations. */
export type Effect = "observe" | "interact" | "destructive";

export type Exposure = "cli" | "socket" | "http" | "mcp";

/**
 * How an argument that is a file travels. `read`: the command line reads the file and sends base64;
 * `write`: the schema holds a boolean ("I want it"), the result carries base64 under
 * `pictures.<argument>` and the command line writes it to the path. No wire argument names a file.
 * `path`: a file too large to be read into an argument, or a folder; the command line makes the path
 * absolute. Only for commands that the command line alone exposes.
 */
export type FileArgument = "read" | "write" | "path";

/** A process in the place of the display's service that does not serve us. */
export interface Unserved {
  readonly state: "other-version" | "unresponsive";
  readonly pid?: number;
  readonly version?: string;
}

export interface CommandContext {
  /** The display's service for `scope: "display"`, absent for `scope: "process"`. */
  readonly service?: Service;
  /** Why there is none, for commands that have an answer all the same. */
  readonly unserved?: Unserved;
  readonly signal: AbortSignal;
}

/**
 * One command, described once: the command line, the socket, HTTP, MCP and batch are generated from it
 * and have no behaviour of their own.
 */
export interface Command<A extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  /** One word, or two of which the first is common to several commands ("models list"). */
  readonly name: string;
  /** One line for the help text. */
  readonly summary: string;
  /** A plain object without transforms or refinements: its JSON Schema (io: "input") says all. */
  readonly args: A;
  readonly result: R;
  readonly effect: Effect;
  /** `process`: runs where it is called and needs no desktop. `display`: runs in the display's service. */
  readonly scope: "process" | "display";
  /**
   * The command has an answer also where there is no display, or no service of our own that answers: then
   * it runs where it is called. It replaces nobody's service.
   */
  readonly withoutService?: boolean;
  /** Of a command of scope `display`: whether these arguments need the service; otherwise it runs in place. */
  readonly needsService?: (args: z.output<A>) => boolean;
  readonly exposed: readonly Exposure[];
  /** False for what must answer at once even while another command works (status). Default true. */
  readonly queued?: boolean;
  readonly cli?: {
    /** Arguments given by position, in order. The last may swallow the rest when it is an array. */
    readonly positional?: readonly string[];
    readonly files?: Readonly<Record<string, FileArgument>>;
    /** One-letter aliases: { s: "som" }. */
    readonly short?: Readonly<Record<string, string>>;
    /** Arguments that an environment variable sets when they are not given: { policy: "GROUNDMARK_POLICY" }. */
    readonly env?: Readonly<Record<string, string>>;
    /** Options that may also be given on standard input: `--stdin` fills this argument. */
    readonly stdin?: string;
    readonly examples: readonly string[];
    /** What a person sees instead of JSON, from the validated result. Plain text, no escape codes. */
    readonly render?: (data: z.output<R>) => string;
    /** One line for each thing that made the result poorer; for people, beside the result (stderr). */
    readonly notes?: (data: z.output<R>) => readonly string[];
    /** A result that stands for a no: the envelope is ok, the exit status is 1. `when` is for the help. */
    readonly failed?: { readonly when: string; readonly test: (data: z.output<R>) => boolean };
  };
  /** What the schema of the arguments cannot say. Runs before a service is sought. Throws INVALID_ARGS. */
  readonly check?: (args: z.output<A>) => void;
  run(context: CommandContext, args: z.output<A>): Promise<z.output<R>>;
}

/** Keeps the literal types of one description. */
export function defineCommand<A extends z.ZodObject, R extends z.ZodType>(
  command: Command<A, R>,
): Command<A, R> {
  return command;
}
