import type { AxNode, AxTree } from "../node.js";
import { notATree, TREE_LIMITS, tooMuch } from "./limits.js";
import { asAxTree, axTreeSchema } from "./schema.js";

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
    throw notATree(" in JSON", error instanceof Error ? error.message.slice(0, 200) : "it cannot be parsed");
  }
  countNodes(value);
  const parsed = axTreeSchema.safeParse(value);
  if (!parsed.success) {
    if (isSurface(value))
      throw notATree(
        " in JSON",
        "it is the result of observe or parse",
        "--ax takes the tree of the picture, not what Groundmark made of one; docs/tree-json.md has its fields and an example.",
      );
    const issue = parsed.error.issues[0];
    throw notATree(
      " in JSON",
      `${issue?.path.map(String).join(".") || "tree"}: ${issue?.message ?? "malformed"}`,
    );
  }
  const tree = asAxTree(parsed.data);
  for (const app of tree.apps) for (const window of app.windows) refuseSecrets(window);
  return { ...tree, apps: tree.apps.map((app) => ({ ...app, method: "file" as const })) };
}

/** An observation, in its envelope or without it: the JSON of ours that people have at hand. */
function isSurface(value: unknown): boolean {
  const { data, command, snapshot, marks } = value as Record<string, unknown>;
  return (data !== undefined && command !== undefined) || (snapshot !== undefined && Array.isArray(marks));
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
    throw notATree(" in JSON", "a protected field may not carry a value");
  for (const child of node.children) refuseSecrets(child);
}
