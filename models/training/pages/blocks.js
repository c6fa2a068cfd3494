// @ts-check
/** Parts of screens made of several controls: menus, side bars, trees, tool bars, tables, lists, cards. */
import { mark } from "./kit.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/** An open menu. @param {Widgets} w @param {number} [count] */
export function menu(w, count = w.random.int(4, 12)) {
  const { random, theme } = w;
  if (w.kit.menu && random.chance(0.7)) return w.kit.menu(w);
  const icons = random.chance(0.5);
  const shortcuts = random.chance(0.5);
  const checks = random.chance(0.25);
  const current = random.chance(0.5) ? random.int(0, count - 1) : -1;
  const entry = (/** @type {number} */ index) => {
    const disabled = random.chance(0.12);
    const checked = checks ? random.chance(0.4) : undefined;
    const lead = checks
      ? `<span style="width:${theme.iconSize}px;display:inline-block">${checked ? w.icon("check", theme.iconSize * 0.9) : ""}</span>`
      : icons
        ? random.chance(0.8)
          ? w.icon()
          : `<span style="width:${theme.iconSize}px;display:inline-block"></span>`
        : "";
    const submenu = !shortcuts && random.chance(0.12);
    const tail = submenu
      ? w.icon("chevron-right", theme.iconSize * 0.7)
      : shortcuts && random.chance(0.6)
        ? `<span class="g-mut">Ctrl+${random.pick("ABCDEFGHOPSVXZ".split(""))}</span>`
        : "";
    const rule = random.chance(0.15) ? '<div class="g-hr"></div>' : "";
    return (
      rule +
      w.item(`${lead}<span class="g-grow">${w.label()}</span>${tail}`, "menuitem", {
        selected: index === current,
        style: disabled ? "opacity:.45" : "",
        states: { disabled, checked, expanded: submenu ? false : undefined },
      })
    );
  };
  return `<div class="g-menu" style="min-width:${random.int(110, 260)}px">${random.repeat(count, entry)}</div>`;
}

/** The open list of a drop-down, under its field. @param {Widgets} w */
export function openSelect(w) {
  const { random } = w;
  const count = random.int(3, 10);
  const current = random.int(0, count - 1);
  const width = random.int(110, 240);
  const option = (/** @type {number} */ index) =>
    w.item(w.label(), "listitem", { selected: index === current });
  const field = `<span class="g-in g-combo" ${mark("combobox", { expanded: true })} style="width:${width}px;${w.fieldStyle()}"><span class="g-clip">${w.label()}</span>${w.icon("chevron-up", 12)}</span>`;
  return `<div style="width:${width}px">${field}<div class="g-menu">${random.repeat(count, option)}</div></div>`;
}

/** @param {Widgets} w */
export function menuBar(w) {
  const { random } = w;
  const entries = random.times(
    random.int(4, 10),
    (index) => `<span ${mark("menuitem")}>${index === 0 ? "File" : w.label()}</span>`,
  );
  return `<div class="g-menubar">${entries.join("")}</div>`;
}

/** A side bar of places. @param {Widgets} w */
export function sideBar(w, width = w.random.int(110, 240)) {
  const { random } = w;
  if (w.narrow) return "";
  const icons = random.chance(0.7);
  const count = Math.round(random.int(4, 16) * Math.min(2, w.fill));
  const current = random.int(0, count - 1);
  const role = random.weighted([
    [5, "listitem"],
    [2, "link"],
    [1, "tab"],
  ]);
  const search = random.chance(0.3)
    ? `<div style="padding:6px">${w.input({ style: "width:100%;" })}</div>`
    : "";
  const entry = (/** @type {number} */ index) => {
    const heading = random.chance(0.06)
      ? `<div class="g-mut" style="padding:6px">${w.label().toUpperCase()}</div>`
      : "";
    const picture = icons ? w.toolIcon(undefined) : "";
    const badge = random.chance(0.1) ? `<span class="g-badge">${random.int(1, 99)}</span>` : "";
    const inner = `${picture}<span class="g-grow g-clip">${w.label()}</span>${badge}`;
    if (role === "link")
      return `${heading}<div class="g-item ${index === current ? "sel" : ""}">${picture}${w.link()}</div>`;
    return heading + w.item(inner, role, { selected: index === current });
  };
  return `<div class="g-side" style="width:${width}px">${search}${random.repeat(count, entry)}</div>`;
}

