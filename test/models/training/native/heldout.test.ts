import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../../../models/training/native/", import.meta.url));

/** Runs Python with the recipe's folder on its path; the packages that only rendering needs are stood in for. */
function python(script: string): { status: number | null; out: string; err: string } {
  const before = `
import sys, types
sys.path.insert(0, ${JSON.stringify(folder)})
class Any:
    def __getattr__(self, name): return Any()
    def __call__(self, *a, **k): return Any()
for name in ("numpy", "PIL", "PIL.Image", "Xlib", "Xlib.display", "Xlib.error", "Xlib.xobject", "Xlib.xobject.drawable"):
    module = types.ModuleType(name)
    module.__getattr__ = lambda name: Any()
    sys.modules[name] = module
`;
  const run = spawnSync("/usr/bin/python3", ["-c", before + script], { encoding: "utf8", timeout: 30_000 });
  return { status: run.status, out: run.stdout.trim(), err: run.stderr };
}

describe("what is kept for the test frames", () => {
  it.each([
    ["gtk", ["Arc", "Arc-Dark", "arc-lighter", "Greybird", "Greybird-dark", "Materia"], ["Materia"]],
    ["wm", ["Arc", "Greybird", "KvArcDark", "Onyx"], ["Onyx"]],
    ["qt", ["KvArc", "KvArcDark", "KvAmbiance", "Oxygen", "Fusion", "KvGnome"], ["Fusion", "KvGnome"]],
    [
      "icons",
      ["elementary", "elementary-xfce", "Humanity", "Humanity-Dark", "Tango", "Papirus"],
      ["Papirus"],
    ],
  ])("is left out of the %s that generators may draw", (kind, names, allowed) => {
    const { out } = python(`
from heldout import allowed
print("|".join(allowed(${JSON.stringify(kind)}, ${JSON.stringify(names)})))`);
    expect(out.split("|")).toEqual(allowed);
  });

  it.each([
    [{ gtk: "Arc-Darker" }, "refused"],
    [{ qt: "KvArc", font: "Lato 10" }, "refused"],
    [{ icons: "Tango" }, "refused"],
    [{ gtk: "Numix", icons: "Papirus", font: "Arc 10" }, "shown"],
  ])("ends the run of a generator that shows %j: %s", (look, expected) => {
    const { out, err } = python(`
import json, os
import harness
class Child: pass
generator = harness.Generator.__new__(harness.Generator)
generator.kind = harness.Kind("fake", [], [1], False, 5, 1, 0)
generator.rest = b""
generator.child = Child()
read, write = os.pipe()
os.write(write, json.dumps({"windows": [], "look": ${JSON.stringify(look)}}).encode() + b"\\n")
generator.child.stdin = open(os.devnull, "wb")
generator.child.stdout = os.fdopen(read, "rb")
try:
    generator.ask({"seed": 1})
    print("shown")
except harness.HeldOut:
    print("refused")`);
    expect(err).toBe("");
    expect(out).toBe(expected);
  });
});

describe("what can be seen of a covered box", () => {
  it.each([
    ["nothing above it", "(10, 10, 50, 30)", "(10, 10, 50, 30)", "[]", "(10, 10, 50, 30)"],
    [
      "a window over its right half",
      "(0, 0, 100, 20)",
      "(0, 0, 100, 20)",
      "[(50, -5, 200, 90)]",
      "(0, 0, 50, 20)",
    ],
    [
      "a small window in its middle",
      "(0, 0, 100, 20)",
      "(0, 0, 100, 20)",
      "[(40, 5, 60, 15)]",
      "(0, 0, 100, 20)",
    ],
    [
      "a corner that takes more than two fifths",
      "(0, 0, 100, 100)",
      "(0, 0, 100, 100)",
      "[(20, 20, 200, 200)]",
      "None",
    ],
    ["too little left of the whole", "(0, 0, 30, 20)", "(0, 0, 100, 20)", "[]", "None"],
    ["covered altogether", "(5, 5, 10, 10)", "(5, 5, 10, 10)", "[(0, 0, 7, 50), (7, 0, 50, 50)]", "None"],
  ])("%s", (_, box, whole, covers, expected) => {
    expect(python(`from occlude import visible\nprint(visible(${box}, ${whole}, ${covers})[0])`).out).toBe(
      expected,
    );
  });
});
