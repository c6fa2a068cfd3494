// @ts-check
// Makes docs/marked.png, the picture of the README: the standard desktop, observed through the library.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { openDesktop } from "../dist/index.js";
import { standardDesktop, startDesktop } from "../test/desktop/index.js";

const page = readFileSync(new URL("../test/pages/form.html", import.meta.url));
const server = createServer((_request, response) =>
  response.setHeader("Content-Type", "text/html").end(page),
);
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const desktop = await startDesktop({ width: 1440, height: 1080 });
try {
  await standardDesktop(desktop, {
    page: "http://shop.example/order",
    browserArgs: [`--host-resolver-rules=MAP shop.example 127.0.0.1:${port}`],
  });
  const groundmark = await openDesktop({ env: desktop.env });
  try {
    const surface = await groundmark.observe();
    mkdirSync(new URL("../docs", import.meta.url), { recursive: true });
    writeFileSync(new URL("../docs/marked.png", import.meta.url), await groundmark.markedPng());
    console.log(surface.text);
  } finally {
    await groundmark.close();
  }
} finally {
  await desktop.stop();
  server.close();
}
