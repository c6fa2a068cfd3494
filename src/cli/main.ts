import type { Command } from "../commands/command.js";
import { type Envelope, failure } from "../commands/envelope.js";
import { type ErrorBody, GroundmarkError } from "../core/errors.js";
import { VERSION } from "../serve/version.js";
import type { UsageError } from "./parse.js";
import type { ServiceSettings } from "./run.js";
import { type Io, OutputError, painter, print, printable, printableJson } from "./terminal.js";

export const EXIT = { ok: 0, error: 1, usage: 2, interrupted: 130 } as const;

export interface CliOptions extends ServiceSettings {
  /** The commands to offer; all by default. */
  readonly commands?: readonly Command[];
}

/**
 * The command line. Resolves with the exit status: 0 done, 1 a structured error or a result that stands for
 * a no, 2 a command line that cannot be understood, 130 interrupted. Whatever is not needed for the given
 * words is not loaded.
 */
export async function main(argv: readonly string[], io: Io, options: CliOptions = {}): Promise<number> {
  try {
    return await run(argv, io, options);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    await print(io.stderr, errorText(error.toBody(), io)).catch(() => {});
    return EXIT.error;
  }
}

async function run(argv: readonly string[], io: Io, options: CliOptions): Promise<number> {
  const [first, ...words] = argv;
  if (first === "--version" || first === "-V" || first === "version") {
    await print(io.stdout, `${VERSION}\n`);
    return EXIT.ok;
  }
  const commands = await offered(io, options);
  if (first === undefined || first === "help" || first === "--help" || first === "-h")
    return help(words, commands, io, first === undefined ? EXIT.usage : EXIT.ok);
  const command = named(argv, commands);
  if (!command) return unknownCommand(argv, commands, words.includes("--json"), io);
  return runOne(command, argv.slice(command.name.split(" ").length), io, options);
}

/** The command that the words begin with; a name may have two words. */
function named(words: readonly string[], { all, verbs }: Offered): Command | undefined {
  const [first = "", second] = words;
  const find = (wanted: string) => [...all, ...verbs].find(({ name }) => name === wanted);
  return (second === undefined ? undefined : find(`${first} ${second}`)) ?? find(first);
}

/** Commands whose names begin with the word and have a second one. */
const groupOf = (word: string, { all, verbs }: Offered): readonly Command[] =>
  [...all, ...verbs].filter(({ name }) => name.startsWith(`${word} `));

interface Offered {
  readonly all: readonly Command[];
  readonly verbs: readonly Command[];
}

async function offered(io: Io, { commands, ...settings }: CliOptions): Promise<Offered> {
  const all = commands ?? (await import("../commands/index.js")).COMMANDS;
  const { serviceVerbs } = await import("./verbs.js");
  return {
    all: all.filter(({ exposed }) => exposed.includes("cli")),
    verbs: serviceVerbs({ env: io.env, ...settings }),
  };
}

async function help(words: readonly string[], commands: Offered, io: Io, exit: number): Promise<number> {
  const { commandHelp, overview } = await import("./help.js");
  const width = io.stdout.columns;
  const asked = words.filter((word) => !word.startsWith("-"));
  const [name] = asked;
  if (name === undefined) {
    const output = exit === EXIT.ok ? io.stdout : io.stderr;
    await print(output, `${overview(VERSION, commands.all, commands.verbs, width)}\n`);
    return exit;
  }
  const command = named(asked, commands);
  const group = groupOf(name, commands);
  if (!command && asked.length === 1 && group.length > 0) {
    await print(io.stdout, `${group.map((one) => commandHelp(one, width)).join("\n\n")}\n`);
    return EXIT.ok;
  }
  if (!command) return unknownCommand(asked, commands, false, io);
  await print(io.stdout, `${commandHelp(command, width)}\n`);
  return EXIT.ok;
}

