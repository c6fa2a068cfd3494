// A worker thread for the tests of WorkerHost: answers after `ms`, or never again.
import { parentPort } from "node:worker_threads";

parentPort?.on("message", ({ id, kind, request }) => {
  if (kind === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  setTimeout(() => parentPort?.postMessage({ id, reply: {} }), request.ms ?? 0);
});
