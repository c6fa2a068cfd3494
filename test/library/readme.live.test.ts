import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { calculator, type Desktop, startDesktop } from "../desktop/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
let desktop: Desktop;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "groundmark-readme-"));
  desktop = await startDesktop({ width: 1280, height: 800 });
  await desktop.launch(calculator());
});
afterAll(async () => {
  await desktop?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it("the README's library example runs as it stands, on a real desktop", () => {
  const example = /```js\n([\s\S]+?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
  expect(example).toContain("openDesktop");
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(root, join(dir, "node_modules/groundmark"));
  writeFileSync(join(dir, "example.mjs"), example!);
  copyFileSync(join(root, "test/frames/desktop-1280x800.png"), join(dir, "shot.png"));
  const run = spawnSync(process.execPath, ["example.mjs"], {
    cwd: dir,
    env: desktop.env,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(run.stderr).toBe("");
  expect(run.status).toBe(0);
  expect(run.stdout).toMatch(/^\d+ marks, none tree$/m);
  expect(run.stdout).toContain("{ dispatched: true, rung: 'semantic', outcome: 'verified' }");
  expect(existsSync(join(dir, "marked.png"))).toBe(true);
});
