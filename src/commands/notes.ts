import type { Surface } from "../fusion/surface.js";

/**
 * What made an observation poorer than it could be, one line each: a listing alone does not show what is
 * missing from it. Empty when everything worked.
 */
export function surfaceNotes({ accessibility, vision, warnings, withheld = {} }: Surface): string[] {
  const lines: string[] = [];
  const { status, reason, nodes, kept } = accessibility;
  if (status !== "ok" && status !== "none")
    lines.push(`accessibility tree ${status}${reason ? `: ${reason}` : ""}`);
  else if (status === "ok" && kept === 0)
    lines.push(`accessibility tree: none of its ${nodes} nodes is of use`);
  const parts = [
    ["detector", vision.detector.status],
    ["reader", vision.ocr.status],
    ["icon names", vision.captioner.status],
    ["icon descriptions", vision.describer?.status ?? "ok"],
  ].flatMap(([name, state]) => (state === "ok" ? [] : [`${name} ${state}`]));
  if (parts.length > 0) lines.push(`${parts.join(", ")}${vision.reason ? `: ${vision.reason}` : ""}`);
  for (const { code, message } of warnings) lines.push(`${code}: ${message}`);
  const out = Object.entries(withheld).map(([why, count]) => `${count} ${why}`);
  if (out.length > 0) lines.push(`not numbered: ${out.join(", ")}`);
  return lines;
}
