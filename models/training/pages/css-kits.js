// @ts-check
/** Kits that are style sheets alone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Kit, labelled, mark, packageUrl, wrapped } from "./kit.js";

/** @typedef {import("./rng.js").Rng} Rng */

/** @param {string} open @param {(label: string, active: boolean) => string} item @param {string} close */
const tabList =
  (open, item, close) =>
  /** @param {Rng} _random @param {string[]} labels @param {number} active */
  (_random, labels, active) =>
    open + labels.map((label, index) => item(label, index === active)).join("") + close;
/** @param {boolean} active */
const tab = (active) => mark("tab", { selected: active });
/** A native range with a class; `tall` is the height that its thumb is drawn at. @param {string} cls @param {number} [tall] */
const range =
  (cls, tall) =>
  /** @param {Rng} random @param {{ width?: number, disabled?: boolean }} [options] */
  (random, options = {}) =>
    `<input type="range" class="${cls}" ${mark("slider")} ${tall ? `data-tall="${tall}"` : ""} value="${random.int(0, 100)}" style="width:${options.width ?? random.int(80, 280)}px" ${options.disabled ? "disabled" : ""}>`;

const BOOTSTRAP_BUTTONS =
  "primary secondary success danger warning info light dark outline-primary outline-secondary outline-danger link"
    .split(" ")
    .map((kind) => `btn btn-${kind}`);

/** @param {string} name @param {string} css @param {boolean} dark */
function bootstrap5(name, css, dark) {
  return new Kit({
    name,
    css: [packageUrl(css)],
    dark,
    htmlAttributes: dark ? 'data-bs-theme="dark"' : "",
    buttonClasses: BOOTSTRAP_BUTTONS,
    smallButton: "btn-sm",
    inputClass: "form-control",
    selectClass: "form-select",
    cardClass: "card card-body",
    tableClass: "table table-striped",
    check: labelled("checkbox", "checkbox", "form-check", "form-check-input", "form-check-label"),
    radio: labelled("radio", "radio", "form-check", "form-check-input", "form-check-label"),
    switch: labelled("checkbox", "switch", "form-check form-switch", "form-check-input", "form-check-label"),
    slider: range("form-range"),
    tabs(random, labels, active) {
      const items = labels.map(
        (label, index) =>
          `<li class="nav-item"><a class="nav-link ${index === active ? "active" : ""}" ${tab(index === active)}>${label}</a></li>`,
      );
      return `<ul class="nav ${random.pick(["nav-tabs", "nav-pills", "nav-underline"])}">${items.join("")}</ul>`;
    },
    progress: (random) =>
      `<div class="progress"><div class="progress-bar" style="width:${random.int(5, 95)}%"></div></div>`,
    pager(random, count) {
      const items = ["«", ...random.times(count, (index) => String(index + 1)), "»"].map(
        (label, index) =>
          `<li class="page-item ${index === 1 ? "active" : ""}"><a class="page-link" ${mark("button")}>${label}</a></li>`,
      );
      return `<ul class="pagination">${items.join("")}</ul>`;
    },
  });
}

/** The family of 98.css: the label's ::before draws the control. @param {string} name @param {string} css */
function windowsFamily(name, css) {
  return new Kit({
    name,
    css: [packageUrl(css)],
    desktop: true,
    buttonClasses: ["", "default", ""],
    cardClass: "g-fieldset",
    check: labelled("checkbox", "checkbox", "field-row", "", "", ""),
    radio: labelled("radio", "radio", "field-row", "", "", ""),
    slider: range("", 21),
    tabs: tabList(
      '<menu role="tablist">',
      (label, active) => `<button role="tab" aria-selected="${active}" ${tab(active)}>${label}</button>`,
      "</menu>",
    ),
  });
}

/** Finds the prefix of class names of the installed version. @param {string} file @param {RegExp} pattern */
function prefix(file, pattern, otherwise = "") {
  const found = pattern.exec(readFileSync(fileURLToPath(packageUrl(file)), "utf8"));
  return found?.[1] ?? otherwise;
}

