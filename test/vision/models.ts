import { loadModel } from "../../src/vision/models.js";
import { type ModelTask, modelsFolder, readManifest } from "../../src/vision/registry.js";

/** The embedded model of a task. */
export async function embedded<T extends ModelTask>(task: T) {
  const folder = modelsFolder({});
  return loadModel(folder, await readManifest(folder), task);
}
