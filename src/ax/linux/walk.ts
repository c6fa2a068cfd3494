import type { Truncation } from "../node.js";
import type { AxLimits } from "../port.js";
import type { CachedTree } from "./bulk.js";
import type { AppCalls, Lanes } from "./calls.js";
import { ACCESSIBLE, asRef, Iface, type Ref } from "./protocol.js";
import { implementsAll, isNumber, type RawNode, rawNode } from "./raw.js";
import { AtspiRole } from "./roles.js";
import { visibleCells } from "./sheet.js";
import { has, StateBit } from "./states.js";

/** Nodes in flight at a time (5 calls each); measured best between 16 and 64. */
const NODES_IN_FLIGHT = 24;
/** A wrapper costs no depth, so that only this many times maxDepth ends an endless chain of wrappers. */
const WRAPPER_FACTOR = 4;
const NULL_RETRIES = 3;
const NULL_RETRY_DELAY = 100;

/** Counters that the parts of one application's read share. */
export class Tally {
  /** Nodes that came in bulk, and nodes that were asked one by one. */
  bulk = 0;
  walked = 0;
  nullReferences = 0;
  /** Children that were null references: a hole in the tree. */
  holes = 0;
  private first: Truncation | undefined;

  cut(reason: Truncation): void {
    this.first ??= reason;
  }

  get truncated(): Truncation | undefined {
    return this.first ?? (this.holes > 0 ? "nullReference" : undefined);
  }
}

/** The fields that every node needs, five calls at once. Undefined when the object does not answer. */
export async function readNode(calls: AppCalls, ref: Ref): Promise<RawNode | undefined> {
  const [role, name, states, interfaces, childCount] = await Promise.all([
    calls.first(ref.path, ACCESSIBLE, "GetRole"),
    calls.property(ref.path, ACCESSIBLE, "Name"),
    calls.first(ref.path, ACCESSIBLE, "GetState"),
    calls.first(ref.path, ACCESSIBLE, "GetInterfaces"),
    calls.property(ref.path, ACCESSIBLE, "ChildCount"),
  ]);
  if (!isNumber(role) && states === undefined && interfaces === undefined) return undefined;
  const nameless = role === AtspiRole.extended || role === 0;
  const roleName = nameless ? await calls.first(ref.path, ACCESSIBLE, "GetRoleName") : undefined;
  return rawNode({ ref, role, name, states, interfaces, childCount, roleName });
}

interface Visit {
  readonly node: RawNode;
  readonly parent: Visit | undefined;
  /** Depth that counts: wrappers without a name are free. */
  readonly depth: number;
  readonly absolute: number;
}

/** A node that says nothing: no name and no value to show. */
const isWrapper = (node: RawNode): boolean => node.name === "" && !implementsAll(node, Iface.value);

/** True when `ref` is already among the ancestors: a cycle. A node may otherwise be met twice. */
function closesCycle(visit: Visit, ref: Ref): boolean {
  for (let v: Visit | undefined = visit; v; v = v.parent)
    if (v.node.path === ref.path && v.node.bus === ref.bus) return true;
  return false;
}

export interface WalkOptions {
  readonly limits: AxLimits;
  readonly tally: Tally;
  /** Whether to read below a node; decided from the node alone. */
  readonly enters: (node: RawNode, depth: number) => boolean;
  /** How deep `start` itself lies. */
  readonly startDepth?: number;
  /** Nodes that have been read already, with everything below them. */
  readonly cached?: Pick<CachedTree, "find" | "adopt">;
}

/**
 * Reads everything below `start`, breadth first, and hangs it into `start.children`. Ends early at a limit
 * (told in the tally) or when the calls are stopped; what was read until then stays.
 */
