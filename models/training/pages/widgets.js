// @ts-check
/** Builds the controls of a page as marked HTML, in the look of one kit, one theme and one icon set. */
import { APP_ICONS, WALLPAPERS } from "./assets.js";
import { COLOUR_SETS, COMMON, iconSet, svgOf } from "./icons.js";
import { mark } from "./kit.js";
import { Theme } from "./theme.js";
import { Texts } from "./vocabulary.js";

/** @typedef {{ size?: number, pad?: number, colour?: boolean, flat?: boolean, framed?: boolean, style?: string, toggle?: boolean }} IconButtonOptions */

export class Widgets {
  /**
   * @param {import("./rng.js").Rng} random @param {import("./kit.js").Kit} kit
   * @param {string} set name of the icon set @param {number} width @param {number} height CSS pixels of the screen
   */
  constructor(random, kit, set, width, height) {
    this.random = random;
    this.kit = kit;
    this.width = width;
    this.height = height;
    this.theme = new Theme(random, kit);
    this.texts = new Texts(random);
    this.icons = iconSet(set);
    this.iconStyle = random.int(0, 3);
    /** One theme of coloured tool bar icons, on some pages. */
    this.toolIcons = APP_ICONS.length && random.chance(0.25) ? random.pick(APP_ICONS) : undefined;
    /** Phones have no room for side bars. */
    this.narrow = width < 500;
    /** How many times more it takes to fill this screen than a small one. */
    this.fill = Math.max(1, Math.min(5, ((width * height) / (1280 * 800)) * (13 / this.theme.fontSize)));
    this.iconPad = this.theme.dense ? random.pick([1, 2, 3]) : random.pick([2, 3, 4, 6, 8]);
  }

  /** A label, escaped. */
  label() {
    return this.texts.label();
  }

  /** An icon of the page's set. @param {string} [meaning] */
  icon(meaning, size = this.theme.iconSize, style = "") {
    const { random, icons } = this;
    const wanted = meaning ?? (random.chance(0.8) ? random.pick(COMMON) : "");
    return svgOf(icons.find(wanted, this.iconStyle) ?? random.pick(icons.icons), size, style);
  }

  /** A coloured picture of an application, file or thing. */
  appIcon(size = 32) {
    const { random } = this;
    if (APP_ICONS.length && random.chance(0.6)) {
      const file = random.pick(random.pick(APP_ICONS));
      return `<img src="file://${file}" width="${size}" height="${size}" alt="" data-picture>`;
    }
    return svgOf(random.pick(iconSet(random.pick(COLOUR_SETS)).icons), size);
  }

  /** @param {string | undefined} meaning */
  toolIcon(meaning, size = this.theme.iconSize) {
    if (!this.toolIcons) return this.icon(meaning, size);
    return `<img src="file://${this.random.pick(this.toolIcons)}" width="${size}" height="${size}" alt="" data-picture>`;
  }

  /** @param {import("./kit.js").ButtonOptions & { text?: string, icon?: boolean }} [options] */
  button(options = {}) {
    const { random } = this;
    const text = options.text ?? this.label();
    const withIcon = options.icon ?? random.chance(0.2);
    const picture = withIcon ? this.icon(undefined, this.theme.iconSize, "vertical-align:middle") : "";
    const inner = withIcon ? (random.chance(0.8) ? `${picture} ${text}` : `${text} ${picture}`) : text;
    return this.kit.button(random, inner, { disabled: random.chance(0.08), ...options });
  }

  /** @param {string} [meaning] @param {IconButtonOptions} [options] */
  iconButton(meaning, options = {}) {
    const { random, kit } = this;
    const size = options.size ?? this.theme.iconSize;
    const pad = options.pad ?? this.iconPad;
    const inner = options.colour ? this.appIcon(size) : this.toolIcon(meaning, size);
    const disabled = random.chance(0.06);
    const toggled = options.toggle ? random.chance(0.35) : undefined;
    if (!kit.own && !options.flat && random.chance(0.4))
      return kit.button(random, inner, { disabled, style: `padding:${pad}px;min-width:0;line-height:1;` });
    const classes = `g-ib ${options.framed ? "fr" : ""} ${toggled ? "on" : ""} ${disabled ? "g-dis" : ""}`;
    return `<span class="${classes}" ${mark("button", { disabled, checked: toggled })} style="padding:${pad}px;${options.style ?? ""}">${inner}</span>`;
  }

