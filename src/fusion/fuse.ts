import type { AxNode } from "../ax/node.js";
import { VALUE_ROLES } from "../ax/roles.js";
import type { WindowInfo } from "../capture/port.js";
import { cleanText } from "../core/text.js";
import {
  area,
  containment,
  containsPoint,
  envelope,
  grow,
  intersect,
  iou,
  type Rect,
} from "../geometry/rect.js";
import { isFlat } from "../safety/evidence.js";
import { checkGeometry } from "../safety/geometry.js";
import { clickPoint, visibleFraction, visibleParts } from "../safety/occlusion.js";
import type { Detection, TextLine } from "../vision/port.js";
import type { ContextLine } from "./listing.js";
import { matchDetections, type TreeBox } from "./match.js";
import type { Candidate, Fusion, Scene, TreeItem } from "./scene.js";
import { bare, labelBeside, lineInside, outside, readInside } from "./text.js";
import { coverers, windowAt, windowOf } from "./windows.js";

/** A tree item that passed geometry and occlusion. */
interface Shown {
  readonly item: TreeItem;
  readonly box: Rect<"desktop">;
  readonly parts: readonly Rect<"desktop">[];
  readonly window: WindowInfo | undefined;
}

class Withheld {
  readonly counts: Record<string, number> = {};
  add(reason: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
  }
}

/**
 * Merges tree, detector and reader into the candidates of one action surface. Pure and deterministic.
 * Gate steps 1 to 3 (geometry, occlusion, pixel evidence) happen here, before anything gets a number;
 * what they drop is counted and its text goes nowhere.
 */
export function fuse(scene: Scene): Fusion {
  const withheld = new Withheld();
  const shown = withoutTwins(scene.tree.flatMap((item) => showing(item, scene, withheld) ?? []));
  const boxes: TreeBox[] = shown.map((s) => ({
    box: s.box,
    role: s.item.node.role,
    context: s.item.context,
    trusted: s.item.node.geometryTrusted,
  }));
  const { same, rest } = matchDetections(boxes, scene.detections);
  const spare = new Set(rest);
  const candidates: Candidate[] = [];
  shown.forEach((s, at) => {
    if (s.item.context) return;
    const candidate = s.item.node.geometryTrusted
      ? fromTree(s, same.get(at), scene, withheld)
      : fromUntrusted(s, spare, scene, withheld);
    if (candidate) candidates.push(candidate);
  });
  const usedLines = new Set<TextLine>();
  const seen = [...spare].filter((d) => inRegion(d.box, scene));
  for (const candidate of fromPixels(seen, candidates, scene, usedLines)) candidates.push(candidate);
  const context = contextLines(shown, scene);
  for (const candidate of fromText(shown, candidates, scene, usedLines)) candidates.push(candidate);
  return { candidates, context, withheld: withheld.counts };
}

function inRegion(box: Rect<"desktop">, scene: Scene): boolean {
  return intersect(box, scene.frame.region) !== undefined;
}

function showing(item: TreeItem, scene: Scene, withheld: Withheld): Shown | undefined {
  const { node } = item;
  const drop = (reason: string): undefined => {
    if (!item.context) withheld.add(reason);
    return undefined;
  };
  // Closed menus and other pages of a notebook: hundreds of them, most without a place.
  if (item.hidden) return drop("hidden");
  const geometry = checkGeometry(
    {
      ...(node.bounds ? { bounds: node.bounds } : {}),
      ...(item.alpha === undefined ? {} : { alpha: item.alpha }),
      hidden: item.hidden,
    },
    scene.displays,
  );
  if (!geometry.ok) return drop(geometry.reason);
  const box = node.bounds!;
  if (!inRegion(box, scene)) return drop("outside-picture");
  const window = windowOf(node, box, scene.windows);
  let clipped: Rect<"desktop"> | undefined = box;
  if (window) {
    clipped = intersect(box, window.bounds);
    if (!clipped) return drop("outside-window");
  }
  const parts = visibleParts(clipped, coverers(window, clipped, scene.windows), scene.displays);
  if (!clickPoint(parts)) return drop("occluded");
  return { item, box, parts, window };
}

/**
 * A wrapper and its content often share one box and both are actionable (list row around its link). One
 * element, one mark: the deeper one stays, since it is what the pixels show, unless only the outer one
 * has a name.
 */
