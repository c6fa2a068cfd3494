/** The looking ports behind one door: a thread for detector and icon namer, a thread for the reader. */
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Frame } from "../../capture/port.js";
import { withTimeout } from "../../core/deadline.js";
import { GroundmarkError } from "../../core/errors.js";
import type { Warning } from "../../core/warning.js";
import type { Rect } from "../../geometry/rect.js";
import { taughtFile } from "../caption/taught.js";
import type {
  Caption,
  PartStatus,
  TextLine,
  Vision,
  VisionHealth,
  VisionOptions,
  VisionResult,
} from "../port.js";
import { type ModelSet, modelsFolder, readManifest, usedModels } from "../registry.js";
import { silenceTelemetry } from "../runtime.js";
import { WorkerHost } from "./host.js";
import type { DescriberCalls, DetectorCalls, PartState, ReaderCalls, WorkerData } from "./protocol.js";

/** ms for each part of a look; a cold start on a busy machine included. */
const DEFAULT_DEADLINE = 10_000;
/** The reader ends itself at its deadline with what it has; this long is waited for that answer. */
const GRACE = 250;

/**
 * A describer that is late goes on with what it began, and keeps it for the next look; only one that owes an
 * answer for this long hangs. Its longest step, reading a large model and encoding one picture, takes seconds.
 */
const DESCRIBER_TIMEOUT = 120_000;

export interface OpenVisionOptions {
  /**
   * Folder with manifest.json, the only one to be used. By default GROUNDMARK_MODELS, or the package's own
   * and the user's.
   */
  readonly modelsFolder?: string;
  /** Icons that the user taught; by default the user's own file. */
  readonly taughtFile?: string;
}

/** Vision with its threads: `kill` on them is for tests of the recovery. */
export interface OpenedVision extends Vision {
  readonly detectorThread: Pick<WorkerHost<DetectorCalls>, "kill" | "restarts">;
  readonly readerThread: Pick<WorkerHost<ReaderCalls>, "kill" | "restarts">;
}

/**
 * Starts the threads; they load their models in the background and in parallel, and requests wait for
 * them. Never fails for a missing model: health() and each result say so.
 */
export async function openVision(options: OpenVisionOptions = {}): Promise<OpenedVision> {
  // Before any thread loads the runtime.
  silenceTelemetry();
  const folder = options.modelsFolder ?? modelsFolder();
  const { problem, ...models }: Pick<WorkerData, "manifest" | "folders"> & Pick<ModelSet, "problem"> =
    await (options.modelsFolder === undefined
      ? usedModels()
      : readManifest(folder).then((manifest) => ({ manifest }))
    ).catch((error: unknown) => ({ manifest: { error: GroundmarkError.from(error).toBody() } }));
  const taught = options.taughtFile ?? taughtFile();
  return new ThreadedVision({ modelsFolder: folder, taughtFile: taught, ...models }, problem);
}

class ThreadedVision implements OpenedVision {
  readonly detectorThread: WorkerHost<DetectorCalls>;
  readonly readerThread: WorkerHost<ReaderCalls>;
  /** There only where a model for it is in use. */
  private readonly describerThread: WorkerHost<DescriberCalls> | undefined;

  /** @param problem why the user's own models are not used */
  constructor(
    data: WorkerData,
    private readonly problem: string | undefined,
  ) {
    if ("models" in data.manifest && data.manifest.models.some(({ task }) => task === "describe"))
      this.describerThread = new WorkerHost("the describer", workerFile("describer-worker.js"), data);
    this.detectorThread = new WorkerHost("the detector", workerFile("detector-worker.js"), data);
    this.readerThread = new WorkerHost("the reader", workerFile("reader-worker.js"), data);
  }

  async look(frame: Frame, options: VisionOptions = {}): Promise<VisionResult> {
    const [seen, read] = await Promise.all([
      this.search(frame, options),
      measured(this.readerThread, () => this.requestReading(frame, undefined, options)),
    ]);
    return {
      detections: seen.reply?.detections ?? [],
      lines: read.reply?.lines ?? [],
      unread: read.reply?.unread ?? [],
      detector: { ...part(seen), ...(seen.reply?.late ? cutShort("search") : {}) },
      reader: { ...part(read), ...(read.reply?.late ? cutShort("reading") : {}) },
      warnings: [
        ...(this.problem ? [{ code: "added-models-unused", message: this.problem }] : []),
        ...seen.warnings,
        ...read.warnings,
        ...(read.reply?.warnings ?? []),
      ],
    };
  }

  /**
   * The whole picture at once, then the areas to look into when they are known: the detector remembers what
   * it has seen of the rest. Without time for these, the first answer counts.
   */
  private async search(frame: Frame, options: VisionOptions): Promise<Measured<DetectorReply>> {
    const { deadline = DEFAULT_DEADLINE, inside: asked = [], effort } = options;
    const end = performance.now() + deadline;
    const request = (inside: readonly Rect<"desktop">[], budget: number) =>
      measured(this.detectorThread, () => {
        const look = { inside, ...(effort ? { effort } : {}) };
        return this.detectorThread.request("detect", { frame, look, budget }, budget);
      });
    if (Array.isArray(asked)) return request(asked, deadline);
    const first = await request([], deadline);
    const inside = await asked;
    if (!first.reply || inside.length === 0) return first;
    const left = end - performance.now();
    const second = left > 0 ? await request(inside, left) : undefined;
    return {
      reply: second?.reply ?? { ...first.reply, late: true },
      duration: first.duration + (second?.duration ?? 0),
      warnings: [...first.warnings, ...(second?.warnings ?? [])],
    };
  }

