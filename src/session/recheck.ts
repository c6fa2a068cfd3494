import { looksDifferent } from "../action/verify.js";
import type { AxNode } from "../ax/node.js";
import type { AccessibilityTree } from "../ax/port.js";
import type { Frame, WindowInfo } from "../capture/port.js";
import { GroundmarkError } from "../core/errors.js";
import type { Mark } from "../fusion/marks.js";
import { wordsShown } from "../fusion/shown.js";
import { guarded, withoutValue } from "../fusion/tree.js";
import { coverers, showsAt, windowAt, windowOf } from "../fusion/windows.js";
import { type Display, sameLayout } from "../geometry/displays.js";
import { area, intersect, type Point, type Rect, sameRect } from "../geometry/rect.js";
import { crosscheck, showsName } from "../safety/crosscheck.js";
import { gate } from "../safety/gate.js";
import { checkGeometry } from "../safety/geometry.js";
import { clickPoint, covered, MIN_LABEL, type Sight, sightOf, visibleParts } from "../safety/occlusion.js";
import { MAX_QUOTED, safeText } from "../safety/output.js";
import { nameIcons } from "./naming.js";
import type { Observation } from "./observation.js";
import { pixelHash } from "./observe.js";
import type { ActPorts } from "./ports.js";

/** The mark as it is now, on pixels captured right before the dispatch. */
export interface Fresh {
  readonly node?: AxNode;
  readonly box: Rect<"desktop">;
  readonly point: Point<"desktop">;
  readonly windows: readonly WindowInfo[];
  readonly frame: Frame;
  /** Where an effect is looked for: what shows of the mark's window, or of the screen behind all windows. */
  readonly scope: readonly Rect<"desktop">[];
}

/**
 * Identity, label and hit test once more on fresh pixels (SAF-12). A difference in those is STALE_REF;
 * pixels that merely changed (caret, hover, video) are not.
 *
 * @throws GroundmarkError STALE_REF, OCCLUDED, ADVERSARIAL_UI_DISCREPANCY, CONFIRMATION_REQUIRED,
 *   PLATFORM_NOT_SUPPORTED (the display has gone)
 */
export async function recheck(
  ports: ActPorts,
  observation: Observation,
  mark: Mark,
  confirm: boolean,
): Promise<Fresh> {
  const displays = ports.capture.displays();
  if (!sameLayout(displays, observation.displays))
    throw stale(mark, "the monitors changed since the observation");
  const { candidate } = mark;
  const asked = ports.capture.windows();
  const node = candidate.node ? await present(ports, mark, candidate.node, asked) : undefined;
  // The application takes as long as it likes to answer: pixels and windows are looked at afterwards.
  const frame = ports.capture.grab({ kind: "display" });
  const box = node ? placeNow(mark, node) : candidate.box;
  const geometry = checkGeometry({ bounds: box, hidden: node?.states.includes("hidden") ?? false }, displays);
  if (!geometry.ok) throw stale(mark, `its place is no longer valid (${geometry.reason})`);
  const aim = (): Aim =>
    hitTest(
      mark,
      node,
      box,
      node?.geometryTrusted ? asked : observation.windows,
      ports.capture.windows(),
      displays,
    );
  const { parts } = aim();
  await sameLabel(ports, observation, mark, node, { box, parts }, frame, confirm);
  // Once more: reading took a while.
  const { own, point, windows } = aim();
  // Without the frame: the window manager recolours it with the focus. Its words are the window's title.
  const ground = own?.client ?? frame.region;
  return {
    ...(node ? { node } : {}),
    box,
    point,
    windows,
    frame,
    scope: visibleParts(ground, coverers(own, ground, windows), displays),
  };
}

interface Aim {
  readonly own: WindowInfo | undefined;
  /** What shows of the mark. */
  readonly parts: readonly Rect<"desktop">[];
  readonly point: Point<"desktop">;
  readonly windows: readonly WindowInfo[];
}

/**
 * Where a click would land, if the mark's window is still the one that gets it there.
 *
 * @param placed the windows as they were when `box` was true
 */
function hitTest(
  mark: Mark,
  node: AxNode | undefined,
  box: Rect<"desktop">,
  placed: readonly WindowInfo[],
  windows: readonly WindowInfo[],
  displays: readonly Display[],
): Aim {
  const { candidate } = mark;
  const own = node ? windowOf(node, box, windows) : windows.find((w) => w.id === candidate.window?.id);
  if (candidate.window && own?.id !== candidate.window.id) throw stale(mark, "its window changed");
  const was = own && placed.find((w) => w.id === own.id);
  if (own && !(was && sameRect(was.bounds, own.bounds))) throw stale(mark, "its window moved");
  const clipped = own ? intersect(box, own.bounds) : box;
  const look = (r: Rect<"desktop">): Sight => sightOf(r, coverers(own, r, windows, node?.pid), displays);
  const sight = clipped && look(clipped);
  const visible = sight && clickPoint(sight.parts);
  if (!visible || hidden(mark, box, sight, look)) throw occluded(mark);
  // The control of a labelled check box is clicked, not the middle of control and label.
  const point = candidate.node ? visible : candidate.point;
  const top = windowAt(point, windows);
  // Without a window of its own it may lie behind all of them, or in one of its process.
  const lawful = own || !node ? top?.id === own?.id : !top || top.type === "desktop" || top.pid === node.pid;
  if (!lawful || (top && !showsAt(top, point))) throw occluded(mark);
  return { own, parts: sight.parts, point, windows };
}

