// @ts-check
/** Title-bar buttons: openbox and xfwm4 make each of them a window of its own below the frame. */
import { fromRect, shortSide } from "./boxes.js";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("../../test/desktop/xclient.js").XClient} XClient */

/** Buttons are about as wide as high; corners, labels and edges are not. */
const LONGEST = 2.2;
const LEAST = 8;
const MAX_DEPTH = 3;

/**
 * @param {XClient} x @param {number} client the application's own window
 * @param {"openbox" | "xfwm4"} manager
 * @returns {Promise<{box: Box, name?: string}[]>} screen pixels, from left to right; empty for a window
 *   without decoration. Names by the managers' own order of buttons, where all of its right end are there
 */
export async function windowButtons(x, client, manager) {
  const frame = await frameOf(x, client);
  if (frame === undefined) return [];
  const inner = await x.rect(client);
  const outer = await x.rect(frame);
  const titleHeight = inner.y - outer.y;
  if (titleHeight < LEAST) return [];
  const found = /** @type {Box[]} */ ([]);
  await collect(x, frame, client, 0, async (rect) => {
    const box = fromRect(rect);
    const low = shortSide(box);
    const long = Math.max(rect.width, rect.height);
    if (low < LEAST || long > LONGEST * low) return;
    // Within the title bar, and not one of the corners that resize.
    if (rect.y < outer.y || rect.y + rect.height > inner.y + 1) return;
    if (rect.height < 0.4 * titleHeight) return;
    const atCorner = rect.x <= outer.x || rect.x + rect.width >= outer.x + outer.width;
    if (atCorner && rect.height >= titleHeight - 1 && rect.y <= outer.y) return;
    if (!found.some((b) => b.every((v, i) => v === box[i]))) found.push(box);
  });
  found.sort((a, b) => a[0] - b[0]);
  const names = RIGHT_END[manager] ?? [];
  const left = found.length - names.length;
  return found.map((box, i) => {
    const name = left >= 0 && left <= 1 ? names[i - left] : undefined;
    return { box, ...(name ? { name } : {}) };
  });
}

/** What stands right of the title by default: "NLIMC" of openbox, "O|SHMC" of xfwm4. */
const RIGHT_END = /** @type {Record<string, string[]>} */ ({
  openbox: ["Minimize", "Maximize", "Close"],
  xfwm4: ["Shade", "Minimize", "Maximize", "Close"],
});

/** @param {XClient} x @param {number} client */
async function frameOf(x, client) {
  for (const top of await x.children(x.root))
    if (top !== client && (await holdsWindow(x, top, client, 0))) return top;
  return undefined;
}

/** @param {XClient} x @param {number} window @param {number} wanted @param {number} depth @returns {Promise<boolean>} */
async function holdsWindow(x, window, wanted, depth) {
  if (depth > MAX_DEPTH) return false;
  const children = await x.children(window).catch(() => /** @type {number[]} */ ([]));
  if (children.some((child) => child === wanted)) return true;
  for (const child of children.slice(0, 40)) if (await holdsWindow(x, child, wanted, depth + 1)) return true;
  return false;
}

/**
 * @param {XClient} x @param {number} window @param {number} client @param {number} depth
 * @param {(rect: {x: number, y: number, width: number, height: number}) => Promise<void>} each
 */
async function collect(x, window, client, depth, each) {
  if (depth > MAX_DEPTH) return;
  for (const child of await x.children(window).catch(() => [])) {
    if (child === client) continue;
    const attributes = await x.attributes(child).catch(() => undefined);
    if (!attributes?.viewable || attributes.inputOnly) continue;
    await each(await x.rect(child));
    await collect(x, child, client, depth + 1, each);
  }
}