/** A tree of files or topics. @param {Widgets} w */
export function tree(w, width = w.random.int(130, 280), count = Math.round(w.random.int(6, 36) * w.fill)) {
  const { random, theme } = w;
  const wholeLine = random.chance(0.5);
  const size = Math.min(theme.iconSize, 18);
  const current = random.int(0, count - 1);
  const arrow = random.pick(["chevron", "chevron", "box"]);
  const pictures = random.chance(0.75);
  const spread = random.int(0, 4);
  let depth = 0;
  const node = (/** @type {number} */ index) => {
    depth = Math.max(0, Math.min(5, depth + random.pick([-1, 0, 0, 0, 1])));
    const branch = random.chance(0.5);
    const expanded = branch ? random.chance(0.5) : undefined;
    const expander = !branch
      ? `<span style="width:${size}px;display:inline-block"></span>`
      : arrow === "chevron"
        ? w.icon(expanded ? "chevron-down" : "chevron-right", size * 0.8)
        : `<span style="display:inline-block;width:9px;height:9px;border:1px solid ${theme.faint};font-size:9px;line-height:7px;text-align:center">${expanded ? "-" : "+"}</span>`;
    const picture = pictures ? w.toolIcon(branch ? "folder" : "file", size) : "";
    const selected = index === current;
    const states = { selected, expanded };
    const inner = `${expander}${picture}<span>${branch ? w.texts.words(1, random.chance(0.5)) : w.texts.fileName()}</span>`;
    const indent = depth * 14 + 4;
    const pad = `padding:${spread}px 4px ${spread}px`;
    if (wholeLine)
      return w.item(inner, "treeitem", { selected, states, style: `${pad} ${indent}px;gap:4px` });
    const colour = selected ? "sel" : "";
    return `<div style="padding-left:${indent}px;white-space:nowrap;overflow:hidden"><span class="${colour}" ${mark("treeitem", states)} style="display:inline-flex;align-items:center;gap:4px;${pad} 4px">${inner}</span></div>`;
  };
  return `<div class="g-side" style="width:${width}px">${random.repeat(count, node)}</div>`;
}

/** @param {Widgets} w */
export function toolBar(w, count = w.random.int(5, 26)) {
  const { random } = w;
  const part = () =>
    random.weighted([
      [10, () => '<span class="g-sep"></span>'],
      [60, () => w.iconButton(undefined, { flat: true, toggle: random.chance(0.2) })],
      [7, () => w.select({ style: `width:${random.int(56, 150)}px;` })],
      [5, () => w.button({ small: true })],
      [5, () => w.spin()],
      [3, () => w.input({ style: "width:90px;" })],
      [3, () => w.slider({ width: random.int(60, 120) })],
      [3, () => w.check(w.label())],
      [
        4,
        () =>
          `<span class="g-ib" ${mark("button", { expanded: false })} style="padding:${w.iconPad}px">${w.toolIcon(undefined)} ${w.icon("chevron-down", 9)}</span>`,
      ],
      [
        3,
        () =>
          `<span class="g-ib fr">${w.iconButton(undefined, { flat: true })}<span class="g-ib" ${mark("button", { expanded: false })} style="padding:${w.iconPad}px 1px">${w.icon("chevron-down", 9)}</span></span>`,
      ],
      [3, () => w.button({ small: true, icon: true })],
    ])();
  return `<div class="g-bar">${random.repeat(count, part)}</div>`;
}

/** A table; its rows may select, its headers may sort. @param {Widgets} w */
export function table(w, rows = w.random.int(3, 14)) {
  const { random, kit } = w;
  const columns = random.int(3, 7);
  const actions = random.chance(0.35);
  const checks = random.chance(0.35);
  const sorts = random.chance(0.85);
  const selects = random.chance(0.45);
  const current = random.int(0, rows - 1);
  const box = () => w.kit.check(random, "", { on: random.chance(0.3) });
  const header = (/** @type {number} */ index) =>
    `<th ${sorts ? mark("columnheader") : ""}>${w.label()}${sorts && (index === 0 || random.chance(0.3)) ? ` ${w.icon("chevron-down", 10)}` : ""}</th>`;
  const cell = (/** @type {number} */ index) => {
    if (index === 0 && random.chance(0.4)) return `<td>${w.link()}</td>`;
    if (random.chance(0.07)) return `<td><span class="g-badge">${w.label()}</span></td>`;
    if (random.chance(0.04)) return `<td>${w.toggle()}</td>`;
    return `<td>${random.chance(0.5) ? w.texts.number() : w.texts.words(random.int(1, 3))}</td>`;
  };
  const action = () =>
    random.chance(0.7)
      ? w.iconButton(random.pick(["edit", "trash", "more", "eye", "download"]))
      : w.button({ small: true });
  const row = (/** @type {number} */ index) => {
    const selected = selects && index === current;
    return `<tr class="${selected ? "sel" : ""}" ${selects ? mark("row", { selected }) : ""}>${checks ? `<td>${box()}</td>` : ""}${random.repeat(columns, cell)}${actions ? `<td>${random.repeat(random.int(1, 3), action, " ")}</td>` : ""}</tr>`;
  };
  return `<table class="g-table ${kit.tableClass}" style="width:${random.chance(0.7) ? "100%" : "auto"}"><thead><tr>${checks ? `<th>${box()}</th>` : ""}${random.repeat(columns, header)}${actions ? "<th></th>" : ""}</tr></thead><tbody>${random.repeat(rows, row)}</tbody></table>`;
}