export async function walkBelow(start: RawNode, lanes: Lanes, options: WalkOptions): Promise<void> {
  const depth = options.startDepth ?? 0;
  const queue: Visit[] = [{ node: start, parent: undefined, depth, absolute: depth }];
  let next = 0;
  let active = 0;
  await new Promise<void>((done) => {
    const pump = (): void => {
      while (active < NODES_IN_FLIGHT && next < queue.length && !lanes.window.stopped) {
        const visit = queue[next++]!;
        active++;
        expand(visit, lanes, options)
          .then((found) => {
            for (const v of found) queue.push(v);
          })
          .finally(() => {
            active--;
            pump();
          });
      }
      if (active === 0 && (next >= queue.length || lanes.window.stopped)) done();
    };
    pump();
  });
}

async function expand(visit: Visit, lanes: Lanes, options: WalkOptions): Promise<Visit[]> {
  const { node } = visit;
  const { limits, tally } = options;
  if (!options.enters(node, visit.absolute) || node.childCount === 0) return [];
  if (visit.depth >= limits.maxDepth || visit.absolute >= limits.maxDepth * WRAPPER_FACTOR) {
    tally.cut("depthLimit");
    return [];
  }
  const seen = new Set<string>();
  const refs = (await childRefs(node, lanes, options)).filter((ref) => {
    if (closesCycle(visit, ref)) {
      tally.cut("error");
      return false;
    }
    const key = ref.bus + ref.path;
    return !seen.has(key) && seen.add(key);
  });
  const known = new Set<RawNode>();
  const nodes = await Promise.all(
    refs.map((ref) => {
      const old = options.cached?.find(ref);
      if (old) {
        if (!options.cached?.adopt(old, node)) return undefined;
        known.add(old);
        return old;
      }
      if (tally.walked >= limits.maxWalkedNodes) {
        tally.cut("nodeLimit");
        return undefined;
      }
      tally.walked++;
      return readNode(lanes.of(ref), ref);
    }),
  );
  node.children = nodes.filter((child) => child !== undefined);
  return node.children
    .filter((child) => !known.has(child))
    .map((child) => ({
      node: child,
      parent: visit,
      depth: isWrapper(child) ? visit.depth : visit.depth + 1,
      absolute: visit.absolute + 1,
    }));
}

/** References to the children, without null references, at most maxChildren of them. */
async function childRefs(node: RawNode, lanes: Lanes, options: WalkOptions): Promise<Ref[]> {
  const calls = lanes.of(node);
  const { limits, tally } = options;
  const count = node.childCount;
  const manages = has(node.states, StateBit.managesDescendants);
  if ((count === undefined && manages) || (count !== undefined && count > limits.maxChildren)) {
    // GetChildren on a spreadsheet of two thousand million cells keeps LibreOffice busy for minutes.
    if (manages || implementsAll(node, Iface.table)) {
      const cells = await visibleCells(node, calls, limits.maxChildren);
      if (cells.truncated) tally.cut("childLimit");
      return cells.refs;
    }
    tally.cut("childLimit");
    return firstChildren(node, calls, limits.maxChildren, tally);
  }
  for (let attempt = 0; ; attempt++) {
    const answer = await calls.first(node.path, ACCESSIBLE, "GetChildren");
    const listed = Array.isArray(answer) ? answer : [];
    const refs = listed.map(asRef).filter((ref) => ref !== undefined);
    // An answer of null references alone is a tree that is still being built: worth a short wait.
    if (listed.length > 0 && refs.length === 0 && attempt < NULL_RETRIES && !calls.stopped) {
      await new Promise((resolve) => setTimeout(resolve, NULL_RETRY_DELAY));
      continue;
    }
    tally.nullReferences += listed.length - refs.length;
    tally.holes += listed.length - refs.length;
    if (refs.length > limits.maxChildren) tally.cut("childLimit");
    return refs.slice(0, limits.maxChildren);
  }
}

async function firstChildren(node: RawNode, calls: AppCalls, count: number, tally: Tally): Promise<Ref[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => calls.first(node.path, ACCESSIBLE, "GetChildAtIndex", "i", [i])),
  );
  const refs = answers.map(asRef).filter((ref) => ref !== undefined);
  tally.nullReferences += answers.filter((a) => a !== undefined).length - refs.length;
  return refs;
}
