import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "./cli.js";

// Real processes of the built command line, without any display.
const shot = fileURLToPath(new URL("../frames/desktop-1280x800.png", import.meta.url));
const bin = fileURLToPath(new URL("../../bin/groundmark.js", import.meta.url));
const models = fileURLToPath(new URL("../../models", import.meta.url));
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "groundmark-parse-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const file = (name: string, bytes: Uint8Array | string): string => {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  return path;
};

describe("groundmark parse", () => {
  it("gives the envelope of the design for a screenshot, and a marked picture of 1024x768", async () => {
    const som = join(dir, "marked.png");
    const { code, json } = await cli(["parse", shot, "--som", som, "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      version: "1",
      ok: true,
      command: "parse",
      data: {
        source: { kind: "image", backend: "image" },
        screen: { x: 0, y: 0, width: 1280, height: 800 },
        frame: { width: 1024, height: 768, content: { x: 0, y: 64, width: 1024, height: 640 } },
        accessibility: { status: "none" },
        vision: { status: "ok" },
        pictures: { som: { path: som } },
      },
    });
    expect(json.data.marks.length).toBeGreaterThan(20);
    const meta = await sharp(som).metadata();
    expect([meta.width, meta.height]).toEqual([1024, 768]);
  });

  it("prints the listing for people", async () => {
    const { code, stdout } = await cli(["parse", shot]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^picture\n {2}\[\d+\] /);
    expect(stdout).not.toContain("\u001b");
  });

  it("gives the same bytes and numbers for the same picture", async () => {
    const a = join(dir, "a.png");
    const b = join(dir, "b.png");
    const [x, y] = [
      await cli(["parse", shot, "--som", a, "--json"]),
      await cli(["parse", shot, "--som", b, "--json"]),
    ];
    expect(x.json.data.marks).toEqual(y.json.data.marks);
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
  });

  it("keeps to --max-marks and says what it left out", async () => {
    const { json } = await cli(["parse", shot, "--max-marks", "5", "--json"]);
    expect(json.data.marks).toHaveLength(5);
    expect(json.data.truncated).toBeGreaterThan(10);
    expect(json.data.text).toContain("more marks left out by the limit");
  });

  it.each(["jpeg", "webp", "png-alpha", "tiny", "portrait", "8k", "blank"])(
    "takes a %s picture",
    async (kind) => {
      const base = sharp(shot);
      const make: Record<string, () => Promise<Buffer>> = {
        jpeg: () => base.jpeg().toBuffer(),
        webp: () => base.webp({ lossless: true }).toBuffer(),
        "png-alpha": () => base.ensureAlpha(0.9).png().toBuffer(),
        tiny: () =>
          sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
            .png()
            .toBuffer(),
        portrait: () => base.resize(600, 1300, { fit: "contain" }).png().toBuffer(),
        "8k": () =>
          base.resize(7680, 4320, { fit: "fill", kernel: "nearest" }).png({ compressionLevel: 1 }).toBuffer(),
        blank: () =>
          sharp({ create: { width: 1280, height: 800, channels: 3, background: "#eee" } })
            .png()
            .toBuffer(),
      };
      const { code, json, stderr } = await cli(["parse", file(kind, await make[kind]!()), "--json"]);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      if (kind === "blank" || kind === "tiny") expect(json.data.marks).toEqual([]);
      else if (kind !== "portrait" && kind !== "8k") expect(json.data.marks.length).toBeGreaterThan(20);
    },
  );

  it.each([
    ["empty", () => Buffer.alloc(0)],
    ["text", () => Buffer.from("this is not a picture")],
    ["cut off", () => readFileSync(shot).subarray(0, 200)],
    ["svg", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])("refuses a picture that is %s, with a suggestion and no stack trace", async (name, bytes) => {
    const { code, json } = await cli(["parse", file(`bad-${name.replace(" ", "-")}`, bytes()), "--json"]);
    expect(code).toBe(1);
    expect(json).toMatchObject({ ok: false, command: "parse", error: { code: "INVALID_ARGS" } });
    expect(json.error.suggestion).toBeTruthy();
    expect(JSON.stringify(json)).not.toMatch(/\bat .+:\d+:\d+/);
  });

  it("says that there is nothing to mark", async () => {
    const blank = sharp({ create: { width: 640, height: 400, channels: 3, background: "#eee" } });
    expect(await cli(["parse", file("blank.png", await blank.png().toBuffer())])).toMatchObject({
      code: 0,
      stdout: "no marks\n",
      stderr: "",
    });
  });

  it("refuses a language that it cannot read, since that one was asked for", async () => {
    const { code, json } = await cli(["parse", shot, "--lang", "xxx", "--json"]);
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: "OCR_UNAVAILABLE",
      message: expect.stringContaining('"xxx"'),
      suggestion: expect.stringContaining("embedded reader"),
    });
  });

  it("calls an output that is full what it is", () => {
    const full = openSync("/dev/full", "w");
    const run = spawnSync(process.execPath, [bin, "parse", shot], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect(run.status).toBe(1);
    expect(String(run.stderr)).toMatch(/^error RESOURCE_EXHAUSTED: the output cannot be written/);
  });

  it("refuses a path that is not there", async () => {
    const { code, json } = await cli(["parse", join(dir, "nowhere.png"), "--json"]);
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("nowhere.png"),
    });
  });

  it("is exit 2 for a command line that cannot be parsed", async () => {
    expect((await cli(["parse"])).code).toBe(2);
    expect((await cli(["parse", shot, "--no-such-option"])).code).toBe(2);
    expect((await cli(["parse", shot, "--max-marks", "many"])).code).toBe(2);
    const zero = await cli(["parse", shot, "--max-marks", "0"]);
    expect([zero.code, zero.stderr]).toEqual([2, expect.stringContaining("--max-marks: ")]);
  });

  it("works on with one damaged model and names it", async () => {
    const broken = join(dir, "models");
    mkdirSync(broken);
    const manifest = JSON.parse(readFileSync(join(models, "manifest.json"), "utf8"));
    const names = JSON.stringify(manifest).match(/[\w.-]+\.(onnx|json)/g) ?? [];
    for (const name of new Set([...names, "manifest.json"]))
      copyFileSync(join(models, name), join(broken, name));
    const detector = manifest.models.find((m: { task: string }) => m.task === "detect");
    const bytes = readFileSync(join(broken, detector.file));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(broken, detector.file), bytes);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, GROUNDMARK_MODELS: broken };
    const people = await cli(["parse", shot], { env });
    expect([people.code, people.stdout]).toEqual([0, expect.stringMatching(/^picture\n/)]);
    expect(people.stderr).toMatch(/^note: detector unavailable: .+/m);
    const { code, json } = await cli(["parse", shot, "--json"], { env });
    expect(code).toBe(0);
    expect(json.data.vision).toMatchObject({
      status: "partial",
      detector: { status: "unavailable" },
      ocr: { status: "ok" },
    });
    expect(json.data.vision.reason).toContain(detector.file);
    expect(json.data.marks.length).toBeGreaterThan(10);
    expect(json.data.marks.every((m: { source: string }) => m.source === "ocr")).toBe(true);
  });
});