/** A list of entries with pictures. @param {Widgets} w */
export function list(w, count = w.random.int(3, 9)) {
  const { random } = w;
  const role = random.chance(0.3) ? "row" : "listitem";
  const current = random.int(0, count * 2);
  const entry = (/** @type {number} */ index) => {
    const selected = index === current;
    const lead = random.chance(0.6) ? w.avatar(false) : w.icon(undefined, w.theme.iconSize * 1.3);
    const tail = random.chance(0.35)
      ? w.iconButton(random.pick(["more", "star", "trash"]), { flat: true })
      : random.chance(0.3)
        ? `<span class="g-mut">${w.texts.number()}</span>`
        : "";
    return `<div class="g-li ${selected ? "sel" : ""}" ${mark(role, { selected })}>${lead}<span class="g-grow"><div class="g-clip" style="font-weight:600">${w.texts.words(random.int(1, 4), true)}</div><div class="g-mut g-clip">${w.texts.sentence()}</div></span>${tail}</div>`;
  };
  return random.repeat(count, entry);
}

/** Headers that unfold, one of them open. @param {Widgets} w */
export function accordion(w) {
  const { random, theme } = w;
  const count = random.int(3, 6);
  const open = random.int(0, count);
  const section = (/** @type {number} */ index) =>
    `<div class="g-item" ${mark("button", { expanded: index === open })} style="border:1px solid ${theme.border};padding:${theme.pad + 2}px"><span class="g-grow">${w.label()}</span>${w.icon(index === open ? "chevron-up" : "chevron-down", 12)}</div>${index === open ? `<div class="g-pad">${w.paragraph(2)}</div>` : ""}`;
  return `<div>${random.repeat(count, section)}</div>`;
}

/** Rows of settings with their controls at the end. @param {Widgets} w */
export function settingRows(w, count = w.random.int(2, 7)) {
  const { random, theme } = w;
  const row = () => {
    const control = random.weighted([
      [5, () => w.toggle()],
      [3, () => w.slider({ width: random.int(80, 180) })],
      [3, () => w.select()],
      [3, () => w.spin()],
      [1, () => w.button()],
      [1, () => w.input()],
      [1, () => w.check("")],
    ]);
    const hint = random.chance(0.4) ? `<div class="g-mut g-clip">${w.texts.sentence()}</div>` : "";
    const lead = random.chance(0.3) ? w.icon() : "";
    if (random.chance(0.15))
      return `<div class="g-li" ${mark("listitem", { selected: false })}>${lead}<span class="g-grow">${w.label()}${hint}</span>${w.icon("chevron-right", 14)}</div>`;
    return `<div class="g-li">${lead}<span class="g-grow">${w.label()}${hint}</span><span style="max-width:58%;flex-shrink:0">${control()}</span></div>`;
  };
  return `<div style="border:1px solid ${theme.border};border-radius:${theme.radius}px;margin-bottom:12px">${random.repeat(count, row)}</div>`;
}

/** A few figures in boxes. @param {Widgets} w */
function figures(w) {
  const { random, kit } = w;
  return `<div class="g-row">${random.repeat(random.int(2, 4), () => `<span class="${kit.cardClass}" style="flex:1"><div class="g-mut">${w.label()}</div><div style="font-size:${random.int(16, 34)}px;font-weight:700">${w.texts.number()}</div></span>`)}</div>`;
}

