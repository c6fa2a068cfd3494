// @ts-check
/** The desktop of a scene: screen, wallpaper, window manager, applications in their places. */
import { join } from "node:path";
import sharp from "sharp";
import { startDesktop } from "../../test/desktop/desktop.js";
import { Bus, until, within } from "../../test/desktop/index.js";
import { application } from "./apps.js";
import { fillHome } from "./home.js";
import { applyLook, WALLPAPER } from "./look.js";

/** @typedef {import("./scenes.js").Scene} Scene */

const XFCONF = "/usr/lib/x86_64-linux-gnu/xfce4/xfconf/xfconfd";
const WM_TIMEOUT_MS = 30_000;
/** A window manager may shift a window by its decoration; a wrong place is seen in the picture, not an error. */
const PLACE_TRIES = 2;

/**
 * @param {Scene} scene
 * @returns {Promise<{desktop: import("../../test/desktop/desktop.js").Desktop,
 *   apps: import("../../test/desktop/app.js").App[]}>} the caller stops the desktop
 */
export async function openScene(scene) {
  const [width, height] = scene.size;
  const desktop = await startDesktop({ width, height, windowManager: "none" });
  try {
    const { HOME = "" } = desktop.env;
    Object.assign(desktop.env, applyLook(HOME, scene.look, scene.scale));
    fillHome(HOME);
    await startWindowManager(desktop, scene);
    await paintRoot(desktop, scene);
    const apps = [];
    for (const wanted of scene.apps) {
      const { spec, panel } = application(wanted, scene);
      if (panel) {
        desktop.spawn(spec.name, spec.command, spec.args(desktop), { ...spec.env });
        await new Promise((r) => setTimeout(r, 6000));
        continue;
      }
      const app = await desktop.launch(spec, { timeout: 120_000 });
      if (wanted.place) {
        const [x, y, w, h] = wanted.place;
        for (let i = 0; i < PLACE_TRIES; i++)
          await desktop.place(app, { x, y, width: w, height: h }).catch(() => undefined);
      }
      apps.push(app);
    }
    return { desktop, apps };
  } catch (error) {
    await desktop.stop().catch(() => {});
    throw error;
  }
}

/** @param {import("../../test/desktop/desktop.js").Desktop} desktop @param {Scene} scene */
async function startWindowManager(desktop, scene) {
  const { x } = desktop;
  if (scene.wm === "xfwm4") {
    desktop.spawn("xfconfd", XFCONF, []);
    const bus = await Bus.open(desktop.env.DBUS_SESSION_BUS_ADDRESS ?? "");
    const [name, path] = ["org.freedesktop.DBus", "/org/freedesktop/DBus"];
    const owned = async () => (await bus.call(name, path, name, "NameHasOwner", "s", ["org.xfce.Xfconf"]))[0];
    // Without it xfwm4 leaves at once.
    await until(owned, { timeout: WM_TIMEOUT_MS, what: "xfconfd is on the bus" }).finally(() => bus.close());
    desktop.spawn("xfwm4", "xfwm4", ["--sm-client-disable"], { GDK_SCALE: "1" });
  } else desktop.spawn("openbox", "openbox", ["--sm-disable"]);
  await until(async () => (await x.numbers(x.root, "_NET_SUPPORTING_WM_CHECK")) !== undefined, {
    timeout: WM_TIMEOUT_MS,
    what: `${scene.wm} manages windows`,
  });
}

/** A smooth picture of soft blobs, of the scene's own seed. @param {import("../../test/desktop/desktop.js").Desktop} desktop @param {Scene} scene */
async function paintRoot(desktop, scene) {
  const { width, height } = desktop;
  let state = [...scene.id].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 16777619) >>> 0, 2166136261);
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const waves = Array.from({ length: 5 }, () => [
    random() * 6,
    random() * 4,
    random() * 6.28,
    12 + random() * 26,
  ]);
  const base = [0, 1, 2].map(() => 40 + random() * 140);
  const rgb = Buffer.alloc(3 * width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let px = 0; px < width; px++) {
      let sum = 0;
      for (const [a = 0, b = 0, c = 0, d = 0] of waves)
        sum += d * Math.sin((a * px) / width + (b * y) / height + c);
      for (let k = 0; k < 3; k++)
        rgb[at++] = Math.max(0, Math.min(255, (base[k] ?? 0) + sum * (0.6 + 0.2 * k)));
    }
  const file = join(desktop.env.HOME ?? "", WALLPAPER);
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toFile(file);
  // hsetroot also tells compositors and transparent terminals where the picture is.
  const { process } = desktop.spawn("hsetroot", "hsetroot", ["-fill", file]);
  await within(new Promise((done) => process.once("exit", done)), 60_000, "hsetroot");
  // Pop-ups of GTK 4 have see-through shadows, which are black without a compositor.
  if (scene.compositor) desktop.spawn("picom", "picom", ["--backend", "xrender", "--config", "/dev/null"]);
}
