import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// The bench is JavaScript that runs without a build; a name that is no literal keeps the compiler from
// looking for declarations of it.
const bench = (file: string) => import(new URL(`../../bench/accuracy/${file}`, import.meta.url).href);
const { iou, uncovered, areaOf, shareInside } = await bench("boxes.js");
const { averagePrecision, bandOf, groupOf, matchFrame, whyExtra } = await bench("match.js");
const { figuresOf } = await bench("report.js");
const { shownPart, truthOf } = await bench("truth.js");
const { acceptedFor, isRight } = await bench("icons.js");
const { SCENES } = await bench("scenes.js");

type Box = [number, number, number, number];
const button = (box: Box, more: object = {}) => ({ role: "button", box, states: {}, ...more });
const mark = (box: Box, score = 0.9, role = "button") => ({ box, role, score });

describe("boxes", () => {
  it("measures overlap", () => {
    expect(iou([0, 0, 10, 10], [0, 0, 10, 10])).toBe(1);
    expect(iou([0, 0, 10, 10], [5, 0, 15, 10])).toBeCloseTo(1 / 3);
    expect(iou([0, 0, 10, 10], [10, 0, 20, 10])).toBe(0);
    expect(shareInside([0, 0, 10, 10], [0, 0, 5, 10])).toBe(0.5);
  });

  it("keeps the area outside of covers, once", () => {
    const pieces = uncovered(
      [0, 0, 10, 10],
      [
        [5, 5, 20, 20],
        [6, 6, 8, 8],
      ],
    );
    expect(pieces.reduce((sum: number, b: Box) => sum + areaOf(b), 0)).toBe(75);
  });
});

describe("matching", () => {
  it("gives one mark to one control, the best overlap first", () => {
    const truth = { elements: [button([0, 0, 20, 20])], ignore: [] };
    const match = matchFrame(truth, [mark([0, 0, 20, 16]), mark([0, 0, 20, 20])]);
    expect(match.pairs).toHaveLength(1);
    expect(match.pairs[0].mark.box).toEqual([0, 0, 20, 20]);
    expect(match.extra).toHaveLength(1);
  });

  it("finds by the click where the boxes differ, and prefers the smaller control", () => {
    const row = { role: "row", box: [0, 0, 400, 30] as Box, states: {} };
    const inside = button([340, 4, 380, 26]);
    const match = matchFrame({ elements: [row, inside], ignore: [] }, [mark([352, 10, 366, 20])]);
    expect(match.pairs.map((p: { element: unknown }) => p.element)).toEqual([inside]);
    expect(match.clicked.has(row)).toBe(true);
    expect(match.overlapped.size).toBe(0);
  });

  it("asks for the click area, not the box, where a control has one", () => {
    const box = { role: "checkbox", box: [0, 0, 200, 20] as Box, click: [2, 2, 18, 18] as Box, states: {} };
    const middle = matchFrame({ elements: [box], ignore: [] }, [mark([80, 4, 120, 16])]);
    expect(middle.pairs).toHaveLength(0);
    const control = matchFrame({ elements: [box], ignore: [] }, [
      { ...mark([0, 0, 60, 20]), point: [10, 10] as [number, number] },
    ]);
    expect(control.pairs).toHaveLength(1);
  });

  it("counts nothing in unknown areas", () => {
    const truth = { elements: [button([0, 0, 10, 10]), button([50, 0, 60, 10])], ignore: [[0, 0, 20, 20]] };
    const match = matchFrame(truth, [mark([0, 0, 10, 10]), mark([50, 0, 60, 10])]);
    expect([match.elements.length, match.marks.length, match.pairs.length]).toEqual([1, 1, 1]);
  });

  it("says why a mark is too many", () => {
    const row = { role: "row", box: [0, 0, 100, 20] as Box };
    expect(whyExtra([0, 0, 100, 18], [row])).toBe("duplicate");
    expect(whyExtra([10, 5, 20, 15], [row])).toBe("part of a control");
    expect(whyExtra([0, 0, 300, 100], [row])).toBe("around controls");
    expect(whyExtra([500, 500, 510, 510], [row])).toBe("nothing there");
  });

  it("sorts into bands and groups", () => {
    expect(["< 12", "12-16", "16-24", "24-48", ">= 48"]).toEqual(
      [11, 12, 16, 24, 48].map((side) => bandOf([0, 0, 100, side])),
    );
    expect(groupOf("menuitemcheckbox")).toBe("menu item");
    expect(groupOf("option")).toBe(groupOf("treeitem"));
    expect(groupOf("img")).toBeUndefined();
  });
});

