"""Where windows really are: stacking order, frames and title-bar buttons, asked from the X server."""

from __future__ import annotations

from dataclasses import dataclass, field

from occlude import Box, area, meet
from Xlib import X, Xatom, display, error
from Xlib.xobject.drawable import Window

BUTTON = (7, 80)  # pixels: a title-bar button is no smaller and no larger than this
SQUARE = (0.5, 2.2)  # width by height of a title-bar button


@dataclass
class Top:
    """A child of the root window: a managed window's frame, or a pop-up of its own."""

    xid: int
    box: Box  # what it covers, CSD shadows left out
    inner: set[int] = field(default_factory=set)  # every window id inside


class Stack:
    """One look at the window tree. Windows that come and go while looking are left out."""

    def __init__(self, name: str) -> None:
        self.display = display.Display(name)
        self.root = self.display.screen().root
        self.extents = self.display.intern_atom("_GTK_FRAME_EXTENTS")

    def sync(self) -> None:
        """Returns when the server has done everything it was asked so far."""
        self.display.sync()

    def tops(self) -> list[Top]:
        """The visible children of the root window, lowest first."""
        found: list[Top] = []
        for child in self.root.query_tree().children:
            try:
                attributes, geometry = child.get_attributes(), child.get_geometry()
                if attributes.map_state != X.IsViewable or attributes.win_class != X.InputOutput:
                    continue
                border = geometry.border_width
                box = (geometry.x, geometry.y, geometry.x + geometry.width + 2 * border,
                       geometry.y + geometry.height + 2 * border)
                inner = {child.id}
                self._collect(child, inner)
                found.append(Top(child.id, self._without_shadow(box, child, inner), inner))
            except (error.BadWindow, error.BadDrawable):
                continue
        return found

    def _collect(self, window: Window, into: set[int]) -> None:
        for child in window.query_tree().children:
            into.add(child.id)
            self._collect(child, into)

    def _without_shadow(self, box: Box, top: Window, inner: set[int]) -> Box:
        for window in (top, *(self.display.create_resource_object("window", xid) for xid in inner if xid != top.id)):
            value = window.get_full_property(self.extents, Xatom.CARDINAL)
            if value is not None and len(value.value) == 4:
                left, right, above, below = value.value
                return box[0] + left, box[1] + above, box[2] - right, box[3] - below
        return box

    def box(self, xid: int) -> Box:
        """A window's own area on the screen."""
        window = self.display.create_resource_object("window", xid)
        geometry = window.get_geometry()
        point = window.translate_coords(self.root, 0, 0)
        return -point.x, -point.y, -point.x + geometry.width, -point.y + geometry.height

    def by_title(self, title: str) -> int | None:
        """The uppermost window with this title (WM_NAME or _NET_WM_NAME), None when there is none."""
        name = self.display.intern_atom("_NET_WM_NAME")
        for top in reversed(self.tops()):
            for xid in top.inner:
                window = self.display.create_resource_object("window", xid)
                try:
                    value = window.get_full_property(name, X.AnyPropertyType)
                    text = value.value.decode("utf-8", "replace") if value else window.get_wm_name()
                except (error.BadWindow, AttributeError):
                    continue
                if text == title:
                    return xid
        return None

    def decoration(self, top: Top, client: int) -> list[Box]:
        """The title-bar buttons of a frame: its small squarish windows outside the client window."""
        if client == top.xid:
            return []
        boxes: list[Box] = []
        own = self.box(client)
        skip: set[int] = {client}
        self._collect(self.display.create_resource_object("window", client), skip)
        for xid in top.inner - skip - {top.xid}:
            try:
                window = self.display.create_resource_object("window", xid)
                attributes = window.get_attributes()
                box = self.box(xid)
            except (error.BadWindow, error.BadDrawable):
                continue
            width, height = box[2] - box[0], box[3] - box[1]
            if (attributes.map_state == X.IsViewable and attributes.win_class == X.InputOutput
                    and BUTTON[0] <= height <= BUTTON[1] and BUTTON[0] <= width <= BUTTON[1]
                    and SQUARE[0] <= width / height <= SQUARE[1] and not area(meet(box, own))):
                boxes.append(box)
        return [box for box in boxes if not any(box != other and area(meet(box, other)) == area(box) for other in boxes)]

    def warp(self, x: int, y: int) -> None:
        """Moves the pointer."""
        self.root.warp_pointer(x, y)
        self.display.sync()
