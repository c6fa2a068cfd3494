import type { AxLimits } from "../port.js";
import type { AppCalls, Lanes } from "./calls.js";
import { ACCESSIBLE, asRef, CACHE, CACHE_PATH, COLLECTION, Iface, type Ref } from "./protocol.js";
import { implementsAll, type RawNode, rawNode } from "./raw.js";
import { has, StateBit } from "./states.js";
import { readNode, type Tally } from "./walk.js";

const keyOf = (ref: Ref): string => ref.bus + ref.path;

/** Rounds of asking for parents that were not among the matches. */
const PARENT_ROUNDS = 8;

export interface CachedTree {
  readonly root: RawNode;
  readonly find: (ref: Ref) => RawNode | undefined;
  /**
   * Whether the node may hang below `parent`: it does so already, or hangs nowhere yet and the limit leaves
   * room for it. What stands elsewhere in the tree, an ancestor above all, may not.
   */
  readonly adopt: (node: RawNode, parent: RawNode) => boolean;
  /** True when the cache does not say in which order the node's children stand (GTK 3's menus). */
  readonly unordered: (node: RawNode) => boolean;
}

/**
 * The whole tree in one call: Cache.GetItems, `a((so)(so)(so)iiassusau)`. Some 20 times faster than a
 * walk where a toolkit fills it (GTK 3, GTK 4, Chromium).
 *
 * @returns undefined when there is no such call or the cache is empty (Qt answers with nothing)
 */
export async function readCache(
  root: Ref,
  calls: AppCalls,
  limits: AxLimits,
  tally: Tally,
): Promise<CachedTree | undefined> {
  const items = await calls.first(CACHE_PATH, CACHE, "GetItems");
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const known = new Map<string, RawNode>();
  const order = new Map<RawNode, number>();
  const childrenOf = new Map<string, RawNode[]>();
  for (const item of items as unknown[][]) {
    const ref = asRef(item[0]);
    // Qt's older form of an item has the children as a list in fifth place.
    if (!ref || item.length < 10) continue;
    const node = rawNode({
      ref,
      name: item[6],
      role: item[7],
      description: item[8],
      states: item[9],
      interfaces: item[5],
      childCount: item[4],
    });
    if (has(node.states, StateBit.defunct)) continue;
    known.set(keyOf(ref), node);
    order.set(node, typeof item[3] === "number" ? item[3] : -1);
    const parent = asRef(item[2]);
    if (!parent) {
      if (keyOf(ref) !== keyOf(root)) tally.nullReferences++;
      continue;
    }
    const siblings = childrenOf.get(keyOf(parent));
    if (siblings) siblings.push(node);
    else childrenOf.set(keyOf(parent), [node]);
  }
  const top =
    known.get(keyOf(root)) ??
    rawNode({ ref: root, role: 75, name: "", states: [0, 0], interfaces: [], childCount: -1 });
  const parentOf = new Map<RawNode, RawNode | undefined>([[top, undefined]]);
  if (assemble(top, childrenOf, order, limits, tally, parentOf) <= 1) return undefined;
  return {
    root: top,
    find: (ref) => known.get(keyOf(ref)),
    adopt: (node, parent) => {
      if (parentOf.has(node)) return parentOf.get(node) === parent;
      if (tally.bulk >= limits.maxBulkNodes) {
        tally.cut("nodeLimit");
        return false;
      }
      tally.bulk++;
      parentOf.set(node, parent);
      return true;
    },
    unordered: (node) =>
      node.children.length > 1 && node.children.some((child) => (order.get(child) ?? 0) < 0),
  };
}

/**
 * Hangs children below their parents, breadth first.
 *
 * @param parentOf filled with every node that hangs in the tree
 * @returns how many nodes the tree has
 */
function assemble(
  top: RawNode,
  childrenOf: ReadonlyMap<string, RawNode[]>,
  order: ReadonlyMap<RawNode, number>,
  limits: AxLimits,
  tally: Tally,
  parentOf: Map<RawNode, RawNode | undefined>,
): number {
  let level = [top];
  let count = 1;
  // One parent each: what is not reachable from the root (a cycle) is never met. The factor leaves room
  // for wrappers, which cost no depth.
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limits.maxDepth * 4) {
      tally.cut("depthLimit");
      break;
    }
    const next: RawNode[] = [];
    for (const node of level) {
      const children = childrenOf.get(keyOf(node));
      if (!children) continue;
      if (count + children.length > limits.maxBulkNodes) {
        tally.cut("nodeLimit");
        continue;
      }
      count += children.length;
      node.children = children.sort((a, b) => (order.get(a) ?? -1) - (order.get(b) ?? -1));
      for (const child of children) {
        parentOf.set(child, node);
        next.push(child);
      }
    }
    level = next;
  }
  tally.bulk += count;
  return count;
}

