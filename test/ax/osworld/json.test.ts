import { describe, expect, it } from "vitest";
import { z } from "zod";
import { axTreeSchema, parseTree, parseTreeJson, treeToJson } from "../../../src/ax/osworld/index.js";
import type { GroundmarkError } from "../../../src/core/errors.js";
import { node, tree } from "../node.js";

const example = tree(
  node(
    "window",
    { name: "Editor", window: "0x1" },
    node("textbox", { name: "Find", value: "x", attributes: { id: "q" }, alpha: 0.5 }),
    node("group", {}, node("button", { name: "Go", actions: ["click"] })),
  ),
);

const refusal = (text: string): GroundmarkError => {
  try {
    parseTree(text);
  } catch (error) {
    return error as GroundmarkError;
  }
  throw new Error("expected a refusal");
};

describe("Groundmark's JSON form of a tree (TRE-7)", () => {
  it("comes back as it went out, as a file", () => {
    const back = parseTreeJson(treeToJson(example));
    expect(back).toEqual({ ...example, apps: example.apps.map((app) => ({ ...app, method: "file" })) });
    expect(parseTree(`\uFEFF  ${treeToJson(example)}`)).toEqual(back);
  });

  it("has a JSON Schema", () => {
    const schema = z.toJSONSchema(axTreeSchema, { io: "input" });
    expect(JSON.stringify(schema)).toContain('"geometryTrusted"');
  });

  // biome-ignore lint/suspicious/noExplicitAny: the tree is damaged on purpose
  it.each<[string, (t: any) => void, string]>([
    ["an unknown role", (t) => (t.apps[0].windows[0].role = "wizard"), "apps.0.windows.0.role"],
    ["an unknown state", (t) => t.apps[0].windows[0].states.push("odd"), "apps.0.windows.0.states.2"],
    [
      "a place that is no number",
      (t) => (t.apps[0].windows[0].bounds.x = "1+1"),
      "apps.0.windows.0.bounds.x",
    ],
    ["alpha above 1", (t) => (t.apps[0].windows[0].children[0].alpha = 2), "children.0.alpha"],
    [
      "a value in a protected field",
      (t) => t.apps[0].windows[0].children[0].states.push("protected"),
      "protected",
    ],
  ])("refuses %s and says where", (_, damage, place) => {
    const copy = structuredClone(example);
    damage(copy);
    const error = refusal(JSON.stringify(copy));
    expect(error.code).toBe("INVALID_ARGS");
    expect(error.message).toContain(place);
  });

  it("refuses what is too deep or too much, without recursion", () => {
    const started = performance.now();
    expect(refusal(`{"a":${"[".repeat(5_000_000)}`)).toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      details: { limit: "depth" },
    });
    const many = { ...example, apps: [{ ...example.apps[0], windows: Array(100_001).fill(null) }] };
    expect(refusal(JSON.stringify(many))).toMatchObject({ details: { limit: "nodes" } });
    expect(refusal('{"status":')).toMatchObject({ code: "INVALID_ARGS" });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("takes 150 levels of nodes", () => {
    let deep = node("button", { name: "bottom" });
    for (let i = 0; i < 150; i++) deep = node("group", {}, deep);
    expect(parseTree(treeToJson(tree(deep))).apps).toHaveLength(1);
  });
});