function blueprint() {
  const bp = prefix("@blueprintjs/core/lib/css/blueprint.css", /\.(bp\d)-button/, "bp5");
  /** @param {string} label */
  const indicator = (label) => `<span class="${bp}-control-indicator" data-ctl></span>${label}`;
  return new Kit({
    name: "blueprint",
    css: [packageUrl("@blueprintjs/core/lib/css/blueprint.css")],
    buttonClasses: [
      "",
      `${bp}-intent-primary`,
      `${bp}-intent-success`,
      `${bp}-minimal`,
      `${bp}-intent-danger`,
    ].map((kind) => `${bp}-button ${kind}`),
    smallButton: `${bp}-small`,
    inputClass: `${bp}-input`,
    cardClass: `${bp}-card`,
    tableClass: `${bp}-html-table`,
    check: wrapped("checkbox", "checkbox", `${bp}-control ${bp}-checkbox`, `${bp}-control-input`, indicator),
    radio: wrapped("radio", "radio", `${bp}-control ${bp}-radio`, `${bp}-control-input`, indicator),
    switch: wrapped("checkbox", "switch", `${bp}-control ${bp}-switch`, `${bp}-control-input`, indicator),
    select: (_random, choices, options = {}) =>
      `<div class="${bp}-html-select"><select ${mark("combobox")} style="${options.style ?? ""}">${choices.map((choice) => `<option>${choice}</option>`).join("")}</select></div>`,
  });
}

function patternfly() {
  const pf = prefix("@patternfly/patternfly/patternfly.min.css", /\.(pf-v\d-c)-button/, "pf-v6-c");
  return new Kit({
    name: "patternfly",
    css: [packageUrl("@patternfly/patternfly/patternfly.min.css")],
    buttonClasses: ["primary", "secondary", "tertiary", "danger", "link"].map(
      (kind) => `${pf}-button pf-m-${kind}`,
    ),
    cardClass: `${pf}-card g-pad`,
    tableClass: `${pf}-table`,
    input: (_random, options = {}) =>
      `<span class="${pf}-form-control" style="${options.style ?? ""}" ${mark("textbox")}><input type="text" placeholder="${options.placeholder ?? ""}" value="${options.value ?? ""}"></span>`,
    select: (_random, choices) =>
      `<button class="${pf}-menu-toggle" type="button" ${mark("combobox")}><span class="${pf}-menu-toggle__text">${choices[0]}</span><span class="${pf}-menu-toggle__controls">▾</span></button>`,
    check: labelled("checkbox", "checkbox", `${pf}-check`, `${pf}-check__input`, `${pf}-check__label`),
    switch: wrapped(
      "checkbox",
      "switch",
      `${pf}-switch`,
      `${pf}-switch__input`,
      (label) =>
        `<span class="${pf}-switch__toggle" data-ctl></span><span class="${pf}-switch__label">${label}</span>`,
    ),
    tabs: tabList(
      `<div class="${pf}-tabs"><ul class="${pf}-tabs__list">`,
      (label, active) =>
        `<li class="${pf}-tabs__item ${active ? "pf-m-current" : ""}"><button class="${pf}-tabs__link" ${tab(active)}><span class="${pf}-tabs__item-text">${label}</span></button></li>`,
      "</ul></div>",
    ),
  });
}

/** @param {"checkbox" | "radio"} type @param {string} role */
const spectreCheck = (type, role) =>
  wrapped(
    type,
    role,
    `form-${role === "switch" ? "switch" : type}`,
    "",
    (label) => `<i class="form-icon" data-ctl></i> ${label}`,
  );

function bootswatch() {
  const folder = fileURLToPath(packageUrl("bootswatch/dist"));
  return readdirSync(folder)
    .filter((theme) => existsSync(`${folder}/${theme}/bootstrap.min.css`))
    .map((theme) =>
      bootstrap5(
        `bootswatch-${theme}`,
        `bootswatch/dist/${theme}/bootstrap.min.css`,
        /^(cyborg|darkly|slate|solar|superhero|vapor)$/.test(theme),
      ),
    );
}

