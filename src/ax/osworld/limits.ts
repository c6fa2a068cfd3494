import { GroundmarkError } from "../../core/errors.js";

/**
 * What a tree from a file may measure. Files come from anywhere: a deep, wide or long one is refused
 * before it costs memory or stack. OSWorld itself stops at depth 50 and 1024 children.
 */
export const TREE_LIMITS = {
  bytes: 32 * 1024 * 1024,
  nodes: 100_000,
  depth: 200,
  /** Attributes of one element, and characters of one attribute or text. */
  attributes: 128,
  characters: 65_536,
} as const;

/** What it is not, and what it should be. */
export const notATree = (
  form: "" | " in XML" | " in JSON",
  why: string,
  suggestion = "Give a tree as OSWorld saves it (XML) or in Groundmark's own JSON; docs/tree-json.md has its fields and an example.",
): GroundmarkError =>
  new GroundmarkError("INVALID_ARGS", `not an accessibility tree${form}: ${why}`, { suggestion });

export const tooMuch = (what: keyof typeof TREE_LIMITS): GroundmarkError =>
  new GroundmarkError("RESOURCE_EXHAUSTED", `the tree is too large: more than ${TREE_LIMITS[what]} ${what}`, {
    details: { limit: what, value: TREE_LIMITS[what] },
    suggestion: "Save the tree of fewer windows.",
  });
