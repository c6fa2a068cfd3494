import { quote } from "../core/text.js";
import { instructionLike } from "../safety/injection.js";
import { safeText } from "../safety/output.js";
import type { Surface, SurfaceMark } from "./surface.js";

/**
 * The flat, indented listing that a model reads beside the marked picture.
 *
 *     window "Untitled 1 - Mousepad" (Mousepad, focused)
 *       [4] button "Save" [pressed]
 *       [5] textbox "Search" [focused, val="gr"]
 *       - heading "Find and replace"
 *
 * Windows carry no number, since a number is something that can be clicked. A default state (enabled,
 * showing) is not said. `?` in front of a role marks what only the pixels show.
 */

/** A line that is not a mark: a window's title or text that helps to decide. */
export interface ContextLine {
  readonly role: string;
  readonly text: string;
  readonly window?: string;
  /** Reading position, frame-independent: desktop pixels. */
  readonly y: number;
  readonly x: number;
}

export interface ListedWindow {
  readonly id: string;
  readonly title: string;
  readonly app?: string;
  readonly focused: boolean;
  /** Stacking position, 0 at the bottom. */
  readonly z: number;
}

const QUIET_STATES = new Set(["enabled", "showing", "focusable", "selectable", "expandable", "multiline"]);

function bracket(mark: SurfaceMark): string {
  const parts = (mark.states ?? []).filter((s) => !QUIET_STATES.has(s));
  if (mark.value !== undefined) parts.push(`val=${quote(mark.value)}`);
  if (mark.risk === "sensitive") parts.push("sensitive");
  if (mark.verdict === "mismatch")
    parts.push(mark.evidence.ocr ? `BLOCKED: screen shows ${quote(mark.evidence.ocr)}` : "BLOCKED");
  for (const flag of mark.flags ?? [])
    if (flag === "confusable" || flag === "instruction-like" || flag === "untrusted-geometry")
      parts.push(flag);
  return parts.length ? ` [${parts.join(", ")}]` : "";
}

export function markLine(mark: SurfaceMark): string {
  const seen = mark.source === "vision" || mark.source === "ocr" ? "?" : "";
  return `[${mark.id}] ${seen}${mark.role} ${quote(mark.label)}${bracket(mark)}`;
}

/** Words that are no mark's, marked where they speak to the agent. */
const said = (text: string): string =>
  `${quote(text)}${instructionLike(text).flagged ? " [instruction-like]" : ""}`;

/** Windows from the top of the stack down; inside each one marks and context in reading order as given. */
export function listing(
  surface: Pick<Surface, "marks" | "truncated" | "accessibility">,
  windows: readonly ListedWindow[],
  context: readonly ContextLine[],
): string {
  const lines: string[] = [];
  const rest = new Map<string | undefined, (SurfaceMark | ContextLine)[]>();
  const add = (window: string | undefined, item: SurfaceMark | ContextLine) => {
    const known = windows.some((w) => w.id === window) ? window : undefined;
    const list = rest.get(known);
    if (list) list.push(item);
    else rest.set(known, [item]);
  };
  for (const mark of surface.marks) add(mark.window, mark);
  for (const line of context) add(line.window, line);

  const group = (title: string, items: (SurfaceMark | ContextLine)[] | undefined) => {
    lines.push(title);
    for (const item of (items ?? []).sort(readingOrder))
      lines.push("id" in item ? `  ${markLine(item)}` : `  - ${item.role} ${said(item.text)}`);
  };
  for (const w of [...windows].sort((a, b) => b.z - a.z)) {
    // Not quoted, and therefore without what could end the brackets that it stands in.
    const app = w.app && safeText(w.app, 40).replace(/[^\p{L}\p{M}\p{N} ._-]/gu, "");
    const facts = [app, w.focused && "focused"].filter(Boolean).join(", ");
    group(`window ${said(safeText(w.title, 80))}${facts ? ` (${facts})` : ""}`, rest.get(w.id));
  }
  const outside = rest.get(undefined);
  if (outside) group(windows.length ? "screen" : "picture", outside);
  if (surface.truncated) lines.push(`(${surface.truncated} more marks left out by the limit)`);
  return lines.join("\n") || "no marks";
}

interface Placed {
  readonly y: number;
  readonly x: number;
  readonly height: number;
}

const place = (item: SurfaceMark | ContextLine): Placed =>
  "id" in item
    ? { x: item.box.x, y: item.box.y, height: item.box.height }
    : { x: item.x, y: item.y, height: 1 };

/**
 * Top to bottom in bands of 12 px (below the height of a line of text, so that neighbours in one row
 * stay in one row), then left to right. A total order: a tolerance-based comparison would not be transitive.
 */
export function readingOrder(a: SurfaceMark | ContextLine, b: SurfaceMark | ContextLine): number {
  const p = place(a);
  const q = place(b);
  const band = (r: Placed) => Math.round((r.y + Math.min(r.height, 60) / 2) / 12);
  return band(p) - band(q) || p.x - q.x || p.y - q.y;
}
