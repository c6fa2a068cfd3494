import { describe, expect, it } from "vitest";
import { createSession, loadRuntime, outputNamed } from "../../src/vision/runtime.js";
import { embedded } from "./models.js";

describe("the model runtime", () => {
  it("turns a missing native part into an error with a way out, and recovers", async () => {
    const broken = () => Promise.reject(new Error("Cannot find module onnxruntime_binding.node"));
    await expect(loadRuntime(broken)).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("onnxruntime_binding.node"),
      suggestion: expect.stringContaining("npm rebuild onnxruntime-node"),
    });
    await expect(loadRuntime()).resolves.toHaveProperty("InferenceSession");
  });

  it("refuses bytes that are no model", async () => {
    await expect(createSession(new Uint8Array(64), "nonsense.onnx")).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: expect.stringContaining("nonsense.onnx"),
    });
  });

  it("reports a wrong input and a missing output", async () => {
    const { bytes, entry } = await embedded("caption");
    const session = await createSession(bytes, entry.file);
    await expect(session.run("wrong", new Float32Array(3072), [1, 3, 32, 32])).rejects.toMatchObject({
      code: "MODEL_UNAVAILABLE",
    });
    const outputs = await session.run("icons", new Float32Array(3072), [1, 3, 32, 32]);
    expect(outputNamed(outputs, "logits").dims).toEqual([1, entry.outputs[1]?.shape[1]]);
    expect(() => outputNamed(outputs, "other")).toThrow(/other/);
    await session.release();
  });
});
