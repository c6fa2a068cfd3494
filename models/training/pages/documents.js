// @ts-check
/** Documents: manuals, references, wikis, lists of news, of results and of issues. What there is to click is mostly links in text. */
import { code } from "./code.js";
import { mark } from "./kit.js";
import { chart } from "./negatives.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */
/** @typedef {(w: Widgets) => string} Part */

const SERIF = "'Liberation Serif','DejaVu Serif',serif";
const SANS = "'Liberation Sans','DejaVu Sans',sans-serif";
const MONO = "'Liberation Mono','DejaVu Sans Mono',monospace";
const UNDERLINES = /** @type {const} */ (["none", "none", "underline", "underline", "underline dotted"]);

/** Style sheet of a document: the browser's own look, or that of a site. @param {Widgets} w */
function sheet(w) {
  const { random, theme } = w;
  const plain = random.chance(0.35);
  const dark = plain ? random.chance(0.08) : random.chance(0.3);
  const size = plain ? random.pick([13, 15, 16, 16, 16]) : random.pick([12, 13, 14, 15, 16, 17]);
  const link = plain
    ? dark
      ? "#9e9eff"
      : "#0000ee"
    : dark
      ? random.pick(["#8ab4f8", "#58a6ff", "#7fdbca", "#e8a33d", theme.accent])
      : random.pick(["#0645ad", "#0066cc", "#1a0dab", "#0969da", "#2980b9", "#c7254e", "#005b81", theme.accent]);
  const visited = plain ? (dark ? "#d0adf0" : "#551a8b") : random.chance(0.4) ? "#6b4ba1" : link;
  const rule = plain || random.chance(0.4) ? "underline" : random.pick(UNDERLINES);
  const ink = dark ? random.pick(["#ddd", "#c9d1d9", "#fff"]) : random.pick(["#000", "#111", "#222", "#333", "#444"]);
  const ground = dark ? random.pick(["#0d1117", "#1b1b1b", "#222", "#282c34"]) : random.pick(["#fff", "#fff", "#fff", "#fdfdfd", "#f8f8f8", "#fffff0", "#eee"]);
  const face = random.pick(plain ? [SERIF, SERIF, SERIF, SANS] : [SANS, SANS, `'${theme.font}',sans-serif`, SERIF]);
  const border = dark ? "#444" : random.pick(["#ccc", "#ddd", "#aaa", "#000"]);
  const raised = dark ? "#2c2f36" : random.pick(["#f4f4f4", "#eef", "#f6f8fa", "#f0f0e8"]);
  return `.doc{background:${ground};color:${ink};font:${size}px/${random.pick([1.2, 1.3, 1.4, 1.5, 1.6, 1.7])} ${face};overflow:hidden;flex:1;min-height:0}
.doc a{color:${link};text-decoration:${rule}}.doc a.v{color:${visited}}.doc pre,.doc code,.doc tt{font-family:${MONO};font-size:.9em}
.doc code{background:${plain ? "transparent" : raised};padding:0 2px}.doc pre{background:${plain ? "transparent" : raised};padding:${plain ? 0 : 10}px;overflow:hidden}
.doc h1,.doc h2,.doc h3{font-weight:${random.pick([400, 600, 700])};line-height:1.25;${random.chance(0.3) ? `border-bottom:1px solid ${border};` : ""}${random.chance(0.2) ? `background:${raised};` : ""}}
.doc table.t{border-collapse:${random.pick(["collapse", "separate"])}}.doc table.t td,.doc table.t th{border:${random.chance(0.6) ? 1 : 0}px solid ${border};padding:${random.int(1, 7)}px ${random.int(3, 10)}px;vertical-align:top;text-align:left}
.doc .note{border-left:4px solid ${link};background:${raised};padding:6px 12px;margin:8px 0}.doc .m{color:${dark ? "#999" : "#666"};font-size:.85em}.doc .m a{${random.chance(0.5) ? "color:inherit" : ""}}.doc ul,.doc ol{margin:.4em 0;padding-left:${random.int(16, 40)}px}.doc .nav{background:${raised}}.doc p{margin:.6em 0}`;
}

