// @ts-check
/** What windows and pages contain: one function for each kind of application. */
import {
  block,
  content,
  list,
  menuBar,
  settingRows,
  sideBar,
  siteBar,
  table,
  toolBar,
  tree,
} from "./blocks.js";
import { mark } from "./kit.js";
import { document } from "./documents.js";
import { code, minimap } from "./code.js";
import { DAYS, MONTHS } from "./vocabulary.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */
/** @typedef {(w: Widgets) => string} App */

const MONO = "'DejaVu Sans Mono',monospace";

/** @type {App} */
const web = (w) => {
  const { random } = w;
  const aside = random.chance(0.15)
    ? `<div class="g-side g-pad" style="width:220px">${block(w)}${block(w)}</div>`
    : "";
  return `${siteBar(w)}<div class="g-cols">${random.chance(0.5) ? sideBar(w) : ""}<div class="g-main">${content(w)}</div>${aside}</div>`;
};

/** @type {App} */
const landing = (w) => {
  const { random, theme } = w;
  const hero = `<h1 style="font-size:${random.int(24, 54)}px">${w.texts.words(random.int(3, 7), true)}</h1><p>${w.texts.sentence()}</p>${w.button()} ${w.button()} ${random.chance(0.3) ? w.input() : ""}`;
  return `${siteBar(w)}<div class="g-main" style="padding:0"><div style="padding:${random.int(20, 90)}px;text-align:${random.pick(["center", "left"])};background:linear-gradient(${random.int(0, 360)}deg,${theme.accent},${theme.raised})">${hero}</div><div class="g-pad">${content(w, 3)}</div></div>`;
};

/** @type {App} */
const article = (w) => {
  const { random } = w;
  const part = () =>
    random.weighted([
      [3, () => w.picture(random.int(100, 400), random.int(80, 240))],
      [
        3,
        () =>
          `<ul>${random.repeat(random.int(2, 6), () => `<li>${random.chance(0.5) ? w.link() : w.texts.sentence()}</li>`)}</ul>`,
      ],
      [8, () => `<p>${w.paragraph(random.int(2, 6))}</p>`],
    ])();
  return `${random.chance(0.6) ? siteBar(w) : ""}<div class="g-main" style="max-width:${random.int(500, 1000)}px;margin:0 auto"><h1>${w.texts.words(random.int(3, 8), true)}</h1>${random.repeat(Math.round(random.int(4, 12) * w.fill), part)}</div>`;
};

/** @type {App} */
const login = (w) => {
  const { random, theme, kit } = w;
  const ground = random.chance(0.5)
    ? `linear-gradient(${random.int(0, 360)}deg,${theme.accent},${theme.ground})`
    : theme.raised;
  const field = (/** @type {string} */ caption, type = "text") =>
    `<div class="g-stack"><label>${caption}</label>${w.input({ type, style: "width:100%;" })}</div>`;
  return `<div style="display:flex;flex:1;align-items:center;justify-content:center;background:${ground}"><div class="${kit.cardClass} g-pad" style="width:${random.int(260, 440)}px;background:${theme.surface}"><h2>${random.pick(["Sign in", "Log in", "Create account", "Welcome"])}</h2>${field("Email")}${field("Password", "password")}${random.chance(0.5) ? w.field() : ""}${w.checks(1)}<div class="g-row">${w.button()}${w.link()}</div>${random.chance(0.5) ? `<div class="g-row">${random.repeat(3, () => w.iconButton(undefined, { framed: true }))}</div>` : ""}</div></div>`;
};