/** One random part of a page; classes that screens show seldom are drawn more often. @param {Widgets} w @returns {string} */
export function block(w) {
  const { random } = w;
  if (w.kit.extra && random.chance(0.2)) return w.kit.extra(w);
  const row = (/** @type {string} */ inner) => `<div class="g-row">${inner}</div>`;
  return random.weighted([
    [2, () => `<p>${w.paragraph(random.int(1, 5))}</p>`],
    [2, () => `<h2>${w.texts.words(random.int(1, 5), true)}</h2><p>${w.paragraph(random.int(1, 3))}</p>`],
    [4, () => random.repeat(random.int(1, 6), () => w.field())],
    [3, () => w.checks()],
    [4, () => w.radios()],
    [2, () => row(random.repeat(random.int(1, 6), () => w.button(), " "))],
    [4, () => table(w)],
    [1, () => list(w)],
    [3, () => `${w.tabs(w.texts.labels(random.int(2, 7)), 0)}<div class="g-pad">${w.paragraph(1)}</div>`],
    [1, () => row(w.picture(random.int(60, 300), random.int(50, 180)))],
    [3, () => settingRows(w, random.int(2, 5))],
    [3, () => `<div class="g-stack">${random.repeat(random.int(2, 5), () => w.toggle(w.label()))}</div>`],
    [
      3,
      () =>
        random.repeat(random.int(1, 4), () =>
          row(`${w.icon()} ${w.slider()} <span>${random.int(0, 100)}</span>`),
        ),
    ],
    [2, () => row(random.repeat(random.int(2, 4), () => `<label>${w.label()}</label> ${w.spin()}`, " "))],
    [
      2,
      () =>
        row(random.repeat(random.int(2, 8), () => w.iconButton(undefined, { framed: random.chance(0.3) }))),
    ],
    [
      3,
      () => row(random.repeat(random.int(2, 8), () => w.link(), random.pick([" ", " | ", " · ", " &gt; "]))),
    ],
    [1, () => w.kit.progress(random)],
    [1, () => w.kit.pager(random, random.int(3, 7))],
    [3, () => row(random.repeat(random.int(2, 4), () => w.input(), " "))],
    [3, () => row(w.input() + (random.chance(0.5) ? w.button() : w.iconButton("search", { framed: true })))],
    [1, () => figures(w)],
    [2, () => tree(w, random.int(160, 320), random.int(4, 12))],
    [1, () => accordion(w)],
    [4, () => row(random.repeat(random.int(1, 4), () => `<label>${w.label()}</label> ${w.select()}`, " "))],
  ])();
}

/** @param {Widgets} w @returns {string} */
export function card(w) {
  const { random, kit } = w;
  const picture = random.chance(0.3) ? `${w.picture(random.int(80, 240), random.int(50, 140))}<br>` : "";
  const title = random.chance(0.7) ? `<h3>${w.texts.words(random.int(1, 4), true)}</h3>` : "";
  const buttons = random.chance(0.4)
    ? `<div class="g-row">${w.button()}${random.chance(0.5) ? w.button() : ""}</div>`
    : "";
  return `<div class="${kit.cardClass}" style="min-width:0">${picture}${title}${random.repeat(random.int(1, 2), () => block(w))}${buttons}</div>`;
}

/** @param {Widgets} w */
function grid(w) {
  const { random } = w;
  const columns = random.int(1, Math.max(1, Math.min(5, Math.floor(w.width / 320))));
  return `<div style="display:grid;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:${random.int(6, 24)}px">${random.repeat(columns * random.int(1, 3), () => card(w))}</div>`;
}

/** Blocks and grids of cards. @param {Widgets} w */
export function content(w, count = Math.round(w.random.int(3, 5) * Math.sqrt(w.fill))) {
  return w.random.repeat(count, () => (w.random.chance(0.45) ? grid(w) : block(w)));
}

/** The bar on top of a web page. @param {Widgets} w */
export function siteBar(w) {
  const { random } = w;
  const links = random.repeat(random.int(0, 6), () => w.link());
  const icons = random.repeat(random.int(0, 4), () =>
    w.iconButton(random.pick(["bell", "user", "settings", "help", "cart", "search", "moon"]), { flat: true }),
  );
  return `<div class="g-nav ${random.chance(0.4) ? "inv" : ""}">${random.chance(0.4) ? w.iconButton("menu", { flat: true }) : ""}<b style="font-size:1.2em">${w.texts.words(1, true)}</b>${links}<span class="g-grow"></span>${random.chance(0.5) ? w.input({ style: "width:150px;" }) : ""}${icons}${random.chance(0.4) ? w.button({ small: true }) : ""}${random.chance(0.4) ? w.avatar() : ""}</div>`;
}
