import type { AxState } from "../node.js";

/** Bit numbers of AtspiStateType (at-spi2-core, atspi-constants.h); 44 of them. */
export const StateBit = {
  active: 1,
  armed: 2,
  busy: 3,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  hasTooltip: 13,
  horizontal: 14,
  iconified: 15,
  modal: 16,
  multiLine: 17,
  multiselectable: 18,
  opaque: 19,
  pressed: 20,
  resizable: 21,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  singleLine: 26,
  stale: 27,
  transient: 28,
  vertical: 29,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  truncated: 34,
  animated: 35,
  invalidEntry: 36,
  supportsAutocompletion: 37,
  selectableText: 38,
  isDefault: 39,
  visited: 40,
  checkable: 41,
  hasPopup: 42,
  readOnly: 43,
} as const;

/** The two 32-bit words of GetState. */
export interface StateSet {
  readonly low: number;
  readonly high: number;
}

export const NO_STATES: StateSet = { low: 0, high: 0 };

export function has(set: StateSet, bit: number): boolean {
  return bit < 32 ? ((set.low >>> bit) & 1) === 1 : ((set.high >>> (bit - 32)) & 1) === 1;
}

/** @param words `au` of GetState or GetItems; anything else is the empty set */
export function asStates(words: unknown): StateSet {
  if (!Array.isArray(words)) return NO_STATES;
  const [low, high] = words as unknown[];
  return { low: typeof low === "number" ? low : 0, high: typeof high === "number" ? high : 0 };
}

/** Bits whose meaning in ARIA's words does not depend on the role. */
const PLAIN: readonly (readonly [number, AxState])[] = [
  [StateBit.focused, "focused"],
  [StateBit.focusable, "focusable"],
  [StateBit.selected, "selected"],
  [StateBit.selectable, "selectable"],
  [StateBit.expanded, "expanded"],
  [StateBit.expandable, "expandable"],
  [StateBit.editable, "editable"],
  [StateBit.readOnly, "readonly"],
  [StateBit.required, "required"],
  [StateBit.invalidEntry, "invalid"],
  [StateBit.multiLine, "multiline"],
  [StateBit.modal, "modal"],
  [StateBit.hasPopup, "haspopup"],
  [StateBit.busy, "busy"],
  [StateBit.active, "active"],
  [StateBit.isDefault, "default"],
  [StateBit.visited, "visited"],
];

export interface StateContext {
  /** AtspiRole number. */
  readonly role: number;
  /** A control, for which a missing ENABLED means that it is disabled. */
  readonly interactive: boolean;
  /** What effectively shows; toolkits differ in what SHOWING means. */
  readonly showing: boolean;
}

const PASSWORD_TEXT = 40;
const TOGGLE_BUTTON = 62;
const PROGRESS_BAR = 42;

/** AT-SPI states in ARIA's words. There is no state for password fields: the role number says it. */
export function toAxStates(set: StateSet, context: StateContext): AxState[] {
  const out: AxState[] = [];
  const enabled = has(set, StateBit.enabled) || has(set, StateBit.sensitive);
  if (enabled) out.push("enabled");
  else if (context.interactive) out.push("disabled");
  out.push(context.showing ? "showing" : "hidden");
  const on = has(set, StateBit.checked);
  // A toggle button is "pressed" in ARIA; AT-SPI sets CHECKED on it and PRESSED only while it is held.
  if (context.role === TOGGLE_BUTTON ? on || has(set, StateBit.pressed) : has(set, StateBit.pressed))
    out.push("pressed");
  if (on && context.role !== TOGGLE_BUTTON) out.push("checked");
  if (has(set, StateBit.indeterminate) && context.role !== PROGRESS_BAR) out.push("mixed");
  for (const [bit, state] of PLAIN) if (has(set, bit)) out.push(state);
  if (has(set, StateBit.collapsed) || (has(set, StateBit.expandable) && !has(set, StateBit.expanded)))
    out.push("collapsed");
  if (context.role === PASSWORD_TEXT) out.push("protected");
  return out;
}