/** @type {App} */
const form = (w) => {
  const { random } = w;
  const part = () =>
    random.weighted([
      [4, () => w.field()],
      [2, () => w.checks()],
      [3, () => w.radios()],
      [2, () => `<div class="g-row">${w.label()} ${w.toggle()}</div>`],
      [2, () => `<div class="g-row"><span style="width:90px">${w.label()}</span>${w.slider()}</div>`],
      [2, () => `<div class="g-row"><span style="width:90px">${w.label()}</span>${w.spin()}</div>`],
      [
        1,
        () =>
          `<fieldset class="g-fieldset"><legend>${w.label()}</legend>${w.radios()}${w.checks(2)}</fieldset>`,
      ],
    ])();
  const columns = random.int(1, Math.max(1, Math.min(4, Math.floor(w.width / 380))));
  return `<div class="g-main"><h2>${w.texts.words(2, true)}</h2>${random.chance(0.5) ? w.tabs(w.texts.labels(random.int(2, 7)), 0) : ""}<div style="columns:${columns}">${random.repeat(Math.round(random.int(6, 16) * w.fill), () => `<div style="break-inside:avoid">${part()}</div>`)}</div><div class="g-row" style="justify-content:${random.pick(["flex-end", "flex-start", "center"])}">${w.button()}${w.button()}${random.chance(0.5) ? w.button() : ""}</div></div>`;
};

/** @type {App} */
const fileManager = (w) => {
  const { random, theme } = w;
  const big = random.pick([24, 32, 48, 48, 64, 96]);
  const path = random.chance(0.5)
    ? `<span class="g-in" ${mark("textbox")} style="flex:1;${w.fieldStyle()}">/home/${w.texts.words(1)}/${w.texts.words(1)}</span>`
    : `<span class="g-row g-grow" style="margin:0;flex-wrap:nowrap">${random.repeat(random.int(2, 4), () => w.button({ text: w.texts.words(1), small: true }), " / ")}</span>`;
  const current = random.int(0, 12);
  const icons = () => {
    const entry = (/** @type {number} */ index) =>
      `<div ${mark("listitem", { selected: index === current })} class="${index === current ? "sel" : ""}" style="width:${big + random.int(36, 52)}px;text-align:center;padding:3px;border-radius:4px"><div>${random.chance(0.85) ? w.appIcon(big) : w.picture(big, big * 0.8)}</div><div class="g-clip" style="font-size:.92em">${w.texts.fileName()}</div></div>`;
    return `<div style="display:flex;flex-wrap:wrap;gap:${random.int(2, 20)}px;align-content:flex-start">${random.repeat(Math.round(random.int(6, 60) * w.fill), entry)}</div>`;
  };
  const details = () => {
    const head = ["Name", "Size", "Type", "Modified"]
      .map((name) => `<th ${mark("columnheader")}>${name}</th>`)
      .join("");
    const row = (/** @type {number} */ index) =>
      `<tr class="${index === current ? "sel" : ""}" ${mark("row", { selected: index === current })}><td>${w.appIcon(Math.min(20, theme.iconSize))} ${w.texts.fileName()}</td><td>${random.int(1, 999)} KB</td><td>${w.texts.words(1)}</td><td>${w.texts.number()}</td></tr>`;
    return `<table class="g-table" style="width:100%"><thead><tr>${head}</tr></thead><tbody>${random.repeat(Math.round(random.int(8, 40) * w.fill), row)}</tbody></table>`;
  };
  const nav = ["arrow-left", "arrow-right", "arrow-up"]
    .map((name) => w.iconButton(name, { flat: true }))
    .join("");
  const views = ["search", "grid", "list", "menu"]
    .map((name) => w.iconButton(name, { flat: true, toggle: name === "grid" }))
    .join("");
  return `${random.chance(0.6) ? menuBar(w) : ""}<div class="g-bar">${nav}${path}${views}</div><div class="g-cols">${random.chance(0.5) ? sideBar(w, random.int(110, 200)) : tree(w)}<div class="g-main" style="background:${theme.surface};color:${theme.ink}">${random.chance(0.45) ? icons() : details()}</div></div><div class="g-status">${random.int(1, 99)} items, ${random.int(1, 99)} GB free</div>`;
};

