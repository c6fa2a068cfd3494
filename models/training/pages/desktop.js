// @ts-check
/** Desktops: wallpapers, icons, windows one above the other, panels and docks; games; open pop-ups. */
import { APPS, dialog } from "./apps.js";
import { WALLPAPERS } from "./assets.js";
import { menu, openSelect } from "./blocks.js";
import { mark } from "./kit.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** A CSS background for a desktop. @param {Widgets} w */
export function wallpaper(w) {
  const { random } = w;
  if (WALLPAPERS.length && random.chance(0.55))
    return `url('file://${random.pick(WALLPAPERS)}') center/cover`;
  if (random.chance(0.5)) return random.pick(["#008080", "#3a6ea5", "#2c001e", "#1d99f3", "#444", "#5a7d9a"]);
  const colour = (/** @type {number} */ light) => `hsl(${random.int(0, 360)} 60% ${light}%)`;
  return `radial-gradient(circle at ${random.int(0, 100)}% ${random.int(0, 100)}%,${colour(55)},transparent 60%),linear-gradient(${random.int(0, 360)}deg,${colour(30)},${colour(60)})`;
}

/** Window buttons of one look. @param {Widgets} w */
function windowButtons(w) {
  const { random, theme } = w;
  const look = random.weighted([
    [3, "windows"],
    [2, "mac"],
    [2, "gnome"],
    [2, "breeze"],
    [1, "classic"],
    [1, "xp"],
  ]);
  const names = ["minus", "maximize", "close"];
  const drawn = (/** @type {string} */ name, /** @type {string} */ style, /** @type {number} */ size) =>
    `<span ${mark("button")} style="display:inline-flex;align-items:center;justify-content:center;flex-shrink:0;${style}">${w.icon(name, size)}</span>`;
  switch (look) {
    case "mac": {
      const dots = ["#ff5f57", "#febc2e", "#28c840"];
      return {
        left: true,
        html: dots
          .map(
            (colour) =>
              `<span ${mark("button")} style="display:inline-block;flex-shrink:0;width:12px;height:12px;border-radius:6px;background:${colour};margin:0 4px"></span>`,
          )
          .join(""),
      };
    }
    case "gnome":
      return {
        left: false,
        html: (random.chance(0.5) ? ["close"] : names)
          .map((name) =>
            drawn(name, "width:24px;height:24px;border-radius:12px;background:#8883;margin:0 4px", 12),
          )
          .join(""),
      };
    case "breeze":
      return {
        left: random.chance(0.2),
        html: names.map((name) => drawn(name, "width:18px;height:18px;margin:0 4px", 12)).join(""),
      };
    case "classic":
      return {
        left: false,
        html: names
          .map((name) =>
            drawn(
              name,
              "width:16px;height:14px;background:#c0c0c0;color:#000;border:1px outset #fff;margin-left:1px",
              9,
            ),
          )
          .join(""),
      };
    case "xp":
      return {
        left: false,
        html: names
          .map((name) =>
            drawn(
              name,
              `width:21px;height:21px;border-radius:3px;border:1px solid #fff;color:#fff;margin:0 1px;background:${name === "close" ? "linear-gradient(#e9967a,#c43c1c)" : "linear-gradient(#7aa6f0,#245edc)"}`,
              11,
            ),
          )
          .join(""),
      };
    default:
      return {
        left: false,
        html: names
          .map((name) => drawn(name, `width:46px;align-self:stretch;color:${theme.ink}`, 10))
          .join(""),
      };
  }
}

