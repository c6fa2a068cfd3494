/** Worker thread: line finder with the embedded recogniser; Tesseract when a language is asked for. */
import { LineReader } from "../ocr/reader.js";
import { Recogniser } from "../ocr/recognise.js";
import { TesseractReader } from "../ocr/tesseract.js";
import { LastPicture } from "../pixels.js";
import type { ReaderCalls } from "./protocol.js";
import { loadPart, ownModel, serveRequests } from "./serve.js";

const reader = loadPart(async () => {
  return new LineReader(await Recogniser.create(await ownModel("recognise")));
});
const last = new LastPicture<ReaderCalls["read"]["reply"]>();
let tesseract: TesseractReader | undefined;

serveRequests<ReaderCalls>({
  async read({ frame, rect, language, budget }) {
    if (language !== undefined) {
      if (tesseract?.language !== language) {
        await tesseract?.close();
        tesseract = new TesseractReader(language);
      }
      const started = performance.now();
      const reading = await tesseract.read(frame, rect, budget);
      return { ...reading, name: tesseract.name, timings: { read: performance.now() - started } };
    }
    const end = performance.now() + budget;
    const part = await reader.get();
    const known = rect ? undefined : last.recall(frame);
    if (known) return known;
    const reading = await part.read(frame, rect, () => performance.now() > end);
    const reply = { ...reading, name: part.name, timings: { ...part.timings } };
    if (!rect && !reading.late) last.remember(frame, reply);
    return reply;
  },
  async health() {
    return { reader: await reader.state() };
  },
});
