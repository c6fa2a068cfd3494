// @ts-check
// Resident memory of the service over 200 observations of a changing desktop, against after 20.
import { connectService, stopService } from "../dist/serve/connect.js";
import { standardDesktop, startDesktop } from "../test/desktop/index.js";
import { round } from "./stats.js";

const MIB = 2 ** 20;

export async function run(observations = 200) {
  const desktop = await startDesktop({ width: 1920, height: 1080 });
  try {
    const apps = await standardDesktop(desktop);
    const { client } = await connectService(desktop.env, { start: true });
    /** @type {{observations: number, rss: number}[]} */
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
        const seen = await client.call("observe", {});
        if (!seen.ok) throw new Error(`observe: ${seen.error.message}`);
        if (i !== 20 && i % 50 !== 0) continue;
        const rss = await restingMemory(client);
        points.push({ observations: i, rss: round(rss / MIB) });
        console.log(`  after ${String(i).padStart(4)} observations: rss ${round(rss / MIB)} MiB`);
      }
    } finally {
      client.close();
      await stopService(desktop.env);
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

/**
 * The least of a few readings: garbage that waits for its collection is no growth.
 * @param {import("../dist/serve/client.js").ServiceClient} client
 */
async function restingMemory(client) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    await new Promise((r) => setTimeout(r, 300));
    const status = await client.call("status", {});
    if (!status.ok) throw new Error(`status: ${status.error.message}`);
    least = Math.min(least, /** @type {any} */ (status.data).service.rss);
  }
  return least;
}
