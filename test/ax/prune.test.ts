import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AxNode, AxState } from "../../src/ax/node.js";
import { type AxCandidate, isInteractive, prune } from "../../src/ax/prune.js";
import { ROLES } from "../../src/ax/roles.js";
import { allNodes, node, tree } from "./node.js";

const said = (candidates: AxCandidate[]): string[] =>
  candidates.map((c) => `${"  ".repeat(c.depth)}${c.context ? "# " : ""}${c.node.role} ${c.name ?? "-"}`);

const clickable = { actions: ["click"] };

describe("what is kept (TRE-1)", () => {
  it("controls and decision text; unnamed wrappers and plain text go", () => {
    const t = tree(
      node(
        "dialog",
        { name: "Save changes?", window: "0x1" },
        node("group", {}, node("text", { name: "Your work will be lost." }), node("img", {})),
        node("group", {}, node("group", {}, node("button", { name: "Discard", ...clickable }))),
        node("button", { name: "Save", ...clickable }),
        node("separator"),
      ),
      node(
        "window",
        { name: "Page" },
        node("heading", { name: "Order" }),
        node("paragraph", { name: "Prose." }),
      ),
    );
    const pruned = prune(t);
    expect(said(pruned)).toEqual([
      "# text Your work will be lost.",
      "button Discard",
      "button Save",
      "# heading Order",
    ]);
    expect(pruned.map((c) => c.windowId)).toEqual(["0x1", "0x1", "0x1", undefined]);
  });

  it("an alert says its text once, and what can be done in it stays", () => {
    const t = tree(
      node(
        "window",
        {},
        node(
          "alert",
          { name: "Infobar" },
          node("text", { name: "Unsupported flag." }),
          node("button", { name: "Close" }),
        ),
        node("status", {}, node("label", { name: "Line 1" })),
      ),
    );
    expect(said(prune(t))).toEqual(["# alert Infobar: Unsupported flag.", "button Close", "# status Line 1"]);
  });

  it("containers with a trivial action are no controls, clickable ones are", () => {
    expect(isInteractive(node("document", { actions: ["doDefault", "showContextMenu"] }))).toBe(false);
    expect(isInteractive(node("text", { actions: ["clickAncestor", "showContextMenu"] }))).toBe(false);
    expect(isInteractive(node("group", { actions: ["SetFocus"] }))).toBe(false);
    expect(isInteractive(node("toolbar", { actions: ["click"] }))).toBe(false);
    expect(isInteractive(node("generic", { actions: ["click"] }))).toBe(true);
    expect(isInteractive(node("button", { actions: [] }))).toBe(true);
    expect(isInteractive(node("cell", { states: ["showing", "selectable"] }))).toBe(true);
    expect(isInteractive(node("cell"))).toBe(false);
  });

  it("a whole with a click listener is no control, its controls are; a card with one link is one", () => {
    const body = node(
      "group",
      clickable,
      node("button", { name: "a" }),
      node("group", {}, node("link", { name: "b" })),
    );
    expect(isInteractive(body)).toBe(false);
    expect(isInteractive(node("label", clickable, node("textbox")))).toBe(false);
    expect(isInteractive(node("group", clickable, node("text", { name: "Card" }), node("link")))).toBe(true);
    expect(said(prune(tree(node("window", {}, body))))).toEqual(["button a", "link b"]);
  });

  it("a label that only repeats its field's name is said once", () => {
    const t = tree(
      node(
        "window",
        {},
        node("label", { name: "Name:" }),
        node("textbox", { name: "Name" }),
        node("label", { name: "Careful!" }),
      ),
    );
    expect(said(prune(t))).toEqual(["textbox Name", "# label Careful!"]);
  });
});

describe("names", () => {
  it("come from the words on a control, its label, its placeholder, its description", () => {
    const t = tree(
      node(
        "window",
        {},
        node("button", { name: "GtkButton", description: "Pi" }, node("label", { name: "π" })),
        node("label", { name: "City" }),
        node("textbox"),
        node("group", {}, node("textbox", { placeholder: "Search" })),
        node("group", {}, node("checkbox", { description: "Match case" })),
        node("group", {}, node("button")),
      ),
    );
    expect(
      prune(t)
        .filter((c) => !c.context)
        .map((c) => [c.name, c.nameFrom]),
    ).toEqual([
      ["π", "content"],
      ["City", "label"],
      ["Search", "placeholder"],
      ["Match case", "description"],
      [undefined, undefined],
    ]);
  });

  it("a label around another field is not this field's label", () => {
    const t = tree(
      node(
        "window",
        {},
        node("label", {}, node("text", { name: "Password" }), node("textbox", { name: "Password" })),
        node("combobox"),
      ),
    );
    expect(prune(t).find((c) => c.node.role === "combobox")?.name).toBeUndefined();
  });
});

