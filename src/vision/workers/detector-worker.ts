/** Worker thread: control detector and icon namer. */
import { Captioner } from "../caption/captioner.js";
import { Detector } from "../detect/detector.js";
import { LastPicture } from "../pixels.js";
import type { DetectorCalls } from "./protocol.js";
import { loadPart, ownModel, serveRequests } from "./serve.js";

const detector = loadPart(async () => Detector.create(await ownModel("detect")));
// The detector is wanted first: session creation is synchronous, so the other one waits.
const captioner = loadPart(async () => {
  await detector.state();
  return Captioner.create(await ownModel("caption"));
});
const last = new LastPicture<DetectorCalls["detect"]["reply"]>();

serveRequests<DetectorCalls>({
  async detect({ frame, box, inside }) {
    const part = await detector.get();
    const known = inside.length === 0 ? last.recall(frame) : undefined;
    if (known) return known;
    const detections = await part.detect(frame, box, inside);
    const reply = { name: part.name, detections, timings: { ...part.timings } };
    if (inside.length === 0) last.remember(frame, reply);
    return reply;
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
