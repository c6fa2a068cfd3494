import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

// The published ONNX Runtime sends usage data unless it is told not to.
const library = new URL("../../dist/index.js", import.meta.url).href;
const shot = fileURLToPath(new URL("../frames/desktop-1280x800.png", import.meta.url));
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "groundmark-quiet-"));
  for (const name of ["home", "tmp"]) mkdirSync(join(dir, name));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Names of everything below a folder. */
const below = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

it("looking at a picture opens no network socket and leaves nothing in home and temporary folders", () => {
  const program = `
    import { readdirSync, readFileSync, readlinkSync } from "node:fs";
    import { parseImage } from ${JSON.stringify(library)};
    const sockets = new Set();
    const look = () => {
      const inet = ["tcp", "tcp6", "udp", "udp6"].flatMap((name) =>
        readFileSync("/proc/self/net/" + name, "utf8").split("\\n").slice(1).map((l) => l.trim().split(/\\s+/)[9]));
      for (const fd of readdirSync("/proc/self/fd")) {
        let to = ""; try { to = readlinkSync("/proc/self/fd/" + fd); } catch {}
        const inode = /^socket:\\[(\\d+)\\]$/.exec(to)?.[1];
        if (inode && inet.includes(inode)) sockets.add(inode);
      }
    };
    const timer = setInterval(look, 2);
    const { surface } = await parseImage(${JSON.stringify(shot)});
    await new Promise((r) => setTimeout(r, 1500));
    clearInterval(timer);
    console.log(JSON.stringify({ marks: surface.marks.length, sockets: sockets.size }));
  `;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    env: { PATH: process.env.PATH, HOME: join(dir, "home"), TMPDIR: join(dir, "tmp") },
    encoding: "utf8",
    timeout: 60_000,
  });
  const seen = JSON.parse(out) as { marks: number; sockets: number };
  expect(seen.marks).toBeGreaterThan(20);
  expect(seen.sockets).toBe(0);
  expect(below(join(dir, "home"))).toEqual([]);
  expect(below(join(dir, "tmp"))).toEqual([]);
});
