// @ts-check
/** Which scripted fault, if any, a call meets. */
import { variant } from "./interfaces.js";

/** @typedef {import("./index.js").Fault} Fault */
/** @typedef {Record<string, Fault>} Faults */

/**
 * Looks at the node's own faults, then the application's; the full name before the member before "*".
 * A fault with `times` is used up after so many calls; one with `after` starts after so many.
 * @param {(Faults | undefined)[]} sources @param {string} name "Interface.Member" without the prefix
 * @returns {Fault | undefined}
 */
export function faultFor(sources, name) {
  const member = name.slice(name.indexOf(".") + 1);
  for (const faults of sources) {
    const fault = faults?.[name] ?? faults?.[member] ?? faults?.["*"];
    if (!fault) continue;
    if (fault.after !== undefined && fault.after > 0) {
      fault.after -= 1;
      continue;
    }
    if (fault.times !== undefined) {
      if (fault.times <= 0) continue;
      fault.times -= 1;
    }
    return fault;
  }
  return undefined;
}

/** JSON cannot hold a D-Bus variant: {"$variant": [signature, value]} stands for one. @param {any} value @returns {any} */
export function withVariants(value) {
  if (Array.isArray(value)) return value.map(withVariants);
  if (value === null || typeof value !== "object") return value;
  if (value.$variant) return variant(value.$variant[0], withVariants(value.$variant[1]));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withVariants(entry)]));
}
