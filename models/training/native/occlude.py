"""What remains visible of a box beneath other boxes. Boxes are (left, top, right, bottom) in screen pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Box = tuple[int, int, int, int]

VISIBLE = 0.6  # of the cut box must be uncovered
REMAINS = 0.35  # of the whole element must be inside the cut box
LEAST = 4  # pixels each way


def area(box: Box) -> int:
    """Square pixels; 0 for an empty or inverted box."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def meet(a: Box, b: Box) -> Box:
    """The common part of two boxes, empty (area 0) when they do not touch."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def round_box(values: Sequence[float]) -> Box:
    """The nearest whole-pixel box."""
    left, top, right, bottom = (int(round(value)) for value in values)
    return left, top, right, bottom


def pieces(box: Box, covers: Iterable[Box]) -> list[Box]:
    """The uncovered part of `box` as boxes that do not overlap."""
    left = [box] if area(box) else []
    for cover in covers:
        rest: list[Box] = []
        for piece in left:
            common = meet(piece, cover)
            if not area(common):
                rest.append(piece)
                continue
            x0, y0, x1, y1 = piece
            c0, d0, c1, d1 = common
            parts = ((x0, y0, x1, d0), (x0, d1, x1, y1), (x0, d0, c0, d1), (c1, d0, x1, d1))
            rest.extend(part for part in parts if area(part))
        left = rest
    return left


def visible(box: Box, whole: Box, covers: Iterable[Box]) -> tuple[Box | None, list[Box]]:
    """The box cut to what can be seen and the uncovered pieces.

    `box` is already cut by its window and the screen, `whole` is the element before any cut. The box is None when
    too little is left for a mark (see CONVENTIONS.md); the pieces then say where something unnamed still shows.
    """
    parts = pieces(box, covers)
    if not parts:
        return None, []
    cut = (min(p[0] for p in parts), min(p[1] for p in parts), max(p[2] for p in parts), max(p[3] for p in parts))
    seen = sum(area(part) for part in parts)
    enough = seen >= VISIBLE * area(cut) and area(cut) >= REMAINS * area(whole)
    if enough and cut[2] - cut[0] >= LEAST and cut[3] - cut[1] >= LEAST:
        return cut, parts
    return None, parts
