import type { Role } from "../roles.js";
import { has, StateBit, type StateSet } from "./states.js";

/** AtspiRole numbers that the reading code asks for by name. */
export const AtspiRole = {
  comboBox: 11,
  dialog: 16,
  frame: 23,
  label: 29,
  list: 31,
  listItem: 32,
  menu: 33,
  menuBar: 34,
  pageTab: 37,
  passwordText: 40,
  popupMenu: 41,
  rootPane: 46,
  table: 55,
  terminal: 60,
  text: 61,
  toolTip: 64,
  treeTable: 66,
  window: 69,
  extended: 70,
  application: 75,
  documentFrame: 82,
  documentSpreadsheet: 92,
  documentWeb: 95,
  listBox: 98,
} as const;

/**
 * Every AtspiRole by number: the protocol's own name and the ARIA role. Numbers are what toolkits agree
 * on; their role names differ ("push button" and "button" are both 43, password fields call themselves
 * "text"). Source: at-spi2-core 2.52, atspi-constants.h and role_names in atspi-accessible.c.
 */
export const ROLE_TABLE: readonly (readonly [name: string, role: Role])[] = [
  ["invalid", "unknown"], // 0
  ["accelerator label", "label"],
  ["alert", "alert"],
  ["animation", "img"],
  ["arrow", "img"],
  ["calendar", "grid"],
  ["canvas", "canvas"],
  ["check box", "checkbox"],
  ["check menu item", "menuitemcheckbox"],
  ["color chooser", "group"],
  ["column header", "columnheader"], // 10
  ["combo box", "combobox"],
  ["date editor", "textbox"],
  ["desktop icon", "option"],
  ["desktop frame", "generic"],
  ["dial", "slider"],
  ["dialog", "dialog"],
  ["directory pane", "group"],
  ["drawing area", "canvas"],
  ["file chooser", "dialog"],
  ["filler", "generic"], // 20
  ["focus traversable", "generic"],
  ["font chooser", "dialog"],
  ["frame", "window"],
  ["glass pane", "generic"],
  ["html container", "group"],
  ["icon", "img"],
  ["image", "img"],
  ["internal frame", "group"],
  ["label", "label"],
  ["layered pane", "group"], // 30
  ["list", "list"],
  ["list item", "listitem"],
  ["menu", "menu"],
  ["menu bar", "menubar"],
  ["menu item", "menuitem"],
  ["option pane", "group"],
  ["page tab", "tab"],
  ["page tab list", "tablist"],
  ["panel", "group"],
  ["password text", "textbox"], // 40
  ["popup menu", "menu"],
  ["progress bar", "progressbar"],
  ["push button", "button"],
  ["radio button", "radio"],
  ["radio menu item", "menuitemradio"],
  ["root pane", "generic"],
  ["row header", "rowheader"],
  ["scroll bar", "scrollbar"],
  ["scroll pane", "generic"],
  ["separator", "separator"], // 50
  ["slider", "slider"],
  ["spin button", "spinbutton"],
  ["split pane", "generic"],
  ["status bar", "status"],
  ["table", "table"],
  ["table cell", "cell"],
  ["table column header", "columnheader"],
  ["table row header", "rowheader"],
  ["tearoff menu item", "menuitem"],
  ["terminal", "textbox"], // 60
  ["text", "textbox"],
  ["toggle button", "button"],
  ["tool bar", "toolbar"],
  ["tool tip", "tooltip"],
  ["tree", "tree"],
  ["tree table", "treegrid"],
  ["unknown", "unknown"],
  ["viewport", "generic"],
  ["window", "window"],
  ["extended", "unknown"], // 70
  ["header", "banner"],
  ["footer", "contentinfo"],
  ["paragraph", "paragraph"],
  ["ruler", "generic"],
  ["application", "application"],
  ["autocomplete", "combobox"],
  ["editbar", "textbox"],
  ["embedded", "group"],
  ["entry", "textbox"],
  ["chart", "img"], // 80
  ["caption", "label"],
  ["document frame", "document"],
  ["heading", "heading"],
  ["page", "group"],
  ["section", "generic"],
  ["redundant object", "generic"],
  ["form", "form"],
  ["link", "link"],
  ["input method window", "window"],
  ["table row", "row"], // 90
  ["tree item", "treeitem"],
  ["document spreadsheet", "document"],
  ["document presentation", "document"],
  ["document text", "document"],
  ["document web", "document"],
  ["document email", "document"],
  ["comment", "note"],
  ["list box", "listbox"],
  ["grouping", "group"],
  ["image map", "img"], // 100
  ["notification", "alert"],
  ["info bar", "alert"],
  ["level bar", "meter"],
  ["title bar", "group"],
  ["block quote", "group"],
  ["audio", "group"],
  ["video", "video"],
  ["definition", "paragraph"],
  ["article", "article"],
  ["landmark", "region"], // 110
  ["log", "log"],
  ["marquee", "log"],
  ["math", "math"],
  ["rating", "slider"],
  ["timer", "timer"],
  ["static", "text"],
  ["math fraction", "math"],
  ["math root", "math"],
  ["subscript", "text"],
  ["superscript", "text"], // 120
  ["description list", "list"],
  ["description term", "listitem"],
  ["description value", "listitem"],
  ["footnote", "note"],
  ["content deletion", "text"],
  ["content insertion", "text"],
  ["mark", "text"],
  ["suggestion", "group"],
  ["push button menu", "button"],
  ["switch", "switch"], // 130
];

export const nativeRoleName = (role: number): string => ROLE_TABLE[role]?.[0] ?? `role ${role}`;

/** Protocol role name to number, for trees that were saved by name. */
export const ROLE_BY_NAME: ReadonlyMap<string, number> = new Map([
  ...ROLE_TABLE.map(([name], number) => [name, number] as const),
  // Names that later versions of the protocol, GTK 4 and Gecko use for the same numbers.
  ["button", 43],
  ["toggle switch", 130],
  ["password", AtspiRole.passwordText],
  ["text box", AtspiRole.text],
  ["check button", 7],
  ["separator menu item", 50],
]);

/**
 * The ARIA role of an AT-SPI object.
 *
 * @param parent role number of the parent, when there is one
 */
export function toAxRole(role: number, states: StateSet, parent: number | undefined): Role {
  switch (role) {
    case AtspiRole.menu:
      // GTK and VCL give the title in a menu bar (and a submenu's item) the role of the menu it opens.
      return parent === AtspiRole.menuBar || parent === AtspiRole.menu || parent === AtspiRole.popupMenu
        ? "menuitem"
        : "menu";
    case AtspiRole.frame:
      // Qt calls every box with a border a frame; a top level is a child of the application.
      return parent === undefined || parent === AtspiRole.application ? "window" : "group";
    case AtspiRole.listItem:
      return parent === AtspiRole.listBox || parent === AtspiRole.comboBox ? "option" : "listitem";
    case AtspiRole.text:
      // "text" is a field in GTK and Qt, and a run of words elsewhere.
      return has(states, StateBit.editable) || has(states, StateBit.focusable) ? "textbox" : "text";
    default:
      return ROLE_TABLE[role]?.[1] ?? "unknown";
  }
}
