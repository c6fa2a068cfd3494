import { describe, expect, it } from "vitest";
import { fuse } from "../../src/fusion/fuse.js";
import { numberMarks } from "../../src/fusion/marks.js";
import { NumberBook } from "../../src/fusion/numbers.js";
import { letterbox } from "../../src/geometry/letterbox.js";
import { desktopRect as r } from "../../src/geometry/rect.js";
import { SceneBuilder } from "./scene-builder.js";

const book = () => new NumberBook();
const marksOf = (s: SceneBuilder, numbers = book()) => {
  const scene = s.build();
  const { candidates } = fuse(scene);
  const box = letterbox(scene.frame.region);
  return numberMarks(
    candidates,
    candidates.map(() => undefined),
    box,
    numbers,
    { maxMarks: 100 },
    () => "",
  ).marks.map((m) => m.surface);
};
const world = () => new SceneBuilder().window("w", r(0, 0, 400, 300));

describe("a mark's texts", () => {
  it("lose a secret whole, also where the limit would cut it in two", () => {
    const secret = "4111 1111 1111 1111";
    for (let before = 175; before < 200; before++) {
      const filler = "a".repeat(before);
      const [mark] = marksOf(
        world().control("textbox", `${filler} ${secret}`, r(20, 20, 200, 28), {
          window: "w",
          value: `${filler} ${secret}`,
          description: `${filler}x ${secret}`,
        }),
      );
      expect(JSON.stringify(mark)).not.toMatch(/4111|1111/);
    }
  });

  it("are clean wherever the application had a say, its own names for itself and its roles included", () => {
    const [mark] = marksOf(
      world().control("button", "OK", r(20, 20, 60, 28), {
        window: "w",
        app: "Bank\u001b[2J 4111 1111 1111 1111",
        nativeRole: `push\u202e button ghp_${"a1".repeat(18)} ${"x".repeat(500)}`,
      }),
    );
    expect(mark).toMatchObject({ app: "Bank[2J [REDACTED_CARD]" });
    expect(mark!.nativeRole).toMatch(/^push button \[REDACTED_GITHUB_TOKEN\] x+…$/);
    expect(mark!.nativeRole!.length).toBeLessThanOrEqual(40);
  });
});

describe("a field that only pixels show", () => {
  it("keeps its value to itself when its label asks for a secret", () => {
    const marks = marksOf(
      world()
        .seen("textbox", r(120, 20, 200, 28))
        .text("Password", r(20, 24, 80, 20))
        .text("swordfish", r(126, 24, 90, 20)),
    );
    expect(marks.find((m) => m.role === "textbox")).toMatchObject({
      label: "Password",
      value: "[REDACTED_PASSWORD]",
      evidence: { reason: "protected" },
      risk: "sensitive",
    });
    expect(JSON.stringify(marks)).not.toContain("swordfish");
  });
});

describe("a mark's evidence", () => {
  it("quotes at most 80 characters of what was read", () => {
    const words = "several words of a long label ".repeat(5).trim();
    const [mark] = marksOf(
      world()
        .control("button", "OK", r(20, 20, 360, 28), { window: "w" })
        .text(words, r(22, 24, 356, 20)),
    );
    expect(mark).toMatchObject({ verdict: "mismatch" });
    expect([...mark!.evidence.ocr!]).toHaveLength(80);
  });

  it("is none where only the pixels speak: sensitive ones are left to be confirmed", () => {
    const [mark] = marksOf(
      world()
        .seen("button", r(20, 20, 100, 28))
        .text("Submit", r(30, 24, 60, 20)),
    );
    expect(mark).toMatchObject({
      label: "Submit",
      verdict: "unverifiable",
      evidence: { reason: "pixels-only" },
      risk: "sensitive",
    });
  });
});

describe("a mark's states", () => {
  const on = { checked: 0.9, selected: 0.9, expanded: 0.9, disabled: 0.1 };

  it.each([
    ["checkbox", ["checked"]],
    ["button", ["expanded"]],
    ["tab", ["selected"]],
    ["treeitem", ["selected", "expanded"]],
    ["slider", undefined],
  ] as const)("are those that pixels show of a %s, where no tree tells", (role, states) => {
    const [mark] = marksOf(world().seen(role, r(20, 20, 60, 28), 0.8, { states: on }));
    expect(mark!.states).toEqual(states);
    expect(mark!.evidence.scale).toBe(1);
  });

  it("are left out when pixels are not sure", () => {
    const states = { checked: 0.6, selected: 0.5, expanded: 0.2, disabled: 0.5 };
    expect(marksOf(world().seen("checkbox", r(20, 20, 60, 28), 0.8, { states }))[0]!.states).toBeUndefined();
  });

  it("do not keep what looks disabled from being tried", () => {
    const states = { ...on, disabled: 0.99 };
    const [mark] = marksOf(world().seen("slider", r(20, 20, 60, 28), 0.8, { states }));
    expect(mark).toMatchObject({ states: ["disabled"], actions: ["click"] });
  });

  it("are the tree's where it has the control", () => {
    const [mark] = marksOf(
      world()
        .control("checkbox", "Wrap", r(20, 20, 60, 28), { window: "w", states: ["enabled", "showing"] })
        .seen("checkbox", r(20, 20, 60, 28), 0.8, { states: on }),
    );
    expect(mark).toMatchObject({ source: "ax+vision", states: ["enabled", "showing"] });
  });
});

describe("a mark's number", () => {
  it("is another one when another process or another role answers at the same address", () => {
    const numbers = book();
    const number = (more: object, role: "button" | "link" = "button") =>
      marksOf(world().control(role, "OK", r(20, 20, 60, 28), { window: "w", ...more }), numbers)[0]!.id;
    expect(number({})).toBe(1);
    expect(number({})).toBe(1);
    expect(number({ pid: 101 })).toBe(2);
    expect(number({ pid: 101 }, "link")).toBe(3);
  });
});
