// @ts-check
/** The controls that every kit offers, in plain HTML; kits override what they draw differently. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** URL of a file of an installed package. @param {string} file */
export function packageUrl(file) {
  const [first = "", second = ""] = file.split("/");
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  // Resolved through the folder, since packages with "exports" hide their style sheets from resolve().
  for (const folder of require.resolve.paths(name) ?? [])
    if (existsSync(`${folder}/${name}`)) return pathToFileURL(`${folder}/${file}`).href;
  throw new Error(`npm package ${name} is not installed; run npm ci in models/training`);
}

/**
 * Marks an element as one of the classes.
 * @param {string} role @param {Record<string, boolean | undefined>} [states]
 */
export function mark(role, states = {}) {
  const pairs = Object.entries(states)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value ? 1 : 0}`);
  return `data-m="${role}"${pairs.length ? ` data-s="${pairs.join(" ")}"` : ""}`;
}

/**
 * @typedef {{ style?: string, cls?: string, small?: boolean, disabled?: boolean, pressed?: boolean, role?: string, states?: Record<string, boolean | undefined> }} ButtonOptions
 * @typedef {{ style?: string, placeholder?: string, value?: string, type?: string, disabled?: boolean }} FieldOptions
 * @typedef {{ on?: boolean, disabled?: boolean, group?: string }} CheckOptions
 */

export class Kit {
  /** @param {Partial<Kit> & { name: string }} options */
  constructor(options) {
    this.name = "";
    /** Style sheets, as URLs. @type {string[]} */
    this.css = [];
    /** Name of the bundle of a kit whose controls are components. @type {string | undefined} */
    this.bundle = undefined;
    /** A further block only this kit has, such as its own menu or tree. @type {((w: import("./widgets.js").Widgets) => string) | undefined} */
    this.extra = undefined;
    /** The kit's own open menu. @type {((w: import("./widgets.js").Widgets) => string) | undefined} */
    this.menu = undefined;
    this.dark = false;
    /** Draws everything from the random theme of the page. */
    this.own = false;
    /** Frames windows like a desktop of its own. */
    this.desktop = false;
    this.htmlAttributes = "";
    this.bodyClass = "";
    this.buttonClasses = [""];
    this.smallButton = "";
    this.inputClass = "";
    this.selectClass = "";
    this.areaClass = "";
    this.cardClass = "g-card";
    this.tableClass = "";
    this.linkClass = "";
    this.menuClass = "";
    Object.assign(this, options);
  }

  /** @param {import("./rng.js").Rng} random @param {string} inner @param {ButtonOptions} [options] */
  button(random, inner, options = {}) {
    const classes = [
      random.pick(this.buttonClasses),
      options.small ? this.smallButton : "",
      options.cls ?? "",
    ];
    const states = {
      ...options.states,
      ...(options.pressed === undefined ? {} : { checked: options.pressed }),
    };
    return `<button type="button" class="g-btn ${classes.join(" ")}" ${mark(options.role ?? "button", states)} style="${options.style ?? ""}" ${options.disabled ? "disabled" : ""}>${inner}</button>`;
  }

  /** @param {import("./rng.js").Rng} _random @param {FieldOptions} [options] */
  input(_random, options = {}) {
    return `<input type="${options.type ?? "text"}" class="g-in ${this.inputClass}" ${mark("textbox")} placeholder="${options.placeholder ?? ""}" value="${options.value ?? ""}" style="${options.style ?? ""}" ${options.disabled ? "disabled" : ""}>`;
  }

  /** @param {import("./rng.js").Rng} random @param {FieldOptions} [options] */
  spin(random, options = {}) {
    return `<input type="number" class="g-in ${random.chance(0.6) ? "g-arrows" : ""} ${this.inputClass}" ${mark("spinbutton")} value="${options.value ?? random.int(0, 999)}" style="width:${random.int(56, 130)}px;${options.style ?? ""}" ${options.disabled ? "disabled" : ""}>`;
  }

  /** @param {import("./rng.js").Rng} random @param {FieldOptions} [options] */
  area(random, options = {}) {
    return `<textarea class="g-in ${this.areaClass || this.inputClass}" ${mark("textbox")} rows="${random.int(2, 6)}" style="${options.style ?? "width:100%"}" placeholder="${options.placeholder ?? ""}" ${options.disabled ? "disabled" : ""}>${options.value ?? ""}</textarea>`;
  }

  /** @param {import("./rng.js").Rng} _random @param {string[]} choices @param {FieldOptions} [options] */
  select(_random, choices, options = {}) {
    return `<select class="g-in ${this.selectClass}" ${mark("combobox")} style="${options.style ?? ""}" ${options.disabled ? "disabled" : ""}>${choices.map((choice) => `<option>${choice}</option>`).join("")}</select>`;
  }

  /** @param {import("./rng.js").Rng} random @param {string} label @param {CheckOptions} [options] */
  check(random, label, options = {}) {
    return nativeCheck("checkbox", random, label, options);
  }

  /** @param {import("./rng.js").Rng} random @param {string} label @param {CheckOptions} [options] */
  radio(random, label, options = {}) {
    return nativeCheck("radio", random, label, options);
  }

  /** @param {import("./rng.js").Rng} random @param {string} label @param {CheckOptions} [options] */
  switch(random, label, options = {}) {
    const on = Boolean(options.on);
    const control = `<span class="g-sw ${on ? "on" : ""} ${options.disabled ? "off" : ""}" data-ctl><i></i></span>`;
    const text = label ? `<span>${label}</span>` : "";
    return `<label class="g-lab" ${mark("switch", { checked: on, disabled: Boolean(options.disabled) })}>${random.chance(0.7) ? control + text : text + control}</label>`;
  }

  /** @param {import("./rng.js").Rng} random @param {{ width?: number, disabled?: boolean, vertical?: boolean }} [options] */
  slider(random, options = {}) {
    const width = options.width ?? random.int(70, 280);
    const value = random.int(0, 100);
    if (random.chance(0.35))
      return `<input type="range" class="g-range" ${mark("slider")} value="${value}" style="width:${width}px" ${options.disabled ? "disabled" : ""}>`;
    return `<span class="g-sl" ${mark("slider")} data-parts="u,b,i" style="width:${width}px"><u></u><b style="width:${value}%"></b><i style="left:calc(${value}% - ${(value / 100) * 14}px)"></i></span>`;
  }

  /** @param {import("./rng.js").Rng} _random @param {string[]} labels @param {number} active */
  tabs(_random, labels, active) {
    return `<div class="g-tabs">${labels.map((label, index) => `<span class="g-tab ${index === active ? "act" : ""}" ${mark("tab", { selected: index === active })}>${label}</span>`).join("")}</div>`;
  }

  /** @param {import("./rng.js").Rng} random @param {number} count */
  pager(random, count) {
    return `<div class="g-row">${random.repeat(count, (index) => this.button(random, String(index + 1), { small: true, style: "min-width:0" }))}</div>`;
  }

  /** @param {import("./rng.js").Rng} random */
  progress(random) {
    return `<div class="g-prog"><i style="width:${random.int(5, 95)}%"></i></div>`;
  }
}

/**
 * A native check box or radio button within its label.
 * @param {"checkbox" | "radio"} type @param {import("./rng.js").Rng} random @param {string} label
 * @param {CheckOptions} options
 */
function nativeCheck(type, random, label, options) {
  const control = `<input type="${type}" class="g-check" name="${options.group ?? random.id()}" data-ctl ${options.on ? "checked" : ""} ${options.disabled ? "disabled" : ""}>`;
  return `<label class="g-lab" ${mark(type)}>${control}${label ? `<span>${label}</span>` : ""}</label>`;
}

/**
 * The form of many kits: a wrapper with an input and a label that points to it.
 * @param {"checkbox" | "radio"} type @param {string} role @param {string} wrapClass @param {string} inputClass
 * @param {string} labelClass @param {string} [before] `data-ctl` of the label where its ::before draws the control
 */
export function labelled(type, role, wrapClass, inputClass, labelClass, before) {
  /** @param {import("./rng.js").Rng} random @param {string} label @param {CheckOptions} [options] */
  return (random, label, options = {}) => {
    const id = random.id();
    const drawn = before === undefined ? "" : `data-ctl="before" ${before}`;
    return `<div class="${wrapClass}" ${mark(role)}><input class="${inputClass}" type="${type}" id="${id}" name="${options.group ?? id}" ${before === undefined ? "data-ctl" : ""} ${options.on ? "checked" : ""} ${options.disabled ? "disabled" : ""}><label class="${labelClass}" for="${id}" ${drawn}>${label}</label></div>`;
  };
}

/**
 * The form of other kits: a label around a hidden input and an element that draws the control.
 * @param {"checkbox" | "radio"} type @param {string} role @param {string} labelClass @param {string} inputClass
 * @param {(label: string) => string} drawn HTML behind the input; holds `data-ctl`
 */
export function wrapped(type, role, labelClass, inputClass, drawn) {
  /** @param {import("./rng.js").Rng} random @param {string} label @param {CheckOptions} [options] */
  return (random, label, options = {}) =>
    `<label class="${labelClass}" ${mark(role)}><input type="${type}" class="${inputClass}" name="${options.group ?? random.id()}" ${options.on ? "checked" : ""} ${options.disabled ? "disabled" : ""}>${drawn(label)}</label>`;
}