/** A link of a document, some visited. @param {Widgets} w @param {string} inner @param {string} [style] */
const a = (w, inner, style = "") =>
  `<a class="${w.random.chance(0.2) ? "v" : ""}" ${mark("link")} href="#" style="${style}">${inner}</a>`;

/** @param {Widgets} w @param {number} [most] */
const linkText = (w, most = 4) => w.texts.words(w.random.int(1, most), w.random.chance(0.5));

/** A sentence with some links, also around code. @param {Widgets} w @param {number} share */
function sentence(w, share) {
  const { random } = w;
  return w.texts
    .sentence()
    .split(" ")
    .reduce((/** @type {string[]} */ parts, word, index, all) => {
      if (random.chance(share / 4)) {
        const inner = index + 1 < all.length && random.chance(0.5) ? `${word} ${linkText(w, 3)}` : word;
        parts.push(random.chance(0.15) ? a(w, `<code>${inner}()</code>`) : a(w, inner));
      } else if (random.chance(0.03)) parts.push(random.pick([`<code>${word}</code>`, `<b>${word}</b>`, `<i>${word}</i>`]));
      else parts.push(word);
      return parts;
    }, [])
    .join(" ");
}

/** @param {Widgets} w @param {number} [share] links for each four words */
function paragraph(w, share = w.random.pick([0.02, 0.1, 0.25, 0.5])) {
  const { random } = w;
  const foot = random.chance(0.1) ? `<sup>${a(w, `[${random.int(1, 40)}]`)}</sup>` : "";
  return `<p>${random.repeat(random.int(1, 6), () => sentence(w, share), " ")}${foot}</p>`;
}

/** Lists of links, some in lists. @param {Widgets} w @param {number} depth @returns {string} */
function toc(w, depth = 0) {
  const { random } = w;
  const tag = random.pick(["ul", "ul", "ol"]);
  const numbers = random.chance(0.3);
  const rest = random.chance(0.25);
  const entry = (/** @type {number} */ index) =>
    `<li>${a(w, `${numbers ? `${index + 1}. ` : ""}${w.texts.words(random.int(1, 6), true)}`)}${rest ? ` ${random.pick(["–", "-", "", "("])} ${w.texts.words(random.int(1, 8))}` : ""}${depth < 2 && random.chance(0.25) ? toc(w, depth + 1) : ""}</li>`;
  return `<${tag}>${random.repeat(random.int(2, depth ? 5 : 14), entry)}</${tag}>`;
}

/** @param {Widgets} w */
function reference(w) {
  const { random } = w;
  const first = random.chance(0.7);
  const columns = random.int(2, 5);
  const cell = (/** @type {number} */ column) => {
    if ((column === 0 && first) || random.chance(0.08)) return `<td>${a(w, random.chance(0.4) ? `<code>${linkText(w, 1)}</code>` : linkText(w))}</td>`;
    return `<td>${random.chance(0.4) ? w.texts.number() : random.chance(0.4) ? w.texts.sentence() : w.texts.words(random.int(1, 4))}</td>`;
  };
  const check = random.chance(0.2);
  const row = () =>
    `<tr>${check ? `<td>${w.check("")}</td>` : ""}${random.repeat(columns, cell)}</tr>`;
  return `<table class="t"><tr>${check ? "<th></th>" : ""}${random.repeat(columns, () => `<th>${w.label()}</th>`)}</tr>${random.repeat(random.int(3, 18), row)}</table>`;
}

