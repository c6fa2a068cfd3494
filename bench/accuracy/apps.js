// @ts-check
/** How the applications of the scenes are started. The reason stands beside each odd flag. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser } from "../../test/desktop/index.js";

/** @typedef {import("../../test/desktop/index.js").AppSpec} AppSpec */
/** @typedef {import("./scenes.js").SceneApp} SceneApp */
/** @typedef {import("./scenes.js").Scene} Scene */

/** Applications whose command line is not just their name. @type {Record<string, {command?: string, args?: string[], env?: Record<string, string>}>} */
const COMMANDS = {
  mousepad: { args: ["--disable-server"] },
  featherpad: { args: ["--standalone"] },
  geany: { args: ["--new-instance"] },
  "linguist-qt6": { command: "/usr/lib/qt6/bin/linguist", env: { QT_QPA_PLATFORMTHEME: "qt6ct" } },
  "designer-qt6": { command: "/usr/lib/qt6/bin/designer", env: { QT_QPA_PLATFORMTHEME: "qt6ct" } },
  qt6ct: { env: { QT_QPA_PLATFORMTHEME: "qt6ct" } },
  qsynth: { env: { QT_QPA_PLATFORMTHEME: "qt6ct" } },
  qjackctl: { env: { QT_QPA_PLATFORMTHEME: "qt6ct" } },
  "xfce4-appearance": { command: "xfce4-appearance-settings" },
  "xfce4-mouse": { command: "xfce4-mouse-settings" },
  "adwaita-demo": { command: "adwaita-1-demo" },
  "pcmanfm-qt-desktop": { command: "pcmanfm-qt", args: ["--desktop"] },
  xfdesktop: { args: ["--sm-client-disable"] },
  "xfce4-panel": { args: ["--disable-wm-check", "--sm-client-disable"] },
};
/** Parts of a desktop: on the screen, not on the accessibility bus, ended with the desktop. */
const PANELS = new Set(["xfce4-panel", "tint2", "pcmanfm-qt-desktop", "xfdesktop"]);

/**
 * @param {SceneApp} wanted @param {Scene} scene
 * @returns {{spec: AppSpec, panel: boolean}}
 */
export function application(wanted, scene) {
  const { name } = wanted;
  if (name === "chromium") {
    const args = [...(wanted.args ?? [])];
    if (scene.scale !== 1) args.push(`--force-device-scale-factor=${scene.scale}`);
    if (scene.look.dark) args.push("--force-dark-mode");
    return { spec: browser(wanted.page ?? "about:blank", { args }), panel: false };
  }
  if (name === "firefox-esr") return { spec: firefox(wanted, scene), panel: false };
  const known = COMMANDS[name] ?? {};
  const env = { ...known.env, ...wanted.env };
  return {
    spec: {
      name,
      command: known.command ?? name,
      args: (desktop) => [
        ...(known.args ?? []),
        ...(wanted.args ?? []).map((a) => a.replace("~", desktop.env.HOME ?? "~")),
      ],
      ...(Object.keys(env).length ? { env } : {}),
      ...(wanted.title ? { title: wanted.title } : {}),
    },
    panel: PANELS.has(name),
  };
}

/** Firefox ESR with a profile of its own. @param {SceneApp} wanted @param {Scene} scene @returns {AppSpec} */
function firefox(wanted, scene) {
  return {
    name: "firefox-esr",
    command: "firefox-esr",
    args: ({ directory }) => {
      const profile = mkdtempSync(join(directory, "firefox-"));
      mkdirSync(profile, { recursive: true });
      const prefs = {
        "layout.css.devPixelsPerPx": String(scene.scale),
        "browser.aboutwelcome.enabled": false,
        "browser.shell.checkDefaultBrowser": false,
        "datareporting.policy.dataSubmissionEnabled": false,
        "toolkit.telemetry.reportingpolicy.firstRun": false,
        "browser.startup.homepage_override.mstone": "ignore",
        "trailhead.firstrun.didSeeAboutWelcome": true,
        "termsofuse.bypassNotification": true,
        "ui.systemUsesDarkTheme": scene.look.dark ? 1 : 0,
        "app.normandy.enabled": false,
      };
      writeFileSync(
        join(profile, "user.js"),
        Object.entries(prefs)
          .map(([k, v]) => `user_pref(${JSON.stringify(k)}, ${JSON.stringify(v)});\n`)
          .join(""),
      );
      return ["--no-remote", "--profile", profile, ...(wanted.args ?? []), wanted.page ?? "about:blank"];
    },
    env: { GNOME_ACCESSIBILITY: "1", GDK_SCALE: "1" },
  };
}
