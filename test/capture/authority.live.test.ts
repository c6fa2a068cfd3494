import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startXvfb, type Xvfb } from "./xvfb.js";

// A server that wants a cookie. Xlib reads XAUTHORITY from the real environment, so each look is a process.
const library = new URL("../../dist/index.js", import.meta.url).href;
let dir: string;
let server: Xvfb;

/** One entry of an Xauthority file: wildcard family, no address, no display number, the cookie. */
function authority(cookie: Buffer): Buffer {
  const field = (bytes: Buffer) =>
    Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  return Buffer.concat([
    Buffer.from([0xff, 0xff]),
    field(Buffer.alloc(0)),
    field(Buffer.alloc(0)),
    field(Buffer.from("MIT-MAGIC-COOKIE-1")),
    field(cookie),
  ]);
}

const opened = (xauthority: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { openDesktop } from ${JSON.stringify(library)};
         const end = await openDesktop().then(async (d) => { const s = await d.status(); await d.close(); return { code: s.capture.status }; }, (e) => e.toBody());
         console.log(JSON.stringify(end));`,
      ],
      {
        env: { PATH: process.env.PATH, HOME: dir, DISPLAY: server.display, XAUTHORITY: xauthority },
        encoding: "utf8",
        timeout: 30_000,
        stdio: ["ignore", "pipe", "ignore"],
      },
    ),
  );

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "groundmark-authority-"));
  writeFileSync(join(dir, "right"), authority(Buffer.alloc(16, 7)), { mode: 0o600 });
  writeFileSync(join(dir, "wrong"), authority(Buffer.alloc(16, 8)), { mode: 0o600 });
  server = await startXvfb({ args: ["-auth", join(dir, "right")] });
});
afterAll(async () => {
  await server?.kill();
  rmSync(dir, { recursive: true, force: true });
});

it("a server that does not admit the user is told apart from one that is not there", () => {
  expect(opened(join(dir, "right"))).toEqual({ code: "ok" });
  expect(opened(join(dir, "wrong"))).toMatchObject({
    code: "UNAUTHORIZED",
    suggestion: expect.stringContaining("XAUTHORITY"),
  });
});
