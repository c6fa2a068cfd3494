import { GroundmarkError } from "../../core/errors.js";
import type { AxNode } from "../node.js";
import type { ActionOutcome } from "../port.js";
import { type BusConnection, CallFailure } from "./bus.js";
import { CallWindow } from "./calls.js";
import { actionNames } from "./details.js";
import { ACCESSIBLE, ACTION, type Ref } from "./protocol.js";

/** Time for looking the action up again, and for the action itself, ms. */
const LOOK_UP_MS = 1500;
const ACT_MS = 3000;

/** The object that a node stands for: its id is the bus name followed by the path. */
export const refOf = (node: Pick<AxNode, "id" | "path">): Ref => ({
  bus: node.id.slice(0, node.id.length - node.path.length),
  path: node.path,
});

/** "#2" names an action by its index, for applications that give their actions no names. */
const BY_INDEX = /^#(\d{1,3})$/;

/** @throws GroundmarkError as AccessibilityTree.perform says */
export async function performAction(
  bus: BusConnection,
  node: AxNode,
  action: string,
): Promise<ActionOutcome> {
  const ref = refOf(node);
  const window = new CallWindow(bus, LOOK_UP_MS + ACT_MS + 500, ACT_MS);
  try {
    const { index, name } = await findAction(window, ref, action);
    try {
      const [accepted] = await window.lane(ref.bus).request(ref.path, ACTION, "DoAction", "i", [index]);
      return { accepted: accepted === true, action: name };
    } catch (error) {
      throw afterDispatch(error, name);
    }
  } finally {
    window.stop();
  }
}

async function findAction(
  window: CallWindow,
  ref: Ref,
  wanted: string,
): Promise<{ index: number; name: string }> {
  const calls = window.lane(ref.bus, LOOK_UP_MS);
  const found = await actionNames(ref.path, calls);
  if (!found) throw await whyNothing(calls.timeouts > 0, window, ref);
  const { names, localised } = found;
  const byIndex = BY_INDEX.exec(wanted);
  const index = byIndex
    ? Number(byIndex[1])
    : [names, localised]
        .map((list) => list.findIndex((name) => name.toLowerCase() === wanted.toLowerCase()))
        .find((i) => i >= 0);
  if (index === undefined || index >= names.length)
    throw new GroundmarkError("ACTION_NOT_SUPPORTED", "the control no longer offers this action", {
      details: { action: wanted, actions: names },
    });
  return { index, name: names[index] || wanted };
}

/** Nothing was dispatched: say whether the application hangs, the object is gone or has no actions. */
async function whyNothing(timedOut: boolean, window: CallWindow, ref: Ref): Promise<GroundmarkError> {
  if (timedOut)
    return new GroundmarkError("APP_UNRESPONSIVE", "the application does not answer; nothing was done", {
      details: { dispatched: false },
    });
  try {
    await window.lane(ref.bus, LOOK_UP_MS).request(ref.path, ACCESSIBLE, "GetRole");
    return new GroundmarkError("ACTION_NOT_SUPPORTED", "the control offers no actions");
  } catch {
    return new GroundmarkError("ELEMENT_NOT_FOUND", "the control no longer exists; nothing was done");
  }
}

function afterDispatch(error: unknown, action: string): GroundmarkError {
  const kind = error instanceof CallFailure ? error.kind : "error";
  switch (kind) {
    case "gone":
      return new GroundmarkError("ELEMENT_NOT_FOUND", "the control no longer exists; nothing was done");
    case "unsupported":
      return new GroundmarkError("ACTION_NOT_SUPPORTED", "the control does not carry out actions");
    case "error":
      return new GroundmarkError("ACTION_FAILED", "the application refused the action", {
        details: { action },
        cause: error,
      });
    default:
      return new GroundmarkError(
        "APP_UNRESPONSIVE",
        "the application did not answer the action; it may still have carried it out",
        {
          suggestion: "Do not repeat the action: observe again to see whether it took effect.",
          details: { action, dispatched: true, mayHaveActed: true },
        },
      );
  }
}
