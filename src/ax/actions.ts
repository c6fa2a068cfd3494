import type { AxNode } from "./node.js";
import type { Role } from "./roles.js";

/**
 * Which of an application's own actions means what a left click means, by role, best first. Toolkits name
 * it differently: GTK "click"/"press", Qt "Press"/"Toggle"/"ShowMenu", Chromium "press"/"jump"/"check"/
 * "open"/"doDefault", Gecko "click"/"press"/"jump".
 */
const GENERAL = ["click", "press", "push", "jump", "invoke", "activate", "open", "toggle", "select"];
const CHECKABLE = ["toggle", "check", "uncheck", "click", "press", "select", "activate"];

const BY_ROLE: Partial<Record<Role, readonly string[]>> = {
  checkbox: CHECKABLE,
  switch: CHECKABLE,
  radio: ["select", ...CHECKABLE],
  menuitemcheckbox: CHECKABLE,
  menuitemradio: CHECKABLE,
  combobox: ["press", "open", "click", "expand", "showmenu"],
  menuitem: [...GENERAL, "showmenu"],
  tab: ["switch", "select", "click", "press", "activate"],
  // A click selects an item; "activate" is what a double click does there, and "edit" begins typing.
  cell: ["select", "click", "press"],
  listitem: ["select", "click", "press"],
  option: ["select", "click", "press"],
  row: ["select", "click", "press"],
  treeitem: ["select", "click", "press"],
  // A click into a field moves the caret there. GTK's "activate" on it is the Enter key.
  textbox: ["click", "press"],
  searchbox: ["click", "press"],
  spinbutton: ["click", "press"],
  slider: [],
  scrollbar: [],
};

/** Chromium calls the default action of a control without a better word so, and that of much else. */
const DEFAULT_ACTION = "dodefault";
const NO_DEFAULT: ReadonlySet<Role> = new Set<Role>(["slider", "scrollbar", "textbox", "searchbox"]);

/** Roles for which an action without a name can only be the one that they are for. */
const PLAIN_CONTROLS: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "radio",
  "switch",
  "tab",
]);

/**
 * The action that a click on the node stands for, in the application's own spelling; "#0" where the
 * application leaves the names of a plain control's actions empty; undefined when it offers none.
 */
export function clickAction(node: AxNode): string | undefined {
  const named = clickLike(node);
  if (named !== undefined) return named;
  if (!NO_DEFAULT.has(node.role)) {
    const fallback = node.actions.find((a) => a.toLowerCase() === DEFAULT_ACTION);
    if (fallback !== undefined) return fallback;
  }
  const nameless = node.actions.length > 0 && node.actions.every((a) => a.trim() === "");
  return nameless && PLAIN_CONTROLS.has(node.role) ? "#0" : undefined;
}

/** Like clickAction, but only an action that says so by its name. */
export function clickLike(node: AxNode): string | undefined {
  for (const wanted of BY_ROLE[node.role] ?? GENERAL) {
    const found = node.actions.find((action) => action.trim().toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
