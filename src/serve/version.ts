import { existsSync, readFileSync, statSync } from "node:fs";

/** The package's version. The file is two levels up both from src/serve and from dist/serve. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/**
 * What services and clients compare: the version, and in a checkout also when it was built, so that a
 * service of an earlier build is replaced like one of an earlier version.
 */
export const BUILD: string = buildName();

function buildName(): string {
  const root = new URL("../../", import.meta.url);
  const built = statSync(new URL("dist/serve/version.js", root), { throwIfNoEntry: false });
  const isCheckout = existsSync(new URL("src/serve/version.ts", root));
  return isCheckout && built ? `${VERSION}+build.${Math.round(built.mtimeMs)}` : VERSION;
}