/** @param {Widgets} w @returns {string} */
function part(w) {
  const { random } = w;
  return random.weighted(
    /** @type {[number, () => string][]} */ ([
      [8, () => paragraph(w)],
      [3, () => `<h2>${w.texts.words(random.int(1, 5), true)}${random.chance(0.2) ? ` <small class="m">[${a(w, "edit")}]</small>` : ""}</h2>${paragraph(w)}`],
      [2, () => `<h3>${random.chance(0.3) ? a(w, w.texts.words(3, true)) : w.texts.words(random.int(1, 5), true)}</h3>`],
      [3, () => toc(w)],
      [2, () => `<ul>${random.repeat(random.int(2, 8), () => `<li>${sentence(w, 0.3)}</li>`)}</ul>`],
      [2, () => reference(w)],
      [2, () => `<pre>${code(w, random.int(2, 12), false)}</pre>`],
      [1, () => `<div class="note">${sentence(w, 0.4)}</div>`],
      [1, () => `<dl>${random.repeat(random.int(2, 6), () => `<dt>${random.chance(0.5) ? a(w, linkText(w)) : `<code>${w.texts.words(1)}</code>`}</dt><dd>${sentence(w, 0.2)}</dd>`)}</dl>`],
      [1, () => w.picture(random.int(100, 420), random.int(80, 240))],
      [1, () => chart(w, random.int(200, 500), random.int(120, 240))],
      [1, () => `<p class="m">${random.repeat(random.int(2, 8), () => a(w, linkText(w, 2)), random.pick([" | ", " · ", ", ", " » ", " / "]))}</p>`],
      [1, () => "<hr>"],
    ]),
  )();
}

/** Links before, after and above. @param {Widgets} w */
function crumbs(w) {
  const { random } = w;
  const items = random.repeat(random.int(2, 5), () => a(w, linkText(w, 2)), random.pick([" » ", " / ", " > ", " | "]));
  const ends = random.chance(0.5) ? `<span style="float:right">${a(w, "previous")} | ${a(w, "next")} | ${a(w, "index")}</span>` : "";
  return `<div class="nav" style="padding:${random.int(1, 8)}px 10px;font-size:${random.pick([0.8, 0.9, 1])}em">${ends}${items}</div>`;
}

/** A manual: a table of contents beside or above text. @type {Part} */
function manual(w) {
  const { random } = w;
  const parts = Math.round(random.int(5, 14) * w.fill);
  const aside = random.chance(0.6) && !w.narrow;
  const side = aside
    ? `<div class="nav" style="width:${random.int(170, 300)}px;padding:10px;font-size:.9em;overflow:hidden;flex-shrink:0">${random.chance(0.4) ? `<div class="g-row">${w.input({ style: "width:120px;" })}${w.button({ text: "Go", small: true })}</div>` : ""}${random.repeat(random.int(1, 4), () => `<h3>${w.label()}</h3>${toc(w)}`)}</div>`
    : "";
  const wide = random.chance(0.4) ? `max-width:${random.int(600, 1000)}px;${random.chance(0.5) ? "margin:0 auto" : ""}` : "";
  return `${random.chance(0.5) ? crumbs(w) : ""}<div style="display:flex;flex-direction:${random.chance(0.8) ? "row" : "row-reverse"};gap:10px">${side}<div style="flex:1;min-width:0;padding:${random.int(4, 24)}px;${wide}"><h1>${w.texts.words(random.int(1, 6), true)}</h1>${random.chance(0.3) ? toc(w) : ""}${random.repeat(parts, () => part(w))}</div></div>`;
}

/** A folder as a web server lists it, or a page of plain text with links. @type {Part} */
function listing(w) {
  const { random } = w;
  const line = () => {
    const name = w.texts.fileName();
    return `${a(w, name)}${" ".repeat(Math.max(2, 34 - name.length))}${random.int(10, 28)}-Nov-2026 ${w.texts.time().padStart(5)}  ${random.int(1, 9999)}`;
  };
  const lines = Math.round((w.height / 18) * random.float() + 6);
  if (random.chance(0.5))
    return `<div style="padding:8px"><h1>Index of /${w.texts.words(1)}/</h1><hr><pre style="background:none">${a(w, "../")}\n${random.repeat(lines, line, "\n")}</pre><hr></div>`;
  const text = () =>
    random.chance(0.2) ? "" : `${" ".repeat(random.pick([0, 7, 7, 7, 14]))}${sentence(w, 0.15)}`;
  return `<pre style="background:none;padding:8px;white-space:pre-wrap">${random.repeat(lines, text, "\n")}</pre>`;
}

