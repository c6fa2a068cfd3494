import { resolve } from "node:path";
import type { Command, Unserved } from "../commands/command.js";
import { type Envelope, execute, failure } from "../commands/envelope.js";
import { Deadline } from "../core/deadline.js";
import { GroundmarkError } from "../core/errors.js";
import { connectService, UnservedError } from "../serve/connect.js";
import { canonicalDisplay } from "../session/runtime.js";
import { checkTarget, readArgument, readText, writeAtomically } from "./files.js";
import { badValue, type CommandLine, UsageError } from "./parse.js";
import { type Io, showProgress } from "./terminal.js";

/** How long an interrupted command of this process may take to come back. */
const INTERRUPTED_MS = 2_000;
/** How long a service may stay silent where the answer can be given without it. */
const PATIENCE_MS = 3_000;

export interface ServiceSettings {
  readonly entry?: string;
  readonly version?: string;
}

export interface Outcome {
  readonly envelope: Envelope;
  /** Argument → path of each picture that was written. */
  readonly written: Readonly<Record<string, string>>;
}

/**
 * Runs one parsed command line: reads its files, runs the command here or in the display's service,
 * writes its pictures. Throws UsageError for arguments that the description does not allow; everything
 * else is in the envelope.
 */
export async function runCommand(
  command: Command,
  line: CommandLine,
  io: Io,
  settings: ServiceSettings,
): Promise<Outcome> {
  try {
    const read = await unlessInterrupted(inputs(line, io), io.interrupt);
    const args = { ...line.args, ...paths(command, line, io), ...read };
    const checked = command.args.safeParse(args);
    if (!checked.success) throw badValue(command, checked.error);
    command.check?.(checked.data);
    const targets = await pictureTargets(line, io);
    const wipe = showProgress(command.name, io);
    try {
      return await delivered(await dispatch(command, args, line, io, settings), targets);
    } finally {
      wipe();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return { envelope: failure(command.name, error), written: {} };
  }
}

/** Standard input, or a pipe in the place of a file, may never end: Ctrl-C ends the waiting for it. */
function unlessInterrupted<T>(work: Promise<T>, interrupt: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    interrupt.addEventListener("abort", () => fail(interrupt.reason), { once: true });
    work.then(done, fail);
  });
}

/** Arguments that are paths, absolute. */
function paths(command: Command, { args }: CommandLine, { cwd }: Io): Record<string, unknown> {
  const absolute = (path: unknown): unknown =>
    Array.isArray(path) ? path.map(absolute) : resolve(cwd, String(path));
  const names = Object.entries(command.cli?.files ?? {}).filter(
    ([name, kind]) => kind === "path" && name in args,
  );
  return Object.fromEntries(names.map(([name]) => [name, absolute(args[name])]));
}

async function inputs(line: CommandLine, { stdin, cwd }: Io): Promise<Record<string, string | string[]>> {
  const values: Record<string, string | string[]> = {};
  const base64 = async (argument: string, path: string) =>
    (await readArgument(argument, path, cwd, stdin)).toString("base64");
  for (const [argument, path] of Object.entries(line.read)) {
    if (typeof path === "string") values[argument] = await base64(argument, path);
    else {
      const several: string[] = [];
      for (const one of path) several.push(await base64(argument, one));
      values[argument] = several;
    }
  }
  if (line.stdin) values[line.stdin] = await readText(stdin);
  return values;
}

async function pictureTargets(line: CommandLine, { cwd }: Io): Promise<Record<string, string>> {
  const targets: Record<string, string> = {};
  for (const [argument, path] of Object.entries(line.write)) {
    const target = await checkTarget(argument, path, cwd);
    if (Object.values(targets).includes(target))
      throw new UsageError(`two pictures cannot both be ${path}`, "Give each its own file.");
    targets[argument] = target;
  }
  return targets;
}

function dispatch(
  command: Command,
  args: unknown,
  line: CommandLine,
  io: Io,
  settings: ServiceSettings,
): Promise<Envelope> {
  const alone = command.withoutService === true && canonicalDisplay(io.env) === "none";
  const checked = command.args.safeParse(args);
  const here = alone || (checked.success && command.needsService?.(checked.data) === false);
  return command.scope === "process" || here
    ? inThisProcess(command, args, line, io)
    : inService(command, args, line, io, settings);
}

async function inService(
  command: Command,
  args: unknown,
  line: CommandLine,
  io: Io,
  settings: ServiceSettings,
): Promise<Envelope> {
  // Finding the service and being answered share the caller's time.
  const deadline = line.timeout === undefined ? undefined : new Deadline(line.timeout);
  const left = () => (deadline ? { timeout: Math.max(1, Math.round(deadline.remaining)) } : {});
  const signal = io.interrupt;
  try {
    const lenient = command.withoutService
      ? { replace: false, patience: Math.min(PATIENCE_MS, (line.timeout ?? Number.POSITIVE_INFINITY) / 3) }
      : {};
    const { client } = await connectService(io.env, {
      start: true,
      signal,
      ...left(),
      ...lenient,
      ...settings,
    });
    try {
      return await client.call(command.name, args, { signal, ...left() });
    } finally {
      client.close();
    }
  } catch (error) {
    if (!command.withoutService || !(error instanceof UnservedError)) throw error;
    return inThisProcess(command, args, { ...line, timeout: left().timeout }, io, error.found);
  }
}

async function inThisProcess(
  command: Command,
  args: unknown,
  { timeout }: CommandLine,
  { interrupt }: Io,
  unserved?: Unserved,
): Promise<Envelope> {
  const stop = new AbortController();
  const context = { signal: stop.signal, ...(unserved ? { unserved } : {}) };
  const timers: NodeJS.Timeout[] = [];
  const cut = new Promise<Envelope>((done) => {
    const end = (reason: GroundmarkError, patience: number) => {
      stop.abort(reason);
      timers.push(setTimeout(() => done(failure(command.name, reason)), patience));
    };
    const interrupted = () => end(interrupt.reason, INTERRUPTED_MS);
    if (interrupt.aborted) interrupted();
    else interrupt.addEventListener("abort", interrupted, { once: true });
    if (timeout === undefined) return;
    const late = new GroundmarkError("TIMEOUT", `${command.name} did not finish within ${timeout} ms`);
    timers.push(setTimeout(() => end(late, 0), timeout));
  });
  try {
    return await Promise.race([execute(command, context, args), cut]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Writes the pictures of a result and puts their paths in the place of their bytes. */
async function delivered(envelope: Envelope, targets: Readonly<Record<string, string>>): Promise<Outcome> {
  if (!envelope.ok || Object.keys(targets).length === 0) return { envelope, written: {} };
  const data = envelope.data as { pictures?: Record<string, unknown> };
  const pictures: Record<string, unknown> = { ...data.pictures };
  for (const [argument, target] of Object.entries(targets)) {
    const picture = pictures[argument];
    if (typeof picture !== "string")
      throw new GroundmarkError("INTERNAL", `the result holds no picture for --${argument}`);
    await writeAtomically(argument, target, Buffer.from(picture, "base64")).catch((error) => {
      const { code, message, suggestion } = GroundmarkError.from(error);
      throw new GroundmarkError(code, `${envelope.command} was done, but its picture is lost: ${message}`, {
        suggestion,
      });
    });
    pictures[argument] = { path: target };
  }
  return { envelope: { ...envelope, data: { ...data, pictures } }, written: targets };
}
