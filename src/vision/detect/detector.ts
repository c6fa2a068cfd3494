import type { Frame } from "../../capture/port.js";
import {
  FRAME_HEIGHT,
  FRAME_WIDTH,
  type Letterbox,
  letterbox,
  rectToDesktop,
  rectToFrame,
} from "../../geometry/letterbox.js";
import { intersect, pixelCover, type Rect } from "../../geometry/rect.js";
import type { LoadedModel, ModelOf } from "../models.js";
import type { Detection } from "../port.js";
import { createSession, type ModelSession, outputNamed } from "../runtime.js";
import { isBlank } from "./blank.js";
import { decodeHead, suppressWithinClass } from "./decode.js";
import { type ElementBox, mergeElements } from "./merge.js";
import { fillDetectorInput, INPUT_VALUES } from "./preprocess.js";

/** Smaller boxes, in desktop pixels, are not things to act on (the safety gate asks for more than 2). */
const MIN_SIDE = 3;

/** What the detector's last run took, ms. */
export interface DetectTimings {
  preprocess: number;
  run: number;
  decode: number;
}

/** The control detector: one session, reused; not re-entrant. */
export class Detector {
  readonly timings: DetectTimings = { preprocess: 0, run: 0, decode: 0 };
  private readonly input = new Float32Array(INPUT_VALUES);

  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"detect">,
  ) {}

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(loaded: LoadedModel<"detect">): Promise<Detector> {
    return new Detector(await createSession(loaded.bytes, loaded.entry.file), loaded.entry);
  }

  get name(): string {
    return this.model.name;
  }

  /**
   * Finds controls in the whole picture, and once more at a larger scale in each of `inside` (an area that
   * the accessibility tree calls a canvas, say). Best score first; the same pixels give the same answer.
   */
  async detect(frame: Frame, box: Letterbox, inside: readonly Rect<"desktop">[] = []): Promise<Detection[]> {
    let elements = await this.elements(frame, box);
    for (const part of inside) {
      const clipped = intersect(pixelCover(part), frame.region);
      if (!clipped) continue;
      const close = letterbox(clipped);
      const seen = await this.elements(frame, close);
      // Everything in the coordinates of the whole picture, so that the two looks merge.
      const moved = seen.map((e) => ({ ...e, box: rectToFrame(box, rectToDesktop(close, e.box)) }));
      elements = [...elements, ...moved].sort((a, b) => b.score - a.score);
    }
    const merged = mergeElements(elements, this.model.thresholds.mergeIou);
    return merged.flatMap((element) => this.toDetection(frame, box, element) ?? []);
  }

  private async elements(frame: Frame, box: Letterbox): Promise<ElementBox[]> {
    const { labels, thresholds, input, outputs } = this.model;
    const start = performance.now();
    await fillDetectorInput(frame, box, this.input);
    const filled = performance.now();
    const result = await this.session.run(input.name, this.input, [1, 3, FRAME_HEIGHT, FRAME_WIDTH]);
    const ran = performance.now();
    const head = outputNamed(result, outputs[0]!.name);
    const lowest = Math.min(thresholds.score, ...labels.flatMap((label) => label.score ?? []));
    const candidates = decodeHead(head.data, head.dims, labels.length, lowest).filter(
      (c) => c.score > (labels[c.classIndex]!.score ?? thresholds.score),
    );
    const elements = suppressWithinClass(candidates, thresholds.sameClassIou).map((c) => ({
      box: c.box,
      label: labels[c.classIndex]!.name,
      score: c.score,
    }));
    this.timings.preprocess = filled - start;
    this.timings.run = ran - filled;
    this.timings.decode = performance.now() - ran;
    return elements;
  }

  private toDetection(frame: Frame, box: Letterbox, element: ElementBox): Detection | undefined {
    const clipped = intersect(rectToDesktop(box, element.box), frame.region);
    if (!clipped || clipped.width < MIN_SIDE || clipped.height < MIN_SIDE) return undefined;
    if (isBlank(frame, clipped)) return undefined;
    const role = this.model.labels.find((label) => label.name === element.label)?.role ?? "icon";
    return { box: clipped, role, label: element.label, score: element.score };
  }
}
