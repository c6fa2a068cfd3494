// @ts-check
/** How a scene looks: theme settings of each toolkit and window manager, as files in the desktop's home. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * @typedef {object} Look
 * @property {string} gtk theme of GTK 3 and GTK 4
 * @property {string} icons icon theme
 * @property {string} wm theme of the window manager
 * @property {boolean} dark
 * @property {string} qt "Fusion", "Windows", "Breeze" or a style of Qt; "KvName" for a theme of Kvantum
 * @property {string} [font] default "Sans 10"
 */

/** Where a scene's wallpaper is, below its home. */
export const WALLPAPER = ".wallpaper.png";
const QT_DARK = "/usr/share/qt5ct/colors/darker.conf";

/**
 * Writes the files; gives the environment that makes applications read them.
 * @param {string} home @param {Look} look @param {number} scale
 * @returns {Record<string, string>}
 */
export function applyLook(home, look, scale) {
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  };
  const font = look.font ?? "Sans 10";
  const gtk = `[Settings]
gtk-theme-name=${look.gtk}
gtk-icon-theme-name=${look.icons}
gtk-font-name=${font}
gtk-application-prefer-dark-theme=${look.dark}
gtk-cursor-theme-name=Adwaita
gtk-enable-animations=false
`;
  write(".config/gtk-3.0/settings.ini", gtk);
  write(".config/gtk-4.0/settings.ini", gtk);
  // GTK 4 and libadwaita read the desktop's settings; a key file needs no daemon.
  write(
    ".config/glib-2.0/settings/keyfile",
    `[org/gnome/desktop/interface]
gtk-theme='${look.gtk}'
icon-theme='${look.icons}'
font-name='${font}'
color-scheme='${look.dark ? "prefer-dark" : "default"}'
enable-animations=false
`,
  );
  const kvantum = look.qt.startsWith("Kv");
  for (const ct of ["qt5ct", "qt6ct"])
    write(
      `.config/${ct}/${ct}.conf`,
      `[Appearance]
color_scheme_path=${QT_DARK.replaceAll("qt5ct", ct)}
custom_palette=${look.dark && !kvantum}
icon_theme=${look.icons}
style=${kvantum ? (ct === "qt5ct" ? "kvantum" : "Fusion") : look.qt}
`,
    );
  if (kvantum) write(".config/Kvantum/kvantum.kvconfig", `[General]\ntheme=${look.qt}\n`);
  const openbox = readFileSync("/etc/xdg/openbox/rc.xml", "utf8")
    .replace(/(<theme>\s*<name>)[^<]*/, `$1${look.wm}`)
    .replace(/(<name>)sans(<\/name>\s*<size>)\d+/g, `$1Sans$2${Math.round(8 * scale)}`);
  write(".config/openbox/rc.xml", openbox);
  write(
    ".config/xfce4/xfconf/xfce-perchannel-xml/xfwm4.xml",
    `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfwm4" version="1.0"><property name="general" type="empty">
<property name="theme" type="string" value="${look.wm}"/>
<property name="title_font" type="string" value="Sans Bold ${Math.round(9 * scale)}"/>
<property name="use_compositing" type="bool" value="false"/>
<property name="placement_mode" type="string" value="center"/>
</property></channel>
`,
  );
  write(
    ".config/xfce4/xfconf/xfce-perchannel-xml/xsettings.xml",
    `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xsettings" version="1.0"><property name="Net" type="empty">
<property name="ThemeName" type="string" value="${look.gtk}"/>
<property name="IconThemeName" type="string" value="${look.icons}"/>
</property></channel>
`,
  );
  write(
    ".config/pcmanfm-qt/default/settings.conf",
    `[Desktop]
DesktopShortcuts=Home, Trash, Computer
Wallpaper=${join(home, WALLPAPER)}
WallpaperMode=stretch
`,
  );
  const whole = Math.max(1, Math.round(scale));
  return {
    GSETTINGS_BACKEND: "keyfile",
    ADW_DISABLE_PORTAL: "1",
    // Without a graphics card the GL renderer is a slow program.
    GSK_RENDERER: "cairo",
    GTK_USE_PORTAL: "0",
    QT_QPA_PLATFORMTHEME: "qt5ct",
    ...(scale === 1 ? {} : { GDK_SCALE: String(whole), QT_SCALE_FACTOR: String(scale), XCURSOR_SIZE: "24" }),
  };
}
