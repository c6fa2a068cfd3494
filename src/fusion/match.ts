import type { Role } from "../ax/roles.js";
import { area, containment, grow, intersectionArea, iou, type Rect } from "../geometry/rect.js";
import type { Detection } from "../vision/port.js";

/** Overlap at which a detector box and a tree box are the same control. */
export const SAME_BOX_IOU = 0.5;
/** Share of a detector box inside a tree box at which it is a part of that control (its glyph, its text). */
export const PART_CONTAINMENT = 0.8;

/** Controls that are whole: whatever the detector finds inside is a part of them. */
const ATOMIC: ReadonlySet<Role> = new Set<Role>([
  "button",
  "link",
  "checkbox",
  "radio",
  "switch",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "slider",
  "spinbutton",
  "combobox",
  "textbox",
  "searchbox",
  "heading",
]);

/** Rows that may hold controls of their own. */
const ROWS: ReadonlySet<Role> = new Set<Role>(["listitem", "treeitem", "row", "cell", "tab"]);

/** Detector roles that inside a row are a control of its own rather than the row's picture or text. */
const OWN_CONTROL: ReadonlySet<Role> = new Set<Role>(["button", "checkbox", "switch", "combobox", "radio"]);

/** Detector roles that are often a control together with its label, or a row of such. */
const GROUPS: ReadonlySet<Role> = new Set<Role>(["listitem", "link", "text", "img", "tab"]);

/** Small controls whose label stands beside them. */
const WITH_LABEL: ReadonlySet<Role> = new Set<Role>(["checkbox", "radio", "switch"]);

/** Score at which such a control inside a row is believed. */
const OWN_CONTROL_SCORE = 0.5;

/** Fields of one line hold buttons (clear, reveal, search) that trees often do not tell. */
const FIELDS: ReadonlySet<Role> = new Set<Role>(["textbox", "searchbox"]);
/** A field is of one line up to this many times the height of the button in it. */
const FIELD_HEIGHT = 2.5;

export interface TreeBox {
  readonly box: Rect<"desktop">;
  readonly role: Role;
  /** Static text of the tree: it takes no action. */
  readonly context: boolean;
  /** False when the geometry cannot be trusted: such a box matches nothing by place. */
  readonly trusted: boolean;
}

export interface Matching {
  /** For each tree box the detection that is the same control. */
  readonly same: ReadonlyMap<number, Detection>;
  /** Detections that belong to no tree box: controls that only the picture shows. */
  readonly rest: readonly Detection[];
}

/**
 * Matches detector boxes with tree boxes by overlap and containment in one space (FUS-2). The tree's
 * identity wins; a duplicate merges once; a box around several tree controls is a false group and goes;
 * a large tree area (a canvas, a document) never swallows what the detector finds in it.
 */
export function matchDetections(tree: readonly TreeBox[], detections: readonly Detection[]): Matching {
  const same = new Map<number, Detection>();
  const rest: Detection[] = [];
  const pairs: { t: number; d: number; overlap: number }[] = [];
  tree.forEach((item, t) => {
    if (item.context || !item.trusted) return;
    detections.forEach((detection, d) => {
      const overlap = iou(item.box, detection.box);
      if (overlap >= SAME_BOX_IOU) pairs.push({ t, d, overlap });
    });
  });
  pairs.sort((a, b) => b.overlap - a.overlap || a.t - b.t || a.d - b.d);
  const merged = new Set<number>();
  for (const { t, d } of pairs) {
    if (!same.has(t) && !merged.has(d)) same.set(t, detections[d]!);
    merged.add(d);
  }
  detections.forEach((detection, d) => {
    if (!merged.has(d) && !belongs(detection, tree)) rest.push(detection);
  });
  return { same, rest };
}

function belongs(detection: Detection, tree: readonly TreeBox[]): boolean {
  const size = area(detection.box);
  let inside = 0;
  for (const item of tree) {
    if (!item.trusted || intersectionArea(item.box, detection.box) === 0) continue;
    const part = containment(detection.box, grow(item.box, 2));
    if (item.context) {
      // Static text: the detector took a label for a link or a row.
      const textLike = detection.role !== "button" && detection.role !== "checkbox";
      if (textLike && (part >= PART_CONTAINMENT || iou(item.box, detection.box) >= 0.4)) return true;
      continue;
    }
    if (part >= PART_CONTAINMENT) {
      if (ATOMIC.has(item.role) && !fieldButton(detection, item)) return true;
      if (ROWS.has(item.role) && !ownControl(detection, item.box)) return true;
    }
    if (containment(item.box, grow(detection.box, 2)) >= PART_CONTAINMENT) {
      inside++;
      // A loose box around one control is that control (or it and its label); around several it groups
      // what is apart.
      if (WITH_LABEL.has(item.role)) return true;
      if (inside >= 2 || GROUPS.has(detection.role) || area(item.box) >= 0.25 * size) return true;
    }
  }
  return false;
}

function ownControl(detection: Detection, row: Rect<"desktop">): boolean {
  return (
    OWN_CONTROL.has(detection.role) &&
    detection.score >= OWN_CONTROL_SCORE &&
    area(detection.box) < 0.3 * area(row)
  );
}

function fieldButton(detection: Detection, { role, box }: TreeBox): boolean {
  return (
    FIELDS.has(role) &&
    detection.role === "button" &&
    ownControl(detection, box) &&
    box.height <= FIELD_HEIGHT * detection.box.height
  );
}
