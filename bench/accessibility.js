// @ts-check
// Reading the tree: ours against a Python libatspi walk of the same desktop, in turn, in one run.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openAtspi } from "../dist/ax/linux/index.js";
import { openX11Capture } from "../dist/capture/x11/capture.js";
import { standardDesktop, startDesktop } from "../test/desktop/index.js";
import { percentile, round, row, summary } from "./stats.js";

const peer = fileURLToPath(new URL("./peers/libatspi_walk.py", import.meta.url));

export async function run(rounds = 7) {
  const desktop = await startDesktop({ width: 1920, height: 1080 });
  try {
    const apps = await standardDesktop(desktop);
    const capture = openX11Capture(desktop.display);
    const ax = openAtspi(desktop.env);
    try {
      const windows = capture.windows();
      await ax.read(windows);
      /** @type {{ours: number[], peer: number[], nodes: number}} */
      const all = { ours: [], peer: [], nodes: 0 };
      /** @type {Record<string, {method: string, ours: number[], peer: number[], nodes: number, peerNodes: number}>} */
      const byApp = {};
      for (let i = 0; i < rounds; i++) {
        // A fresh connection's first read: nothing that an earlier round learnt helps.
        const started = performance.now();
        const tree = await ax.read(windows);
        all.ours.push(performance.now() - started);
        all.nodes = tree.nodes;
        const other = await libatspi(
          desktop.env,
          Object.values(apps).map((a) => a.pid),
        );
        all.peer.push(other.ms);
        for (const app of tree.apps) {
          const theirs = other.apps[app.name];
          if (!theirs) continue;
          byApp[app.name] ??= {
            method: app.method,
            ours: [],
            peer: [],
            nodes: app.nodes,
            peerNodes: theirs.nodes,
          };
          // Alone, as the peer reads it: applications are read side by side otherwise.
          const own = windows.filter((w) => w.pid === app.pid);
          const at = performance.now();
          await ax.read(own);
          const figures = byApp[app.name];
          figures?.ours.push(performance.now() - at);
          figures?.peer.push(theirs.ms);
        }
      }
      const ratio = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
        round(percentile(b, 0.5) / percentile(a, 0.5));
      row("whole desktop, Groundmark", summary(all.ours));
      row("whole desktop, Python libatspi", summary(all.peer));
      console.log(`  ratio ${ratio(all.ours, all.peer)}x`);
      /** @type {Record<string, unknown>} */
      const figures = {
        desktop: {
          ours: summary(all.ours),
          peer: summary(all.peer),
          ratio: ratio(all.ours, all.peer),
          nodes: all.nodes,
        },
      };
      for (const [name, f] of Object.entries(byApp)) {
        figures[name] = { ...f, ours: summary(f.ours), peer: summary(f.peer), ratio: ratio(f.ours, f.peer) };
        console.log(
          `  ${name.padEnd(24)} ${f.method.padEnd(11)} ${String(f.nodes).padStart(5)} nodes  ours ${percentile(f.ours, 0.5).toFixed(1).padStart(7)} ms  libatspi ${percentile(f.peer, 0.5).toFixed(1).padStart(7)} ms (${f.peerNodes} nodes)  ${ratio(f.ours, f.peer)}x`,
        );
      }
      return figures;
    } finally {
      await ax.close();
      capture.close();
    }
  } finally {
    await desktop.stop();
  }
}

/** @param {Record<string, string>} env @param {number[]} pids @returns {Promise<{ms: number, apps: Record<string, {nodes: number, ms: number}>}>} */
function libatspi(env, pids) {
  return new Promise((resolve, reject) => {
    const child = spawn("/usr/bin/python3", [peer, "1", ...pids.map(String)], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
    let last = "";
    createInterface({ input: child.stdout }).on("line", (line) => {
      last = line;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0 && last) resolve(JSON.parse(last));
      else reject(new Error(`the libatspi walk ended with ${code}; is gir1.2-atspi-2.0 installed?`));
    });
  });
}