async function unknownCommand(
  words: readonly string[],
  commands: Offered,
  json: boolean,
  io: Io,
): Promise<number> {
  const { closest, distance } = await import("fastest-levenshtein");
  const [first = "", second = ""] = words;
  const group = groupOf(first, commands).map((command) => command.name);
  const name = group.length > 0 && second && !second.startsWith("-") ? `${first} ${second}` : first;
  const names = [...commands.all, ...commands.verbs].map((command) => command.name);
  const near = names.length > 0 ? closest(name, names) : "";
  // A third of the letters may differ: "obsrve" is meant to be observe, "paint" is not meant to be start.
  const meant = near && distance(name, near) <= Math.max(1, Math.floor(near.length / 3));
  const error = new GroundmarkError(
    "INVALID_ARGS",
    `there is no command ${JSON.stringify(name.slice(0, 80))}`,
    {
      suggestion:
        group.length > 0 && !(meant && group.includes(near) && name !== first)
          ? `There are ${group.map((one) => `\`groundmark ${one}\``).join(", ")}.`
          : meant
            ? `Did you mean \`groundmark ${near}\`?`
            : "See `groundmark help`.",
    },
  );
  await show(failure(name, error), json, io);
  return EXIT.usage;
}

async function runOne(
  command: Command,
  words: readonly string[],
  io: Io,
  settings: ServiceSettings,
): Promise<number> {
  const { parseCommandLine, UsageError } = await import("./parse.js");
  const end = words.indexOf("--");
  const json = (end < 0 ? words : words.slice(0, end)).includes("--json");
  try {
    const line = parseCommandLine(command, words, io.env);
    if (line.help) {
      const { commandHelp } = await import("./help.js");
      await print(io.stdout, `${commandHelp(command, io.stdout.columns)}\n`);
      return EXIT.ok;
    }
    const { runCommand } = await import("./run.js");
    const { envelope, written } = await runCommand(command, line, io, settings);
    await show(envelope, json, io, command, written);
    if (io.interrupt.aborted) return EXIT.interrupted;
    return envelope.ok && !command.cli?.failed?.test(envelope.data) ? EXIT.ok : EXIT.error;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await show(failure(command.name, error as UsageError), json, io);
    return EXIT.usage;
  }
}

async function show(
  envelope: Envelope,
  json: boolean,
  io: Io,
  command?: Command,
  written: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (json) await print(io.stdout, `${printableJson(envelope)}\n`);
  else if (envelope.ok) {
    await print(io.stdout, `${printable(humanText(envelope.data, command, written))}\n`);
    // On the other stream: whoever reads the result through a pipe gets the result and nothing else.
    const notes = command?.cli?.notes?.(envelope.data) ?? [];
    const label = painter(io.stderr, io.env)("dim", "note:");
    if (notes.length > 0)
      await print(io.stderr, notes.map((note) => `${label} ${printable(note)}\n`).join(""));
  } else await print(io.stderr, errorText(envelope.error, io));
}

function errorText({ code, message, suggestion }: ErrorBody, { stderr, env }: Io): string {
  const paint = painter(stderr, env);
  return [
    `${paint("red", `error ${code}:`)} ${printable(message)}\n`,
    `${paint("dim", "  suggestion:")} ${printable(suggestion)}\n`,
  ].join("");
}

function humanText(
  data: unknown,
  command: Command | undefined,
  written: Readonly<Record<string, string>>,
): string {
  const render = command?.cli?.render;
  const text = render ? render(data) : JSON.stringify(data, null, 2);
  const pictures = Object.entries(written).map(([argument, path]) => `${argument}: ${path}`);
  return [text.replace(/\n+$/, ""), ...pictures].join("\n");
}

/** Aborts at the first SIGINT; the second ends the process at once. */
export function interruption(from: Pick<NodeJS.Process, "on" | "exit">): AbortSignal {
  const controller = new AbortController();
  from.on("SIGINT", () => {
    if (controller.signal.aborted) from.exit(EXIT.interrupted);
    controller.abort(new GroundmarkError("CANCELLED", "interrupted"));
  });
  return controller.signal;
}
