// @ts-check
/** @typedef {import("../look.js").Look} Look */

const LOOK = /** @satisfies {Record<string, Look>} */ ({
  light: { gtk: "Adwaita", icons: "Adwaita", wm: "Clearlooks", dark: false, qt: "Fusion" },
  dark: { gtk: "Adwaita-dark", icons: "Papirus-Dark", wm: "Nightmare", dark: true, qt: "Fusion" },
  papirus: { gtk: "Adwaita", icons: "Papirus", wm: "Onyx", dark: false, qt: "Fusion" },
  mate: { gtk: "Adwaita", icons: "mate", wm: "Bear2", dark: false, qt: "Windows" },
  breeze: { gtk: "Adwaita", icons: "breeze", wm: "Default", dark: false, qt: "Adwaita" },
});

const SQLITE = "file:///usr/share/doc/sqlite3";
const PYTHON = "file:///usr/share/doc/python3.11/html";

/** @type {import("../scenes.js").Scene[]} */
export const DEV = [
  {
    id: "editors-light",
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.light },
    apps: [
      { name: "mousepad", args: ["~/notes.txt"], place: [0, 0, 760, 560] },
      { name: "featherpad", args: ["~/squares.c"], place: [700, 300, 800, 640] },
      { name: "gnome-calculator", place: [1420, 40, 400, 600] },
    ],
    shots: [
      { id: "a" },
      { id: "menu", steps: [{ focus: 0 }, { key: "alt+e" }] },
      { id: "search", steps: [{ key: "Escape" }, { key: "Escape" }, { key: "ctrl+r" }, { wait: 800 }] },
    ],
  },
  {
    id: "geany-papirus",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.papirus },
    apps: [{ name: "geany", args: ["~/squares.c"], place: [20, 10, 1220, 760] }],
    shots: [{ id: "main" }, { id: "prefs", steps: [{ key: "ctrl+alt+p" }, { wait: 800 }] }],
  },
  {
    id: "calc-dark",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.dark },
    apps: [
      { name: "galculator", place: [30, 30, 560, 480] },
      { name: "speedcrunch", place: [620, 60, 620, 560] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "files-breeze",
    size: [1920, 1080],
    scale: 1,
    wm: "xfwm4",
    look: { ...LOOK.breeze },
    apps: [
      { name: "pcmanfm-qt", args: ["~"], place: [60, 60, 980, 700] },
      { name: "qterminal", place: [900, 480, 900, 540] },
    ],
    shots: [
      { id: "a" },
      {
        id: "detail",
        steps: [{ focus: 0 }, { click: { role: "checkbox", name: "Detailed" } }, { wait: 600 }],
      },
    ],
  },
  {
    id: "factory-light",
    size: [1280, 1024],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.mate },
    apps: [{ name: "gtk3-widget-factory", place: [10, 10, 1100, 900] }],
    shots: [{ id: "page1" }],
  },
  {
    id: "qt6-config",
    size: [1280, 800],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.light, wm: "Orang", icons: "Papirus" },
    apps: [
      { name: "linguist-qt6", place: [0, 0, 1000, 640] },
      { name: "qt6ct", place: [520, 180, 720, 580] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "web-docs",
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.light },
    apps: [{ name: "chromium", page: `${PYTHON}/library/index.html`, place: [40, 20, 1500, 1000] }],
    shots: [
      { id: "python" },
      {
        id: "settings",
        steps: [
          { key: "ctrl+l" },
          { type: "chrome://settings/appearance\n" },
          { see: { role: "combobox", name: "" } },
          { wait: 1500 },
        ],
      },
    ],
  },
  {
    id: "factory4-dark",
    compositor: true,
    size: [1920, 1080],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.dark },
    apps: [
      { name: "gtk4-widget-factory", place: [10, 10, 1240, 960] },
      { name: "gnome-text-editor", args: ["~/squares.c"], place: [1250, 60, 640, 700] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "monitor-2x",
    size: [1920, 1080],
    scale: 2,
    wm: "openbox",
    look: { ...LOOK.light, icons: "breeze", wm: "Clearlooks-3.4" },
    apps: [{ name: "gnome-system-monitor", place: [80, 60, 1500, 900] }],
    shots: [
      { id: "disks", steps: [{ click: { role: "radio", name: "File Systems" } }, { wait: 800 }] },
      {
        id: "prefs",
        steps: [{ key: "F10" }, { click: { role: "menuitem|button", name: "Preferences" } }, { wait: 900 }],
      },
    ],
  },
  {
    id: "adw-2x",
    compositor: true,
    size: [3840, 2160],
    scale: 2,
    wm: "openbox",
    look: { ...LOOK.light, wm: "Clearlooks" },
    apps: [
      { name: "gnome-text-editor", args: ["~/notes.txt"], place: [100, 100, 1700, 1300] },
      { name: "gnome-calculator", place: [2000, 300, 900, 1400] },
      { name: "galculator", place: [1500, 1300, 1200, 760] },
    ],
    shots: [{ id: "a" }, { id: "menu", steps: [{ focus: 0 }, { key: "F10" }] }],
  },
  {
    id: "qt-15x",
    size: [1920, 1080],
    scale: 1.5,
    wm: "openbox",
    look: { ...LOOK.dark, wm: "Onyx-Citrus", icons: "breeze-dark" },
    apps: [
      { name: "featherpad", args: ["~/readme.md"], place: [20, 20, 1100, 760] },
      { name: "pcmanfm-qt", args: ["~/Documents"], place: [760, 300, 1120, 740] },
    ],
    shots: [{ id: "a" }, { id: "prefs", steps: [{ focus: 0 }, { key: "ctrl+shift+p" }, { wait: 600 }] }],
  },
  {
    id: "web-15x",
    size: [1920, 1080],
    scale: 1.5,
    wm: "openbox",
    look: { ...LOOK.dark },
    apps: [{ name: "chromium", page: `${SQLITE}/index.html`, place: [30, 30, 1700, 1000] }],
    shots: [
      { id: "sqlite" },
      {
        id: "history",
        steps: [
          { key: "ctrl+l" },
          { type: "chrome://extensions\n" },
          { see: { role: "button", name: "Details" } },
          { wait: 1500 },
        ],
      },
    ],
  },
  {
    id: "web-form",
    size: [1280, 1024],
    scale: 1,
    wm: "xfwm4",
    look: { ...LOOK.light, wm: "Kokodi" },
    apps: [{ name: "chromium", page: `${PYTHON}/search.html`, place: [0, 0, 1240, 1000] }],
    shots: [{ id: "search" }, { id: "menu", steps: [{ key: "alt+f" }, { wait: 700 }] }],
  },
  {
    id: "tasks-4k",
    size: [3840, 2160],
    scale: 1,
    wm: "xfwm4",
    look: { ...LOOK.papirus, wm: "Moheli" },
    apps: [
      { name: "speedcrunch", place: [200, 200, 900, 700] },
      { name: "geany", args: ["~/squares.c"], place: [900, 600, 1500, 1100] },
      { name: "pcmanfm-qt", args: ["~"], place: [2200, 150, 1200, 900] },
      { name: "mousepad", args: ["~/todo.txt"], place: [2500, 1200, 900, 700] },
    ],
    shots: [{ id: "a" }],
  },
  {
    id: "desktop-icons",
    size: [1366, 768],
    scale: 1,
    wm: "openbox",
    look: { ...LOOK.papirus, wm: "Clearlooks" },
    apps: [
      { name: "pcmanfm-qt-desktop" },
      { name: "tint2" },
      { name: "mousepad", args: ["~/todo.txt"], place: [180, 40, 620, 420] },
      { name: "galculator", place: [680, 220, 420, 420] },
    ],
    shots: [{ id: "a" }],
  },
];
