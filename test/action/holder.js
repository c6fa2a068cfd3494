// Holds two buttons down until it is killed. Prints the helper's process id once they are down.
import { openX11Input } from "../../dist/action/x11/input.js";

const input = await openX11Input(process.argv[2]);
await input.press({ x: 250, y: 250 }, "left");
await input.press({ x: 260, y: 260 }, "right");
process.stdout.write(`${input.pid}\n`);
setInterval(() => undefined, 1000);
