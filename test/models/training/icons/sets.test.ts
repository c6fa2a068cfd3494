import { describe, expect, it } from "vitest";

// The recipe is plain JavaScript with a package of its own; these parts need none of it.
const folder = new URL("../../../../models/training/icons/", import.meta.url);
const sets = await import(new URL("sets.js", folder).href);
const concepts = await import(new URL("concepts.js", folder).href);

const under = (spdx: string | undefined) => ({
  name: "x",
  author: { name: "y" },
  licence: { title: "z", spdx },
});

describe("icon sets", () => {
  it("allows permissive terms and attribution", () => {
    for (const spdx of [
      "MIT",
      "Apache-2.0",
      "ISC",
      "BSD-3-Clause",
      "CC0-1.0",
      "OFL-1.1",
      "CC-BY-4.0",
      "CC-BY-3.0",
    ])
      expect(() => sets.assertAllowed("x", under(spdx))).not.toThrow();
  });

  it("refuses copyleft, share-alike, non-commercial and unknown terms", () => {
    for (const spdx of [
      "GPL-2.0-only",
      "GPL-2.0-or-later",
      "GPL-3.0",
      "GPL-3.0-or-later",
      "LGPL-3.0-only",
      "AGPL-3.0-only",
      "CC-BY-SA-3.0",
      "CC-BY-SA-4.0",
      "CC-BY-NC-4.0",
      "CC-BY-NC-SA-4.0",
      "MPL-2.0",
      "Unlicense",
      "",
      undefined,
    ])
      expect(() => sets.assertAllowed("x", under(spdx)), String(spdx)).toThrow(/allowlist/);
  });

  it("keeps the development and the test sets apart from each other and from their families", () => {
    const held: string[] = [...sets.TEST_SETS, ...sets.DEV_SETS];
    expect(new Set(held).size).toBe(held.length);
    for (const set of held) expect(sets.family(set)).toBe(set);
  });
});

describe("concepts", () => {
  const cases: [string, string][] = [
    ["outline-account-circle", "user"],
    ["person-24-filled", "user"],
    ["user-circle-plus", "user-plus"],
    ["person-add-alt", "user-plus"],
    ["circle-x", "close"],
    ["magnifying-glass-bold", "search"],
    ["trash-can-outline", "trash"],
    ["arrow-left-s", "chevron-left"],
    ["angle-right", "chevron-right"],
    ["folder-open-solid", "folder-open"],
    ["open-folder", "folder-open"],
    ["text-align-left", "align-left"],
    ["alert-triangle", "warning"],
    ["exclamation-circle-fill", "warning"],
    ["square", "square"],
    ["corner-up-left", "corner-up-left"],
    ["corner-left-up", "corner-left-up"],
  ];
  it.each(cases)("%s is %s", (name, concept) => {
    expect(concepts.conceptOf(name)).toBe(concept);
  });

  it("takes what the set declares as style from the end", () => {
    expect(
      concepts.conceptOf("mail-bold-duotone", { prefixes: [], suffixes: ["bold-duotone", "bold"] }),
    ).toBe("mail");
  });

  it("gives directions that differ in nothing else different concepts", () => {
    for (const kind of ["arrow", "chevron", "skip", "corner-down"]) {
      const [a, b] = kind === "skip" ? ["skip-next", "skip-previous"] : [`${kind}-left`, `${kind}-right`];
      expect(concepts.conceptOf(a!)).not.toBe(concepts.conceptOf(b!));
    }
  });

  it("lists no name in two groups", () => {
    expect(() => concepts.readSynonyms("a: b\nc: b\n")).toThrow(/b/);
    expect(concepts.readSynonyms("a: b\nc: d # b\n").get("b")).toBe("a");
  });
});
