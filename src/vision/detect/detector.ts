import { availableParallelism } from "node:os";
import type { Frame } from "../../capture/port.js";
import { rectToDesktop } from "../../geometry/letterbox.js";
import { centre, containsPoint, intersect, pixelCover, type Rect } from "../../geometry/rect.js";
import { LruCache } from "../lru.js";
import type { LoadedModel, ModelOf } from "../models.js";
import { pixelKey } from "../pixels.js";
import type { DetectedState, Detection } from "../port.js";
import { createSession, type ModelSession, outputNamed } from "../runtime.js";
import { isBlank } from "./blank.js";
import { decodeHead, type RawBox } from "./decode.js";
import { cutSides, type Found } from "./found.js";
import { showsFineDetail } from "./need.js";
import {
  closerPass,
  type Effort,
  firstPass,
  type InputSize,
  type Pass,
  scaleOf,
  tilePasses,
} from "./plan.js";
import { fillDetectorInput, inputValues } from "./preprocess.js";
import { mergePasses } from "./seams.js";

/** Smaller boxes, in desktop pixels, are not things to act on (the safety gate asks for more than 2). */
const MIN_SIDE = 3;
/**
 * What a score needs inside an area that is searched more closely, in thresholds: enlarged, letters and words
 * pass for buttons (measured on a drawn page: below 1.3 the words of a status line do).
 */
const INSIDE_FACTOR = 1.35;
/** Passes whose results are kept: those of a few pictures of 4K with a close look each. */
const CACHE_ENTRIES = 32;
/** A pass is begun when this many times what it should take is left. */
const TIME_RESERVE = 1.3;

/** How the detector is to look. */
export interface DetectLook {
  readonly effort?: Effort;
  /** Areas to look into more closely (VIS-8). Desktop pixels. */
  readonly inside?: readonly Rect<"desktop">[];
  /** On the clock of performance.now(): passes after the first that would end later are left out. */
  readonly until?: number;
}

export interface Finding {
  /** Best score first. */
  readonly detections: readonly Detection[];
  /** Passes were left out for want of time. */
  readonly late: boolean;
}

/** What the last call took, ms, and how many passes the network ran (others were remembered). */
export interface DetectTimings {
  preprocess: number;
  run: number;
  decode: number;
  passes: number;
}

/**
 * Two ONNX threads see a 1920x1080 picture in 1.8 times less time than one where a core is free, and take
 * nothing from the reader where it is not: they do not spin.
 */
const THREADS = Math.min(4, availableParallelism());

/** The control detector: one session, reused; not re-entrant. */
export class Detector {
  readonly timings: DetectTimings = { preprocess: 0, run: 0, decode: 0, passes: 0 };
  private readonly size: InputSize;
  private readonly thresholds: readonly number[];
  private readonly cache = new LruCache<readonly Found[]>(CACHE_ENTRIES);
  private input = new Float32Array(0);
  /** ms for one input pixel, as measured last. */
  private pace = 0;

  private constructor(
    private readonly session: ModelSession,
    private readonly model: ModelOf<"detect">,
  ) {
    const [, , height, width] = model.input.shape;
    this.size = typeof width === "number" && typeof height === "number" ? { width, height } : "free";
    this.thresholds = model.labels.map(({ score }) => score ?? model.thresholds.score);
  }

  /** @throws GroundmarkError MODEL_UNAVAILABLE */
  static async create(loaded: LoadedModel<"detect">, threads = THREADS): Promise<Detector> {
    return new Detector(await createSession(loaded.bytes, loaded.entry.file, threads), loaded.entry);
  }

  get name(): string {
    return this.model.name;
  }