describe("average precision", () => {
  const elements = [button([0, 0, 10, 10]), button([20, 0, 30, 10])];

  it("is 1 when everything is found before anything false", () => {
    const marks = [mark([0, 0, 10, 10], 0.9), mark([20, 0, 30, 10], 0.8), mark([50, 0, 60, 10], 0.1)];
    expect(averagePrecision([{ elements, marks }])).toBe(1);
  });

  it("weighs false marks by their rank", () => {
    const marks = [mark([50, 0, 60, 10], 0.95), mark([0, 0, 10, 10], 0.9), mark([20, 0, 30, 10], 0.8)];
    expect(averagePrecision([{ elements, marks }])).toBeCloseTo(2 / 3);
    expect(averagePrecision([{ elements, marks: [mark([0, 0, 10, 10])] }])).toBe(0.5);
  });

  it("counts a second mark on one control as false", () => {
    const marks = [mark([0, 0, 10, 10], 0.9), mark([0, 0, 10, 9], 0.8), mark([20, 0, 30, 10], 0.7)];
    expect(averagePrecision([{ elements, marks }])).toBeCloseTo(0.5 + 0.5 * (2 / 3));
  });
});

describe("figures", () => {
  const truth = {
    frame: "a.png",
    width: 100,
    height: 100,
    scale: 1,
    theme: "t",
    complete: true,
    ignore: [],
    elements: [
      button([0, 0, 20, 20], { toolkit: "gtk3" }),
      {
        role: "checkbox",
        box: [0, 30, 60, 50],
        states: { checked: true, disabled: false },
        toolkit: "qt",
      },
    ],
  };
  const marks = [
    mark([0, 0, 20, 20]),
    { ...mark([0, 30, 60, 50], 0.9, "button"), states: { checked: true } },
    mark([70, 70, 90, 90]),
  ];
  const figures = figuresOf([{ truth, match: matchFrame(truth, marks) }]);

  it("counts recall, precision, roles and states", () => {
    expect(figures.recall).toEqual({ n: 2, click: 1, clickOne: 1, iou: 1 });
    expect(figures.complete).toMatchObject({ recall: 1, precision: 0.667, extra: { "nothing there": 1 } });
    expect(figures.roles).toMatchObject({ exact: 0.5, group: 0.5, confusion: { "checkbox -> button": 1 } });
    expect(figures.states.checked).toMatchObject({ known: 1, on: 1, told: 1, right: 1 });
    expect(figures.states.disabled).toMatchObject({ known: 1, told: 0 });
    expect(figures.byToolkit.qt.n).toBe(1);
  });
});

describe("truth from a tree", () => {
  const window = (id: string, box: Box) => {
    const [x, y, r, b] = box;
    const bounds = { x, y, width: r - x, height: b - y };
    return { id, title: id, bounds, client: bounds, overrideRedirect: false, focused: false, draws: true };
  };
  const node = (role: string, box: Box | undefined, more: object = {}) => ({
    id: `${role}${box}`,
    role,
    nativeRole: role,
    states: ["enabled", "showing"],
    actions: [],
    ...(box ? { bounds: { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1] } } : {}),
    geometryTrusted: true,
    app: "app",
    path: "/",
    children: [],
    ...more,
  });
  const read = (children: object[], windows = [window("w", [0, 0, 400, 300])], toolkit = "gtk3") =>
    truthOf(
      {
        status: "ok",
        apps: [
          {
            name: "app",
            toolkit,
            windows: [{ ...node("window", [0, 0, 400, 300]), window: "w", children }],
          },
        ],
      },
      windows,
      { width: 500, height: 400 },
    );

  it("drops what a window above covers, and cuts what it leaves", () => {
    const above = [window("w", [0, 0, 400, 300]), window("top", [100, 0, 400, 300])];
    const { elements } = read(
      [
        node("button", [10, 10, 60, 40], { name: "a" }),
        node("button", [90, 10, 140, 40], { name: "b" }),
        node("button", [70, 50, 110, 70], { name: "c" }),
      ],
      above,
    );
    expect(elements.map((e: { name: string }) => e.name)).toEqual(["a", "c"]);
    expect(elements[1].box).toEqual([70, 50, 100, 70]);
  });

  it("gives a field once, whatever it is made of", () => {
    const { elements } = read([
      node("combobox", [10, 10, 110, 40], { children: [node("textbox", [12, 12, 90, 38])] }),
      node("spinbutton", [10, 50, 110, 80], { children: [node("button", [90, 50, 110, 65])] }),
    ]);
    expect(elements.map((e: { role: string }) => e.role)).toEqual(["combobox", "spinbutton"]);
  });

  it("puts the cells of a row together, across the view in GTK 3", () => {
    const cell = (x: number, y: number, text: string) =>
      node("cell", [x, y, x + 80, y + 20], { name: text, states: ["enabled", "showing", "selectable"] });
    const { elements } = read([
      node("table", [0, 100, 300, 200], {
        children: [
          node("columnheader", [0, 80, 100, 100]),
          node("columnheader", [100, 80, 200, 100]),
          cell(10, 100, "one"),
          cell(110, 100, "1"),
          cell(10, 120, "two"),
          cell(110, 120, "2"),
        ],
      }),
    ]);
    const rows = elements.filter((e: { role: string }) => e.role === "row");
    expect(rows.map((e: { box: Box }) => e.box)).toEqual([
      [0, 100, 300, 120],
      [0, 120, 300, 140],
    ]);
  });

  it("leaves out hidden nodes and texts that nobody can write in", () => {
    const { elements, ignore } = read([
      node("button", [10, 10, 60, 40], { states: ["enabled", "hidden"] }),
      node("textbox", [10, 60, 200, 200]),
    ]);
    expect(elements).toEqual([]);
    expect(ignore).toEqual([[10, 60, 200, 200]]);
  });

  it("knows nothing of a window without a tree", () => {
    const { ignore } = read([], [window("w", [0, 0, 100, 100]), window("silent", [200, 200, 300, 300])]);
    expect(ignore).toEqual([[200, 200, 300, 300]]);
  });

  it("wants 60 % uncovered, 35 % of the whole and 4 pixels", () => {
    const screen: Box = [0, 0, 100, 100];
    expect(shownPart({ box: [0, 0, 10, 10] }, screen, [[0, 0, 3, 10]])).toEqual([3, 0, 10, 10]);
    expect(shownPart({ box: [0, 0, 10, 10] }, screen, [[0, 0, 5, 10]])).toBeUndefined();
    expect(shownPart({ box: [90, 0, 130, 10] }, screen, [])).toBeUndefined();
    expect(shownPart({ box: [0, 97, 50, 103] }, screen, [])).toBeUndefined();
  });
});

