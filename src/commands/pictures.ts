import type { Observation } from "../session/observation.js";
import { base64 } from "./schemas.js";

/** The pictures that a command was asked for, as the `pictures` field of its result. */
export async function pictures(
  observation: Observation,
  wanted: { readonly som?: boolean | undefined; readonly plain?: boolean | undefined },
): Promise<{ pictures?: Record<string, string> }> {
  if (!wanted.som && !wanted.plain) return {};
  const { markedPng, plainPng } = await import("../session/pictures.js");
  const found: Record<string, string> = {};
  if (wanted.som) found.som = base64(await markedPng(observation));
  if (wanted.plain) found.plain = base64(await plainPng(observation));
  return { pictures: found };
}
