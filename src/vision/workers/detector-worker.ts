/** Worker thread: control detector and icon namer. */
import { workerData } from "node:worker_threads";
import { Captioner } from "../caption/captioner.js";
import { openDetector } from "../foreign/detector.js";
import type { DetectorCalls, WorkerData } from "./protocol.js";
import { loadPart, ownModel, serveRequests } from "./serve.js";

const detector = loadPart(async () => openDetector(await ownModel("detect")));
// The detector is wanted first: session creation is synchronous, so the other one waits.
const captioner = loadPart(async () => {
  await detector.state();
  return Captioner.create(await ownModel("caption"), (workerData as WorkerData).taughtFile);
});

serveRequests<DetectorCalls>({
  async detect({ frame, look, budget }) {
    const until = performance.now() + budget;
    const part = await detector.get();
    const finding = await part.detect(frame, { ...look, until });
    return { ...finding, name: part.name, timings: { ...part.timings } };
  },
  async caption({ frame, boxes }) {
    const part = await captioner.get();
    const captions = await part.caption(frame, boxes);
    return { captions, timings: { ...part.timings } };
  },
  async health() {
    return { detector: await detector.state(), captioner: await captioner.state() };
  },
});