/**
 * Shown nodes of a cache whose children it lacks: GTK 3 leaves out those of MANAGES_DESCENDANTS widgets
 * (and gives -1 as their count), GTK 4 whatever nobody has asked for yet.
 */
export function incomplete(nodes: readonly RawNode[]): RawNode[] {
  return nodes.filter(
    (node) =>
      node.shows &&
      (node.childCount === undefined
        ? has(node.states, StateBit.managesDescendants) && node.children.length === 0
        : node.children.length < node.childCount),
  );
}

/** Puts children into the order in which the application lists them. */
export async function orderChildren(node: RawNode, calls: AppCalls): Promise<void> {
  const listed = await calls.first(node.path, ACCESSIBLE, "GetChildren");
  if (!Array.isArray(listed)) return;
  const place = new Map(listed.map((ref, i) => [asRef(ref)?.path ?? "", i]));
  const at = (child: RawNode): number => place.get(child.path) ?? listed.length;
  node.children.sort((a, b) => at(a) - at(b));
}

/** References to everything below an object that has SHOWING, by Collection.GetMatches. */
export async function showingBelow(ref: Ref, calls: AppCalls): Promise<Ref[] | undefined> {
  const states = [1 << StateBit.showing, 0];
  const MATCH_ALL = 1;
  const CANONICAL = 1;
  const rule = [states, MATCH_ALL, {}, MATCH_ALL, [], MATCH_ALL, [], MATCH_ALL, false];
  const answer = await calls.first(ref.path, COLLECTION, "GetMatches", "(aiia{ss}iaiiasib)uib", [
    rule,
    CANONICAL,
    0,
    true,
  ]);
  return Array.isArray(answer) ? answer.map(asRef).filter((r) => r !== undefined) : undefined;
}

/**
 * What shows, by one Collection.GetMatches call and then the fields of every match. Never to be used on
 * LibreOffice: with a spreadsheet open it does not come back.
 *
 * @returns undefined when the application has no Collection or nothing matched
 */
export async function readCollection(
  root: Ref,
  lanes: Lanes,
  limits: AxLimits,
  tally: Tally,
): Promise<RawNode | undefined> {
  const top = await readNode(lanes.of(root), root);
  if (!top || !implementsAll(top, Iface.collection)) return undefined;
  const matches = await showingBelow(root, lanes.of(root));
  if (!matches || matches.length === 0) return undefined;
  const known = new Map<string, RawNode>([[keyOf(root), top]]);
  const parentOf = new Map<RawNode, Ref>();
  const sequence: RawNode[] = [];
  let wanted = matches.slice(0, limits.maxBulkNodes);
  if (wanted.length < matches.length) tally.cut("nodeLimit");
  for (let round = 0; wanted.length > 0 && round < PARENT_ROUNDS; round++) {
    const read = await Promise.all(wanted.map((ref) => readWithParent(lanes, ref)));
    for (const entry of read) {
      if (!entry || known.has(keyOf(entry.node))) continue;
      known.set(keyOf(entry.node), entry.node);
      sequence.push(entry.node);
      if (entry.parent) parentOf.set(entry.node, entry.parent);
    }
    const missing = new Map<string, Ref>();
    for (const parent of parentOf.values()) if (!known.has(keyOf(parent))) missing.set(keyOf(parent), parent);
    wanted = [...missing.values()];
  }
  const childrenOf = new Map<string, RawNode[]>();
  for (const node of sequence) {
    const parent = parentOf.get(node);
    if (!parent) continue;
    const siblings = childrenOf.get(keyOf(parent));
    if (siblings) siblings.push(node);
    else childrenOf.set(keyOf(parent), [node]);
  }
  assemble(top, childrenOf, new Map(), limits, tally, new Map());
  return top;
}

async function readWithParent(
  lanes: Lanes,
  ref: Ref,
): Promise<{ node: RawNode; parent: Ref | undefined } | undefined> {
  const calls = lanes.of(ref);
  const [node, parent] = await Promise.all([
    readNode(calls, ref),
    calls.property(ref.path, ACCESSIBLE, "Parent"),
  ]);
  return node ? { node, parent: asRef(parent) } : undefined;
}
