"""What Qt Quick itself says of every control in a window: role, place and state. Boxes become screen pixels."""

from __future__ import annotations

from typing import Any

from record import Element, Rect, empty, meet


# QML type to role, the more special ones first; `inherits` sees through the styles' own types.
TYPES: list[tuple[str, str]] = [
    ("QQuickTabButton", "tab"), ("QQuickMenuBarItem", "menuitem"), ("QQuickMenuItem", "menuitem"), ("QQuickSwitchDelegate", "switch"), ("QQuickSwitch", "switch"),
    ("QQuickCheckDelegate", "checkbox"), ("QQuickCheckBox", "checkbox"), ("QQuickRadioDelegate", "radio"), ("QQuickRadioButton", "radio"), ("QQuickItemDelegate", "listitem"),
    ("QQuickAbstractButton", "button"), ("QQuickComboBox", "combobox"), ("QQuickSpinBox", "spinbutton"), ("QQuickTextField", "textbox"), ("QQuickTextArea", "textbox"),
    ("QQuickSlider", "slider"), ("QQuickRangeSlider", "slider"), ("QQuickDial", "slider"),
]
LEAVES = ("QQuickComboBox", "QQuickSpinBox", "QQuickTextField", "QQuickTextArea", "QQuickSlider", "QQuickRangeSlider", "QQuickDial", "QQuickScrollBar", "QQuickProgressBar")


class Walk:
    """Collects the elements of one QQuickWindow; `corner` is its client area's corner in Qt pixels, `factor` screen pixels per Qt pixel.

    `point` is the binding's QPointF and `read` its QQmlProperty.read.
    """

    def __init__(self, window: Any, corner: tuple[float, float], factor: float, point: Any, read: Any) -> None:
        self.window, self.corner, self.factor, self.point, self.read = window, corner, factor, point, read
        self.whole: Rect = (0, 0, window.width(), window.height())
        self.elements: list[Element] = []
        self.popups: list[tuple[Rect, list[Element]]] = []

    def run(self) -> Walk:
        self.children(self.window.contentItem(), self.whole)
        return self

    def rect(self, item: Any) -> Rect:
        a = item.mapToScene(self.point(0, 0))
        return a.x(), a.y(), a.x() + item.width(), a.y() + item.height()

    def pixels(self, box: Rect) -> list[float]:
        (x, y), factor = self.corner, self.factor
        return [(box[0] + x) * factor, (box[1] + y) * factor, (box[2] + x) * factor, (box[3] + y) * factor]

    def children(self, item: Any, clip: Rect) -> None:
        for child in item.childItems():
            self.visit(child, clip)

    def visit(self, item: Any, clip: Rect) -> None:
        if not item.isVisible() or item.opacity() < 0.05:
            return
        if item.inherits("QQuickOverlay"):
            for popup in item.childItems():
                if popup.isVisible() and popup.opacity() > 0.05:
                    outer, self.elements = self.elements, []
                    self.visit(popup, self.whole)
                    self.popups.append((meet(self.rect(popup), self.whole), self.elements))
                    self.elements = outer
            return
        box = self.rect(item)
        if item.clip():
            clip = meet(clip, box)
        if empty(clip):
            return
        name = item.objectName()
        role = name[5:] if name.startswith("role:") else next((role for kind, role in TYPES if item.inherits(kind)), None)
        if role is not None and item.width() >= 2 and item.height() >= 2:
            self.add(role, item, box, clip)
        if not any(item.inherits(kind) for kind in LEAVES):
            self.children(item, clip)

    def add(self, role: str, item: Any, box: Rect, clip: Rect) -> None:
        states: dict[str, bool] = {"disabled": not item.isEnabled()}
        click: Rect | None = None
        if role in ("checkbox", "radio", "switch"):
            mark = item.property("indicator")
            click = self.rect(mark) if mark is not None else None
            if click is not None and "Delegate" not in self.kind(item):
                box = self.with_text(item, click, box)
            if item.property("checkState") != 1 or role != "checkbox":
                states["checked"] = bool(item.property("checked"))
        elif role == "tab":
            states["selected"] = bool(item.property("checked"))
        elif role in ("listitem", "treeitem", "row"):
            states["selected"] = bool(item.property("highlighted"))
        elif role in ("button", "menuitem") and item.property("checkable"):
            states["checked"] = bool(item.property("checked"))
        elif role == "combobox":
            states["expanded"] = bool(self.read(item, "popup.visible"))
        elif role == "link":
            box = (box[0], box[1], min(box[2], box[0] + float(item.property("contentWidth") or item.width())), box[3])
        elif role == "textbox" and item.inherits("QQuickTextArea"):
            box = meet(box, clip)
        if role == "menuitem" and item.inherits("QQuickMenuItem") and self.read(item, "menu.title") is None:
            # Some styles make the options of a drop-down of menu items.
            role, states["selected"] = "listitem", bool(item.property("highlighted"))
        if role == "button" and item.objectName().startswith("expanded:"):
            states["expanded"] = item.objectName().endswith("1")
        cut = meet(box, clip)
        if empty(cut):
            return
        element: Element = {"role": role, "box": self.pixels(cut), "states": states}
        if cut != box:
            element["whole"] = self.pixels(box)
        if click is not None:
            element["click"] = self.pixels(meet(click, clip))
        text = item.property("text")
        if isinstance(text, str) and text and role not in ("textbox",):
            element["name"] = text.split("\n")[0]
        self.elements.append(element)

    def kind(self, item: Any) -> str:
        for kind in ("QQuickSwitchDelegate", "QQuickCheckDelegate", "QQuickRadioDelegate"):
            if item.inherits(kind):
                return kind
        return ""

    def with_text(self, item: Any, mark: Rect, box: Rect) -> Rect:
        """The indicator and the drawn text together."""
        content = item.property("contentItem")
        if content is None or not item.property("text"):
            return mark
        place = self.rect(content)
        wide = float(content.property("contentWidth") or content.property("implicitWidth") or content.width())
        left = place[0] + float(content.property("leftPadding") or 0)
        right = min(place[2], left + wide)
        return meet((min(mark[0], left), min(mark[1], place[1]), max(mark[2], right), max(mark[3], place[3])), box)
