// @ts-check
/**
 * Icon names on real tool bars: buttons that show no words, with the name that their application tells. Which
 * concepts a name accepts is in icon-names.json, reviewed by hand: patterns over the application's names,
 * first match counts.
 */
import { readFileSync } from "node:fs";

/** @typedef {import("./report.js").Scored} Scored */

/** @type {{names: [pattern: string, accepted: string[]][], never: string[]}} */
const REVIEWED = JSON.parse(readFileSync(new URL("./icon-names.json", import.meta.url), "utf8"));
const NAMES = REVIEWED.names.map(([pattern, accepted]) => ({ pattern: new RegExp(pattern, "i"), accepted }));
const NEVER = REVIEWED.never.map((pattern) => new RegExp(pattern, "i"));

/** @param {string} text */
const normal = (text) =>
  text
    .toLowerCase()
    .replace(/[_\s]+/g, "-")
    .replace(/^-|-$/g, "");

/**
 * Concepts that a label may be for a button of that name; undefined when the name does not say what is drawn.
 * @param {string | undefined} name
 * @returns {readonly string[] | undefined}
 */
export function acceptedFor(name) {
  const text = (name ?? "").replace(/_(?=\w)/g, "").trim();
  if (text === "" || NEVER.some((n) => n.test(text))) return undefined;
  return NAMES.find(({ pattern }) => pattern.test(text))?.accepted;
}

/**
 * Right when the label is an accepted concept or has one as its words ("arrow left" for "left").
 * @param {string} label @param {readonly string[]} accepted
 */
export function isRight(label, accepted) {
  const said = normal(label);
  const words = said.split("-");
  return accepted.some((a) => said === a || a.split("-").every((w) => words.includes(w)));
}

/** @param {readonly Scored[]} parsed matches of the marks of `parse` */
export function iconFigures(parsed) {
  /** @type {{frame: string, name: string, label: string, right: boolean, accepted: readonly string[]}[]} */
  const shown = [];
  /** @type {{frame: string, name: string}[]} */
  const unreviewed = [];
  let icons = 0;
  let found = 0;
  for (const { truth, match } of parsed)
    for (const element of match.elements) {
      if (!element.iconOnly || !element.name) continue;
      const accepted = acceptedFor(element.name);
      if (!accepted) {
        if (!NEVER.some((n) => n.test(element.name ?? "")))
          unreviewed.push({ frame: truth.frame, name: element.name });
        continue;
      }
      icons++;
      const pair = match.pairs.find((p) => p.element === element);
      if (!pair) continue;
      found++;
      const { label } = pair.mark;
      if (!pair.mark.named || !label) continue;
      const name = element.name;
      shown.push({ frame: truth.frame, name, label, right: isRight(label, accepted), accepted });
    }
  const right = shown.filter((s) => s.right).length;
  return {
    icons,
    found,
    shown: shown.length,
    right,
    coverage: icons ? Math.round((1000 * shown.length) / icons) / 1000 : Number.NaN,
    coverageOfFound: found ? Math.round((1000 * shown.length) / found) / 1000 : Number.NaN,
    accuracy: shown.length ? Math.round((1000 * right) / shown.length) / 1000 : Number.NaN,
    wrong: shown.filter((s) => !s.right).map(({ frame, name, label }) => ({ frame, name, label })),
    unreviewed: [...new Set(unreviewed.map((u) => u.name))].sort(),
  };
}

/** @param {string} title @param {ReturnType<typeof iconFigures>} f */
export function printIcons(title, f) {
  const percent = (/** @type {number} */ x) => (Number.isNaN(x) ? "-" : `${(100 * x).toFixed(1)} %`);
  console.log(
    `  icon names, ${title}: ${f.icons} named icon-only buttons, ${f.shown} labels shown (${percent(f.coverage)}; ${percent(f.coverageOfFound)} of those found), ${percent(f.accuracy)} right`,
  );
  if (f.wrong.length)
    console.log(
      `    wrong: ${f.wrong
        .slice(0, 20)
        .map((w) => `${w.name} = ${w.label}`)
        .join("; ")}`,
    );
}
