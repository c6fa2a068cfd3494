import type { AxApp, AxNode, AxTree } from "../../src/ax/node.js";
import type { Role } from "../../src/ax/roles.js";
import { desktopRect } from "../../src/geometry/rect.js";

/** Nodes for tests, with an id of their own where none is given. */
let next = 0;

export function node(role: Role, more: Partial<AxNode> = {}, ...children: AxNode[]): AxNode {
  const id = more.id ?? `:1.1/n${next++}`;
  return {
    id,
    role,
    nativeRole: role,
    states: ["enabled", "showing"],
    actions: [],
    bounds: desktopRect(0, 0, 50, 20),
    geometryTrusted: true,
    app: "app",
    path: id.slice(id.indexOf("/")),
    children,
    ...more,
  };
}

export function tree(...windows: AxNode[]): AxTree {
  const app: AxApp = { name: "app", toolkit: "gtk3", method: "walk", nodes: 1, duration: 0, windows };
  return { status: "ok", apps: [app], nodes: 1, nullReferences: 0, warnings: [], duration: 0 };
}

export function allNodes(t: AxTree): AxNode[] {
  const out = t.apps.flatMap((app) => app.windows);
  for (let i = 0; i < out.length; i++) for (const child of out[i]!.children) out.push(child);
  return out;
}
