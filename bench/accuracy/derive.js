// @ts-check
/** From what the tree, the window manager and the picture tell to one line of a truth file. */
import { isBlank } from "../../dist/vision/detect/blank.js";
import { shownPart, truthOf, visibleBox } from "./truth.js";

/** @typedef {import("./boxes.js").Box} Box */
/** @typedef {import("../../dist/capture/port.js").Frame} Frame */
/**
 * @typedef {object} Told
 * @property {import("../../dist/ax/node.js").AxTree} tree
 * @property {import("../../dist/capture/port.js").WindowInfo[]} windows bottom first
 * @property {Record<string, {box: Box, name?: string}[]>} buttons of title bars, by window
 */

/** Brightness steps within a column or row that shows nothing, and pixels left around what is shown. */
const PLAIN = 12;
const MARGIN = 2;
/** Least height of an item of an icon view, and least side of what may remain of a box, pixels. */
const LEAST_ICON = 60;
const LEAST_LEFT = 8;

/**
 * @param {Told} told @param {Frame} frame
 * @param {import("./scenes.js").Scene} scene @param {import("./scenes.js").Shot} shot @param {string} set
 */
export function deriveTruth({ tree, windows, buttons }, frame, scene, shot, set) {
  const { elements, ignore } = truthOf(tree, windows, frame, scene.scale);
  for (const element of elements) tighten(element, frame);
  for (const [i, window] of windows.entries()) {
    const covers = windows
      .slice(i + 1)
      .filter((w) => w.draws)
      .map(visibleBox);
    for (const { box: whole, name } of buttons[window.id] ?? []) {
      const box = shownPart({ box: whole }, [0, 0, frame.width, frame.height], covers);
      if (!box) continue;
      const of = { toolkit: scene.wm, app: scene.wm, iconOnly: true };
      elements.push({ role: "button", box, states: {}, ...(name ? { name } : {}), ...of });
    }
  }
  const drop = shot.drop === undefined ? undefined : new RegExp(shot.drop);
  const shown = elements.filter(
    ({ box: [l, t, r, b], role, name }) =>
      !drop?.test(`${role} ${name ?? ""}`) &&
      // An empty field is blank; what else is blank is not on the screen, whatever the tree says.
      (role === "textbox" || !isBlank(frame, { x: l, y: t, width: r - l, height: b - t })),
  );
  return {
    width: frame.width,
    height: frame.height,
    scale: scene.scale,
    source: `accuracy-${set}`,
    theme: `${scene.look.gtk}, ${scene.look.qt}, ${scene.look.icons}, ${scene.wm} ${scene.look.wm}`,
    dark: scene.look.dark,
    elements: shown,
    ignore: [...ignore, ...(shot.ignore ?? [])],
  };
}

/**
 * A choice is its control and label, an item of an icon view its icon and caption, and toolkits tell all the
 * room that they were given: cut to what is drawn.
 * @param {import("./truth.js").Element} element @param {Frame} frame
 */
function tighten(element, frame) {
  const [l, t, r, b] = element.box;
  const [width, height] = [r - l, b - t];
  const isChoice = ["checkbox", "radio"].includes(element.role) && width >= 2.5 * height;
  const isIcon = element.role === "listitem" && height >= LEAST_ICON && width < 2 * height;
  if (!isChoice && !isIcon) return;
  const spread = (/** @type {number} */ from, /** @type {number} */ step, /** @type {number} */ count) => {
    const least = [255, 255, 255];
    const most = [0, 0, 0];
    for (let i = 0, at = from; i < count; i++, at += step)
      for (let c = 0; c < 3; c++) {
        const v = frame.pixels[at + c] ?? 0;
        least[c] = Math.min(least[c] ?? 0, v);
        most[c] = Math.max(most[c] ?? 0, v);
      }
    return Math.max(...most.map((v, c) => v - (least[c] ?? 0)));
  };
  // Without the outermost pixels: a focus ring or a separator may run along them.
  const pixel = (/** @type {number} */ x, /** @type {number} */ y) => 3 * (y * frame.width + x);
  const column = (/** @type {number} */ x) => spread(pixel(x, t + 2), 3 * frame.width, height - 4) <= PLAIN;
  const row = (/** @type {number} */ y) => spread(pixel(l + 2, y), 3, width - 4) <= PLAIN;
  let [left, top, right, bottom] = [l, t, r, b];
  while (right > l + 1 && column(right - 1)) right--;
  while (left < right - 1 && column(left)) left++;
  if (isIcon) {
    while (bottom > t + 1 && row(bottom - 1)) bottom--;
    while (top < bottom - 1 && row(top)) top++;
  }
  if (right - left < LEAST_LEFT || bottom - top < LEAST_LEFT) return;
  element.box = [
    Math.max(l, left - MARGIN),
    Math.max(t, top - MARGIN),
    Math.min(r, right + MARGIN),
    Math.min(b, bottom + MARGIN),
  ];
}
