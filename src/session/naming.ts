import type { Frame } from "../capture/port.js";
import { GroundmarkError } from "../core/errors.js";
import { cleanText } from "../core/text.js";
import type { Warning } from "../core/warning.js";
import type { Surface } from "../fusion/surface.js";
import type { Rect } from "../geometry/rect.js";
import { instructionLike } from "../safety/injection.js";
import type { Caption, Vision, VisionHealth } from "../vision/port.js";

/**
 * How long a captioner that describes pictures may take in one observation, ms. What it was late with is
 * there at the next one.
 */
const DESCRIBE_MS = 5000;
/** A description is a label: longer ones are cut, in code points. */
const MAX_DESCRIPTION = 80;

export interface Naming {
  /** In the order of the boxes; undefined where nothing was asked for or came. */
  readonly captions: readonly (Caption | undefined)[];
  readonly status: Surface["vision"]["captioner"];
  /** There only where the user added a captioner that describes pictures. */
  readonly describer?: Surface["vision"]["captioner"];
  readonly warnings: readonly Warning[];
}

/**
 * Names what neither the tree nor text named: with the icon namer, and what it does not know with the
 * captioner that describes pictures, where there is one. Never throws: what is missing is a state.
 *
 * @param boxes undefined for what needs no name
 */
export async function nameIcons(
  vision: Vision,
  frame: Frame,
  boxes: readonly (Rect<"desktop"> | undefined)[],
): Promise<Naming> {
  const health = await vision.health();
  const captions: (Caption | undefined)[] = boxes.map(() => undefined);
  const warnings: Warning[] = [];
  let status = partState(health.captioner);
  let describer = health.describer && partState(health.describer);
  const fill = async (
    wanted: readonly number[],
    ask: (boxes: readonly Rect<"desktop">[]) => Promise<readonly (Caption | undefined)[]>,
  ) => {
    if (wanted.length === 0) return;
    const named = await ask(wanted.map((at) => boxes[at]!));
    wanted.forEach((at, i) => {
      captions[at] = named[i] ?? captions[at];
    });
  };
  const open = () => boxes.flatMap((box, at) => (box && captions[at]?.label === undefined ? [at] : []));

  if (status.status !== "unavailable")
    try {
      await fill(open(), (asked) => vision.caption(frame, asked));
      // Taught icons are read when the first icon is named.
      const { captioner } = await vision.health();
      if (captioner.status === "ok" && captioner.reason)
        warnings.push({ code: "taught-icons-unused", message: captioner.reason });
    } catch (error) {
      status = { ...status, status: "unavailable" };
      warnings.push({ code: "captioner-unavailable", message: `icons were not named: ${reason(error)}` });
    }
  const undescribed = open();
  if (describer && undescribed.length > 0) {
    if (describer.status === "unavailable")
      warnings.push({
        code: "describer-unavailable",
        message: `icons were not described: ${health.describer?.reason ?? "no reason is known"}`,
      });
    else
      try {
        await fill(undescribed, async (asked) =>
          (await vision.describe(frame, asked, { deadline: DESCRIBE_MS })).map(asLabel),
        );
        const late = undescribed.filter((at) => captions[at]?.described === undefined).length;
        if (late > 0) describer = { ...describer, status: "timeout" };
      } catch (error) {
        const isLate = GroundmarkError.from(error).code === "TIMEOUT";
        describer = { ...describer, status: isLate ? "timeout" : "unavailable" };
        if (!isLate)
          warnings.push({
            code: "describer-unavailable",
            message: `icons were not described: ${reason(error)}`,
          });
      }
    if (describer.status === "timeout")
      warnings.push({
        code: "describer-late",
        message: "some icons were not described in time; what was late is there at the next observation",
      });
  }
  return { captions, status, ...(describer ? { describer } : {}), warnings };
}

/** A description may repeat what stands in the picture, so it is text from the screen like any other. */
function asLabel(caption: Caption | undefined): Caption | undefined {
  if (caption?.label === undefined) return caption;
  const { label, ...rest } = caption;
  const clean = cleanText(label, MAX_DESCRIPTION);
  return clean === "" || instructionLike(label).flagged ? rest : { ...rest, label: clean };
}

const reason = (error: unknown): string => GroundmarkError.from(error).message;

const partState = (part: VisionHealth["captioner"]): Surface["vision"]["captioner"] => ({
  ...(part.name ? { name: part.name } : {}),
  status: part.status,
});
