import type { z } from "zod";
import type { Command } from "../commands/command.js";
import { GroundmarkError } from "../core/errors.js";
import { convert, expected, type OptionSpec, optionsOf } from "./options.js";

/** A command line that cannot be understood; the exit status is 2. */
export class UsageError extends GroundmarkError {
  constructor(message: string, suggestion: string) {
    super("INVALID_ARGS", message, { suggestion });
  }
}

/** An argument that the description does not allow, by the name that it has on the command line. */
export function badValue(command: Command, error: z.ZodError): UsageError {
  const [issue] = error.issues;
  const [name, ...place] = (issue?.path ?? []).map(String);
  const shown = name === undefined ? "arguments" : shownAs(optionsOf(command), name);
  const where = [shown, ...place].join(".");
  return new UsageError(
    `${command.name}: ${where}: ${issue?.message ?? "not understood"}`,
    `See \`groundmark help ${command.name}\`.`,
  );
}

export interface CommandLine {
  /** Values of the command's arguments, files and standard input still missing. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Argument name → path as given, "-" for standard input; several for an argument that is a list. */
  readonly read: Readonly<Record<string, string | readonly string[]>>;
  readonly write: Readonly<Record<string, string>>;
  /** The argument that `--stdin` fills. */
  readonly stdin: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  /** The request's deadline in milliseconds; for commands without a `timeout` of their own. */
  readonly timeout: number | undefined;
}

/** Options that every command has. */
export const COMMON_OPTIONS = [
  { flag: "json", word: "", description: "Print the result as one line of JSON" },
  { flag: "timeout", word: "MS", description: "Give up after this many milliseconds" },
  { flag: "help", word: "", description: "Show this text" },
] as const;

const MAX_TIMEOUT_MS = 3_600_000;

/** Reads a command's words by its description. Throws UsageError. */
export function parseCommandLine(
  command: Command,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = {},
): CommandLine {
  return new Parser(command, env).parse(argv);
}

class Parser {
  private readonly specs: readonly OptionSpec[];
  private readonly byFlag: ReadonlyMap<string, OptionSpec>;
  private readonly byShort: ReadonlyMap<string, OptionSpec>;
  private readonly args: Record<string, unknown> = {};
  private readonly read: Record<string, string | readonly string[]> = {};
  private readonly write: Record<string, string> = {};
  private readonly loose: string[] = [];
  private stdin = false;
  private json = false;
  private help = false;
  private timeout: number | undefined;

  constructor(
    private readonly command: Command,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.specs = optionsOf(command);
    this.byFlag = new Map(this.specs.map((spec) => [spec.flag, spec]));
    this.byShort = new Map(this.specs.flatMap((spec) => (spec.short ? [[spec.short, spec]] : [])));
  }

  parse(argv: readonly string[]): CommandLine {
    const words = [...argv];
    while (words.length > 0) {
      const word = words.shift()!;
      if (word === "--") this.loose.push(...words.splice(0));
      else if (word.startsWith("--")) this.long(word.slice(2), words);
      else if (/^-[A-Za-z]/.test(word)) this.short(word, words);
      else this.loose.push(word);
    }
    if (!this.help) {
      this.placeLoose();
      this.fromEnvironment();
      this.requireAll();
    }
    return {
      args: this.args,
      read: this.read,
      write: this.write,
      stdin: this.stdin ? this.command.cli?.stdin : undefined,
      json: this.json,
      help: this.help,
      timeout: this.timeout,
    };
  }

  private long(text: string, words: string[]): void {
    const [flag = "", ...rest] = text.split("=");
    const inline = text.includes("=") ? rest.join("=") : undefined;
    const spec = this.byFlag.get(flag);
    const negated = flag.startsWith("no-") ? this.byFlag.get(flag.slice(3)) : undefined;
    if (spec) this.option(spec, `--${flag}`, inline, words);
    else if (negated?.shape.kind === "boolean" && inline === undefined) this.set(negated, `--${flag}`, false);
    else this.common(flag, inline, words);
  }