  /** @param {import("./kit.js").FieldOptions} [options] */
  input(options = {}) {
    const { random, texts } = this;
    return this.kit.input(random, {
      placeholder: random.chance(0.6) ? this.label() : "",
      value: random.chance(0.5) ? texts.words(random.int(1, 3)) : "",
      type: random.chance(0.1) ? "password" : "text",
      disabled: random.chance(0.06),
      ...options,
      style: `width:${random.int(80, 320)}px;max-width:100%;${options.style ?? ""}`,
    });
  }

  area() {
    const { random } = this;
    return this.kit.area(random, {
      placeholder: this.label(),
      style: `width:${random.int(150, 400)}px;max-width:100%`,
    });
  }

  /** A drop-down list. @param {{ style?: string, open?: boolean }} [options] */
  select(options = {}) {
    const { random, kit } = this;
    const disabled = random.chance(0.06);
    if (kit.own && random.chance(0.6)) {
      const arrow = this.icon(
        random.pick(["chevron-down", "chevron-down", "sort"]),
        Math.max(8, this.theme.iconSize * 0.7),
      );
      return `<span class="g-in g-combo ${disabled ? "g-dis" : ""}" ${mark("combobox", { disabled, expanded: Boolean(options.open) })} style="width:${random.int(60, 220)}px;${this.fieldStyle()}${options.style ?? ""}"><span class="g-clip">${this.label()}</span>${arrow}</span>`;
    }
    return kit.select(random, this.texts.labels(3), { style: options.style ?? "", disabled });
  }

  /** Inline style of a field that is no native input. */
  fieldStyle() {
    const { theme } = this;
    return theme.kit.own
      ? ""
      : `border:1px solid ${theme.border};padding:2px 8px;background:${theme.dark ? "#222" : "#fff"};`;
  }

  /** A number field with arrows. */
  spin() {
    const { random, kit } = this;
    if (!kit.own || random.chance(0.4)) return kit.spin(random, { disabled: random.chance(0.06) });
    const disabled = random.chance(0.06);
    const unit = random.pick(["", "", "", " px", " %", " pt", "°"]);
    const size = Math.max(7, this.theme.fontSize * 0.6);
    const value = `<span>${random.chance(0.6) ? random.int(0, 500) : (random.float() * 50).toFixed(2)}${unit}</span>`;
    const side = random.chance(0.25)
      ? `<em style="flex-direction:row;gap:6px;align-items:center;padding:0 5px">${this.icon("minus", size * 1.4)}${this.icon("add", size * 1.4)}</em>`
      : `<em>${this.icon("chevron-up", size)}${this.icon("chevron-down", size)}</em>`;
    return `<span class="g-in g-spin ${disabled ? "g-dis" : ""}" ${mark("spinbutton", { disabled })} style="width:${random.int(50, 130)}px">${value}${side}</span>`;
  }

  /** @param {string} [label] */
  check(label) {
    const { random } = this;
    const text = label ?? (random.chance(0.5) ? this.label() : this.texts.words(random.int(2, 5), true));
    return this.kit.check(random, text, { on: random.chance(0.5), disabled: random.chance(0.07) });
  }

  /** A column or row of check boxes. @param {number} [count] */
  checks(count) {
    const { random } = this;
    const layout = random.chance(0.5) ? "g-stack" : "g-row";
    return `<div class="${layout}">${random.repeat(count ?? random.int(2, 6), () => this.check(), " ")}</div>`;
  }

  /** A group of radio buttons. */
  radios() {
    const { random } = this;
    const group = random.id();
    const count = random.int(2, 6);
    const on = random.int(0, count - 1);
    const layout = random.chance(0.5) ? "g-stack" : "g-row";
    const radio = (/** @type {number} */ index) =>
      this.kit.radio(random, this.label(), { on: index === on, group, disabled: random.chance(0.06) });
    return `<div class="${layout}">${random.repeat(count, radio, " ")}</div>`;
  }

  /** @param {string} [label] */
  toggle(label = "") {
    return this.kit.switch(this.random, label, {
      on: this.random.chance(0.5),
      disabled: this.random.chance(0.07),
    });
  }

  /** @param {{ width?: number }} [options] */
  slider(options = {}) {
    return this.kit.slider(this.random, { disabled: this.random.chance(0.04), ...options });
  }