  async read(frame: Frame, rect: Rect<"desktop">, options: VisionOptions = {}): Promise<readonly TextLine[]> {
    try {
      const reply = await this.requestReading(frame, rect, options);
      if (reply.late) throw new GroundmarkError("TIMEOUT", "the deadline came before the text was read");
      return reply.lines;
    } catch (error) {
      const known = GroundmarkError.from(error);
      if (known.code !== "MODEL_UNAVAILABLE" && known.code !== "INTERNAL") throw known;
      throw new GroundmarkError("OCR_UNAVAILABLE", known.message, { cause: known });
    }
  }

  async caption(frame: Frame, boxes: readonly Rect<"desktop">[]): Promise<readonly Caption[]> {
    if (boxes.length === 0) return [];
    try {
      return (await this.detectorThread.request("caption", { frame, boxes }, DEFAULT_DEADLINE)).captions;
    } catch (error) {
      const known = GroundmarkError.from(error);
      if (known.code !== "INTERNAL") throw known;
      throw new GroundmarkError("MODEL_UNAVAILABLE", known.message, { cause: known });
    }
  }

  async describe(
    frame: Frame,
    boxes: readonly Rect<"desktop">[],
    options: Pick<VisionOptions, "deadline"> = {},
  ): Promise<readonly (Caption | undefined)[]> {
    const thread = this.describerThread;
    if (!thread || boxes.length === 0) return boxes.map(() => undefined);
    const budget = options.deadline ?? DEFAULT_DEADLINE;
    const answer = thread.request("describe", { frame, boxes, budget }, DESCRIBER_TIMEOUT);
    const { captions } = await withTimeout(answer, budget + GRACE, "the describer");
    return captions;
  }

  async health(): Promise<VisionHealth> {
    const describing = this.describerThread?.request("health", {}, DEFAULT_DEADLINE).then(
      ({ describer }) => stated(describer),
      (error: unknown) => broken(error).broken,
    );
    const [looking, reading] = await Promise.all([
      this.detectorThread.request("health", {}, DEFAULT_DEADLINE).catch(broken),
      this.readerThread.request("health", {}, DEFAULT_DEADLINE).catch(broken),
    ]);
    return {
      detector: "broken" in looking ? looking.broken : stated(looking.detector),
      captioner: "broken" in looking ? looking.broken : stated(looking.captioner),
      reader: "broken" in reading ? reading.broken : stated(reading.reader),
      ...(describing ? { describer: await describing } : {}),
    };
  }

  async close(): Promise<void> {
    await Promise.all([
      this.detectorThread.close(),
      this.readerThread.close(),
      this.describerThread?.close(),
    ]);
  }

  private requestReading(frame: Frame, rect: Rect<"desktop"> | undefined, options: VisionOptions) {
    const budget = options.deadline ?? DEFAULT_DEADLINE;
    const { language } = options;
    return this.readerThread.request(
      "read",
      { frame, budget, ...(rect ? { rect } : {}), ...(language === undefined ? {} : { language }) },
      budget + GRACE,
    );
  }
}

type DetectorReply = DetectorCalls["detect"]["reply"];

const cutShort = (what: string) => ({
  status: "timeout" as const,
  reason: `the deadline cut the ${what} short`,
});

interface Measured<T> {
  readonly reply?: T;
  readonly error?: GroundmarkError;
  readonly duration: number;
  readonly warnings: readonly Warning[];
}

async function measured<T>(
  thread: { readonly restarts: number },
  work: () => Promise<T>,
): Promise<Measured<T>> {
  const started = performance.now();
  const restarts = thread.restarts;
  const outcome = await work().then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error: GroundmarkError.from(error) }),
  );
  const warnings =
    thread.restarts > restarts
      ? [{ code: "vision-restarted", message: "a vision thread died and was started again" }]
      : [];
  return { ...outcome, duration: performance.now() - started, warnings };
}

function part({ reply, error, duration }: Measured<{ readonly name: string }>): VisionResult["detector"] {
  if (reply) return { name: reply.name, status: "ok", duration };
  const status: PartStatus = error?.code === "TIMEOUT" ? "timeout" : "unavailable";
  return { status, reason: error ? `${error.message}. ${error.suggestion}` : "no answer", duration };
}

function broken(error: unknown): { broken: { status: PartStatus; reason: string } } {
  const { code, message } = GroundmarkError.from(error);
  return { broken: { status: code === "TIMEOUT" ? "timeout" : "unavailable", reason: message } };
}

const stated = ({ name, status, reason }: PartState): VisionHealth["detector"] => ({
  status,
  ...(name ? { name } : {}),
  ...(reason ? { reason } : {}),
});

/**
 * The compiled worker beside this module. From the sources (under a test runner) it is the one in dist:
 * worker threads load JavaScript only.
 */
function workerFile(name: string): URL {
  const here = fileURLToPath(new URL(name, import.meta.url));
  return pathToFileURL(here.replace(/([\\/])src([\\/]vision[\\/]workers[\\/])/, "$1dist$2"));
}
