import { clickAction } from "../ax/actions.js";
import type { AxNode, AxState } from "../ax/node.js";
import { VALUE_ROLES } from "../ax/roles.js";
import { type Letterbox, rectToFrame } from "../geometry/letterbox.js";
import { area, bottom, intersect, type Rect, right } from "../geometry/rect.js";
import { mixedScript } from "../safety/confusables.js";
import { crosscheck } from "../safety/crosscheck.js";
import { instructionLike } from "../safety/injection.js";
import { MAX_QUOTED, safeText } from "../safety/output.js";
import { REDACTED_PASSWORD } from "../safety/redact.js";
import { holdsSecret } from "../safety/secret-field.js";
import { classifyRisk } from "../safety/sensitive.js";
import type { Caption } from "../vision/port.js";
import type { Identified, NumberBook } from "./numbers.js";
import { pixelStates } from "./pixel-states.js";
import { rank } from "./rank.js";
import type { Candidate } from "./scene.js";
import type { MarkFlag, SurfaceMark } from "./surface.js";

/** A mark with what is needed to act on it; never leaves the process. */
export interface Mark {
  readonly surface: SurfaceMark;
  readonly candidate: Candidate;
  /** The name as the application gave it, for the checks; not redacted. */
  readonly rawLabel: string;
  /** Other words for what an icon shows, where its name came from the icon namer. */
  readonly synonyms?: readonly string[];
}

export interface MarkLimits {
  readonly maxMarks: number;
}

export interface Numbered {
  readonly marks: readonly Mark[];
  readonly truncated: number;
}

/** Shown labels of the icon namer are right in about 95 of 100 cases at the score it is cut at. */
const UNNAMED_ICON = new Set(["button", "icon", "link", "menuitem", "tab", "img", "listitem", "switch"]);

/** True for candidates that only the icon namer can give a label. */
export function wantsCaption(c: Candidate): boolean {
  return (
    c.label === "" &&
    c.read.length === 0 &&
    UNNAMED_ICON.has(c.role) &&
    c.box.width <= 160 &&
    c.box.height <= 160
  );
}

/**
 * Turns candidates into numbered, checked marks. Every mark gets its verdict here: one without a verdict
 * does not exist.
 *
 * @param captions same order and length as `candidates`; undefined where none was asked for
 * @param pixelHash hash of the frame's pixels in a rectangle, to know vision-only marks again
 */
export function numberMarks(
  candidates: readonly Candidate[],
  captions: readonly (Caption | undefined)[],
  box: Letterbox,
  book: NumberBook,
  limits: MarkLimits,
  pixelHash: (r: Rect<"desktop">) => string,
): Numbered {
  const drafts = candidates.map((candidate, at) => draft(candidate, captions[at]));
  const ranked = drafts
    .map((d, at) => ({ d, at, rank: rank(d.candidate) }))
    .sort((a, b) => b.rank - a.rank || a.at - b.at)
    .map((r) => r.d);
  const shown = ranked.slice(0, limits.maxMarks).sort((a, b) => inReadingOrder(a.candidate, b.candidate));
  const identified = ({ candidate: c, label }: Draft): Identified => ({
    ...(c.node ? { identity: identityOf(c.node) } : { pixels: pixelHash(c.box) }),
    role: c.role,
    label,
    box: c.box,
    ...(c.window ? { window: c.window.id } : {}),
  });
  const leftOut = ranked.slice(limits.maxMarks).filter((d) => d.candidate.node);
  const numbers = book.assign(shown.map(identified), leftOut.map(identified));
  return {
    marks: shown.map((d, at) => finish(d, numbers[at]!, box)),
    truncated: drafts.length - shown.length,
  };
}

/** Bus names begin anew with each bus, and paths may be given again: process and role tell most of these apart. */
const identityOf = (node: AxNode): string => `${node.pid ?? ""} ${node.role} ${node.id}`;

interface Draft {
  readonly candidate: Candidate;
  readonly label: string;
  readonly rawLabel: string;
  readonly iconLabel?: string;
  readonly synonyms?: readonly string[];
}

function draft(candidate: Candidate, caption: Caption | undefined): Draft {
  const icon = caption?.label;
  return {
    candidate,
    label: candidate.label || (icon ?? ""),
    rawLabel: candidate.label ? candidate.rawLabel : (icon ?? ""),
    ...(icon ? { iconLabel: icon } : {}),
    ...(icon && caption.synonyms ? { synonyms: caption.synonyms } : {}),
  };
}

function inReadingOrder(a: Candidate, b: Candidate): number {
  const band = (c: Candidate) => Math.round((c.box.y + Math.min(c.box.height, 60) / 2) / 12);
  return band(a) - band(b) || a.box.x - b.box.x || a.box.y - b.box.y || area(b.box) - area(a.box);
}

