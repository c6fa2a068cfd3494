"""The composite nodes of ../plan.py with GTK 4 widgets."""

from __future__ import annotations

from typing import Any

from build import ACROSS, DOWN, GROW, Builder, Node, margins
from gi.repository import Gio, GObject, Gtk, Pango


class Row(GObject.Object):
    """A line of a table or a tree."""

    def __init__(self, cells: list[str], icon: str = "", checked: bool = False) -> None:
        super().__init__()
        self.cells, self.icon, self.checked = cells, icon, checked
        self.children = Gio.ListStore.new(Row)


class Composer(Builder):
    """Builds whole windows."""

    def scrolled(self, child: Gtk.Widget) -> Gtk.Widget:
        return Gtk.ScrolledWindow(child=child, hexpand=True, vexpand=True, has_frame=self.rng.random() < 0.3, min_content_height=90, min_content_width=120)

    def box(self, children: list[Node], orientation: Gtk.Orientation) -> Gtk.Widget:
        box = Gtk.Box(orientation=orientation, spacing=self.gap)
        for node in children:
            child = self.build(node)
            if node["t"] in GROW and node["t"] != "space":
                child.set_hexpand(True)
                child.set_vexpand(orientation == DOWN or node["t"] != "v")
            box.append(child)
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
            if control["t"] != "check":
                grid.attach(Gtk.Label(label=text, xalign=align), 0, y, 1, 1)
            grid.attach(self.build(control), 1, y, 1, 1)
        return grid

    def _frame(self, node: Node) -> Gtk.Widget:
        return Gtk.Frame(label=node["text"], child=margins(self.build(node["child"]), self.gap + 2))

    def _expander(self, node: Node) -> Gtk.Widget:
        child = self.build(node["child"])
        child.set_margin_start(16)
        return Gtk.Expander(label=node["text"], expanded=node["open"], child=child)

    def _scroll(self, node: Node) -> Gtk.Widget:
        return self.scrolled(margins(self.build(node["child"]), self.gap))

    def _split2(self, node: Node) -> Gtk.Widget:
        sides = [self.build(node[side]) for side in "ab"]
        paned = Gtk.Paned(orientation=ACROSS if node["across"] else DOWN, hexpand=True, vexpand=True, start_child=sides[0], end_child=sides[1], shrink_start_child=False, shrink_end_child=False)
        paned.share = node["share"]
        return paned

    def _infobar(self, node: Node) -> Gtk.Widget:
        bar = Gtk.InfoBar(message_type=self.rng.choice([Gtk.MessageType.INFO, Gtk.MessageType.WARNING, Gtk.MessageType.ERROR]), show_close_button=self.rng.random() < 0.5)
        bar.add_child(Gtk.Label(label=node["text"]))
        bar.add_button(node["button"], 1)
        return bar

    def _toolbar(self, node: Node) -> Gtk.Widget:
        bar = Gtk.Box(spacing=self.rng.choice([0, 2, 6]))
        bar.add_css_class("toolbar")
        for item in node["items"][:14]:
            if item["t"] == "space":
                bar.append(Gtk.Separator(orientation=DOWN))
            else:
                bar.append(self.build(item))
        return Gtk.ScrolledWindow(child=bar, vscrollbar_policy=Gtk.PolicyType.NEVER, hexpand=True)

    def _tabs(self, node: Node) -> Gtk.Widget:
        book = Gtk.Notebook(scrollable=self.rng.random() < 0.7, hexpand=True, vexpand=True)
        book.set_tab_pos({"top": Gtk.PositionType.TOP, "bottom": Gtk.PositionType.BOTTOM, "left": Gtk.PositionType.LEFT}[node["side"]])
        for text, icon, child in node["pages"]:
            label: Gtk.Widget = Gtk.Label(label=text)
            if icon or node["closable"]:
                row = Gtk.Box(spacing=4)
                if icon:
                    row.append(Gtk.Image(icon_name=self.name(icon)))
                row.append(label)
                if node["closable"]:
                    close = Gtk.Button(icon_name="window-close-symbolic", has_frame=False)
                    row.append(close)
                label = row
            book.append_page(margins(self.build(child), self.gap), label)
        book.set_current_page(node["at"])
        return book

    def _list(self, node: Node) -> Gtk.Widget:
        box = Gtk.ListBox(selection_mode=Gtk.SelectionMode.SINGLE)
        if self.rng.random() < 0.4:
            box.add_css_class(self.rng.choice(["navigation-sidebar", "boxed-list", "rich-list"]))
        for index, (text, sub, icon, extra) in enumerate(node["rows"]):
            row = margins(Gtk.Box(spacing=8), self.gap)
            if icon:
                row.append(Gtk.Image(icon_name=self.name(icon)))
            texts = Gtk.Box(orientation=DOWN, hexpand=True)
            texts.append(Gtk.Label(label=text, xalign=0, ellipsize=Pango.EllipsizeMode.END))
            if sub:
                texts.append(self._label({"text": sub, "style": "dim"}))
            row.append(texts)
            if extra:
                row.append(self.build(extra))
            box.append(row)
            if index == node["at"]:
                box.select_row(box.get_row_at_index(index))
        return self.scrolled(box)

    def factory(self, fill: Any) -> Gtk.SignalListItemFactory:
        """A factory whose cells are made anew each time: `fill(item)` gives the widget of a list item."""
        made = Gtk.SignalListItemFactory()
        made.connect("bind", lambda _, item: item.set_child(fill(item)))
        return made

    def _icons(self, node: Node) -> Gtk.Widget:
        store = Gio.ListStore.new(Row)
        for text, icon in node["items"]:
            store.append(Row([text], icon))

        def cell(item: Gtk.ListItem) -> Gtk.Widget:
            box = margins(Gtk.Box(orientation=DOWN), 4)
            box.append(Gtk.Image(icon_name=item.get_item().icon, pixel_size=node["size"]))
            box.append(Gtk.Label(label=item.get_item().cells[0], ellipsize=Pango.EllipsizeMode.MIDDLE, max_width_chars=14))
            return box

        if self.rng.random() < 0.5:
            flow = Gtk.FlowBox(valign=Gtk.Align.START, max_children_per_line=14)
            for text, icon in node["items"]:
                box = margins(Gtk.Box(orientation=DOWN), 4)
                box.append(Gtk.Image(icon_name=icon, pixel_size=node["size"]))
                box.append(Gtk.Label(label=text, ellipsize=Pango.EllipsizeMode.MIDDLE, max_width_chars=14))
                flow.append(box)
            if node["at"] >= 0:
                flow.select_child(flow.get_child_at_index(node["at"]))
            return self.scrolled(flow)
        selection = Gtk.SingleSelection(model=store, autoselect=False, can_unselect=True)
        view = Gtk.GridView(model=selection, factory=self.factory(cell), max_columns=14)
        selection.set_selected(node["at"] if node["at"] >= 0 else Gtk.INVALID_LIST_POSITION)
        return self.scrolled(view)

    def column(self, title: str, index: int, tree: bool, checks: bool) -> Gtk.ColumnViewColumn:
        def fill(item: Gtk.ListItem) -> Gtk.Widget:
            line = item.get_item()
            row = line.get_item() if tree else line
            label = Gtk.Label(label=row.cells[index], xalign=0, ellipsize=Pango.EllipsizeMode.END)
            parts: list[Gtk.Widget] = [label]
            if index == 0 and row.icon:
                parts.insert(0, Gtk.Image(icon_name=self.name(row.icon)))
            if index == 0 and checks:
                parts.insert(0, Gtk.CheckButton(active=row.checked))
            box = Gtk.Box(spacing=6)
            for part in parts:
                box.append(part)
            if index == 0 and tree:
                expander = Gtk.TreeExpander(child=box)
                expander.set_list_row(line)
                return expander
            return box

        column = Gtk.ColumnViewColumn(title=title, factory=self.factory(fill), resizable=True, expand=self.rng.random() < 0.4)
        column.set_sorter(Gtk.CustomSorter.new(lambda *_: 0))
        return column

    def _tree(self, node: Node) -> Gtk.Widget:
        root = Gio.ListStore.new(Row)
        parents: list[Row] = []
        opened: set[int] = set()
        for (text, icon, depth, unfolded), cells in zip(node["rows"], node["cells"], strict=True):
            depth = min(depth, len(parents))
            row = Row([text, *cells], icon)
            (parents[depth - 1].children if depth else root).append(row)
            parents = [*parents[:depth], row]
            if unfolded:
                opened.add(id(row))
        model = Gtk.TreeListModel.new(root, False, False, lambda row: row.children if len(row.children) else None)
        at = 0
        while at < model.get_n_items():
            line = model.get_row(at)
            if id(line.get_item()) in opened:
                line.set_expanded(True)
            at += 1
        selection = Gtk.SingleSelection(model=model, autoselect=False, can_unselect=True)
        selection.set_selected(min(node["at"], model.get_n_items() - 1) if node["at"] >= 0 else Gtk.INVALID_LIST_POSITION)
        if not node["headers"]:
            column = self.column("", 0, True, False)
            view: Gtk.Widget = Gtk.ListView(model=selection, factory=column.get_factory())
        else:
            view = Gtk.ColumnView(model=selection)
            for index, header in enumerate(node["headers"]):
                view.append_column(self.column(header, index, True, False))
        view.is_tree = True
        view.add_css_class(self.rng.choice(["data-table", "navigation-sidebar", ""]) or "plain")
        return self.scrolled(view)

    def _table(self, node: Node) -> Gtk.Widget:
        store = Gio.ListStore.new(Row)
        for index, row in enumerate(node["rows"]):
            store.append(Row(row, node["icons"][index] if node["icons"] else "", bool(node["checks"] and node["checks"][index])))
        selection = Gtk.SingleSelection(model=store, autoselect=False, can_unselect=True)
        selection.set_selected(node["at"] if node["at"] >= 0 else Gtk.INVALID_LIST_POSITION)
        view = Gtk.ColumnView(model=selection, show_column_separators=bool(node.get("sheet")), show_row_separators=self.rng.random() < 0.3)
        if self.rng.random() < 0.6:
            view.add_css_class("data-table")
        for index, header in enumerate(node["headers"]):
            view.append_column(self.column(header, index, False, bool(node["checks"])))
        return self.scrolled(view)