/** A window with its title bar. @param {Widgets} w @param {number[]} box left, top, width, height @param {string} body */
export function windowOf(w, box, body, active = true) {
  const { random, theme, kit } = w;
  const [x, y, width, height] = box;
  const place = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  if (kit.desktop && random.chance(0.8)) {
    const controls = ["Minimize", "Maximize", "Close"].map(
      (name) => `<button aria-label="${name}" ${mark("button")}></button>`,
    );
    return `<div class="g-win window" style="${place}"><div class="title-bar ${active ? "active" : "inactive"}"><div class="title-bar-text">${w.texts.words(2, true)}</div><div class="title-bar-controls">${controls.join("")}</div></div><div class="g-body">${body}</div></div>`;
  }
  const buttons = windowButtons(w);
  const title = `<span class="g-grow g-clip" style="text-align:${random.pick(["left", "center"])};padding:0 8px">${w.texts.words(random.int(1, 3), true)} - ${w.label()}</span>`;
  const emblem = random.chance(0.4) ? `<span style="margin:0 4px">${w.appIcon(16)}</span>` : "";
  const extra = random.chance(0.15)
    ? w.iconButton("menu", { flat: true }) + w.iconButton("search", { flat: true })
    : "";
  const ground =
    active && random.chance(0.3)
      ? `background:${theme.accent};color:${theme.onAccent}`
      : `background:${theme.raised};color:${theme.ink}`;
  const inner = buttons.left ? `${buttons.html}${title}${extra}` : `${emblem}${extra}${title}${buttons.html}`;
  return `<div class="g-win" style="${place}"><div style="display:flex;align-items:center;height:${random.int(22, 40)}px;flex-shrink:0;padding:0 4px;border-bottom:1px solid ${theme.border};white-space:nowrap;overflow:hidden;${ground}">${inner}</div><div class="g-body">${body}</div></div>`;
}

/** A task bar, panel or dock. @param {Widgets} w */
function panel(w) {
  const { random, theme } = w;
  if (random.chance(0.25)) {
    const size = random.int(30, 52);
    const side = random.chance(0.2);
    const place = side
      ? "left:4px;top:50%;transform:translateY(-50%);display:flex;flex-direction:column"
      : "bottom:6px;left:50%;transform:translateX(-50%)";
    return `<div style="position:absolute;${place};background:#8886;border-radius:14px;padding:6px;white-space:nowrap;z-index:40">${random.repeat(random.int(5, 16), () => `<span ${mark("button")} style="display:inline-block;margin:2px 4px;line-height:0">${w.appIcon(size)}</span>`)}</div>`;
  }
  const height = random.int(24, 48);
  const ground = random.chance(0.5)
    ? `background:${theme.raised};color:${theme.ink}`
    : `background:${random.pick(["#222", "#1f2937", "#0f172a", "#245edc", "#101010"])};color:#fff`;
  const start = `<span class="g-ib" ${mark("button")} style="height:100%;padding:0 8px;gap:4px">${w.appIcon(height - 12)}${random.chance(0.4) ? "<span>Menu</span>" : ""}</span>`;
  const pinned = () =>
    `<span class="g-ib" ${mark("button")} style="padding:3px;margin:0 2px">${w.appIcon(height - 12)}</span>`;
  const task = () =>
    `<span ${mark("button")} style="display:inline-flex;align-items:center;gap:4px;min-width:110px;max-width:180px;height:80%;padding:0 8px;margin:0 2px;background:#8883;border:1px solid #8884;border-radius:3px;overflow:hidden">${w.appIcon(16)}<span class="g-clip">${w.texts.words(random.int(1, 3), true)}</span></span>`;
  const tray = () =>
    w.iconButton(random.pick(["wifi", "volume", "battery", "bell", "power", "bluetooth", "chevron-up"]), {
      flat: true,
      size: random.pick([12, 14, 16, 16]),
      pad: random.pick([2, 3, 4]),
    });
  return `<div style="position:absolute;left:0;right:0;${random.chance(0.3) ? "top:0" : "bottom:0"};height:${height}px;display:flex;align-items:center;z-index:40;white-space:nowrap;overflow:hidden;${ground}">${start}${random.chance(0.3) ? w.input({ style: "width:200px;" }) : ""}${random.repeat(random.int(0, 8), pinned)}${random.repeat(random.int(0, 4), task)}<span class="g-grow"></span>${random.repeat(random.int(2, 7), tray)}<span ${mark("button")} style="padding:0 8px;text-align:center">${w.texts.time()}</span></div>`;
}