const OSWORLD = (namespaces: string, node: string) => `<?xml version="1.0" encoding="UTF-8"?>
<desktop-frame ${namespaces}>
  <application name="Editor"><frame name="Untitled" st:visible="true" st:showing="true" cp:screencoord="(0, 0)" cp:size="(1280, 800)">
    ${node}
  </frame></application>
</desktop-frame>`;
const NEW =
  'xmlns:st="https://accessibility.ubuntu.example.org/ns/state" xmlns:cp="https://accessibility.ubuntu.example.org/ns/component"';
const OLD = 'xmlns:st="uri:deskat:state.at-spi.gnome.org" xmlns:cp="uri:deskat:component.at-spi.gnome.org"';
const button = (coord: string) =>
  `<push-button name="From the tree" st:visible="true" st:showing="true" st:enabled="true" cp:screencoord="${coord}" cp:size="(120, 40)"/>`;

describe("groundmark parse --ax", () => {
  it.each([
    ["today's namespaces", NEW],
    ["the older namespaces", OLD],
  ])("takes an OSWorld tree with %s", async (_name, namespaces) => {
    const tree = file("tree.xml", OSWORLD(namespaces, button("(100, 90)")));
    const { code, json } = await cli(["parse", shot, "--ax", tree, "--max-marks", "300", "--json"]);
    expect(code).toBe(0);
    expect(json.data.accessibility.status).toBe("ok");
    const mark = json.data.marks.find((m: { source: string }) => m.source.startsWith("ax"));
    expect(mark).toMatchObject({
      role: "button",
      label: "From the tree",
      box: { x: 100, y: 90, width: 120, height: 40 },
    });
  });

  it("never evaluates a coordinate", async () => {
    const proof = join(dir, "evaluated");
    const evil = `(__import__('os').system('touch ${proof}'), 5)`;
    const { code, json } = await cli([
      "parse",
      shot,
      "--ax",
      file("evil.xml", OSWORLD(NEW, button(evil))),
      "--json",
    ]);
    expect(code).toBe(1);
    expect(json.error.code).toBe("INVALID_ARGS");
    expect(() => readFileSync(proof)).toThrow();
  });

  it.each([
    ["nested elements", () => `${"<a>".repeat(200_000)}${"</a>".repeat(200_000)}`],
    ["entities", () => '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'],
    ["an outside entity", () => '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'],
    ["nothing", () => ""],
    ["neither XML nor JSON", () => "{not json"],
  ])("refuses a tree made of %s, quickly", async (name, text) => {
    const started = performance.now();
    const { code, json } = await cli([
      "parse",
      shot,
      "--ax",
      file(`bomb-${name.length}.xml`, text()),
      "--json",
    ]);
    expect(code).toBe(1);
    expect(["INVALID_ARGS", "RESOURCE_EXHAUSTED"]).toContain(json.error.code);
    expect(json.error.suggestion).toBeTruthy();
    expect(JSON.stringify(json)).not.toContain("root:");
    expect(performance.now() - started).toBeLessThan(8000);
  });
});
