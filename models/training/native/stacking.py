"""Where windows really are: stacking order, frames and title-bar buttons, asked from the X server."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from occlude import Box, area, meet
from Xlib import X, Xatom, display, error
from Xlib.xobject.drawable import Window

BUTTON = (7, 80)  # pixels: a title-bar button is no smaller and no larger than this
SQUARE = (0.5, 2.2)  # width by height of a title-bar button
REQUEST = 200_000  # bytes that fit into one request
FRAME_DEPTH = 2  # how deep window managers nest their windows within a frame


@dataclass
class Top:
    """A child of the root window: a managed window's frame, or a pop-up of its own."""

    xid: int
    box: Box  # what it covers; `Stack.trim` leaves CSD shadows out


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
            except (error.BadWindow, error.BadDrawable):
                continue
            if attributes.map_state == X.IsViewable and attributes.win_class == X.InputOutput:
                wide, tall = geometry.width + 2 * geometry.border_width, geometry.height + 2 * geometry.border_width
                found.append(Top(child.id, (geometry.x, geometry.y, geometry.x + wide, geometry.y + tall)))
        return found

    def top_of(self, xid: int) -> int | None:
        """The child of the root window that holds this window, None when it is gone."""
        try:
            while True:
                parent = self.window(xid).query_tree().parent
                if not parent or parent.id == self.root.id:
                    return xid if parent else None
                xid = parent.id
        except (error.BadWindow, error.BadDrawable):
            return None

    def trim(self, top: Top, client: int) -> None:
        """Takes the shadow that the client draws around itself (_GTK_FRAME_EXTENTS) off the top's box."""
        value = self.window(client).get_full_property(self.extents, Xatom.CARDINAL)
        if value is not None and len(value.value) == 4:
            left, right, above, below = value.value
            x0, y0, x1, y1 = self.box(client)
            top.box = x0 + left, y0 + above, x1 - right, y1 - below

    def window(self, xid: int) -> Window:
        return self.display.create_resource_object("window", xid)

    def box(self, xid: int) -> Box:
        """A window's own area on the screen."""
        window = self.window(xid)
        geometry = window.get_geometry()
        point = window.translate_coords(self.root, 0, 0)
        return -point.x, -point.y, -point.x + geometry.width, -point.y + geometry.height

    def by_title(self, title: str) -> int | None:
        """The uppermost window with this title (WM_NAME or _NET_WM_NAME), None when there is none."""
        name = self.display.intern_atom("_NET_WM_NAME")

        def look(window: Window, depth: int) -> int | None:
            value = window.get_full_property(name, X.AnyPropertyType)
            text = value.value.decode("utf-8", "replace") if value else window.get_wm_name()
            if text == title:
                return int(window.id)
            below = window.query_tree().children if depth else []
            return next((xid for xid in (look(child, depth - 1) for child in reversed(below)) if xid is not None), None)

        for top in reversed(self.tops()):
            try:
                found = look(self.window(top.xid), FRAME_DEPTH)
            except (error.BadWindow, error.BadDrawable, UnicodeError):
                continue
            if found is not None:
                return found
        return None

    def decoration(self, top: Top, client: int) -> list[Box]:
        """The title-bar buttons of a frame: its small squarish windows beside the client window."""
        boxes: list[Box] = []
        own = self.box(client)

        def look(window: Window, depth: int) -> None:
            for child in window.query_tree().children:
                if child.id == client:
                    continue
                attributes, box = child.get_attributes(), self.box(child.id)
                if attributes.map_state != X.IsViewable or area(meet(box, own)):
                    if attributes.map_state == X.IsViewable and depth:
                        look(child, depth - 1)
                    continue
                wide, tall = box[2] - box[0], box[3] - box[1]
                sized = BUTTON[0] <= tall <= BUTTON[1] and BUTTON[0] <= wide <= BUTTON[1] and SQUARE[0] <= wide / tall <= SQUARE[1]
                if sized and attributes.win_class == X.InputOutput:
                    boxes.append(box)
                elif depth:
                    look(child, depth - 1)

        if client != top.xid:
            try:
                look(self.window(top.xid), FRAME_DEPTH)
            except (error.BadWindow, error.BadDrawable):
                return boxes
        return boxes

    def set_background(self, picture: np.ndarray) -> None:
        """Puts a picture (height x width x 3, RGB) on the root window, where compositors find it too."""
        height, width, _ = picture.shape
        pixmap = self.root.create_pixmap(width, height, 24)
        context = pixmap.create_gc()
        data = np.zeros((height, width, 4), np.uint8)
        data[:, :, :3] = picture[:, :, ::-1]
        lines = max(1, REQUEST // (width * 4))
        for top in range(0, height, lines):
            part = data[top : top + lines]
            pixmap.put_image(context, 0, top, width, len(part), X.ZPixmap, 24, 0, part.tobytes())
        self.root.change_attributes(background_pixmap=pixmap)
        self.root.change_property(self.display.intern_atom("_XROOTPMAP_ID"), Xatom.PIXMAP, 32, [pixmap.id])
        self.root.clear_area()
        self.display.sync()

    def has_compositor(self) -> bool:
        return bool(self.display.get_selection_owner(self.display.intern_atom("_NET_WM_CM_S0")))

    def warp(self, x: int, y: int) -> None:
        """Moves the pointer."""
        self.root.warp_pointer(x, y)
        self.display.sync()
