import { expect, it } from "vitest";
import { fuse } from "../../src/fusion/fuse.js";
import { rank } from "../../src/fusion/rank.js";
import { desktopRect as r } from "../../src/geometry/rect.js";
import { SceneBuilder } from "./scene-builder.js";

it("the limit keeps what can be used: focus, open menus, controls; disabled ones and empty cells go first", () => {
  const scene = new SceneBuilder()
    .window("w", r(0, 0, 500, 400))
    .window("menu", r(300, 0, 150, 80), { overrideRedirect: true })
    .control("cell", "", r(10, 200, 60, 20), { window: "w" })
    .control("button", "Grey", r(10, 10, 60, 20), { window: "w", states: ["disabled", "showing"] })
    .control("button", "Plain", r(10, 40, 60, 20), { window: "w" })
    .control("textbox", "Here", r(10, 70, 60, 20), { window: "w", states: ["focused", "showing"] })
    .control("menuitem", "Open", r(301, 5, 140, 20), { window: "menu" })
    .seen("button", r(10, 300, 60, 24))
    .text("loose words", r(200, 350, 100, 14));
  const { candidates } = fuse(scene.build());
  const order = [...candidates].sort((a, b) => rank(b) - rank(a)).map((c) => c.label || c.role);
  expect(order).toEqual(["Here", "Open", "Plain", "button", "loose words", "Grey", "cell"]);
});
