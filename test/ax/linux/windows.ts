import type { WindowInfo } from "../../../src/capture/port.js";
import { openX11Capture } from "../../../src/capture/x11/capture.js";
import type { Desktop } from "../../desktop/index.js";

/** The windows of a test desktop as the capture lists them. */
export async function windowsOn(desktop: Desktop): Promise<WindowInfo[]> {
  const capture = openX11Capture(desktop.display);
  try {
    return capture.windows();
  } finally {
    capture.close();
  }
}
