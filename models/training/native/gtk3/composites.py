"""The composite nodes of ../plan.py with GTK 3 widgets."""

from __future__ import annotations

from typing import Any

from build import Builder, Node
from gi.repository import GdkPixbuf, Gtk, Pango

ACROSS, DOWN = Gtk.Orientation.HORIZONTAL, Gtk.Orientation.VERTICAL


class Composer(Builder):
    """Builds whole windows."""

    def scrolled(self, child: Gtk.Widget, least: tuple[int, int] = (120, 90)) -> Gtk.Widget:
        scroll = Gtk.ScrolledWindow(hexpand=True, vexpand=True, shadow_type=self.rng.choice([Gtk.ShadowType.IN, Gtk.ShadowType.NONE]))
        scroll.set_size_request(*least)
        scroll.add(child)
        return scroll

    def box(self, children: list[Node], orientation: Gtk.Orientation) -> Gtk.Widget:
        box = Gtk.Box(orientation=orientation, spacing=self.gap)
        for node in children:
            child = self.build(node)
            grows = node["t"] in ("scroll", "tabs", "split2", "list", "icons", "tree", "table", "text", "space", "picture", "chart", "v", "keypad", "sidebar")
            if node["t"] == "space" and orientation == ACROSS:
                child.set_vexpand(False)
            box.pack_start(child, grows, True, 0)
        return box

    def _v(self, node: Node) -> Gtk.Widget:
        return self.box(node["children"], DOWN)

    def _h(self, node: Node) -> Gtk.Widget:
        return self.box(node["children"], ACROSS)

    def _grid(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(valign=Gtk.Align.START)
        for index, item in enumerate(node["items"]):
            grid.attach(self.build(item), index % node["columns"], index // node["columns"], 1, 1)
        return grid

    def _form(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=self.gap, column_spacing=self.gap * 2)
        align = self.rng.choice([0, 0, 1])
        for y, (text, control) in enumerate(node["rows"]):
            if control["t"] == "check":
                grid.attach(self.build(control), 1, y, 1, 1)
                continue
            grid.attach(Gtk.Label(label=text, xalign=align), 0, y, 1, 1)
            grid.attach(self.build(control), 1, y, 1, 1)
        return grid

    def _frame(self, node: Node) -> Gtk.Widget:
        frame = Gtk.Frame(label=node["text"])
        child = self.build(node["child"])
        child.set_property("margin", self.gap + 2)
        frame.add(child)
        return frame

    def _expander(self, node: Node) -> Gtk.Widget:
        expander = Gtk.Expander(label=node["text"], expanded=node["open"])
        child = self.build(node["child"])
        child.set_margin_start(16)
        expander.add(child)
        return expander

    def _scroll(self, node: Node) -> Gtk.Widget:
        child = self.build(node["child"])
        child.set_property("margin", self.gap)
        return self.scrolled(child)

    def _split2(self, node: Node) -> Gtk.Widget:
        paned = Gtk.Paned(orientation=ACROSS if node["across"] else DOWN, hexpand=True, vexpand=True)
        paned.pack1(self.build(node["a"]), True, False)
        paned.pack2(self.build(node["b"]), True, False)
        paned.share = node["share"]
        return paned

    def _infobar(self, node: Node) -> Gtk.Widget:
        bar = Gtk.InfoBar(message_type=self.rng.choice([Gtk.MessageType.INFO, Gtk.MessageType.WARNING, Gtk.MessageType.ERROR]), show_close_button=self.rng.random() < 0.5)
        bar.get_content_area().add(Gtk.Label(label=node["text"]))
        bar.add_button(node["button"], 1)
        return bar

    def _toolbar(self, node: Node) -> Gtk.Widget:
        bar = Gtk.Toolbar(show_arrow=True)
        bar.set_style({"none": Gtk.ToolbarStyle.ICONS, "beside": Gtk.ToolbarStyle.BOTH_HORIZ, "under": Gtk.ToolbarStyle.BOTH}[node["labels"]])
        size = Gtk.IconSize.SMALL_TOOLBAR if node["small"] else Gtk.IconSize.LARGE_TOOLBAR
        bar.set_icon_size(size)
        if self.rng.random() < 0.5:
            bar.get_style_context().add_class("primary-toolbar")
        for item in node["items"]:
            if item["t"] == "space":
                tool = Gtk.SeparatorToolItem()
            elif item["t"] in ("combo", "spin"):
                tool = Gtk.ToolItem()
                tool.add(self.build(item))
            else:
                kind = {"toggle": Gtk.ToggleToolButton, "split": Gtk.MenuToolButton, "menubutton": Gtk.MenuToolButton}.get(item["t"], Gtk.ToolButton)
                tool = kind(label=item["text"], icon_widget=self.image(item["icon"], size), is_important=self.rng.random() < 0.6, tooltip_text=item["text"])
                if item["t"] == "toggle":
                    tool.set_active(item["on"])
                if kind is Gtk.MenuToolButton:
                    tool.set_menu(self.menu(item.get("menu", [])))
                tool.set_sensitive(item["enabled"])
            bar.insert(tool, -1)
        return bar

    def _tabs(self, node: Node) -> Gtk.Widget:
        book = Gtk.Notebook(scrollable=self.rng.random() < 0.7, hexpand=True, vexpand=True)
        book.set_tab_pos({"top": Gtk.PositionType.TOP, "bottom": Gtk.PositionType.BOTTOM, "left": Gtk.PositionType.LEFT}[node["side"]])
        for text, icon, child in node["pages"]:
            label: Gtk.Widget = Gtk.Label(label=text)
            if icon or node["closable"]:
                row = Gtk.Box(spacing=4)
                if icon:
                    row.add(self.image(icon, Gtk.IconSize.MENU))
                row.add(label)
                if node["closable"]:
                    close = Gtk.Button(relief=Gtk.ReliefStyle.NONE, focus_on_click=False)
                    close.add(self.image("window-close", Gtk.IconSize.MENU))
                    row.add(close)
                row.show_all()
                label = row
            page = self.build(child)
            page.set_property("margin", self.gap)
            page.show_all()
            book.append_page(page, label)
        book.show_all()
        book.set_current_page(node["at"])
        return book

    def _list(self, node: Node) -> Gtk.Widget:
        if self.rng.random() < 0.35 and not any(row[3] for row in node["rows"]):
            rows = [[row[0], row[2], 0, False] for row in node["rows"]]
            return self._tree({"rows": rows, "at": node["at"], "columns": 0, "cells": [[] for _ in rows], "headers": []})
        box = Gtk.ListBox(selection_mode=Gtk.SelectionMode.SINGLE)
        for index, (text, sub, icon, extra) in enumerate(node["rows"]):
            row = Gtk.Box(spacing=8, margin=self.gap)
            if icon:
                row.add(self.image(icon))
            texts = Gtk.Box(orientation=DOWN)
            texts.add(Gtk.Label(label=text, xalign=0, ellipsize=Pango.EllipsizeMode.END))
            if sub:
                texts.add(self._label({"text": sub, "style": "dim"}))
            row.pack_start(texts, True, True, 0)
            if extra:
                row.add(self.build(extra))
            box.add(row)
            if index == node["at"]:
                box.select_row(box.get_row_at_index(index))
        return self.scrolled(box)

    def _sidebar(self, node: Node) -> Gtk.Widget:
        return self.box([node["list"], node["child"]], ACROSS)

    def pixbuf(self, name: str, size: int) -> GdkPixbuf.Pixbuf | None:
        info = Gtk.IconTheme.get_default().lookup_icon(name, size, Gtk.IconLookupFlags.FORCE_SIZE)
        return info.load_icon() if info else None

    def _icons(self, node: Node) -> Gtk.Widget:
        if self.rng.random() < 0.25:
            flow = Gtk.FlowBox(valign=Gtk.Align.START, max_children_per_line=12)
            for text, icon in node["items"]:
                cell = Gtk.Box(orientation=DOWN, margin=4)
                cell.add(Gtk.Image(icon_name=icon, pixel_size=node["size"]))
                cell.add(Gtk.Label(label=text, ellipsize=Pango.EllipsizeMode.MIDDLE, max_width_chars=14))
                flow.add(cell)
            flow.show_all()
            if node["at"] >= 0:
                flow.select_child(flow.get_child_at_index(node["at"]))
            return self.scrolled(flow)
        store = Gtk.ListStore(str, GdkPixbuf.Pixbuf)
        for text, icon in node["items"]:
            store.append([text, self.pixbuf(icon, node["size"])])
        view = Gtk.IconView(model=store, text_column=0, pixbuf_column=1, item_width=self.rng.choice([-1, 80, 110]))
        if self.rng.random() < 0.15:
            view.set_item_orientation(ACROSS)
        if node["at"] >= 0:
            view.select_path(Gtk.TreePath(node["at"]))
        return self.scrolled(view)

    def column(self, title: str) -> Gtk.TreeViewColumn:
        column = Gtk.TreeViewColumn(title)
        column.set_resizable(True)
        column.set_clickable(True)
        return column

    def _tree(self, node: Node) -> Gtk.Widget:
        store = Gtk.TreeStore(*([str, str] + [str] * node["columns"]))
        parents: list[Any] = []
        opened: list[Gtk.TreePath] = []
        paths: list[Gtk.TreePath] = []
        for (text, icon, depth, unfolded), cells in zip(node["rows"], node["cells"], strict=True):
            depth = min(depth, len(parents))
            at = store.append(parents[depth - 1] if depth else None, [text, icon, *cells])
            parents = [*parents[:depth], at]
            paths.append(store.get_path(at))
            if unfolded:
                opened.append(paths[-1])
        view = Gtk.TreeView(model=store, headers_visible=bool(node["headers"]), headers_clickable=True)
        column = self.column(node["headers"][0] if node["headers"] else "")
        if any(row[1] for row in node["rows"]):
            picture = Gtk.CellRendererPixbuf()
            column.pack_start(picture, False)
            column.add_attribute(picture, "icon-name", 1)
        text_cell = Gtk.CellRendererText(ellipsize=Pango.EllipsizeMode.NONE)
        column.pack_start(text_cell, True)
        column.add_attribute(text_cell, "text", 0)
        view.append_column(column)
        for index in range(node["columns"]):
            column = self.column(node["headers"][index + 1])
            cell = Gtk.CellRendererText()
            column.pack_start(cell, True)
            column.add_attribute(cell, "text", 2 + index)
            view.append_column(column)
        for path in opened:
            view.expand_row(path, False)
        if node["at"] >= 0:
            view.get_selection().select_path(paths[node["at"]])
        return self.scrolled(view)

    def _table(self, node: Node) -> Gtk.Widget:
        checks, icons = node["checks"], node["icons"]
        store = Gtk.ListStore(*([bool, str] + [str] * len(node["headers"])))
        for index, row in enumerate(node["rows"]):
            store.append([checks[index] if checks else False, icons[index] if icons else "", *row])
        view = Gtk.TreeView(model=store, headers_clickable=True, enable_grid_lines=Gtk.TreeViewGridLines.BOTH if node.get("sheet") else self.rng.choice([Gtk.TreeViewGridLines.NONE, Gtk.TreeViewGridLines.NONE, Gtk.TreeViewGridLines.HORIZONTAL]))
        if checks:
            view.append_column(Gtk.TreeViewColumn("", Gtk.CellRendererToggle(), active=0))
        for index, header in enumerate(node["headers"]):
            column = self.column(header)
            if icons and index == 0:
                picture = Gtk.CellRendererPixbuf()
                column.pack_start(picture, False)
                column.add_attribute(picture, "icon-name", 1)
            cell = Gtk.CellRendererText()
            column.pack_start(cell, True)
            column.add_attribute(cell, "text", 2 + index)
            if self.rng.random() < 0.2:
                column.set_sort_indicator(True)
            view.append_column(column)
        if node["at"] >= 0:
            view.get_selection().select_path(Gtk.TreePath(node["at"]))
        return self.scrolled(view)
