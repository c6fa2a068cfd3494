import type { WindowInfo } from "../../capture/port.js";
import type { Rect } from "../../geometry/rect.js";
import { isClassName } from "../names.js";
import type { AxNode } from "../node.js";
import { INTERACTIVE_ROLES } from "../roles.js";
import {
  type Frame,
  placeGtk4,
  placeInPopover,
  placeOnScreen,
  placeVcl,
  scaleOf,
  solid,
} from "./geometry.js";
import { joinTopLevels, popupAround, popupOf } from "./join.js";
import { descendants, type Extents, MAX_TEXT, type RawNode } from "./raw.js";
import { AtspiRole, nativeRoleName, toAxRole } from "./roles.js";
import { has, StateBit, toAxStates } from "./states.js";
import type { Toolkit } from "./toolkit.js";

export interface AppFacts {
  readonly name: string;
  readonly toolkit: Toolkit;
  readonly pid?: number;
  /** The application's windows (see windowsOf), bottom first. */
  readonly windows: readonly WindowInfo[];
}

interface Popover {
  readonly extents: Extents;
  readonly window: WindowInfo;
}

/** What a node inherits from the nodes above it. */
interface Context {
  readonly parentRole: number | undefined;
  readonly window: WindowInfo | undefined;
  readonly frame: Frame | undefined;
  readonly k: number;
  readonly inDocument: boolean;
  readonly inRootPane: boolean;
  /** Below a menu, list or tool tip, which may be drawn in a window of its own. */
  readonly inPopup: boolean;
  readonly popover: Popover | undefined;
  /** False below LibreOffice's second, hidden menu bar and below a closed popover of GTK 4. */
  readonly real: boolean;
}

export interface BuiltApp {
  readonly windows: readonly AxNode[];
  /** Ids of the X windows that show a top level of this application. */
  readonly joined: readonly string[];
}

/** Turns an application's raw tree into nodes with ARIA words and desktop pixels. Pure. */
export function buildApp(root: RawNode, facts: AppFacts): BuiltApp {
  const joins = joinTopLevels(root.children, facts.windows);
  const popups = facts.windows.filter((w) => w.overrideRedirect);
  const windows = root.children
    .filter((top) => !isStray(top, facts, joins))
    .map((top) => buildNode(top, topContext(top, joins.get(top), facts), facts, popups));
  return { windows, joined: [...joins.values()].map((w) => w.id) };
}

/** Chromium lists the hidden pop-ups of its address bar as frames without a name or window. */
const isStray = (top: RawNode, facts: AppFacts, joins: ReadonlyMap<RawNode, WindowInfo>): boolean =>
  facts.toolkit === "chromium" && top.role === AtspiRole.frame && top.name === "" && !joins.has(top);

/** The context of a top level's own node. Also the start for reading one node again. */
export function topContext(top: RawNode, window: WindowInfo | undefined, facts: AppFacts): Context {
  const bare = window && {
    client: window.client,
    ...(window.gtkFrameExtents ? { gtkFrameExtents: window.gtkFrameExtents } : {}),
    top: top.extents,
    menuBar: 0,
  };
  const k = bare ? scaleOf(bare, facts.toolkit) : 1;
  const frame = bare && {
    ...bare,
    menuBar: facts.toolkit === "vcl" ? nativeMenuBar(top, bare.client, k) : 0,
  };
  return {
    parentRole: AtspiRole.application,
    window,
    frame,
    k,
    inDocument: false,
    inRootPane: false,
    inPopup: top.role === AtspiRole.window || top.role === AtspiRole.toolTip,
    popover: undefined,
    real: true,
  };
}

/** Height of the menu bar at the top of the client area, desktop pixels. */
function nativeMenuBar(top: RawNode, client: Rect<"desktop">, k: number): number {
  const queue = [...top.children];
  for (const node of queue) {
    if (node.role === AtspiRole.rootPane) continue;
    if (node.role === AtspiRole.menuBar && node.extents && Math.abs(node.extents[1] * k - client.y) < 3)
      return Math.round(node.extents[3] * k);
    for (const child of node.children) queue.push(child);
  }
  return 0;
}

export function buildNode(
  raw: RawNode,
  context: Context,
  facts: AppFacts,
  popups: readonly WindowInfo[],
): AxNode {
  const here = entered(raw, context, facts, popups);
  const placed = raw.extents && here.real ? place(raw, here, facts) : undefined;
  const bounds = placed && solid(placed);
  const role = toAxRole(raw.role, raw.states, context.parentRole);
  const window =
    here.popover?.window ?? (here.inPopup && bounds ? popupAround(bounds, popups) : undefined) ?? here.window;
  const states = toAxStates(raw.states, {
    role: raw.role,
    interactive: INTERACTIVE_ROLES.has(role),
    showing: raw.shows && here.real,
  });
  if (raw.role === AtspiRole.menu && role === "menuitem" && !states.includes("haspopup"))
    states.push("haspopup");
  const name = nameOf(raw, facts.toolkit);
  return {
    id: raw.bus + raw.path,
    role,
    nativeRole: raw.roleName ?? nativeRoleName(raw.role),
    ...(name === "" ? {} : { name }),
    ...(raw.description ? { description: raw.description } : {}),
    ...shownValue(raw),
    ...(raw.attributes?.["placeholder-text"] ? { placeholder: raw.attributes["placeholder-text"] } : {}),
    states,
    actions: raw.actions ?? [],
    ...(bounds ? { bounds } : {}),
    geometryTrusted: bounds !== undefined && isTrusted(here, facts),
    ...(raw.alpha === undefined ? {} : { alpha: raw.alpha }),
    ...(raw.attributes ? { attributes: raw.attributes } : {}),
    app: facts.name,
    ...(facts.pid === undefined ? {} : { pid: facts.pid }),
    ...(window ? { window: window.id } : {}),
    path: raw.path,
    children: raw.children.map((child) => buildNode(child, below(raw, here), facts, popups)),
  };
}

