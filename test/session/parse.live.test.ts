import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, it } from "vitest";
import { parseImage } from "../../dist/index.js";
import { treeToJson } from "../../src/ax/osworld/index.js";
import { node, tree } from "../ax/node.js";

const shot = new URL("../frames/desktop-1280x800.png", import.meta.url);

it("masks a protected field in every picture, though the limit leaves no mark for it", async () => {
  const field = { x: 100, y: 100, width: 400, height: 300 };
  const ax = treeToJson(
    tree(
      node(
        "window",
        { name: "Login" },
        node("button", {
          name: "Go",
          bounds: { x: 700, y: 300, width: 300, height: 200 },
          states: ["focused"],
        }),
        node("textbox", { name: "Password", bounds: field, states: ["protected"] }),
      ),
    ),
  );
  const parsed = await parseImage(await readFile(shot), { ax, maxMarks: 1 });
  expect(parsed.surface.marks.map((m) => m.label)).toEqual(["Go"]);
  const { data } = await sharp(await parsed.plainPng())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The frame shows 1280x800 at four fifths, 64 px below its upper edge.
  for (const [x, y] of [
    [101, 101],
    [300, 250],
    [498, 398],
  ] as const) {
    const at = ((64 + Math.floor(y * 0.8)) * 1024 + Math.floor(x * 0.8)) * 3;
    expect([...data.subarray(at, at + 3)]).toEqual([64, 64, 64]);
  }
});
