import { beforeAll, describe, expect, it } from "vitest";
import { desktopRect } from "../../../src/geometry/rect.js";
import { Captioner, mostLikely } from "../../../src/vision/caption/captioner.js";
import { cropIcon, cropWindow, ICON_SIDE, ICON_VALUES } from "../../../src/vision/caption/crop.js";
import type { Caption } from "../../../src/vision/port.js";
import { embedded } from "../models.js";
import { drawSvg, emptyFrame, FRAMES, loadFrame } from "../pictures.js";

/** Simple line icons on a 24-unit grid, drawn for this test. */
const ICONS: Record<string, string> = {
  trash: `<path d="M4 6h16M9 6V4h6v2M6 6l1 14h10l1-14M10 10v7M14 10v7"/>`,
  search: `<circle cx="10" cy="10" r="6"/><path d="M15 15l6 6"/>`,
  close: `<path d="M5 5l14 14M19 5L5 19"/>`,
  add: `<path d="M12 4v16M4 12h16"/>`,
  home: `<path d="M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6"/>`,
  mail: `<path d="M3 6h18v12H3zM3 7l9 7 9-7"/>`,
  menu: `<path d="M4 6h16M4 12h16M4 18h16"/>`,
  "arrow-left": `<path d="M20 12H5M11 5l-7 7 7 7"/>`,
};

/** The icons side by side, each in a 48 px cell. */
const drawIcons = (size: number, ink: string, paper: string) =>
  drawSvg(
    48 * Object.keys(ICONS).length,
    48,
    Object.values(ICONS)
      .map((body, i) => {
        const scale = size / 24;
        const offset = (48 - size) / 2;
        return `<g transform="translate(${i * 48 + offset} ${offset}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="2">${body}</g>`;
      })
      .join(""),
    paper,
  );
const cells = (size: number) =>
  Object.keys(ICONS).map((_, i) => desktopRect(i * 48 + (48 - size) / 2, (48 - size) / 2, size, size));

describe("cropIcon", () => {
  it("takes a bounded time for a picture of any length", () => {
    const frame = emptyFrame(8000, 40);
    const start = performance.now();
    cropIcon(frame, frame.region, new Float32Array(ICON_VALUES), 0);
    // Every pixel of the square would be 64 million samples, seconds; this is 65,536.
    expect(performance.now() - start).toBeLessThan(500);
  });

  it("copies a square of exactly the input's size", () => {
    const frame = emptyFrame(100, 100, 0);
    const side = ICON_SIDE / 1.08;
    frame.pixels.fill(255, (50 * 100 + 50) * 3, (50 * 100 + 51) * 3);
    const crop = new Float32Array(ICON_VALUES);
    cropIcon(frame, desktopRect(50 - side / 2, 50 - side / 2, side, side), crop, 0);
    expect(crop[16 * ICON_SIDE + 16]).toBeCloseTo(1, 4);
    expect(crop.reduce((a, b) => a + b)).toBeCloseTo(3, 3);
  });

  it("averages large boxes and repeats the picture's edge", () => {
    const frame = emptyFrame(300, 300, 128);
    const crop = new Float32Array(ICON_VALUES);
    for (const box of [
      desktopRect(-50, -50, 400, 400),
      desktopRect(290, 290, 60, 20),
      desktopRect(0, 0, 1, 1),
    ]) {
      cropIcon(frame, box, crop, 0);
      expect(Math.min(...crop)).toBeCloseTo(128 / 255, 4);
      expect(Math.max(...crop)).toBeCloseTo(128 / 255, 4);
    }
  });

  it("depends on no pixel outside its window", () => {
    const frame = emptyFrame(64, 64, 100);
    const box = desktopRect(20.3, 11.8, 13.5, 9);
    const before = new Float32Array(ICON_VALUES);
    cropIcon(frame, box, before, 0);
    const window = cropWindow(frame, box);
    for (let y = 0; y < 64; y++)
      for (let x = 0; x < 64; x++) {
        const inside =
          x >= window.x && x < window.x + window.width && y >= window.y && y < window.y + window.height;
        if (!inside) frame.pixels.fill(7, (y * 64 + x) * 3, (y * 64 + x) * 3 + 3);
      }
    const after = new Float32Array(ICON_VALUES);
    cropIcon(frame, box, after, 0);
    expect(after).toEqual(before);
  });
});

describe("mostLikely", () => {
  it("gives the largest logit and its softmax", () => {
    expect(mostLikely(Float32Array.from([0, Math.log(2), 0]))).toEqual({
      index: 1,
      probability: expect.closeTo(0.5, 5),
    });
  });
});

