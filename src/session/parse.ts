import { parseTree } from "../ax/osworld/index.js";
import { openImage } from "../capture/image/image.js";
import { NumberBook } from "../fusion/numbers.js";
import type { Vision } from "../vision/port.js";
import { openVision } from "../vision/workers/vision.js";
import type { Observation } from "./observation.js";
import { type ObserveOptions, observe } from "./observe.js";

export interface ParseOptions extends Omit<ObserveOptions, "target"> {
  /** Accessibility tree of the picture: OSWorld XML or Groundmark JSON. */
  readonly tree?: Uint8Array | string;
  /** Vision that the caller keeps open between pictures; otherwise one is opened and closed. */
  readonly vision?: Vision;
}

/**
 * A screenshot file as the screen.
 *
 * @param image PNG, JPEG, WebP or another format that sharp reads; up to 8K and beyond, alpha flattened
 * @throws GroundmarkError INVALID_ARGS (not a picture, not a tree), RESOURCE_EXHAUSTED (too large)
 */
export async function parseImage(image: Uint8Array, options: ParseOptions = {}): Promise<Observation> {
  // The worker threads start while the picture is decoded.
  const own = options.vision ? undefined : openVision();
  try {
    const tree = options.tree === undefined ? undefined : parseTree(options.tree);
    const capture = await openImage(image);
    return await observe(
      {
        capture,
        vision: options.vision ?? (await own!),
        ...(tree ? { tree: async () => tree } : {}),
      },
      new NumberBook(),
      options,
    );
  } finally {
    await own?.then(
      (v) => v.close(),
      () => {},
    );
  }
}
