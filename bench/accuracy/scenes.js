// @ts-check
/** The scenes that the accuracy sets are made of. */
import { DEV } from "./scenes/dev.js";
import { TEST } from "./scenes/test.js";

/**
 * @typedef {object} SceneApp
 * @property {string} name as in models/training/heldout-apps.json
 * @property {string[]} [args] "~" is the scene's home
 * @property {string} [page] for browsers
 * @property {string} [title] a part of the title of its main window
 * @property {Record<string, string>} [env]
 * @property {readonly [number, number, number, number]} [place] x, y, width, height with decoration
 */
/**
 * One thing done before a picture. `click`, `rightClick`, `point` and `see` (which only waits for it) look for
 * a shown node by ARIA role and name, `at` is in screen pixels; `key` and `type` go to the focused window.
 * @typedef {{click: Target} | {rightClick: Target} | {point: Target} | {see: Target} | {at: readonly [number, number]}
 *   | {key: string} | {type: string} | {wait: number} | {focus: number}} Step
 */
/** @typedef {{role: string, name?: string, index?: number}} Target role: one, or several with "|" between them; name: a regular expression */
/**
 * @typedef {object} Shot
 * @property {string} id @property {Step[]} [steps]
 * @property {string} [drop] regular expression: elements of this "role name" are not on the screen, whatever the tree says
 * @property {(readonly [number, number, number, number])[]} [ignore] areas whose truth is not known
 */
/**
 * @typedef {object} Scene
 * @property {string} id @property {readonly [number, number]} size @property {number} scale
 * @property {boolean} [compositor] with picom
 * @property {"openbox" | "xfwm4"} wm @property {import("./look.js").Look} look
 * @property {SceneApp[]} apps @property {Shot[]} shots
 */

/** @type {Readonly<Record<"dev" | "test", readonly Scene[]>>} */
export const SCENES = { dev: DEV, test: TEST };
