// Creates, maps and destroys windows as fast as it can, until it is ended.
import { XConnection } from "../../dist/capture/x11/connection.js";

const connection = XConnection.open(process.argv[2]);
const x11 = connection.lib.koffi.load("libX11.so.6");
const calls = connection.bind({
  map: x11.func("int XMapWindow(void *, ulong)"),
  destroy: x11.func("int XDestroyWindow(void *, ulong)"),
});
const windows = [];
for (;;) {
  const window = connection.x.XCreateSimpleWindow(connection.root, 10, 10, 40, 40, 0, 0, 0);
  calls.map(window);
  windows.push(window);
  if (windows.length > 20) for (const old of windows.splice(0, 15)) calls.destroy(old);
  connection.x.XSync(0);
}