/** @param {Widgets} w */
function desktopIcons(w) {
  const { random } = w;
  const perColumn = random.int(5, 9);
  const size = random.pick([32, 48, 48]);
  const right = random.chance(0.15);
  const current = random.int(0, 30);
  const icon = (/** @type {number} */ index) =>
    `<div ${mark("listitem", { selected: index === current })} style="position:absolute;${right ? "right" : "left"}:${8 + Math.floor(index / perColumn) * 92}px;top:${32 + (index % perColumn) * 90}px;width:84px;padding:2px;text-align:center;color:#fff;text-shadow:0 1px 2px #000;${index === current ? "background:#38f8;" : ""}">${w.appIcon(size)}<div class="g-clip">${w.texts.words(random.int(1, 2), true)}</div></div>`;
  return random.repeat(random.int(2, 26), icon);
}

/** @param {Widgets} w */
const app = (w) => w.random.weighted(APPS)(w);

/** Windows over a wallpaper. @param {Widgets} w */
export function desktop(w) {
  const { random, width, height } = w;
  const count = Math.round(random.pick([0.4, 1, 1, 2, 2, 3]) * Math.sqrt(w.fill));
  const one = (/** @type {number} */ index) => {
    const small = random.chance(0.3);
    const wide = small ? random.int(280, 560) : random.int(Math.min(420, width - 80), width - 40);
    const tall = small ? random.int(150, 380) : random.int(Math.min(300, height - 100), height - 60);
    const box = [
      random.int(-20, Math.max(1, width - wide)),
      random.int(26, Math.max(27, height - tall - 40)),
      wide,
      tall,
    ];
    return windowOf(w, box, small ? dialog(w) : app(w), index === count - 1);
  };
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)}"></div>${random.chance(0.65) ? desktopIcons(w) : ""}${random.repeat(count, one)}${panel(w)}`;
}

/** One window that fills the screen, with or without a panel. @param {Widgets} w */
export function maximised(w) {
  const { width, height, random } = w;
  if (random.chance(0.5)) return windowOf(w, [0, 0, width, height], app(w));
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)}"></div>${windowOf(w, [0, 0, width, height - 40], app(w))}${panel(w)}`;
}

