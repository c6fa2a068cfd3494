// @ts-check
/** What the machine offers: fonts, wallpapers and coloured application icons of Debian packages. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const USABLE_FONT =
  /DejaVu Sans$|DejaVu Serif$|Liberation|Roboto|Open Sans$|Lato|Cantarell|Fira|Hack|Carlito|Noto Sans$|Noto Serif$|Noto Sans Display|Oxygen|Comic|JetBrains|Inter|Garamond|FreeSans|FreeSerif|TeX Gyre|Nimbus Sans$|URW Gothic|Ubuntu|Quicksand|Montserrat|Symbola/;

/** Font families that read like interface fonts. @returns {string[]} */
function fonts() {
  const listed = execFileSync("fc-list", [":", "family"], { encoding: "utf8", timeout: 20000 });
  const families = listed.split("\n").map((line) => line.split(",")[0]?.trim() ?? "");
  const usable = [...new Set(families)].filter(
    (name) => USABLE_FONT.test(name) && !/Condensed|Math|Light$/.test(name),
  );
  return ["DejaVu Sans", "sans-serif", "serif", ...usable.sort()];
}

/** Files of a folder whose name ends in one of the suffixes. @param {string} folder @param {RegExp} suffix */
function files(folder, suffix) {
  try {
    return readdirSync(folder)
      .filter((name) => suffix.test(name))
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

// None of these is an icon theme of the applications that figures are reported on (heldout-apps.json, "test").
const ICON_FOLDERS = [
  "Papirus/48x48/apps",
  "Papirus/24x24/actions",
  "Papirus/64x64/places",
  "Adwaita/scalable/places",
  "Adwaita/scalable/devices",
  "breeze/actions/22",
  "breeze/apps/48",
  "breeze/mimetypes/64",
  "Numix/48/places",
  "Numix-Circle/48/apps",
  "mate/24x24/actions",
  "mate/48x48/apps",
  "Faenza/apps/48",
  "Faenza/actions/22",
  "Moka/48x48/apps",
  "Paper/48x48/apps",
  "Yaru/48x48/apps",
  "Yaru/48x48/mimetypes",
  "gnome/22x22/actions",
  "gnome/48x48/mimetypes",
  "oxygen/base/22x22/actions",
  "oxygen/base/48x48/apps",
  "oxygen/base/48x48/mimetypes",
  "ukui/48x48/apps",
].map((folder) => `/usr/share/icons/${folder}`);
// Without the wallpapers of Xfce and Greybird, whose desktop and theme are kept for tests.
const WALLPAPER_FOLDERS = [
  "/usr/share/backgrounds/gnome",
  "/usr/share/backgrounds/mate/nature",
  "/usr/share/backgrounds/mate/abstract",
  "/usr/share/backgrounds/mate/desktop",
  ...files("/usr/share/wallpapers", /^[A-Za-z0-9_-]+$/).map((folder) => `${folder}/contents/images`),
];

/** Wallpapers without the huge ones, which take too long to scale; the smallest of those that come in sizes. */
function wallpapers() {
  return WALLPAPER_FOLDERS.flatMap((folder) => {
    const names = files(folder, /\.(jpe?g|png|webp)$/).filter((name) => !/[3-9]\d{3}x\d{4}/.test(name));
    return folder.endsWith("contents/images") ? names.slice(0, 1) : names;
  });
}

/** Read once at start. */
export const FONTS = fonts();
export const WALLPAPERS = wallpapers();
export const APP_ICONS = ICON_FOLDERS.map((folder) => files(folder, /\.(svg|png)$/)).filter(
  (list) => list.length,
);
