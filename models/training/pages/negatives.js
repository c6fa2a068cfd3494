// @ts-check
/** Screens with few marks or none: charts, photographs, maps, numbers, prose, code, icons as decoration. */
import { code, minimap } from "./code.js";
import { siteBar } from "./blocks.js";
import { mark } from "./kit.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** @param {Widgets} w */
const colour = (w) => `hsl(${w.random.int(0, 360)} ${w.random.int(20, 85)}% ${w.random.int(25, 75)}%)`;

/** A chart of one kind as SVG. @param {Widgets} w @param {number} width @param {number} height */
export function chart(w, width, height) {
  const { random, theme } = w;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ inner) =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${random.int(9, 12)}" fill="${theme.faint}">${inner}</text>`;
  const left = 36;
  const bottom = height - 20;
  const count = random.int(4, 24);
  const step = (width - left - 8) / count;
  const hue = random.int(0, 360);
  const grid = random.repeat(5, (index) => {
    const y = (bottom / 5) * index + 8;
    return `<line x1="${left}" x2="${width}" y1="${y}" y2="${y}" stroke="${theme.border}"/>${text(2, y + 4, String(500 - index * 100))}`;
  });
  const ticks = random.repeat(count, (index) =>
    count < 14 || index % 3 === 0
      ? text(left + step * index + 2, height - 4, w.texts.words(1).slice(0, 4))
      : "",
  );
  const line = (/** @type {string} */ look) => {
    let y = random.int(20, bottom - 20);
    const points = random.repeat(
      count * 3,
      (index) => {
        y = Math.max(8, Math.min(bottom, y + random.int(-20, 20)));
        return `${(left + (index * step) / 3).toFixed(1)},${y}`;
      },
      " ",
    );
    return `<polyline points="${points}" ${look}/>`;
  };
  const body = random.weighted([
    [
      3,
      () =>
        random.repeat(count, (index) => {
          const tall = random.int(6, bottom - 12);
          return `<rect x="${(left + index * step + 2).toFixed(1)}" y="${bottom - tall}" width="${(step * random.pick([0.6, 0.8])).toFixed(1)}" height="${tall}" rx="${random.pick([0, 0, 2, 4])}" fill="hsl(${hue + (random.chance(0.1) ? 40 : 0)} 60% 55%)"/>`;
        }),
    ],
    [
      3,
      () =>
        random.repeat(random.int(1, 4), () =>
          line(`fill="none" stroke="${colour(w)}" stroke-width="${random.int(1, 3)}"`),
        ),
    ],
    [
      2,
      () =>
        random.repeat(
          random.int(20, 120),
          () =>
            `<circle cx="${random.int(left, width)}" cy="${random.int(4, bottom)}" r="${random.int(2, 7)}" fill="${colour(w)}" fill-opacity=".7"/>`,
        ),
    ],
    [
      2,
      () => {
        const cell = random.int(8, 22);
        return random.repeat(Math.floor((width - left) / cell) * Math.floor(bottom / cell), (index) => {
          const columns = Math.floor((width - left) / cell);
          return `<rect x="${left + (index % columns) * cell}" y="${Math.floor(index / columns) * cell}" width="${cell - 2}" height="${cell - 2}" fill="hsl(${hue} 60% ${random.int(25, 90)}%)"/>`;
        });
      },
    ],
  ])();
  if (random.chance(0.25)) {
    const radius = Math.min(width, height) / 2 - 12;
    let angle = 0;
    const slices = random.repeat(random.int(3, 8), () => {
      const end = Math.min(angle + random.float() * 2, Math.PI * 2);
      const point = (/** @type {number} */ a) =>
        `${(width / 2 + Math.cos(a) * radius).toFixed(1)} ${(height / 2 + Math.sin(a) * radius).toFixed(1)}`;
      const path = `<path d="M${width / 2} ${height / 2}L${point(angle)}A${radius} ${radius} 0 ${end - angle > Math.PI ? 1 : 0} 1 ${point(end)}Z" fill="${colour(w)}"/>`;
      angle = end;
      return path;
    });
    const hole = random.chance(0.5)
      ? `<circle cx="${width / 2}" cy="${height / 2}" r="${radius * 0.6}" fill="${theme.surface}"/>`
      : "";
    return `<svg width="${width}" height="${height}">${slices}${hole}${random.repeat(3, (index) => text(width - 60, 14 + index * 14, w.texts.words(1)))}</svg>`;
  }
  return `<svg width="${width}" height="${height}">${grid}${body}${ticks}</svg>`;
}

