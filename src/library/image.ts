import { readFile } from "node:fs/promises";
import { GroundmarkError } from "../core/errors.js";
import type { Surface } from "../fusion/surface.js";
import { readIn } from "../session/language.js";
import { parseImage as parse } from "../session/parse.js";
import { markedPng, plainPng } from "../session/pictures.js";
import * as shape from "./arguments.js";

export interface ParseImageOptions {
  /** Accessibility tree of the picture: OSWorld XML or Groundmark JSON. */
  readonly ax?: string | Uint8Array;
  /** At most this many marks; default 100. */
  readonly maxMarks?: number;
  /** Tesseract language instead of the embedded reader, for example "eng". */
  readonly language?: string;
}

export interface ParsedImage {
  readonly surface: Surface;
  /** The 1024x768 Set-of-Marks picture as PNG, secrets masked. */
  markedPng(): Promise<Uint8Array>;
  /** The same without marks. */
  plainPng(): Promise<Uint8Array>;
}

/**
 * Turns a screenshot into numbered, checked marks. Needs no desktop.
 *
 * @param image the bytes of a picture file, or its path
 * @throws GroundmarkError INVALID_ARGS (no such file, not a picture, not a tree, an option that is not
 *   known or not of its type), RESOURCE_EXHAUSTED, OCR_UNAVAILABLE (no data for the language)
 */
export async function parseImage(
  image: Uint8Array | string,
  options: ParseImageOptions = {},
): Promise<ParsedImage> {
  shape.checked("image", shape.picture, image);
  shape.checked("options", shape.parseOptions, options);
  const bytes = typeof image === "string" ? await readPicture(image) : image;
  const observation = await parse(bytes, {
    ...(options.ax === undefined ? {} : { tree: options.ax }),
    ...(options.maxMarks === undefined ? {} : { maxMarks: options.maxMarks }),
    ...(options.language === undefined ? {} : { language: options.language }),
  });
  readIn(options.language, observation);
  return {
    surface: observation.surface,
    markedPng: () => markedPng(observation),
    plainPng: () => plainPng(observation),
  };
}

async function readPicture(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new GroundmarkError("INVALID_ARGS", `the picture ${JSON.stringify(path)} cannot be read`, {
      suggestion: "Check the path and its permissions.",
      cause,
    });
  }
}
