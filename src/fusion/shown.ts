import type { AxNode } from "../ax/node.js";
import type { WindowInfo } from "../capture/port.js";
import { centre, containsPoint, envelope, intersect, iou, type Rect } from "../geometry/rect.js";
import { showsName } from "../safety/crosscheck.js";
import { checkGeometry } from "../safety/geometry.js";
import { clickPoint, covered, sightOf } from "../safety/occlusion.js";
import type { Scene, TreeItem } from "./scene.js";
import { readInside } from "./text.js";
import { coverers, windowOf } from "./windows.js";

/** A tree item that passed geometry and occlusion. */
export interface Shown {
  readonly item: TreeItem;
  readonly box: Rect<"desktop">;
  readonly parts: readonly Rect<"desktop">[];
  /** What windows above leave of it, 0 to 1. */
  readonly share: number;
  readonly window: WindowInfo | undefined;
}

/** Counts what is kept out, by reason; never its text. */
export class Withheld {
  readonly counts: Record<string, number> = {};
  add(reason: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
  }
}

export function inRegion(box: Rect<"desktop">, scene: Scene): boolean {
  return intersect(box, scene.frame.region) !== undefined;
}

/** Gate steps 1 and 2: geometry, then occlusion. */
export function showing(item: TreeItem, scene: Scene, withheld: Withheld): Shown | undefined {
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
  const sight = sightOf(clipped, coverers(window, clipped, scene.windows, node.pid), scene.displays);
  const { parts, share } = sight;
  if (!clickPoint(parts)) return drop("occluded");
  const named = showsName(node.role);
  if (!item.context && covered(sight, named, named && wordsShown(parts, scene).length > 0))
    return drop("occluded");
  return { item, box, parts, share, window };
}

/**
 * A wrapper and its content often share one box and both are actionable (list row around its link). One
 * element, one mark: the deeper one stays, since it is what the pixels show, unless only the outer one
 * has a name.
 */
export function withoutTwins(shown: readonly Shown[]): Shown[] {
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

/** What was read in these parts, without the words of what lies between them. */
export function wordsShown(
  parts: readonly Rect<"desktop">[],
  { lines }: Pick<Scene, "lines">,
): ReturnType<typeof readInside> {
  const whole = parts.reduce((all, part) => envelope(all, part));
  if (parts.length === 1) return readInside(whole, lines);
  return readInside(
    whole,
    lines.flatMap((line) => {
      if (!intersect(line.box, whole)) return [];
      const words = (line.words.length ? line.words : [line]).filter((word) =>
        parts.some((part) => containsPoint(part, centre(word.box))),
      );
      if (words.length === line.words.length) return line;
      return words.map((word) => ({ ...word, words: [word] }));
    }),
  );
}

/** The rectangle around the parts that show. */
export function visibleBox(s: Shown): Rect<"desktop"> {
  return s.parts.reduce((all, p) => envelope(all, p));
}