/** @type {App} */
const editor = (w) => {
  const { random, theme } = w;
  const programming = random.chance(0.65);
  const lines = Math.round(w.height / (theme.fontSize * 1.25));
  const names = random.times(random.int(2, 8), () => `${w.texts.fileName()} ${w.closer()}`);
  const activity = random.chance(0.4)
    ? `<div class="g-side" style="width:44px;text-align:center">${random.repeat(random.int(4, 9), () => `<div style="margin:4px 0">${w.iconButton(undefined, { flat: true, size: random.pick([16, 20, 22, 24]) })}</div>`)}</div>`
    : "";
  const text = programming
    ? code(w, lines)
    : random.repeat(
        lines,
        () => (random.chance(0.2) ? "" : `${w.texts.words(random.int(5, 18), true)}.`),
        "\n",
      );
  const panel = random.chance(0.35)
    ? `<div style="border-top:1px solid ${theme.border};height:${random.int(80, 200)}px;overflow:hidden">${w.tabs(["Problems", "Output", "Terminal"], 2)}<div ${mark("textbox")} style="font-family:${MONO};white-space:pre;padding:4px;height:100%">${code(w, 8, false)}</div></div>`
    : "";
  const status = random.chance(0.5)
    ? `<span ${mark("button")}>Ln ${random.int(1, 99)}, Col ${random.int(1, 80)}</span> &nbsp; <span ${mark("button")}>UTF-8</span>`
    : `Ln ${random.int(1, 99)}, Col ${random.int(1, 80)} &nbsp; UTF-8`;
  return `${random.chance(0.7) ? menuBar(w) : ""}${random.chance(0.7) ? toolBar(w) : ""}<div class="g-cols">${activity}${random.chance(0.6) ? tree(w) : ""}<div class="g-grow" style="display:flex;flex-direction:column">${random.chance(0.7) ? w.tabs(names, random.int(0, names.length - 1)) : ""}<div class="g-cols"><div class="g-grow" ${mark("textbox")} style="background:${theme.surface};color:${theme.ink};font-family:${programming ? MONO : "inherit"};padding:6px;white-space:pre;overflow:hidden">${text}</div>${programming && random.chance(0.5) ? minimap(w) : ""}</div>${panel}</div></div><div class="g-status">${status}</div>`;
};

/** @type {App} */
const spreadsheet = (w) => {
  const { random, theme } = w;
  const width = random.int(54, 110);
  const columns = Math.ceil(w.width / width) + 1;
  const rows = Math.ceil(w.height / 18);
  const head = random.repeat(
    columns,
    (index) => `<th style="min-width:${width}px">${String.fromCharCode(65 + (index % 26))}</th>`,
  );
  const cell = () =>
    `<td>${random.chance(0.25) ? w.texts.number() : random.chance(0.1) ? w.texts.words(1) : ""}</td>`;
  const body = random.repeat(
    rows,
    (index) => `<tr><th>${index + 1}</th>${random.repeat(columns, cell)}</tr>`,
  );
  const bars = random.chance(0.3)
    ? ribbonBar(w)
    : toolBar(w, random.int(10, 30)) + (random.chance(0.5) ? toolBar(w, random.int(8, 24)) : "");
  const field = (/** @type {string} */ style, /** @type {string} */ text) =>
    `<span class="g-in" ${mark(text === "A1" ? "combobox" : "textbox")} style="${w.fieldStyle()}min-height:1.5em;${style}">${text}</span>`;
  return `${menuBar(w)}${bars}<div class="g-bar">${field("width:70px", "A1")}${w.iconButton(undefined, { flat: true, size: 14 })}${field("flex:1", random.chance(0.5) ? "=SUM(A1:A9)" : "")}</div><div style="flex:1;min-height:0;overflow:hidden;background:${theme.surface};color:${theme.ink}"><table class="g-sheet">${`<tr><th></th>${head}</tr>`}${body}</table></div><div class="g-bar">${w.iconButton("chevron-left", { flat: true, size: 12 })}${w.tabs(["Sheet1", "Sheet2", "Sheet3"], 0)}<span class="g-grow"></span>${w.slider({ width: 90 })}<span>100%</span></div>`;
};

