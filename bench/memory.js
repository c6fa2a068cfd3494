// @ts-check
// Memory of one process over 200 observations of a changing desktop, against after 20: flat.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openDesktop } from "../dist/index.js";
import { standardDesktop, startDesktop } from "../test/desktop/index.js";
import { round } from "./stats.js";

setFlagsFromString("--expose-gc");
const collect = /** @type {() => void} */ (runInNewContext("gc"));
const MIB = 2 ** 20;

export async function run(observations = 200) {
  const desktop = await startDesktop({ width: 1920, height: 1080 });
  try {
    const apps = await standardDesktop(desktop);
    const groundmark = await openDesktop({ env: desktop.env });
    /** @type {{observations: number, rss: number, heap: number}[]} */
    const points = [];
    try {
      for (let i = 1; i <= observations; i++) {
        // Something changes before each look: a window moves by a few pixels.
        await desktop.place(apps.calculator, {
          x: 640 + (i % 7) * 3,
          y: (i % 5) * 4,
          width: 380,
          height: 640,
        });
        await groundmark.observe();
        if (i === 20 || i % 50 === 0) {
          collect();
          await new Promise((r) => setTimeout(r, 100));
          const { rss, heapUsed } = process.memoryUsage();
          points.push({ observations: i, rss: round(rss / MIB), heap: round(heapUsed / MIB) });
          console.log(
            `  after ${String(i).padStart(4)} observations: rss ${round(rss / MIB)} MiB, heap ${round(heapUsed / MIB)} MiB`,
          );
        }
      }
    } finally {
      await groundmark.close();
    }
    const first = points[0];
    const last = points[points.length - 1];
    const ratio = first && last ? Math.round((last.rss / first.rss) * 100) / 100 : Number.NaN;
    console.log(`  rss ${ratio}x after ${last?.observations} against after ${first?.observations}`);
    return { points, ratio };
  } finally {
    await desktop.stop();
  }
}
