import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildName, buildNameOf, VERSION } from "../../src/serve/version.js";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gm-build-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("the name of a build", () => {
  test("is the version and what was compiled, from the sources as from the compiled files", () => {
    expect(buildName()).toBe(buildNameOf(DIST));
    expect(buildName().startsWith(`${VERSION}+`)).toBe(true);
    expect(buildName().length).toBeLessThanOrEqual(64);
  });

  test("is the same for a copy elsewhere with other times, so that copies share a service", () => {
    cpSync(DIST, join(folder, "dist"), { recursive: true });
    for (const name of readdirSync(join(folder, "dist")))
      utimesSync(join(folder, "dist", name), new Date(0), new Date(0));
    expect(buildNameOf(join(folder, "dist"))).toBe(buildNameOf(DIST));
  });

  test("changes with a single byte, a moved byte and a further file", () => {
    const name = () => buildNameOf(folder);
    writeFileSync(join(folder, "a.js"), "one");
    writeFileSync(join(folder, "b.js"), "two");
    const names = [name()];
    writeFileSync(join(folder, "a.js"), "onf");
    names.push(name());
    writeFileSync(join(folder, "a.js"), "onet");
    writeFileSync(join(folder, "b.js"), "wo");
    names.push(name());
    writeFileSync(join(folder, "c.js"), "");
    names.push(name());
    expect(new Set(names).size).toBe(4);
  });

  test("is the bare version where nothing is built", () => {
    expect(buildNameOf(join(folder, "absent"))).toBe(VERSION);
  });
});
