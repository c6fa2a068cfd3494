// @ts-check
/** Program text and its picture in miniature. */
import { KEYWORDS } from "./vocabulary.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** Lines of code as HTML. @param {Widgets} w @param {number} lines */
export function code(w, lines, numbers = true) {
  const { random, theme } = w;
  const colours = [theme.accent, "#c586c0", "#4ec9b0", "#ce9178", "#6a9955"];
  let indent = 0;
  const line = (/** @type {number} */ index) => {
    indent = Math.max(0, Math.min(5, indent + random.pick([-1, 0, 0, 1])));
    const number = numbers ? `<span class="g-mut">${String(index + 1).padStart(4)}</span>  ` : "";
    if (random.chance(0.12)) return number;
    const text = random.chance(0.15)
      ? `<span style="color:${colours[4]}">// ${w.texts.words(random.int(3, 10))}</span>`
      : `<span style="color:${random.pick(colours)}">${random.pick(KEYWORDS)}</span> ${w.texts.words(random.int(1, 6))}${random.pick([" {", ";", "(", " = 0;", ")", ""])}`;
    return number + "  ".repeat(indent) + text;
  };
  return random.repeat(lines, line, "\n");
}

/** A picture of code in miniature, no control. @param {Widgets} w */
export function minimap(w) {
  const { random, theme } = w;
  const bar = () =>
    `<div style="height:1px;margin:1px 0 1px ${random.int(0, 24)}px;width:${random.int(4, 50)}px;background:${random.pick([theme.faint, theme.accent, theme.ink])};opacity:.6"></div>`;
  return `<div style="width:${random.int(60, 110)}px;padding:4px;overflow:hidden;border-left:1px solid ${theme.border}">${random.repeat(random.int(60, 260), bar)}</div>`;
}
