/** Teaching icons: from pictures of them, or from a mark that is on the screen. */

import { pictureFormat } from "../capture/image/format.js";
import { openImage } from "../capture/image/image.js";
import type { Frame } from "../capture/port.js";
import { sharp } from "../capture/sharp.js";
import { GroundmarkError, invalidArg } from "../core/errors.js";
import { cleanText } from "../core/text.js";
import { desktopRect, type Rect } from "../geometry/rect.js";
import { instructionLike } from "../safety/injection.js";
import { redactText } from "../safety/redact.js";
import { cropIcon, ICON_VALUES } from "../vision/caption/crop.js";
import {
  asBytes,
  countPictures,
  MAX_TAUGHT_NAME,
  readTaught,
  type TaughtIcon,
  writeTaught,
} from "../vision/caption/taught.js";

/** An icon is small; a larger picture is a screenshot by mistake. */
const MAX_PIXELS = 4_000_000;
/** Brightness steps (of 255) below which a picture shows nothing. */
const FLAT = 12 / 255;
/** Pictures of one name. */
const MAX_OF_ONE = 20;
/** Ink lighter than this is drawn for dark ground. */
const LIGHT_INK = 0.6;
const PAPER = { light: "#ffffff", dark: "#24262b" };
/**
 * A button is found with the space around its icon or without it; a picture of an icon is learned both ways,
 * as shares of the longer side of what is drawn, and as a whole, which is how a piece of a screenshot looks.
 */
const MARGINS = [1, 1.7];

/**
 * The name as it is kept and shown.
 * @throws GroundmarkError INVALID_ARGS when nothing is left of it, or it reads like an order or a secret
 */
export function checkedName(name: string): string {
  const clean = cleanText(name, MAX_TAUGHT_NAME + 1);
  if (clean === "" || [...clean].length > MAX_TAUGHT_NAME)
    throw invalidArg("NAME", `a name of 1 to ${MAX_TAUGHT_NAME} characters`, name);
  if (instructionLike(name).flagged)
    throw invalidArg("NAME", "the name of a thing, not an order to whoever reads it", name);
  if (redactText(clean).text !== clean) throw invalidArg("NAME", "no secret", "[REDACTED]");
  return clean;
}

/** The crops that are learned from a picture of an icon. @throws GroundmarkError INVALID_ARGS */
export async function cropsOfPicture(bytes: Uint8Array): Promise<Uint8Array[]> {
  const frame = await openIcon(bytes);
  const box = inkBox(frame);
  const boxes = MARGINS.map((margin) => {
    const side = Math.max(box.width, box.height) * margin;
    return desktopRect(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side);
  });
  const what = `a picture of ${frame.width}x${frame.height}`;
  const whole = cropOf(frame, frame.region, what);
  // What is drawn may be one colour without the ground around it.
  return [whole, ...boxes.flatMap((one) => (isFlat(frame, one) ? [] : cropOf(frame, one, what)))];
}

/** The crop of a mark as the icon namer sees it. @throws GroundmarkError INVALID_ARGS */
export const cropOfMark = (frame: Frame, box: Rect<"desktop">): Uint8Array => cropOf(frame, box, "the mark");

/**
 * Adds crops to what is taught under the name.
 * @throws GroundmarkError INVALID_ARGS (taught already under another name), RESOURCE_EXHAUSTED, PERM_DENIED
 */
export async function teach(
  file: string,
  name: string,
  crops: readonly Uint8Array[],
): Promise<{ pictures: number; icons: number; total: number }> {
  const icons = await readTaught(file);
  const other = icons.find(
    (icon) => icon.name !== name && icon.pictures.some((one) => crops.some((crop) => same(one, crop))),
  );
  if (other)
    throw new GroundmarkError(
      "INVALID_ARGS",
      `this picture is taught already, as ${JSON.stringify(other.name)}`,
      {
        suggestion: `To name it anew: groundmark icons remove ${JSON.stringify(other.name)}.`,
      },
    );
  const before = icons.find((icon) => icon.name === name);
  const known = before?.pictures ?? [];
  const pictures = [...known];
  for (const crop of crops) if (!pictures.some((one) => same(one, crop))) pictures.push(crop);
  if (pictures.length > MAX_OF_ONE)
    throw new GroundmarkError(
      "RESOURCE_EXHAUSTED",
      `no more than ${MAX_OF_ONE} pictures of one icon are kept`,
      {
        suggestion: `Remove it and teach it anew: groundmark icons remove ${JSON.stringify(name)}.`,
      },
    );
  const icon: TaughtIcon = { name, added: before?.added ?? new Date().toISOString(), pictures };
  const after = before ? icons.map((one) => (one === before ? icon : one)) : [...icons, icon];
  await writeTaught(file, after);
  return { pictures: pictures.length, icons: after.length, total: countPictures(after) };
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

/** @throws GroundmarkError INVALID_ARGS when the name is not taught */
export async function unlearn(file: string, names: readonly string[]): Promise<number> {
  const icons = await readTaught(file);
  for (const name of names)
    if (!icons.some((icon) => icon.name === name))
      throw invalidArg("NAME", "the name of a taught icon", name, "See `groundmark icons list`.");
  const left = icons.filter(({ name }) => !names.includes(name));
  await writeTaught(file, left);
  return left.length;
}

/** A picture on paper: where it is transparent, light for dark ink and dark for light ink. */
async function openIcon(bytes: Uint8Array): Promise<Frame> {
  const plain = (await openImage(bytes, { maxPixels: MAX_PIXELS })).grab({ kind: "display" });
  if (pictureFormat(bytes) === "jpeg") return plain;
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let ink = 0;
  let brightness = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const alpha = data[at + info.channels - 1]! / 255;
    ink += alpha;
    brightness += (alpha * (data[at]! + data[at + 1]! + data[at + 2]!)) / (3 * 255);
  }
  const isOpaque = ink > 0.99 * info.width * info.height;
  if (isOpaque || ink === 0 || brightness / ink < LIGHT_INK) return plain;
  const onDark = await sharp(bytes).flatten({ background: PAPER.dark }).png().toBuffer();
  return (await openImage(onDark, { maxPixels: MAX_PIXELS })).grab({ kind: "display" });
}

/** The part of the picture that differs from its first pixel; all of it where that is nothing or everything. */
function inkBox({ pixels, width, height }: Frame): Rect<"desktop"> {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const differs = [0, 1, 2].some((c) => Math.abs(pixels[at + c]! - pixels[c]!) > FLAT * 255);
      if (!differs) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
  return right > left ? desktopRect(left, top, right - left, bottom - top) : desktopRect(0, 0, width, height);
}

function draw(frame: Frame, box: Rect<"desktop">): Float32Array {
  const crop = new Float32Array(ICON_VALUES);
  cropIcon(frame, box, crop, 0);
  return crop;
}

function isFlat(frame: Frame, box: Rect<"desktop">): boolean {
  const crop = draw(frame, box);
  const plane = ICON_VALUES / 3;
  return [0, 1, 2].every((channel) => {
    const values = crop.subarray(channel * plane, (channel + 1) * plane);
    return Math.max(...values) - Math.min(...values) < FLAT;
  });
}

function cropOf(frame: Frame, box: Rect<"desktop">, what: string): Uint8Array {
  if (isFlat(frame, box))
    throw new GroundmarkError("INVALID_ARGS", `${what} shows nothing: one colour only`, {
      suggestion: "Give a picture of the icon.",
    });
  return asBytes(draw(frame, box));
}
