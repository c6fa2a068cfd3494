"""The walk of the GTK 3 generator, for what wxWidgets makes of GTK's views."""
from __future__ import annotations

from typing import Any

from gi.repository import Gtk
from walk import Walk


class WxWalk(Walk):
    """As the walk; list boxes (one column, with or without check boxes) and data views keep no plain texts in their models."""

    def row_role(self, view: Gtk.TreeView, columns: list[Gtk.TreeViewColumn]) -> str:
        return "row" if view.get_headers_visible() else "listitem"

    def row_facts(self, view: Gtk.TreeView, path: Gtk.TreePath, role: str) -> dict[str, Any]:
        return {}
