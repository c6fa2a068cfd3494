import type { Frame } from "../../capture/port.js";
import { intersect, iou, pixelCover, type Rect } from "../../geometry/rect.js";
import { isBlank } from "../detect/blank.js";
import { decodeHead, type RawBox } from "../detect/decode.js";
import { type DetectLook, Detector, type Finding } from "../detect/detector.js";
import { LruCache } from "../lru.js";
import type { LoadedModel, ModelOf } from "../models.js";
import { pixelKey } from "../pixels.js";
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
  detect(frame: Frame, look?: DetectLook): Promise<Finding>;
}

/** @throws GroundmarkError MODEL_UNAVAILABLE */
export const openDetector = (loaded: LoadedModel<"detect">): Promise<ControlFinder> =>
  loaded.entry.head === undefined
    ? Detector.create(loaded).then((detector) => ({
        name: detector.name,
        get timings() {
          return { ...detector.timings };
        },
        detect: (frame, look) => detector.detect(frame, look),
      }))
    : ForeignDetector.create(loaded);

interface Found {
  readonly box: Rect<"desktop">;
  readonly classIndex: number;
  readonly score: number;
  readonly scale: number;
}

/** Parts of pictures whose results are kept. */
const CACHE_ENTRIES = 8;

/**
 * A detector that was trained elsewhere (YOLOv8, YOLO11, OmniParser's, ...): its own input size, its own
 * classes, one box an element by suppression across classes. One session, reused; not re-entrant.
 */
export class ForeignDetector implements ControlFinder {
  readonly timings = { preprocess: 0, run: 0, decode: 0 };
  private readonly cache = new LruCache<readonly Found[]>(CACHE_ENTRIES);
  /** What the last run took, ms. */
  private pace = 0;

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

  /** Best score first; the same pixels give the same answer. */
  async detect(frame: Frame, { inside = [], until }: DetectLook = {}): Promise<Finding> {
    Object.assign(this.timings, { preprocess: 0, run: 0, decode: 0 });
    const found = [...(await this.seen(frame, frame.region))];
    let late = false;
    for (const part of inside.flatMap((r) => intersect(pixelCover(r), frame.region) ?? [])) {
      late ||= until !== undefined && performance.now() + this.pace > until;
      if (!late) found.push(...(await this.seen(frame, part, true)));
    }
    found.sort((a, b) => b.score - a.score);
    const detections = oneEach(found, this.model.thresholds.iou).map(({ box, classIndex, score, scale }) => {
      const { name, role } = this.model.labels[classIndex]!;
      return { box, role, label: name, score, scale };
    });
    return { detections, late };
  }

  /** From memory when the same pixels lay at the same place before. */
  private async seen(frame: Frame, part: Rect<"desktop">, closer = false): Promise<readonly Found[]> {
    const area = { ...part, x: part.x - frame.region.x, y: part.y - frame.region.y };
    const key = pixelKey(frame.pixels, frame.width, area, [part.x, part.y, closer].join());
    const known = this.cache.get(key);
    if (known) return known;
    const started = performance.now();
    const found = await this.lookAt(frame, part, closer);
    this.pace = performance.now() - started;
    this.cache.set(key, found);
    return found;
  }

  private async lookAt(frame: Frame, part: Rect<"desktop">, closer: boolean): Promise<Found[]> {
    const start = performance.now();
    const fit = fitInto(part, this.model.input.shape, this.model.longest, closer);
    const input = await drawInput(frame, fit);
    const drawn = performance.now();
    const result = await this.session.run(this.model.input.name, input, [1, 3, fit.height, fit.width]);
    const ran = performance.now();
    const found = this.candidates(result, fit).flatMap(({ box, classIndex, score }) => {
      const clipped = intersect(toDesktop(fit, box), part);
      const shown = clipped && clipped.width >= MIN_SIDE && clipped.height >= MIN_SIDE;
      const known = shown && !isBlank(frame, clipped);
      return known ? [{ box: clipped, classIndex, score, scale: fit.scale }] : [];
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

/** Greedy suppression whatever the classes. @param found best first */
function oneEach(found: readonly Found[], limit: number): Found[] {
  const kept: Found[] = [];
  for (const one of found) if (!kept.some((better) => iou(better.box, one.box) > limit)) kept.push(one);
  return kept;
}
