import type { Role } from "../ax/roles.js";
import { iou, type Rect } from "../geometry/rect.js";

/**
 * Mark numbers of one session: stable while the element lives, never used again after it went.
 *
 * A tree mark is known by its identity (process, role, bus name and object path). A vision-only mark has
 * none: it is known again by its place and looks, and otherwise retired; nothing about it is ever stored.
 */
export interface Identified {
  /** Identity of the accessible object, absent for what only pixels show. One that comes twice is two things. */
  readonly identity?: string;
  readonly role: Role;
  readonly label: string;
  readonly box: Rect<"desktop">;
  readonly window?: string;
  /** Hash of the pixels inside the box (vision-only marks). */
  readonly pixels?: string;
}

/** Overlap at which a vision-only mark with the same looks or label counts as the same one. */
const SAME_PLACE_IOU = 0.5;

export class NumberBook {
  private next = 1;
  private readonly byIdentity = new Map<string, number>();
  private seen: { readonly item: Identified; readonly number: number }[] = [];

  /**
   * Numbers for one observation, in the order of `shown`. Those not met again are retired.
   *
   * @param leftOut what is on the screen too but not among the marks (the limit): it gets no number, and
   *   keeps the one that it has
   */
  assign(shown: readonly Identified[], leftOut: readonly Identified[] = []): number[] {
    const items = eachOnce(shown);
    const numbers: (number | undefined)[] = items.map((i) =>
      i.identity === undefined ? undefined : this.byIdentity.get(i.identity),
    );
    const free = this.seen.filter((s) => s.item.identity === undefined);
    const taken = new Set<number>();
    items.forEach((item, at) => {
      if (item.identity !== undefined) return;
      let best: { number: number; score: number } | undefined;
      for (const old of free) {
        if (taken.has(old.number)) continue;
        const score = likeness(item, old.item);
        if (score > 0 && (!best || score > best.score)) best = { number: old.number, score };
      }
      if (best) {
        taken.add(best.number);
        numbers[at] = best.number;
      }
    });
    const result = numbers.map((n) => n ?? this.next++);
    const kept = leftOut.flatMap((item) => {
      const number = item.identity === undefined ? undefined : this.byIdentity.get(item.identity);
      return number === undefined || result.includes(number) ? [] : [{ item, number }];
    });
    this.seen = [...items.map((item, at) => ({ item, number: result[at]! })), ...kept];
    this.byIdentity.clear();
    for (const { item, number } of this.seen)
      if (item.identity !== undefined) this.byIdentity.set(item.identity, number);
    return result;
  }

  /** True when this number was ever given in the session (it may be retired by now). */
  knows(number: number): boolean {
    return number > 0 && number < this.next;
  }
}

/** The second thing of one identity becomes its own, so that no number is given twice. */
function eachOnce(items: readonly Identified[]): Identified[] {
  const met = new Map<string, number>();
  return items.map((item) => {
    if (item.identity === undefined) return item;
    const times = met.get(item.identity) ?? 0;
    met.set(item.identity, times + 1);
    return times === 0 ? item : { ...item, identity: `${item.identity}\n${times}` };
  });
}

function likeness(a: Identified, b: Identified): number {
  if (a.window !== b.window || a.role !== b.role) return 0;
  const place = iou(a.box, b.box);
  const looks = a.pixels !== undefined && a.pixels === b.pixels;
  const label = a.label !== "" && a.label === b.label;
  // Same looks somewhere else in the window (a scrolled list, a moved window) is the same thing only when
  // its label agrees too; two equal unlabelled icons are told apart by place alone.
  if (place >= SAME_PLACE_IOU && (looks || label)) return 2 + place + (looks ? 1 : 0);
  if (place >= 0.8 && (a.label === "" || b.label === "")) return 1 + place;
  if (looks && label) return 0.5;
  return 0;
}
