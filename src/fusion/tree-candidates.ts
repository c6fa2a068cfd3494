import { cleanText } from "../core/text.js";
import { area, containment, type Rect } from "../geometry/rect.js";
import { showsName } from "../safety/crosscheck.js";
import { normalisedDistance } from "../safety/distance.js";
import { isFlat } from "../safety/evidence.js";
import { clickPoint, covered, sightOf, visibleFraction } from "../safety/occlusion.js";
import { safeText } from "../safety/output.js";
import { type Detection, UNREAD_CONFIDENCE } from "../vision/port.js";
import type { ContextLine } from "./listing.js";
import type { Candidate, Scene, TreeItem } from "./scene.js";
import { type Shown, visibleBox, type Withheld, wordsShown } from "./shown.js";
import { bare, readInside, sameText } from "./text.js";
import { coverers } from "./windows.js";

const dialog = (s: Shown): boolean => s.item.inDialog || s.window?.type === "dialog";

function treeLabel(item: TreeItem): string {
  return cleanText(item.name ?? "");
}

/** What the tree says of a candidate, wherever it shows. */
function told(s: Shown) {
  const { node, name } = s.item;
  return {
    role: node.role,
    label: treeLabel(s.item),
    rawLabel: name ?? "",
    inDialog: dialog(s),
    ...(node.value === undefined ? {} : { value: node.value }),
    node,
    ...(s.window ? { window: s.window } : {}),
  };
}

export function fromTree(
  s: Shown,
  detection: Detection | undefined,
  scene: Scene,
  withheld: Withheld,
): Candidate | undefined {
  const visible = visibleBox(s);
  const read = wordsShown(s.parts, scene);
  if (!detection && read.length === 0 && isFlat(scene.frame, visible)) {
    withheld.add("no-visual-evidence");
    return undefined;
  }
  const label = treeLabel(s.item);
  const confirmed = detection !== undefined || read.some((r) => sameText(r.text, label));
  return {
    ...told(s),
    source: confirmed ? "ax+vision" : "ax",
    ...(detection ? { detection } : {}),
    read,
    box: s.box,
    point: clickPoint(s.parts)!,
    visible: visibleFraction(s.box, s.parts),
    geometry: confirmed ? "verified" : "unverified",
    confidence: confirmed ? 0.99 : 0.9,
  };
}

/**
 * A tree object whose rectangle cannot be believed. Vision supplies the box when exactly one spare
 * detection, or exactly one line of text, in its window carries its name; otherwise the object keeps its
 * box, is flagged, and is never clicked through the pointer.
 */
export function fromUntrusted(
  s: Shown,
  spare: Set<Detection>,
  scene: Scene,
  withheld: Withheld,
): Candidate | undefined {
  const { node } = s.item;
  const label = treeLabel(s.item);
  const within = (r: Rect<"desktop">) => !s.window || containment(r, s.window.bounds) >= 0.9;
  const named = [...spare].filter(
    (d) =>
      within(d.box) && label !== "" && readInside(d.box, scene.lines).some((r) => sameText(r.text, label)),
  );
  const lines = scene.lines.filter((l) => within(l.box) && label !== "" && sameText(l.text, label));
  const found = named.length === 1 ? named[0]! : undefined;
  const box = found?.box ?? (named.length === 0 && lines.length === 1 ? lines[0]!.box : undefined);
  if (found) spare.delete(found);
  const shownBox = box ?? s.box;
  const sight = sightOf(shownBox, coverers(s.window, shownBox, scene.windows, node.pid), scene.displays);
  const { parts } = sight;
  const read = box && parts.length > 0 ? wordsShown(parts, scene) : [];
  const point = clickPoint(parts);
  if (!point || covered(sight, showsName(node.role), read.length > 0)) {
    withheld.add("occluded");
    return undefined;
  }
  return {
    ...told(s),
    source: box ? "ax+vision" : "ax",
    ...(found ? { detection: found } : {}),
    read,
    box: shownBox,
    point,
    visible: visibleFraction(shownBox, parts),
    geometry: box ? "verified" : "untrusted",
    confidence: box ? 0.85 : 0.5,
  };
}

/** Context of the tree, kept only where the pixels bear it out; a mark's own label is not repeated. */
export function contextLines(shown: readonly Shown[], scene: Scene, withheld: Withheld): ContextLine[] {
  const lines: ContextLine[] = [];
  const marks = shown.filter((s) => !s.item.context);
  for (const s of shown) {
    if (!s.item.context) continue;
    const text = cleanText(s.item.name ?? "");
    if (!text || area(s.box) === 0) continue;
    const visible = visibleBox(s);
    if (!borneOut(text, s, visible, scene)) {
      withheld.add("text-not-shown");
      continue;
    }
    if (marks.some((m) => containment(s.box, m.box) > 0.9 && treeLabel(m.item).includes(text))) continue;
    lines.push({
      role: s.item.node.role,
      text: safeText(s.item.name ?? ""),
      ...(s.window ? { window: s.window.id } : {}),
      x: visible.x,
      y: visible.y + visible.height / 2,
    });
  }
  return lines;
}

/** Letters that the embedded reader does not know: what it makes of them says nothing. */
const UNREADABLE = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\P{L}]/gu;
const mostlyUnreadable = (text: string): boolean =>
  2 * (text.match(UNREADABLE)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);
/** A text this different from what was read in its place is another text. */
const OTHER_TEXT = 0.6;

/**
 * True unless nothing is drawn there, or plainly another text is: words that only the tree knows are how
 * instructions are smuggled into a listing. Truncated and partly covered texts stay.
 */
function borneOut(text: string, s: Shown, visible: Rect<"desktop">, scene: Scene): boolean {
  if (!s.item.node.geometryTrusted) return scene.lines.some((l) => sameText(l.text, text));
  const read = wordsShown(s.parts, scene);
  if (read.length === 0) return !isFlat(scene.frame, visible);
  const seen = bare(
    read
      .filter((r) => r.confidence >= UNREAD_CONFIDENCE)
      .map((r) => r.text)
      .join(" "),
  );
  const said = bare(text);
  if (seen.length < 4 || mostlyUnreadable(text) || said.includes(seen) || seen.includes(said)) return true;
  return (normalisedDistance(seen, said) ?? 0) <= OTHER_TEXT;
}
