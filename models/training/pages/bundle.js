// @ts-check
/** Bundles the component kits for the browser, once; bundles lie beside the installed packages. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("components/", import.meta.url));
const OUT = fileURLToPath(new URL("../node_modules/.groundmark-kits/", import.meta.url));

/** Builds what is missing or older than its source. @param {string} [out] */
export async function bundleKits(out = process.env.GROUNDMARK_KITS ?? OUT) {
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(SOURCES)) {
    if (file === "runtime.js") continue;
    const target = path.join(out, file);
    const source = path.join(SOURCES, file);
    if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) continue;
    // Built aside and moved, so that a broken run leaves no half of a bundle.
    const aside = mkdtempSync(path.join(out, "building-"));
    await build({
      entryPoints: [source],
      outfile: path.join(aside, file),
      bundle: true,
      format: "iife",
      platform: "browser",
      minify: true,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      loader: { ".woff": "empty", ".woff2": "empty", ".svg": "dataurl", ".png": "dataurl" },
    });
    for (const made of readdirSync(aside).sort().reverse())
      renameSync(path.join(aside, made), path.join(out, made));
    rmSync(aside, { recursive: true });
  }
}

/** @param {string} name */
export function bundleUrl(name, out = process.env.GROUNDMARK_KITS ?? OUT) {
  const script = path.join(out, `${name}.js`);
  const style = path.join(out, `${name}.css`);
  return {
    script: pathToFileURL(script).href,
    style: existsSync(style) ? pathToFileURL(style).href : undefined,
  };
}
