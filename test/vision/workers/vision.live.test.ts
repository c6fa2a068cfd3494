/** Worker threads run compiled code: `npm run build` first. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenedVision, openVision } from "../../../dist/vision/workers/vision.js";
import { desktopRect } from "../../../src/geometry/rect.js";
import { modelsFolder } from "../../../src/vision/registry.js";
import { openVision as openFromSource } from "../../../src/vision/workers/vision.js";
import { drawPage, emptyFrame, FRAMES, loadFrame } from "../pictures.js";

const SMALL = `${FRAMES}desktop-1280x800.png`;
const opened: { close(): Promise<void> }[] = [];
const folders: string[] = [];
async function open(modelsFolder?: string): Promise<OpenedVision> {
  const vision = await openVision(modelsFolder ? { modelsFolder } : {});
  opened.push(vision);
  return vision;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((vision) => vision.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function damagedModels(damage: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "groundmark-vision-"));
  folders.push(folder);
  await cp(modelsFolder({}), folder, { recursive: true, filter: (file) => !/training/.test(file) });
  await damage(folder);
  return folder;
}

describe("looking at one frame", () => {
  it("finds controls and text, reads a part, names icons, reports its health", async () => {
    const vision = await open();
    const frame = await loadFrame(SMALL);
    const result = await vision.look(frame);
    expect(result.detector).toMatchObject({ name: "groundmark-ui-2", status: "ok" });
    expect(result.reader).toMatchObject({ name: "groundmark-text-0", status: "ok" });
    expect(result.warnings).toEqual([]);
    expect(result.detections.length).toBeGreaterThan(40);
    expect(result.lines.map((line) => line.text)).toContain("Shopping list for Saturday");
    const [line] = await vision.read(frame, desktopRect(840, 70, 120, 36));
    expect(line?.text).toBe("Undo");
    expect(await vision.caption(frame, [desktopRect(150, 406, 30, 27)])).toMatchObject([{ label: "undo" }]);
    expect(await vision.caption(frame, [])).toEqual([]);
    expect(await vision.health()).toEqual({
      detector: { name: "groundmark-ui-2", status: "ok" },
      reader: { name: "groundmark-text-0", status: "ok" },
      captioner: { name: "groundmark-icons-1", status: "ok" },
    });
  });

  it("gives the same answer again, much faster when no pixel changed", async () => {
    const vision = await open();
    const frame = await loadFrame(SMALL);
    const first = await vision.look(frame);
    const again = await vision.look(frame);
    expect(again.detections).toEqual(first.detections);
    expect(again.lines).toEqual(first.lines);
    expect(again.detector.duration).toBeLessThan(first.detector.duration / 2);
  });

  it("answers many callers at once in order, and bounds how many may wait", async () => {
    const vision = await open();
    const frame = await drawPage(200, 40, [{ text: "Ready", x: 20, y: 10, size: 14 }]);
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => vision.read(frame, frame.region)));
    const done = all.filter((r) => r.status === "fulfilled");
    expect(done).toHaveLength(32);
    for (const { value } of done) expect(value.map((l) => l.text)).toEqual(["Ready"]);
    expect(all.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  });

  it("works from the sources too, with the compiled workers", async () => {
    const vision = await openFromSource();
    opened.push(vision);
    expect((await vision.health()).reader.status).toBe("ok");
  });

  it("looks at a picture of one pixel", async () => {
    const frame = emptyFrame(1, 1);
    const result = await (await open()).look(frame);
    expect(result).toMatchObject({ detections: [], lines: [], unread: [], warnings: [] });
  });
});

describe("when a part is missing (VIS-3, VIS-6)", () => {
  it("reads on without the detector, and says which file is at fault", async () => {
    const folder = await damagedModels(async (dir) => {
      const file = path.join(dir, "groundmark-ui-2.onnx");
      const bytes = await readFile(file);
      bytes[1000]! ^= 1;
      await writeFile(file, bytes);
    });
    const vision = await open(folder);
    const frame = await loadFrame(SMALL);
    const result = await vision.look(frame);
    expect(result.detector.status).toBe("unavailable");
    expect(result.detector.reason).toContain("groundmark-ui-2.onnx");
    expect(result.detections).toEqual([]);
    expect(result.reader.status).toBe("ok");
    expect(result.lines.length).toBeGreaterThan(20);
    expect((await vision.health()).captioner.status).toBe("ok");
  });

  it("detects on without the recogniser; reading a part is refused", async () => {
    const vision = await open(await damagedModels((dir) => rm(path.join(dir, "groundmark-text-0.onnx"))));
    const frame = await loadFrame(SMALL);
    const result = await vision.look(frame);
    expect(result.detections.length).toBeGreaterThan(40);
    expect(result.reader).toMatchObject({ status: "unavailable" });
    await expect(vision.read(frame, frame.region)).rejects.toMatchObject({
      code: "OCR_UNAVAILABLE",
      message: expect.stringContaining("groundmark-text-0.onnx"),
    });
  });

  it("reports everything unavailable without a manifest, and refuses to name icons", async () => {
    const vision = await open(path.join(tmpdir(), "no-such-models"));
    const frame = emptyFrame(50, 50);
    const health = await vision.health();
    for (const part of [health.detector, health.reader, health.captioner])
      expect(part).toMatchObject({ status: "unavailable", reason: expect.stringContaining("manifest.json") });
    await expect(vision.caption(frame, [frame.region])).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });
});

describe("when a thread dies or is late", () => {
  it("starts it again and repeats the request once, with a warning", async () => {
    const vision = await open();
    const frame = await loadFrame(SMALL);
    await vision.health();
    const looking = vision.look(frame);
    await vision.readerThread.kill();
    const result = await looking;
    expect(result.reader.status).toBe("ok");
    expect(result.lines.length).toBeGreaterThan(20);
    expect(result.warnings).toMatchObject([{ code: "vision-restarted" }]);
    expect(vision.readerThread.restarts).toBe(1);
    expect(vision.detectorThread.restarts).toBe(0);
  });

  it("reports the part as unavailable when it dies twice on one request, and works again afterwards", async () => {
    const vision = await open();
    const frame = await loadFrame(SMALL);
    const looking = vision.look(frame);
    await vision.detectorThread.kill();
    await vision.detectorThread.kill();
    const result = await looking;
    expect(result.detector).toMatchObject({
      status: "unavailable",
      reason: expect.stringContaining("twice"),
    });
    expect(result.reader.status).toBe("ok");
    expect((await vision.look(frame)).detector.status).toBe("ok");
  });

  it("starts an idle thread again when it is next needed", async () => {
    const vision = await open();
    await vision.health();
    await vision.readerThread.kill();
    expect((await vision.health()).reader.status).toBe("ok");
  });

  it("names a part that is late and uses the other", async () => {
    const vision = await open();
    const frame = await loadFrame(`${FRAMES}desktop-1920x1080.png`);
    await vision.health();
    const result = await vision.look(frame, { deadline: 5 });
    expect([result.detector.status, result.reader.status]).toEqual(["timeout", "timeout"]);
    expect(result.detector.reason).toContain("5 ms");
    expect(result.detections).toEqual([]);
    await expect(vision.read(frame, frame.region, { deadline: 1 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
    const relaxed = await vision.look(frame);
    expect([relaxed.detector.status, relaxed.reader.status]).toEqual(["ok", "ok"]);
  });

  it("refuses requests that wait when it is closed", async () => {
    const vision = await openVision();
    const frame = await loadFrame(SMALL);
    const refused = expect(vision.read(frame, frame.region)).rejects.toMatchObject({ code: "CANCELLED" });
    await vision.close();
    await refused;
    await expect(vision.read(frame, frame.region)).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it.each([
    ["when its threads are idle", "await vision.health();", ""],
    ["while models load", "", ""],
    [
      "by process.exit while models load",
      "await new Promise((r) => setTimeout(r, 120));",
      "process.exit(0);",
    ],
    ["by process.exit while it looks", "await vision.health(); void look(); await 0;", "process.exit(0);"],
  ])("lets a process end cleanly that forgot to close it: %s", async (_, before, after) => {
    const dist = (file: string) =>
      JSON.stringify(fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url)));
    const script = `import { openVision } from ${dist("vision/workers/vision.js")};
      const pixels = new Uint8Array(new SharedArrayBuffer(800 * 600 * 3));
      for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 7919) % 251;
      const region = { x: 0, y: 0, width: 800, height: 600 };
      const frame = { pixels, width: 800, height: 600, region, backend: "image", capturedAt: new Date(), duration: 0 };
      const vision = await openVision();
      const look = () => vision.look(frame);
      ${before}
      console.log("done");
      ${after}`;
    for (let round = 0; round < 3; round++) {
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
        timeout: 30_000,
      });
      expect(stdout.trim()).toBe("done");
    }
  });
});

describe("the second engine (tesseract.js)", () => {
  it("reads a page when a language is asked for, and ends cleanly", async () => {
    const vision = await open();
    const frame = await drawPage(500, 120, [
      { text: "Save changes", x: 40, y: 20, size: 20 },
      { text: "Discard", x: 40, y: 70, size: 20 },
    ]);
    const result = await vision.look(frame, { language: "eng", deadline: 60_000 });
    expect(result.reader).toMatchObject({ name: "tesseract-eng", status: "ok" });
    expect(result.lines.map((line) => line.text)).toEqual(["Save changes", "Discard"]);
    const [save] = result.lines;
    expect(Math.abs(save!.box.x - 41)).toBeLessThan(6);
    expect(save!.words.map((word) => word.text)).toEqual(["Save", "changes"]);
    const part = await vision.read(frame, desktopRect(30, 66, 120, 30), {
      language: "eng",
      deadline: 60_000,
    });
    expect(part.map((line) => line.text)).toEqual(["Discard"]);
  });

  it("names the package of a language that is not installed, and never fetches it", async () => {
    const vision = await open();
    const frame = emptyFrame(60, 30);
    await expect(vision.read(frame, frame.region, { language: "eng+xyz" })).rejects.toMatchObject({
      code: "OCR_UNAVAILABLE",
      suggestion: expect.stringContaining("@tesseract.js-data/xyz"),
    });
    const result = await vision.look(frame, { language: "xyz" });
    expect(result.reader).toMatchObject({
      status: "unavailable",
      reason: expect.stringContaining("@tesseract.js-data/xyz"),
    });
    await expect(vision.read(frame, frame.region, { language: "../x" })).rejects.toMatchObject({
      code: "INVALID_ARGS",
    });
  });

  it("gives up in time and starts afresh", async () => {
    const vision = await open();
    const frame = await loadFrame(SMALL);
    await expect(vision.read(frame, frame.region, { language: "eng", deadline: 30 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
    const lines = await vision.read(frame, desktopRect(20, 44, 320, 18), {
      language: "eng",
      deadline: 60_000,
    });
    expect(lines.map((l) => l.text).join(" ")).toContain("Document");
  });
});
