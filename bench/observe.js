// @ts-check
// Warm observations of a 1920x1080 desktop with four applications of four toolkits, by stage.
import { openDesktop } from "../dist/index.js";
import { standardDesktop, startDesktop } from "../test/desktop/index.js";
import { row, summary } from "./stats.js";

export async function run(runs = 40) {
  const desktop = await startDesktop({ width: 1920, height: 1080 });
  try {
    await standardDesktop(desktop);
    const groundmark = await openDesktop({ env: desktop.env });
    try {
      const first = performance.now();
      let surface = await groundmark.observe();
      const firstSight = performance.now() - first;
      for (let i = 0; i < 4; i++) await groundmark.observe();
      /** @type {number[]} */
      const whole = [];
      /** @type {number[]} */
      const drawn = [];
      /** @type {Record<string, number[]>} */
      const stages = {};
      for (let i = 0; i < runs; i++) {
        const started = performance.now();
        surface = await groundmark.observe();
        whole.push(performance.now() - started);
        const drawing = performance.now();
        await groundmark.markedPng();
        drawn.push(performance.now() - drawing);
        for (const [stage, ms] of Object.entries(surface.timings)) {
          stages[stage] ??= [];
          stages[stage].push(ms);
        }
      }
      const figures = {
        marks: surface.marks.length,
        treeNodes: surface.accessibility.nodes,
        firstSight: Math.round(firstSight),
        whole: summary(whole),
        render: summary(drawn),
        stages: Object.fromEntries(Object.entries(stages).map(([k, v]) => [k, summary(v)])),
      };
      row("warm observe, 1920x1080", figures.whole);
      for (const [stage, s] of Object.entries(figures.stages)) if (stage !== "total") row(`  ${stage}`, s);
      row("  marked picture (PNG)", figures.render);
      console.log(
        `  first sight ${figures.firstSight} ms; ${figures.marks} marks, ${figures.treeNodes} tree nodes, accessibility ${surface.accessibility.status}`,
      );
      return figures;
    } finally {
      await groundmark.close();
    }
  } finally {
    await desktop.stop();
  }
}