  /**
   * Finds controls: in the whole picture, in tiles of a large one where small controls may have been
   * missed, and more closely in the areas asked for. The same pixels give the same answer, unless `until`
   * cuts it short.
   */
  async detect(frame: Frame, look: DetectLook = {}): Promise<Finding> {
    Object.assign(this.timings, { preprocess: 0, run: 0, decode: 0, passes: 0 });
    const { region } = frame;
    const { effort = "full", inside = [], until = Number.POSITIVE_INFINITY } = look;
    const first = firstPass(region, this.size, effort);
    const found = [...(await this.see(frame, first))];
    let seenAt = scaleOf(first);
    let late = false;
    const seeInTime = async (pass: Pass) => {
      late ||= performance.now() + TIME_RESERVE * this.pace * pass.input.width * pass.input.height > until;
      if (!late) found.push(...(await this.see(frame, pass)));
    };

    if (effort === "full") {
      const tiles = tilePasses(region, first, this.size).filter((t) => showsFineDetail(frame, t.view.source));
      for (const tile of tiles) await seeInTime(tile);
      seenAt = Math.max(seenAt, ...tiles.map(scaleOf));
    }
    for (const area of inside) {
      const closer = closerPass(area, region, this.size, seenAt);
      if (closer && !isBlank(frame, closer.view.source)) await seeInTime(closer);
    }

    const start = performance.now();
    const areas = inside.map((r) => pixelCover(r));
    const sure = found.filter((f) => {
      const closer = areas.some((r) => containsPoint(r, centre(f.box)));
      return f.score > this.thresholdOf(f) * (closer ? INSIDE_FACTOR : 1);
    });
    const merged = mergePasses(sure, this.model.thresholds.iou);
    const detections = merged.flatMap((one) => this.toDetection(frame, one) ?? []);
    this.timings.decode += performance.now() - start;
    return { detections, late };
  }

  private thresholdOf({ label }: Found): number {
    return this.thresholds[this.model.labels.findIndex(({ name }) => name === label)] ?? 1;
  }

  /** What one pass shows; from memory when it has seen the same pixels before. */
  private async see(frame: Frame, pass: Pass): Promise<Found[]> {
    const { source, content } = pass.view;
    const { x, y } = source;
    const area = { ...source, x: x - frame.region.x, y: y - frame.region.y };
    const key = pixelKey(frame.pixels, frame.width, area, [content.width, content.height].join());
    let seen = this.cache.get(key);
    if (!seen) {
      seen = (await this.run(frame, pass)).map((f) => moved(f, -x, -y));
      this.cache.set(key, seen);
    }
    return seen.map((f) => {
      const here = moved(f, x, y);
      const cut = cutSides(here.box, pass, frame.region);
      return cut ? { ...here, cut } : here;
    });
  }

  private async run(frame: Frame, pass: Pass): Promise<Found[]> {
    const { input, outputs, states, point, sides, thresholds } = this.model;
    const start = performance.now();
    const count = inputValues(pass);
    if (this.input.length < count) this.input = new Float32Array(count);
    const data = this.input.subarray(0, count);
    await fillDetectorInput(frame, pass, data);
    const filled = performance.now();
    const result = await this.session.run(input.name, data, [1, 3, pass.input.height, pass.input.width]);
    const ran = performance.now();
    const head = outputNamed(result, outputs[0]!.name);
    const raw = decodeHead(head.data, head.dims, {
      thresholds: this.thresholds,
      states: states?.length ?? 0,
      point: point ?? false,
      iou: thresholds.iou,
      ...(sides ? { sides: { strides: sides, ...pass.input } } : {}),
    });
    const found = raw.map((r) => this.toFound(r, pass));
    this.timings.preprocess += filled - start;
    this.timings.run += ran - filled;
    this.timings.decode += performance.now() - ran;
    this.timings.passes++;
    this.pace = (performance.now() - start) / (pass.input.width * pass.input.height);
    return found;
  }

  private toFound({ box, classIndex, score, states, point }: RawBox, pass: Pass): Found {
    const { name, role } = this.model.labels[classIndex]!;
    const place = point && rectToDesktop(pass.view, { ...point, width: 0, height: 0 });
    return {
      box: rectToDesktop(pass.view, box),
      label: name,
      role,
      score,
      ...(states ? { states } : {}),
      ...(place ? { point: { x: place.x, y: place.y } } : {}),
      scale: scaleOf(pass),
    };
  }

  private toDetection(frame: Frame, found: Found): Detection | undefined {
    const { role, label, score, point, scale } = found;
    const box = intersect(found.box, frame.region);
    if (!box || box.width < MIN_SIDE || box.height < MIN_SIDE || isBlank(frame, box)) return undefined;
    const states = this.model.states?.map((name, i): [DetectedState, number] => [
      name,
      found.states?.[i] ?? 0,
    ]);
    return {
      box,
      role,
      label,
      score,
      scale,
      ...(states ? { states: Object.fromEntries(states) } : {}),
      ...(point && containsPoint(box, point) ? { point } : {}),
    };
  }
}

const moved = (f: Found, dx: number, dy: number): Found => ({
  ...f,
  box: { ...f.box, x: f.box.x + dx, y: f.box.y + dy },
  ...(f.point ? { point: { x: f.point.x + dx, y: f.point.y + dy } } : {}),
});
