import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const chromiumPath = "/usr/bin/chromium";
const recipe = new URL("../../../../models/training/", import.meta.url);
const playwright = new URL("node_modules/playwright-core/index.mjs", recipe);
const installed = existsSync(chromiumPath) && existsSync(playwright);

type Truth = {
  elements: { role: string; box: number[]; click?: number[]; states: Record<string, boolean> }[];
  ignore: number[][];
};

describe.skipIf(!installed)("truth read from a page", () => {
  let close = async () => {};
  let truthOf: (body: string, scale?: number) => Promise<Truth>;

  beforeAll(async () => {
    const { chromium } = await import(playwright.href);
    const { readTruth } = await import(new URL("pages/extract.js", recipe).href);
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ["--headless", "--no-sandbox", "--disable-gpu"],
    });
    close = () => browser.close();
    const page = await (await browser.newContext({ viewport: { width: 400, height: 300 } })).newPage();
    truthOf = async (body, scale = 1) => {
      await page.setContent(`<style>body{margin:0}.a{position:absolute;background:#ccc}</style>${body}`);
      return (await page.evaluate(readTruth, scale)) as Truth;
    };
  });
  afterAll(() => close());

  const at = (box: number[], attributes: string, inner = "") =>
    `<div class="a" ${attributes} style="left:${box[0]}px;top:${box[1]}px;width:${box[2]}px;height:${box[3]}px">${inner}</div>`;

  it("gives boxes in picture pixels", async () => {
    const { elements } = await truthOf(at([10, 20, 100, 30], 'data-m="button"'), 1.5);
    expect(elements).toEqual([{ role: "button", box: [15, 30, 165, 75], states: { disabled: false } }]);
  });

  it("cuts to what a window above leaves, and leaves out what is mostly covered", async () => {
    const button = at([100, 100, 100, 40], 'data-m="button"');
    const cut = await truthOf(button + at([160, 0, 200, 300], ""));
    expect(cut.elements).toHaveLength(1);
    expect(cut.elements[0]?.box[2]).toBeCloseTo(160, 0);
    expect((await truthOf(button + at([125, 0, 200, 300], ""))).elements).toEqual([]);
    expect((await truthOf(button + at([0, 0, 400, 300], ""))).elements).toEqual([]);
  });

  it("cuts to scrolled parents and the screen", async () => {
    const inside = `<div style="position:absolute;left:0;top:0;width:150px;height:200px;overflow:hidden">${at([100, 20, 100, 30], 'data-m="button"')}</div>`;
    expect((await truthOf(inside)).elements[0]?.box).toEqual([100, 20, 150, 50]);
    expect((await truthOf(at([370, 20, 100, 30], 'data-m="button"'))).elements).toEqual([]);
  });

  it("joins a control with its label, clicked on the control", async () => {
    const { elements } = await truthOf(
      '<label data-m="checkbox" style="position:absolute;left:20px;top:20px;font:16px monospace"><input data-ctl type="checkbox" checked style="margin:0;width:14px;height:14px"> Wrap</label>',
    );
    const [check] = elements;
    expect(check?.states).toEqual({ checked: true, disabled: false });
    expect((check?.click?.[2] ?? 0) - (check?.click?.[0] ?? 0)).toBe(14);
    expect((check?.box[2] ?? 0) - (check?.box[0] ?? 0)).toBeGreaterThan(40);
  });

  it("ignores what lies under a translucent veil, but not the dialog on it", async () => {
    const { elements, ignore } = await truthOf(
      `${at([10, 10, 80, 30], 'data-m="button"')}<div class="a" style="inset:0;background:#0006"></div>${at([200, 100, 80, 30], 'data-m="button"')}`,
    );
    expect(elements.map((element) => element.box)).toEqual([[200, 100, 280, 130]]);
    expect(ignore).toEqual([[10, 10, 90, 40]]);
  });

  it("takes the marks of a canvas from the canvas", async () => {
    const { elements } = await truthOf(
      '<canvas id="c" width="100" height="80" style="position:absolute;left:50px;top:40px"></canvas><script>document.getElementById("c").marks=[{role:"button",box:[10,10,60,30],states:{}}]</script>',
    );
    expect(elements[0]?.box).toEqual([60, 50, 110, 70]);
  });
});
