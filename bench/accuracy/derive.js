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

/** Brightness steps within a column that shows nothing, and pixels left around what is shown. */
const PLAIN = 12;
const MARGIN = 2;

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
 * A choice is its control and label, and toolkits tell the whole width that it was given: cut to what is drawn.
 * @param {import("./truth.js").Element} element @param {Frame} frame
 */
function tighten(element, frame) {
  const [l, t, r, b] = element.box;
  if (!["checkbox", "radio"].includes(element.role) || r - l < 2.5 * (b - t)) return;
  const { pixels, width } = frame;
  const columnIsPlain = (/** @type {number} */ x) => {
    const least = [255, 255, 255];
    const most = [0, 0, 0];
    // Without the outermost rows: a focus ring or a separator may run along them.
    for (let y = t + 2; y < b - 2; y++)
      for (let c = 0; c < 3; c++) {
        const v = pixels[3 * (y * width + x) + c] ?? 0;
        least[c] = Math.min(least[c] ?? 0, v);
        most[c] = Math.max(most[c] ?? 0, v);
      }
    return most.every((v, c) => v - (least[c] ?? 0) <= PLAIN);
  };
  let right = r;
  while (right > l + 1 && columnIsPlain(right - 1)) right--;
  let left = l;
  while (left < right - 1 && columnIsPlain(left)) left++;
  if (right - left < 8) return;
  element.box = [Math.max(l, left - MARGIN), t, Math.min(r, right + MARGIN), b];
}
