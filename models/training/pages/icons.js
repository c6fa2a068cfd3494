// @ts-check
/** Icon sets of @iconify-json packages, looked up by what the icon means. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Sets drawn in one colour, for controls. */
export const MONOCHROME_SETS =
  "lucide tabler mdi bi fa6-solid carbon octicon ion heroicons feather material-symbols ic fluent ant-design uil iconoir solar mingcute bx eva codicon ep radix-icons gg icon-park-outline akar-icons teenyicons typcn pixelarticons iconamoon majesticons basil clarity jam ph ri".split(
    " ",
  );
/** Sets drawn in many colours, for applications and files. */
export const COLOUR_SETS = ["flat-color-icons", "vscode-icons", "fluent-emoji-flat", "devicon", "logos"];

/** Names under which sets keep the meanings that screens ask for. */
const NAMES = {
  search: "search magnify magnifying-glass magnifier",
  settings: "settings cog gear setting cog-6-tooth",
  close: "close x xmark times x-mark",
  menu: "menu bars hamburger list navigation bars-3",
  home: "home house",
  trash: "trash delete bin trash-can trash-2",
  save: "save floppy device-floppy content-save floppy-disk",
  copy: "copy content-copy duplicate",
  paste: "clipboard content-paste paste",
  cut: "scissors cut content-cut",
  undo: "undo arrow-undo corner-up-left arrow-back-up",
  redo: "redo arrow-redo corner-up-right arrow-forward-up",
  add: "plus add",
  minus: "minus remove subtract dash",
  edit: "edit pencil pen",
  check: "check checkmark tick",
  user: "user person account",
  users: "users people group account-group",
  mail: "mail email envelope",
  calendar: "calendar event",
  clock: "clock time",
  star: "star",
  heart: "heart",
  lock: "lock lock-closed padlock",
  eye: "eye visibility view",
  download: "download arrow-download",
  upload: "upload arrow-upload",
  share: "share share-2 share-alt",
  link: "link chain",
  folder: "folder",
  file: "file document",
  image: "image picture photo",
  video: "video videocam video-camera",
  camera: "camera",
  music: "music music-note musical-note",
  play: "play play-arrow",
  pause: "pause",
  stop: "stop square",
  next: "skip-forward skip-next next skip-end forward",
  previous: "skip-back skip-previous previous skip-start backward",
  volume: "volume volume-up volume-high volume-2 speaker-wave",
  microphone: "microphone mic",
  "chevron-left": "chevron-left angle-left caret-left",
  "chevron-right": "chevron-right angle-right caret-right",
  "chevron-up": "chevron-up angle-up caret-up",
  "chevron-down": "chevron-down angle-down caret-down",
  "arrow-left": "arrow-left left arrow-back",
  "arrow-right": "arrow-right right arrow-forward",
  "arrow-up": "arrow-up up arrow-upward",
  refresh: "refresh reload sync arrow-clockwise refresh-cw",
  more: "more-vertical dots-vertical more-vert three-dots-vertical ellipsis-vertical",
  "more-horizontal": "more-horizontal dots-horizontal more-horiz three-dots ellipsis-h dots",
  info: "info information info-circle",
  help: "help question-mark question help-circle",
  warning: "warning alert-triangle alert exclamation-triangle",
  bell: "bell notifications notification",
  bookmark: "bookmark",
  tag: "tag label",
  filter: "filter funnel",
  sort: "sort arrows-sort sort-ascending",
  list: "list list-ul format-list-bulleted",
  grid: "grid apps layout-grid",
  print: "print printer",
  globe: "globe world earth",
  map: "map",
  location: "map-pin location-pin location map-marker pin",
  send: "send paper-plane",
  chat: "chat message message-circle comment",
  cart: "shopping-cart cart",
  cloud: "cloud",
  wifi: "wifi",
  battery: "battery battery-full",
  bluetooth: "bluetooth",
  power: "power power-off",
  terminal: "terminal console",
  code: "code code-slash",
  database: "database",
  monitor: "monitor desktop display",
  bold: "bold format-bold type-bold text-bold",
  italic: "italic format-italic type-italic text-italic",
  underline: "underline format-underline type-underline",
  "align-left": "align-left text-left format-align-left",
  "align-center": "align-center text-center format-align-center",
  palette: "palette color-palette",
  brush: "brush paintbrush paint-brush",
  crop: "crop",
  layers: "layers stack",
  table: "table",
  chart: "chart bar-chart chart-bar",
  "zoom-in": "zoom-in magnify-plus",
  "zoom-out": "zoom-out magnify-minus",
  maximize: "maximize fullscreen arrows-maximize expand square",
  sliders: "sliders adjustments tune options",
  moon: "moon",
  sun: "sun",
  phone: "phone telephone call",
  smile: "smile emoji-smile mood-smile",
  attachment: "paperclip attachment attach",
  inbox: "inbox",
  archive: "archive",
  reply: "reply",
  flag: "flag",
  key: "key",
  shield: "shield",
  bug: "bug",
  branch: "git-branch source-branch",
  keyboard: "keyboard",
  gift: "gift",
};
/** Meanings that tool bars draw most. */
export const COMMON = Object.keys(NAMES);

/** @typedef {{ name: string, body: string, viewBox: string, width: number, height: number }} Icon */

const STYLE_WORDS =
  /^(outline|outlined|filled|fill|solid|regular|light|thin|bold|line|linear|round|rounded|sharp|twotone|duotone|broken|alt|variant|baseline|simple|small|large|mini|o|\d+)$/;

class IconSet {
  /** @param {string} name @param {Icon[]} icons */
  constructor(name, icons) {
    this.name = name;
    this.icons = icons;
    /** @type {Map<string, Icon[]>} */
    this.byMeaning = new Map();
    for (const icon of icons) {
      const plain = icon.name
        .split("-")
        .filter((word, index) => index === 0 || !STYLE_WORDS.test(word))
        .join("-");
      const list = this.byMeaning.get(plain);
      if (list) list.push(icon);
      else this.byMeaning.set(plain, [icon]);
    }
  }

  /**
   * The icon of a meaning; `style` (0 to 3) keeps one drawing style within a screen.
   * @param {string} meaning @param {number} style
   */
  find(meaning, style) {
    const names = /** @type {Record<string, string>} */ (NAMES)[meaning] ?? meaning;
    for (const name of names.split(" ")) {
      const list = this.byMeaning.get(name);
      if (list) return list[Math.min(style, list.length - 1)];
    }
    return undefined;
  }
}

/** @type {Map<string, IconSet>} */
const loaded = new Map();

/** @param {string} name a set of @iconify-json */
export function iconSet(name) {
  let set = loaded.get(name);
  if (!set) {
    const data = JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8"));
    const icons = Object.entries(data.icons)
      .filter(([, icon]) => !icon.hidden)
      .map(([key, icon]) => {
        const width = icon.width ?? data.width ?? 16;
        const height = icon.height ?? data.height ?? 16;
        return {
          name: key,
          body: icon.body,
          viewBox: `${icon.left ?? 0} ${icon.top ?? 0} ${width} ${height}`,
          width,
          height,
        };
      });
    set = new IconSet(name, icons);
    loaded.set(name, set);
  }
  return set;
}

/**
 * An icon as inline SVG of `size` CSS pixels.
 * @param {Icon} icon @param {number} size
 */
export function svgOf(icon, size, style = "") {
  const width = Math.round(icon.width > icon.height ? size : (size * icon.width) / icon.height);
  return `<svg class="g-icon" viewBox="${icon.viewBox}" width="${width}" height="${Math.round(size)}" style="${style}">${icon.body}</svg>`;
}
