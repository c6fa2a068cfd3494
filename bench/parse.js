// @ts-check
// The whole `groundmark parse` process, cold, as a user's shell starts it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { row, summary } from "./stats.js";

const bin = fileURLToPath(new URL("../bin/groundmark.js", import.meta.url));
const picture = fileURLToPath(new URL("../test/frames/desktop-1280x800.png", import.meta.url));

export async function run(runs = 15) {
  /** @type {number[]} */
  const whole = [];
  /** @type {Record<string, number[]>} */
  const stages = {};
  let marks = 0;
  for (let i = 0; i <= runs; i++) {
    const started = performance.now();
    const child = spawnSync(process.execPath, [bin, "parse", picture, "--json"], {
      encoding: "utf8",
      timeout: 60_000,
    });
    const took = performance.now() - started;
    if (child.status !== 0) throw new Error(`parse failed: ${child.stderr}`);
    if (i === 0) continue; // fills the file cache
    whole.push(took);
    const { data } = JSON.parse(child.stdout);
    marks = data.marks.length;
    for (const [stage, ms] of Object.entries(data.timings)) {
      stages[stage] ??= [];
      stages[stage].push(Number(ms));
    }
  }
  const figures = {
    marks,
    whole: summary(whole),
    stages: Object.fromEntries(Object.entries(stages).map(([k, v]) => [k, summary(v)])),
  };
  row("whole process, 1280x800", figures.whole);
  for (const [stage, s] of Object.entries(figures.stages)) row(`  ${stage}`, s);
  console.log(`  ${marks} marks`);
  return figures;
}
