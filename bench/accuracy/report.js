// @ts-check
/** Figures from matches: shares by whatever is asked, roles, states. Pure; printing at the end. */
import { averagePrecision, BANDS, bandOf, classOfRole, GROUPS, groupOf, whyExtra } from "./match.js";

/** @typedef {import("./match.js").FrameMatch} FrameMatch */
/** @typedef {import("./sets.js").Truth} Truth */
/** @typedef {{truth: Truth, match: FrameMatch}} Scored */
/** @typedef {{n: number, click: number, clickOne: number, iou: number}} Recall shares of n, 0 to 1 */

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole === 0 ? Number.NaN : Math.round((part / whole) * 1000) / 1000);

/** @param {readonly {element: import("./truth.js").Element, match: FrameMatch, paired: ReadonlySet<unknown>}[]} items @returns {Recall} */
function recallOf(items) {
  return {
    n: items.length,
    click: share(items.filter((i) => i.match.clicked.has(i.element)).length, items.length),
    clickOne: share(items.filter((i) => i.paired.has(i.element)).length, items.length),
    iou: share(items.filter((i) => i.match.overlapped.has(i.element)).length, items.length),
  };
}

/**
 * @param {readonly Scored[]} scored
 * @param {readonly {elements: readonly import("./truth.js").Element[], marks: readonly import("./match.js").Mark[]}[]} [ranked]
 *   the same frames with every mark down to a low score, for the average precision
 */
export function figuresOf(scored, ranked = []) {
  const items = scored.flatMap(({ truth, match }) => {
    const paired = new Set(match.pairs.map((p) => p.element));
    return match.elements.map((element) => ({ element, match, paired, truth }));
  });
  /** @param {(i: (typeof items)[number]) => string} key */
  const by = (key) => {
    /** @type {Record<string, typeof items>} */
    const groups = {};
    for (const item of items) {
      const name = key(item);
      groups[name] ??= [];
      groups[name].push(item);
    }
    return Object.fromEntries(
      Object.entries(groups)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, list]) => [name, recallOf(list)]),
    );
  };
  const marks = scored.reduce((sum, s) => sum + s.match.marks.length, 0);
  const complete = scored.filter((s) => s.truth.complete);
  const bands = by((i) => bandOf(i.element.box));
  return {
    frames: scored.length,
    controls: items.length,
    marks,
    marksPerControl: share(marks, items.length),
    recall: recallOf(items),
    ...(ranked.length ? { ap50: share(averagePrecision(ranked), 1) } : {}),
    ...(complete.length ? { complete: precisionOf(complete) } : {}),
    bands: Object.fromEntries(BANDS.flatMap(([name]) => (bands[name] ? [[name, bands[name]]] : []))),
    roles: rolesOf(scored),
    states: statesOf(scored),
    recallByRole: by((i) => i.element.role),
    byToolkit: by((i) => i.element.toolkit ?? "?"),
    byTheme: by((i) => `${i.truth.theme}${i.truth.dark ? " (dark)" : ""}`),
    bySize: by((i) => `${i.truth.width}x${i.truth.height} @${i.truth.scale}`),
    byFrame: by((i) => i.truth.frame),
  };
}

/** @param {readonly Scored[]} complete frames in which every control is annotated */
function precisionOf(complete) {
  const pairs = complete.reduce((sum, s) => sum + s.match.pairs.length, 0);
  const marks = complete.reduce((sum, s) => sum + s.match.marks.length, 0);
  const controls = complete.reduce((sum, s) => sum + s.match.elements.length, 0);
  /** @type {Record<string, number>} */
  const extra = {};
  for (const { match } of complete)
    for (const mark of match.extra) {
      const why = whyExtra(mark.box, match.elements);
      extra[why] = (extra[why] ?? 0) + 1;
    }
  return { frames: complete.length, recall: share(pairs, controls), precision: share(pairs, marks), extra };
}

/** Roles on found controls: one mark = one control. @param {readonly Scored[]} scored */
function rolesOf(scored) {
  const pairs = scored.flatMap((s) => s.match.pairs);
  /** @param {typeof pairs} list */
  const right = (list) => ({
    n: list.length,
    exact: share(list.filter((p) => classOfRole(p.mark.role) === p.element.role).length, list.length),
    group: share(list.filter((p) => groupOf(p.mark.role) === groupOf(p.element.role)).length, list.length),
  });
  /** @type {Record<string, number>} */
  const confusion = {};
  for (const { element, mark } of pairs) {
    const told = classOfRole(mark.role);
    if (told !== element.role) {
      const key = `${element.role} -> ${told}`;
      confusion[key] = (confusion[key] ?? 0) + 1;
    }
  }
  return {
    ...right(pairs),
    byGroup: Object.fromEntries(
      Object.keys(GROUPS).flatMap((name) => {
        const own = pairs.filter((p) => groupOf(p.element.role) === name);
        return own.length ? [[name, right(own)]] : [];
      }),
    ),
    confusion: Object.fromEntries(
      Object.entries(confusion)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 25),
    ),
  };
}

