import type { PixelArea } from "./luma.js";

/** A piece of the picture that looks like text: a word, or several of one line. Picture pixels. */
export interface Segment extends PixelArea {
  /** Edge pixels inside: a measure of how much is drawn there. */
  readonly ink: number;
}
