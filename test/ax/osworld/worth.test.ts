import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseTree, treeToJson } from "../../../src/ax/osworld/index.js";
import { AX_STATES } from "../../../src/ax/osworld/schema.js";
import { GroundmarkError } from "../../../src/core/errors.js";
import { node, tree } from "../node.js";

const space = (system: string) =>
  ["state:st", "component:cp"]
    .map((pair) => pair.split(":"))
    .map(([name, prefix]) => `xmlns:${prefix}="https://accessibility.${system}.example.org/ns/${name}"`)
    .join(" ");
const shown = (tag: string, i: number) =>
  `<${tag} name="n${i}" st:visible="true" st:showing="true" st:enabled="true" cp:screencoord="(10, ${i * 30})" cp:size="(90, 20)"/>`;
const desktop = (namespaces: string, ...tags: string[]) =>
  `<desktop-frame ${namespaces}><application name="A"><frame name="F" cp:screencoord="(0, 0)" cp:size="(800, 600)">${tags
    .map(shown)
    .join("")}</frame></application></desktop-frame>`;
const codes = (text: string) => parseTree(text).warnings.map(({ code }) => code);

describe("what a tree from a file is worth", () => {
  it("a usual one is ok and says nothing", () => {
    const usual = desktop(space("ubuntu"), "push-button", "entry", "link");
    expect(parseTree(usual)).toMatchObject({ status: "ok", warnings: [] });
    expect(parseTree(usual).reason).toBeUndefined();
  });

  it.each([
    ["one element of no vocabulary", "<a/>", "no element has a place on the screen"],
    [
      "attributes outside the namespaces",
      '<desktop-frame><application name="A"><push-button name="B" screencoord="(1, 1)" size="(9, 9)"/></application></desktop-frame>',
      "no element has a place on the screen",
    ],
    [
      "Linux tags under the namespaces of Windows",
      desktop(space("windows"), "push-button", "toggle-button", "check-box"),
      "no element with a place has a role that is known",
    ],
    ["an application without windows", '<application name="A"/>', "the file describes no element"],
    ["JSON without an application", treeToJson(tree()), "the file describes no element"],
  ])("%s is empty, with the reason", (_name, text, reason) => {
    expect(parseTree(text)).toMatchObject({ status: "empty", reason });
  });

  it("a few known among many unknown roles are partial, and a warning names the system", () => {
    const mixed = desktop(space("windows"), "push-button", "toggle-button", "check-box", "menu");
    expect(parseTree(mixed)).toMatchObject({ status: "partial", reason: "most roles are not known" });
    expect(
      parseTree(mixed)
        .warnings.map(({ message }) => message)
        .join(),
    ).toContain("trees of windows");
  });

  it("warns when next to nothing has a place", () => {
    const bare = '<push-button name="x"/>'.repeat(10);
    const few = desktop(space("ubuntu"), "push-button").replace("</frame>", `${bare}</frame>`);
    expect(parseTree(few)).toMatchObject({ status: "ok" });
    expect(codes(few)).toEqual(["ax-few-places"]);
    expect(codes("<a/>")).toContain("ax-few-places");
  });

  it("a status that the file itself gives stays", () => {
    const own = { ...tree(), status: "off" as const, reason: "why" };
    expect(parseTree(treeToJson(own))).toMatchObject({ status: "off", reason: "why", warnings: [] });
  });
});

const suggestion = (input: string | Uint8Array): string => {
  try {
    parseTree(input);
  } catch (error) {
    if (error instanceof GroundmarkError && error.code === "INVALID_ARGS") return error.suggestion;
  }
  throw new Error("expected a refusal");
};

describe("what to do about a tree that is refused", () => {
  it("names the description of the form", () => {
    for (const text of ["[]", '{"apps":[]}', "<a", "hello"])
      expect(suggestion(text)).toContain("docs/tree-json.md");
  });

  it("tells a result of observe or parse from a tree", () => {
    const surface = { snapshot: "sabc", marks: [], text: "" };
    for (const value of [surface, { version: "1", ok: true, command: "parse", data: surface }])
      expect(suggestion(JSON.stringify(value))).toContain("not what Groundmark made of one");
  });

  it("names the encoding and the form of a coordinate", () => {
    expect(suggestion(Uint8Array.of(0x3c, 0xff, 0xfe))).toContain("UTF-8");
    const bad = desktop(space("ubuntu"), "push-button").replace("(10, 0)", "10;0");
    expect(suggestion(bad)).toContain("(x, y)");
  });
});

describe("docs/tree-json.md", () => {
  const text = readFileSync(new URL("../../../docs/tree-json.md", import.meta.url), "utf8");

  it("has an example that is a tree", () => {
    const example = /```json\n([\s\S]+?)```/.exec(text)?.[1] ?? "";
    const parsed = parseTree(example);
    expect(parsed).toMatchObject({ status: "ok", warnings: [] });
    expect(parsed.apps[0]?.windows[0]?.children[0]).toMatchObject({ role: "button", name: "Save" });
  });

  it("names every field and state of the schema", () => {
    const all = node("button", {
      name: "n",
      description: "d",
      value: "v",
      placeholder: "p",
      alpha: 1,
      attributes: {},
      pid: 1,
      window: "w",
    });
    const fields = [
      ...Object.keys(tree()),
      ...Object.keys(tree().apps[0]!),
      ...Object.keys(all),
      ...AX_STATES,
    ];
    for (const field of fields) expect([field, text.includes(`\`${field}\``)]).toEqual([field, true]);
  });
});
