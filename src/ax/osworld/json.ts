import { GroundmarkError } from "../../core/errors.js";
import type { AxNode, AxTree } from "../node.js";
import { TREE_LIMITS, tooMuch } from "./limits.js";
import { asAxTree, axTreeSchema } from "./schema.js";

const notATree = (why: string): GroundmarkError =>
  new GroundmarkError("INVALID_ARGS", `not an accessibility tree in JSON: ${why}`, {
    suggestion: "Give a tree as Groundmark or OSWorld saves it.",
  });

/**
 * Reads a tree from Groundmark's own JSON form. Every application becomes method "file"; a value in a
 * protected field is refused.
 *
 * @throws GroundmarkError INVALID_ARGS (the message names the place), RESOURCE_EXHAUSTED
 */
export function parseTreeJson(text: string): AxTree {
  if (text.length > TREE_LIMITS.bytes) throw tooMuch("bytes");
  // JSON.parse recurses: too deep a text is found before it is given to it.
  measureNesting(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notATree(error instanceof Error ? error.message.slice(0, 200) : "it cannot be parsed");
  }
  countNodes(value);
  const parsed = axTreeSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw notATree(`${issue?.path.map(String).join(".") || "tree"}: ${issue?.message ?? "malformed"}`);
  }
  const tree = asAxTree(parsed.data);
  for (const app of tree.apps) for (const window of app.windows) refuseSecrets(window);
  return { ...tree, apps: tree.apps.map((app) => ({ ...app, method: "file" as const })) };
}

/** The JSON form of a tree, one line. */
export const treeToJson = (tree: AxTree): string => JSON.stringify(tree);

/** A node costs two levels of JSON (object and array), the tree around them a few. */
function measureNesting(text: string): void {
  const limit = TREE_LIMITS.depth * 2 + 16;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > limit) throw tooMuch("depth");
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}

function countNodes(value: unknown): void {
  const queue: unknown[] = [];
  const children = (of: unknown, key: string): unknown[] => {
    const list = of !== null && typeof of === "object" ? (of as Record<string, unknown>)[key] : undefined;
    return Array.isArray(list) ? list : [];
  };
  for (const app of children(value, "apps")) for (const w of children(app, "windows")) queue.push(w);
  for (let i = 0; i < queue.length; i++) {
    if (queue.length > TREE_LIMITS.nodes) throw tooMuch("nodes");
    for (const child of children(queue[i], "children")) queue.push(child);
  }
}

function refuseSecrets(node: AxNode): void {
  if (node.states.includes("protected") && node.value !== undefined)
    throw notATree("a protected field may not carry a value");
  for (const child of node.children) refuseSecrets(child);
}
