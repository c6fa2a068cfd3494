import { invalidArg } from "../core/errors.js";

export const TARGET = /^(?:@(s[a-z2-7]{8,40}):)?([1-9]\d{0,8})$/;
export const TARGET_FORM = "a number from the listing (7) or @SNAPSHOT:NUMBER (@s8f3k2p9ab:7)";

/**
 * A mark as people and models write it: `7`, or `@s8f3k2p9:7` with its snapshot.
 *
 * @throws GroundmarkError INVALID_ARGS
 */
export function parseTarget(text: string): { mark: number; snapshot?: string } {
  const found = TARGET.exec(text);
  if (!found) throw invalidArg("mark", TARGET_FORM, text);
  const mark = Number(found[2]);
  return found[1] ? { mark, snapshot: found[1] } : { mark };
}