/** The grouped buttons under the tabs of an office program. @param {Widgets} w */
function ribbonBar(w) {
  const { random, theme } = w;
  const height = random.int(70, 98);
  const big = () =>
    `<span class="g-ib" ${mark("button")} style="flex-direction:column;padding:3px 5px;font-size:.85em;gap:3px">${w.toolIcon(undefined, random.pick([24, 28, 32]))}<span>${w.texts.words(1, true)}</span></span>`;
  const small = () =>
    w.iconButton(undefined, {
      flat: true,
      size: random.pick([12, 14, 15, 16]),
      pad: random.pick([2, 3]),
      toggle: random.chance(0.2),
    });
  const labelled = () =>
    `<span class="g-ib" ${mark("button")} style="padding:2px 4px;gap:4px">${w.toolIcon(undefined, 14)}<span>${w.texts.words(1, true)}</span></span>`;
  const cluster = () =>
    random.weighted([
      [3, () => random.repeat(random.int(1, 3), big)],
      [
        3,
        () =>
          `<span style="max-width:${random.int(60, 140)}px;display:flex;flex-wrap:wrap">${random.repeat(random.int(2, 10), small)}</span>`,
      ],
      [
        2,
        () =>
          `<span style="display:flex;flex-direction:column;align-items:flex-start">${random.repeat(3, labelled)}</span>`,
      ],
      [
        1,
        () =>
          `<span style="display:flex;flex-direction:column;gap:3px">${w.select({ style: "width:110px;" })}${w.spin()}</span>`,
      ],
      [
        1,
        () =>
          `<span style="display:flex;flex-direction:column">${random.repeat(3, () => w.check(w.label()))}</span>`,
      ],
    ])();
  const group = () =>
    `<div style="display:flex;flex-direction:column;border-right:1px solid ${theme.border};padding:0 5px;align-items:center;flex-shrink:0"><div style="display:flex;flex:1;align-items:center;min-height:0">${random.repeat(random.int(1, 2), cluster)}</div><span class="g-mut" style="font-size:.8em">${w.label()}</span></div>`;
  return `<div class="g-bar" style="align-items:stretch;height:${height}px">${random.repeat(random.int(4, 10), group)}</div>`;
}

/** @type {App} */
const office = (w) => {
  const { random, theme } = w;
  const names = ["File", "Home", "Insert", "Layout", "Data", "Review", "View"];
  return `${w.tabs(names, random.int(1, 5))}${ribbonBar(w)}<div style="flex:1;min-height:0;background:${theme.raised};display:flex;justify-content:center;overflow:hidden"><div ${mark("textbox")} style="background:#fff;color:#111;width:${random.int(380, 760)}px;margin-top:16px;padding:40px;box-shadow:0 0 6px #0004">${random.repeat(5, () => `<p>${w.texts.sentence()} ${w.texts.sentence()} ${w.texts.sentence()}</p>`)}</div></div><div class="g-bar">Page 1 of ${random.int(1, 9)}<span class="g-grow"></span>${random.repeat(3, () => w.iconButton(undefined, { flat: true, size: 12 }))}${w.slider({ width: 100 })}</div>`;
};

/** @type {App} */
const settings = (w) => {
  const { random } = w;
  return `<div class="g-cols">${sideBar(w, random.int(150, 260))}<div class="g-main">${random.chance(0.7) ? `<h3>${w.label()}</h3>` : ""}<div style="columns:${w.width > 1300 && random.chance(0.5) ? 2 : 1}">${random.repeat(Math.round(random.int(2, 4) * Math.sqrt(w.fill)), () => settingRows(w))}</div></div></div>`;
};

/** @type {App} */
export const dialog = (w) => {
  const { random } = w;
  const inner = random.chance(0.4)
    ? `<div class="g-row" style="flex-wrap:nowrap">${w.appIcon(random.int(32, 56))}<span class="g-grow">${w.paragraph(random.int(1, 2))}</span></div>`
    : random.repeat(random.int(1, 4), () =>
        random.pick([() => w.field(), () => w.checks(random.int(1, 4)), () => w.radios()])(),
      );
  const answers = [
    "OK",
    "Cancel",
    "Apply",
    "Yes",
    "No",
    "Save",
    "Don't Save",
    "Close",
    "Help",
    "Retry",
    "Delete",
  ];
  return `<div class="g-main">${inner}</div><div class="g-row g-pad" style="justify-content:${random.pick(["flex-end", "flex-end", "center", "space-between"])}">${random.repeat(random.int(1, 3), () => w.button({ text: random.pick(answers) }))}</div>`;
};

