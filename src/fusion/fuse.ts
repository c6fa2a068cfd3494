import type { WindowInfo } from "../capture/port.js";
import { centre } from "../geometry/rect.js";
import type { TextLine } from "../vision/port.js";
import { matchDetections, type TreeBox } from "./match.js";
import { fromPixels, fromText } from "./pixel-candidates.js";
import type { Candidate, Fusion, Scene, StaticText } from "./scene.js";
import { inRegion, showing, Withheld, withoutTwins } from "./shown.js";
import { contextLines, fromTree, fromUntrusted } from "./tree-candidates.js";
import { windowAt } from "./windows.js";

/**
 * Merges tree, detector and reader into the candidates of one action surface. Pure and deterministic.
 * Gate steps 1 to 3 (geometry, occlusion, pixel evidence) happen here, before anything gets a number;
 * what they drop is counted and its text goes nowhere.
 */
export function fuse(given: Scene): Fusion {
  const scene = { ...given, statics: given.statics.filter((s) => inFront(s, given.windows)) };
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
  for (const candidate of fromPixels(seen, candidates, scene, usedLines, withheld))
    candidates.push(candidate);
  const context = contextLines(shown, scene, withheld);
  for (const candidate of fromText(shown, candidates, scene, usedLines, withheld)) candidates.push(candidate);
  return { candidates, context, withheld: withheld.counts };
}

/** Words of a window that is covered there explain nothing of what is read in front of them. */
function inFront({ window, box }: StaticText, windows: readonly WindowInfo[]): boolean {
  const named = windows.find((w) => w.id === window);
  const top = named && windowAt(centre(box), windows);
  return !top || top === named || (top.pid !== undefined && top.pid === named.pid);
}
