// A service from before the present protocol: it says its version in another way, knows health and no
// shutdown, and holds no lock.
import { createServer } from "node:net";

const socket = process.argv[process.argv.indexOf("--socket") + 1];
createServer((client) => {
  client.on("error", () => {});
  client.write('{"groundmark":"0.0.1","protocol":0}\n');
  client.on("data", (data) => {
    for (const line of String(data).split("\n").filter(Boolean)) {
      const { id, command } = JSON.parse(line);
      if (command !== "health") continue;
      const envelope = { version: "1", ok: true, command, data: { pid: process.pid } };
      client.write(`${JSON.stringify({ id, envelope })}\n`);
    }
  });
}).listen(socket, () => console.log("listening"));