/** A picture that looks like a photograph: gradients, noise and soft shapes. @param {Widgets} w */
export function photograph(w, width = w.width, height = w.height) {
  const { random } = w;
  const id = random.id();
  const blur = random.int(0, 14);
  const shape = () =>
    random.chance(0.5)
      ? `<ellipse cx="${random.int(0, width)}" cy="${random.int(0, height)}" rx="${random.int(10, width / 3)}" ry="${random.int(10, height / 3)}" fill="${colour(w)}" fill-opacity="${random.float().toFixed(2)}"/>`
      : `<polygon points="${random.repeat(random.int(3, 7), () => `${random.int(0, width)},${random.int(0, height)}`, " ")}" fill="${colour(w)}" fill-opacity="${random.float().toFixed(2)}"/>`;
  const noise = `<filter id="n${id}"><feTurbulence type="${random.pick(["fractalNoise", "turbulence"])}" baseFrequency="${(random.float() * 0.08 + 0.004).toFixed(4)}" numOctaves="${random.int(2, 4)}" seed="${random.int(0, 999)}"/><feColorMatrix values="0 0 0 ${random.float().toFixed(2)} 0  0 ${random.float().toFixed(2)} 0 0 0  0 0 ${random.float().toFixed(2)} 0 0  0 0 0 0 ${random.pick([0.5, 0.8, 1])}"/></filter>`;
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="display:block"><defs>${noise}<filter id="b${id}"><feGaussianBlur stdDeviation="${blur}"/></filter><linearGradient id="g${id}" x2="${random.float().toFixed(2)}" y2="1"><stop stop-color="${colour(w)}"/><stop offset="1" stop-color="${colour(w)}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g${id})"/><g filter="url(#b${id})">${random.repeat(random.int(3, 30), shape)}</g>${random.chance(0.7) ? `<rect width="100%" height="100%" filter="url(#n${id})" opacity="${random.pick([0.3, 0.5, 0.9])}"/>` : ""}</svg>`;
}

/** A street map with labels. @param {Widgets} w @param {number} width @param {number} height */
function map(w, width, height) {
  const { random, theme } = w;
  const night = theme.dark;
  const road = () => {
    const wide = random.pick([2, 3, 3, 6, 10]);
    let x = random.int(-40, width);
    let y = random.int(-40, height);
    const bend = random.repeat(
      random.int(2, 9),
      () => {
        x += random.int(-220, 260);
        y += random.int(-160, 200);
        return `${x},${y}`;
      },
      " ",
    );
    return `<polyline points="${bend}" fill="none" stroke="${wide > 5 ? (night ? "#705b20" : "#f6d27a") : night ? "#444" : "#fff"}" stroke-width="${wide}" stroke-linejoin="round"/>`;
  };
  const area = () =>
    `<polygon points="${random.repeat(random.int(4, 8), () => `${random.int(0, width)},${random.int(0, height)}`, " ")}" fill="${random.pick(night ? ["#1f3d2b", "#14324a", "#2b2b30"] : ["#cfe8c5", "#a9d3ef", "#e9e4da"])}" fill-opacity=".7"/>`;
  const label = () =>
    `<text x="${random.int(0, width)}" y="${random.int(10, height)}" font-size="${random.int(9, 15)}" fill="${night ? "#bbb" : "#555"}" transform="rotate(${random.pick([0, 0, 0, -30, 40])} ${random.int(0, width)} ${random.int(0, height)})">${w.texts.words(random.int(1, 2), true)}</text>`;
  return `<svg width="${width}" height="${height}" style="display:block;background:${night ? "#242a30" : "#f2efe9"}">${random.repeat(random.int(2, 8), area)}${random.repeat(random.int(20, 70), road)}${random.repeat(random.int(10, 60), label)}</svg>`;
}

/** A map with its few buttons. @param {Widgets} w */
export function mapScreen(w) {
  const { random, theme, width, height } = w;
  const pin = () =>
    `<span ${mark("button")} style="position:absolute;left:${random.int(40, width - 60)}px;top:${random.int(60, height - 80)}px;color:${random.pick(["#d22", "#15c", theme.accent])};line-height:0">${w.icon("location", random.int(18, 34))}</span>`;
  const round = (/** @type {string} */ name) =>
    `<div>${w.iconButton(name, { flat: true, pad: 8, style: `background:${theme.surface};box-shadow:0 1px 4px #0006;margin:2px` })}</div>`;
  return `<div style="position:absolute;inset:0;overflow:hidden;color:${theme.ink}">${map(w, width, height)}<div style="position:absolute;left:12px;top:12px;background:${theme.surface};padding:6px;border-radius:${theme.radius}px">${w.input({ style: `width:${Math.min(260, width - 80)}px;` })}</div><div style="position:absolute;right:12px;bottom:30px">${["zoom-in", "zoom-out", "location", "layers"].map(round).join("")}</div>${random.repeat(random.int(0, 7), pin)}</div>`;
}

