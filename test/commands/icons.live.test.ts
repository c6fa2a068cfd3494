import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desktop, startDesktop } from "../desktop/index.js";
import { type CliRun, cli } from "./cli.js";

// A mark of a live desktop is taught; the service that runs already knows it at the next observation.
let desktop: Desktop;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  desktop = await startDesktop({ width: 800, height: 600 });
  env = { ...desktop.env, XDG_DATA_HOME: `${desktop.directory}/data` };
  const key = (x: number, text: string) => ({
    ...{ x, y: 60, width: 44, height: 44, fill: "#ffffff", outline: "#444444" },
    ...{ text, size: 30 },
  });
  await desktop.rawWindow({
    ...{ x: 100, y: 100, width: 420, height: 200 },
    items: ["\u2638", "\u265e", "\u2698"].map((glyph, i) => key(40 + 100 * i, glyph)),
  });
});
afterAll(async () => {
  await cli(["stop"], { env });
  expect((await desktop.stop()).stragglers).toEqual([]);
});

const run = (...args: string[]): Promise<CliRun> => cli(args, { env });

interface Mark {
  id: number;
  label: string;
  evidence: { ocr?: string };
  box: { x: number; y: number; width: number; height: number };
}

describe("groundmark icons add --from", () => {
  it("names what it was shown, and nothing else by that name", async () => {
    const seen = (await run("observe", "--json")).json.data as { snapshot: string; marks: Mark[] };
    const keys = seen.marks.filter(({ box, evidence }) => box.width < 60 && evidence.ocr === undefined);
    expect(keys.length).toBeGreaterThan(0);
    const [shown] = keys;
    const added = await run("icons", "add", "helm", "--from", `@${seen.snapshot}:${shown!.id}`);
    expect([added.code, added.stderr]).toEqual([0, ""]);
    const again = (await run("observe", "--json")).json.data.marks as Mark[];
    const named = again.filter(({ label }) => label === "helm");
    expect(named.map(({ box }) => box)).toEqual([shown!.box]);
    // An older snapshot is refused, as everywhere.
    const stale = await run("icons", "add", "helm", "--from", `@${seen.snapshot}:${shown!.id}`);
    expect(stale.stderr).toContain("error STALE_REF");
    await run("icons", "remove", "helm");
    const after = (await run("observe", "--json")).json.data.marks as Mark[];
    expect(after.map(({ label }) => label)).not.toContain("helm");
  });
});
