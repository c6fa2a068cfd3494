#!/usr/bin/env node
import { existsSync } from "node:fs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const program = new URL("../dist/cli/main.js", import.meta.url);

if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`groundmark needs Node.js 20.12 or newer; this is ${process.versions.node}.`);
  process.exit(1);
} else if (!existsSync(program)) {
  console.error("groundmark is not built yet. Run: npm run build");
  process.exit(1);
} else {
  // A reader that left (`groundmark observe | head`) is no error of ours.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let exit = 1;
  try {
    const { main, interruption } = await import(program.href);
    exit = await main(process.argv.slice(2), {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      env: process.env,
      cwd: process.cwd(),
      interrupt: interruption(process),
    });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    console.error(`error INTERNAL: ${error.message}`);
    console.error("  suggestion: Reinstall the package; if that does not help, please report this.");
    if (process.env.GROUNDMARK_DEBUG) console.error(error.stack);
  }
  // What a command left open (threads, sockets) keeps nobody waiting; all output is out.
  process.exit(exit);
}