/** Numbers in columns, none of which react. @param {Widgets} w */
function numbers(w) {
  const { random, theme } = w;
  const columns = random.int(4, 14);
  const head = random.repeat(columns, () => `<th>${w.texts.words(1, true)}</th>`);
  const row = () => `<tr>${random.repeat(columns, () => `<td>${w.texts.number()}</td>`)}</tr>`;
  return `<div class="g-main"><h2>${w.texts.words(3, true)}</h2><table class="${random.pick(["g-table", "g-sheet"])}" style="background:${theme.surface}"><tr>${head}</tr>${random.repeat(Math.round(w.height / 22), row)}</table></div>`;
}

/** Charts in boxes. @param {Widgets} w */
function charts(w) {
  const { random, theme } = w;
  const columns = random.int(1, Math.max(1, Math.floor(w.width / 420)));
  const wide = Math.floor((w.width - 40) / columns) - 40;
  const one = () =>
    `<div class="g-card" style="background:${theme.surface}"><b>${w.texts.words(2, true)}</b><div>${chart(w, wide, random.int(140, 320))}</div></div>`;
  return `${random.chance(0.4) ? siteBar(w) : ""}<div class="g-main"><div style="display:grid;grid-template-columns:repeat(${columns},1fr);gap:12px">${random.repeat(columns * 4, one)}</div></div>`;
}

/** Prose in columns, without links. @param {Widgets} w */
function prose(w) {
  const { random } = w;
  const paragraph = () => `<p>${random.repeat(random.int(3, 9), () => w.texts.sentence(), " ")}</p>`;
  return `<div class="g-main"><h1>${w.texts.words(4, true)}</h1><div style="columns:${random.int(1, Math.max(1, Math.floor(w.width / 360)))}">${random.repeat(Math.round(8 * w.fill) + 6, paragraph)}</div></div>`;
}

/** Code on the whole screen. @param {Widgets} w */
function listing(w) {
  const { theme } = w;
  const lines = Math.round(w.height / (theme.fontSize * 1.2));
  return `<div class="g-cols"><div class="g-grow" ${mark("textbox")} style="background:${theme.surface};font-family:'DejaVu Sans Mono',monospace;white-space:pre;overflow:hidden;padding:4px">${code(w, lines)}</div>${minimap(w)}</div>`;
}

/** Icons and badges as decoration beside texts. @param {Widgets} w */
function decoration(w) {
  const { random, kit } = w;
  const columns = Math.max(1, Math.floor(w.width / 340));
  const one = () =>
    `<div class="${kit.cardClass}">${random.chance(0.5) ? w.icon(undefined, random.int(20, 64)) : w.appIcon(random.int(24, 72))}<h3>${w.texts.words(2, true)}</h3><p>${w.texts.sentence()} ${w.texts.sentence()}</p>${random.repeat(random.int(0, 3), () => `<span class="g-badge">${w.texts.words(1)}</span>`, " ")}</div>`;
  const bullet = () =>
    `<div class="g-row" style="flex-wrap:nowrap">${w.icon("check", 16)}<span>${w.texts.sentence()}</span></div>`;
  return `<div class="g-main"><h1 style="text-align:center">${w.texts.words(4, true)}</h1><div style="display:grid;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:16px">${random.repeat(columns * 3, one)}</div>${random.repeat(8, bullet)}</div>`;
}

/** A viewer of one picture. @param {Widgets} w */
export function viewer(w) {
  const { random, width, height } = w;
  if (random.chance(0.4)) return `<div style="position:absolute;inset:0">${photograph(w)}</div>`;
  const bar = `<div class="g-bar">${["arrow-left", "arrow-right", "zoom-in", "zoom-out", "trash", "share"].map((name) => w.iconButton(name, { flat: true })).join("")}</div>`;
  const thumbs = random.chance(0.5)
    ? `<div style="display:flex;gap:4px;padding:4px;overflow:hidden;flex-shrink:0">${random.repeat(Math.ceil(width / 100), (index) => w.picture(92, 60, "", mark("listitem", { selected: index === 2 })))}</div>`
    : "";
  return `${bar}<div style="flex:1;min-height:0;background:#111;display:flex;justify-content:center;overflow:hidden">${photograph(w, Math.round(width * 0.7), Math.round(height * 0.8))}</div>${thumbs}`;
}

/** @param {Widgets} w @returns {string} */
export function negative(w) {
  const body = w.random.weighted([
    [3, charts],
    [2, viewer],
    [2, mapScreen],
    [2, numbers],
    [2, prose],
    [2, listing],
    [2, decoration],
  ]);
  return `<div class="g-page">${body(w)}</div>`;
}