  /** @param {string[]} labels */
  tabs(labels, active = 0) {
    const { random } = this;
    const dressed = labels.map((label) =>
      random.chance(0.15)
        ? `${this.icon(undefined, this.theme.iconSize * 0.8, "vertical-align:middle")} ${label}`
        : label,
    );
    return this.kit.tabs(random, dressed, active);
  }

  /** A small button that closes its tab. */
  closer(size = Math.max(8, this.theme.iconSize * 0.7)) {
    return `<span class="g-ib" ${mark("button")} style="padding:${this.random.int(1, 3)}px">${this.icon("close", size)}</span>`;
  }

  /** @param {string} [text] */
  link(text) {
    const { random } = this;
    const inner = text ?? (random.chance(0.7) ? this.label() : this.texts.words(random.int(1, 4), true));
    return `<a class="${this.kit.linkClass}" ${mark("link")} href="#">${inner}</a>`;
  }

  /** Sentences, some with links. @param {number} count */
  paragraph(count) {
    const { random, texts } = this;
    return random.repeat(
      count,
      () => {
        const sentence = texts.sentence();
        return random.chance(0.12) ? sentence.replace(/\w+ \w+/, (words) => this.link(words)) : sentence;
      },
      " ",
    );
  }

  /** @param {string} inner @param {string} role @param {{ selected?: boolean, style?: string, expanded?: boolean, states?: Record<string, boolean | undefined> }} [options] */
  item(inner, role, options = {}) {
    const states = {
      selected: role === "menuitem" ? undefined : Boolean(options.selected),
      ...options.states,
    };
    return `<div class="g-item ${options.selected ? "sel" : ""}" ${mark(role, states)} style="${options.style ?? ""}">${inner}</div>`;
  }

  /** A picture that is no control. @param {number} width @param {number} height */
  picture(width, height, style = "", attributes = "data-picture") {
    const { random, theme } = this;
    const radius = random.pick([0, 0, theme.radius, 8]);
    const base = `width:${width}px;height:${height}px;display:inline-block;vertical-align:top;flex-shrink:0;border-radius:${radius}px;${style}`;
    const kind = random.int(0, 5);
    if (WALLPAPERS.length && kind < 3)
      return `<span ${attributes} style="${base}background:url('file://${random.pick(WALLPAPERS)}') ${random.int(0, 100)}% ${random.int(0, 100)}%/${random.int(100, 500)}% no-repeat"></span>`;
    const colour = () => `hsl(${random.int(0, 360)} ${random.int(30, 80)}% ${random.int(25, 75)}%)`;
    if (kind === 3) {
      const inner = svgOf(
        random.pick(iconSet(random.pick(COLOUR_SETS)).icons),
        Math.min(width, height) * 0.6,
        "vertical-align:middle",
      );
      return `<span ${attributes} style="${base}background:linear-gradient(${random.int(0, 360)}deg,${colour()},${colour()});text-align:center;line-height:${height}px;overflow:hidden">${inner}</span>`;
    }
    const blobs = random.repeat(
      random.int(1, 5),
      () =>
        `radial-gradient(circle at ${random.int(0, 100)}% ${random.int(0, 100)}%,${colour()},transparent ${random.int(20, 90)}%)`,
      ",",
    );
    return `<span ${attributes} style="${base}background:${blobs},${colour()}"></span>`;
  }

  /** A round picture or initial; half of them react. */
  avatar(reacts = this.random.chance(0.3)) {
    const { random } = this;
    const size = random.int(20, 44);
    const attributes = reacts ? mark("button") : "data-picture";
    if (random.chance(0.5)) return this.picture(size, size, "border-radius:50%;", attributes);
    return `<span ${attributes} style="display:inline-block;flex-shrink:0;width:${size}px;height:${size}px;border-radius:50%;background:hsl(${random.int(0, 360)} 50% 50%);color:#fff;text-align:center;line-height:${size}px;font-size:${size * 0.45}px">${random.pick("ABCDEFGHJKLMNPRST".split(""))}</span>`;
  }

  /** A caption with its field, beside or below. */
  field() {
    const { random } = this;
    const control = random.weighted([
      [5, () => this.input()],
      [4, () => this.select()],
      [3, () => this.spin()],
      [1, () => this.area()],
      [1, () => this.slider()],
    ])();
    if (random.chance(0.45))
      return `<div class="g-row"><label style="width:${random.int(60, 160)}px">${this.label()}</label>${control}</div>`;
    return `<div class="g-stack"><label>${this.label()}</label>${control}</div>`;
  }
}
