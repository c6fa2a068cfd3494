"""From the generators' replies to a frame's truth: stacking, cutting, title-bar buttons."""

from __future__ import annotations

from typing import Any

from occlude import LEAST, Box, area, meet, round_box, visible
from stacking import Stack

FRAGMENT = 6  # pixels: smaller remains of covered elements are not worth ignoring
SAME = 0.95  # IoU above which two boxes of one role are one element
ASTRAY = 0.1  # share of a window's elements outside of it from which its toolkit is taken to have told stale places


def _iou(a: Box, b: Box) -> float:
    common = area(meet(a, b))
    return common / (area(a) + area(b) - common) if common else 0.0


class Truth:
    """Collects the elements of one frame; `size` is the screen's width and height in pixels.

    `composited`: a compositor runs, so what is transparent in a pop-up's window does not cover anything.
    """

    def __init__(self, stack: Stack, size: tuple[int, int], composited: bool) -> None:
        self.composited = composited
        self.stack = stack
        self.screen: Box = (0, 0, *size)
        self.tops = stack.tops()
        self.elements: list[dict[str, Any]] = []
        self.ignore: list[list[int]] = []

    def add_replies(self, replies: list[dict[str, Any]]) -> None:
        """Adds the windows and pop-ups of every generator. Raises LookupError for a window that is not on the screen."""
        placed = []
        for reply in replies:
            for window in [*reply.get("windows", []), *reply.get("popups", [])]:
                xid = window["xid"] if window.get("xid") is not None else self.stack.by_title(window["title"])
                top = None if xid is None else self.stack.top_of(xid)
                index = next((index for index, one in enumerate(self.tops) if one.xid == top), None)
                if xid is None or index is None:
                    raise LookupError(f"no window {window.get('title')!r} {xid}")
                self.stack.trim(self.tops[index], xid)
                if self.composited and "opaque" in window:
                    self.tops[index].box = round_box(window["opaque"])
                placed.append((reply, window, xid, index))
        for reply, window, xid, index in placed:
            popups = reply.get("popups", [])
            if "origin" in window:
                self._move(window, self.stack.box(xid))
            self._check(window, self.tops[index].box)
            covers = [top.box for top in self.tops[index + 1 :]]
            if window not in popups:
                # Pop-ups drawn inside their window (GTK popovers, dialogs of Qt Quick) cover the rest of it.
                inside = [popup["box"] for popup in popups if "box" in popup and popup.get("xid") in (None, xid)]
                covers += [round_box(box) for box in inside]
                for box in self.stack.decoration(self.tops[index], xid) if window.get("decorated", True) else []:
                    self._add({"role": "button", "box": list(box)}, covers)
            else:
                later = popups[popups.index(window) + 1 :]
                covers += [round_box(popup["box"]) for popup in later if "box" in popup and popup.get("xid") == window.get("xid")]
            for element in window["elements"]:
                self._add(element, covers)
            for box in window.get("ignore", []):
                self._ignore(round_box(box), covers)

    @staticmethod
    def _move(window: dict[str, Any], box: Box) -> None:
        """Moves elements from where their toolkit takes the window to be to where it is."""
        dx, dy = box[0] - window["origin"][0], box[1] - window["origin"][1]
        for element in window["elements"]:
            for key in ("box", "whole", "click"):
                if key in element:
                    left, top, right, bottom = element[key]
                    element[key] = [left + dx, top + dy, right + dx, bottom + dy]

    def _check(self, window: dict[str, Any], box: Box) -> None:
        """Raises LookupError when elements lie outside of their window: a toolkit that missed a move (seen: Swing)."""
        astray = sum(area(meet(round_box(element["box"]), box)) < 0.5 * area(round_box(element["box"])) for element in window["elements"])
        if astray > ASTRAY * len(window["elements"]) + 1:
            raise LookupError(f"{astray} of {len(window['elements'])} elements of {window.get('title')!r} lie outside of their window")

    def _add(self, element: dict[str, Any], covers: list[Box]) -> None:
        whole = round_box(element.get("whole") or element["box"])
        box = meet(round_box(element["box"]), self.screen)
        if not area(box):
            return
        cut, parts = visible(box, whole, covers)
        click = meet(round_box(element["click"]), cut) if cut and "click" in element else None
        if cut is None or (click is not None and (click[2] - click[0] < LEAST or click[3] - click[1] < LEAST)):
            self.ignore.extend(list(part) for part in parts if min(part[2] - part[0], part[3] - part[1]) >= FRAGMENT)
            return
        if any(known["role"] == element["role"] and _iou(tuple(known["box"]), cut) > SAME for known in self.elements):
            return
        mark: dict[str, Any] = {"role": element["role"], "box": list(cut)}
        if click is not None and click != cut:
            mark["click"] = list(click)
        if element.get("states"):
            mark["states"] = element["states"]
        if element.get("name"):
            mark["name"] = element["name"][:80]
        self.elements.append(mark)

    def _ignore(self, box: Box, covers: list[Box]) -> None:
        _, parts = visible(meet(box, self.screen), box, covers)
        self.ignore.extend(list(part) for part in parts)
