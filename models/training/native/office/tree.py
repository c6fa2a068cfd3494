"""Elements of LibreOffice's windows from its own accessibility tree, which the plain X11 back end tells exactly.

The tree is read by a Basic macro inside the office (walk.bas): over a pipe every call would be a round trip, and a
window has thousands of them.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import uno

ROLE = "com.sun.star.accessibility.AccessibleRole."
STATE = "com.sun.star.accessibility.AccessibleStateType."
ROLES = {"PUSH_BUTTON": "button", "TOGGLE_BUTTON": "button", "BUTTON_DROPDOWN": "button", "BUTTON_MENU": "button", "CHECK_BOX": "checkbox", "RADIO_BUTTON": "radio", "COMBO_BOX": "combobox",
         "SPIN_BOX": "spinbutton", "SLIDER": "slider", "TEXT": "textbox", "PASSWORD_TEXT": "textbox", "PAGE_TAB": "tab", "MENU": "menuitem", "MENU_ITEM": "menuitem", "CHECK_MENU_ITEM": "menuitem",
         "RADIO_MENU_ITEM": "menuitem", "LIST_ITEM": "listitem", "TREE_ITEM": "treeitem", "HYPER_LINK": "link", "COLUMN_HEADER": "columnheader", "DATE_EDITOR": "spinbutton"}
CLOSED = ("COMBO_BOX", "SPIN_BOX", "SLIDER", "PUSH_BUTTON", "TOGGLE_BUTTON", "TEXT", "PASSWORD_TEXT", "DOCUMENT", "DOCUMENT_TEXT", "DOCUMENT_SPREADSHEET", "DOCUMENT_PRESENTATION", "SCROLL_BAR",
          "TABLE", "STATUS_BAR", "PARAGRAPH", "SHAPE", "DATE_EDITOR", "LIST_ITEM", "CANVAS")
STATES = ("SHOWING", "VISIBLE", "ENABLED", "CHECKED", "SELECTED", "EXPANDED", "EXPANDABLE", "EDITABLE")  # bits of walk.bas
NAMES = {uno.getConstantByName(ROLE + name): name for name in (*ROLES, *CLOSED, "MENU_BAR", "LIST", "PAGE_TAB_LIST", "TOOL_BAR", "TREE", "TREE_TABLE", "SEPARATOR", "PANEL", "FILLER", "SCROLL_PANE")}
LIBRARY = "Groundmark"
MACRO = f"vnd.sun.star.script:{LIBRARY}.Module1.Walk?language=Basic&location=application"


def install(context: Any) -> None:
    """Puts the macro into the office's own library."""
    states = "\n".join(f"  If states.contains({uno.getConstantByName(STATE + name)}) Then bits = bits + {1 << bit}" for bit, name in enumerate(STATES))
    closed = "\n".join(f"  If role = {uno.getConstantByName(ROLE + name)} Then Exit Sub" for name in CLOSED)
    code = (Path(__file__).parent / "walk.bas").read_text("utf-8").replace("@STATES@", states).replace("@CLOSED@", closed)
    libraries = context.ServiceManager.createInstanceWithContext("com.sun.star.script.ApplicationScriptLibraryContainer", context)
    if not libraries.hasByName(LIBRARY):
        libraries.createLibrary(LIBRARY)
    libraries.loadLibrary(LIBRARY)
    libraries.getByName(LIBRARY).insertByName("Module1", code)


class Window:
    """One top window: its title, box and elements, all in screen pixels."""

    def __init__(self, title: str, box: list[int]) -> None:
        self.title, self.box = title, box
        self.elements: list[dict[str, Any]] = []
        self.ignore: list[list[int]] = []


def meet(a: list[int], b: list[int]) -> list[int]:
    return [max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])]


def windows(context: Any) -> list[Window]:
    """Every top window of the office that has a size, in the toolkit's order."""
    factory = context.ServiceManager.createInstanceWithContext("com.sun.star.script.provider.MasterScriptProviderFactory", context)
    text = factory.createScriptProvider("").getScript(MACRO).invoke((), (), ())[0]
    made: list[Window] = []
    path: list[tuple[str, list[int]]] = []  # role, and what of the container can be seen
    input_line: tuple[int, list[int]] | None = None  # Calc's input line is drawn by hand: a bare, wide leaf of its tool bar
    for line in text.split("\n"):
        fields = line.split("\t")
        if len(fields) < 8:
            continue
        depth, role_number, bits, left, top, width, height = (int(field) for field in fields[:7])
        role, box = NAMES.get(role_number, ""), [left, top, left + width, top + height]
        if input_line and depth <= input_line[0]:
            made[-1].elements.append({"role": "textbox", "box": input_line[1], "states": {"disabled": False}})
        input_line = None
        del path[depth:]
        if depth == 0:
            made.append(Window(fields[7], box))
            path.append((role, box))
            continue
        owner, seen = path[-1] if path else ("", box)
        part = meet(box, seen)
        # A tab holds its page, which lies beside it.
        path.append((role, seen if role == "PAGE_TAB" else part))
        states = {name for bit, name in enumerate(STATES) if bits >> bit & 1}
        if role == "FILLER" and owner == "PANEL" and width > 8 * height > 80 and any(each == "TOOL_BAR" for each, _ in path):
            input_line = (depth, part)
        # Rows of lists are made when they are asked for and never say that they are showing.
        if "SHOWING" in states or (role in ("LIST_ITEM", "TREE_ITEM") and "VISIBLE" in states):
            element(made[-1], role, box, part, states, owner, fields[7])
    return [window for window in made if window.box[2] - window.box[0] > 8 and window.box[3] - window.box[1] > 8]


def element(window: Window, role: str, box: list[int], part: list[int], states: set[str], owner: str, name: str) -> None:
    wide, high = part[2] - part[0], part[3] - part[1]
    if wide < 4 or high < 4:
        return
    if role in ("DOCUMENT_TEXT", "DOCUMENT"):
        window.elements.append({"role": "textbox", "box": part, "states": {"disabled": False}})
        return
    if role == "STATUS_BAR" or (role == "PANEL" and owner == "SCROLL_PANE"):  # the latter: rulers, headers of a sheet
        window.ignore.append(part)
    found = ROLES.get(role)
    if not found or owner in ("COMBO_BOX", "SPIN_BOX") or (role == "TEXT" and "EDITABLE" not in states) or wide * high < 0.35 * (box[2] - box[0]) * (box[3] - box[1]):
        return
    told = {"disabled": "ENABLED" not in states}
    if found in ("checkbox", "radio") or role in ("TOGGLE_BUTTON", "CHECK_MENU_ITEM", "RADIO_MENU_ITEM"):
        told["checked"] = "CHECKED" in states
    if found in ("tab", "listitem", "treeitem"):
        told["selected"] = "SELECTED" in states
    if "EXPANDABLE" in states and found in ("treeitem", "combobox"):
        told["expanded"] = "EXPANDED" in states
    made: dict[str, Any] = {"role": found, "box": part, "states": told}
    if name:
        made["name"] = name
    if part != box:
        made["whole"] = box
    if found in ("checkbox", "radio"):
        side = min(high, wide, 26)
        top = part[1] + (high - side) // 2
        made["click"] = [part[0], top, part[0] + side, top + side]
    window.elements.append(made)
