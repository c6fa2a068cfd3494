import { click } from "./click.js";
import type { Command } from "./command.js";
import { doctor } from "./doctor.js";
import { iconsAdd } from "./icons-add.js";
import { iconsList } from "./icons-list.js";
import { iconsRemove } from "./icons-remove.js";
import { modelsAdd } from "./models-add.js";
import { modelsList } from "./models-list.js";
import { modelsRemove } from "./models-remove.js";
import { modelsUse } from "./models-use.js";
import { modelsVerify } from "./models-verify.js";
import { observe } from "./observe.js";
import { parse } from "./parse.js";
import { status } from "./status.js";
import { windows } from "./windows.js";

/** Every command there is, in the order of the help text. */
export const COMMANDS = [
  observe,
  click,
  windows,
  parse,
  status,
  doctor,
  iconsAdd,
  iconsList,
  iconsRemove,
  modelsList,
  modelsVerify,
  modelsAdd,
  modelsUse,
  modelsRemove,
] as unknown as readonly Command[];
