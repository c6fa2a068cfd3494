import { encodePng, letterboxFrame } from "../capture/encode.js";
import { drawMarks, inkMap, placeBadges } from "../fusion/overlay.js";
import { FRAME_HEIGHT, FRAME_WIDTH, rectToFrame } from "../geometry/letterbox.js";
import { grow, intersect, pixelCover, type Rect } from "../geometry/rect.js";
import { maskPixels } from "../safety/redact-pixels.js";
import type { Observation } from "./observation.js";

/** The 1024x768 picture without marks, secrets masked. Every picture that leaves goes through here. */
export async function plainPicture(o: Observation): Promise<Uint8Array> {
  const pixels = await letterboxFrame(o.frame, o.letterbox);
  // One frame pixel mixes several desktop pixels: the mask covers every pixel that it touches.
  const masks = o.secrets.map((r) => pixelCover(grow(rectToFrame(o.letterbox, r), 1)));
  maskPixels(pixels, FRAME_WIDTH, FRAME_HEIGHT, masks);
  return pixels;
}

export async function plainPng(o: Observation): Promise<Uint8Array> {
  return encodePng(await plainPicture(o), FRAME_WIDTH, FRAME_HEIGHT);
}

/** The Set-of-Marks picture. Same observation, same bytes. */
export async function markedPng(o: Observation): Promise<Uint8Array> {
  const pixels = await plainPicture(o);
  const marks = o.surface.marks.map((m) => ({ id: m.id, box: m.frameBox as Rect<"frame"> }));
  const text = o.textBoxes.flatMap((b) => intersect(rectToFrame(o.letterbox, b), o.letterbox.content) ?? []);
  drawMarks(pixels, marks, placeBadges(marks, text, inkMap(pixels)));
  return encodePng(pixels, FRAME_WIDTH, FRAME_HEIGHT);
}
