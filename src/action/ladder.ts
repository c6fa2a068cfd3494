import { clickAction } from "../ax/actions.js";
import type { AxNode } from "../ax/node.js";
import { GroundmarkError } from "../core/errors.js";
import type { MouseButton } from "./port.js";

export type Policy = "background" | "foreground";

export type Rung =
  | { readonly kind: "semantic"; readonly node: AxNode; readonly action: string }
  | { readonly kind: "pointer" };

export interface ClickForm {
  readonly button: MouseButton;
  readonly count: number;
}

/**
 * The most semantic way to click that exists and that the policy permits (ACT-2). A plain left click goes
 * through the application's own action when it has one; every other form needs the pointer, which
 * `background` forbids.
 *
 * @throws GroundmarkError POLICY_DENIED, ACTION_NOT_SUPPORTED (untrusted geometry and no action)
 */
export function chooseRung(
  node: AxNode | undefined,
  geometryTrusted: boolean,
  form: ClickForm,
  policy: Policy,
): Rung {
  const action = node && form.button === "left" && form.count === 1 ? clickAction(node) : undefined;
  if (node && action !== undefined) return { kind: "semantic", node, action };
  if (!geometryTrusted)
    throw new GroundmarkError(
      "ACTION_NOT_SUPPORTED",
      "the application gives no click action and its geometry cannot be trusted, so nothing says where to click",
      { suggestion: "Use another mark, or the keyboard." },
    );
  if (policy === "background")
    throw new GroundmarkError(
      "POLICY_DENIED",
      form.button === "left" && form.count === 1
        ? "only the pointer reaches this mark, and the policy is background"
        : `a ${form.button} click${form.count > 1 ? ` (${form.count} times)` : ""} needs the pointer, and the policy is background`,
      { suggestion: "Repeat with --policy foreground if Groundmark may move the pointer." },
    );
  return { kind: "pointer" };
}
