"""Elements (role, box, click, states, name) of a built window, asked from Tk's own geometry."""
from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from build import Mark

Box = list[int]
Element = dict[str, Any]


def whole(widget: Any) -> Box:
    """A widget's box in screen pixels."""
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return [x, y, x + widget.winfo_width(), y + widget.winfo_height()]


def cut(box: Box, by: Box) -> Box:
    return [max(box[0], by[0]), max(box[1], by[1]), min(box[2], by[2]), min(box[3], by[3])]


def ancestors_box(widget: Any) -> Box:
    """What can be seen of a widget within its parents up to the window."""
    box = whole(widget)
    while not isinstance(widget, tk.Toplevel):
        widget = widget.master
        box = cut(box, whole(widget))
    return box


def identified(widget: Any, wanted: str, box: Box) -> Box | None:
    """The part of a themed widget that Tk calls `wanted`, in screen pixels: probed every pixel along two lines."""
    width, height = box[2] - box[0], box[3] - box[1]
    for y in range(height // 2, 0, -2):
        across = [x for x in range(width) if wanted in str(widget.identify(x, y))]
        if across:
            middle = (across[0] + across[-1]) // 2
            along = [other for other in range(height) if wanted in str(widget.identify(middle, other))]
            return [box[0] + across[0], box[1] + along[0], box[0] + across[-1] + 1, box[1] + along[-1] + 1]
    return None


def classic_indicator(widget: Any, box: Box, radio: bool) -> Box:
    """The indicator of a classic check or radio button: Tk draws it in a square as high as a line, centred in its height."""
    line = int(widget.tk.call("font", "metrics", widget.cget("font"), "-linespace"))
    border = int(str(widget.cget("bd"))) + int(str(widget.cget("highlightthickness"))) + int(str(widget.cget("padx")))
    side = round(line * (0.8 if radio else 0.75))
    centre_y = (box[1] + box[3]) // 2
    left = box[0] + border + (line - side) // 2
    return [left, centre_y - side // 2, left + side, centre_y - side // 2 + side]


class Truth:
    """Collects the elements of one window."""

    def __init__(self) -> None:
        self.elements: list[Element] = []

    def add(self, role: str, box: Box, seen: Box, states: dict[str, bool], name: str = "", click: Box | None = None) -> None:
        """Adds an element when enough of it is in `seen`: 35 % of it and 4 pixels each way."""
        part = cut(box, seen)
        width, height = part[2] - part[0], part[3] - part[1]
        if width < 4 or height < 4 or width * height < 0.35 * (box[2] - box[0]) * (box[3] - box[1]):
            return
        made: Element = {"role": role, "box": part, "states": states}
        if part != box:
            made["whole"] = box
        if name:
            made["name"] = name
        if click:
            made["click"] = cut(click, part)
            if made["click"][2] - made["click"][0] < 3 or made["click"][3] - made["click"][1] < 3:
                return
        self.elements.append(made)

    def take(self, mark: Mark) -> None:
        widget = mark.widget
        if not widget.winfo_viewable():
            return
        getattr(self, "of_" + mark.kind)(mark, widget, whole(widget), ancestors_box(widget), {"disabled": bool(mark.node.get("disabled"))})

    def of_button(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("button", box, seen, states, mark.node["text"])

    def of_toggle(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("button", box, seen, {**states, "checked": bool(mark.node["checked"])}, mark.node["text"])

    def of_entry(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("textbox", box, seen, states)

    of_text = of_entry

    def of_combo(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("combobox", box, seen, {**states, "expanded": bool(mark.extra)})

    def of_spin(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("spinbutton", box, seen, states)

    def of_slider(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        if not isinstance(widget, ttk.Scale):  # the classic one, with its value beside it
            parts = [found for found in (identified(widget, name, box) or self.upright(widget, name, box) for name in ("trough1", "slider", "trough2")) if found]
            if parts:
                box = [min(part[0] for part in parts), min(part[1] for part in parts), max(part[2] for part in parts), max(part[3] for part in parts)]
        self.add("slider", box, seen, states)

    @staticmethod
    def upright(widget: Any, wanted: str, box: Box) -> Box | None:
        """As `identified`, for a part that the middle line does not meet."""
        for x in range(0, box[2] - box[0], 2):
            along = [y for y in range(min(600, box[3] - box[1])) if wanted == str(widget.identify(x, y))]
            if along:
                across = [other for other in range(box[2] - box[0]) if wanted == str(widget.identify(other, along[0]))]
                return [box[0] + across[0], box[1] + along[0], box[0] + across[-1] + 1, box[1] + along[-1] + 1]
        return None

    def of_check(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool], role: str = "checkbox") -> None:
        box = [box[0], box[1], min(box[2], box[0] + widget.winfo_reqwidth()), box[3]]
        if isinstance(widget, tk.Checkbutton | tk.Radiobutton):
            click: Box | None = classic_indicator(widget, box, role == "radio")
        else:
            click = identified(widget, "indicator", box) or identified(widget, "image", box)
        self.add(role, box, seen, {**states, "checked": bool(mark.node["checked"])}, mark.node["text"], click)

    def of_radio(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.of_check(mark, widget, box, seen, states, "radio")

    def of_switch(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        box = [box[0], box[1], box[0] + min(widget.winfo_reqwidth(), box[2] - box[0]), box[3]]
        self.add("switch", box, seen, {**states, "checked": bool(mark.node["checked"])}, mark.node["text"], whole(mark.extra))

    def of_link(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        self.add("link", [box[0], box[1], min(box[2], box[0] + widget.winfo_reqwidth()), box[3]], seen, {}, mark.node["text"])

    def of_notebook(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        def tab(x: int, y: int) -> int:
            found = str(widget.tk.call(widget, "index", f"@{x},{y}"))
            return int(found) if found not in ("", "-1") else -1

        width, height = box[2] - box[0], box[3] - box[1]
        edges = [*range(0, min(height, 120)), *range(max(0, height - 120), height)]
        hits = [y for y in edges if any(tab(x, y) >= 0 for x in range(4, width, 12))]
        if not hits:
            return
        line = hits[len(hits) // 2]
        columns: dict[int, list[int]] = {}
        for x in range(width):
            columns.setdefault(tab(x, line), []).append(x)
        current = widget.index("current")
        for index, xs in columns.items():
            if index < 0:
                continue
            middle = (xs[0] + xs[-1]) // 2
            ys = [y for y in edges if tab(middle, y) == index]
            self.add("tab", [box[0] + xs[0], box[1] + ys[0], box[0] + xs[-1] + 1, box[1] + ys[-1] + 1], seen,
                     {"selected": index == current, "disabled": str(widget.tab(index, "state")) == "disabled"}, str(widget.tab(index, "text")))

    def of_listbox(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        edge = int(str(widget.cget("bd"))) + int(str(widget.cget("highlightthickness")))
        inner = cut(seen, [box[0] + edge, box[1] + edge, box[2] - edge, box[3] - edge])
        for index, text in enumerate(mark.node["items"]):
            place = widget.bbox(index)
            if place:
                top = box[1] + place[1]
                self.add("listitem", [inner[0], top, inner[2], top + place[3]], inner, {"selected": bool(widget.selection_includes(index))}, text)

    def of_rows(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        role = mark.extra
        inner = cut(seen, [box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1])
        chosen = set(widget.selection())

        def walk(owner: str) -> None:
            for item in widget.get_children(owner):
                place = widget.bbox(item)
                inside = widget.get_children(item)
                if place:
                    left, top, width, height = place
                    found = {"selected": item in chosen}
                    if role == "treeitem" and inside:
                        found["expanded"] = bool(widget.item(item, "open"))
                    self.add(role, [box[0] + left, box[1] + top, box[0] + left + width, box[1] + top + height], inner, found, str(widget.item(item, "text")).strip())
                walk(item)

        walk("")
        if role != "row":
            return
        line = next((y for y in range(0, 40) if widget.identify_region(30, y) == "heading"), None)
        if line is None:
            return
        low = max(y for y in range(line, min(120, box[3] - box[1])) if widget.identify_region(30, y) == "heading")
        columns: dict[str, list[int]] = {}
        for x in range(box[2] - box[0]):
            if widget.identify_region(x, (line + low) // 2) in ("heading", "separator"):
                columns.setdefault(widget.identify_column(x), []).append(x)
        for column, xs in columns.items():
            self.add("columnheader", [box[0] + xs[0], box[1] + line, box[0] + xs[-1] + 1, box[1] + low + 1], inner, {}, str(widget.heading(column, "text")))

    def of_icons(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        for parts, chosen, text in mark.extra:
            place = widget.bbox(*parts)
            if place:
                x, y = box[0] - int(widget.canvasx(0)), box[1] - int(widget.canvasy(0))
                self.add("listitem", [x + place[0], y + place[1], x + place[2], y + place[3]], seen, {"selected": chosen}, text)

    def of_rich(self, mark: Mark, widget: Any, box: Box, seen: Box, states: dict[str, bool]) -> None:
        for start, end in mark.extra:
            places, index = [], start
            while widget.compare(index, "<", end):
                place = widget.bbox(index)
                if place and widget.get(index).strip():
                    places.append(place)
                index = widget.index(f"{index}+1c")
            if places:
                self.add("link", [box[0] + min(p[0] for p in places), box[1] + min(p[1] for p in places),
                                  box[0] + max(p[0] + p[2] for p in places), box[1] + max(p[1] + p[3] for p in places)], seen, {}, widget.get(start, end))


def menu_elements(menu: Any, items: list[dict[str, Any]]) -> list[Element]:
    """Rows of an open menu. `menu` is a tk.Menu, `items` its entries in order."""
    box, made = whole(menu), Truth()
    border = int(str(menu.cget("bd"))) + int(str(menu.cget("activeborderwidth")))
    last = menu.index("end")
    for index, item in enumerate(items):
        if item["k"] == "separator":
            continue
        top = menu.yposition(index)
        bottom = menu.yposition(index + 1) if index < last else box[3] - box[1] - border
        states = {"disabled": bool(item.get("disabled"))}
        if "checked" in item:
            states["checked"] = bool(item["checked"])
        if item["k"] == "submenu":
            states["expanded"] = bool(item.get("opened"))
        made.add("menuitem", [box[0] + 1, box[1] + top, box[2] - 1, box[1] + bottom], box, states, item["text"])
    return made.elements


def menubar_elements(window: Any, titles: list[str], opened: int | None) -> list[Element]:
    """Entries of a menu bar: Tk shows a clone of the menu, which is probed every pixel along its middle."""
    clone = next((path for path in map(str, window.tk.splitlist(window.tk.call("winfo", "children", window))) if path.rsplit(".", 1)[-1].startswith("#")), None)
    if clone is None:
        return []
    ask = lambda what: int(window.tk.call("winfo", what, clone))  # noqa: E731
    left, top, width, height = ask("rootx"), ask("rooty"), ask("width"), ask("height")
    made, columns = Truth(), {}
    rows = range(2, height, max(8, height // 3)) if height > 45 else (height // 2,)
    for y in rows:
        for x in range(2, width - 2):
            found = str(window.tk.call(clone, "index", f"@{x},{y}"))
            if found.isdigit():
                columns.setdefault(int(found), []).append(x)
    for index, xs in columns.items():
        if index >= len(titles):
            continue
        # The probe answers the nearest entry: the last one would reach to the window's edge.
        right = xs[-1] + 1
        if index == len(titles) - 1:
            font = window.tk.call(clone, "cget", "-font")
            widths = [int(window.tk.call("font", "measure", font, title)) for title in titles]
            pad = (columns[0][-1] + 1 - 2 - widths[0]) if len(titles) > 1 else 16
            right = min(right, xs[0] + widths[index] + pad)
        made.add("menuitem", [left + xs[0], top, left + right, top + height], [left, top, left + width, top + height],
                 {"expanded": index == opened, "disabled": False}, titles[index])
    return made.elements
