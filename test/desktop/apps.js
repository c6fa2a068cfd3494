// @ts-check
/** How the applications of the test desktop are started. The measured reason stands beside each odd flag. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PAGES = join(dirname(fileURLToPath(import.meta.url)), "..", "pages");
const DOCUMENT_WEB = 95; // ATSPI_ROLE_DOCUMENT_WEB
const ACCESSIBLE = "org.a11y.atspi.Accessible";

/** @typedef {import("./index.js").AppSpec} AppSpec */

/** @param {string} directory @param {string} name @param {string} text */
function writeNote(directory, name, text) {
  const file = join(directory, "home", name);
  writeFileSync(file, text);
  return file;
}

/**
 * Mousepad, GTK 3.
 * @param {{text?: string, file?: string}} [options] the document's name must be unlike any other window's
 * @returns {AppSpec}
 */
export function textEditor({ text = "", file = "notes.txt" } = {}) {
  return {
    name: "mousepad",
    command: "mousepad",
    // Without --disable-server a second start is handed to the first process.
    args: ({ directory }) => ["--disable-server", writeNote(directory, file, text)],
    title: file,
  };
}

/**
 * GNOME Calculator, GTK 4. One per desktop: it is a single-instance application.
 * @returns {AppSpec}
 */
export function calculator() {
  return { name: "gnome-calculator", command: "gnome-calculator", args: () => [], title: "Calculator" };
}

/**
 * FeatherPad, Qt 5 on Debian 12.
 * @param {{text?: string, file?: string}} [options]
 * @returns {AppSpec}
 */
export function qtEditor({ text = "", file = "list.txt" } = {}) {
  return {
    name: "featherpad",
    command: "featherpad",
    args: ({ directory }) => ["--standalone", writeNote(directory, file, text)],
    title: file,
  };
}

/**
 * Chromium with its own profile.
 * @param {string} [page] a URL, a path of an HTML file, or the name of a page in test/pages ("form")
 * @param {{args?: string[]}} [options]
 * @returns {AppSpec}
 */
export function browser(page = "form", { args = [] } = {}) {
  const isUrl = /^[a-z]+:/i.test(page);
  const file = isUrl ? undefined : page.endsWith(".html") ? page : join(PAGES, `${page}.html`);
  const title = file && /<title>([^<]*)<\/title>/i.exec(readFileSync(file, "utf8"))?.[1];
  return {
    name: "chromium",
    command: "chromium",
    args: ({ directory }) => {
      const profile = mkdtempSync(join(directory, "chromium-"));
      mkdirSync(join(profile, "Default"));
      return [
        `--user-data-dir=${profile}`,
        "--no-sandbox", // tests may run as root and in containers
        "--test-type", // no yellow bar about --no-sandbox
        "--force-renderer-accessibility", // nothing else makes it publish the page
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-breakpad",
        "--disable-dev-shm-usage", // /dev/shm is tiny in containers
        "--disable-quic",
        "--disable-gpu",
        "--password-store=basic",
        "--lang=en-US",
        ...args,
        file ? pathToFileURL(file).href : page,
      ];
    },
    ...(title ? { title } : {}),
    ready: async ({ busName }, desktop) => {
      const documents = await matchingRole(desktop, busName, DOCUMENT_WEB);
      const counts = await Promise.all(
        documents.map(([owner, path]) =>
          desktop.call(owner, path, ACCESSIBLE, "GetChildren").then(([children]) => children.length),
        ),
      );
      return counts.some((count) => count > 0);
    },
  };
}

/**
 * @param {import("./index.js").Desktop} desktop @param {string} busName @param {number} role
 * @returns {Promise<[string, string][]>} bus name and path of each object with that role
 */
async function matchingRole(desktop, busName, role) {
  const roles = [0, 0, 0, 0];
  roles[role >> 5] = (1 << (role & 31)) | 0;
  const [all, any] = [1, 2];
  const rule = [[0, 0], all, {}, all, roles, any, [], all, false];
  const [matches] = await desktop.call(
    busName,
    "/org/a11y/atspi/accessible/root",
    "org.a11y.atspi.Collection",
    "GetMatches",
    "(aiia{ss}iaiiasib)uib",
    [rule, 1, 0, true],
  );
  return matches;
}