  private common(flag: string, inline: string | undefined, words: string[]): void {
    const bare = inline === undefined;
    if (flag === "json" && bare) this.json = true;
    else if (flag === "help" && bare) this.help = true;
    else if (flag === "stdin" && bare && this.command.cli?.stdin) this.stdin = true;
    else if (flag === "timeout") {
      const ms = convert({ kind: "integer" }, this.valueOf("--timeout", inline, words, "MS")) as
        | number
        | undefined;
      if (ms === undefined || ms < 1 || ms > MAX_TIMEOUT_MS)
        throw this.usage(`--timeout: expected milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
      this.timeout = ms;
    } else throw this.usage(bare ? `unknown option --${flag}` : `unknown option --${flag}=…`);
  }

  /** `-s VALUE`, `-sVALUE`; letters that take no value may be written together. */
  private short(word: string, words: string[]): void {
    for (let letters = word.slice(1); letters; ) {
      const letter = letters[0]!;
      letters = letters.slice(1);
      const spec = this.byShort.get(letter);
      if (letter === "h" && !spec) {
        this.help = true;
        continue;
      }
      if (!spec) throw this.usage(`unknown option -${letter}`);
      const takesValue = spec.shape.kind !== "boolean";
      const inline = takesValue && letters ? letters.replace(/^=/, "") : undefined;
      this.option(spec, `-${letter}`, inline, words);
      if (inline !== undefined) return;
    }
  }

  private option(spec: OptionSpec, shown: string, inline: string | undefined, words: string[]): void {
    if (spec.shape.kind === "boolean" && inline === undefined) this.set(spec, shown, true);
    else this.assign(spec, shown, this.valueOf(shown, inline, words, expected(spec.shape)));
  }

  private valueOf(shown: string, inline: string | undefined, words: string[], what: string): string {
    if (inline !== undefined) return inline;
    const next = words[0];
    // A word that looks like an option is one: `--label --confirm` must not swallow the confirmation.
    const isOption = next?.startsWith("-") && next !== "-" && !/^-[\d.]/.test(next);
    if (next === undefined || isOption)
      throw this.usage(`${shown} needs a value: ${what}`, `Write ${shown}=VALUE when it begins with a dash.`);
    words.shift();
    return next;
  }

  private assign(spec: OptionSpec, shown: string, word: string): void {
    if (spec.file) {
      this.file(spec, shown, word);
      return;
    }
    const value = convert(spec.shape, word);
    if (value === undefined)
      throw this.usage(
        `${shown}: expected ${expected(spec.shape)}, got ${JSON.stringify(word.slice(0, 80))}`,
      );
    if (spec.many) this.args[spec.name] = [...((this.args[spec.name] ?? []) as unknown[]), value];
    else this.set(spec, shown, value);
  }

  private file(spec: OptionSpec, shown: string, path: string): void {
    if (path === "") throw this.usage(`${shown}: expected a file's path`);
    if (spec.file === "write" && path === "-")
      throw this.usage(`${shown}: a picture is written to a file only`);
    if (spec.file === "path" && path === "-")
      throw this.usage(`${shown}: expected a path, not standard input`);
    const value = spec.file === "write" ? true : spec.file === "path" ? path : "";
    if (spec.many) this.args[spec.name] = [...((this.args[spec.name] ?? []) as unknown[]), value];
    else this.set(spec, shown, value);
    if (spec.file === "write") this.write[spec.name] = path;
    else if (spec.file === "read")
      this.read[spec.name] = spec.many ? [...(this.read[spec.name] ?? []), path] : path;
  }

  private set(spec: OptionSpec, shown: string, value: unknown): void {
    if (this.has(spec.name)) throw this.usage(`${shown} is given twice`);
    this.args[spec.name] = value;
  }

  private has(name: string): boolean {
    return Object.hasOwn(this.args, name);
  }

  /** Words without an option's name fill the positional arguments that no option has filled. */
  private placeLoose(): void {
    const skipped = this.stdin ? this.command.cli?.stdin : undefined;
    const open = this.specs.filter(
      (spec) => spec.positional && spec.name !== skipped && !this.has(spec.name),
    );
    const order = this.command.cli?.positional ?? [];
    open.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    while (this.loose.length > 0) {
      const spec = open[0];
      if (!spec)
        throw this.usage(
          `unexpected argument ${JSON.stringify(this.loose[0]!.slice(0, 80))}`,
          "Quote a text of several words.",
        );
      this.assign(spec, spec.flag.toUpperCase(), this.loose.shift()!);
      if (!spec.many) open.shift();
    }
  }

  private fromEnvironment(): void {
    for (const spec of this.specs) {
      const word = spec.env ? this.env[spec.env] : undefined;
      if (word && !this.has(spec.name)) this.assign(spec, `the environment variable ${spec.env}`, word);
    }
  }

  private requireAll(): void {
    const { stdin } = this.command.cli ?? {};
    if (this.stdin && stdin && this.has(stdin))
      throw this.usage(`${shownAs(this.specs, stdin)} is given twice: by --stdin too`);
    const inputs =
      Object.values(this.read)
        .flat()
        .filter((path) => path === "-").length + Number(this.stdin);
    if (inputs > 1) throw this.usage("standard input can be read for one argument only");
    const missing = this.specs.filter(
      (spec) => spec.required && !this.has(spec.name) && !(this.stdin && spec.name === stdin),
    );
    if (missing.length > 0)
      throw this.usage(`missing ${missing.map(({ name }) => shownAs(this.specs, name)).join(", ")}`);
  }

  private usage(message: string, hint = ""): UsageError {
    const { name } = this.command;
    return new UsageError(`${name}: ${message}`, `${hint} See \`groundmark help ${name}\`.`.trim());
  }
}

function shownAs(specs: readonly OptionSpec[], name: string): string {
  const spec = specs.find((one) => one.name === name);
  if (!spec) return name;
  return spec.positional ? spec.flag.toUpperCase() : `--${spec.flag}`;
}