/**
 * True when too little shows of the mark, or of the words that it was known by: they moved with it. The
 * point may still be free, but nobody who looks at the screen would know what a click on it does.
 */
function hidden(
  { candidate }: Mark,
  box: Rect<"desktop">,
  sight: Sight,
  look: (r: Rect<"desktop">) => Sight,
): boolean {
  const named = !candidate.node || showsName(candidate.role);
  const words = candidate.read.map((r) => ({
    ...r.box,
    x: r.box.x + box.x - candidate.box.x,
    y: r.box.y + box.y - candidate.box.y,
  }));
  if (covered(sight, named, words.length > 0)) return true;
  const whole = words.reduce((sum, r) => sum + area(r), 0);
  const left = words.reduce((sum, r) => sum + look(r).share * area(r), 0);
  return named && left < MIN_LABEL * whole;
}

/** The same object, still there, still with the same role and name. */
async function present(
  ports: ActPorts,
  mark: Mark,
  known: AxNode,
  windows: readonly WindowInfo[],
): Promise<AxNode> {
  if (!ports.ax) throw stale(mark, "the accessibility tree is no longer available");
  const node = await refreshed(ports.ax, known, windows);
  if (!node) throw stale(mark, "the control no longer exists", { gone: true });
  if (node.pid !== known.pid) throw stale(mark, "another process answers for the control");
  if (node.role !== known.role) throw stale(mark, "the control changed its role");
  if ((node.name ?? "") !== (known.name ?? "")) throw stale(mark, "the control changed its name");
  if (node.states.includes("disabled"))
    throw new GroundmarkError("ACTION_NOT_SUPPORTED", `mark ${mark.surface.id} is disabled`, {
      suggestion: "Do what enables it first, then observe again.",
    });
  return node;
}

/** The node as it is now; of a protected one without the value, whatever its own role says by then. */
export async function refreshed(
  ax: AccessibilityTree,
  known: AxNode,
  windows: readonly WindowInfo[],
): Promise<AxNode | undefined> {
  const node = await ax.refresh(known, windows);
  return node && (known.states.includes("protected") ? withoutValue(node) : guarded(node));
}

/** Vision supplied the box of an untrusted node: that stays; otherwise the node's present box counts. */
function placeNow(mark: Mark, node: AxNode | undefined): Rect<"desktop"> {
  if (!node?.geometryTrusted) return mark.candidate.box;
  if (!node.bounds) throw stale(mark, "the control has no place on the screen any more");
  return node.bounds;
}

async function sameLabel(
  ports: ActPorts,
  observation: Observation,
  mark: Mark,
  node: AxNode | undefined,
  { box, parts }: { readonly box: Rect<"desktop">; readonly parts: readonly Rect<"desktop">[] },
  frame: Frame,
  confirm: boolean,
): Promise<void> {
  const before = pixelHash(observation.frame, mark.candidate.box);
  if (before !== "" && before === pixelHash(frame, box)) return;
  const lines = await ports.vision.read(frame, box);
  const read = wordsShown(parts, { lines });
  const { candidate, surface } = mark;
  if (!node) {
    const was = candidate.read.map((r) => r.text).join(" ");
    if (was !== "" && read.map((r) => r.text).join(" ") !== was) throw stale(mark, "the text there changed");
    if (was === "") await samePicture(ports, observation, mark, frame);
    return;
  }
  const verdict = crosscheck({
    role: candidate.role,
    ...(mark.rawLabel ? { name: mark.rawLabel } : {}),
    ...(node.value === undefined ? {} : { value: node.value }),
    ...(node.description ? { description: node.description } : {}),
    states: node.states,
    lines: read,
    source: candidate.source,
  });
  if (verdict.verdict === "mismatch" && surface.verdict !== "mismatch")
    throw new GroundmarkError("STALE_REF", `mark ${surface.id}: the screen now shows another text there`, {
      details: {
        reason: verdict.reason,
        ...(verdict.ocr === undefined ? {} : { visual: safeText(verdict.ocr, MAX_QUOTED) }),
        ax: safeText(surface.label, MAX_QUOTED),
      },
    });
  const refusal = gate({ ...surface, verdict: verdict.verdict }, { confirm });
  if (refusal) throw refusal;
}

/** An icon is known by the name that the icon namer gives it; a picture without one by its pixels alone. */
async function samePicture(
  ports: ActPorts,
  observation: Observation,
  mark: Mark,
  frame: Frame,
): Promise<void> {
  const { candidate, surface } = mark;
  const box = candidate.detection?.box ?? candidate.box;
  if (surface.flags?.includes("icon-name")) {
    const {
      captions: [now],
    } = await nameIcons(ports.vision, frame, [box]);
    if (now?.label !== mark.rawLabel) throw stale(mark, "another icon is there");
  } else if (looksDifferent(observation.frame, frame, box)) throw stale(mark, "the picture there changed");
}

const stale = (mark: Mark, why: string, details: Record<string, unknown> = {}): GroundmarkError =>
  new GroundmarkError("STALE_REF", `mark ${mark.surface.id}: ${why}`, {
    details: { number: mark.surface.id, ...details },
  });

const occluded = (mark: Mark): GroundmarkError =>
  new GroundmarkError("OCCLUDED", `mark ${mark.surface.id}: another window covers it`, {
    details: { number: mark.surface.id },
  });
