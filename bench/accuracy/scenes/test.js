// @ts-check
/** @typedef {import("../look.js").Look} Look */

/** Themes and icons that no generator draws. */
const LOOK = /** @satisfies {Record<string, Look>} */ ({
  arc: { gtk: "Arc", icons: "elementary", wm: "Arc", dark: false, qt: "KvArc" },
  arcDark: { gtk: "Arc-Dark", icons: "elementary-xfce-dark", wm: "Arc-Dark", dark: true, qt: "KvArcDark" },
  arcDarker: { gtk: "Arc-Darker", icons: "elementary-xfce", wm: "Arc-Darker", dark: false, qt: "KvAmbiance" },
  greybird: { gtk: "Greybird", icons: "elementary-xfce", wm: "Greybird", dark: false, qt: "KvAmbiance" },
  greybirdDark: {
    gtk: "Greybird-dark",
    icons: "elementary-xfce-darker",
    wm: "Greybird-dark",
    dark: true,
    qt: "KvArcDark",
  },
  tango: { gtk: "Greybird", icons: "Tango", wm: "Greybird", dark: false, qt: "KvAmbiance" },
});

const APACHE = "file:///usr/share/doc/apache2-doc/manual/en";
const GIT = "file:///usr/share/doc/git-doc";

/** @type {import("../scenes.js").Scene[]} */
export const TEST = [
  {
    id: "thunar-greybird",
    size: [1920, 1080],
    scale: 1,
    wm: "xfwm4",
    look: LOOK.greybird,
    apps: [
      { name: "thunar", args: ["~"], place: [80, 60, 1000, 700] },
      { name: "xfce4-appearance", place: [1000, 300, 640, 640] },
    ],
    shots: [
      { id: "a" },
      { id: "list", steps: [{ focus: 0 }, { key: "ctrl+2" }, { wait: 500 }] },
      { id: "menu", steps: [{ key: "alt+v" }] },
    ],
  },
  {
    id: "paper-arc",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: LOOK.arc,
    apps: [{ name: "evince", args: ["~/paper.pdf"], place: [20, 20, 1000, 740] }],
    shots: [{ id: "a" }, { id: "menu", steps: [{ key: "F10" }] }],
  },
  {
    id: "gedit-tango",
    size: [1280, 800],
    scale: 1,
    wm: "xfwm4",
    look: LOOK.tango,
    apps: [
      { name: "gedit", args: ["~/squares.c"], place: [0, 0, 900, 700] },
      { name: "file-roller", args: [], place: [420, 260, 820, 520] },
    ],
    shots: [{ id: "a" }, { id: "replace", steps: [{ focus: 0 }, { key: "ctrl+h" }, { wait: 500 }] }],
  },
  {
    id: "gnome4-arcdark",
    compositor: true,
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.arcDark, gtk: "Adwaita-dark" },
    apps: [
      { name: "gnome-clocks", place: [20, 20, 960, 600] },
      { name: "gnome-characters", place: [980, 60, 900, 700] },
      { name: "gnome-font-viewer", place: [200, 480, 900, 580] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "adw-demo-2x",
    compositor: true,
    size: [3840, 2160],
    scale: 2,
    wm: "openbox",
    look: { ...LOOK.arc, gtk: "Adwaita" },
    apps: [
      { name: "adwaita-demo", place: [100, 60, 1800, 1700] },
      { name: "thunar", args: ["~/Documents"], place: [1900, 500, 1600, 1200] },
    ],
    shots: [{ id: "a" }, { id: "menu", steps: [{ focus: 0 }, { key: "F10" }, { wait: 600 }] }],
  },
  {
    id: "torrents-arcdark",
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.arcDark, wm: "Greybird-dark" },
    apps: [
      { name: "qbittorrent", place: [20, 20, 1200, 800] },
      { name: "transmission-gtk", place: [1000, 400, 860, 620] },
    ],
    shots: [
      { id: "notice" },
      {
        id: "a",
        drop: "^checkbox (CATEGORIES|TAGS|TRACKERS)",
        steps: [
          { click: { role: "button", name: "Agree" } },
          { wait: 1500 },
          { click: { role: "button", name: "Agree" } },
          { wait: 1500 },
        ],
      },
      { id: "prefs", steps: [{ key: "alt+o" }, { wait: 1200 }] },
    ],
  },
  {
    id: "kcalc-ambiance",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: LOOK.greybird,
    apps: [
      { name: "kcalc", place: [20, 30, 560, 520] },
      { name: "qpdfview", args: ["~/paper.pdf"], place: [520, 120, 740, 600] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "vault-arc",
    size: [1920, 1080],
    scale: 1.5,
    wm: "xfwm4",
    look: LOOK.arc,
    apps: [
      { name: "keepassxc", place: [20, 20, 1100, 800] },
      { name: "kcalc", place: [1100, 300, 700, 640] },
    ],
    shots: [{ id: "a" }, { id: "settings", steps: [{ focus: 0 }, { key: "ctrl+comma" }, { wait: 1000 }] }],
  },
  {
    id: "pdf-ambiance",
    size: [1280, 800],
    scale: 1,
    wm: "xfwm4",
    look: LOOK.arcDarker,
    apps: [
      { name: "qpdfview", args: ["~/paper.pdf"], place: [10, 10, 860, 700] },
      { name: "lximage-qt", args: ["~/cover.png"], place: [560, 200, 680, 560] },
    ],
    shots: [{ id: "a" }, { id: "settings", steps: [{ focus: 0 }, { key: "alt+e" }, { wait: 500 }] }],
  },
  {
    id: "qt6-greybirddark",
    size: [1920, 1080],
    scale: 1,
    wm: "xfwm4",
    look: LOOK.greybirdDark,
    apps: [
      { name: "qsynth", place: [20, 20, 800, 260] },
      { name: "qjackctl", place: [1000, 40, 640, 240] },
      { name: "designer-qt6", place: [300, 320, 1500, 720] },
    ],
    shots: [{ id: "a", drop: "^checkbox (&?Channels|&?Messages)" }],
  },
  {
    id: "config-greybird",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.greybird, wm: "Greybird" },
    apps: [
      { name: "xfce4-mouse", place: [640, 200, 600, 560] },
      { name: "dconf-editor", place: [10, 10, 820, 640] },
    ],
    shots: [{ id: "a", steps: [{ key: "Return" }, { wait: 600 }] }],
  },
  {
    id: "pictures-arc-2x",
    size: [1920, 1080],
    scale: 2,
    wm: "openbox",
    look: { ...LOOK.arcDarker, wm: "Greybird" },
    apps: [{ name: "ristretto", args: ["~/cover.png"], place: [60, 60, 1500, 940] }],
    shots: [
      { id: "a", steps: [{ key: "Return" }, { wait: 700 }], drop: "^button $" },
      { id: "menu", steps: [{ key: "alt+v" }], drop: "^button $" },
    ],
  },
  {
    id: "firefox-arc",
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.arc, wm: "Greybird" },
    apps: [{ name: "firefox-esr", page: `${APACHE}/index.html`, place: [30, 20, 1500, 1000] }],
    shots: [
      { id: "apache", steps: [{ see: { role: "link", name: "Modules" } }, { wait: 1500 }] },
      {
        id: "prefs",
        steps: [
          { key: "ctrl+l" },
          { type: "about:preferences" },
          { wait: 2000 },
          { key: "Return" },
          { see: { role: "listitem|option|link|tab|button|treeitem", name: "^Privacy" } },
          { wait: 2500 },
        ],
      },
      {
        id: "addons",
        steps: [
          { key: "ctrl+l" },
          { type: "about:addons" },
          { wait: 2000 },
          { key: "Return" },
          { see: { role: "button|tab|option", name: "themes" } },
          { wait: 2500 },
        ],
      },
    ],
  },
  {
    id: "firefox-dark-15x",
    size: [1920, 1080],
    scale: 1.5,
    wm: "xfwm4",
    look: LOOK.arcDark,
    apps: [{ name: "firefox-esr", page: `${GIT}/git.html`, place: [10, 10, 1800, 1040] }],
    shots: [{ id: "git", steps: [{ see: { role: "link", name: "" } }, { wait: 2000 }] }],
  },
  {
    id: "app-pages",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.greybird },
    apps: [
      {
        name: "chromium",
        args: [`--app=${APACHE}/mod/core.html`],
        page: `${APACHE}/mod/core.html`,
        place: [20, 10, 1100, 760],
      },
    ],
    shots: [{ id: "core" }],
  },
  {
    id: "desktop-xfce",
    size: [1366, 768],
    scale: 1,
    wm: "xfwm4",
    look: LOOK.greybird,
    apps: [
      { name: "xfdesktop" },
      { name: "xfce4-panel" },
      { name: "thunar", args: ["~/Pictures"], place: [160, 60, 760, 480] },
      { name: "kcalc", place: [780, 200, 460, 460] },
    ],
    shots: [{ id: "a" }],
  },
];
