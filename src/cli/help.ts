import type { Command } from "../commands/command.js";
import { kebab, type OptionSpec, optionsOf, placeholder } from "./options.js";
import { COMMON_OPTIONS } from "./parse.js";

const GAP = 2;
const MIN_WIDTH = 40;
const MAX_WIDTH = 100;

/** What `groundmark help` prints: every command in one line. */
export function overview(
  version: string,
  commands: readonly Command[],
  verbs: readonly Command[],
  width = MAX_WIDTH,
): string {
  const list = (some: readonly Command[]) =>
    table(
      some.map((one) => [one.name, one.summary]),
      width,
    );
  return [
    `Groundmark ${version}: numbers what can be acted on, and refuses what it cannot vouch for.`,
    "",
    "Usage: groundmark COMMAND [ARGUMENTS] [--json]",
    "",
    "Commands:",
    ...list(commands),
    "",
    "Service (started by itself when it is needed):",
    ...list(verbs),
    "",
    "groundmark help COMMAND tells more. Exit status: 0 done, 1 refused, failed or contradicted, 2 bad arguments.",
  ].join("\n");
}

/** What `groundmark help COMMAND` prints. */
export function commandHelp(command: Command, width = MAX_WIDTH): string {
  const specs = optionsOf(command);
  const positional = inOrder(command, specs);
  const options = specs.filter((spec) => !spec.positional);
  const { stdin, failed } = command.cli ?? {};
  const rows: Row[] = [
    ...options.map((spec): Row => [optionWords(spec), describe(spec)]),
    ...(stdin ? [["--stdin", `Read ${kebab(stdin).toUpperCase()} from standard input`] as Row] : []),
    ...COMMON_OPTIONS.filter(({ flag }) => !specs.some((spec) => spec.flag === flag)).map(
      ({ flag, word, description }): Row => [`--${flag}${word && ` ${word}`}`, description],
    ),
  ];
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ["", title, ...lines] : [];
  return [
    usageLine(command, positional),
    "",
    `${command.summary}.`,
    ...section(
      "Arguments:",
      table(
        positional.map((spec) => [spec.flag.toUpperCase(), describe(spec)]),
        width,
      ),
    ),
    ...section("Options:", table(rows, width)),
    ...(failed
      ? ["", `Exit status: 1 also when ${failed.when}; --json then says ok and holds the result.`]
      : []),
    ...section(
      "Examples:",
      (command.cli?.examples ?? []).map((example) => `  ${example}`),
    ),
  ].join("\n");
}

function inOrder(command: Command, specs: readonly OptionSpec[]): OptionSpec[] {
  return (command.cli?.positional ?? []).flatMap((name) => specs.filter((spec) => spec.name === name));
}

function usageLine(command: Command, positional: readonly OptionSpec[]): string {
  const words = positional.map((spec) => {
    const word = `${spec.flag.toUpperCase()}${spec.many ? "..." : ""}`;
    if (spec.name === command.cli?.stdin) return `${word}|--stdin`;
    return spec.required ? word : `[${word}]`;
  });
  return ["Usage: groundmark", command.name, ...words, "[OPTIONS]"].join(" ");
}

function optionWords(spec: OptionSpec): string {
  const flags = spec.short ? `-${spec.short}, --${spec.flag}` : `--${spec.flag}`;
  if (spec.shape.kind === "boolean") return spec.fallback === true ? flags.replace("--", "--no-") : flags;
  return `${flags} ${placeholder(spec)}${spec.many ? " (repeatable)" : ""}`;
}

function describe(spec: OptionSpec): string {
  const { fallback, required, positional, description, file } = spec;
  const shown = fallback !== undefined && typeof fallback !== "boolean";
  const note = shown ? ` [${JSON.stringify(fallback)}]` : required && !positional ? " (required)" : "";
  // What is true of every picture that is written.
  const written = file === "write" ? " (PNG; a file that is there is replaced)" : "";
  return `${description}${written}${note}`.trim();
}

type Row = readonly [left: string, right: string];

/** Two columns; the right one is wrapped at spaces. */
function table(rows: readonly Row[], width: number): string[] {
  const left = Math.max(0, ...rows.map(([word]) => word.length));
  const indent = 2 + left + GAP;
  const room = Math.max(MIN_WIDTH, Math.min(width, MAX_WIDTH)) - indent;
  return rows.flatMap(([word, text]) => {
    const [first = "", ...more] = wrap(text, room);
    return [`  ${word.padEnd(left)}  ${first}`.trimEnd(), ...more.map((line) => " ".repeat(indent) + line)];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
