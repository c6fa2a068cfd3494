// @ts-check
/** Phone-shaped screens: status bar, app bar, lists and forms, navigation at the bottom, keyboards. */
import { block, card, list, settingRows } from "./blocks.js";
import { wallpaper } from "./desktop.js";
import { mark } from "./kit.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** Time, signal and battery; no controls. @param {Widgets} w */
const statusBar = (w) =>
  `<div style="display:flex;justify-content:space-between;padding:4px 14px;font-size:12px;flex-shrink:0"><span>${w.texts.time()}</span><span style="display:inline-flex;gap:4px">${["wifi", "bluetooth", "battery"].map((name) => w.icon(name, 12)).join("")}</span></div>`;

/** @param {Widgets} w */
function appBar(w) {
  const { random, theme } = w;
  const inverse = random.chance(0.4) ? `background:${theme.accent};color:${theme.onAccent};` : "";
  const end = random.repeat(random.int(0, 3), () =>
    w.iconButton(undefined, { flat: true, size: 22, pad: 8 }),
  );
  const title = random.chance(0.2)
    ? w.input({ style: "flex:1;" })
    : `<b class="g-grow g-clip" style="font-size:18px">${w.label()}</b>`;
  return `<div style="display:flex;align-items:center;gap:6px;padding:6px 8px;flex-shrink:0;${inverse}">${w.iconButton(random.pick(["arrow-left", "menu", "close"]), { flat: true, size: 22, pad: 8 })}${title}${end}</div>`;
}

/** @param {Widgets} w */
function bottomBar(w) {
  const { random, theme } = w;
  const count = random.int(3, 5);
  const current = random.int(0, count - 1);
  const captions = random.chance(0.7);
  const role = random.pick(["tab", "tab", "button"]);
  const entry = (/** @type {number} */ index) =>
    `<span ${mark(role, role === "tab" ? { selected: index === current } : {})} style="flex:1;display:flex;flex-direction:column;align-items:center;gap:2px;padding:7px 2px;font-size:11px;${index === current ? `color:${theme.accent}` : ""}">${w.icon(undefined, 22)}${captions ? `<span>${w.texts.words(1, true)}</span>` : ""}</span>`;
  return `<div style="display:flex;border-top:1px solid ${theme.border};background:${theme.surface};flex-shrink:0">${random.repeat(count, entry)}</div>`;
}

/** The letters of a soft keyboard. @param {Widgets} w */
function keyboard(w) {
  const { theme } = w;
  const key = (/** @type {string} */ letter, grow = 1) =>
    `<span ${mark("button")} style="flex:${grow};text-align:center;padding:11px 0;margin:3px 2px;border-radius:5px;background:${theme.surface};box-shadow:0 1px 1px #0005">${letter}</span>`;
  const row = (/** @type {string} */ letters) =>
    letters
      .split("")
      .map((letter) => key(letter))
      .join("");
  return `<div style="background:${theme.raised};padding:4px;flex-shrink:0"><div style="display:flex">${row("qwertyuiop")}</div><div style="display:flex;padding:0 14px">${row("asdfghjkl")}</div><div style="display:flex">${key("⇧", 1.4)}${row("zxcvbnm")}${key("⌫", 1.4)}</div><div style="display:flex">${key("?123", 1.4)}${key(",")}${key("space", 5)}${key(".")}${key("⏎", 1.4)}</div></div>`;
}

/** @param {Widgets} w */
function home(w) {
  const { random } = w;
  const icon = (/** @type {number} */ _index) =>
    `<div ${mark("listitem")} style="text-align:center;width:76px;color:#fff;text-shadow:0 1px 2px #000;font-size:12px">${w.appIcon(random.pick([44, 48, 52]))}<div class="g-clip">${w.texts.words(1, true)}</div></div>`;
  const dock = random.repeat(
    4,
    () => `<span ${mark("button")} style="line-height:0">${w.appIcon(48)}</span>`,
  );
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)};display:flex;flex-direction:column"><div style="color:#fff">${statusBar(w)}</div><div style="flex:1;display:flex;flex-wrap:wrap;gap:18px 12px;padding:20px 12px;align-content:flex-start;overflow:hidden">${random.repeat(random.int(8, 22), icon)}</div><div style="display:flex;justify-content:space-around;padding:14px;background:#8885">${dock}</div></div>`;
}

/** @param {Widgets} w */
function lock(w) {
  const { random } = w;
  const key = (/** @type {string} */ digit) =>
    `<span ${mark("button")} style="width:66px;height:66px;border-radius:33px;background:#fff3;display:inline-flex;align-items:center;justify-content:center;font-size:24px;margin:7px">${digit}</span>`;
  const pad = random.chance(0.6)
    ? `<div style="text-align:center;width:260px;margin:20px auto">${"123456789".split("").map(key).join("")}<br>${key("0")}${key("⌫")}</div>`
    : "";
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)};color:#fff;text-shadow:0 1px 3px #000;display:flex;flex-direction:column">${statusBar(w)}<div style="text-align:center;font-size:58px;margin-top:50px">${w.texts.time()}</div><div style="text-align:center">${w.texts.words(3, true)}</div>${pad}<span style="flex:1"></span><div style="display:flex;justify-content:space-between;padding:24px">${["camera", "phone"].map((name) => w.iconButton(name, { flat: true, size: 24, pad: 10 })).join("")}</div></div>`;
}

/** @param {Widgets} w @returns {string} */
export function phone(w) {
  const { random, theme } = w;
  const special = random.float();
  if (special < 0.1) return home(w);
  if (special < 0.16) return lock(w);
  const body = random.weighted([
    [3, () => list(w, random.int(6, 14))],
    [3, () => random.repeat(3, () => settingRows(w, random.int(2, 5)))],
    [
      3,
      () =>
        random.repeat(
          random.int(4, 9),
          () => `<div class="g-stack"><label>${w.label()}</label>${w.input({ style: "width:100%;" })}</div>`,
        ) + w.button(),
    ],
    [3, () => random.repeat(5, () => block(w))],
    [2, () => random.repeat(4, () => card(w))],
    [2, () => w.checks(6) + w.radios() + random.repeat(4, () => `<div>${w.toggle(w.label())}</div>`)],
  ])();
  const tabs = random.chance(0.3) ? w.tabs(w.texts.labels(3), random.int(0, 2)) : "";
  const floating = random.chance(0.3)
    ? `<span ${mark("button")} style="position:absolute;right:18px;bottom:84px;width:56px;height:56px;border-radius:${random.pick([16, 28])}px;background:${theme.accent};color:${theme.onAccent};display:flex;align-items:center;justify-content:center;box-shadow:0 3px 8px #0006">${w.icon(random.pick(["add", "edit", "chat"]), 24)}</span>`
    : "";
  const bottom = random.weighted([
    [4, () => bottomBar(w)],
    [1, () => keyboard(w)],
    [3, () => ""],
  ])();
  return `<div class="g-page">${statusBar(w)}${appBar(w)}${tabs}<div class="g-main" style="min-height:0">${body}</div>${bottom}${floating}</div>`;
}
