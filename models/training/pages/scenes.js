// @ts-check
/** Whole-screen scenes beyond desktops and pages: log-in and lock screens, video calls, launchers, boards. */
import { block, menuBar, toolBar } from "./blocks.js";
import { drawnPanel } from "./canvas.js";
import { wallpaper, windowOf } from "./desktop.js";
import { mark } from "./kit.js";
import { chart, photograph } from "./negatives.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** A log-in or lock screen of a desktop. @param {Widgets} w */
function greeter(w) {
  const { random, theme } = w;
  const user = (/** @type {number} */ index) =>
    `<div ${mark("listitem", { selected: index === 0 })} style="text-align:center;padding:10px;border-radius:8px;${index === 0 ? "background:#fff3" : ""}">${w.picture(72, 72, "border-radius:50%;")}<div>${w.texts.words(1, true)}</div></div>`;
  const corner = ["power", "keyboard", "settings", "wifi"]
    .slice(0, random.int(1, 4))
    .map((name) => w.iconButton(name, { flat: true, size: random.pick([16, 20, 24]), pad: 6 }))
    .join("");
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)};color:#fff;text-shadow:0 1px 3px #000"><div style="position:absolute;left:0;right:0;top:${random.int(10, 25)}%;text-align:center"><div style="font-size:${random.int(30, 70)}px">${w.texts.time()}</div></div><div style="position:absolute;left:0;right:0;top:40%;display:flex;flex-direction:column;align-items:center;gap:12px"><div style="display:flex;gap:12px">${random.repeat(random.int(1, 4), user)}</div><div style="display:flex;gap:6px;color:${theme.ink};text-shadow:none">${w.input({ type: "password", style: "width:220px;" })}${w.button({ text: random.pick(["Log in", "→", "Unlock"]) })}</div>${random.chance(0.5) ? w.select() : ""}</div><div style="position:absolute;right:16px;${random.chance(0.5) ? "top" : "bottom"}:12px">${corner}</div></div>`;
}

/** A call with pictures of those who take part. @param {Widgets} w */
function call(w) {
  const { random, width, height } = w;
  const columns = random.int(1, 4);
  const rows = random.int(1, 3);
  const wide = Math.floor(width / columns) - 12;
  const tall = Math.floor((height - 90) / rows) - 12;
  const tile = () =>
    `<div style="position:relative;width:${wide}px;height:${tall}px;overflow:hidden;border-radius:8px;margin:4px">${random.chance(0.4) ? photograph(w, wide, tall) : w.picture(wide, tall)}<span style="position:absolute;left:8px;bottom:6px;background:#0008;padding:1px 6px">${w.texts.words(2, true)}</span></div>`;
  const control = (/** @type {string} */ name) =>
    `<span ${mark("button")} style="width:44px;height:44px;border-radius:22px;display:inline-flex;align-items:center;justify-content:center;background:${name === "phone" ? "#d22" : "#fff2"}">${w.icon(name, 20)}</span>`;
  return `<div style="position:absolute;inset:0;background:#1b1b1f;color:#fff;display:flex;flex-direction:column"><div style="flex:1;display:flex;flex-wrap:wrap;align-content:flex-start;justify-content:center;overflow:hidden">${random.repeat(columns * rows, tile)}</div><div style="display:flex;justify-content:center;gap:10px;padding:12px">${["microphone", "video", "monitor", "smile", "chat", "users", "more", "phone"].map(control).join("")}</div></div>`;
}

/** Columns of cards. @param {Widgets} w */
function board(w) {
  const { random, theme } = w;
  const ticket = () =>
    `<div ${mark("listitem")} style="background:${theme.surface};border:1px solid ${theme.border};border-radius:${theme.radius}px;padding:8px;margin:6px 0">${w.texts.words(random.int(2, 8), true)}<div class="g-row">${random.chance(0.5) ? `<span class="g-badge">${w.texts.words(1)}</span>` : ""}<span class="g-grow"></span>${random.chance(0.4) ? w.iconButton("more", { flat: true, size: 12 }) : ""}</div></div>`;
  const column = () =>
    `<div style="width:${random.int(220, 280)}px;flex-shrink:0;background:${theme.raised};border-radius:${theme.radius}px;padding:8px"><div class="g-row"><b class="g-grow">${w.label()}</b>${w.iconButton("add", { flat: true, size: 14 })}</div>${random.repeat(random.int(1, 9), ticket)}${w.button({ text: "Add card" })}</div>`;
  return `<div class="g-page">${toolBar(w, 8)}<div style="flex:1;display:flex;gap:10px;padding:10px;overflow:hidden;align-items:flex-start">${random.repeat(Math.ceil(w.width / 260), column)}</div></div>`;
}

