"""The walk of the GTK 3 generator, for what wxWidgets makes of GTK's views."""
from __future__ import annotations

from gi.repository import Gtk
from record import Rect, meet
from walk import Walk


class WxWalk(Walk):
    """As the walk; list boxes (one column, with or without check boxes) and data views keep no plain texts in their models."""

    def view(self, view: Gtk.TreeView, box: Rect, clip: Rect) -> None:
        clip = meet(box, clip)
        columns = [column for column in view.get_columns() if column.get_visible()]
        _, top = view.convert_bin_window_to_widget_coords(0, 0)
        headed = view.get_headers_visible()
        if headed:
            for column in columns:
                button = column.get_button()
                if button.get_mapped() and column.get_clickable():
                    self.add("columnheader", self.rect(button), clip, view, name=column.get_title())
        found = view.get_visible_range()
        if not found or not columns:
            return
        body = meet(clip, (box[0], box[1] + top, box[2], box[3]))
        path, last = found
        while path is not None and path <= last:
            areas = [view.get_background_area(path, column) for column in columns]
            x, y = view.convert_bin_window_to_widget_coords(min(area.x for area in areas), areas[0].y)
            right, _ = view.convert_bin_window_to_widget_coords(max(area.x + area.width for area in areas), 0)
            row = (box[0] + min(x, 0), box[1] + y, box[0] + right, box[1] + y + areas[0].height)
            self.add("row" if headed else "listitem", row, body, view, selected=view.get_selection().path_is_selected(path))
            for column in columns:
                for cell in column.get_cells():
                    if isinstance(cell, Gtk.CellRendererToggle):
                        self.toggle_cell(view, path, column, cell, box, body)
            path = self.following(view, path)


WxWalk.KINDS = [(Gtk.TreeView, WxWalk.view), *((kind, method) for kind, method in Walk.KINDS if kind is not Gtk.TreeView)]