describe("icon names", () => {
  it("accepts synonyms and refuses what an application does not name", () => {
    expect(acceptedFor("Close")).toContain("close");
    expect(acceptedFor("7")).toBeUndefined();
    expect(acceptedFor("")).toBeUndefined();
    expect(isRight("zoom in", ["zoom-in"])).toBe(true);
    expect(isRight("arrow-left-circle", ["arrow-left"])).toBe(true);
    expect(isRight("left", ["arrow-left"])).toBe(false);
  });
});

describe("the sets", () => {
  const training = fileURLToPath(new URL("../../models/training/", import.meta.url));
  const json = (file: string) => JSON.parse(readFileSync(join(training, file), "utf8"));
  const listed = json("heldout-apps.json");
  const heldOut = json("native/heldout.json");
  type Scene = {
    apps: { name: string; page?: string }[];
    look: { gtk: string; icons: string; wm: string; qt: string };
  };
  const kinds = ["gtk", "wm", "qt", "icons"] as const;

  it("draw only what is listed", () => {
    for (const set of ["dev", "test"] as const)
      for (const scene of SCENES[set] as Scene[]) {
        for (const app of scene.apps) {
          expect([...listed[set].applications, ...listed.shared.applications]).toContain(app.name);
          if (app.page) expect(listed[set].pages.some((p: string) => app.page?.includes(p))).toBe(true);
        }
        for (const kind of kinds)
          expect([...listed[set][kind], ...(listed.shared[kind] ?? [])]).toContain(scene.look[kind]);
      }
  });

  it("have nothing in common", () => {
    for (const kind of ["applications", "pages", ...kinds])
      for (const name of listed.test[kind]) expect(listed.dev[kind]).not.toContain(name);
  });

  it("test themes are held out of the native generators", () => {
    const covers = (pattern: string, name: string) =>
      new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "i").test(name);
    for (const kind of kinds)
      for (const name of listed.test[kind])
        expect(
          heldOut[kind].some((p: string) => covers(p, name)),
          `${kind} ${name}`,
        ).toBe(true);
  });

  it("no source of the training recipe names a test theme or starts an application of either set", () => {
    const names = [
      ...kinds.flatMap((kind) => listed.test[kind] as string[]),
      ...(listed.test.applications as string[]),
      ...(listed.dev.applications as string[]).filter((name) => name !== "chromium"),
    ];
    const quoted = new RegExp(`["'\`](${names.map((n) => n.replaceAll(".", "\\.")).join("|")})["'\`]`);
    let read = 0;
    for (const file of sources(training)) {
      read++;
      expect(quoted.exec(readFileSync(file, "utf8"))?.[1], file).toBeUndefined();
    }
    expect(read).toBeGreaterThan(10);
  });

  function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (["node_modules", "evaluation", "__pycache__"].includes(entry.name) || /^heldout/.test(entry.name))
        continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* sources(path);
      else if (/\.(py|js|mjs|cpp|java|c|txt)$/.test(entry.name)) yield path;
    }
  }
});