/** @type {App} */
const preferences = (w) => {
  const { random } = w;
  const groups = random.repeat(
    Math.round(random.int(3, 5) * w.fill),
    () =>
      `<fieldset class="g-fieldset" style="margin:4px 0;min-width:0;break-inside:avoid"><legend>${w.label()}</legend>${random.repeat(random.int(1, 3), () => random.pick([() => w.radios(), () => w.checks(), () => w.field(), () => w.field()])())}</fieldset>`,
  );
  return `<div class="g-main">${w.tabs(w.texts.labels(random.int(3, 8)), random.int(0, 2))}<div style="columns:${random.int(1, Math.max(1, Math.floor(w.width / 420)))}">${groups}</div></div><div class="g-row g-pad" style="justify-content:flex-end">${["OK", "Cancel", "Apply"].map((text) => w.button({ text })).join("")}</div>`;
};

/** @type {App} */
const calculator = (w) => {
  const { random } = w;
  const columns = random.pick([4, 5, 6, 8]);
  const rows = random.int(4, 6);
  const keys = "7 8 9 ÷ √ 4 5 6 × x² 1 2 3 − π 0 . % + = ( ) C CE MC MR M+ sin cos tan log ln ← ± mod".split(
    " ",
  );
  const key = (/** @type {number} */ index) =>
    w.kit.button(random, keys[index % keys.length] ?? "", {
      style: "min-width:0;padding:2px;margin:0;width:100%;height:100%",
    });
  return `${random.chance(0.5) ? menuBar(w) : ""}<div class="g-pad"><div class="g-in" ${mark("textbox")} style="${w.fieldStyle()}width:100%;height:${random.int(36, 80)}px;text-align:right;font-size:24px">${w.texts.number()}</div></div><div style="flex:1;display:grid;grid-template-columns:repeat(${columns},1fr);gap:${random.int(1, 8)}px;padding:6px;min-height:0">${random.repeat(columns * rows, key)}</div>`;
};

/** @type {App} */
const paint = (w) => {
  const { random, theme } = w;
  const swatch = () =>
    `<span ${mark("button")} style="display:inline-block;width:15px;height:15px;margin:1px;border:1px solid #555;background:hsl(${random.int(0, 360)} ${random.int(20, 100)}% ${random.int(10, 90)}%)"></span>`;
  const layer = (/** @type {number} */ index) =>
    w.item(
      `${w.iconButton("eye", { flat: true, size: 14, pad: 1 })}${w.picture(24, 18)}<span>${w.texts.words(1, true)}</span>`,
      "listitem",
      { selected: index === 1 },
    );
  const side = random.chance(0.7)
    ? `<div class="g-side g-pad" style="width:${random.int(170, 260)}px">${w.tabs(w.texts.labels(2), 0)}${random.repeat(random.int(2, 5), () => `<div class="g-row">${w.slider({ width: 90 })}${w.spin()}</div>`)}${random.repeat(random.int(3, 8), layer)}<div>${random.repeat(5, () => w.iconButton(undefined, { flat: true, size: 14 }))}</div></div>`
    : "";
  return `${menuBar(w)}${random.chance(0.6) ? toolBar(w) : ""}<div class="g-cols"><div class="g-side" style="width:${random.pick([44, 76, 76, 110])}px;padding:4px">${random.repeat(random.int(8, 32), () => w.iconButton(undefined, { flat: true, toggle: random.chance(0.1) }))}<div>${random.repeat(16, swatch)}</div></div><div style="flex:1;background:${theme.raised};padding:20px;overflow:hidden;min-width:0">${w.picture(random.int(200, 900), random.int(150, 620))}</div>${side}</div><div class="g-status">${random.int(0, 999)}, ${random.int(0, 999)} px</div>`;
};

/** @type {App} */
const terminal = (w) => {
  const { random } = w;
  const line = () =>
    random.chance(0.3) ? `user@host:~$ ${w.texts.words(random.int(1, 4))}` : w.texts.words(random.int(2, 12));
  return `${random.chance(0.5) ? menuBar(w) : ""}<div ${mark("textbox")} style="flex:1;background:${random.pick(["#000", "#1e1e1e", "#300a24", "#fff", "#002b36"])};color:${random.pick(["#0f0", "#ddd", "#aaa", "#999"])};font-family:${MONO};padding:4px;white-space:pre;overflow:hidden;min-height:0">${random.repeat(random.int(6, 50), line, "\n")}</div>`;
};

