import type { Role } from "../../ax/roles.js";
import { bottom, type Point, type Rect, right } from "../../geometry/rect.js";
import type { Pass } from "./plan.js";

/** A control as one pass shows it, or as several together do. Desktop pixels. */
export interface Found {
  readonly box: Rect<"desktop">;
  /** The model's class name. */
  readonly label: string;
  readonly role: Role;
  readonly score: number;
  /** One probability for each state that the model tells. */
  readonly states?: readonly number[];
  readonly point?: Point<"desktop">;
  /** Input pixels per desktop pixel. */
  readonly scale: number;
  /** Sides at which the pass ended and the picture goes on: the control may, too. */
  readonly cut?: Sides;
}

export interface Sides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** A box that ends this near to the edge of what a pass saw, in input pixels, was cut there. */
const EDGE = 3;

/** Where a pass over a part of `region` cut the box; undefined when nowhere. */
export function cutSides(box: Rect<"desktop">, { view: { source, content } }: Pass, region: Rect<"desktop">) {
  const slack = (EDGE * source.width) / content.width;
  const sides: Sides = {
    left: source.x > region.x && box.x <= source.x + slack,
    top: source.y > region.y && box.y <= source.y + slack,
    right: right(source) < right(region) && right(box) >= right(source) - slack,
    bottom: bottom(source) < bottom(region) && bottom(box) >= bottom(source) - slack,
  };
  return sides.left || sides.top || sides.right || sides.bottom ? sides : undefined;
}

/** Best first; equal scores in an order that depends on the boxes alone. */
export const byScore = (a: Found, b: Found): number =>
  b.score - a.score || b.scale - a.scale || a.box.y - b.box.y || a.box.x - b.box.x;