/** A game: a scene, a head-up display, a menu. @param {Widgets} w */
export function game(w) {
  const { random, theme } = w;
  const meter = (/** @type {string} */ colour) =>
    `<div style="width:${random.int(100, 260)}px;height:${random.int(8, 20)}px;border:${random.int(1, 3)}px solid #000a;background:#0006;margin:3px"><div style="height:100%;width:${random.int(10, 100)}%;background:${colour}"></div></div>`;
  const hue = random.int(0, 360);
  const looks = [
    `background:linear-gradient(#fff6,#0000 50%,#0004),hsl(${hue} 60% 45%);border-radius:10px;border:2px solid #0008`,
    `background:hsl(${hue} 50% 35%);clip-path:polygon(6% 0,94% 0,100% 50%,94% 100%,6% 100%,0 50%)`,
    "background:#0007;border:1px solid #fff8",
    `background:hsl(${hue} 70% 50%);box-shadow:inset 0 -5px 0 #0005;border-radius:6px`,
    `border:3px double hsl(${hue} 60% 70%);background:hsl(${hue} 40% 20%)`,
    "",
  ];
  const look = random.pick(looks);
  const wide = random.int(110, 280);
  const size = random.int(14, 26);
  const menuButton = () =>
    `<div ${mark("button")} style="width:${wide}px;padding:${random.int(6, 12)}px;margin:6px auto;text-align:center;font-size:${size}px;font-weight:700;color:#fff;text-shadow:0 1px 2px #000;${look}">${w.label()}</div>`;
  const slot = () =>
    `<span ${mark("button")} style="display:inline-block;width:44px;height:44px;margin:2px;border:2px solid #8889;background:#0008;text-align:center;padding:4px;vertical-align:top">${random.chance(0.7) ? (random.chance(0.5) ? w.appIcon(30) : `<span style="color:hsl(${random.int(0, 360)} 70% 70%)">${w.icon(undefined, 30)}</span>`) : ""}</span>`;
  const shape = () =>
    `<div style="position:absolute;left:${random.int(-5, 100)}%;top:${random.int(-5, 100)}%;width:${random.int(4, 160)}px;height:${random.int(4, 160)}px;background:hsl(${random.int(0, 360)} ${random.int(10, 80)}% ${random.int(15, 75)}%);border-radius:${random.pick([0, 0, 50, 20])}%;transform:rotate(${random.int(0, 90)}deg)"></div>`;
  const corner = ["menu", "pause", "settings", "map", "volume"]
    .slice(0, random.int(1, 5))
    .map(
      (name) =>
        `<span ${mark("button")} style="display:inline-block;padding:6px;margin:3px;background:#0008;border-radius:${random.pick([0, 6, 30])}px;line-height:0">${w.icon(name, 22)}</span>`,
    );
  const options = random.chance(0.3)
    ? `<div style="background:#000a;padding:16px;width:320px">${random.repeat(random.int(2, 5), () => `<div class="g-row" style="justify-content:space-between">${w.label()} ${random.pick([() => w.slider({ width: 130 }), () => w.toggle(), () => w.select()])()}</div>`)}</div>`
    : "";
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)};overflow:hidden;color:#fff"><div style="position:absolute;inset:0;${random.chance(0.3) ? "filter:blur(1px)" : ""}">${random.repeat(random.int(0, 60), shape)}</div><div style="position:absolute;left:10px;top:10px">${meter("#c33")}${meter("#36c")}<b>${w.label()}: ${random.int(0, 99999)}</b></div><div style="position:absolute;right:10px;top:10px">${corner.join("")}</div>${random.chance(0.6) ? `<div style="position:absolute;left:${random.int(15, 60)}%;top:25%">${random.repeat(random.int(2, 6), menuButton)}${options}</div>` : ""}<div style="position:absolute;bottom:12px;left:0;right:0;text-align:center">${random.repeat(random.int(3, 12), slot)}</div>${random.chance(0.5) ? `<div style="position:absolute;right:12px;bottom:70px;width:130px;height:130px;border-radius:${random.pick([0, 65])}px;border:2px solid ${theme.faint};background:#2a4a2a"></div>` : ""}</div>`;
}

/** Menus, open lists, dialogs, notices and tool tips above everything else. @param {Widgets} w */
export function popups(w) {
  const { random, theme, width, height } = w;
  const at = () =>
    `position:absolute;left:${random.int(0, Math.max(1, width - 220))}px;top:${random.int(20, Math.max(21, height - 280))}px;z-index:60;`;
  const own = theme.kit.own ? `color:${theme.ink};` : "";
  let html = "";
  if (random.chance(0.05)) {
    const wide = Math.min(width - 20, random.int(260, 480));
    const head = random.chance(0.5)
      ? `<div class="g-row"><h3 class="g-grow">${w.label()}</h3>${w.iconButton("close", { flat: true })}</div>`
      : "";
    return `<div style="position:absolute;inset:0;background:#0006;z-index:50"></div><div class="g-dialog" style="left:${(width - wide) / 2}px;top:${random.int(60, 200)}px;width:${wide}px;z-index:51;${own}">${head}${dialog(w)}</div>`;
  }
  if (random.chance(0.25)) html += `<div style="${at()}${own}">${menu(w)}</div>`;
  if (random.chance(0.15)) html += `<div style="${at()}${own}">${openSelect(w)}</div>`;
  if (random.chance(0.1))
    html += `<div class="g-dialog" style="right:16px;top:16px;z-index:60;width:280px;${own}"><div class="g-row" style="flex-wrap:nowrap">${w.appIcon(28)}<span class="g-grow"><b>${w.label()}</b><div>${w.texts.sentence()}</div></span>${w.iconButton("close", { flat: true, size: 12 })}</div></div>`;
  if (random.chance(0.12))
    html += `<div style="${at()}background:${random.pick(["#222", "#ffffe1", "#444"])};color:${random.pick(["#999", "#777"])};padding:3px 7px;border:1px solid #666;border-radius:${random.int(0, 5)}px">${w.label()}</div>`;
  return html;
}
