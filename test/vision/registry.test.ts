import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModel } from "../../src/vision/models.js";
import { filesOf, modelsFolder, readManifest } from "../../src/vision/registry.js";

const shipped = modelsFolder({});
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "groundmark-models-"));
  await cp(shipped, folder, { recursive: true, filter: (file) => !/training/.test(file) });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const editManifest = async (edit: (manifest: Record<string, unknown>) => void) => {
  const file = path.join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  edit(manifest);
  await writeFile(file, JSON.stringify(manifest));
};

describe("the shipped manifest (VIS-3)", () => {
  it("describes every model, with the reason when it is not for release", async () => {
    const { models } = await readManifest(shipped);
    expect(models.map((m) => m.task).sort()).toEqual(["caption", "detect", "recognise"]);
    for (const model of models) {
      for (const { file, bytes } of filesOf(model))
        expect((await readFile(path.join(shipped, file))).length).toBe(bytes);
      if (!model.release) expect(model.releaseNote).toBeTruthy();
    }
  });

  it("has as many labels as the models have classes", async () => {
    const manifest = await readManifest(shipped);
    for (const model of manifest.models) {
      if (model.task === "detect")
        expect(model.outputs[0]?.shape[1]).toBe(
          4 + model.labels.length + (model.states?.length ?? 0) + (model.point ? 2 : 0),
        );
      if (model.task === "recognise")
        expect(model.outputs[0]?.shape[1]).toBe(
          1 + (await loadModel(shipped, manifest, "recognise")).labels.length,
        );
      if (model.task === "caption")
        expect(model.outputs[1]?.shape[1]).toBe(
          (await loadModel(shipped, manifest, "caption")).labels.length,
        );
    }
  });

  it("is found through GROUNDMARK_MODELS", () => {
    expect(modelsFolder({ GROUNDMARK_MODELS: "/somewhere" })).toBe("/somewhere");
    expect(path.basename(modelsFolder({ GROUNDMARK_MODELS: "" }))).toBe("models");
  });
});

describe("damage", () => {
  it("refuses a model with one changed byte by name and loads the others", async () => {
    const manifest = await readManifest(folder);
    const file = path.join(folder, "groundmark-ui-2.onnx");
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
    await expect(loadModel(folder, manifest, "detect")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("groundmark-ui-2.onnx"),
    });
    expect((await loadModel(folder, manifest, "caption")).bytes.length).toBeGreaterThan(0);
  });

  it("refuses changed labels: a moved label is a wrong reading", async () => {
    const manifest = await readManifest(folder);
    const file = path.join(folder, "groundmark-text-0.alphabet.json");
    await writeFile(file, (await readFile(file, "utf8")).replace('"a"', '"e"'));
    await expect(loadModel(folder, manifest, "recognise")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("alphabet"),
    });
  });

  it("names a missing model", async () => {
    const manifest = await readManifest(folder);
    await rm(path.join(folder, "groundmark-icons-1.onnx"));
    await expect(loadModel(folder, manifest, "caption")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("groundmark-icons-1.onnx"),
      suggestion: expect.stringContaining("models verify"),
    });
  });

  it("names a task without a model", async () => {
    await editManifest((m) => {
      m.models = (m.models as { task: string }[]).filter((model) => model.task !== "detect");
    });
    await expect(loadModel(folder, await readManifest(folder), "detect")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("detect"),
    });
  });

  it.each([
    ["no manifest", () => rm(path.join(folder, "manifest.json"))],
    ["no JSON", () => writeFile(path.join(folder, "manifest.json"), "{")],
    [
      "a missing licence",
      () => editManifest((m) => delete (m.models as Record<string, unknown>[])[0]!.licence),
    ],
    [
      "an unknown role",
      () =>
        editManifest((m) => {
          (m.models as { labels: { role: string }[] }[])[0]!.labels[0]!.role = "knob";
        }),
    ],
    [
      "a file outside the folder",
      () =>
        editManifest((m) => {
          (m.models as { file: string }[])[0]!.file = "../elsewhere.onnx";
        }),
    ],
  ])("refuses %s", async (_, damage) => {
    await damage();
    await expect(readManifest(folder)).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });
});
