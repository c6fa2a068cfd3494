import type { WindowInfo } from "../../capture/port.js";
import { GroundmarkError } from "../../core/errors.js";
import type { AxNode } from "../node.js";
import { DEFAULT_AX_LIMITS } from "../port.js";
import type { KnownApps } from "./apps.js";
import { buildApp } from "./build.js";
import type { BusConnection } from "./bus.js";
import { CallWindow, Lanes } from "./calls.js";
import { type ActionCache, readDetails, readExtents } from "./details.js";
import { windowsOf } from "./join.js";
import { refOf } from "./perform.js";
import { ACCESSIBLE, asRef, type Ref, ROOT_PATH } from "./protocol.js";
import { descendants, markShowing, type RawNode } from "./raw.js";
import { entersFor } from "./read.js";
import { AtspiRole } from "./roles.js";
import { has, StateBit } from "./states.js";
import { readNode, Tally, walkBelow } from "./walk.js";

const REFRESH_MS = 2500;
const MAX_ANCESTORS = 200;
/** Nodes read below a control, for the words that stand on it. */
const MAX_BELOW = 32;
/** Nodes read of a LibreOffice window to find its menu bar again. */
const MAX_MENU = 120;

/**
 * One object again, with the same role, name and place as a whole read would give it: its ancestors are
 * read too, because they decide the role, whether it shows, and how its place is corrected.
 *
 * @throws GroundmarkError APP_UNRESPONSIVE
 */
export async function refreshNode(
  bus: BusConnection,
  known: KnownApps,
  actions: ActionCache,
  node: AxNode,
  windows: readonly WindowInfo[],
): Promise<AxNode | undefined> {
  const ref = refOf(node);
  const window = new CallWindow(bus, REFRESH_MS, DEFAULT_AX_LIMITS.callTimeout);
  try {
    const calls = window.lane(ref.bus);
    const lanes = new Lanes(window, calls);
    const self = await readNode(calls, ref);
    if (!self || has(self.states, StateBit.defunct)) {
      if (calls.timeouts > 0 || window.stopped) throw unresponsive();
      return undefined;
    }
    const rootRef: Ref = { bus: ref.bus, path: ROOT_PATH };
    const [identity, chain, pid] = await Promise.all([
      known.identity(rootRef, calls),
      ancestors(ref, lanes),
      known.pid(ref.bus, window.lane("org.freedesktop.DBus")),
    ]);
    const top = chain.at(-1) ?? self;
    if (!identity) {
      if (calls.timeouts > 0 || window.stopped) throw unresponsive();
      return undefined;
    }
    const { toolkit } = identity;
    const limits = { ...DEFAULT_AX_LIMITS, maxWalkedNodes: MAX_BELOW, maxChildren: MAX_BELOW };
    // A closed list is entered too: its selected option is the value.
    const enters =
      self.role === AtspiRole.comboBox
        ? (_: RawNode, depth: number): boolean => depth < 3
        : entersFor(toolkit);
    await walkBelow(self, lanes, { limits, tally: new Tally(), enters });
    if (toolkit === "vcl") await readMenuBar(top, lanes);
    link([self, ...chain]);
    const root = appRoot(ref.bus, top);
    markShowing(root, toolkit);
    await readExtents(descendants(root), lanes, toolkit);
    await readDetails([self, ...descendants(self)], lanes, toolkit, actions);
    if (calls.unresponsive) throw unresponsive();
    const { windows: tops } = buildApp(root, {
      name: identity.name,
      toolkit,
      windows: windowsOf(pid, [top.name], windows),
      ...(pid === undefined ? {} : { pid }),
    });
    return find(tops, node.id);
  } finally {
    window.stop();
  }
}

const unresponsive = (): GroundmarkError =>
  new GroundmarkError("APP_UNRESPONSIVE", "the application does not answer");

/** Hangs each object below the one above it, into what may have been read there already. */
function link(upwards: readonly RawNode[]): void {
  for (let i = upwards.length - 1; i > 0; i--) {
    const above = upwards[i]!;
    const below = upwards[i - 1]!;
    const place = above.children.findIndex((c) => c.path === below.path && c.bus === below.bus);
    if (place < 0) above.children.push(below);
    else {
      if (i > 1) below.children = above.children[place]!.children;
      above.children[place] = below;
    }
  }
}

/** From the parent up to the top level; empty for a top level. */
async function ancestors(ref: Ref, lanes: Lanes): Promise<RawNode[]> {
  const refs: Ref[] = [];
  const nodes: Promise<RawNode | undefined>[] = [];
  let at = ref;
  while (refs.length < MAX_ANCESTORS) {
    const parent = asRef(await lanes.of(at).property(at.path, ACCESSIBLE, "Parent"));
    if (!parent || parent.path === ROOT_PATH || refs.some((r) => r.path === parent.path)) break;
    refs.push(parent);
    nodes.push(readNode(lanes.of(parent), parent));
    at = parent;
  }
  const chain = await Promise.all(nodes);
  const end = chain.findIndex((node) => !node || node.role === AtspiRole.application);
  return (end < 0 ? chain : chain.slice(0, end)) as RawNode[];
}

/** LibreOffice's native menu bar, by whose height other places are corrected. */
async function readMenuBar(top: RawNode, lanes: Lanes): Promise<void> {
  const limits = { ...DEFAULT_AX_LIMITS, maxWalkedNodes: MAX_MENU, maxChildren: MAX_MENU };
  const enters = (node: RawNode, depth: number): boolean =>
    depth === 0 ||
    (has(node.states, StateBit.showing) &&
      node.role !== AtspiRole.rootPane &&
      node.role !== AtspiRole.menuBar);
  await walkBelow(top, lanes, { limits, tally: new Tally(), enters });
}

const appRoot = (bus: string, top: RawNode): RawNode => ({
  bus,
  path: ROOT_PATH,
  role: AtspiRole.application,
  name: "",
  states: { low: 0, high: 0 },
  interfaces: 0,
  childCount: 1,
  children: [top],
  shows: true,
});

function find(nodes: readonly AxNode[], id: string): AxNode | undefined {
  const queue = [...nodes];
  for (const node of queue) {
    if (node.id === id) return node;
    for (const child of node.children) queue.push(child);
  }
  return undefined;
}
