import { VALUE_ROLES } from "../ax/roles.js";
import { cleanText } from "../core/text.js";
import { containment, containsPoint, envelope, grow, iou, type Point, type Rect } from "../geometry/rect.js";
import { clickPoint, visibleParts } from "../safety/occlusion.js";
import type { Detection, TextLine } from "../vision/port.js";
import type { Candidate, Scene } from "./scene.js";
import { type Shown, visibleBox, type Withheld } from "./shown.js";
import { bare, labelBeside, lineInside, outside, readInside } from "./text.js";
import { showsAt, windowAt } from "./windows.js";

/** A label stands this near to the control that it names, desktop pixels. */
const LABEL_DISTANCE = 60;

/** Score from which a nameless box in a window that has a tree is believed: the tree misses little there. */
const NAMELESS_SCORE = 0.5;

/** Score from which a button over static text of the tree is believed. */
const OVER_TEXT_SCORE = 0.75;

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
  // The place first: making labels bare costs a hundred times as much.
  return tree.some((c) => c.node && distance(c.box, box) <= LABEL_DISTANCE && bare(c.label) === words);
}

/** Gap between two rectangles along the farther axis; 0 when they touch. */
function distance(a: Rect<"desktop">, b: Rect<"desktop">): number {
  const dx = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const dy = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return Math.max(0, dx, dy);
}

const LABEL_RIGHT = new Set(["checkbox", "radio", "switch"]);

/** The pixel on the control itself where the box is control and label, as far as the detector tells. */
function controlPoint(d: Detection, parts: readonly Rect<"desktop">[]): Point<"desktop"> | undefined {
  if (!d.point || !LABEL_RIGHT.has(d.role)) return undefined;
  const point = { x: Math.floor(d.point.x), y: Math.floor(d.point.y) };
  return parts.some((part) => containsPoint(part, point)) ? point : undefined;
}

/** Controls that only the picture shows. */
export function* fromPixels(
  detections: readonly Detection[],
  tree: readonly Candidate[],
  scene: Scene,
  usedLines: Set<TextLine>,
  withheld: Withheld,
): Generator<Candidate> {
  const withTree = new Set(tree.flatMap((c) => (c.node && c.window ? [c.window.id] : [])));
  const free = scene.lines.filter((l) => !tree.some((c) => c.node && lineInside(l, c.box)));
  for (const d of detections) {
    const parts = visibleParts(d.box, [], scene.displays);
    const point = controlPoint(d, parts) ?? clickPoint(parts);
    if (!point) continue;
    const window = windowAt(point, scene.windows);
    if (window && !showsAt(window, point)) {
      withheld.add("occluded");
      for (const l of free) if (lineInside(l, d.box)) usedLines.add(l);
      continue;
    }
    let read = readInside(d.box, free);
    const certain = LABEL_RIGHT.has(d.role) || (d.role === "button" && d.score >= OVER_TEXT_SCORE);
    if (
      !certain &&
      (knownWords(read.map((r) => r.text).join(" "), d.box, tree, scene) ||
        (read.length > 1 && read.every((r) => knownWords(r.text, r.box, tree, scene))))
    )
      continue;
    const wordless = read.every((r) => bare(r.text) === "");
    const expected = window && withTree.has(window.id) && !scene.silent?.some((r) => containsPoint(r, point));
    if (wordless && expected && d.score < NAMELESS_SCORE) continue;
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
      ...(value === undefined ? {} : { value }),
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
export function* fromText(
  shown: readonly Shown[],
  candidates: readonly Candidate[],
  scene: Scene,
  usedLines: ReadonlySet<TextLine>,
  withheld: Withheld,
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
    if (window && !showsAt(window, point)) {
      withheld.add("occluded");
      continue;
    }
    // A title bar's text is in the listing as the window's title.
    if (window && !window.overrideRedirect && !containsPoint(window.client, point)) continue;
    if (knownWords(line.text, line.box, candidates, scene)) continue;
    yield {
      source: "ocr",
      role: "text",
      label: cleanText(line.text),
      rawLabel: line.text,
      inDialog: window?.type === "dialog",
      read: [{ text: line.text, confidence: line.confidence, box: line.box }],
      box: line.box,
      point,
      visible: 1,
      geometry: "verified",
      confidence: line.confidence * 0.5,
      ...(window ? { window } : {}),
    };
  }
}
