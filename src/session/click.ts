import { chooseRung, type Policy, type Rung } from "../action/ladder.js";
import type { MouseButton } from "../action/port.js";
import {
  type Change,
  changes,
  expectedState,
  isEffect,
  Restless,
  type Watch,
  type WorldState,
} from "../action/verify.js";
import type { AxState } from "../ax/node.js";
import type { Frame } from "../capture/port.js";
import { Deadline } from "../core/deadline.js";
import type { Mark } from "../fusion/marks.js";
import { sameWindows } from "../fusion/windows.js";
import { gate } from "../safety/gate.js";
import { safeText } from "../safety/output.js";
import type { Observation } from "./observation.js";
import type { ActPorts } from "./ports.js";
import { recheck, refreshed } from "./recheck.js";

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

/** What one click came to, and the picture that was looked at last. */
export interface Clicked {
  readonly result: ActionResult;
  readonly frame: Frame;
}

/**
 * Clicks one mark: gate, fresh check, at most one dispatch, then a look at what came of it.
 *
 * @param seen the display as it was after the last action, if that is later than the observation: what
 *   changed since by itself proves nothing
 * @throws GroundmarkError when nothing was dispatched (gate, recheck, policy), or when the dispatch failed
 *   or its fate is unknown (APP_UNRESPONSIVE, ACTION_FAILED); it is never retried. Once something was
 *   dispatched, being unable to look at its effect is no error but an unverified outcome.
 */
export async function click(
  ports: ActPorts,
  observation: Observation,
  mark: Mark,
  options: ClickOptions,
  seen: Frame = observation.frame,
): Promise<Clicked> {
  const refusal = gate(mark.surface, { confirm: options.confirm });
  if (refusal) throw refusal;
  const { node, geometry } = mark.candidate;
  const form = { button: options.button, count: options.count };
  // Refuse by policy before anything is asked of the application.
  chooseRung(node, geometry !== "untrusted", form, options.policy);

  const fresh = await recheck(ports, observation, mark, options.confirm);
  const rung = chooseRung(fresh.node, geometry !== "untrusted", form, options.policy);
  if (options.dryRun) return { result: rehearsed(rung, fresh.point), frame: fresh.frame };
  const frame = ports.capture.grab({ kind: "display" });
  const restless = new Restless();
  restless.note(seen, frame);
  restless.note(fresh.frame, frame);
  const { window } = mark.candidate;
  const watch: Watch = {
    box: fresh.box,
    scope: fresh.scope,
    restless,
    owner: {
      pids: [fresh.node?.pid, window?.pid].filter((pid) => pid !== undefined),
      ...(window ? { window: window.id } : {}),
    },
  };
  const before: WorldState = {
    windows: fresh.windows,
    frame,
    ...(fresh.node ? { node: fresh.node } : {}),
  };
  const wanted = expectedState(fresh.node, form);
  options.signal?.throwIfAborted();
  const sent = await dispatch(ports, rung, fresh.point, options);
  const effect = await verify(ports, before, watch, wanted);
  return {
    result: { dispatched: true, rung: rung.kind, ...conclude(sent, effect, wanted, fresh.point) },
    frame: effect.frame,
  };
}

const rehearsed = (rung: Rung, point: { x: number; y: number }): ActionResult => ({
  dispatched: false,
  rung: rung.kind,
  outcome: "unverified",
  evidence: { reason: "dry-run", point, ...(rung.kind === "semantic" ? { action: rung.action } : {}) },
});

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
  if (rung.kind === "semantic") {
    const { accepted, action } = await ports.ax!.perform(rung.node, rung.action);
    return { accepted, action: safeText(action, 40) };
  }
  const input = await ports.input();
  const { pointerRestored } = await input.click(point, options.button, options.count);
  return { accepted: true, pointerRestored };
}

interface Seen {
  readonly changes: readonly Change[];
  readonly waited: number;
  readonly frame: Frame;
  /** The last look failed: the display went, or the application does not answer. */
  readonly blind: boolean;
}

const answers = (found: readonly Change[], wanted: AxState): boolean =>
  found.some((c) => c.kind === "state" && c.detail.endsWith(wanted));

/** Never throws: something was dispatched, and that must be told. */
async function verify(
  ports: ActPorts,
  before: WorldState,
  watch: Watch,
  wanted: AxState | undefined,
): Promise<Seen> {
  const started = performance.now();
  const deadline = new Deadline(VERIFY_MS);
  let found: Change[] = [];
  let { frame } = before;
  let blind = false;
  do {
    await new Promise((r) => setTimeout(r, VERIFY_STEP_MS));
    blind = false;
    try {
      const windows = ports.capture.windows();
      let node = before.node;
      if (node && ports.ax)
        node = await refreshed(ports.ax, node, windows).catch(() => {
          blind = true;
          return before.node;
        });
      frame = ports.capture.grab({ kind: "display" });
      // Picture and list have to be of one moment: a window that came in between looks like an effect.
      if (!sameWindows(windows, ports.capture.windows())) continue;
      found = changes(before, { windows, frame, ...(node ? { node } : {}) }, watch);
    } catch {
      blind = true;
      break;
    }
    if (wanted ? answers(found, wanted) : found.some(isEffect)) break;
  } while (!deadline.passed);
  return { changes: found, waited: Math.round(performance.now() - started), frame, blind };
}

function conclude(
  sent: Sent,
  seen: Seen,
  wanted: AxState | undefined,
  point: { x: number; y: number },
): Pick<ActionResult, "outcome" | "evidence"> {
  const say = (outcome: ActionResult["outcome"], reason: string) => ({
    outcome,
    evidence: {
      reason,
      ...(sent.action === undefined ? {} : { action: sent.action }),
      point,
      ...(sent.pointerRestored === undefined ? {} : { pointerRestored: sent.pointerRestored }),
      ...(seen.changes.length ? { changes: seen.changes.map((c) => c.detail) } : {}),
      waited: seen.waited,
    },
  });
  const effect = seen.changes.find(isEffect);
  if (wanted && answers(seen.changes, wanted)) return say("verified", "state-changed");
  if (!wanted && effect) return say("verified", `${effect.kind}-changed`);
  if (seen.blind) return say("unverified", "could-not-look");
  if (wanted) return say("contradicted", "state-did-not-change");
  if (!sent.accepted) return say("contradicted", "application-refused");
  return say("unverified", seen.changes.length ? "only-its-own-look-changed" : "no-visible-effect");
}
