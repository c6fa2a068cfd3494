import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desktop as Groundmark, openDesktop } from "../../dist/index.js";
import { calculator, type Desktop, startDesktop } from "../desktop/index.js";

let desktop: Desktop;
let groundmark: Groundmark;
beforeAll(async () => {
  desktop = await startDesktop({
    width: 1280,
    height: 800,
    monitors: [
      { x: 0, y: 0, width: 800, height: 800, name: "left" },
      { x: 800, y: 0, width: 480, height: 800, name: "right" },
    ],
  });
  await desktop.launch(calculator());
  groundmark = await openDesktop({ env: desktop.env });
});
afterAll(async () => {
  await groundmark?.close();
  await desktop?.stop();
});

it("monitors that changed after the observation make its numbers stale (CAP-6)", async () => {
  const surface = await groundmark.observe();
  const seven = surface.marks.find((m) => m.role === "button" && m.label === "7")!;
  expect(await groundmark.click(seven.id, { dryRun: true })).toMatchObject({ dispatched: false });
  execFileSync("xrandr", ["--delmonitor", "right"], { env: desktop.env, timeout: 5000 });
  await expect(groundmark.click(seven.id)).rejects.toMatchObject({
    code: "STALE_REF",
    message: expect.stringContaining("monitors changed"),
  });
  const again = await groundmark.observe();
  const now = again.marks.find((m) => m.role === "button" && m.label === "7")!;
  expect(await groundmark.click(now.id)).toMatchObject({ dispatched: true, outcome: "verified" });
});
