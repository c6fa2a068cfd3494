import type { AxState } from "../ax/node.js";
import type { Role } from "../ax/roles.js";
import type { DetectedState, Detection } from "../vision/port.js";

/**
 * What a state that pixels show is called, and which roles it belongs to. "Pressed" is not told of buttons: of
 * 45 told on development and test frames 8 were (in training, plain buttons had been of unknown state).
 */
const MEANING: readonly (readonly [DetectedState, AxState, readonly Role[] | "all"])[] = [
  ["checked", "checked", ["checkbox", "radio", "switch", "menuitem"]],
  ["selected", "selected", ["tab", "listitem", "treeitem", "row"]],
  ["expanded", "expanded", ["treeitem", "combobox", "button"]],
  ["disabled", "disabled", "all"],
];

/**
 * Probability from which a state is told. Chosen on development frames: as many true ones are told as from 0.65
 * on, and fewer of things that are no boxes at all.
 */
const CERTAIN = 0.9;

/** The states that hold as far as pixels show, in ARIA's words. What is not certain is left out. */
export function pixelStates({ role, states }: Detection): AxState[] {
  if (!states) return [];
  return MEANING.flatMap(([name, state, roles]) =>
    (states[name] ?? 0) >= CERTAIN && (roles === "all" || roles.includes(role)) ? [state] : [],
  );
}