/**
 * For each state: on how many found controls it is known, how many of them the marks tell it of, how often
 * they are right, and recall and precision of "on".
 * @param {readonly Scored[]} scored
 */
function statesOf(scored) {
  const pairs = scored.flatMap((s) => s.match.pairs);
  /** @type {Record<string, object>} */
  const out = {};
  for (const state of ["checked", "selected", "expanded", "disabled"]) {
    const known = pairs.filter((p) => p.element.states[state] !== undefined);
    const told = known.filter((p) => p.mark.states?.[state] !== undefined);
    const on = told.filter((p) => p.element.states[state]);
    const said = told.filter((p) => p.mark.states?.[state]);
    const both = on.filter((p) => p.mark.states?.[state]);
    out[state] = {
      known: known.length,
      on: known.filter((p) => p.element.states[state]).length,
      told: share(told.length, known.length),
      right: share(
        told.filter((p) => p.mark.states?.[state] === p.element.states[state]).length,
        told.length,
      ),
      onFound: share(both.length, on.length),
      onRight: share(both.length, said.length),
    };
  }
  return out;
}

/** @param {number | undefined} x */
const percent = (x) => (x === undefined || Number.isNaN(x) ? "    -" : `${(100 * x).toFixed(1)}`.padStart(5));

/** @param {string} title @param {readonly {name: string, figures: ReturnType<typeof figuresOf>}[]} columns models side by side */
export function printFigures(title, columns) {
  const line = (
    /** @type {string} */ name,
    /** @type {(f: ReturnType<typeof figuresOf>) => string} */ value,
  ) => console.log(`  ${name.padEnd(34)} ${columns.map((c) => value(c.figures).padStart(24)).join("")}`);
  console.log(`\n${title}`);
  line("", () => "");
  console.log(`  ${"".padEnd(34)} ${columns.map((c) => c.name.slice(-22).padStart(24)).join("")}`);
  line("frames / controls", (f) => `${f.frames} / ${f.controls}`);
  line("marks per control", (f) => String(f.marksPerControl));
  line("recall: click / one-to-one / IoU", (f) => triple(f.recall));
  if (columns.some((c) => c.figures.ap50 !== undefined)) line("class-agnostic AP50", (f) => percent(f.ap50));
  if (columns.some((c) => c.figures.complete)) {
    line("annotated whole: recall", (f) => percent(f.complete?.recall));
    line("annotated whole: precision", (f) => percent(f.complete?.precision));
  }
  line("role right: exact / group", (f) => `${percent(f.roles.exact)} /${percent(f.roles.group)}`);
  const tables = /** @type {const} */ ([
    ["short side, px", "bands"],
    ["toolkit", "byToolkit"],
    ["size", "bySize"],
    ["role", "recallByRole"],
  ]);
  for (const [head, key] of tables) {
    console.log(`  -- by ${head}: click / one-to-one / IoU`);
    const names = [...new Set(columns.flatMap((c) => Object.keys(c.figures[key])))];
    for (const name of names) {
      const n = columns.map((c) => c.figures[key][name]?.n).find((v) => v !== undefined);
      line(`   ${name} (${n})`, (f) => triple(f[key][name]));
    }
  }
  console.log("  -- role right by group: exact / group");
  for (const name of Object.keys(GROUPS))
    if (columns.some((c) => c.figures.roles.byGroup[name]))
      line(`   ${name} (${columns[0]?.figures.roles.byGroup[name]?.n ?? 0})`, (f) => {
        const g = f.roles.byGroup[name];
        return g ? `${percent(g.exact)} /${percent(g.group)}` : "-";
      });
  console.log("  -- states on found controls: told / right / on found / on right");
  for (const state of ["checked", "selected", "expanded", "disabled"])
    line(`   ${state}`, (f) => {
      const s = /** @type {any} */ (f.states[state]);
      return [s.told, s.right, s.onFound, s.onRight].map(percent).join("/");
    });
}

/** @param {Recall | undefined} r */
const triple = (r) => (r ? `${percent(r.click)} /${percent(r.clickOne)} /${percent(r.iou)}` : "-");
