import type { AxNode, AxTree } from "../ax/node.js";
import { isInteractive } from "../ax/prune.js";
import type { Role } from "../ax/roles.js";
import type { WindowInfo } from "../capture/port.js";
import type { Display } from "../geometry/displays.js";
import { area, envelope, intersect, type Rect } from "../geometry/rect.js";
import { sightOf } from "../safety/occlusion.js";
import { coverers } from "./windows.js";

/** A smaller area than this is a picture or an empty box, not a canvas; desktop pixels. */
const MIN_SIDE = 96;
const MIN_AREA = 160 * 160;
/** Of what is covered by more than this, too little shows to be worth a look. */
const MIN_SHARE = 0.3;
/** Areas that one observation searches, largest first: each costs a pass of the detector. */
const MAX_AREAS = 4;

/** Drawn by the application itself: what stands in it as a name or as children is a substitute for it. */
const DRAWN: ReadonlySet<Role> = new Set<Role>(["canvas", "img", "video"]);
/** A window's frame tells nothing of what is in it. */
const SILENT_WINDOWS: ReadonlySet<string> = new Set(["desktop"]);

/**
 * Large areas of which the tree says nothing (VIS-8): a canvas, a video, a remote desktop, a document
 * without content, the whole of a window that no application on the bus answers for. Desktop pixels, largest
 * first, clipped to what shows of them in `region`.
 *
 * @param windows in view, bottom first
 */
export function silentAreas(
  tree: AxTree,
  windows: readonly WindowInfo[],
  displays: readonly Display[],
  region: Rect<"desktop">,
): Rect<"desktop">[] {
  // Without any tree everything is silent, and the detector looks at everything as it is.
  if (tree.apps.length === 0) return [];
  const found: Rect<"desktop">[] = [];
  const told = new Set<string>();
  const add = (box: Rect<"desktop">, window: WindowInfo) => {
    const clipped = intersect(box, window.client);
    const inView = clipped && intersect(clipped, region);
    if (!inView || !isLarge(inView)) return;
    const { parts, share } = sightOf(inView, coverers(window, inView, windows), displays);
    if (share < MIN_SHARE) return;
    const shown = parts.reduce((all, part) => envelope(all, part));
    if (isLarge(shown)) found.push(shown);
  };
  for (const app of tree.apps)
    for (const top of app.windows) {
      const window = windows.find((w) => w.id === top.window);
      if (!window) continue;
      told.add(window.id);
      for (const box of silentIn(top)) add(box, window);
    }
  for (const window of windows) {
    const silent = !told.has(window.id) && window.draws && !SILENT_WINDOWS.has(window.type ?? "");
    if (silent && !window.overrideRedirect) add(window.client, window);
  }
  return found.sort((a, b) => area(b) - area(a) || a.y - b.y || a.x - b.x).slice(0, MAX_AREAS);
}

const isLarge = (r: Rect<"desktop">): boolean =>
  r.width >= MIN_SIDE && r.height >= MIN_SIDE && area(r) >= MIN_AREA;

/** The outermost large nodes that hold nothing to act on and no words. */
function silentIn(node: AxNode): Rect<"desktop">[] {
  if (node.states.includes("hidden") || isInteractive(node)) return [];
  const { bounds } = node;
  // What has no place, or one that is not to be believed, may hold what has.
  if (bounds && node.geometryTrusted) {
    if (!isLarge(bounds)) return [];
    if (DRAWN.has(node.role) ? !holdsControls(node) : saysNothing(node)) return [bounds];
  }
  return node.children.flatMap(silentIn);
}

const holdsControls = (node: AxNode): boolean =>
  node.children.some((child) => (isInteractive(child) && child.bounds !== undefined) || holdsControls(child));

/** Roles whose name is not what a person reads in the area: it names the area itself. */
const NAMES_ITSELF: ReadonlySet<Role> = new Set<Role>([
  "application",
  "document",
  "generic",
  "group",
  "list",
  "main",
  "region",
  "tabpanel",
  "table",
  "tree",
  "unknown",
  "window",
]);

/** True when neither the node nor anything below it is a control or shows words. */
function saysNothing(node: AxNode): boolean {
  if (node.states.includes("hidden")) return true;
  if (isInteractive(node)) return false;
  if ((node.value ?? "") !== "") return false;
  if ((node.name ?? "") !== "" && !NAMES_ITSELF.has(node.role) && !DRAWN.has(node.role)) return false;
  return node.children.every(saysNothing);
}
