// @ts-check
/** The scripted tree: nodes by id, children that are made only when somebody asks, references that lie. */
import { NODE_PATH, NULL_PATH, ROOT_PATH, roleNumber } from "./protocol.js";

const DEFAULT_STATES = ["enabled", "sensitive", "showing", "visible"];

/** @typedef {import("./index.js").NodeSpec} NodeSpec */
/** @typedef {import("./index.js").ProviderSpec} ProviderSpec */
/** @typedef {[string, string]} Reference bus name and object path */

export class Node {
  /** @param {string} id @param {Node | undefined} parent @param {NodeSpec} spec */
  constructor(id, parent, spec) {
    this.id = id;
    this.parent = parent;
    this.spec = spec;
    /** @type {Set<string>} */
    this.states = new Set(spec.states ?? DEFAULT_STATES);
    this.text = spec.text;
    this.value = spec.value && { ...spec.value };
    /** What the children list holds: own nodes, or references that are given as they are. @type {(Node | NodeSpec)[]} */
    this.children = [];
  }

  get path() {
    return this.parent ? NODE_PATH + this.id : ROOT_PATH;
  }

  get name() {
    return this.spec.name ?? "";
  }

  get role() {
    return roleNumber(this.spec.role ?? (this.parent ? "panel" : "application"));
  }

  /** Index in its parent; -1 for the root. */
  get index() {
    const generated = /_(\d+)$/.exec(this.id);
    if (this.parent?.spec.generate && generated) return Number(generated[1]);
    return this.parent?.children.indexOf(this) ?? -1;
  }
}

export class Tree {
  /** @type {Map<string, Node>} */
  #nodes = new Map();
  #unnamed = 0;
  /** Nodes whose children are kept back until the gate opens. @type {Set<string>} */
  hidden;

  /** @param {ProviderSpec} spec */
  constructor(spec) {
    this.hidden = new Set(spec.gate?.hides ?? []);
    this.root = this.#add("root", undefined, {
      name: spec.name,
      role: "application",
      states: [],
      extents: null,
      ...spec.root,
      children: spec.children ?? [],
    });
  }

  /** @param {string} id @param {Node | undefined} parent @param {NodeSpec} spec @returns {Node} */
  #add(id, parent, spec) {
    if (!/^\w+$/.test(id)) throw new Error(`an id must be a D-Bus path element: ${id}`);
    if (this.#nodes.has(id)) throw new Error(`two nodes have the id ${id}`);
    const node = new Node(id, parent, spec);
    this.#nodes.set(id, node);
    for (const child of spec.children ?? []) node.children.push(this.#child(node, child));
    return node;
  }

  /** @param {Node} parent @param {NodeSpec} spec @returns {Node | NodeSpec} */
  #child(parent, spec) {
    if (spec.ref !== undefined) return spec;
    this.#unnamed += spec.id ? 0 : 1;
    return this.#add(spec.id ?? `n${this.#unnamed}`, parent, spec);
  }

  /** @param {string} id @returns {Node | undefined} */
  byId(id) {
    const known = this.#nodes.get(id);
    if (known) return known;
    const [, parentId = "", index = ""] = /^(.+)_(\d+)$/.exec(id) ?? [];
    const parent = parentId ? this.byId(parentId) : undefined;
    return parent?.spec.generate ? this.#generated(parent, Number(index)) : undefined;
  }

  /** @param {string} path @returns {Node | undefined} */
  byPath(path) {
    return path.startsWith(NODE_PATH) ? this.byId(path.slice(NODE_PATH.length)) : undefined;
  }

  /** @param {Node} parent @param {number} index @returns {Node | undefined} */
  #generated(parent, index) {
    const { generate } = parent.spec;
    if (!generate || index >= generate.count) return undefined;
    const id = `${parent.id}_${index}`;
    const known = this.#nodes.get(id);
    if (known) return known;
    const { count, step = [0, 0], ...template } = generate;
    const [x, y, width, height] = template.extents ?? [0, 0, 0, 0];
    return this.#add(id, parent, {
      ...template,
      name: (template.name ?? "").replaceAll("{i}", String(index)),
      ...(template.extents ? { extents: [x + index * step[0], y + index * step[1], width, height] } : {}),
    });
  }

  /** How many children it really has. @param {Node} node @returns {number} */
  count(node) {
    if (this.hidden.has(node.id)) return 0;
    return node.spec.generate?.count ?? node.children.length;
  }

  /** @param {Node} node @param {number} index @returns {Node | NodeSpec | undefined} */
  childAt(node, index) {
    if (index < 0 || index >= this.count(node)) return undefined;
    return node.spec.generate ? this.#generated(node, index) : node.children[index];
  }

  /** @param {Node} node @returns {(Node | NodeSpec)[]} */
  childrenOf(node) {
    const found = [];
    for (let i = 0; i < this.count(node); i++) {
      const child = this.childAt(node, i);
      if (child) found.push(child);
    }
    return found;
  }

  /** Real nodes below and including one, parents first. @param {Node} [node] @returns {Generator<Node>} */
  *walk(node = this.root) {
    yield node;
    for (const child of this.childrenOf(node)) if (child instanceof Node) yield* this.walk(child);
  }

  /** @param {Node | NodeSpec | undefined} child @param {string} busName @returns {Reference} */
  reference(child, busName) {
    if (child instanceof Node) return [busName, child.path];
    const ref = child?.ref ?? "null";
    if (ref === "null") return [busName, NULL_PATH];
    if (typeof ref === "object") return [ref.bus, ref.path];
    return [busName, this.byId(ref)?.path ?? NODE_PATH + ref];
  }

  /** @param {string} parentId @param {NodeSpec} spec @param {number} [index] @returns {Node | NodeSpec} */
  insert(parentId, spec, index) {
    const parent = this.need(parentId);
    const child = this.#child(parent, spec);
    parent.children.splice(index ?? parent.children.length, 0, child);
    return child;
  }

  /** The object is gone afterwards: calls to it are answered by an error. @param {string} id */
  remove(id) {
    const node = this.need(id);
    for (const below of [...this.walk(node)]) this.#nodes.delete(below.id);
    if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** @param {string} id @param {Partial<NodeSpec>} patch */
  patch(id, patch) {
    const node = this.need(id);
    node.spec = { ...node.spec, ...patch };
    if (patch.states) node.states = new Set(patch.states);
    if (patch.text !== undefined) node.text = patch.text;
    if (patch.value !== undefined) node.value = patch.value && { ...patch.value };
    return node;
  }

  /** @param {string} id @returns {Node} */
  need(id) {
    const node = this.byId(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  }
}
