"""Elements of LibreOffice's windows from its own accessibility tree (UNO), which the plain X11 back end tells exactly."""
from __future__ import annotations

import time
from typing import Any

import uno

ROLE = "com.sun.star.accessibility.AccessibleRole."
STATE = "com.sun.star.accessibility.AccessibleStateType."
ROLES = {"PUSH_BUTTON": "button", "TOGGLE_BUTTON": "button", "BUTTON_DROPDOWN": "button", "BUTTON_MENU": "button", "CHECK_BOX": "checkbox", "RADIO_BUTTON": "radio", "COMBO_BOX": "combobox",
         "SPIN_BOX": "spinbutton", "SLIDER": "slider", "TEXT": "textbox", "PASSWORD_TEXT": "textbox", "PAGE_TAB": "tab", "MENU": "menuitem", "MENU_ITEM": "menuitem", "CHECK_MENU_ITEM": "menuitem",
         "RADIO_MENU_ITEM": "menuitem", "LIST_ITEM": "listitem", "TREE_ITEM": "treeitem", "HYPER_LINK": "link", "COLUMN_HEADER": "columnheader", "DATE_EDITOR": "spinbutton"}
CLOSED = ("COMBO_BOX", "SPIN_BOX", "SLIDER", "PUSH_BUTTON", "TOGGLE_BUTTON", "TEXT", "PASSWORD_TEXT", "DOCUMENT", "DOCUMENT_TEXT", "DOCUMENT_SPREADSHEET", "DOCUMENT_PRESENTATION", "SCROLL_BAR",
          "TABLE", "STATUS_BAR", "PARAGRAPH", "SHAPE", "DATE_EDITOR", "LIST_ITEM", "CANVAS")
MOST = 900  # nodes of one window


def number(name: str) -> int:
    return uno.getConstantByName(name)


ROLE_NAMES = {number(ROLE + name): name for name in (*ROLES, *CLOSED, "MENU_BAR", "LIST", "PAGE_TAB_LIST", "TOOL_BAR", "TREE", "TREE_TABLE", "SEPARATOR")}
STATES = {name: number(STATE + name) for name in ("SHOWING", "VISIBLE", "ENABLED", "CHECKED", "SELECTED", "EXPANDED", "EXPANDABLE", "EDITABLE")}


class Walk:
    """Collects the elements of one top window. `menus` are the entries of its menu bar that can be opened."""

    def __init__(self, window: Any, until: float) -> None:
        self.elements: list[dict[str, Any]] = []
        self.ignore: list[list[int]] = []
        self.menus: list[Any] = []
        self.until, self.count = until, 0
        context = window.getAccessibleContext()
        self.title = context.getAccessibleName()
        self.box = self.place(context)
        self.role = ROLE_NAMES.get(context.getAccessibleRole(), "")
        self.walk(context, self.box, "", 0)

    @staticmethod
    def place(context: Any) -> list[int]:
        at, size = context.getLocationOnScreen(), context.getSize()
        return [at.X, at.Y, at.X + size.Width, at.Y + size.Height]

    def walk(self, context: Any, seen: list[int], owner: str, depth: int) -> None:
        """Goes down; `seen` is what the containers leave visible, `owner` the role of the container."""
        children = context.getAccessibleChildCount()
        if children > 400 or depth > 40:
            return
        for index in range(children):
            if self.count > MOST or time.monotonic() > self.until:
                raise TimeoutError("the tree is too large")
            try:
                child = context.getAccessibleChild(index)
                inner = child.getAccessibleContext() if child else None
                if inner is None:
                    continue
                self.count += 1
                self.node(inner, seen, owner, depth)
            except uno.getClass("com.sun.star.uno.RuntimeException"):
                continue
            except uno.getClass("com.sun.star.lang.IndexOutOfBoundsException"):
                continue

    def node(self, context: Any, seen: list[int], owner: str, depth: int) -> None:
        states = set(context.getAccessibleStateSet().getStates())
        if STATES["VISIBLE"] not in states and STATES["SHOWING"] not in states:
            return
        role = ROLE_NAMES.get(context.getAccessibleRole(), "")
        box = self.place(context)
        part = [max(box[0], seen[0]), max(box[1], seen[1]), min(box[2], seen[2]), min(box[3], seen[3])]
        if part[2] - part[0] < 2 or part[3] - part[1] < 2:
            return
        if STATES["SHOWING"] in states:
            self.element(context, role, box, part, states, owner)
        if role == "MENU" and owner == "MENU_BAR":
            self.menus.append(context)
            return  # its entries have a window of their own when it is open
        if role in ("DOCUMENT_TEXT", "DOCUMENT"):
            self.elements.append({"role": "textbox", "box": part, "states": {"disabled": False}})
        if role not in CLOSED and not (role in ("MENU", "MENU_ITEM") and owner != "MENU_BAR"):
            self.walk(context, part, role, depth + 1)
        elif role == "STATUS_BAR":
            self.ignore.append(part)

    def element(self, context: Any, role: str, box: list[int], part: list[int], states: set[int], owner: str) -> None:
        found = ROLES.get(role)
        if not found or (role == "TEXT" and STATES["EDITABLE"] not in states and owner not in ("", "TOOL_BAR")) or owner in ("COMBO_BOX", "SPIN_BOX"):
            return
        area = max(1, (box[2] - box[0]) * (box[3] - box[1]))
        if (part[2] - part[0]) * (part[3] - part[1]) < 0.35 * area or part[2] - part[0] < 4 or part[3] - part[1] < 4:
            return
        told = {"disabled": STATES["ENABLED"] not in states}
        if found in ("checkbox", "radio") or role in ("TOGGLE_BUTTON", "CHECK_MENU_ITEM", "RADIO_MENU_ITEM"):
            told["checked"] = STATES["CHECKED"] in states
        if found in ("tab", "listitem", "treeitem"):
            told["selected"] = STATES["SELECTED"] in states
        if STATES["EXPANDABLE"] in states and found in ("treeitem", "combobox"):
            told["expanded"] = STATES["EXPANDED"] in states
        made: dict[str, Any] = {"role": found, "box": part, "states": told}
        name = context.getAccessibleName()
        if name:
            made["name"] = name
        if part != box:
            made["whole"] = box
        if found in ("checkbox", "radio"):
            high = part[3] - part[1]
            side = min(high, 26)
            top = part[1] + (high - side) // 2
            made["click"] = [part[0], top, min(part[0] + side, part[2]), top + side]
        self.elements.append(made)


def windows(toolkit: Any, seconds: float) -> list[Walk]:
    """Every top window of the office that has a size, in the toolkit's order. Raises TimeoutError."""
    until = time.monotonic() + seconds
    made = []
    for index in range(toolkit.getTopWindowCount()):
        window = toolkit.getTopWindow(index)
        if window is not None:
            walk = Walk(window, until)
            if walk.box[2] - walk.box[0] > 8 and walk.box[3] - walk.box[1] > 8:
                made.append(walk)
    return made
