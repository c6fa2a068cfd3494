import { expect, it } from "vitest";
import { frameIsDead } from "../../src/serve/garbage.js";

const turn = () => new Promise<void>((done) => setTimeout(done, 20));

it("what observations leave behind is collected after a few of them, and not before", async () => {
  const left = new WeakRef(new SharedArrayBuffer(6_000_000));
  await turn();
  for (let i = 0; i < 7; i++) frameIsDead();
  await turn();
  expect(left.deref()?.byteLength).toBe(6_000_000);
  await turn();
  frameIsDead();
  await turn();
  expect(left.deref()).toBeUndefined();
});