function finish(
  { candidate: c, label, rawLabel, iconLabel, synonyms }: Draft,
  id: number,
  box: Letterbox,
): Mark {
  const node = c.node;
  const states = statesOf(c);
  const verdict = crosscheck({
    role: c.role,
    ...(rawLabel ? { name: rawLabel } : {}),
    ...(c.value === undefined ? {} : { value: c.value }),
    ...(node?.description ? { description: node.description } : {}),
    states,
    lines: c.read,
    source: c.source,
    ...(iconLabel ? { iconLabel } : {}),
  });
  const { risk } = classifyRisk({
    role: c.role,
    name: rawLabel,
    inDialog: c.inDialog,
    // What stands in a field is its content, not what it does.
    ...(verdict.ocr === undefined || VALUE_ROLES.has(c.role) ? {} : { ocr: verdict.ocr }),
    ...(iconLabel ? { iconLabel } : {}),
    states,
    nativeRole: node?.nativeRole ?? c.detection?.label ?? c.role,
  });
  const flags: MarkFlag[] = [];
  if (c.geometry === "untrusted") flags.push("untrusted-geometry");
  if (mixedScript(rawLabel)) flags.push("confusable");
  if ([rawLabel, c.value ?? "", node?.description ?? ""].some((t) => instructionLike(t).flagged))
    flags.push("instruction-like");
  if (!node) flags.push("vision-only");
  if (iconLabel && label === iconLabel) flags.push("icon-name");
  const semantic = node !== undefined && clickAction(node) !== undefined;
  // What only looks disabled may still be tried.
  const disabled = node?.states.includes("disabled");
  return {
    candidate: c,
    rawLabel,
    ...(synonyms ? { synonyms } : {}),
    surface: {
      id,
      role: c.role,
      label: safeText(rawLabel),
      source: c.source,
      box: rounded(c.box),
      frameBox: frameBox(c.box, box),
      point: { x: c.point.x, y: c.point.y },
      ...(disabled ? {} : { actions: ["click"] }),
      dispatch: semantic ? "semantic" : "pointer",
      ...(states.length ? { states: [...states] } : {}),
      ...shownValue(c),
      ...(node?.description && node.description !== label ? { description: safeText(node.description) } : {}),
      ...(c.window ? { window: c.window.id } : {}),
      ...(node ? { app: safeText(node.app, 60), nativeRole: safeText(node.nativeRole, 40) } : {}),
      confidence: Math.round(c.confidence * 100) / 100,
      geometry: c.geometry,
      verdict: verdict.verdict,
      evidence: {
        ...(verdict.ocr === undefined ? {} : { ocr: safeText(verdict.ocr, MAX_QUOTED) }),
        ...(verdict.distance === undefined ? {} : { distance: Math.round(verdict.distance * 1000) / 1000 }),
        ...(verdict.confidence === undefined
          ? {}
          : { confidence: Math.round(verdict.confidence * 100) / 100 }),
        ...(c.detection ? { scale: Math.round(c.detection.scale * 100) / 100 } : {}),
        reason: verdict.reason,
      },
      risk,
      ...(flags.length ? { flags } : {}),
    },
  };
}

/** Those of the tree; without it those that the pixels show, and a field is protected by its label. */
function statesOf(c: Candidate): readonly AxState[] {
  if (c.node) return c.node.states;
  const shown = c.detection ? pixelStates(c.detection) : [];
  return holdsSecret({ role: c.role, name: c.label }) ? [...shown, "protected"] : shown;
}

/** True when neither the value nor the pixels of it may leave. */
export const isProtected = (c: Candidate): boolean => statesOf(c).includes("protected");

/** A protected field's value is never read; saying so keeps a model from taking it for empty. */
function shownValue(c: Candidate): { value?: string } {
  if (isProtected(c)) return { value: REDACTED_PASSWORD };
  return c.value === undefined ? {} : { value: safeText(c.value) };
}

const rounded = (r: Rect<"desktop">): Rect<"desktop"> => ({
  x: Math.round(r.x),
  y: Math.round(r.y),
  width: Math.round(right(r)) - Math.round(r.x),
  height: Math.round(bottom(r)) - Math.round(r.y),
});

/** Clipped to the content, rounded to whole frame pixels, at least 1x1. */
function frameBox(r: Rect<"desktop">, box: Letterbox): Rect<"frame"> {
  const f = rectToFrame(box, r);
  const clipped = intersect(f, box.content) ?? { ...f, width: 1, height: 1 };
  const x = Math.round(clipped.x);
  const y = Math.round(clipped.y);
  return {
    x,
    y,
    width: Math.max(1, Math.round(right(clipped)) - x),
    height: Math.max(1, Math.round(bottom(clipped)) - y),
  };
}
