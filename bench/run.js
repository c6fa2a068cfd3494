// @ts-check
// npm run bench [-- NAME ... [--OPTION ...]]: prints figures and keeps them in bench/results/latest.json.
// Options belong to `accuracy`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

const BENCHES = /** @type {const} */ (["parse", "observe", "accessibility", "vision", "memory", "accuracy"]);
const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("--"));
const wanted = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const unknown = wanted.filter((name) => !(/** @type {readonly string[]} */ (BENCHES).includes(name)));
if (unknown.length) {
  process.stderr.write(`unknown bench ${unknown.join(", ")}; there are: ${BENCHES.join(", ")}\n`);
  process.exit(2);
}
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  arch: arch(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  load: Number(loadavg()[0]?.toFixed(1)),
};
console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load ${machine.load}`);
const file = fileURLToPath(new URL("./results/latest.json", import.meta.url));
/** @type {Record<string, unknown>} */
let results = {};
try {
  results = JSON.parse(readFileSync(file, "utf8"));
} catch {
  // The first run on this machine.
}
for (const name of wanted.length ? BENCHES.filter((b) => wanted.includes(b)) : BENCHES) {
  console.log(`\n${name}`);
  const { run } = await import(`./${name}.js`);
  results[name] = {
    date: new Date().toISOString(),
    machine,
    figures: await (name === "accuracy" ? run(options) : run()),
  };
  mkdirSync(new URL("./results", import.meta.url), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
