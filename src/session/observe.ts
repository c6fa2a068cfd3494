import { createHash, randomBytes } from "node:crypto";
import type { AxTree } from "../ax/node.js";
import type { AccessibilityTree, AxLimits } from "../ax/port.js";
import type { Capture, CaptureTarget, Frame, WindowInfo } from "../capture/port.js";
import { invalidArg } from "../core/errors.js";
import type { Warning } from "../core/warning.js";
import { fuse } from "../fusion/fuse.js";
import { type ListedWindow, listing } from "../fusion/listing.js";
import { isProtected, type Mark, numberMarks, wantsCaption } from "../fusion/marks.js";
import type { NumberBook } from "../fusion/numbers.js";
import { silentAreas } from "../fusion/silent.js";
import type { Surface } from "../fusion/surface.js";
import { treeItems } from "../fusion/tree.js";
import { sameWindows } from "../fusion/windows.js";
import type { Display } from "../geometry/displays.js";
import { FRAME_HEIGHT, FRAME_WIDTH, type Letterbox, letterbox } from "../geometry/letterbox.js";
import { intersect, pixelCover, type Rect, sameRect } from "../geometry/rect.js";
import { safeText } from "../safety/output.js";
import { redactText } from "../safety/redact.js";
import { secretRects } from "../safety/redact-pixels.js";
import type { Vision, VisionHealth, VisionResult } from "../vision/port.js";
import { nameIcons } from "./naming.js";
import type { Observation } from "./observation.js";

/** What one observation needs; `tree` is absent where nobody can give one. */
export interface ObservePorts {
  readonly capture: Capture;
  readonly vision: Vision;
  readonly tree?: (windows: readonly WindowInfo[]) => Promise<AxTree>;
}

export interface ObserveOptions {
  readonly target?: CaptureTarget;
  readonly maxMarks?: number;
  /** Time limit of each looking part, ms. */
  readonly visionDeadline?: number;
  /** `fast`: the detector sees a shrunk picture only, and misses small controls. */
  readonly effort?: "fast" | "full";
  /** Tesseract language instead of the embedded reader. */
  readonly language?: string;
  /** Stops between stages; a stage that runs is not cut. */
  readonly signal?: AbortSignal;
}

export const DEFAULT_MAX_MARKS = 100;
/** More numbers than anybody reads; badges and their places grow with the square. */
const LARGEST_MAX_MARKS = 1000;

const NO_TREE: AxTree = { status: "none", apps: [], nodes: 0, nullReferences: 0, warnings: [], duration: 0 };

/** Adapts the accessibility port: one tree read with limits, over the windows in view. */
export const treeReader =
  (ax: AccessibilityTree, limits?: Partial<AxLimits>) =>
  (windows: readonly WindowInfo[]): Promise<AxTree> =>
    ax.read(windows, limits);

/**
 * One observation: capture once, then tree, detector and reader side by side on that one frame, then
 * icon names for what is still nameless, then fusion and the safety gate.
 *
 * @throws GroundmarkError INVALID_ARGS (maxMarks), and from the capture (display gone, no such window or
 *   monitor); a part that cannot look is a state of the result
 */
