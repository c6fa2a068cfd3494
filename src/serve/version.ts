import { existsSync, readFileSync, statSync } from "node:fs";

/** The package's version. The file is two levels up both from src/serve and from dist/serve. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/**
 * What services and clients compare: the version, and in a checkout also when it was built, so that a
 * service of an earlier build is replaced like one of an earlier version.
 */
export const BUILD: string = existsSync(new URL("../../src", import.meta.url))
  ? `${VERSION}+build.${Math.round(statSync(new URL(import.meta.url)).mtimeMs)}`
  : VERSION;