/** @returns {Kit[]} every kit of style sheets, held-out ones included */
export function cssKits() {
  return [
    bootstrap5("bootstrap5", "bootstrap/dist/css/bootstrap.min.css", false),
    bootstrap5("bootstrap5-dark", "bootstrap/dist/css/bootstrap.min.css", true),
    bootstrap5("halfmoon", "halfmoon/css/halfmoon.min.css", false),
    ...bootswatch(),
    new Kit({
      name: "adminlte",
      css: [packageUrl("admin-lte/dist/css/adminlte.min.css")],
      buttonClasses: BOOTSTRAP_BUTTONS,
      smallButton: "btn-sm",
      inputClass: "form-control",
      selectClass: "form-control",
      cardClass: "card card-body",
      tableClass: "table table-sm",
      check: labelled("checkbox", "checkbox", "form-check", "form-check-input", "form-check-label"),
      radio: labelled("radio", "radio", "form-check", "form-check-input", "form-check-label"),
    }),
    new Kit({
      name: "bootstrap3",
      css: [
        packageUrl("bootstrap3/dist/css/bootstrap.min.css"),
        packageUrl("bootstrap3/dist/css/bootstrap-theme.min.css"),
      ],
      buttonClasses: ["default", "primary", "success", "info", "warning", "danger", "link"].map(
        (kind) => `btn btn-${kind}`,
      ),
      smallButton: "btn-sm",
      inputClass: "form-control",
      selectClass: "form-control",
      cardClass: "panel panel-default g-pad",
      tableClass: "table table-bordered table-condensed",
      tabs(random, labels, active) {
        const items = labels.map(
          (label, index) =>
            `<li class="${index === active ? "active" : ""}"><a ${tab(index === active)}>${label}</a></li>`,
        );
        return `<ul class="nav ${random.pick(["nav-tabs", "nav-pills"])}">${items.join("")}</ul>`;
      },
    }),
    new Kit({
      name: "bootstrap4",
      css: [packageUrl("bootstrap4/dist/css/bootstrap.min.css")],
      buttonClasses: ["primary", "secondary", "outline-dark", "light", "success", "link"].map(
        (kind) => `btn btn-${kind}`,
      ),
      smallButton: "btn-sm",
      inputClass: "form-control",
      selectClass: "custom-select",
      cardClass: "card card-body",
      tableClass: "table table-sm",
      check: labelled(
        "checkbox",
        "checkbox",
        "custom-control custom-checkbox",
        "custom-control-input",
        "custom-control-label",
        'data-ctl-box="-24,4,16,16"',
      ),
      radio: labelled(
        "radio",
        "radio",
        "custom-control custom-radio",
        "custom-control-input",
        "custom-control-label",
        'data-ctl-box="-24,4,16,16"',
      ),
      switch: labelled(
        "checkbox",
        "switch",
        "custom-control custom-switch",
        "custom-control-input",
        "custom-control-label",
        'data-ctl-box="-36,4,28,16"',
      ),
      slider: range("custom-range"),
    }),
    new Kit({
      name: "fomantic",
      css: [packageUrl("fomantic-ui-css/semantic.min.css")],
      buttonClasses: [
        "",
        "primary",
        "secondary",
        "basic",
        "green",
        "red",
        "teal",
        "tiny",
        "orange basic",
      ].map((kind) => `ui ${kind} button`),
      smallButton: "mini",
      cardClass: "ui segment",
      tableClass: "ui celled table",
      input: (_random, options = {}) =>
        `<div class="ui input" style="${options.style ?? ""}"><input type="text" ${mark("textbox")} placeholder="${options.placeholder ?? ""}" value="${options.value ?? ""}"></div>`,
      select: (_random, choices) =>
        `<div class="ui selection dropdown" ${mark("combobox")}><i class="dropdown icon">▾</i><div class="text">${choices[0]}</div></div>`,
      tabs(random, labels, active) {
        const look = random.pick(["top attached tabular", "secondary", "pointing", "secondary pointing"]);
        const items = labels.map(
          (label, index) =>
            `<a class="item ${index === active ? "active" : ""}" ${tab(index === active)}>${label}</a>`,
        );
        return `<div class="ui ${look} menu">${items.join("")}</div>`;
      },
    }),
    new Kit({
      name: "uikit",
      css: [packageUrl("uikit/dist/css/uikit.min.css")],
      buttonClasses: ["default", "primary", "secondary", "danger"].map(
        (kind) => `uk-button uk-button-${kind}`,
      ),
      smallButton: "uk-button-small",
      inputClass: "uk-input",
      selectClass: "uk-select",
      areaClass: "uk-textarea",
      cardClass: "uk-card uk-card-default uk-card-body uk-card-small",
      tableClass: "uk-table uk-table-divider uk-table-small",
      check: (_random, label, options = {}) =>
        `<label ${mark("checkbox")}><input class="uk-checkbox" type="checkbox" data-ctl ${options.on ? "checked" : ""}> ${label}</label>`,
      radio: (random, label, options = {}) =>
        `<label ${mark("radio")}><input class="uk-radio" type="radio" name="${options.group ?? random.id()}" data-ctl ${options.on ? "checked" : ""}> ${label}</label>`,
      slider: range("uk-range", 15),
      tabs: tabList(
        '<ul class="uk-tab">',
        (label, active) => `<li class="${active ? "uk-active" : ""}"><a ${tab(active)}>${label}</a></li>`,
        "</ul>",
      ),
    }),
    new Kit({
      name: "materialize",
      css: [packageUrl("materialize-css/dist/css/materialize.min.css")],
      buttonClasses: [
        "btn",
        "btn red",
        "btn blue",
        "btn-flat",
        "btn green",
        "btn purple",
        "waves-effect waves-light btn",
      ],
      smallButton: "btn-small",
      cardClass: "card-panel",
      tableClass: "striped",
      check: wrapped(
        "checkbox",
        "checkbox",
        "",
        "filled-in",
        (label) => `<span data-ctl="before" data-ctl-box="0,2,20,20">${label}</span>`,
      ),
      radio: wrapped(
        "radio",
        "radio",
        "",
        "",
        (label) => `<span data-ctl="before" data-ctl-box="0,4,20,20">${label}</span>`,
      ),
      switch: (_random, label, options = {}) =>
        `<div class="switch"><label ${mark("switch")}><input type="checkbox" ${options.on ? "checked" : ""}><span class="lever" data-ctl></span>${label}</label></div>`,
      select: (random, choices) =>
        `<select class="browser-default" ${mark("combobox")} style="width:${random.int(100, 220)}px">${choices.map((choice) => `<option>${choice}</option>`).join("")}</select>`,
    }),
    new Kit({
      name: "pico",
      css: [packageUrl("@picocss/pico/css/pico.min.css")],
      htmlAttributes: 'data-theme="light"',
      buttonClasses: ["", "secondary", "contrast", "outline", "outline secondary"],
    }),
    new Kit({
      name: "pico-dark",
      dark: true,
      htmlAttributes: 'data-theme="dark"',
      css: [packageUrl("@picocss/pico/css/pico.min.css")],
      buttonClasses: ["", "secondary", "contrast", "outline"],
      switch: (_random, label, options = {}) =>
        `<label ${mark("switch")}><input type="checkbox" role="switch" data-ctl ${options.on ? "checked" : ""}>${label}</label>`,
    }),
    new Kit({ name: "water", css: [packageUrl("water.css/out/light.min.css")] }),
    new Kit({ name: "water-dark", dark: true, css: [packageUrl("water.css/out/dark.min.css")] }),
    new Kit({
      name: "milligram",
      css: [packageUrl("milligram/dist/milligram.min.css")],
      buttonClasses: ["button", "button button-outline", "button button-clear"],
    }),
    new Kit({
      name: "jquery-ui",
      css: [packageUrl("jquery-ui-dist/jquery-ui.min.css")],
      buttonClasses: ["", "ui-state-active", "ui-state-hover"].map(
        (state) => `ui-button ui-corner-all ui-widget ${state}`,
      ),
      cardClass: "ui-widget ui-widget-content ui-corner-all g-pad",
      inputClass: "ui-widget-content ui-corner-all",
      tabs: tabList(
        '<div class="ui-tabs ui-widget ui-widget-content ui-corner-all"><ul class="ui-tabs-nav ui-helper-reset ui-helper-clearfix ui-widget-header ui-corner-all">',
        (label, active) =>
          `<li class="ui-tabs-tab ui-corner-top ui-state-default ${active ? "ui-tabs-active ui-state-active" : ""}" ${tab(active)}><a class="ui-tabs-anchor">${label}</a></li>`,
        "</ul></div>",
      ),
      slider: (random, options = {}) =>
        `<div ${mark("slider")} data-parts="div,span" style="padding:5px 8px;width:${options.width ?? random.int(90, 250)}px"><div class="ui-slider ui-slider-horizontal ui-widget ui-widget-content ui-corner-all"><span class="ui-slider-handle ui-corner-all ui-state-default" style="left:${random.int(5, 95)}%"></span></div></div>`,
    }),
    new Kit({
      name: "spectre",
      css: [packageUrl("spectre.css/dist/spectre.min.css")],
      buttonClasses: ["", "btn-primary", "btn-link", "btn-success", "btn-error"].map((kind) => `btn ${kind}`),
      smallButton: "btn-sm",
      inputClass: "form-input",
      selectClass: "form-select",
      cardClass: "card g-pad",
      tableClass: "table table-striped",
      check: spectreCheck("checkbox", "checkbox"),
      radio: spectreCheck("radio", "radio"),
      switch: spectreCheck("checkbox", "switch"),
      tabs: tabList(
        '<ul class="tab">',
        (label, active) =>
          `<li class="tab-item ${active ? "active" : ""}"><a ${tab(active)}>${label}</a></li>`,
        "</ul>",
      ),
    }),
    windowsFamily("win98", "98.css/dist/98.css"),
    windowsFamily("winxp", "xp.css/dist/XP.css"),
    windowsFamily("win7", "7.css/dist/7.css"),
    new Kit({
      name: "nes",
      css: [packageUrl("nes.css/css/nes.min.css")],
      buttonClasses: ["", "is-primary", "is-success", "is-warning", "is-error"].map(
        (kind) => `nes-btn ${kind}`,
      ),
      inputClass: "nes-input",
      cardClass: "nes-container",
      check: wrapped(
        "checkbox",
        "checkbox",
        "",
        "nes-checkbox",
        (label) => `<span data-ctl="before" data-ctl-box="-28,-1,20,20">${label}</span>`,
      ),
      radio: wrapped(
        "radio",
        "radio",
        "",
        "nes-radio",
        (label) => `<span data-ctl="before" data-ctl-box="-20,0,14,20">${label}</span>`,
      ),
    }),
    new Kit({
      name: "primer",
      css: [packageUrl("@primer/css/dist/primer.css")],
      htmlAttributes: 'data-color-mode="light" data-light-theme="light"',
      buttonClasses: ["btn", "btn btn-primary", "btn btn-danger", "btn btn-outline", "btn btn-invisible"],
      smallButton: "btn-sm",
      inputClass: "form-control",
      selectClass: "form-select",
      cardClass: "Box g-pad",
      tabs: tabList(
        '<div class="UnderlineNav"><div class="UnderlineNav-body">',
        (label, active) =>
          `<a class="UnderlineNav-item ${active ? "selected" : ""}" ${tab(active)} ${active ? 'aria-current="page"' : ""}>${label}</a>`,
        "</div></div>",
      ),
    }),
    blueprint(),
    new Kit({
      name: "bulma",
      css: [packageUrl("bulma/css/bulma.min.css")],
      htmlAttributes: 'data-theme="light"',
      buttonClasses: [
        "",
        "is-primary",
        "is-link",
        "is-info",
        "is-light",
        "is-danger is-outlined",
        "is-text",
      ].map((kind) => `button ${kind}`),
      smallButton: "is-small",
      inputClass: "input",
      areaClass: "textarea",
      cardClass: "box",
      tableClass: "table is-striped",
      select: (_random, choices) =>
        `<div class="select"><select ${mark("combobox")}>${choices.map((choice) => `<option>${choice}</option>`).join("")}</select></div>`,
      tabs(random, labels, active) {
        const items = labels.map(
          (label, index) =>
            `<li class="${index === active ? "is-active" : ""}"><a ${tab(index === active)}>${label}</a></li>`,
        );
        return `<div class="tabs ${random.pick(["", "is-boxed", "is-toggle"])}"><ul>${items.join("")}</ul></div>`;
      },
    }),
    new Kit({
      name: "foundation",
      css: [packageUrl("foundation-sites/dist/css/foundation.min.css")],
      buttonClasses: [
        "button",
        "button secondary",
        "button success",
        "button alert",
        "hollow button",
        "clear button",
      ],
      smallButton: "small",
      cardClass: "callout",
      switch(random, label, options = {}) {
        const id = random.id();
        return `<div class="g-lab" ${mark("switch")}><div class="switch" style="margin:0"><input class="switch-input" id="${id}" type="checkbox" ${options.on ? "checked" : ""}><label class="switch-paddle" for="${id}" data-ctl></label></div><span>${label}</span></div>`;
      },
      tabs: tabList(
        '<ul class="tabs">',
        (label, active) =>
          `<li class="tabs-title ${active ? "is-active" : ""}"><a ${tab(active)} ${active ? 'aria-selected="true"' : ""}>${label}</a></li>`,
        "</ul>",
      ),
    }),
    patternfly(),
  ];
}
