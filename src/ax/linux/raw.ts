import { Iface, interfaceBits, type Ref } from "./protocol.js";
import { AtspiRole } from "./roles.js";
import { asStates, has, StateBit, type StateSet } from "./states.js";
import type { Toolkit } from "./toolkit.js";

/** x, y, width, height as an application reports them: any toolkit's idea of coordinates. */
export type Extents = readonly [x: number, y: number, width: number, height: number];

/** An accessible object as read from the bus, before coordinates and words are corrected. */
export interface RawNode extends Ref {
  readonly role: number;
  /** Set only for roles without a number of their own. */
  readonly roleName?: string;
  readonly name: string;
  /** "" when it was asked for and there is none. */
  description?: string;
  readonly states: StateSet;
  /** Iface bits. */
  readonly interfaces: number;
  /** Undefined when the application does not know (-1) or was not asked; that is not "none". */
  readonly childCount: number | undefined;
  children: RawNode[];
  /** What effectively shows: set by markShowing(). */
  shows: boolean;
  extents?: Extents;
  windowExtents?: Extents;
  actions?: readonly string[];
  text?: string;
  value?: string;
  attributes?: Readonly<Record<string, string>>;
  alpha?: number;
}

export const isNumber = (value: unknown): value is number => typeof value === "number";

/** Names and values are kept to a length that no label reaches; a whole document can be in one of them. */
export const MAX_TEXT = 4096;

export function asText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : "";
}

export const asCount = (value: unknown): number | undefined =>
  isNumber(value) && Number.isInteger(value) && value >= 0 ? value : undefined;

/** `(iiii)` as extents; undefined for the INT_MIN sentinel and for what has no area. */
export function asExtents(value: unknown): Extents | undefined {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isNumber)) return undefined;
  const [x, y, width, height] = value as [number, number, number, number];
  const absurd = 1 << 24;
  if (!(width > 0 && height > 0 && Math.abs(x) < absurd && Math.abs(y) < absurd)) return undefined;
  return width < absurd && height < absurd ? [x, y, width, height] : undefined;
}

export function rawNode(fields: {
  readonly ref: Ref;
  readonly role: unknown;
  readonly name: unknown;
  readonly description?: unknown;
  readonly states: unknown;
  readonly interfaces: unknown;
  readonly childCount: unknown;
  readonly roleName?: unknown;
}): RawNode {
  const roleName = asText(fields.roleName);
  return {
    bus: fields.ref.bus,
    path: fields.ref.path,
    role: isNumber(fields.role) ? fields.role : 0,
    ...(roleName === "" ? {} : { roleName }),
    name: asText(fields.name),
    ...(fields.description === undefined ? {} : { description: asText(fields.description) }),
    states: asStates(fields.states),
    interfaces: interfaceBits(fields.interfaces),
    childCount: asCount(fields.childCount),
    children: [],
    shows: false,
  };
}

export const implementsAll = (node: RawNode, bits: number): boolean => (node.interfaces & bits) === bits;

/**
 * Marks what effectively shows. An object shows when it has SHOWING; GTK 4.8 sets SHOWING on the window
 * only, so where nothing below its windows has it, VISIBLE of the object and of all its ancestors counts.
 */
export function markShowing(root: RawNode, toolkit: Toolkit): void {
  const visibleOnly = toolkit === "gtk4" && !anyShowing(root, 0);
  const bit = visibleOnly ? StateBit.visible : StateBit.showing;
  const visit = (node: RawNode, above: boolean, depth: number): void => {
    // The application object itself has no states in most toolkits.
    node.shows = depth === 0 || (above && has(node.states, bit) && !has(node.states, StateBit.iconified));
    // Chromium gives the options of a closed list SHOWING, though the list itself has it not.
    const opens = node.shows || !(visibleOnly || POPUP_ROLE_NUMBERS.has(node.role));
    for (const child of node.children) visit(child, opens, depth + 1);
  };
  visit(root, true, 0);
}

/** Lists that open over other things, by AtspiRole number. */
const POPUP_ROLE_NUMBERS: ReadonlySet<number> = new Set([
  AtspiRole.menu,
  AtspiRole.popupMenu,
  AtspiRole.listBox,
]);

function anyShowing(node: RawNode, depth: number): boolean {
  return node.children.some(
    (child) => (depth >= 1 && has(child.states, StateBit.showing)) || anyShowing(child, depth + 1),
  );
}

/** Every node below `node`, parents before children. */
export function descendants(node: RawNode): RawNode[] {
  const out = [...node.children];
  for (let i = 0; i < out.length; i++) for (const child of out[i]!.children) out.push(child);
  return out;
}

/** Roles that hold a value that people edit or read, by AtspiRole number. */
const VALUE_ROLE_NUMBERS: ReadonlySet<number> = new Set([
  11, 12, 15, 40, 42, 48, 51, 52, 60, 61, 76, 77, 79, 103, 114,
]);

export const holdsValue = (node: RawNode): boolean => VALUE_ROLE_NUMBERS.has(node.role);

/** Roles whose words are read from their Text interface when they have no name. */
const TEXT_ROLE_NUMBERS: ReadonlySet<number> = new Set([2, 29, 54, 64, 73, 81, 83, 101, 102, 116]);

export const holdsWords = (node: RawNode): boolean => TEXT_ROLE_NUMBERS.has(node.role);

/** Role numbers that are controls by themselves (see INTERACTIVE_ROLES), for reading details. */
const CONTROL_ROLE_NUMBERS: ReadonlySet<number> = new Set([
  7, 8, 11, 12, 13, 15, 33, 35, 37, 40, 43, 44, 45, 48, 51, 52, 59, 60, 62, 76, 77, 79, 88, 91, 114, 129, 130,
]);

/** A control by its role or because it can be selected: read with value, description and attributes. */
export function isControl(node: RawNode): boolean {
  return (
    CONTROL_ROLE_NUMBERS.has(node.role) ||
    has(node.states, StateBit.selectable) ||
    (node.role === AtspiRole.text && implementsAll(node, Iface.text))
  );
}

/** True for what the later stages may offer as something to act on, if its actions say so. */
export function mayAct(node: RawNode): boolean {
  return isControl(node) || (implementsAll(node, Iface.action) && !WHOLE_CONTAINERS.has(node.role));
}

/** Containers for which an action is trivial (Qt's SetFocus, Chromium's doDefault), by role number. */
const WHOLE_CONTAINERS: ReadonlySet<number> = new Set([
  16, 20, 23, 30, 34, 38, 39, 46, 49, 53, 63, 68, 69, 75, 82, 85, 92, 93, 94, 95, 96,
]);