/** A program of many small panels: mixers, editors of pictures, sound or film. @param {Widgets} w */
function studio(w) {
  const { random, theme, width } = w;
  const strip = () =>
    `<div style="width:${random.int(56, 84)}px;border-right:1px solid ${theme.border};padding:4px;text-align:center"><div class="g-clip">${w.texts.words(1, true)}</div>${random.repeat(3, () => w.kit.button(random, random.pick(["M", "S", "R", "fx"]), { small: true, style: "min-width:0;padding:1px 4px;margin:1px", pressed: random.chance(0.3) }))}<div ${mark("slider")} style="width:18px;height:${random.int(90, 160)}px;margin:6px auto;position:relative"><div style="position:absolute;left:7px;width:4px;top:0;bottom:0;background:${theme.faint}"></div><div style="position:absolute;left:0;width:18px;height:10px;top:${random.int(5, 85)}%;background:${theme.accent};border-radius:2px"></div></div>${w.spin()}</div>`;
  const clip = () =>
    `<div ${mark("listitem")} style="position:absolute;left:${random.int(0, 90)}%;width:${random.int(6, 22)}%;top:3px;bottom:3px;background:hsl(${random.int(0, 360)} 45% 45%);color:#fff;border-radius:3px;padding:0 4px;overflow:hidden;white-space:nowrap">${w.texts.words(1)}</div>`;
  const track = () =>
    `<div style="display:flex;height:44px;border-bottom:1px solid ${theme.border}"><div class="g-row" style="width:190px;margin:0;padding:0 4px;flex-wrap:nowrap">${w.iconButton("volume", { flat: true, size: 14 })}<span class="g-grow g-clip">${w.texts.words(1, true)}</span>${w.slider({ width: 60 })}</div><div style="position:relative;flex:1;overflow:hidden;background:${theme.ground}">${clip()}</div></div>`;
  return `<div class="g-page">${menuBar(w)}${toolBar(w, 24)}<div class="g-cols"><div class="g-main" style="padding:0">${random.repeat(random.int(3, 10), track)}</div><div class="g-side g-pad" style="width:240px">${random.repeat(5, () => `<div class="g-row" style="flex-wrap:nowrap"><span style="width:60px" class="g-clip">${w.label()}</span>${w.slider({ width: 80 })}${w.spin()}</div>`)}${w.checks(3)}${w.radios()}</div></div><div style="display:flex;border-top:1px solid ${theme.border};overflow:hidden;flex-shrink:0;max-height:45%">${random.repeat(Math.ceil(width / 80), strip)}</div></div>`;
}

/** Figures and charts with their controls. @param {Widgets} w */
function cockpit(w) {
  const { random, theme } = w;
  const columns = Math.max(1, Math.floor(w.width / 440));
  const wide = Math.floor(w.width / columns) - 60;
  const tile = () =>
    `<div class="g-card" style="background:${theme.surface};min-width:0"><div class="g-row"><b class="g-grow">${w.label()}</b>${random.chance(0.5) ? w.select() : w.iconButton("more", { flat: true })}</div>${random.chance(0.6) ? chart(w, wide, random.int(120, 240)) : block(w)}</div>`;
  return `<div class="g-page"><div class="g-bar">${w.tabs(w.texts.labels(4), 1)}<span class="g-grow"></span>${w.select()}${w.button()}</div><div class="g-main"><div style="display:grid;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:12px">${random.repeat(columns * 4, tile)}</div></div></div>`;
}

/** A window whose content is a canvas. @param {Widgets} w */
function canvasWindow(w) {
  const { random, width, height } = w;
  const wide = Math.round(width * 0.6);
  const tall = Math.round(height * 0.6);
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)}"></div>${windowOf(w, [random.int(0, width - wide), random.int(0, height - tall - 40), wide, tall + 40], drawnPanel(w, wide, tall))}`;
}

/** @param {Widgets} w @returns {string} */
export function scene(w) {
  return w.random.weighted([
    [2, greeter],
    [1, call],
    [2, board],
    [4, studio],
    [3, cockpit],
    [2, canvasWindow],
  ])(w);
}
