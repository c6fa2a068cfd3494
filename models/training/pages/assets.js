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

const ICON_FOLDERS = [
  "/usr/share/icons/Papirus/48x48/apps",
  "/usr/share/icons/Papirus/24x24/actions",
  "/usr/share/icons/Adwaita/scalable/places",
  "/usr/share/icons/Adwaita/scalable/devices",
  "/usr/share/icons/breeze/actions/22",
  "/usr/share/icons/breeze/apps/48",
  "/usr/share/icons/Numix/48/places",
  "/usr/share/icons/mate/32x32/actions",
  "/usr/share/icons/mate/48x48/apps",
];
const WALLPAPER_FOLDERS = [
  "/usr/share/backgrounds/gnome",
  "/usr/share/backgrounds/mate/nature",
  "/usr/share/backgrounds/mate/abstract",
  "/usr/share/backgrounds/mate/desktop",
  "/usr/share/backgrounds",
  "/usr/share/backgrounds/xfce",
];

/** Read once at start. */
export const FONTS = fonts();
export const WALLPAPERS = WALLPAPER_FOLDERS.flatMap((folder) => files(folder, /\.(jpe?g|png|webp)$/));
export const APP_ICONS = ICON_FOLDERS.map((folder) => files(folder, /\.(svg|png)$/)).filter(
  (list) => list.length,
);