/** A wiki's article with its side bar, box of facts and notes. @type {Part} */
function wiki(w) {
  const { random } = w;
  const facts = `<table class="t" style="float:right;width:${random.int(180, 280)}px;margin:0 0 8px 12px;font-size:.85em"><tr><th colspan="2">${w.texts.words(2, true)}</th></tr><tr><td colspan="2">${w.picture(160, 110)}</td></tr>${random.repeat(random.int(4, 12), () => `<tr><th>${w.label()}</th><td>${random.chance(0.5) ? a(w, linkText(w)) : w.texts.number()}</td></tr>`)}</table>`;
  const side = w.narrow
    ? ""
    : `<div style="width:${random.int(140, 200)}px;flex-shrink:0;font-size:.8em;padding:8px">${w.picture(100, 90)}${random.repeat(random.int(2, 4), () => `<div class="m" style="margin-top:8px">${w.label()}</div>${random.repeat(random.int(3, 8), () => `<div>${a(w, linkText(w, 3))}</div>`)}`)}</div>`;
  const notes = `<h2>References</h2><ol style="columns:2;font-size:.85em">${random.repeat(random.int(4, 14), (index) => `<li>${index % 3 ? "^ " : a(w, "^")} ${w.texts.words(2, true)}. ${a(w, w.texts.words(random.int(2, 6), true))}. ${w.texts.number()}</li>`)}</ol>`;
  const tabs = random.chance(0.6)
    ? `<div style="text-align:right;font-size:.85em">${random.repeat(random.int(2, 6), () => a(w, w.label()), " &nbsp; ")}</div>`
    : "";
  return `<div style="display:flex">${side}<div style="flex:1;min-width:0;padding:12px">${tabs}<h1>${w.texts.words(random.int(1, 4), true)}</h1>${facts}${random.repeat(Math.round(random.int(4, 8) * w.fill), () => paragraph(w, random.pick([0.25, 0.5, 0.8])))}${random.chance(0.5) ? notes : ""}</div></div>`;
}

/** Headlines with small links below each. @type {Part} */
function headlines(w) {
  const { random } = w;
  const arrow = random.chance(0.5);
  const small = () =>
    `<div class="m">${random.int(1, 900)} points by ${a(w, w.texts.words(1))} ${a(w, `${random.int(1, 20)} hours ago`)} | ${a(w, "hide")} | ${a(w, `${random.int(1, 300)} comments`)}</div>`;
  const snippet = () =>
    `<div class="m">www.${w.texts.words(1)}.org › ${w.texts.words(1)}</div>${random.chance(0.8) ? `<div>${w.texts.sentence()} ${w.texts.sentence()}</div>` : ""}`;
  const below = random.pick([small, snippet, () => (random.chance(0.5) ? `<div>${sentence(w, 0.2)}</div>` : "")]);
  const size = random.pick([1, 1.1, 1.25, 1.4]);
  const entry = (/** @type {number} */ index) =>
    `<div style="margin:${random.int(4, 9)}px 0">${arrow ? `<span class="m">${index + 1}.</span> <span ${mark("button")}>▲</span> ` : ""}${a(w, w.texts.words(random.int(3, 10), true), `font-size:${size}em`)} ${random.chance(0.3) ? `<span class="m">(${a(w, `${w.texts.words(1)}.com`)})</span>` : ""}${below()}</div>`;
  const top = random.chance(0.6)
    ? `<div class="nav" style="padding:4px 8px"><b>${w.texts.words(1, true)}</b> ${random.repeat(random.int(3, 8), () => a(w, linkText(w, 1)), " | ")} ${random.chance(0.4) ? w.input({ style: "width:160px;" }) : ""}</div>`
    : `<div class="g-row" style="padding:8px">${w.input({ style: "width:300px;" })}${w.button({ text: "Search" })}</div>`;
  const pages = random.chance(0.5) ? `<div>${random.repeat(8, (index) => (index ? a(w, String(index + 1)) : "<b>1</b>"), " ")} ${a(w, "Next")}</div>` : "";
  return `${top}<div style="padding:4px ${random.int(8, 120)}px;max-width:${random.int(600, 1400)}px">${random.repeat(Math.round(random.int(6, 20) * w.fill), entry)}${pages}</div>`;
}

