import type { Candidate } from "./scene.js";

/**
 * What stays when there are more candidates than marks: the focus and open menus first, then what the
 * application itself calls a control, then what the detector is sure of, then loose text; a disabled
 * control and an empty cell after all that can be used; in each group what shows more.
 */
export function rank(c: Candidate): number {
  let rank = c.confidence;
  if (c.node?.states.includes("focused")) rank += 16;
  if (c.window?.overrideRedirect) rank += 4;
  if (c.window?.focused) rank += 2;
  if (c.node) rank += 4;
  else if (c.source === "vision") rank += 2;
  if (c.node?.states.includes("disabled")) rank -= 10;
  if (c.role === "cell" && c.label === "" && !c.value) rank -= 12;
  return rank + Math.min(0.5, c.visible / 2);
}
