import type { Truncation } from "../node.js";
import type { AxLimits } from "../port.js";
import {
  type CachedTree,
  incomplete,
  orderChildren,
  readCache,
  readCollection,
  showingBelow,
} from "./bulk.js";
import type { Lanes } from "./calls.js";
import { type ActionCache, readDetails, readExtents } from "./details.js";
import { ACCESSIBLE, type Ref } from "./protocol.js";
import { asCount, descendants, markShowing, type RawNode } from "./raw.js";
import { has, StateBit } from "./states.js";
import type { Toolkit } from "./toolkit.js";
import { readNode, Tally, type WalkOptions, walkBelow } from "./walk.js";

/** Rounds of filling gaps below what was just filled in. */
const GAP_ROUNDS = 12;

export interface RawTree {
  readonly root: RawNode;
  readonly method: "cache" | "collection" | "walk";
  readonly nodes: number;
  readonly nullReferences: number;
  readonly truncated?: Truncation;
}

/**
 * One application's tree with places and details: by its cache, else by a search for what shows, else by
 * a bounded walk. Ends when the lanes are stopped, with what was read until then.
 *
 * @returns undefined when the application says nothing about itself
 */
export async function readApplication(
  ref: Ref,
  toolkit: Toolkit,
  lanes: Lanes,
  limits: AxLimits,
  actions: ActionCache,
): Promise<RawTree | undefined> {
  const tally = new Tally();
  const structure = await readStructure(ref, toolkit, lanes, limits, tally);
  if (!structure) return undefined;
  const { root, method } = structure;
  markShowing(root, toolkit);
  const all = descendants(root);
  await readExtents(all, lanes, toolkit);
  await readDetails(all, lanes, toolkit, actions);
  if (lanes.window.stopped || lanes.timeouts > 0) tally.cut("timeout");
  return {
    root,
    method,
    nodes: all.length,
    nullReferences: tally.nullReferences,
    ...(tally.truncated ? { truncated: tally.truncated } : {}),
  };
}

async function readStructure(
  ref: Ref,
  toolkit: Toolkit,
  lanes: Lanes,
  limits: AxLimits,
  tally: Tally,
): Promise<Pick<RawTree, "root" | "method"> | undefined> {
  const enters = entersFor(toolkit);
  const cached = await readCache(ref, lanes.of(ref), limits, tally);
  if (cached) {
    await complete(cached, toolkit, lanes, limits, tally);
    const unordered = descendants(cached.root).filter(
      (node) => cached.unordered(node) && node.children.some((child) => child.shows),
    );
    await Promise.all(unordered.map((node) => orderChildren(node, lanes.of(node))));
    return { root: cached.root, method: "cache" };
  }
  // A search below a spreadsheet keeps LibreOffice busy for good, and Qt has none.
  if (toolkit !== "vcl" && toolkit !== "qt") {
    const found = await readCollection(ref, lanes, limits, tally);
    if (found) return { root: found, method: "collection" };
  }
  const root = await readNode(lanes.of(ref), ref);
  if (!root) return undefined;
  await walkBelow(root, lanes, { limits, tally, enters });
  return { root, method: "walk" };
}

/** Below what does not show nothing is read. GTK 4.8 sets SHOWING on windows only. */
export function entersFor(toolkit: Toolkit): (node: RawNode, depth: number) => boolean {
  const bit = toolkit === "gtk4" ? StateBit.visible : StateBit.showing;
  return (node, depth) => depth === 0 || has(node.states, bit);
}

/**
 * Fills the gaps of a cached tree. What is hung in may have gaps of its own: LibreOffice's cache knows its
 * document but not that it is a child.
 */
async function complete(
  cached: CachedTree,
  toolkit: Toolkit,
  lanes: Lanes,
  limits: AxLimits,
  tally: Tally,
): Promise<void> {
  const enters = entersFor(toolkit);
  const tried = new Set<RawNode>();
  for (let round = 0; round < GAP_ROUNDS && !lanes.window.stopped; round++) {
    markShowing(cached.root, toolkit);
    const gaps = incomplete([cached.root, ...descendants(cached.root)]).filter((node) => !tried.has(node));
    if (gaps.length === 0) return;
    for (const node of gaps) tried.add(node);
    await Promise.all(
      gaps.map((node) =>
        node.childCount === undefined
          ? readManaged(node, lanes, { limits, tally, enters, cached })
          : walkBelow(node, lanes, { limits, tally, enters, cached }),
      ),
    );
  }
}

/** Children of a widget that manages its descendants itself (lists and trees of GTK 3). */
async function readManaged(node: RawNode, lanes: Lanes, options: WalkOptions): Promise<void> {
  const { limits, tally } = options;
  const calls = lanes.of(node);
  const count = asCount(await calls.property(node.path, ACCESSIBLE, "ChildCount"));
  if (count !== undefined && count <= limits.maxChildren) {
    const shown = await showingBelow(node, calls);
    if (shown) {
      const wanted = shown.slice(0, Math.max(0, limits.maxWalkedNodes - tally.walked));
      if (wanted.length < shown.length) tally.cut("nodeLimit");
      tally.walked += wanted.length;
      const cells = await Promise.all(wanted.map((cell) => readNode(lanes.of(cell), cell)));
      node.children = cells.filter((cell) => cell !== undefined);
      return;
    }
  }
  await walkBelow(node, lanes, options);
}