/** The context with what the node itself adds: a document, a root pane, a popover. */
export function entered(
  raw: RawNode,
  context: Context,
  facts: AppFacts,
  popups: readonly WindowInfo[],
): Context {
  const { toolkit } = facts;
  const isTop = context.parentRole === AtspiRole.application;
  let { popover, real } = context;
  if (toolkit === "gtk4" && !isTop && raw.shows) {
    const window = raw.extents && popupOf(raw.extents, context.k, popups);
    if (raw.extents && window && popover?.window !== window) popover = { extents: raw.extents, window };
    // A closed popover keeps its VISIBLE; an open one has a window of its own.
    if (!window && opensInWindow(raw)) real = false;
  }
  if (toolkit === "vcl" && raw.role === AtspiRole.menuBar && context.inRootPane && !raw.extents) real = false;
  return {
    ...context,
    inDocument: context.inDocument || raw.role === AtspiRole.documentWeb,
    inRootPane: context.inRootPane || (toolkit === "vcl" && raw.role === AtspiRole.rootPane),
    popover,
    real,
  };
}

/** GTK 4 widgets that are drawn in a window of their own, so that without one they do not show. */
const opensInWindow = (raw: RawNode): boolean =>
  raw.role === AtspiRole.menu ||
  raw.role === AtspiRole.toolTip ||
  /^Gtk(Popover|PopoverMenu|TooltipWindow)$/.test(raw.name);

const POPUP_ROLES: ReadonlySet<number> = new Set([
  AtspiRole.comboBox,
  AtspiRole.listBox,
  AtspiRole.menu,
  AtspiRole.popupMenu,
  AtspiRole.toolTip,
  AtspiRole.window,
]);

/** The context for the children of a node whose own context is `here`. */
export const below = (raw: RawNode, here: Context): Context => ({
  ...here,
  parentRole: raw.role,
  inPopup: here.inPopup || POPUP_ROLES.has(raw.role),
});

function place(raw: RawNode, here: Context, facts: AppFacts): Rect<"desktop"> {
  const extents = raw.extents!;
  switch (facts.toolkit) {
    case "gtk4":
      if (here.popover)
        return placeInPopover(extents, here.popover.extents, here.popover.window.client, here.k);
      return here.frame ? placeGtk4(extents, here.frame, here.k) : placeOnScreen(extents, 1);
    case "vcl":
      return here.frame
        ? placeVcl(extents, raw.windowExtents, here.inRootPane, here.frame, here.k)
        : placeOnScreen(extents, here.k);
    case "chromium":
      // The page reports physical pixels already, the browser around it logical ones.
      return placeOnScreen(extents, here.inDocument ? 1 : here.k);
    default:
      return placeOnScreen(extents, here.k);
  }
}

/** GTK 4 and LibreOffice places mean nothing without the window they are corrected by. */
function isTrusted(here: Context, { toolkit }: AppFacts): boolean {
  return (toolkit !== "gtk4" && toolkit !== "vcl") || here.frame !== undefined;
}

/** A closed list says what is chosen by its selected option, not by a text of its own. */
function shownValue(raw: RawNode): { readonly value?: string } {
  if (raw.value || raw.role !== AtspiRole.comboBox)
    return raw.value === undefined ? {} : { value: raw.value };
  const chosen = descendants(raw).find((node) => has(node.states, StateBit.selected) && node.name !== "");
  return chosen ? { value: chosen.name } : raw.value === undefined ? {} : { value: raw.value };
}

const TAB_MEMORY = / - Memory usage - [\d.,]+\s?[KMGT]?B$/;

/**
 * The name without GTK 4.8's own inventions: class names where there is no name, and a label's text said
 * twice ("7 7"), once for the label and once for the content.
 */
function nameOf(raw: RawNode, toolkit: Toolkit): string {
  const name = raw.name;
  if (toolkit === "gtk4") {
    if (isClassName(name)) return raw.text?.slice(0, MAX_TEXT) ?? "";
    const half = (name.length - 1) / 2;
    if (Number.isInteger(half) && half > 0 && name === `${name.slice(0, half)} ${name.slice(0, half)}`)
      return name.slice(0, half);
  }
  // Chromium puts a tab's memory into its name, where it changes by the second.
  if (toolkit === "chromium" && raw.role === AtspiRole.pageTab) return name.replace(TAB_MEMORY, "");
  return name.trim() === "" ? (raw.text?.slice(0, MAX_TEXT).trim() ?? "") : name;
}
