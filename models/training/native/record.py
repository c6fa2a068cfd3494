"""How a generator's walk writes down what its toolkit told. Boxes are (left, top, right, bottom), in logical pixels
of the toolkit until `pixels` turns them into screen pixels."""

from __future__ import annotations

from typing import Any

Element = dict[str, Any]
Rect = tuple[float, float, float, float]


def meet(a: Rect, b: Rect) -> Rect:
    """The common part of two boxes, empty when they do not touch."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def empty(box: Rect) -> bool:
    """Less than a pixel wide or tall."""
    return box[2] - box[0] < 1 or box[3] - box[1] < 1


class Recorder:
    """The elements and the unknown areas of one toplevel. The walks of both GTK versions derive from it."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.ignore: list[list[float]] = []

    def pixels(self, box: Rect) -> list[float]:
        """The box in screen pixels."""
        raise NotImplementedError

    def add(self, role: str, box: Rect, clip: Rect, widget: Any, *, click: Rect | None = None, name: str | None = None, **states: bool) -> None:
        """Writes down a control, cut by what holds it; `widget` says whether it is sensitive."""
        cut = meet(box, clip)
        if empty(cut):
            return
        element: Element = {"role": role, "box": self.pixels(cut), "states": {"disabled": not widget.is_sensitive(), **states}}
        if cut != box:
            element["whole"] = self.pixels(box)
        if click is not None:
            element["click"] = self.pixels(meet(click, clip))
        if name:
            element["name"] = name
        self.elements.append(element)

    def unknown(self, _widget: Any, box: Rect, clip: Rect) -> None:
        """Widgets whose inside the toolkit does not tell."""
        cut = meet(box, clip)
        if not empty(cut):
            self.ignore.append(self.pixels(cut))

    def nothing(self, _widget: Any, _box: Rect, _clip: Rect) -> None:
        """Widgets without marks inside."""
