import { readFileSync } from "node:fs";

/** The package's version. The file is two levels up both from src/serve and from dist/serve. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;
