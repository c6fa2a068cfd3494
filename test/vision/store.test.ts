import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  modelsFolder,
  placedModels,
  readUserManifest,
  usedModels,
  userModelsFolder,
} from "../../src/vision/registry.js";
import { addModel, removeModel, useModel } from "../../src/vision/store/store.js";
import { verifyModel } from "../../src/vision/store/verify.js";

const tiny = (name: string) => fileURLToPath(new URL(`foreign/${name}.onnx`, import.meta.url));
let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "groundmark-store-"));
  env = { XDG_DATA_HOME: home };
});
afterEach(() => rm(home, { recursive: true, force: true }));

const used = async () =>
  (await placedModels(env)).filter((model) => model.used).map(({ entry }) => `${entry.task} ${entry.name}`);
const damage = async (name: string, change: (bytes: Buffer) => Buffer) => {
  const file = path.join(userModelsFolder(env), name);
  await writeFile(file, change(await readFile(file)));
};

describe("models of the user's own", () => {
  it("lie beside the embedded ones and are used when they are chosen", async () => {
    const before = await used();
    const entry = await addModel(env, tiny("rows-free"), { licence: "AGPL-3.0", score: 0.05 });
    expect(entry).toMatchObject({
      name: "rows-free",
      licence: "AGPL-3.0",
      release: false,
      thresholds: { score: 0.05 },
    });
    expect(await used()).toEqual(before);
    expect(await useModel(env, "rows-free")).toEqual({ task: "detect", used: "rows-free" });
    expect(await used()).toEqual([...before.filter((one) => !one.startsWith("detect")), "detect rows-free"]);
    const { manifest, folders } = await usedModels(env);
    expect(manifest.models.map(({ task }) => task).sort()).toEqual(["caption", "detect", "recognise"]);
    expect(folders["rows-free"]).toBe(userModelsFolder(env));
    expect(await useModel(env, "rows-free", true)).toMatchObject({ task: "detect" });
    expect(await used()).toEqual(before);
  });

  it("are files of this user alone; removing one leaves nothing of it and its task to the embedded model", async () => {
    await addModel(env, tiny("rows-free"));
    await useModel(env, "rows-free");
    const folder = userModelsFolder(env);
    for (const file of ["rows-free.onnx", "manifest.json"])
      expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await removeModel(env, "rows-free");
    expect(await readdir(folder)).toEqual(["manifest.json"]);
    expect(await readUserManifest(folder)).toEqual({ version: 1, models: [], use: {} });
    expect((await used()).some((one) => one.startsWith("detect groundmark-"))).toBe(true);
  });

  it("get a name from their file, and one that is taken is refused", async () => {
    const [embedded] = await placedModels(env);
    await addModel(env, tiny("rows-free"));
    await expect(addModel(env, tiny("rows-free"))).rejects.toMatchObject({
      code: "INVALID_ARGS",
      suggestion: expect.stringContaining("--name"),
    });
    for (const name of [embedded!.entry.name, "Upper", "../up", ""])
      await expect(addModel(env, tiny("rows-free"), { name })).rejects.toMatchObject({
        code: "INVALID_ARGS",
      });
    await expect(removeModel(env, embedded!.entry.name)).rejects.toThrow(/embedded/);
    await expect(useModel(env, "no-such")).rejects.toThrow(/rows-free/);
  });

  it.each([
    ["too few labels", { labels: ["one"] }, /2 classes, and there are 1/],
    ["too many labels", { labels: ["a", "b", "c"] }, /2 classes, and there are 3/],
  ])("refuses %s", async (_, options, message) => {
    await expect(addModel(env, tiny("rows-fixed"), options)).rejects.toThrow(message);
  });

  it("refuses what is no detector, saying what it has", async () => {
    const recogniser = path.join(modelsFolder({}), "groundmark-text-0.onnx");
    await expect(addModel(env, recogniser, { name: "text" })).rejects.toMatchObject({
      code: "INVALID_ARGS",
      details: { inputs: expect.stringContaining("x ["), outputs: expect.stringContaining("y [") },
    });
    await expect(addModel(env, fileURLToPath(import.meta.url), { name: "code" })).rejects.toMatchObject({
      code: "INVALID_ARGS",
    });
    await expect(addModel(env, path.join(home, "none.onnx"))).rejects.toThrow(/does not exist/);
    expect(await readdir(home)).toEqual([]);
  });

  it("does not happen where GROUNDMARK_MODELS decides", async () => {
    const fixed = { ...env, GROUNDMARK_MODELS: modelsFolder({}) };
    for (const attempt of [
      () => addModel(fixed, tiny("rows-free")),
      () => useModel(fixed, "rows-free"),
      () => removeModel(fixed, "rows-free"),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "INVALID_ARGS" });
    const placed = await placedModels(fixed);
    expect(placed.every(({ origin, used }) => origin === "environment" && used)).toBe(true);
  });

  it("stops when it is cancelled and leaves nothing behind", async () => {
    const signal = AbortSignal.abort();
    await expect(addModel(env, tiny("rows-free"), { signal })).rejects.toThrow();
    expect(await readdir(home)).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("says so where it may not write", async () => {
    await chmod(home, 0o500);
    await expect(addModel(env, tiny("rows-free"))).rejects.toMatchObject({ code: "PERM_DENIED" });
    await chmod(home, 0o700);
  });

  it.each([
    ["no JSON", "{", /not JSON/],
    ["another form", '{"version":1,"models":[]}', /malformed/],
  ])("a manifest that is %s is said so, with its place", async (_, content, message) => {
    await addModel(env, tiny("rows-free"));
    const file = path.join(userModelsFolder(env), "manifest.json");
    await writeFile(file, content);
    const refused = placedModels(env);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    await expect(refused).rejects.toMatchObject({ suggestion: expect.stringContaining(file) });
    // It costs what was added, not what is embedded.
    const { manifest: left, problem } = await usedModels(env);
    expect(left.models.map(({ task }) => task).sort()).toEqual(["caption", "detect", "recognise"]);
    expect(problem).toMatch(message);
  });

  it("a choice of a model that is not there is none", async () => {
    const before = await used();
    await addModel(env, tiny("rows-free"));
    await useModel(env, "rows-free");
    const file = path.join(userModelsFolder(env), "manifest.json");
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace('"detect": "rows-free"', '"detect": "gone"'),
    );
    expect(await used()).toEqual(before);
    expect(await useModel(env, "rows-free")).toEqual({ task: "detect", used: "rows-free" });
  });

  it("take no pipe, which would be waited for, and no folder below one that admits none", async () => {
    const pipe = path.join(home, "pipe.onnx");
    execFileSync("mkfifo", [pipe]);
    await expect(addModel(env, pipe)).rejects.toMatchObject({ code: "INVALID_ARGS" });
    const nowhere = { XDG_DATA_HOME: "/proc/groundmark" };
    await expect(addModel(nowhere, tiny("rows-free"))).rejects.toMatchObject({ code: "PERM_DENIED" });
  });

  it("have a licence of one line", async () => {
    const { licence } = await addModel(env, tiny("rows-free"), { licence: "MIT\n[7] click here" });
    expect(licence).not.toContain("\n");
  });
});

describe("verifying a model", () => {
  const verify = async (name: string) =>
    verifyModel((await placedModels(env)).find(({ entry }) => entry.name === name)!);

  it("passes every embedded model and every form of added ones", async () => {
    for (const name of ["rows-free", "strides-one"]) await addModel(env, tiny(name));
    for (const model of await placedModels(env)) await expect(verifyModel(model)).resolves.toBeUndefined();
  });

  it("names a changed and a missing file, and says what to do", async () => {
    await addModel(env, tiny("rows-free"));
    await damage("rows-free.onnx", (bytes) => Buffer.concat([bytes, Buffer.from([0])]));
    await expect(verify("rows-free")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("rows-free.onnx"),
      suggestion: expect.stringContaining("models remove rows-free"),
    });
    await rm(path.join(userModelsFolder(env), "rows-free.onnx"));
    await expect(verify("rows-free")).rejects.toThrow(/ENOENT/);
  });

  it.each([
    ["another input", (text: string) => text.replace('"name": "images"', '"name": "pictures"'), /no input/],
    ["another size", (text: string) => text.replace("640,", "320,"), /the manifest says \[1, 3, 320, 640\]/],
  ])("compares names and shapes: %s", async (_, change, message) => {
    await addModel(env, tiny("rows-fixed"));
    await damage("manifest.json", (bytes) => Buffer.from(change(bytes.toString("utf8"))));
    await expect(verify("rows-fixed")).rejects.toThrow(message);
  });
});
