import type { WindowInfo } from "../capture/port.js";
import type { AxNode, AxTree } from "./node.js";

export interface AxLimits {
  /** Hard time limit for the whole tree, ms. */
  readonly deadline: number;
  readonly maxWalkedNodes: number;
  readonly maxBulkNodes: number;
  readonly maxDepth: number;
  readonly maxChildren: number;
  /** Time limit of a single call to an application, ms. */
  readonly callTimeout: number;
}

export const DEFAULT_AX_LIMITS: AxLimits = {
  deadline: 5000,
  maxWalkedNodes: 2000,
  maxBulkNodes: 20000,
  maxDepth: 50,
  maxChildren: 1500,
  callTimeout: 1500,
};

export interface AxHealth {
  readonly available: boolean;
  /** org.a11y.Status.IsEnabled on Linux; undefined when nobody could be asked. */
  readonly enabled?: boolean;
  readonly address?: string;
  readonly applications?: number;
  /** Those of them that do not answer, by the names of their processes. */
  readonly silent?: readonly string[];
  readonly reason?: string;
}

export interface ActionOutcome {
  /** What the application answered: DoAction's boolean. */
  readonly accepted: boolean;
  readonly action: string;
}

export interface AccessibilityTree {
  /**
   * Reads what the given windows show. Never throws for a sick application or bus: that is a status, a
   * warning and a partial tree.
   */
  read(windows: readonly WindowInfo[], limits?: Partial<AxLimits>): Promise<AxTree>;
  /** Reads one object again with present name, role, states, value, actions and corrected bounds; undefined when it is gone. */
  refresh(node: AxNode, windows: readonly WindowInfo[]): Promise<AxNode | undefined>;
  /**
   * Performs an action by the application's own name for it (looked up again, then by index).
   * @throws GroundmarkError ACTION_NOT_SUPPORTED (no such action), APP_UNRESPONSIVE (no answer: may still
   *   have acted), ELEMENT_NOT_FOUND (the object is gone, nothing was dispatched)
   */
  perform(node: AxNode, action: string): Promise<ActionOutcome>;
  health(): Promise<AxHealth>;
  close(): Promise<void>;
}
