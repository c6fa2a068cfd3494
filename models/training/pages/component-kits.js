// @ts-check
/** Kits whose controls are components: React libraries behind placeholders, and custom elements. */
import { Kit, mark } from "./kit.js";

/** @typedef {import("./rng.js").Rng} Rng */
/** @typedef {import("./widgets.js").Widgets} Widgets */

/** A placeholder that the bundle renders. @param {string} name @param {Record<string, unknown>} options */
function part(name, options, style = "display:inline-block;max-width:100%") {
  const json = JSON.stringify(options).replace(/&/g, "&amp;").replace(/'/g, "&#39;");
  return `<x-part data-part="${name}" data-options='${json}' style="${style}"></x-part>`;
}

/** @param {string | undefined} style a CSS style that may hold a width in pixels */
const widthOf = (style, otherwise = 160) => Number(/width:(\d+)px/.exec(style ?? "")?.[1] ?? otherwise);
/** Text of a label as React takes it. @param {string} html */
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .trim();

/**
 * A kit of React components.
 * @param {string} name @param {string[]} looks of buttons @param {string[]} fields looks of fields
 */
function reactKit(name, looks, fields) {
  const labels = (/** @type {Widgets} */ w, /** @type {number} */ count) => w.texts.labels(count).map(plain);
  const colours = ["primary", "primary", "secondary", "success", "error", "inherit"];
  const kit = new Kit({ name, bundle: name });
  kit.button = (random, inner, options = {}) => {
    const icon = !plain(inner);
    const look = random.pick(looks);
    const colour = random.pick(colours);
    if (options.role && options.role !== "button")
      return Kit.prototype.button.call(kit, random, inner, options);
    return part("button", {
      html: inner,
      look,
      colour,
      small: options.small,
      disabled: options.disabled,
      danger: random.chance(0.1),
      icon: icon && name === "mui",
    });
  };
  /** The look of fields is one for the whole page. @param {Rng} random */
  const fieldLook = (random) => fields[random.seedPick % fields.length];
  kit.input = (random, o = {}) =>
    part("input", {
      placeholder: o.placeholder,
      value: o.value,
      type: o.type,
      disabled: o.disabled,
      width: widthOf(o.style),
      look: fieldLook(random),
    });
  kit.area = (random, o = {}) =>
    part("area", {
      placeholder: o.placeholder,
      disabled: o.disabled,
      width: widthOf(o.style, 240),
      look: fieldLook(random),
    });
  kit.spin = (random, o = {}) =>
    part("spin", {
      value: random.int(0, 999),
      disabled: o.disabled,
      width: random.int(80, 140),
      look: fieldLook(random),
    });
  kit.select = (random, choices, o = {}) =>
    part("select", { choices: choices.map(plain), disabled: o.disabled, look: fieldLook(random) });
  for (const type of /** @type {const} */ (["check", "radio", "switch"]))
    kit[type] = (_random, label, o = {}) =>
      part(type, { label: plain(label), on: Boolean(o.on), disabled: Boolean(o.disabled) });
  kit.slider = (random, o = {}) =>
    part(
      "slider",
      { value: random.int(0, 100), width: o.width ?? random.int(80, 280), disabled: o.disabled },
      "display:inline-block;padding:0 8px",
    );
  kit.tabs = (random, given, active) =>
    given.some((label) => label.includes("data-m="))
      ? Kit.prototype.tabs.call(kit, random, given, active)
      : part(
          "tabs",
          { labels: given, active, look: random.pick(looks) },
          "display:block;max-width:100%;overflow:hidden;flex-shrink:0",
        );
  kit.pager = (random, count) => part("pager", { count, look: random.pick(looks) });
  kit.progress = (random) => part("progress", { value: random.int(5, 95) });
  kit.menu = (w) => {
    const count = w.random.int(4, 9);
    return part("menu", {
      labels: labels(w, count),
      active: w.random.int(0, count - 1),
      disabled: w.random.int(0, count * 2),
    });
  };
  kit.extra = (w) => {
    const { random } = w;
    const count = random.int(3, 6);
    const common = {
      labels: labels(w, count),
      active: random.int(0, count - 1),
      on: random.chance(0.5),
      look: random.pick(looks),
      danger: random.chance(0.5),
    };
    const rows = random.times(random.int(3, 8), () =>
      random.times(count, () => w.texts.words(random.int(1, 2))),
    );
    const notes = random.chance(0.4) ? random.times(count, () => w.texts.words(4)) : undefined;
    const name = random.pick(["chips", "segments", "list", "tree", "tree", "accordion", "table", "table"]);
    return part(
      name,
      { ...common, rows, notes, text: w.texts.sentence() },
      "display:block;max-width:100%;overflow:hidden",
    );
  };
  return kit;
}

/** Boolean attribute. @param {string} name @param {unknown} on */
const flag = (name, on) => (on ? name : "");

function shoelace() {
  const kit = new Kit({ name: "shoelace", bundle: "shoelace" });
  const size = (/** @type {Rng} */ random) => ["small", "medium", "medium", "large"][random.seedPick % 4];
  kit.button = (random, inner, o = {}) =>
    `<sl-button ${mark(o.role ?? "button", { ...o.states, disabled: Boolean(o.disabled) })} variant="${random.pick(["default", "default", "primary", "success", "neutral", "warning", "danger", "text"])}" size="${o.small ? "small" : size(random)}" ${flag("outline", random.chance(0.15))} ${flag("pill", random.seedPick % 5 === 0)} ${flag("disabled", o.disabled)}>${inner}</sl-button>`;
  kit.input = (random, o = {}) =>
    `<sl-input ${mark("textbox", { disabled: Boolean(o.disabled) })} data-parts="[part~=base]" size="${size(random)}" placeholder="${o.placeholder ?? ""}" value="${o.value ?? ""}" type="${o.type ?? "text"}" ${flag("filled", random.seedPick % 3 === 0)} ${flag("disabled", o.disabled)} style="display:inline-block;${o.style ?? ""}"></sl-input>`;
  kit.area = (random, o = {}) =>
    `<sl-textarea ${mark("textbox", { disabled: Boolean(o.disabled) })} data-parts="[part~=base]" size="${size(random)}" placeholder="${o.placeholder ?? ""}" ${flag("disabled", o.disabled)} style="${o.style ?? ""}"></sl-textarea>`;
  kit.select = (random, choices, o = {}) =>
    `<sl-select ${mark("combobox", { expanded: false, disabled: Boolean(o.disabled) })} data-parts="[part~=combobox]" size="${size(random)}" value="v" ${flag("disabled", o.disabled)} style="display:inline-block;width:${random.int(110, 220)}px"><sl-option value="v">${choices[0]}</sl-option></sl-select>`;
  for (const [type, role] of /** @type {const} */ ([
    ["check", "checkbox"],
    ["radio", "radio"],
    ["switch", "switch"],
  ]))
    kit[type] = (random, label, o = {}) =>
      `<sl-${role} ${mark(role, { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in="[part~=control],[part~=thumb]" size="${size(random)}" ${role === "radio" ? (o.on ? 'class="g-on"' : "") : flag("checked", o.on)} ${flag("disabled", o.disabled)}>${label}</sl-${role}>`;
  kit.slider = (random, o = {}) =>
    `<sl-range ${mark("slider", { disabled: Boolean(o.disabled) })} data-parts="[part~=input]" data-tall="20" value="${random.int(0, 100)}" tooltip="none" ${flag("disabled", o.disabled)} style="display:inline-block;width:${o.width ?? random.int(80, 280)}px"></sl-range>`;
  kit.tabs = (_random, labels, active) =>
    `<sl-tab-group no-scroll-controls style="flex-shrink:0">${labels.map((label, index) => `<sl-tab slot="nav" panel="p${index}" ${flag("active", index === active)} ${mark("tab", { selected: index === active })}>${label}</sl-tab>`).join("")}</sl-tab-group>`;
  kit.menu = (w) =>
    `<sl-menu style="max-width:220px">${w.random.repeat(w.random.int(4, 9), () => {
      const disabled = w.random.chance(0.1);
      const checks = w.random.chance(0.2);
      const checked = w.random.chance(0.5);
      return `<sl-menu-item ${checks ? 'type="checkbox"' : ""} ${flag("checked", checks && checked)} ${mark("menuitem", { disabled, checked: checks ? checked : undefined })} ${flag("disabled", disabled)}>${w.label()}</sl-menu-item>`;
    })}</sl-menu>`;
  kit.extra = (w) => {
    const { random } = w;
    const leaf = () =>
      `<sl-tree-item ${mark("treeitem")} data-own-parts="[part~=item]">${w.label()}</sl-tree-item>`;
    const branch = () => {
      const expanded = random.chance(0.6);
      return `<sl-tree-item ${mark("treeitem", { expanded })} data-own-parts="[part~=item]" ${flag("expanded", expanded)}>${w.label()}${random.repeat(random.int(1, 4), leaf)}</sl-tree-item>`;
    };
    return random.weighted([
      [3, () => `<sl-tree>${random.repeat(random.int(2, 5), branch)}${leaf()}</sl-tree>`],
      [
        1,
        () =>
          random.repeat(
            3,
            (index) =>
              `<sl-details summary="${w.label()}" ${flag("open", index === 1)} data-open="${index === 1}">${w.texts.sentence()}</sl-details>`,
          ),
      ],
      [
        1,
        () =>
          `<sl-button-group>${random.repeat(random.int(2, 4), () => kit.button(random, w.label()))}</sl-button-group>`,
      ],
      [1, () => random.repeat(random.int(2, 5), () => `<sl-tag size="small">${w.label()}</sl-tag>`, " ")],
      [1, () => `<sl-progress-bar value="${random.int(5, 95)}"></sl-progress-bar>`],
    ])();
  };
  return kit;
}

function fluent() {
  const kit = new Kit({ name: "fluent", bundle: "fluent" });
  kit.button = (random, inner, o = {}) =>
    `<fluent-button ${mark(o.role ?? "button", { ...o.states, disabled: Boolean(o.disabled) })} appearance="${random.pick(["neutral", "neutral", "accent", "outline", "stealth", "lightweight"])}" ${flag("disabled", o.disabled)}>${inner}</fluent-button>`;
  const field =
    (/** @type {string} */ tag, /** @type {string} */ role) =>
    (/** @type {Rng} */ random, /** @type {import("./kit.js").FieldOptions} */ o = {}) =>
      `<fluent-${tag} ${mark(role, { disabled: Boolean(o.disabled) })} data-parts="[part~=root],[part~=control]" placeholder="${o.placeholder ?? ""}" value="${o.value ?? (role === "spinbutton" ? random.int(0, 300) : "")}" appearance="${["outline", "filled"][random.seedPick % 2]}" ${flag("disabled", o.disabled)} style="${role === "spinbutton" ? `width:${random.int(80, 130)}px` : (o.style ?? "")}"></fluent-${tag}>`;
  kit.input = field("text-field", "textbox");
  kit.area = field("text-area", "textbox");
  kit.spin = field("number-field", "spinbutton");
  kit.select = (random, choices, o = {}) =>
    `<fluent-select ${mark("combobox", { expanded: false, disabled: Boolean(o.disabled) })} ${flag("disabled", o.disabled)} style="min-width:${random.int(90, 200)}px">${choices.map((choice) => `<fluent-option>${choice}</fluent-option>`).join("")}</fluent-select>`;
  kit.check = (_random, label, o = {}) =>
    `<fluent-checkbox ${mark("checkbox", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in="[part~=control]" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}>${label}</fluent-checkbox>`;
  kit.radio = (_random, label, o = {}) =>
    `<fluent-radio ${mark("radio", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in="[part~=control]" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}>${label}</fluent-radio>`;
  kit.switch = (_random, label, o = {}) =>
    `<fluent-switch ${mark("switch", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in="[part~=switch]" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}>${label}</fluent-switch>`;
  kit.slider = (random, o = {}) =>
    `<fluent-slider ${mark("slider", { disabled: Boolean(o.disabled) })} data-parts="[part~=track-container],[part~=thumb-container]" min="0" max="100" value="${random.int(0, 100)}" ${flag("disabled", o.disabled)} style="display:inline-grid;width:${o.width ?? random.int(100, 280)}px;min-width:0"></fluent-slider>`;
  kit.tabs = (random, labels, active) => {
    const id = random.id();
    return `<fluent-tabs activeid="${id}-${active}" style="flex-shrink:0;overflow:hidden">${labels.map((label, index) => `<fluent-tab id="${id}-${index}" ${mark("tab", { selected: index === active })}>${label}</fluent-tab>`).join("")}</fluent-tabs>`;
  };
  kit.menu = (w) =>
    `<fluent-menu>${w.random.repeat(w.random.int(4, 9), () => {
      const disabled = w.random.chance(0.1);
      return `<fluent-menu-item ${mark("menuitem", { disabled })} ${flag("disabled", disabled)}>${w.label()}</fluent-menu-item>`;
    })}</fluent-menu>`;
  kit.extra = (w) => {
    const { random } = w;
    const leaf = () =>
      `<fluent-tree-item ${mark("treeitem")} data-own-parts=".positioning-region">${w.label()}</fluent-tree-item>`;
    const branch = () => {
      const expanded = random.chance(0.6);
      return `<fluent-tree-item ${mark("treeitem", { expanded })} data-own-parts=".positioning-region" ${flag("expanded", expanded)}>${w.label()}${random.repeat(random.int(1, 3), leaf)}</fluent-tree-item>`;
    };
    const count = random.int(3, 7);
    const current = random.int(0, count - 1);
    return random.weighted([
      [3, () => `<fluent-tree-view>${random.repeat(random.int(2, 4), branch)}${leaf()}</fluent-tree-view>`],
      [
        2,
        () =>
          `<fluent-listbox style="width:200px">${random.repeat(count, (index) => `<fluent-option ${flag("selected", index === current)} ${mark("listitem", { selected: index === current })}>${w.label()}</fluent-option>`)}</fluent-listbox>`,
      ],
      [1, () => `<fluent-progress value="${random.int(5, 95)}" style="width:200px"></fluent-progress>`],
      [
        1,
        () =>
          random.repeat(
            3,
            () =>
              `<fluent-anchor ${mark("link")} appearance="hypertext" href="#">${w.label()}</fluent-anchor>`,
            " ",
          ),
      ],
    ])();
  };
  return kit;
}

function carbon() {
  const kit = new Kit({ name: "carbon", bundle: "carbon" });
  const size = (/** @type {Rng} */ random) => ["sm", "md", "md", "lg"][random.seedPick % 4];
  kit.button = (random, inner, o = {}) =>
    `<cds-button ${mark(o.role ?? "button", { ...o.states, disabled: Boolean(o.disabled) })} kind="${random.pick(["primary", "secondary", "tertiary", "ghost", "danger"])}" size="${o.small ? "sm" : size(random)}" ${flag("disabled", o.disabled)}>${inner}</cds-button>`;
  kit.input = (random, o = {}) =>
    `<cds-text-input ${mark("textbox", { disabled: Boolean(o.disabled) })} data-parts="input" hide-label size="${size(random)}" placeholder="${o.placeholder ?? ""}" value="${o.value ?? ""}" ${flag("disabled", o.disabled)} style="display:inline-block;${o.style ?? ""}"></cds-text-input>`;
  kit.area = (_random, o = {}) =>
    `<cds-textarea ${mark("textbox", { disabled: Boolean(o.disabled) })} data-parts="textarea" hide-label rows="3" placeholder="${o.placeholder ?? ""}" ${flag("disabled", o.disabled)} style="display:inline-block;${o.style ?? ""}"></cds-textarea>`;
  kit.spin = (random, o = {}) =>
    `<cds-number-input ${mark("spinbutton", { disabled: Boolean(o.disabled) })} data-parts=".cds--number__input-wrapper" hide-label size="${size(random)}" value="${random.int(0, 100)}" ${flag("disabled", o.disabled)} style="display:inline-block;width:${random.int(140, 180)}px"></cds-number-input>`;
  kit.select = (random, choices, o = {}) =>
    `<cds-select ${mark("combobox", { expanded: false, disabled: Boolean(o.disabled) })} data-parts="select" value="0" hide-label size="${size(random)}" ${flag("disabled", o.disabled)} style="display:inline-block;width:${random.int(110, 220)}px">${choices.map((choice, index) => `<cds-select-item value="${index}" label="${choice}">${choice}</cds-select-item>`).join("")}</cds-select>`;
  kit.check = (_random, label, o = {}) =>
    `<cds-checkbox ${mark("checkbox", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".cds--checkbox-label" data-ctl-rect="3,2,16,16" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}>${label}</cds-checkbox>`;
  kit.radio = (random, label, o = {}) =>
    `<cds-radio-button ${mark("radio", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".cds--radio-button__appearance" name="${o.group ?? random.id()}" value="${random.id()}" label-text="${plain(label)}" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}></cds-radio-button>`;
  kit.switch = (_random, label, o = {}) =>
    `<span ${mark("switch", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".cds--toggle__switch" class="g-lab"><cds-toggle size="sm" hide-label label-a=" " label-b=" " ${flag("toggled", o.on)} ${flag("disabled", o.disabled)}></cds-toggle>${label ? `<span>${label}</span>` : ""}</span>`;
  kit.tabs = (_random, labels, active) =>
    `<cds-tabs value="t${active}" style="flex-shrink:0;overflow:hidden">${labels.map((label, index) => `<cds-tab value="t${index}" ${flag("selected", index === active)} ${mark("tab", { selected: index === active })}>${label}</cds-tab>`).join("")}</cds-tabs>`;
  kit.extra = (w) => {
    const { random } = w;
    const count = random.int(3, 5);
    const open = random.int(0, count - 1);
    return random.weighted([
      [
        1,
        () =>
          `<cds-search ${mark("textbox")} data-parts="input" size="sm" placeholder="${w.label()}" style="width:260px"></cds-search>`,
      ],
      [
        1,
        () =>
          `<cds-content-switcher value="s${open}">${random.repeat(count, (index) => `<cds-content-switcher-item value="s${index}" ${mark("button", { checked: index === open })}>${w.label()}</cds-content-switcher-item>`)}</cds-content-switcher>`,
      ],
      [1, () => random.repeat(3, () => `<cds-link ${mark("link")} href="#">${w.label()}</cds-link>`, " ")],
      [
        1,
        () =>
          random.repeat(
            4,
            () =>
              `<cds-tag size="sm" type="${random.pick(["red", "blue", "green", "gray"])}">${w.label()}</cds-tag>`,
            " ",
          ),
      ],
    ])();
  };
  return kit;
}

function materialWeb() {
  const kit = new Kit({ name: "material-web", bundle: "material-web" });
  const style = (/** @type {Rng} */ random) => ["outlined", "filled"][random.seedPick % 2];
  kit.button = (random, inner, o = {}) => {
    const tag = plain(inner)
      ? `md-${random.pick(["filled", "outlined", "text", "elevated", "filled-tonal"])}-button`
      : `md-${random.pick(["", "filled-", "outlined-"])}icon-button`;
    const body = plain(inner) ? plain(inner).replace(/</g, "&lt;") : inner;
    return `<${tag} ${mark(o.role ?? "button", { ...o.states, disabled: Boolean(o.disabled) })} ${flag("disabled", o.disabled)}>${body}</${tag}>`;
  };
  kit.input = (random, o = {}) =>
    `<md-${style(random)}-text-field ${mark("textbox", { disabled: Boolean(o.disabled) })} placeholder="${o.placeholder ?? ""}" value="${o.value ?? ""}" type="${o.type ?? "text"}" ${flag("disabled", o.disabled)} style="${o.style ?? ""};--md-outlined-text-field-top-space:8px;--md-outlined-text-field-bottom-space:8px"></md-${style(random)}-text-field>`;
  kit.area = (random, o = {}) =>
    `<md-${style(random)}-text-field type="textarea" rows="3" ${mark("textbox", { disabled: Boolean(o.disabled) })} placeholder="${o.placeholder ?? ""}" ${flag("disabled", o.disabled)} style="${o.style ?? ""}"></md-${style(random)}-text-field>`;
  kit.select = (random, choices, o = {}) =>
    `<md-${style(random)}-select ${mark("combobox", { expanded: false, disabled: Boolean(o.disabled) })} ${flag("disabled", o.disabled)} style="min-width:${random.int(120, 200)}px">${choices.map((choice, index) => `<md-select-option value="${index}" ${index === 0 ? "selected" : ""}><div slot="headline">${choice}</div></md-select-option>`).join("")}</md-${style(random)}-select>`;
  for (const [type, role] of /** @type {const} */ ([
    ["check", "checkbox"],
    ["radio", "radio"],
    ["switch", "switch"],
  ]))
    kit[type] = (random, label, o = {}) =>
      `<label class="g-lab" ${mark(role, { checked: Boolean(o.on), disabled: Boolean(o.disabled) })}><md-${role} data-ctl touch-target="wrapper" name="${o.group ?? random.id()}" ${flag(role === "switch" ? "selected" : "checked", o.on)} ${flag("disabled", o.disabled)} style="margin:2px"></md-${role}>${label ? `<span>${label}</span>` : ""}</label>`;
  kit.slider = (random, o = {}) =>
    `<md-slider ${mark("slider", { disabled: Boolean(o.disabled) })} data-tall="20" value="${random.int(0, 100)}" ${flag("disabled", o.disabled)} style="width:${o.width ?? random.int(120, 280)}px;min-width:0"></md-slider>`;
  kit.tabs = (random, labels, active) => {
    const tag = ["md-primary-tab", "md-secondary-tab"][random.seedPick % 2];
    return `<md-tabs active-tab-index="${active}" style="flex-shrink:0;overflow:hidden">${labels.map((label, index) => `<${tag} ${flag("active", index === active)} ${mark("tab", { selected: index === active })}>${plain(label)}</${tag}>`).join("")}</md-tabs>`;
  };
  kit.extra = (w) => {
    const { random } = w;
    const count = random.int(3, 6);
    return random.weighted([
      [
        2,
        () =>
          `<md-chip-set>${random.repeat(count, () => `<md-${random.pick(["assist", "filter", "suggestion"])}-chip ${mark("button")} label="${w.label()}"></md-assist-chip>`)}</md-chip-set>`,
      ],
      [
        2,
        () =>
          `<md-list style="width:260px">${random.repeat(count, () => `<md-list-item type="button" ${mark("listitem")}>${w.label()}${random.chance(0.5) ? `<div slot="supporting-text">${w.texts.words(4)}</div>` : ""}</md-list-item>`)}</md-list>`,
      ],
      [
        1,
        () =>
          `<md-linear-progress value="${random.float().toFixed(2)}" style="width:200px"></md-linear-progress>`,
      ],
    ])();
  };
  return kit;
}

function ui5() {
  const kit = new Kit({ name: "ui5", bundle: "ui5" });
  kit.button = (random, inner, o = {}) =>
    `<ui5-button ${mark(o.role ?? "button", { ...o.states, disabled: Boolean(o.disabled) })} design="${random.pick(["Default", "Default", "Emphasized", "Positive", "Negative", "Transparent"])}" ${flag("disabled", o.disabled)}>${inner}</ui5-button>`;
  kit.input = (_random, o = {}) =>
    `<ui5-input ${mark("textbox", { disabled: Boolean(o.disabled) })} placeholder="${o.placeholder ?? ""}" value="${o.value ?? ""}" ${flag("disabled", o.disabled)} style="${o.style ?? ""};min-width:0"></ui5-input>`;
  kit.area = (_random, o = {}) =>
    `<ui5-textarea ${mark("textbox", { disabled: Boolean(o.disabled) })} rows="3" placeholder="${o.placeholder ?? ""}" ${flag("disabled", o.disabled)} style="${o.style ?? ""}"></ui5-textarea>`;
  kit.select = (random, choices, o = {}) =>
    `<ui5-select ${mark("combobox", { expanded: false, disabled: Boolean(o.disabled) })} ${flag("disabled", o.disabled)} style="width:${random.int(110, 200)}px">${choices.map((choice) => `<ui5-option>${choice}</ui5-option>`).join("")}</ui5-select>`;
  kit.check = (_random, label, o = {}) =>
    `<ui5-checkbox ${mark("checkbox", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".ui5-checkbox-inner" text="${plain(label)}" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}></ui5-checkbox>`;
  kit.radio = (random, label, o = {}) =>
    `<ui5-radio-button ${mark("radio", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".ui5-radio-svg" name="${o.group ?? random.id()}" text="${plain(label)}" ${flag("checked", o.on)} ${flag("disabled", o.disabled)}></ui5-radio-button>`;
  kit.switch = (_random, label, o = {}) =>
    `<span class="g-lab" ${mark("switch", { checked: Boolean(o.on), disabled: Boolean(o.disabled) })} data-ctl-in=".ui5-switch-track"><ui5-switch ${flag("checked", o.on)} ${flag("disabled", o.disabled)}></ui5-switch>${label ? `<span>${label}</span>` : ""}</span>`;
  kit.slider = (random, o = {}) =>
    `<ui5-slider data-tall="26" ${mark("slider", { disabled: Boolean(o.disabled) })} value="${random.int(0, 100)}" ${flag("disabled", o.disabled)} style="display:inline-block;width:${o.width ?? random.int(120, 280)}px"></ui5-slider>`;
  kit.tabs = (_random, labels, active) =>
    `<ui5-tabcontainer style="flex-shrink:0">${labels.map((label, index) => `<ui5-tab text="${plain(label)}" ${flag("selected", index === active)}></ui5-tab>`).join("")}</ui5-tabcontainer>`;
  kit.extra = (w) => {
    const { random } = w;
    const count = random.int(3, 6);
    const open = random.int(0, count - 1);
    return random.weighted([
      [
        2,
        () =>
          `<ui5-list style="width:260px">${random.repeat(count, (index) => `<ui5-li ${mark("listitem", { selected: false })} ${index ? "" : ""}>${w.label()}</ui5-li>`)}</ui5-list>`,
      ],
      [
        1,
        () =>
          `<ui5-segmented-button>${random.repeat(count, (index) => `<ui5-segmented-button-item ${flag("selected", index === open)} ${mark("button", { checked: index === open })}>${w.label()}</ui5-segmented-button-item>`)}</ui5-segmented-button>`,
      ],
    ])();
  };
  return kit;
}

/** @returns {Kit[]} every kit of components, held-out ones included */
export function componentKits() {
  return [
    reactKit("mui", ["contained", "outlined", "text", "contained"], ["outlined", "filled", "standard"]),
    reactKit(
      "antd",
      ["default", "default", "primary", "dashed", "text", "link"],
      ["outlined", "outlined", "dashed"],
    ),
    reactKit("mantine", ["filled", "light", "outline", "subtle", "default"], ["default", "filled"]),
    shoelace(),
    fluent(),
    carbon(),
    materialWeb(),
    ui5(),
  ];
}
