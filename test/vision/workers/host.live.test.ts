import { afterEach, expect, it } from "vitest";
import { WorkerHost } from "../../../src/vision/workers/host.js";

type Sleepy = Record<"sleep" | "hang", { request: { ms?: number }; reply: object }>;

let host: WorkerHost<Sleepy>;
afterEach(() => host.close());

it("replaces a thread that hangs, also when an earlier answer was merely late", async () => {
  host = new WorkerHost<Sleepy>("the sleeper", new URL("sleepy-worker.js", import.meta.url), {
    modelsFolder: "",
    manifest: { version: 1, models: [] },
  });
  await host.request("sleep", {}, 5000);
  await expect(host.request("sleep", { ms: 300 }, 50)).rejects.toMatchObject({ code: "TIMEOUT" });
  // The late answer has come when a later one does.
  await host.request("sleep", { ms: 400 }, 5000);
  await expect(host.request("hang", {}, 50)).rejects.toMatchObject({ code: "TIMEOUT" });
  // Waits behind the one that hangs, until the thread is replaced.
  await expect(host.request("sleep", {}, 6000)).resolves.toEqual({});
  expect(host.restarts).toBe(1);
});
