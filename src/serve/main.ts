// The service process: `node dist/serve/main.js --socket PATH`.
import { COMMANDS } from "../commands/index.js";
import { displayLost } from "./display.js";
import { runService } from "./run.js";

await runService(process.argv.slice(2), {
  commands: COMMANDS,
  openService: async () => (await import("../session/service.js")).openService(process.env),
  displayLost: () => displayLost(process.env),
});
