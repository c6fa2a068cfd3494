import { click } from "./click.js";
import type { Command } from "./command.js";
import { doctor } from "./doctor.js";
import { observe } from "./observe.js";
import { parse } from "./parse.js";
import { status } from "./status.js";
import { windows } from "./windows.js";

/** Every command there is, in the order of the help text. */
export const COMMANDS = [observe, click, windows, parse, status, doctor] as unknown as readonly Command[];