/** @type {App} */
const player = (w) => {
  const { random, theme } = w;
  const controls = ["previous", "play", "pause", "next", "stop", "refresh", "volume"].map((name) =>
    w.iconButton(name, { flat: true, size: random.pick([theme.iconSize, theme.iconSize * 1.4]) }),
  );
  return `${random.chance(0.4) ? menuBar(w) : ""}<div style="flex:1;min-height:0;background:#111;text-align:center;padding:10px;overflow:hidden">${w.picture(random.int(200, 900), random.int(120, 600))}</div><div class="g-pad">${w.slider({ width: random.int(200, 600) })}<div class="g-row" style="justify-content:center">${controls.join("")}${w.slider({ width: 80 })}<span>${w.texts.time()} / ${w.texts.time()}</span></div></div>`;
};

/** @type {App} */
const mail = (w) => {
  const { random, theme } = w;
  return `${random.chance(0.6) ? toolBar(w) : siteBar(w)}<div class="g-cols">${random.chance(0.5) ? sideBar(w, random.int(110, 190)) : tree(w, random.int(130, 200), random.int(5, 14))}<div style="width:${random.int(220, 380)}px;border-right:1px solid ${theme.border};overflow:hidden">${list(w, Math.round(14 * w.fill))}</div><div class="g-main"><h3>${w.texts.sentence()}</h3><div class="g-row">${w.avatar()}<span class="g-grow">${w.texts.words(2, true)}<div class="g-mut">${w.texts.words(1)}@${w.texts.words(1)}.com</div></span>${["reply", "star", "trash"].map((name) => w.iconButton(name)).join("")}</div><p>${w.paragraph(4)}</p><p>${w.paragraph(3)}</p><div class="g-row">${w.button()}${w.button()}</div></div></div>`;
};

/** @type {App} */
const calendar = (w) => {
  const { random, theme } = w;
  const event = () =>
    `<div ${mark("button")} style="background:${theme.accent};color:${theme.onAccent};border-radius:3px;padding:0 3px;margin-bottom:1px;white-space:nowrap;overflow:hidden">${w.texts.words(2, true)}</div>`;
  const day = (/** @type {number} */ index) =>
    `<div style="background:${theme.surface};padding:2px;overflow:hidden"><div class="g-mut">${(index % 31) + 1}</div>${random.chance(0.25) ? random.repeat(random.int(1, 3), event) : ""}</div>`;
  const small = `<div style="width:200px;padding:8px;flex-shrink:0"><div class="g-row">${w.iconButton("chevron-left", { flat: true, size: 12 })}<span class="g-grow" style="text-align:center">${random.pick(MONTHS)}</span>${w.iconButton("chevron-right", { flat: true, size: 12 })}</div><div style="display:grid;grid-template-columns:repeat(7,1fr);text-align:center">${DAYS.map((name) => `<span class="g-mut">${name.slice(0, 2)}</span>`).join("")}${random.repeat(35, (index) => `<span ${mark("button")} style="padding:${random.int(1, 4)}px 0" class="${index === 12 ? "sel" : ""}">${(index % 30) + 1}</span>`)}</div>${w.checks(4)}</div>`;
  return `${toolBar(w, 6)}${random.chance(0.5) ? w.tabs(["Day", "Week", "Month"], 2) : ""}<div class="g-cols">${random.chance(0.6) ? small : ""}<div style="flex:1;display:grid;grid-template-columns:repeat(7,1fr);grid-auto-rows:1fr;gap:1px;background:${theme.border};color:${theme.ink}">${random.repeat(35, day)}</div></div>`;
};

