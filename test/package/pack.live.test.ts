import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildNameOf } from "../../src/serve/version.js";

// Packs what is built, installs it into an empty folder as a user would, and runs it there.
const root = fileURLToPath(new URL("../..", import.meta.url));
let dir: string;
let home: string;

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: 300_000,
    // The README's way for a network that reaches nothing but the package registry.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip", DISPLAY: "", WAYLAND_DISPLAY: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "groundmark-pack-"));
  home = join(dir, "user");
  mkdirSync(home);
  run("npm", ["pack", "--pack-destination", dir], root);
  const tarball = readdirSync(dir).find((f) => f.endsWith(".tgz"))!;
  writeFileSync(join(home, "package.json"), '{"name":"user","private":true,"type":"module"}');
  run("npm", ["install", "--no-audit", "--no-fund", join(dir, tarball)], home);
  copyFileSync(join(root, "test/frames/desktop-1280x800.png"), join(home, "shot.png"));
}, 300_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("the package, installed from its tarball", () => {
  it("holds what it needs and nothing of the workshop", () => {
    const files = readdirSync(join(home, "node_modules/groundmark"));
    for (const needed of ["bin", "dist", "models", "LICENSE", "README.md", "package.json"])
      expect(files).toContain(needed);
    for (const not of ["src", "test", "bench", "scripts", ".ci"]) expect(files).not.toContain(not);
    expect(existsSync(join(home, "node_modules/groundmark/models/manifest.json"))).toBe(true);
  });

  it("is the same build as the checkout that it was packed from, so that both share a service", () => {
    expect(buildNameOf(join(home, "node_modules/groundmark/dist"))).toBe(buildNameOf(join(root, "dist")));
  });

  it("runs its command", () => {
    const out = run(
      join(home, "node_modules/.bin/groundmark"),
      ["parse", "shot.png", "--som", "marked.png", "--json"],
      home,
    );
    const { ok, data } = JSON.parse(out);
    expect(ok).toBe(true);
    expect(data.vision.status).toBe("ok");
    expect(data.marks.length).toBeGreaterThan(20);
    expect(existsSync(join(home, "marked.png"))).toBe(true);
  });

  it("gives its library, with types that compile", () => {
    writeFileSync(
      join(home, "use.mjs"),
      `import { parseImage, GroundmarkError } from "groundmark";
       const { surface } = await parseImage("shot.png", { maxMarks: 3 });
       const bad = await parseImage(new Uint8Array(3)).catch((e) => e);
       console.log(JSON.stringify({ marks: surface.marks.length, bad: bad instanceof GroundmarkError && bad.code }));`,
    );
    expect(JSON.parse(run(process.execPath, ["use.mjs"], home))).toEqual({ marks: 3, bad: "INVALID_ARGS" });
    writeFileSync(
      join(home, "use.ts"),
      `import { openDesktop, parseImage, type Surface } from "groundmark";
       export const look = async (): Promise<Surface> => (await parseImage("x.png")).surface;
       export const press = async (n: number): Promise<string> => {
         const desktop = await openDesktop({ policy: "background" });
         const { outcome } = await desktop.click(n);
         await desktop.close();
         return outcome;
       };`,
    );
    const tsc = join(root, "node_modules/.bin/tsc");
    const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
    run(
      tsc,
      [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        ...types,
        "use.ts",
      ],
      home,
    );
  });
});
