/** Worker thread: the captioner that describes pictures, where the user added one. Apart, since it is slow. */
import { Describer } from "../describe/describer.js";
import type { DescriberCalls } from "./protocol.js";
import { loadPart, placedModel, serveRequests } from "./serve.js";

const describer = loadPart(async () => {
  const { folder, entry } = placedModel("describe");
  return Describer.create(folder, entry);
});

serveRequests<DescriberCalls>({
  async describe({ frame, boxes, budget }) {
    const end = performance.now() + budget;
    const part = await describer.get();
    return part.describe(frame, boxes, () => performance.now() > end);
  },
  async health() {
    return { describer: await describer.state() };
  },
});
