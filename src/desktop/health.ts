import type { AxHealth } from "../ax/port.js";
import { withTimeout } from "../core/deadline.js";
import { GroundmarkError } from "../core/errors.js";
import type { Display } from "../geometry/displays.js";
import { safeText } from "../safety/output.js";
import type { VisionHealth } from "../vision/port.js";
import { DesktopPorts } from "./ports.js";

export interface Part {
  readonly status: "ok" | "degraded" | "unavailable";
  readonly reason?: string;
  /** What a person can do about it. */
  readonly fix?: string;
}

/** Each capability apart: one that is missing says so and takes nothing else down (AX-9). */
export interface Health {
  readonly status: "ok" | "degraded" | "unavailable";
  readonly session: "x11" | "wayland" | "none";
  readonly display?: string;
  readonly capture: Part & { readonly displays?: readonly Display[] };
  readonly windowManager: Part & { readonly name?: string };
  readonly accessibility: Part & {
    readonly enabled?: boolean;
    readonly applications?: number;
    /** Those of them that hang, by the names of their processes. */
    readonly silent?: readonly string[];
  };
  readonly detector: Part & { readonly name?: string };
  readonly ocr: Part & { readonly name?: string };
  readonly captioner: Part & { readonly name?: string };
  /** There only where the user added a captioner that describes pictures. */
  readonly describer?: Part & { readonly name?: string };
  readonly input: Part;
}

/** A health question that takes longer is answered as "no answer". */
const ASK_MS = 3000;

export async function readHealth(ports: DesktopPorts, env: NodeJS.ProcessEnv): Promise<Health> {
  const { capture, windowManager, input } = x11Parts(ports);
  const [tree, vision] = await Promise.all([axPart(ports, env), visionParts(ports)]);
  // The accessibility bus of a desktop ends with it: it is not what has to be mended.
  const follows = capture.status === "unavailable" && tree.status === "unavailable" && tree.fix === AX_FIX;
  const accessibility = follows ? { ...tree, fix: "It comes back with the desktop." } : tree;
  const { detector, ocr, captioner, describer } = vision;
  const looking = describer ? [detector, ocr, captioner, describer] : [detector, ocr, captioner];
  const parts = [capture, windowManager, accessibility, ...looking, input];
  return {
    status:
      capture.status === "unavailable"
        ? "unavailable"
        : parts.every((p) => p.status === "ok")
          ? "ok"
          : "degraded",
    session: ports.kind,
    ...(env.DISPLAY ? { display: env.DISPLAY } : {}),
    capture,
    windowManager,
    accessibility,
    ...vision,
    input,
  };
}

/** The health of a desktop that nobody has opened: opens its parts, asks, and closes them again. */
export async function healthOf(env: NodeJS.ProcessEnv): Promise<Health> {
  const ports = new DesktopPorts(env);
  try {
    return await readHealth(ports, env);
  } finally {
    await ports.close();
  }
}

function x11Parts(ports: DesktopPorts): Pick<Health, "capture" | "windowManager" | "input"> {
  try {
    const capture = ports.capture();
    const displays = capture.displays();
    const manager = capture.windowManager();
    return {
      capture: { status: "ok", displays },
      windowManager: manager
        ? { status: "ok", name: manager.name }
        : {
            status: "degraded",
            reason: "no window manager answers",
            fix: "Start one (openbox, xfwm4, ...): without it focus and stacking cannot be told.",
          },
      input: capture.hasXTest()
        ? { status: "ok" }
        : {
            status: "unavailable",
            reason: "the X server has no XTEST extension",
            fix: "Start the server with XTEST: without it only semantic actions work.",
          },
    };
  } catch (error) {
    const e = GroundmarkError.from(error);
    const part: Part = { status: "unavailable", reason: e.message, fix: e.suggestion };
    const none: Part = { status: "unavailable", reason: "no display can be opened" };
    return { capture: part, windowManager: none, input: none };
  }
}

async function axPart(ports: DesktopPorts, env: NodeJS.ProcessEnv): Promise<Health["accessibility"]> {
  if (!env.DBUS_SESSION_BUS_ADDRESS && !env.AT_SPI_BUS_ADDRESS && !env.XDG_RUNTIME_DIR)
    return {
      status: "unavailable",
      reason: "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set",
      fix: NO_BUS_FIX,
    };
  let health: AxHealth;
  try {
    health = await withTimeout(ports.ax().health(), ASK_MS, "the accessibility bus");
  } catch (error) {
    const e = GroundmarkError.from(error);
    return { status: "unavailable", reason: e.message, fix: AX_FIX };
  }
  const facts = {
    ...(health.enabled === undefined ? {} : { enabled: health.enabled }),
    ...(health.applications === undefined ? {} : { applications: health.applications }),
    ...(health.silent?.length ? { silent: health.silent.map((name) => safeText(name)) } : {}),
  };
  if (!health.available)
    return {
      status: "unavailable",
      reason: health.reason ?? "the accessibility bus does not answer",
      fix: /no session bus/.test(health.reason ?? "") ? NO_BUS_FIX : AX_FIX,
      ...facts,
    };
  if (health.enabled === false)
    return {
      status: "degraded",
      reason: "accessibility is switched off (org.a11y.Status IsEnabled is false)",
      fix: "Switch it on in the desktop's settings, or: gsettings set org.gnome.desktop.interface toolkit-accessibility true; then restart Qt applications. Chromium and Electron also need --force-renderer-accessibility.",
      ...facts,
    };
  if (facts.silent) {
    const { silent, applications } = facts;
    const more = silent.length > MAX_NAMES ? ` and ${silent.length - MAX_NAMES} more` : "";
    return {
      status: "degraded",
      reason: `${silent.length} of ${applications} applications do not answer: ${silent.slice(0, MAX_NAMES).join(", ")}${more}`,
      fix: "Wait for them, or restart them: of their windows only what the pixels show is known.",
      ...facts,
    };
  }
  return { status: "ok", ...facts };
}

const MAX_NAMES = 5;
const NO_BUS_FIX = "Run inside the desktop session, or start it with dbus-run-session.";
const AX_FIX =
  "Log in again, or start the desktop with dbus-run-session; where it has never worked install at-spi2-core (Debian: apt-get install at-spi2-core).";

async function visionParts(
  ports: DesktopPorts,
): Promise<Pick<Health, "detector" | "ocr" | "captioner" | "describer">> {
  try {
    const health = await withTimeout(
      ports.vision().then((v) => v.health()),
      ASK_MS * 3,
      "the vision workers",
    );
    return {
      detector: part(health.detector),
      ocr: part(health.reader),
      captioner: part(health.captioner),
      ...(health.describer ? { describer: part(health.describer) } : {}),
    };
  } catch (error) {
    const e = GroundmarkError.from(error);
    const gone: Part = { status: "unavailable", reason: e.message, fix: e.suggestion };
    return { detector: gone, ocr: gone, captioner: gone };
  }
}

function part(p: VisionHealth["detector"]): Part & { name?: string } {
  const name = p.name ? { name: p.name } : {};
  if (p.status === "ok" && p.reason)
    return { status: "degraded", reason: p.reason, fix: "See `groundmark icons list`.", ...name };
  if (p.status === "ok") return { status: "ok", ...name };
  return {
    status: "unavailable",
    reason: p.reason ?? p.status,
    fix: "See `groundmark models verify`: models or the native runtime are damaged.",
    ...name,
  };
}
