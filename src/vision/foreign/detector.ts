import type { Frame } from "../../capture/port.js";
import type { Letterbox } from "../../geometry/letterbox.js";
import { intersect, iou, pixelCover, type Rect } from "../../geometry/rect.js";
import { isBlank } from "../detect/blank.js";
import { decodeHead, type RawBox } from "../detect/decode.js";
import { Detector } from "../detect/detector.js";
import type { LoadedModel, ModelOf } from "../models.js";
import type { Detection } from "../port.js";
import { createSession, type ModelSession, outputNamed, type TensorOut } from "../runtime.js";
import { drawInput, type Fit, fitInto, toDesktop } from "./fit.js";
import { decodeStrides } from "./strides.js";

/** Smaller boxes, in desktop pixels, are not things to act on. */
const MIN_SIDE = 3;

/** What looks for controls: the embedded detector, or one that the user added. */
export interface ControlFinder {
  readonly name: string;
  /** Of the last call, ms. */
  readonly timings: Readonly<Record<string, number>>;
  detect(frame: Frame, box: Letterbox, inside?: readonly Rect<"desktop">[]): Promise<Detection[]>;
}

/** @throws GroundmarkError MODEL_UNAVAILABLE */
export const openDetector = (loaded: LoadedModel<"detect">): Promise<ControlFinder> =>
  loaded.entry.head === undefined
    ? Detector.create(loaded).then((detector) => ({
        name: detector.name,
        get timings() {
          return { ...detector.timings };
        },
        detect: (...looked) => detector.detect(...looked),
      }))
    : ForeignDetector.create(loaded);

interface Found {
  readonly box: Rect<"desktop">;
  readonly classIndex: number;
  readonly score: number;
}

/**
 * A detector that was trained elsewhere (YOLOv8, YOLO11, OmniParser's, ...): its own input size, its own
 * classes, one box an element by suppression across classes. One session, reused; not re-entrant.
 */
export class ForeignDetector implements ControlFinder {
  readonly timings = { preprocess: 0, run: 0, decode: 0 };

  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"detect">,
  ) {}

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(loaded: LoadedModel<"detect">): Promise<ForeignDetector> {
    return new ForeignDetector(await createSession(loaded.bytes, loaded.entry.file), loaded.entry);
  }

  get name(): string {
    return this.model.name;
  }

  /** Best score first; the same pixels give the same answer. The 1024x768 frame plays no part. */
  async detect(frame: Frame, _box: Letterbox, inside: readonly Rect<"desktop">[] = []): Promise<Detection[]> {
    Object.assign(this.timings, { preprocess: 0, run: 0, decode: 0 });
    const parts = [frame.region, ...inside.flatMap((r) => intersect(pixelCover(r), frame.region) ?? [])];
    const found: Found[] = [];
    for (const part of parts) found.push(...(await this.lookAt(frame, part)));
    found.sort((a, b) => b.score - a.score);
    const { sameClassIou, mergeIou } = this.model.thresholds;
    return oneEach(found, sameClassIou, mergeIou).map(({ box, classIndex, score }) => {
      const { name, role } = this.model.labels[classIndex]!;
      return { box, role, label: name, score };
    });
  }

  private async lookAt(frame: Frame, part: Rect<"desktop">): Promise<Found[]> {
    const start = performance.now();
    const fit = fitInto(part, this.model.input.shape, this.model.longest);
    const input = await drawInput(frame, fit);
    const drawn = performance.now();
    const result = await this.session.run(this.model.input.name, input, [1, 3, fit.height, fit.width]);
    const ran = performance.now();
    const found = this.candidates(result, fit).flatMap(({ box, classIndex, score }) => {
      const clipped = intersect(toDesktop(fit, box), part);
      const shown = clipped && clipped.width >= MIN_SIDE && clipped.height >= MIN_SIDE;
      return shown && !isBlank(frame, clipped) ? [{ box: clipped, classIndex, score }] : [];
    });
    this.timings.preprocess += drawn - start;
    this.timings.run += ran - drawn;
    this.timings.decode += performance.now() - ran;
    return found;
  }

  private candidates(result: Record<string, TensorOut>, fit: Fit): RawBox[] {
    const { labels, thresholds, outputs, head } = this.model;
    const limits = labels.map(({ score }) => score ?? thresholds.score);
    const tensors = outputs.map(({ name }) => outputNamed(result, name));
    return head === "strides"
      ? decodeStrides(tensors, fit, limits)
      : decodeHead(tensors[0]!.data, tensors[0]!.dims, { thresholds: limits });
  }
}

/** Greedy suppression, stricter across classes than within one where the model says so. @param found best first */
function oneEach(found: readonly Found[], sameClassIou: number, mergeIou: number): Found[] {
  const kept: Found[] = [];
  for (const one of found) {
    const limit = (better: Found) => (better.classIndex === one.classIndex ? sameClassIou : mergeIou);
    if (!kept.some((better) => iou(better.box, one.box) > limit(better))) kept.push(one);
  }
  return kept;
}
