import { envelope, intersect, isSolid, type Rect, sameRect } from "./rect.js";

/** One monitor. `bounds` in desktop pixels; `scale` is the desktop's scale factor where it is known. */
export interface Display {
  readonly id: string;
  readonly bounds: Rect<"desktop">;
  readonly primary: boolean;
  readonly scale?: number;
}

/** The rectangle around all monitors; it may contain dead areas that no monitor shows. */
export function virtualDesktop(displays: readonly Display[]): Rect<"desktop"> | undefined {
  return displays.reduce<Rect<"desktop"> | undefined>(
    (all, d) => (all ? envelope(all, d.bounds) : d.bounds),
    undefined,
  );
}

/** The parts of `r` that real monitors show (not the gaps of the envelope). Empty for NaN or no area. */
export function visibleOn(r: Rect<"desktop">, displays: readonly Display[]): Rect<"desktop">[] {
  if (!isSolid(r)) return [];
  return displays.flatMap((d) => intersect(r, d.bounds) ?? []);
}

/** True when both lists describe the same monitors at the same places. */
export function sameLayout(a: readonly Display[], b: readonly Display[]): boolean {
  return (
    a.length === b.length &&
    a.every((d) => b.some((o) => o.id === d.id && sameRect(o.bounds, d.bounds) && o.scale === d.scale))
  );
}