describe("folding (TRE-2)", () => {
  it("a named container with one control goes into it, to the fixed point", () => {
    const t = tree(
      node(
        "window",
        {},
        node(
          "group",
          { name: "Zoom", description: "Size of the page" },
          node("group", { name: "Level" }, node("button", { states: ["enabled", "showing", "focusable"] })),
        ),
      ),
    );
    const [only, ...rest] = prune(t);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      name: "Level",
      nameFrom: "container",
      description: "Size of the page",
      depth: 0,
    });
    expect(only?.folded).toHaveLength(2);
  });

  it("keeps the control's own name, and adds the container's states", () => {
    const t = tree(
      node(
        "window",
        {},
        node(
          "group",
          { name: "Row", states: ["showing", "expanded", "selected"] },
          node("link", { name: "Open" }),
        ),
      ),
    );
    expect(prune(t)[0]).toMatchObject({
      name: "Open",
      states: ["enabled", "showing", "expanded", "selected"],
    });
  });

  it("GTK 4's menu button around a button is one thing; its closed menu stays in the tree", () => {
    const t = tree(
      node(
        "window",
        {},
        node(
          "button",
          { id: ":1.1/outer", name: "GtkMenuButton", description: "Primary menu" },
          node("button", { id: ":1.1/inner", name: "GtkMenuButton", ...clickable }),
          node("menu", { states: ["hidden"] }, node("menuitem", { states: ["hidden"], name: "Quit" })),
        ),
      ),
    );
    const pruned = prune(t);
    expect(pruned.map((c) => [c.node.id, c.name, c.hidden])).toEqual([
      [":1.1/inner", "Primary menu", false],
      [expect.any(String), "Quit", true],
    ]);
    expect(pruned[0]?.folded).toEqual([":1.1/outer"]);
  });

  it("a tab with its close button stays two things", () => {
    const t = tree(
      node(
        "window",
        {},
        node("tab", { name: "Page", ...clickable }, node("button", { name: "Close", ...clickable })),
      ),
    );
    expect(said(prune(t))).toEqual(["tab Page", "  button Close"]);
  });
});

describe("what shows", () => {
  it("alpha multiplies along the ancestors, unknown alpha does not count", () => {
    const t = tree(
      node(
        "window",
        {},
        node("group", { alpha: 0.5 }, node("group", {}, node("button", { name: "a", alpha: 0.04 }))),
      ),
      node("window", {}, node("button", { name: "b" })),
    );
    const [a, b] = prune(t);
    expect(a?.alpha).toBeCloseTo(0.02);
    expect(b?.alpha).toBeUndefined();
  });

  it("hidden is inherited unless the node itself says that it shows", () => {
    const t = tree(
      node(
        "window",
        {},
        node(
          "group",
          { states: ["hidden"] },
          node("button", { name: "a", states: ["enabled"] }),
          node("button", { name: "b" }),
        ),
        node("heading", { name: "gone", states: ["hidden"] }),
      ),
    );
    expect(prune(t).map((c) => [c.name, c.hidden])).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });
});

const states = fc.uniqueArray(
  fc.constantFrom<AxState>(
    "enabled",
    "showing",
    "hidden",
    "selectable",
    "focusable",
    "expanded",
    "protected",
  ),
);
const name = fc.option(fc.constantFrom("Save", "GtkButton", " ", "Open file", "Ü"), { nil: undefined });
const arbitraryNode: fc.Arbitrary<AxNode> = fc.letrec<{ node: AxNode }>((tie) => ({
  node: fc
    .record({
      role: fc.constantFrom(...ROLES),
      states,
      name,
      description: name,
      actions: fc.uniqueArray(fc.constantFrom("click", "doDefault", "SetFocus", "", "jump")),
      alpha: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      children: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant([]),
        fc.array(tie("node"), { maxLength: 4 }),
      ),
    })
    .map(({ name: n, description, alpha, children, role, ...rest }) =>
      node(
        role,
        {
          ...rest,
          ...(n === undefined ? {} : { name: n }),
          ...(description === undefined ? {} : { description }),
          ...(alpha === undefined ? {} : { alpha }),
        },
        ...children,
      ),
    ),
})).node;

describe("properties", () => {
  it("no interactive node is lost, none is there twice, and nodes come out unchanged", () => {
    fc.assert(
      fc.property(fc.array(arbitraryNode, { maxLength: 3 }), (windows) => {
        const t = tree(...windows.map((w) => node("window", {}, w)));
        const pruned = prune(t);
        const kept = pruned.flatMap((c) => [c.node.id, ...c.folded]);
        expect(new Set(kept).size).toBe(kept.length);
        const nodes = allNodes(t);
        const lost = nodes.filter((n) => isInteractive(n) && !kept.includes(n.id));
        expect(lost).toEqual([]);
        const byId = new Map(nodes.map((n) => [n.id, n]));
        for (const c of pruned) expect(byId.get(c.node.id)).toBe(c.node);
      }),
      { numRuns: 300 },
    );
  });

  it("time grows with the number of nodes, not with its square (AX-8)", () => {
    const wide = (n: number): ReturnType<typeof tree> =>
      tree(
        node(
          "window",
          {},
          ...Array.from({ length: n / 4 }, (_, i) =>
            node(
              "group",
              {},
              node("label", { name: `row ${i}` }),
              node("button", { name: `b${i}` }),
              node("textbox"),
            ),
          ),
        ),
      );
    const time = (n: number): number => {
      const t = wide(n);
      const runs = Array.from({ length: 5 }, () => {
        const started = performance.now();
        expect(prune(t)).toHaveLength((n / 4) * 3);
        return performance.now() - started;
      });
      return Math.min(...runs);
    };
    time(4000);
    // Four times the nodes: 4 is linear, 16 would be quadratic.
    expect(time(32_000) / time(8000)).toBeLessThan(9);
  });
});
