import { chooseRung, type Policy, type Rung } from "../action/ladder.js";
import type { MouseButton } from "../action/port.js";
import { type Change, changes, expectedState, showsEffect, type WorldState } from "../action/verify.js";
import type { AxNode } from "../ax/node.js";
import { Deadline } from "../core/deadline.js";
import type { Mark } from "../fusion/marks.js";
import { gate } from "../safety/gate.js";
import type { Observation } from "./observation.js";
import type { ActPorts } from "./ports.js";
import { recheck } from "./recheck.js";

export interface ClickOptions {
  readonly button: MouseButton;
  readonly count: number;
  readonly policy: Policy;
  readonly confirm: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

export interface ActionResult {
  /** True once anything was sent to the application, whatever came of it. */
  readonly dispatched: boolean;
  readonly rung: "semantic" | "pointer";
  readonly outcome: "verified" | "contradicted" | "unverified";
  readonly evidence: {
    readonly reason: string;
    /** The application's own name of the action that was performed. */
    readonly action?: string;
    readonly point?: { readonly x: number; readonly y: number };
    readonly changes?: string[];
    readonly pointerRestored?: boolean;
    /** ms from the dispatch until the effect was seen, or until the wait ended. */
    readonly waited?: number;
  };
}

/** How long an effect is waited for. A slow application ends as unverified, never as a second click. */
const VERIFY_MS = 1200;
const VERIFY_STEP_MS = 40;

/**
 * Clicks one mark: gate, fresh check, at most one dispatch, then a look at what came of it.
 *
 * @throws GroundmarkError when nothing was dispatched (gate, recheck, policy), or when the dispatch failed
 *   or its fate is unknown (APP_UNRESPONSIVE, ACTION_FAILED); it is never retried
 */
export async function click(
  ports: ActPorts,
  observation: Observation,
  mark: Mark,
  options: ClickOptions,
): Promise<ActionResult> {
  const refusal = gate(mark.surface, { confirm: options.confirm });
  if (refusal) throw refusal;
  const { node, geometry } = mark.candidate;
  const form = { button: options.button, count: options.count };
  // Refuse by policy before anything is asked of the application.
  chooseRung(node, geometry !== "untrusted", form, options.policy);

  const fresh = await recheck(ports, observation, mark, options.confirm);
  const rung = chooseRung(fresh.node, geometry !== "untrusted", form, options.policy);
  if (options.dryRun)
    return {
      dispatched: false,
      rung: rung.kind,
      outcome: "unverified",
      evidence: {
        reason: "dry-run",
        point: fresh.point,
        ...(rung.kind === "semantic" ? { action: rung.action } : {}),
      },
    };
  options.signal?.throwIfAborted();
  const before: WorldState = {
    windows: fresh.windows,
    frame: fresh.frame,
    ...(fresh.node ? { node: fresh.node } : {}),
  };
  const sent = await dispatch(ports, rung, fresh.point, options);
  const seen = await verify(ports, before, fresh.node, fresh.box, fresh.scope);
  return { dispatched: true, rung: rung.kind, ...conclude(sent, seen, fresh.node, fresh.point) };
}

interface Sent {
  readonly accepted: boolean;
  readonly action?: string;
  readonly pointerRestored?: boolean;
}

async function dispatch(
  ports: ActPorts,
  rung: Rung,
  point: { x: number; y: number },
  options: ClickOptions,
): Promise<Sent> {
  if (rung.kind === "semantic") return await ports.ax!.perform(rung.node, rung.action);
  const input = await ports.input();
  const { pointerRestored } = await input.click(point, options.button, options.count);
  return { accepted: true, pointerRestored };
}

interface Seen {
  readonly changes: readonly Change[];
  readonly waited: number;
}

async function verify(
  ports: ActPorts,
  before: WorldState,
  node: AxNode | undefined,
  box: WorldState["frame"]["region"],
  scope: WorldState["frame"]["region"],
): Promise<Seen> {
  const started = performance.now();
  const deadline = new Deadline(VERIFY_MS);
  const wanted = expectedState(node);
  let found: Change[] = [];
  do {
    await new Promise((r) => setTimeout(r, VERIFY_STEP_MS));
    const windows = ports.capture.windows();
    const refreshed = node && ports.ax ? await ports.ax.refresh(node, windows).catch(() => node) : undefined;
    const after: WorldState = {
      windows,
      frame: ports.capture.grab({ kind: "display" }),
      ...(refreshed ? { node: refreshed } : {}),
    };
    found = changes(before, after, box, scope);
    const done = wanted
      ? found.some((c) => c.kind === "state" && c.detail.endsWith(wanted))
      : showsEffect(found);
    if (done) break;
  } while (!deadline.passed);
  return { changes: found, waited: Math.round(performance.now() - started) };
}

function conclude(
  sent: Sent,
  seen: Seen,
  node: AxNode | undefined,
  point: { x: number; y: number },
): Pick<ActionResult, "outcome" | "evidence"> {
  const wanted = expectedState(node);
  const flipped = wanted && seen.changes.some((c) => c.kind === "state" && c.detail.endsWith(wanted));
  const evidence = {
    ...(sent.action === undefined ? {} : { action: sent.action }),
    point,
    ...(sent.pointerRestored === undefined ? {} : { pointerRestored: sent.pointerRestored }),
    ...(seen.changes.length ? { changes: seen.changes.map((c) => c.detail) } : {}),
    waited: seen.waited,
  };
  if (wanted)
    return flipped
      ? { outcome: "verified", evidence: { reason: "state-changed", ...evidence } }
      : { outcome: "contradicted", evidence: { reason: "state-did-not-change", ...evidence } };
  if (showsEffect(seen.changes)) {
    const first = seen.changes.find((c) => c.kind !== "own-pixels" && c.kind !== "focus")!;
    return { outcome: "verified", evidence: { reason: `${first.kind}-changed`, ...evidence } };
  }
  if (!sent.accepted)
    return { outcome: "contradicted", evidence: { reason: "application-refused", ...evidence } };
  return {
    outcome: "unverified",
    evidence: {
      reason: seen.changes.length ? "only-its-own-look-changed" : "no-visible-effect",
      ...evidence,
    },
  };
}
