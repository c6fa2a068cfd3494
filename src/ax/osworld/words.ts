import { ROLE_BY_NAME, toAxRole } from "../linux/roles.js";
import { has, NO_STATES, StateBit, type StateSet, toAxStates } from "../linux/states.js";
import type { AxState } from "../node.js";
import { INTERACTIVE_ROLES, type Role } from "../roles.js";
import { MACOS_ROLES, MACOS_TAGS, WINDOWS_ROLES } from "./vocabulary.js";

export type Platform = "ubuntu" | "windows" | "macos";

/** An element's own facts, sorted by namespace. Keys are local names, lower case but for macOS's AX names. */
export interface Element {
  readonly tag: string;
  readonly name: string;
  readonly text: string;
  readonly state: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, string>;
  readonly value: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, string>;
  readonly hasPlace: boolean;
}

export interface Words {
  readonly role: Role;
  readonly nativeRole: string;
  readonly states: AxState[];
  /** AtspiRole number, for the children's sake. */
  readonly number: number | undefined;
}

const TRUE = /^(true|1|yes)$/i;
export const isTrue = (value: string | undefined): boolean => value !== undefined && TRUE.test(value);

/** Role and states of an element in ARIA's words. @param parent AtspiRole number of the parent element */
export function wordsOf(element: Element, platform: Platform, parent: number | undefined): Words {
  if (platform === "windows") return windowsWords(element);
  if (platform === "macos") return macosWords(element);
  return ubuntuWords(element, parent);
}

const camel = (name: string): string =>
  name.toLowerCase().replace(/[-_ ]+([a-z])/g, (_, letter: string) => letter.toUpperCase());

function stateSet(states: ReadonlyMap<string, string>): StateSet {
  let { low, high } = NO_STATES;
  for (const [name, value] of states) {
    const bit = (StateBit as Readonly<Record<string, number>>)[camel(name)];
    if (bit === undefined || !isTrue(value)) continue;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { low: low >>> 0, high: high >>> 0 };
}

function ubuntuWords(element: Element, parent: number | undefined): Words {
  const nativeRole = element.tag.replaceAll("-", " ");
  const number = ROLE_BY_NAME.get(nativeRole);
  const set = stateSet(element.state);
  const role = number === undefined ? "unknown" : toAxRole(number, set, parent);
  const hidden = isTrue(element.attributes.get("hidden"));
  // A capture writes a place only for what is visible and showing; GTK 4 never says "showing".
  const showing = !hidden && (has(set, StateBit.showing) || element.hasPlace);
  const states = toAxStates(set, {
    role: number ?? 0,
    interactive: INTERACTIVE_ROLES.has(role),
    showing,
  });
  return { role, nativeRole, states, number };
}

const WINDOWS_STATES: Readonly<Record<string, AxState>> = {
  checked: "checked",
  collapsed: "collapsed",
  editable: "editable",
  expanded: "expanded",
  focused: "focused",
  indeterminate: "mixed",
  password: "protected",
  protected: "protected",
  readonly: "readonly",
  selected: "selected",
  selectable: "selectable",
};

function windowsWords(element: Element): Words {
  const { classes, state } = element;
  const python = /\.(\w+?)Wrapper\b/.exec(classes.get("class") ?? "")?.[1];
  const candidates = [classes.get("friendly_class_name"), python, classes.get("class_name"), element.tag];
  const known = candidates.find((name) => name && WINDOWS_ROLES[name.toLowerCase()] !== undefined);
  const role = known ? WINDOWS_ROLES[known.toLowerCase()]! : "unknown";
  const states: AxState[] = [];
  if (isTrue(state.get("enabled"))) states.push("enabled");
  else if (state.has("enabled") && INTERACTIVE_ROLES.has(role)) states.push("disabled");
  const shown = !state.has("visible") || isTrue(state.get("visible"));
  states.push(shown && !isTrue(state.get("minimized")) ? "showing" : "hidden");
  for (const [name, word] of Object.entries(WINDOWS_STATES)) if (isTrue(state.get(name))) states.push(word);
  return {
    role,
    nativeRole: classes.get("friendly_class_name") ?? python ?? element.tag,
    states,
    number: undefined,
  };
}

function macosWords(element: Element): Words {
  const { classes, state } = element;
  const native = classes.get("AXRole") ?? MACOS_TAGS[element.tag] ?? element.tag;
  const subrole = classes.get("AXSubrole") ?? "";
  const role =
    MACOS_ROLES[subrole] ??
    MACOS_ROLES[native] ??
    (element.tag === "application" ? "application" : "unknown");
  const states: AxState[] = [];
  if (isTrue(state.get("AXEnabled"))) states.push("enabled");
  else if (state.has("AXEnabled") && INTERACTIVE_ROLES.has(role)) states.push("disabled");
  states.push(element.hasPlace || !INTERACTIVE_ROLES.has(role) ? "showing" : "hidden");
  if (isTrue(state.get("AXFocused"))) states.push("focused");
  if (isTrue(state.get("AXSelected"))) states.push("selected");
  if (isTrue(state.get("AXExpanded"))) states.push("expanded");
  if (subrole === "AXSecureTextField" || native === "AXSecureTextField") states.push("protected");
  return { role, nativeRole: native, states, number: undefined };
}