export async function observe(
  ports: ObservePorts,
  book: NumberBook,
  options: ObserveOptions = {},
): Promise<Observation> {
  const timings: Record<string, number> = {};
  const started = performance.now();
  const lap = (stage: string, from: number) => {
    timings[stage] = Math.round((performance.now() - from) * 10) / 10;
  };
  options.signal?.throwIfAborted();
  const { maxMarks = DEFAULT_MAX_MARKS } = options;
  if (!(Number.isInteger(maxMarks) && maxMarks >= 1 && maxMarks <= LARGEST_MAX_MARKS))
    throw invalidArg("maxMarks", `a whole number from 1 to ${LARGEST_MAX_MARKS}`, maxMarks);
  const look = await lookOnce(ports, options, started);
  // The tree told of windows that the picture no longer showed where it took them from: look again, once.
  const moved = !sameWindows(look.windows, ports.capture.windows());
  if (moved) options.signal?.throwIfAborted();
  const { displays, windows, target, frame, box, inView, tree, silent, vision, captured } = moved
    ? await lookOnce(ports, options, performance.now())
    : look;
  timings.capture = captured;
  timings.ax = Math.round(tree.duration * 10) / 10;
  timings.detect = Math.round(vision.detector.duration * 10) / 10;
  timings.ocr = Math.round(vision.reader.duration * 10) / 10;

  options.signal?.throwIfAborted();
  const fusing = performance.now();
  const { items, statics, kept } = treeItems(tree);
  const fused = fuse({
    frame,
    displays,
    windows: inView,
    tree: items,
    statics,
    detections: vision.detections,
    silent,
    lines: vision.lines,
  });
  lap("fuse", fusing);

  const naming = performance.now();
  const {
    captions,
    status: captioner,
    describer,
    warnings: captionWarnings,
  } = await nameIcons(
    ports.vision,
    frame,
    fused.candidates.map((c) => (wantsCaption(c) ? (c.detection?.box ?? c.box) : undefined)),
  );
  lap("caption", naming);

  const checking = performance.now();
  const numbered = numberMarks(fused.candidates, captions, box, book, { maxMarks }, (r) =>
    pixelHash(frame, r),
  );
  const marks = new Map<number, Mark>(numbered.marks.map((m) => [m.surface.id, m]));
  // Of all candidates: the limit of marks leaves none of the pixels out.
  const secrets = secretRects(
    vision.lines,
    fused.candidates.filter(isProtected).map((c) => c.box),
  );
  const surface: Omit<Surface, "text" | "timings"> = {
    snapshot: snapshotId(),
    capturedAt: frame.capturedAt.toISOString(),
    source: {
      kind: frame.backend === "image" ? "image" : target.kind,
      backend: frame.backend,
      ...sourceId(target, displays, frame),
    },
    screen: { ...frame.region },
    frame: { width: FRAME_WIDTH, height: FRAME_HEIGHT, content: { ...box.content } },
    accessibility: {
      status: tree.status,
      ...(tree.reason ? { reason: safeText(tree.reason) } : {}),
      nodes: tree.nodes,
      kept,
    },
    vision: { ...visionState(vision, captioner), ...(describer ? { describer } : {}) },
    marks: numbered.marks.map((m) => m.surface),
    ...(Object.keys(fused.withheld).length ? { withheld: { ...fused.withheld } } : {}),
    ...(numbered.truncated ? { truncated: numbered.truncated } : {}),
    warnings: redacted([...tree.warnings, ...vision.warnings, ...captionWarnings]),
  };
  const text = redactText(listing(surface, listedWindows(inView, target), fused.context)).text;
  lap("safety", checking);
  lap("total", started);
  const { signal: _, ...repeatable } = options;
  return {
    id: surface.snapshot,
    options: repeatable,
    surface: { ...surface, text, timings },
    marks,
    frame,
    letterbox: box,
    displays,
    windows,
    secrets,
    textBoxes: vision.lines.map((l) => l.box),
  };
}

interface Look {
  readonly displays: readonly Display[];
  readonly windows: readonly WindowInfo[];
  readonly target: CaptureTarget;
  readonly frame: Frame;
  readonly box: Letterbox;
  readonly inView: readonly WindowInfo[];
  readonly tree: AxTree;
  readonly silent: readonly Rect<"desktop">[];
  readonly vision: VisionResult;
  /** ms */
  readonly captured: number;
}

