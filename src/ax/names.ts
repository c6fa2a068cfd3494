import type { AxNode } from "./node.js";
import { INTERACTIVE_ROLES, type Role, VALUE_ROLES } from "./roles.js";

/** Where a candidate's name comes from. */
export type NameSource = "name" | "content" | "label" | "container" | "placeholder" | "description";

export interface Named {
  readonly name: string;
  readonly from: NameSource;
}

/**
 * GTK 4 gives widgets that nobody named the name of their class ("GtkMenuButton", "AdwGizmo"). Such a
 * name says nothing to a user and is treated as absent.
 */
export const isClassName = (name: string): boolean =>
  /^(Gtk|Adw|Gdk|Hdy|Panel|Vte|Ide|Nautilus)[A-Z][A-Za-z0-9]*$/.test(name);

/** Rich text, which Qt lets into names through tool tips: the tags are layout. */
const MARKUP = /^<(?:p|html|qt|b|i|span|div|nobr|center|font)\b[^>]*>/i;
const stripMarkup = (name: string): string =>
  MARKUP.test(name)
    ? name
        .replace(/<[^<>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim()
    : name;

/** The node's own name when it says something. */
export function ownName(node: AxNode): string | undefined {
  const name = node.name && stripMarkup(node.name.trim());
  return name && !isClassName(name) ? name : undefined;
}

const MAX_CONTENT = 200;
/** Nodes looked at below a control for its words. */
const MAX_LOOKED_AT = 64;

const WORD_ROLES: ReadonlySet<Role> = new Set<Role>([
  "generic",
  "group",
  "heading",
  "icon",
  "img",
  "label",
  "paragraph",
  "status",
  "text",
  "unknown",
]);

/**
 * The words that stand inside a node: names of its texts, labels and pictures in order, not those of
 * controls inside it.
 */
export function contentText(node: AxNode): string | undefined {
  const words: string[] = [];
  let length = 0;
  let looked = 0;
  const visit = (at: AxNode): void => {
    for (const child of at.children) {
      if (++looked > MAX_LOOKED_AT || length >= MAX_CONTENT) return;
      if (child.states.includes("hidden") || INTERACTIVE_ROLES.has(child.role)) continue;
      const own = WORD_ROLES.has(child.role) ? ownName(child) : undefined;
      if (own) {
        words.push(own);
        length += own.length + 1;
      } else visit(child);
    }
  };
  visit(node);
  const text = words.join(" ").replace(/\s+/g, " ").trim();
  return text === "" ? undefined : text.slice(0, MAX_CONTENT);
}

/** A label that is not already around a control of its own. */
const labels = (node: AxNode): boolean =>
  (node.role === "label" || node.role === "text") &&
  !node.states.includes("hidden") &&
  !node.children.some((child) => INTERACTIVE_ROLES.has(child.role));

/**
 * The name of a control: its own, else the words on it, else (for a field) the label right before it,
 * else its placeholder, else its description.
 *
 * @param before the sibling in front of it
 */
export function nameOf(node: AxNode, before?: AxNode): Named | undefined {
  const own = ownName(node);
  if (own) return { name: own, from: "name" };
  const content = VALUE_ROLES.has(node.role) ? undefined : contentText(node);
  if (content) return { name: content, from: "content" };
  if (before && VALUE_ROLES.has(node.role) && labels(before)) {
    const label = ownName(before) ?? contentText(before);
    if (label) return { name: label, from: "label" };
  }
  const placeholder = node.placeholder?.trim();
  if (placeholder) return { name: placeholder, from: "placeholder" };
  const description = node.description && stripMarkup(node.description.trim());
  return description ? { name: description, from: "description" } : undefined;
}