function withoutTwins(shown: readonly Shown[]): Shown[] {
  const dropped = new Set<Shown>();
  const actionable = shown.filter((s) => !s.item.context);
  for (let i = 0; i < actionable.length; i++)
    for (let j = i + 1; j < actionable.length; j++) {
      const a = actionable[i]!;
      const b = actionable[j]!;
      if (dropped.has(a) || dropped.has(b) || iou(a.box, b.box) < 0.85) continue;
      const outer = isAncestor(a.item.node, b.item.node)
        ? a
        : isAncestor(b.item.node, a.item.node)
          ? b
          : undefined;
      const inner = outer === a ? b : a;
      if (!outer) {
        // Two objects of one window at one place with one name: a bridge that lists an object twice.
        if (a.window === b.window && a.item.name === b.item.name && a.item.node.role === b.item.node.role)
          dropped.add(b);
        continue;
      }
      dropped.add(inner.item.name || !outer.item.name ? outer : inner);
    }
  return shown.filter((s) => !dropped.has(s));
}

function isAncestor(outer: AxNode, inner: AxNode): boolean {
  return outer.children.some((c) => c === inner || c.id === inner.id || isAncestor(c, inner));
}

const dialog = (s: Shown): boolean => s.item.inDialog || s.window?.type === "dialog";

function treeLabel(item: TreeItem): string {
  return cleanText(item.name ?? "");
}

function treeValue(node: AxNode): { value?: string } {
  return node.value === undefined ? {} : { value: cleanText(node.value) };
}

function fromTree(
  s: Shown,
  detection: Detection | undefined,
  scene: Scene,
  withheld: Withheld,
): Candidate | undefined {
  const { node } = s.item;
  const visible = visibleBox(s);
  const read = readInside(visible, scene.lines);
  if (!detection && read.length === 0 && isFlat(scene.frame, visible)) {
    withheld.add("no-visual-evidence");
    return undefined;
  }
  const label = treeLabel(s.item);
  const confirmed = detection !== undefined || read.some((r) => sameText(r.text, label));
  return {
    source: confirmed ? "ax+vision" : "ax",
    role: node.role,
    label,
    rawLabel: s.item.name ?? "",
    inDialog: dialog(s),
    ...treeValue(node),
    node,
    ...(detection ? { detection } : {}),
    read,
    box: s.box,
    point: clickPoint(s.parts)!,
    visible: visibleFraction(s.box, s.parts),
    geometry: confirmed ? "verified" : "unverified",
    confidence: confirmed ? 0.99 : 0.9,
    ...(s.window ? { window: s.window } : {}),
  };
}

/**
 * A tree object whose rectangle cannot be believed. Vision supplies the box when exactly one spare
 * detection, or exactly one line of text, in its window carries its name; otherwise the object keeps its
 * box, is flagged, and is never clicked through the pointer.
 */
function fromUntrusted(
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
  const parts = visibleParts(shownBox, coverers(s.window, shownBox, scene.windows), scene.displays);
  const point = clickPoint(parts);
  if (!point) {
    withheld.add("occluded");
    return undefined;
  }
  return {
    source: box ? "ax+vision" : "ax",
    role: node.role,
    label,
    rawLabel: s.item.name ?? "",
    inDialog: dialog(s),
    ...treeValue(node),
    node,
    ...(found ? { detection: found } : {}),
    read: box ? readInside(box, scene.lines) : [],
    box: shownBox,
    point,
    visible: visibleFraction(shownBox, parts),
    geometry: box ? "verified" : "untrusted",
    confidence: box ? 0.85 : 0.5,
    ...(s.window ? { window: s.window } : {}),
  };
}

function visibleBox(s: Shown): Rect<"desktop"> {
  return s.parts.reduce((all, p) => envelope(all, p));
}

/** Loose comparison that only decides whether pixels confirm a place; the safety gate has its own rules. */
function sameText(a: string, b: string): boolean {
  const x = bare(a);
  return x.length > 0 && x === bare(b);
}

/** A label stands this near to the control that it names, desktop pixels. */
const LABEL_DISTANCE = 60;

/** Score from which a nameless box in a window that has a tree is believed: the tree misses little there. */
const NAMELESS_SCORE = 0.5;

/** Score from which a button over static text of the tree is believed. */
const OVER_TEXT_SCORE = 0.6;

/** True when these words at this place are a label of the tree, or the name beside a control of it. */
function knownWords(text: string, box: Rect<"desktop">, tree: readonly Candidate[], scene: Scene): boolean {
  const words = bare(text);
  if (words === "") return false;
  if (
    scene.statics.some(
      (s) =>
        (containment(box, grow(s.box, 4)) >= 0.5 || iou(box, s.box) >= 0.3) && bare(s.text).includes(words),
    )
  )
    return true;
  return tree.some((c) => c.node && bare(c.label) === words && distance(c.box, box) <= LABEL_DISTANCE);
}

/** Gap between two rectangles along the farther axis; 0 when they touch. */
function distance(a: Rect<"desktop">, b: Rect<"desktop">): number {
  const dx = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const dy = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return Math.max(0, dx, dy);
}