describe("what the manifest says of a captioner", () => {
  const search = async () => ({
    frame: await drawIcons(24, "#222222", "#ffffff"),
    at: Object.keys(ICONS).indexOf("search"),
  });
  const withEntry = async (change: object, synonyms?: readonly (readonly string[])[]) => {
    const loaded = await embedded("caption");
    return Captioner.create({
      ...loaded,
      entry: { ...loaded.entry, ...change },
      ...(synonyms ? { synonyms } : {}),
    });
  };

  it("leaves what the model rejects without a name, by the label's name or its place", async () => {
    const { labels } = await embedded("caption");
    const { frame, at } = await search();
    for (const reject of ["search", labels.indexOf("search")]) {
      const captions = await (await withEntry({ reject })).caption(frame, cells(24));
      expect(captions[at]).toEqual({ score: 0 });
      expect(captions.filter(({ label }) => label).length).toBeGreaterThan(3);
    }
    await expect(withEntry({ reject: "no such label" })).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    await expect(withEntry({ reject: 100_000 })).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });

  it("is less sure at a higher temperature, of the same names", async () => {
    const { frame } = await search();
    const sure = await (await withEntry({})).caption(frame, cells(24));
    const cool = await (await withEntry({ temperature: 1.5 })).caption(frame, cells(24));
    for (const [i, { score, label }] of cool.entries()) {
      expect(score).toBeLessThan(sure[i]!.score);
      if (label) expect(label).toBe(sure[i]!.label);
    }
  });

  it("gives other words for a name", async () => {
    const { labels } = await embedded("caption");
    const { frame, at } = await search();
    const synonyms = labels.map((label) => (label === "search" ? ["find", "magnifier"] : []));
    const captions = await (await withEntry({}, synonyms)).caption(frame, cells(24));
    expect(captions[at]).toMatchObject({ label: "search", synonyms: ["find", "magnifier"] });
    expect(captions[(at + 1) % captions.length]!.synonyms).toBeUndefined();
  });
});

describe("the captioner", () => {
  let captioner: Captioner;
  beforeAll(async () => {
    captioner = await Captioner.create(await embedded("caption"));
  });

  it("names drawn icons, dark or light, at several sizes, and never wrongly", async () => {
    const names = Object.keys(ICONS);
    const wrong: string[] = [];
    let right = 0;
    for (const [size, ink, paper] of [
      [18, "#222222", "#ffffff"],
      [24, "#f0f0f0", "#24262b"],
      [32, "#24425c", "#f4f6f8"],
    ] as const) {
      const captions = await captioner.caption(await drawIcons(size, ink, paper), cells(size));
      captions.forEach(({ label, score }, i) => {
        // Three bars are both, and the picture alone cannot tell which.
        if (label === names[i] || (names[i] === "menu" && label === "align-justify")) right++;
        else if (label) wrong.push(`${names[i]} as ${label} (${score.toFixed(2)})`);
      });
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(18);
  });

  it("names native pixels of a real toolbar", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1280x800.png`);
    const boxes = [
      desktopRect(150, 406, 30, 27),
      desktopRect(112, 403, 30, 30),
      desktopRect(255, 403, 31, 30),
    ];
    expect((await captioner.caption(frame, boxes)).map((c) => c.label)).toEqual(["undo", "save", "search"]);
  });

  it("keeps order and length, names nothing without pixels or without an icon", async () => {
    const frame = emptyFrame(100, 100, 250);
    const captions = await captioner.caption(frame, [
      desktopRect(500, 500, 20, 20),
      desktopRect(10, 10, 20, 20),
    ]);
    expect(captions).toHaveLength(2);
    expect(captions[0]).toEqual({ score: 0 });
    expect(captions[1]!.label).toBeUndefined();
    expect(await captioner.caption(frame, [])).toEqual([]);
  });

  it("asks the model once for equal crops", async () => {
    const frame = await drawIcons(24, "#123456", "#fedcba");
    const [box] = cells(24);
    const first = await captioner.caption(frame, [box!, box!, box!]);
    expect(captioner.timings.named).toBe(1);
    expect(await captioner.caption(frame, [box!, box!, box!])).toEqual(first);
    expect(captioner.timings.named).toBe(0);
  });

  it("gives the same names in one batch as one by one", async () => {
    const fresh = await Captioner.create(await embedded("caption"));
    const frame = await drawIcons(22, "#000000", "#ffffff");
    const boxes = cells(22);
    const batched = await fresh.caption(frame, boxes);
    const single: Caption[] = [];
    for (const box of boxes)
      single.push((await (await Captioner.create(await embedded("caption"))).caption(frame, [box]))[0]!);
    batched.forEach((caption, i) => {
      expect(caption.label).toBe(single[i]!.label);
      expect(caption.score).toBeCloseTo(single[i]!.score, 4);
    });
  });
});
