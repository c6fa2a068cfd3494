import type { Input } from "../action/port.js";
import type { AccessibilityTree } from "../ax/port.js";
import type { Capture } from "../capture/port.js";
import type { Vision } from "../vision/port.js";

/** What acting needs. Input starts its helper process only when the pointer is really used. */
export interface ActPorts {
  readonly capture: Capture;
  readonly vision: Vision;
  readonly ax?: AccessibilityTree;
  readonly input: () => Promise<Input>;
}
