/**
 * Groundmark as a library.
 *
 *     import { openDesktop, parseImage } from "groundmark";
 */
export { ERROR_CODES, type ErrorBody, type ErrorCode, GroundmarkError } from "./core/errors.js";
export type { Health, Part } from "./desktop/health.js";
export type { Surface, SurfaceMark } from "./fusion/surface.js";
export { surfaceSchema } from "./fusion/surface.js";
export { type Desktop, type DesktopOptions, openDesktop } from "./library/desktop.js";
export { type ParsedImage, type ParseImageOptions, parseImage } from "./library/image.js";
export type { ActionResult } from "./session/click.js";
