/**
 * The second engine, for languages that the embedded recogniser does not read: tesseract.js with language
 * data from installed npm packages. Nothing is ever fetched: a language without a package is refused.
 */
import { access, copyFile, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Worker } from "tesseract.js";
import type { Frame } from "../../capture/port.js";
import { withTimeout } from "../../core/deadline.js";
import { GroundmarkError, invalidArg } from "../../core/errors.js";
import { grow, intersect, pixelCover, type Rect } from "../../geometry/rect.js";
import { type TextLine, UNREAD_CONFIDENCE } from "../port.js";
import { type PixelArea, toLuma } from "./luma.js";
import type { Reading } from "./reader.js";

/** The LSTM data as integers: a quarter of the size of the float data, as accurate on screen text. */
const DATA_FOLDER = "4.0.0_best_int";
/** Starting takes about 1 s on a busy two-core machine. */
const START_TIMEOUT = 20_000;
/** Page segmentation: 11 is sparse text (3, the default, loses most of a desktop), 7 a single line. */
const SPARSE = "11";
const SINGLE_LINE = "7";
const SINGLE_LINE_HEIGHT = 40;
/** White space that Tesseract wants around a cropped line. */
const RIM = 4;

const LANGUAGE = /^[a-z]{3}(_[a-z]+)*(\+[a-z]{3}(_[a-z]+)*){0,7}$/;

/** One running engine for one language (or "deu+eng"). Not re-entrant. */
export class TesseractReader {
  private worker: Promise<Worker> | undefined;
  private merged: string | undefined;

  /** @throws GroundmarkError INVALID_ARGS when it is no language code; nothing is started yet */
  constructor(readonly language: string) {
    if (!LANGUAGE.test(language))
      throw invalidArg("language", 'Tesseract codes such as "eng" or "deu+eng"', language);
  }

  get name(): string {
    return `tesseract-${this.language}`;
  }

  /**
   * @param rect only this part of the picture; all of it without
   * @param timeout ms, starting the engine included
   * @throws GroundmarkError OCR_UNAVAILABLE (no data, engine broken), TIMEOUT (the engine is then ended)
   */
  async read(frame: Frame, rect: Rect<"desktop"> | undefined, timeout: number): Promise<Reading> {
    const area = toArea(frame, rect);
    if (!area) return { lines: [], unread: [], warnings: [], late: false };
    try {
      return await withTimeout(this.recognise(frame, area), timeout, this.name);
    } catch (error) {
      await this.close();
      if (error instanceof GroundmarkError) throw error;
      throw new GroundmarkError("OCR_UNAVAILABLE", `${this.name} failed: ${String(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    const worker = this.worker;
    const merged = this.merged;
    this.worker = undefined;
    this.merged = undefined;
    // An engine that is still starting is ended once it has started: there is no other handle to it.
    void worker?.then((started) => started.terminate()).catch(() => {});
    if (merged) await rm(merged, { recursive: true, force: true });
  }

  private async recognise(frame: Frame, area: PixelArea): Promise<Reading> {
    this.worker ??= this.start();
    const worker = await this.worker;
    const single = area.height <= SINGLE_LINE_HEIGHT;
    await worker.setParameters({
      tessedit_pageseg_mode: (single ? SINGLE_LINE : SPARSE) as never,
      // Without it the engine guesses a resolution for every picture and says so on stderr.
      user_defined_dpi: "96",
    });
    const { data } = await worker.recognize(toPgm(frame, area), {}, { blocks: true, text: false });
    return toReading(data, frame.region.x + area.x, frame.region.y + area.y);
  }

  private async start(): Promise<Worker> {
    const folder = await this.dataFolder();
    const { createWorker } = await import("tesseract.js").catch((cause: unknown) => {
      throw new GroundmarkError("OCR_UNAVAILABLE", "tesseract.js cannot be loaded", {
        suggestion: "Reinstall the package.",
        cause,
      });
    });
    let failed: (reason: unknown) => void = () => {};
    const failure = new Promise<never>((_, reject) => {
      failed = reject;
    });
    failure.catch(() => {});
    const options = {
      langPath: folder,
      // Otherwise it writes the data into the working directory.
      cacheMethod: "none",
      gzip: true,
      logger: () => {},
      errorHandler: failed,
    } as const;
    return await withTimeout(
      Promise.race([createWorker(this.language, 1, options), failure]),
      START_TIMEOUT,
      this.name,
    );
  }

  /** The folder with the data of all languages; with several, a temporary one with copies of each. */
  private async dataFolder(): Promise<string> {
    const codes = this.language.split("+");
    const folders = await Promise.all(codes.map(languageFolder));
    if (folders.length === 1) return folders[0]!;
    const merged = await mkdtemp(path.join(tmpdir(), "groundmark-ocr-"));
    this.merged = merged;
    await Promise.all(
      codes.map((code, i) =>
        copyFile(path.join(folders[i]!, dataFile(code)), path.join(merged, dataFile(code))),
      ),
    );
    return merged;
  }
}

const dataFile = (code: string): string => `${code}.traineddata.gz`;

/** @throws GroundmarkError OCR_UNAVAILABLE naming the package that is missing */
async function languageFolder(code: string): Promise<string> {
  const name = `@tesseract.js-data/${code}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = path.join(path.dirname(entry), DATA_FOLDER);
    await access(path.join(folder, dataFile(code)));
    return folder;
  } catch (cause) {
    throw new GroundmarkError("OCR_UNAVAILABLE", `there is no text data for the language "${code}"`, {
      suggestion: `Install it with \`npm install ${name}\`, or leave the language out.`,
      details: { language: code, package: name },
      cause,
    });
  }
}

function toArea(frame: Frame, rect: Rect<"desktop"> | undefined): PixelArea | undefined {
  const clipped = intersect(rect ? pixelCover(grow(rect, RIM)) : frame.region, frame.region);
  return clipped && { ...clipped, x: clipped.x - frame.region.x, y: clipped.y - frame.region.y };
}

/** The area as a binary PGM: the cheapest format that the engine's Leptonica reads. */
function toPgm(frame: Frame, area: PixelArea): Buffer {
  const luma = toLuma(frame.pixels, frame.width, area);
  return Buffer.concat([Buffer.from(`P5\n${luma.width} ${luma.height}\n255\n`, "latin1"), luma.data]);
}

/** @param left @param top desktop position of the picture that was read */
function toReading(page: Page, left: number, top: number): Reading {
  const lines: TextLine[] = [];
  const unread: Rect<"desktop">[] = [];
  for (const block of page.blocks ?? [])
    for (const paragraph of block.paragraphs)
      for (const line of paragraph.lines) {
        const words = line.words.map((word) => ({
          box: toRect(word.bbox, left, top),
          text: word.text,
          confidence: word.confidence / 100,
        }));
        const box = toRect(line.bbox, left, top);
        const text = words.map((word) => word.text).join(" ");
        const confidence = line.confidence / 100;
        if (text.trim() !== "" && confidence >= UNREAD_CONFIDENCE)
          lines.push({ box, text, confidence, words });
        else unread.push(box);
      }
  return { lines, unread, warnings: [], late: false };
}

const toRect = (
  box: { x0: number; y0: number; x1: number; y1: number },
  left: number,
  top: number,
): Rect<"desktop"> => ({
  x: left + box.x0,
  y: top + box.y0,
  width: box.x1 - box.x0,
  height: box.y1 - box.y0,
});