/** Issues, messages or packages: a table with boxes to tick, links and labels. @type {Part} */
function register(w) {
  const { random } = w;
  const choose = random.chance(0.6);
  const choices = random.chance(0.3) ? random.int(2, 4) : 0;
  const row = () => {
    const name = random.id();
    const on = random.int(0, choices);
    const options = random.repeat(choices, (index) => `<td>${w.kit.radio(random, random.chance(0.3) ? w.label() : "", { on: index === on, group: name })}</td>`);
    const chips = random.repeat(random.int(0, 3), () => `<span style="background:hsl(${random.int(0, 360)} 60% 45%);color:#fff;border-radius:8px;padding:0 6px;font-size:.8em">${w.texts.words(1)}</span>`, " ");
    return `<tr>${choose ? `<td>${w.kit.check(random, "", { on: random.chance(0.3), disabled: random.chance(0.05) })}</td>` : ""}<td>${random.chance(0.85) ? a(w, w.texts.words(random.int(1, 7), true)) : w.texts.words(3, true)} ${chips}</td>${options}<td class="m">${w.texts.number()}</td>${random.chance(0.5) ? `<td>${a(w, random.pick(["Edit", "Delete", "View", "Reply"]))}</td>` : "<td></td>"}</tr>`;
  };
  return `${random.chance(0.5) ? crumbs(w) : ""}<div style="padding:10px"><h2>${w.label()}</h2><div class="g-row">${random.chance(0.5) ? w.select() : ""}${random.chance(0.5) ? w.input() : ""}${random.chance(0.5) ? w.button() : ""}</div><table class="t" style="width:${random.pick(["100%", "auto"])}">${random.repeat(Math.round(random.int(6, 24) * w.fill), row)}</table>${random.chance(0.5) ? `<div class="g-row">${w.button()}${w.button()}</div>` : ""}</div>`;
}

/** A form without any style sheet, as old pages have it. @type {Part} */
function oldForm(w) {
  const { random } = w;
  const line = () =>
    random.weighted(
      /** @type {[number, () => string][]} */ ([
        [3, () => `<tr><td>${w.label()}:</td><td>${w.input()}</td></tr>`],
        [2, () => `<tr><td>${w.label()}:</td><td>${w.select()}</td></tr>`],
        [2, () => `<tr><td>${w.label()}:</td><td>${random.repeat(random.int(2, 4), (index) => w.kit.radio(random, w.label(), { on: index === 0, group: random.id() }), " ")}</td></tr>`],
        [2, () => `<tr><td></td><td>${random.repeat(random.int(1, 3), () => w.check(), "<br>")}</td></tr>`],
        [1, () => `<tr><td>${w.label()}:</td><td>${w.area()}</td></tr>`],
        [1, () => `<tr><td colspan="2">${sentence(w, 0.4)}</td></tr>`],
      ]),
    )();
  return `<div style="padding:10px"><h2>${w.texts.words(3, true)}</h2>${paragraph(w)}<table>${random.repeat(Math.round(random.int(4, 12) * w.fill), line)}</table>${w.button({ text: "Submit" })} ${w.button({ text: "Reset" })}${paragraph(w, 0.3)}</div>`;
}

/** A whole page. @param {Widgets} w */
export function document(w) {
  const css = sheet(w);
  const inner = w.random.weighted(
    /** @type {[number, Part][]} */ ([
      [5, manual],
      [1.5, listing],
      [2.5, wiki],
      [2.5, headlines],
      [3, register],
      [1.5, oldForm],
    ]),
  )(w);
  // Scrolled to the middle now and then, as people leave their pages.
  const up = w.random.chance(0.35) ? `margin-top:-${w.random.int(20, 700)}px` : "";
  return `<style>${css}</style><div class="doc"><div style="${up}">${inner}</div></div>`;
}