/** @type {App} */
const chat = (w) => {
  const { random, theme } = w;
  const message = () => {
    const mine = random.chance(0.5);
    return `<div style="display:flex;gap:8px;margin:6px;justify-content:${mine ? "flex-end" : "flex-start"}">${mine ? "" : w.avatar()}<span style="background:${mine ? theme.accent : theme.raised};color:${mine ? theme.onAccent : theme.ink};border-radius:10px;padding:6px 10px;max-width:60%">${mine ? w.texts.sentence() : w.paragraph(1)}</span></div>`;
  };
  return `<div class="g-cols">${random.chance(0.6) ? `<div style="width:${random.int(160, 280)}px;border-right:1px solid ${theme.border};overflow:hidden">${list(w, Math.round(12 * w.fill))}</div>` : ""}<div class="g-grow" style="display:flex;flex-direction:column"><div class="g-main" style="min-height:0">${random.repeat(Math.round(random.int(4, 14) * w.fill), message)}</div><div class="g-bar">${w.iconButton("attachment", { flat: true })}${w.input({ style: "flex:1;" })}${w.iconButton("smile", { flat: true })}${random.chance(0.5) ? w.button({ text: "Send" }) : w.iconButton("send", { flat: true })}</div></div></div>`;
};

/** @type {App} */
const launcher = (w) => {
  const { random } = w;
  const entry = () => {
    const size = random.int(36, 72);
    return `<div ${mark("listitem")} style="text-align:center;width:${size + 40}px">${w.appIcon(size)}<div class="g-clip">${w.texts.words(random.int(1, 2), true)}</div></div>`;
  };
  return `${random.chance(0.6) ? `<div class="g-row" style="justify-content:center">${w.input()}</div>` : ""}<div style="flex:1;padding:30px;display:flex;flex-wrap:wrap;gap:${random.int(10, 36)}px;align-content:flex-start;justify-content:center;overflow:hidden">${random.repeat(Math.round(random.int(8, 40) * w.fill), entry)}</div>`;
};

/** @type {App} */
const data = (w) =>
  `${w.random.chance(0.6) ? menuBar(w) : ""}${toolBar(w)}<div class="g-cols">${w.random.chance(0.6) ? tree(w) : ""}<div class="g-main">${w.random.chance(0.5) ? w.tabs(w.texts.labels(4), 1) : ""}${table(w, Math.round(w.random.int(12, 35) * w.fill))}</div></div><div class="g-status">${w.texts.sentence()}</div>`;

/** @type {App} */
const browser = (w) => {
  const { random, theme } = w;
  const names = random.times(
    random.int(1, 8),
    () => `${w.appIcon(14)} ${w.texts.words(random.int(1, 3), true)} ${w.closer()}`,
  );
  const nav = ["arrow-left", "arrow-right", "refresh", "home"]
    .map((name) => w.iconButton(name, { flat: true }))
    .join("");
  const end = ["star", "user", "more"].map((name) => w.iconButton(name, { flat: true })).join("");
  const address = `<span class="g-in" ${mark("textbox")} style="flex:1;border-radius:14px;${w.fieldStyle()}">${w.icon("lock", 12)} https://www.${w.texts.words(1)}.com/${w.texts.words(1)}</span>`;
  const bookmarks = random.chance(0.4)
    ? `<div class="g-bar">${random.repeat(random.int(3, 10), () => `<span class="g-ib" ${mark("button")} style="padding:2px 5px;gap:4px">${w.appIcon(14)}<span>${w.texts.words(1, true)}</span></span>`)}</div>`
    : "";
  const page = random.pick([web, landing, article, form, login, web, document, document]);
  return `<div class="g-bar" style="background:${theme.raised};color:${theme.ink};padding-bottom:0">${w.tabs(names, random.int(0, names.length - 1))}${w.iconButton("add", { flat: true, size: 14 })}</div><div class="g-bar">${nav}${address}${end}</div>${bookmarks}${page(w)}`;
};

/** @type {readonly (readonly [number, App])[]} weights of applications in windows */
export const APPS = [
  [1, web],
  [3, form],
  [3, preferences],
  [4, settings],
  [3, fileManager],
  [2, editor],
  [2, spreadsheet],
  [2, office],
  [1, dialog],
  [1, calculator],
  [2, paint],
  [1, terminal],
  [2, player],
  [2, mail],
  [1, calendar],
  [1, chat],
  [1, launcher],
  [2, data],
  [3, browser],
];

/** @type {readonly (readonly [number, App])[]} weights of pages without a window */
export const PAGES = [
  [5, web],
  [2, landing],
  [2, article],
  [1, login],
  [4, form],
  [4, settings],
  [1, mail],
  [1, chat],
  [3, browser],
  [2, data],
];
