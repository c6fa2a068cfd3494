// @ts-check
/** Windows of a test desktop: who owns them, where they are, and putting them somewhere, always checked. */
import { until } from "./wait.js";

const PLACE_TIMEOUT_MS = 3000;
const SIZE_GRACE_MS = 600;
const SOURCE_PAGER = 2; // EWMH source indication: the request comes from the user, so it is obeyed
const STATIC_GRAVITY = 10;

/** @typedef {import("./xclient.js").XClient} XClient */
/** @typedef {import("./index.js").WindowFacts} WindowFacts */
/** @typedef {import("./index.js").Box} Box */

/** @param {XClient} x @param {number} id @param {boolean} managed @returns {Promise<WindowFacts | undefined>} */
async function describe(x, id, managed) {
  try {
    const [pid, name, legacy, rect, attributes] = await Promise.all([
      x.numbers(id, "_NET_WM_PID"),
      x.text(id, "_NET_WM_NAME"),
      x.text(id, "WM_NAME"),
      x.rect(id),
      x.attributes(id),
    ]);
    return {
      id,
      title: name ?? legacy ?? "",
      rect,
      managed,
      ...attributes,
      ...(pid?.[0] ? { pid: pid[0] } : {}),
    };
  } catch {
    return undefined; // it closed while it was being asked
  }
}

/**
 * Managed windows, and children of the root that bypass the window manager (menus, tooltips, everything when
 * there is no window manager).
 * @param {XClient} x
 * @returns {Promise<WindowFacts[]>}
 */
export async function listWindows(x) {
  const [managed = [], top] = await Promise.all([x.numbers(x.root, "_NET_CLIENT_LIST"), x.children(x.root)]);
  const hasManager = (await x.numbers(x.root, "_NET_SUPPORTING_WM_CHECK")) !== undefined;
  const found = await Promise.all([
    ...managed.map((id) => describe(x, id, true)),
    ...top.filter((id) => !managed.includes(id)).map((id) => describe(x, id, false)),
  ]);
  return found
    .filter((window) => window !== undefined)
    .filter((window) => window.managed || (window.viewable && (!hasManager || window.overrideRedirect)));
}

/**
 * Puts the outer edge of a window (its frame included) at `box` and checks that it got there. A size below
 * the application's minimum is not an error: the result says what it became.
 * @param {XClient} x @param {number} id @param {Box} box
 * @returns {Promise<Box>} the client area
 */
export async function placeWindow(x, id, box) {
  const [left = 0, right = 0, top = 0, bottom = 0] = (await x.numbers(id, "_NET_FRAME_EXTENTS")) ?? [];
  const wanted = {
    x: box.x + left,
    y: box.y + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
  if ((await x.numbers(x.root, "_NET_SUPPORTING_WM_CHECK")) && !(await x.attributes(id)).overrideRedirect) {
    const states = await Promise.all(
      ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"].map((name) => x.atom(name)),
    );
    await x.clientMessage(id, "_NET_WM_STATE", [0, ...states, SOURCE_PAGER]);
    const fields = 0xf << 8; // x, y, width and height are given
    const flags = STATIC_GRAVITY | fields | (SOURCE_PAGER << 12);
    await x.clientMessage(id, "_NET_MOVERESIZE_WINDOW", [
      flags,
      wanted.x,
      wanted.y,
      wanted.width,
      wanted.height,
    ]);
  } else {
    x.configure(id, wanted);
  }
  const start = performance.now();
  let last = await x.rect(id);
  return until(
    async () => {
      last = await x.rect(id);
      if (last.x !== wanted.x || last.y !== wanted.y) return undefined;
      const sized = last.width === wanted.width && last.height === wanted.height;
      return sized || performance.now() - start > SIZE_GRACE_MS ? last : undefined;
    },
    {
      timeout: PLACE_TIMEOUT_MS,
      what: () => `window ${id} at ${JSON.stringify(wanted)}, it is at ${JSON.stringify(last)}`,
    },
  );
}

/**
 * Raises and focuses a managed window.
 * @param {XClient} x @param {number} id
 */
export async function activateWindow(x, id) {
  await x.clientMessage(id, "_NET_ACTIVE_WINDOW", [SOURCE_PAGER, 0, 0]);
  await until(async () => (await x.numbers(x.root, "_NET_ACTIVE_WINDOW"))?.[0] === id, {
    timeout: PLACE_TIMEOUT_MS,
    what: `window ${id} active`,
  });
}
