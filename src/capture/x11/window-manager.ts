import type { XConnection } from "./connection.js";
import { readItems, readText } from "./properties.js";

/**
 * The EWMH window manager that runs, or undefined. By the specification its check window names itself, which
 * tells a running manager from the property that a dead one left behind.
 */
export function windowManager(connection: XConnection): { readonly name: string } | undefined {
  const check = readItems(connection, connection.root, "_NET_SUPPORTING_WM_CHECK")[0];
  if (!check) return undefined;
  if (readItems(connection, check, "_NET_SUPPORTING_WM_CHECK")[0] !== check) return undefined;
  return { name: readText(connection, check, "_NET_WM_NAME") ?? "" };
}
