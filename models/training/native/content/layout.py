"""Places the nodes of a scene (scenes.py) at fixed positions, for toolkits that have no layout of their own.

`arrange(root, box, metrics)` gives a flat list in painting order (containers before what they hold). A control that
does not fit into its container is left out, so nothing has to be clipped.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]
Box = tuple[int, int, int, int]  # x, y, width, height in pixels of the window


@dataclass
class Metrics:
    """Sizes of a toolkit in pixels. `measure(text, style)` gives the width of a text."""

    measure: Callable[[str, str], float]
    line: int  # height of a line of text
    row: int  # height of buttons, entries, combo boxes
    check: int  # height of check boxes and radio buttons
    tab: int  # height of a row of tabs
    pad: int  # room on both sides of a button's text
    scale: float


@dataclass
class Placed:
    node: Node
    box: Box


class Layout:
    """One run over one window."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.placed: list[Placed] = []

    def px(self, value: float) -> int:
        return round(value * self.metrics.scale)

    def text(self, node: Node) -> int:
        return round(self.metrics.measure(node.get("text", ""), node.get("style", "plain"))) + 2

    # -- natural sizes ---------------------------------------------------

    def size(self, node: Node) -> tuple[int, int]:
        """Width and height that a node asks for."""
        m, kind = self.metrics, node["k"]
        if kind in ("vbox", "hbox", "toolbar", "grid", "group", "notebook", "paned"):
            return getattr(self, "size_" + kind)(node)
        icon = self.px(node["icon_size"]) if node.get("icon_size") else 0
        if kind == "button":
            if node.get("flat"):
                return (max(icon + self.px(8), m.pad) + (self.text(node) + m.pad if node["text"] else 0), max(m.row, icon + self.px(6)))
            return (max(m.row, self.text(node) + 2 * m.pad + icon), max(m.row, icon + self.px(6)))
        plain: dict[str, tuple[int, int]] = {
            "link": (self.text(node), m.line), "check": (m.check + self.px(5) + self.text(node), m.check), "radio": (m.check + self.px(5) + self.text(node), m.check),
            "switch": (m.check * 2 + self.px(6) + self.text(node), m.check), "entry": (self.px(node.get("w", 150)), m.row), "combo": (self.px(node.get("w", 130)), m.row),
            "spin": (self.px(node.get("w", 80)), m.row), "text": (self.px(200), self.px(100)), "list": (self.px(150), self.px(90)), "tree": (self.px(180), self.px(90)),
            "table": (self.px(280), self.px(110)), "icons": (self.px(260), self.px(150)), "rich": (self.px(220), self.px(90)), "progress": (self.px(140), self.px(14)),
            "canvas": (self.px(node.get("w", 160)), self.px(120)), "space": (0, 0), "separator": (self.px(5), self.px(5)), "statusbar": (self.px(100), m.line + self.px(6)),
            "picture": (self.px(52), self.px(52)),
        }
        if kind in plain:
            return plain[kind]
        if kind == "slider":
            return (self.px(24), self.px(120)) if node.get("vertical") else (self.px(node.get("w", 130)), self.px(24))
        if kind == "swatches":
            side, rows = self.px(node["size"] + 2), -(-len(node["colours"]) // node["cols"])
            return (side * node["cols"], side * rows)
        if kind == "label":
            lines = 1
            width = self.text(node)
            if node["style"] in ("wrapped", "heading") and width > self.px(320):
                lines, width = -(-width // self.px(300)), self.px(320)
            return (width, round(lines * m.line * (1.4 if node["style"] == "heading" else 1)))
        raise KeyError(kind)

    def size_vbox(self, node: Node) -> tuple[int, int]:
        sizes = [self.size(child) for child in node.get("c", ())]
        pad, gap = 2 * self.px(node.get("pad", 0)), self.px(node.get("gap", 4))
        return (max((w for w, _ in sizes), default=0) + pad, sum(h for _, h in sizes) + gap * max(0, len(sizes) - 1) + pad)

    def size_hbox(self, node: Node) -> tuple[int, int]:
        sizes = [self.size(child) for child in node.get("c", ())]
        pad, gap = 2 * self.px(node.get("pad", 0)), self.px(node.get("gap", 4))
        return (sum(w for w, _ in sizes) + gap * max(0, len(sizes) - 1) + pad, max((h for _, h in sizes), default=0) + pad)

    def size_toolbar(self, node: Node) -> tuple[int, int]:
        width, height = self.size_hbox({**node, "gap": 1, "pad": 2})
        return (min(width, self.px(200)), height)

    def columns(self, node: Node) -> tuple[list[int], list[int]]:
        cols = node["cols"]
        sizes = [self.size(child) for child in node["c"]]
        widths = [max((sizes[index][0] for index in range(col, len(sizes), cols)), default=0) for col in range(cols)]
        heights = [max(size[1] for size in sizes[row : row + cols]) for row in range(0, len(sizes), cols)]
        if node.get("even"):
            widths, heights = [max(widths)] * cols, [max(heights)] * len(heights)
        return widths, heights

    def size_grid(self, node: Node) -> tuple[int, int]:
        widths, heights = self.columns(node)
        gap = self.px(4)
        return (sum(widths) + gap * (len(widths) - 1), sum(heights) + gap * (len(heights) - 1))

    def size_group(self, node: Node) -> tuple[int, int]:
        width, height = self.size(node["c"][0])
        return (max(width, self.text(node)) + 2 * self.px(8), height + self.metrics.line + self.px(12))

    def size_notebook(self, node: Node) -> tuple[int, int]:
        width, height = self.size(node["c"][node["selected"]])
        return (width + self.px(8), height + self.metrics.tab + self.px(8))

    def size_paned(self, node: Node) -> tuple[int, int]:
        return self.size_vbox(node) if node.get("vertical") else self.size_hbox(node)

    # -- placing ---------------------------------------------------------

    def put(self, node: Node, x: int, y: int, w: int, h: int) -> None:
        """Places a node into the room it was given."""
        if w < 6 or h < 6:
            return
        kind = node["k"]
        if kind in ("vbox", "hbox", "toolbar"):
            self.line(node, x, y, w, h, kind == "vbox")
        elif kind == "grid":
            self.grid(node, x, y, w, h)
        elif kind == "paned":
            first = self.size(node["c"][0])
            gap = self.px(5)
            if node.get("vertical"):
                cut = max(self.px(60), min(h // 2, max(first[1], h // 3)))
                self.put(node["c"][0], x, y, w, cut)
                self.put(node["c"][1], x, y + cut + gap, w, h - cut - gap)
            else:
                cut = max(self.px(80), min(w // 2, max(first[0], w // 4)))
                self.put(node["c"][0], x, y, cut, h)
                self.put(node["c"][1], x + cut + gap, y, w - cut - gap, h)
        else:
            self.placed.append(Placed(node, (x, y, w, h)))
            edge = self.px(8)
            if kind == "group":
                self.put(node["c"][0], x + edge, y + self.metrics.line + self.px(4), w - 2 * edge, h - self.metrics.line - self.px(10))
            elif kind == "notebook":
                self.put(node["c"][node["selected"]], x + edge // 2, y + self.metrics.tab + edge // 2, w - edge, h - self.metrics.tab - edge)

    def line(self, node: Node, x: int, y: int, w: int, h: int, tall: bool) -> None:
        bar = node["k"] == "toolbar"
        pad, gap = self.px(2 if bar else node.get("pad", 0)), self.px(1 if bar else node.get("gap", 4))
        x, y, w, h = x + pad, y + pad, w - 2 * pad, h - 2 * pad
        children = node.get("c", [])
        sizes = [self.size(child) for child in children]
        room = (h if tall else w) - sum(size[1 if tall else 0] for size in sizes) - gap * max(0, len(children) - 1)
        growing = sum(1 for child in children if child.get("grow"))
        share = max(0, room) // growing if growing else 0
        shrink = min(0, room) // growing if growing else 0
        at, end = (y, y + h) if tall else (x, x + w)
        for child, (width, height) in zip(children, sizes):
            extra = (share + shrink) if child.get("grow") else 0
            if tall:
                height = max(self.px(20) if child.get("grow") and child["k"] != "space" else 0, height + extra)
                wide = child.get("grow") or child["k"] not in ("button", "check", "radio", "link", "switch", "combo", "spin", "swatches", "label")
                width = w if wide else min(width, w)
                if at + height > end + 1 and child["k"] != "space":
                    height = end - at
                    if not child.get("grow") and height < self.size(child)[1]:
                        break
                self.put(child, x, at, width, height)
                at += height + (gap if height or child["k"] != "space" else 0)
            else:
                width = max(self.px(30) if child.get("grow") and child["k"] != "space" else 0, width + extra)
                if at + width > end + 1:
                    if child["k"] not in ("entry", "vbox", "label", "list", "slider", "table", "notebook", "grid", "paned", "text"):
                        break
                    width = end - at
                full = child.get("grow") or child["k"] in ("vbox", "list", "tree", "table", "separator")
                high = h if full and child["k"] not in ("entry", "slider", "combo") else min(height, h)
                self.put(child, at, y + (h - high) // 2, width, high)
                at += width + gap

    def grid(self, node: Node, x: int, y: int, w: int, h: int) -> None:
        widths, heights = self.columns(node)
        gap, cols = self.px(4), node["cols"]
        if node.get("even"):
            widths = [max(1, (w - gap * (cols - 1)) // cols)] * cols if node.get("grow") else widths
            if node.get("grow"):
                heights = [max(1, (h - gap * (len(heights) - 1)) // len(heights))] * len(heights)
        else:
            widths[-1] = max(widths[-1] if cols > 2 else 0, min(w - sum(widths[:-1]) - gap * (cols - 1), max(widths[-1], self.px(340))))
        top = y
        for row, height in enumerate(heights):
            left = x
            if top + height > y + h + 1:
                return
            for child, width in zip(node["c"][row * cols : row * cols + cols], widths):
                wide, high = self.size(child)
                if node.get("even") and child["k"] == "button":
                    wide, high = width, height
                elif child["k"] in ("entry", "hbox", "slider"):
                    wide = width
                wide = min(wide, width, x + w - left)
                self.put(child, left, top + (height - min(high, height)) // 2, wide, min(high, height))
                left += width + gap
            top += height + gap


def arrange(root: Node, box: Box, metrics: Metrics) -> list[Placed]:
    """Every control and labelled container of the scene in painting order."""
    layout = Layout(metrics)
    layout.put(root, *box)
    return layout.placed


def natural(root: Node, metrics: Metrics) -> tuple[int, int]:
    """Width and height in pixels that the scene asks for."""
    return Layout(metrics).size(root)