const LABEL_RIGHT = new Set(["checkbox", "radio", "switch"]);

/** Controls that only the picture shows. */
function* fromPixels(
  detections: readonly Detection[],
  tree: readonly Candidate[],
  scene: Scene,
  usedLines: Set<TextLine>,
): Generator<Candidate> {
  const withTree = new Set(tree.flatMap((c) => (c.node && c.window ? [c.window.id] : [])));
  const free = scene.lines.filter((l) => !tree.some((c) => c.node && lineInside(l, c.box)));
  for (const d of detections) {
    const point = clickPoint(visibleParts(d.box, [], scene.displays));
    if (!point) continue;
    const window = windowAt(point, scene.windows);
    let read = readInside(d.box, free);
    const certain = LABEL_RIGHT.has(d.role) || (d.role === "button" && d.score >= OVER_TEXT_SCORE);
    if (
      !certain &&
      (knownWords(read.map((r) => r.text).join(" "), d.box, tree, scene) ||
        (read.length > 1 && read.every((r) => knownWords(r.text, r.box, tree, scene))))
    )
      continue;
    if (read.length === 0 && window && withTree.has(window.id) && d.score < NAMELESS_SCORE) continue;
    let box = d.box;
    let label = read.map((r) => r.text).join(" ");
    let value: string | undefined;
    if (LABEL_RIGHT.has(d.role)) {
      const beside = read.length === 0 ? labelBeside(d.box, free, "right") : undefined;
      if (beside) {
        // One mark for the control and its label, clicked on the control.
        label = beside.text;
        read = [{ text: beside.text, confidence: beside.confidence, box: beside.box }];
        box = envelope(d.box, beside.box);
        usedLines.add(beside);
      }
    } else if (VALUE_ROLES.has(d.role)) {
      value = label || undefined;
      const beside = labelBeside(
        d.box,
        free.filter((l) => !lineInside(l, d.box)),
        "left-or-above",
      );
      label = beside?.text ?? "";
    }
    for (const l of free) if (lineInside(l, d.box)) usedLines.add(l);
    yield {
      source: "vision",
      role: d.role,
      label: cleanText(label),
      rawLabel: label,
      inDialog: window?.type === "dialog",
      ...(value === undefined ? {} : { value: cleanText(value) }),
      detection: d,
      read,
      box,
      point,
      visible: 1,
      geometry: "verified",
      confidence: d.score,
      ...(window ? { window } : {}),
    };
  }
}

/** Lines of text that no control holds and the tree does not know: readable, and perhaps clickable. */
function* fromText(
  shown: readonly Shown[],
  candidates: readonly Candidate[],
  scene: Scene,
  usedLines: ReadonlySet<TextLine>,
): Generator<Candidate> {
  const taken = [
    ...shown.map((s) => visibleBox(s)),
    ...candidates.map((c) => c.box),
    ...scene.statics.map((s) => grow(s.box, 2)),
  ];
  for (const whole of scene.lines) {
    if (usedLines.has(whole)) continue;
    const line = outside(whole, taken);
    if (!line) continue;
    const point = clickPoint(visibleParts(line.box, [], scene.displays));
    if (!point) continue;
    const window = windowAt(point, scene.windows);
    // A title bar's text is in the listing as the window's title.
    if (window && !window.overrideRedirect && !containsPoint(window.client, point)) continue;
    if (knownWords(line.text, line.box, candidates, scene)) continue;
    yield {
      source: "ocr",
      role: "text",
      label: cleanText(line.text),
      rawLabel: line.text,
      inDialog: window?.type === "dialog",
      read: [{ text: line.text, confidence: line.confidence }],
      box: line.box,
      point,
      visible: 1,
      geometry: "verified",
      confidence: line.confidence * 0.5,
      ...(window ? { window } : {}),
    };
  }
}

/** Context of the tree, kept only where the pixels bear it out; a mark's own label is not repeated. */
function contextLines(shown: readonly Shown[], scene: Scene): ContextLine[] {
  const lines: ContextLine[] = [];
  const marks = shown.filter((s) => !s.item.context);
  for (const s of shown) {
    if (!s.item.context) continue;
    const text = cleanText(s.item.name ?? "");
    if (!text || area(s.box) === 0) continue;
    const visible = visibleBox(s);
    if (
      s.item.node.geometryTrusted &&
      readInside(visible, scene.lines).length === 0 &&
      isFlat(scene.frame, visible)
    )
      continue;
    if (marks.some((m) => containment(s.box, m.box) > 0.9 && treeLabel(m.item).includes(text))) continue;
    lines.push({
      role: s.item.node.role,
      text,
      ...(s.window ? { window: s.window.id } : {}),
      x: visible.x,
      y: visible.y + visible.height / 2,
    });
  }
  return lines;
}
