import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { VERSION } from "../../src/serve/version.js";

const BIN = fileURLToPath(new URL("../../bin/groundmark.js", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gm-bin-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(program: string, ...words: string[]): Promise<{ exit: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder };
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...words], { env }, (_error, out, err) =>
      done({ exit: child.exitCode ?? -1, out, err }),
    );
  });
}

describe("the program", () => {
  test("knows its version and its commands", async () => {
    expect(await run(BIN, "--version")).toEqual({ exit: 0, out: `${VERSION}\n`, err: "" });
    const help = await run(BIN, "help");
    expect([help.exit, help.err]).toEqual([0, ""]);
    for (const name of ["observe", "click", "parse", "status", "start", "stop"])
      expect(help.out).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  test("every command's help can be made", async () => {
    const { out } = await run(BIN, "help");
    const names = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const help = await run(BIN, "help", name);
      expect([name, help.exit, help.err]).toEqual([name, 0, ""]);
      expect(help.out).toContain(`Usage: groundmark ${name}`);
    }
  });

  test("exits 0, 1 and 2 as it says", async () => {
    expect((await run(BIN, "parse", "/nowhere/at/all.png")).exit).toBe(1);
    expect((await run(BIN, "parse")).exit).toBe(2);
    expect((await run(BIN, "prase")).exit).toBe(2);
  });

  test("without a desktop a live command is refused by name and starts nothing", async () => {
    const { exit, out } = await run(BIN, "observe", "--json");
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { code: "PLATFORM_NOT_SUPPORTED" } });
  });

  test("a reader that leaves early is no trouble", async () => {
    const child = spawn(process.execPath, [BIN, "help"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (text) => {
      err += text;
    });
    const [exit] = await once(child, "close");
    expect([exit, err]).toEqual([0, ""]);
  });

  test("before it is built it says how to build it", async () => {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    copyFileSync(BIN, join(folder, "bin", "groundmark.js"));
    const { exit, err } = await run(join(folder, "bin", "groundmark.js"), "observe");
    expect(exit).toBe(1);
    expect(err).toContain("npm run build");
  });
});