/** One picture, and what tree, detector and reader say about it. */
async function lookOnce(ports: ObservePorts, options: ObserveOptions, started: number): Promise<Look> {
  const displays = ports.capture.displays();
  const windows = ports.capture.windows();
  const target = known(options.target ?? { kind: "display" }, windows);
  const frame = ports.capture.grab(target);
  const captured = Math.round((performance.now() - started) * 10) / 10;
  const box = letterbox(frame.region);
  const inView = windows.filter((w) => intersect(w.bounds, frame.region));
  const asked = targetWindows(inView, target);
  const reading = ports.tree ? ports.tree(asked) : Promise.resolve(NO_TREE);
  const silentThere = reading.then((told) => silentAreas(told, asked, displays, frame.region));
  const [tree, silent, vision] = await Promise.all([
    reading,
    silentThere,
    ports.vision.look(frame, {
      inside: silentThere.catch(() => []),
      ...(options.effort === undefined ? {} : { effort: options.effort }),
      ...(options.visionDeadline === undefined ? {} : { deadline: options.visionDeadline }),
      ...(options.language === undefined ? {} : { language: options.language }),
    }),
  ]);
  return { displays, windows, target, frame, box, inView, tree, silent, vision, captured };
}

/** A window as the list spells it: its id may have been given in decimal or in capitals. */
function known(target: CaptureTarget, windows: readonly WindowInfo[]): CaptureTarget {
  if (target.kind !== "window") return target;
  const found = windows.find((w) => w.id === target.id || Number(w.id) === Number(target.id));
  return found ? { kind: "window", id: found.id } : target;
}

/** A monitor that was asked for by its place in the list is named by its id. */
function sourceId(target: CaptureTarget, displays: readonly Display[], frame: Frame): { id?: string } {
  if (target.kind === "display") return {};
  if (target.kind === "window") return { id: target.id };
  return { id: displays.find((d) => sameRect(d.bounds, frame.region))?.id ?? target.id };
}

/** For a window: itself and the menus and dialogs of its process. */
function targetWindows(windows: readonly WindowInfo[], target: CaptureTarget): readonly WindowInfo[] {
  if (target.kind !== "window") return windows;
  const own = windows.find((w) => w.id === target.id);
  return windows.filter((w) => w === own || (own?.pid !== undefined && w.pid === own.pid));
}

function partState(part: VisionHealth["captioner"]): Surface["vision"]["captioner"] {
  return { ...(part.name ? { name: part.name } : {}), status: part.status };
}

function visionState(vision: VisionResult, captioner: Surface["vision"]["captioner"]): Surface["vision"] {
  const detector = partState(vision.detector);
  const ocr = partState(vision.reader);
  const parts = [detector.status, ocr.status, captioner.status];
  const good = parts.filter((s) => s === "ok").length;
  const reason = [vision.detector.reason, vision.reader.reason].filter(Boolean).join("; ");
  return {
    status: good === parts.length ? "ok" : good === 0 ? "unavailable" : "partial",
    ...(reason ? { reason: safeText(reason) } : {}),
    detector,
    ocr,
    captioner,
  };
}

function listedWindows(windows: readonly WindowInfo[], target: CaptureTarget): ListedWindow[] {
  const only = target.kind === "window" ? target.id : undefined;
  return windows
    .map((w, z) => ({ w, z }))
    .filter(({ w }) => w.draws && (only === undefined || w.id === only || w.overrideRedirect))
    .map(({ w, z }) => ({
      id: w.id,
      title: w.title,
      ...(w.appName ? { app: w.appName } : {}),
      focused: w.focused,
      z,
    }));
}

const redacted = (warnings: readonly Warning[]): Warning[] =>
  warnings.map((w) => ({ code: w.code, message: safeText(w.message) }));

/** `s` and 10 random base-32 characters (50 bits). */
export function snapshotId(): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  return `s${Array.from(randomBytes(10), (b) => alphabet[b % 32]).join("")}`;
}

/** Hash of the pixels in a desktop rectangle, clipped to the frame; "" when it lies outside. */
export function pixelHash(frame: Frame, r: Rect<"desktop">): string {
  const cut = intersect(pixelCover(r), frame.region);
  if (!cut) return "";
  const hash = createHash("sha1");
  const x = (cut.x - frame.region.x) * 3;
  for (let row = 0; row < cut.height; row++) {
    const at = (cut.y - frame.region.y + row) * frame.width * 3 + x;
    hash.update(frame.pixels.subarray(at, at + cut.width * 3));
  }
  return hash.digest("base64");
}
