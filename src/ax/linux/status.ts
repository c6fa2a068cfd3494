import { cleanText, quote } from "../../core/text.js";
import type { Warning } from "../../core/warning.js";
import type { AxApp, AxNode, AxStatus } from "../node.js";
import { INTERACTIVE_ROLES } from "../roles.js";

export interface Facts {
  readonly enabled: boolean | undefined;
  readonly apps: readonly AxApp[];
  /** Names of applications with a window that gave nothing, and why. */
  readonly failed: readonly {
    readonly name: string;
    readonly reason: "unresponsive" | "error" | "timeout";
  }[];
}

const named = (name: string): string => quote(cleanText(name, 60) || "unnamed application");

/**
 * A tree that holds windows and nothing to use: the application has not switched its accessibility on
 * (Chromium without --force-renderer-accessibility shows four empty nodes).
 */
export function isSkeleton(app: AxApp): boolean {
  const queue: AxNode[] = app.windows.flatMap((w) => w.children);
  for (const node of queue) {
    if (INTERACTIVE_ROLES.has(node.role)) return false;
    if (node.name && node.role !== "window") return false;
    for (const child of node.children) queue.push(child);
  }
  return app.windows.length > 0;
}

/** The status of a whole read, in the order of how much is missing, and a warning for each loss. */
export function judge(facts: Facts): { status: AxStatus; reason?: string; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const { apps, failed, enabled } = facts;
  if (enabled === false)
    warnings.push({
      code: "accessibility-disabled",
      message:
        "accessibility is switched off on this desktop (org.a11y.Status.IsEnabled is false): Qt, Chromium and Firefox show no tree until it is on before they start",
    });
  for (const { name, reason } of failed)
    warnings.push({
      code: reason === "error" ? "ax-app-failed" : "ax-app-unresponsive",
      message:
        reason === "error"
          ? `the application ${named(name)} could not be read`
          : `the application ${named(name)} does not answer`,
    });
  for (const app of apps)
    if (app.truncated && app.truncated !== "nullReference")
      warnings.push({
        code: `ax-truncated-${app.truncated.toLowerCase()}`,
        message: `the tree of ${named(app.name)} is not complete (${app.truncated})`,
      });
  const skeletons = apps.filter(isSkeleton);
  for (const app of skeletons)
    warnings.push({
      code: "ax-skeleton",
      message: `${named(app.name)} shows no accessible content (a Chromium application needs --force-renderer-accessibility)`,
    });

  if (apps.length === 0 && failed.length === 0)
    return enabled === false
      ? { status: "off", reason: "accessibility-disabled", warnings }
      : { status: "empty", reason: "no-application-of-these-windows", warnings };
  if (apps.length > 0 && skeletons.length === apps.length && failed.length === 0)
    return { status: "skeleton", reason: "windows-without-content", warnings };
  const cut = apps.find((app) => app.truncated && app.truncated !== "nullReference")?.truncated;
  const reason =
    failed.length > 0 ? "application-unresponsive" : (cut ?? (skeletons.length > 0 ? "skeleton" : undefined));
  return reason ? { status: "partial", reason, warnings } : { status: "ok", warnings };
}
