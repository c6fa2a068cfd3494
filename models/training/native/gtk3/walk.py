"""What GTK 3 itself says of every control in a window: role, place and state."""

from __future__ import annotations

import re
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

from record import Rect, Recorder, empty, meet  # noqa: E402


class Walk(Recorder):
    """Collects the elements beneath one toplevel (a window, a menu or a popover). Boxes become screen pixels."""

    def __init__(self, root: Gtk.Widget) -> None:
        super().__init__()
        self.root = root
        self.toplevel = root.get_toplevel()
        self.scale = root.get_scale_factor()
        _, self.x, self.y = self.toplevel.get_window().get_origin()
        self.popovers: list[Gtk.Popover] = []

    def run(self) -> Walk:
        whole = self.rect(self.root)
        if isinstance(self.root, Gtk.Container):
            self.inside(self.root, whole)
        return self

    # Geometry, in logical pixels of the toplevel

    def rect(self, widget: Gtk.Widget) -> Rect:
        """The allocation in the toplevel's coordinates."""
        width, height = widget.get_allocated_width(), widget.get_allocated_height()
        x, y = widget.translate_coordinates(self.toplevel, 0, 0) or (0, 0)
        return x, y, x + width, y + height

    def pixels(self, box: Rect) -> list[float]:
        # get_origin answers in logical pixels too.
        return [(box[0] + self.x) * self.scale, (box[1] + self.y) * self.scale, (box[2] + self.x) * self.scale, (box[3] + self.y) * self.scale]

    def text_rect(self, label: Gtk.Label) -> Rect:
        """The drawn text of a label, which may be less than its allocation."""
        allocation = self.rect(label)
        x, y = label.get_layout_offsets()
        own = label.get_allocation()
        _, extents = label.get_layout().get_pixel_extents()
        left, top = allocation[0] + x - own.x + extents.x, allocation[1] + y - own.y + extents.y
        return meet((left, top, left + extents.width, top + extents.height), allocation)

    def content_rect(self, widget: Gtk.Widget) -> Rect | None:
        """The texts and pictures inside a widget, together."""
        boxes: list[Rect] = []

        def look(child: Gtk.Widget) -> None:
            if not child.get_mapped():
                return
            if isinstance(child, Gtk.Label):
                boxes.append(self.text_rect(child))
            elif isinstance(child, Gtk.Container):
                child.forall(look)
            else:
                boxes.append(self.rect(child))

        look(widget)
        boxes = [box for box in boxes if not empty(box)]
        return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)) if boxes else None

    def node_size(self, widget: Gtk.Widget, parent: str, node: str) -> tuple[float, float, float]:
        """Width, height and left margin of a CSS node that has no widget (check and radio indicators)."""
        path = widget.get_path().copy()
        path.append_type(type(widget).__gtype__ if hasattr(type(widget), "__gtype__") else Gtk.CheckButton)
        path.iter_set_object_name(-1, node)
        context = Gtk.StyleContext()
        context.set_path(path)
        context.set_state(widget.get_state_flags())
        state = context.get_state()
        border, padding, margin = context.get_border(state), context.get_padding(state), context.get_margin(state)
        width = context.get_property("min-width", state) + border.left + border.right + padding.left + padding.right
        height = context.get_property("min-height", state) + border.top + border.bottom + padding.top + padding.bottom
        return (width or 16) + 0.0, (height or 16) + 0.0, margin.left + 0.0

    # The tree

    def inside(self, container: Gtk.Container, clip: Rect) -> None:
        clip = meet(clip, self.rect(container))
        if not empty(clip):
            container.forall(lambda child: self.visit(child, clip))

    def visit(self, widget: Gtk.Widget, clip: Rect) -> None:
        if not widget.get_mapped() or not widget.get_child_visible():
            return
        if isinstance(widget, Gtk.Popover):
            if widget is not self.root:
                self.popovers.append(widget)
            return
        box = self.rect(widget)
        if isinstance(widget, Gtk.Viewport | Gtk.ScrolledWindow):
            self.inside(widget, clip)
            return
        for kind, method in self.KINDS:
            if isinstance(widget, kind):
                method(self, widget, box, clip)
                return
        if type(widget).__name__ == "GtkColorSwatch" or widget.__gtype__.name == "GtkColorSwatch":
            self.add("button", box, clip, widget)
        elif isinstance(widget, Gtk.Container):
            self.inside(widget, clip)

    def button(self, widget: Gtk.Button, box: Rect, clip: Rect) -> None:
        states = {"checked": widget.get_active()} if isinstance(widget, Gtk.ToggleButton) and not isinstance(widget, Gtk.MenuButton) else {}
        if isinstance(widget, Gtk.MenuButton):
            states = {"expanded": widget.get_active()}
        self.add("button", box, clip, widget, name=widget.get_label() or widget.get_tooltip_text(), **states)

    def model_button(self, widget: Gtk.ModelButton, box: Rect, clip: Rect) -> None:
        role = widget.get_property("role")
        states = {} if role == Gtk.ButtonRole.NORMAL else {"checked": widget.get_property("active")}
        self.add("menuitem", box, clip, widget, name=widget.get_property("text"), **states)

    def check(self, widget: Gtk.CheckButton, box: Rect, clip: Rect) -> None:
        if not widget.get_property("draw-indicator"):
            self.button(widget, box, clip)
            return
        role = "radio" if isinstance(widget, Gtk.RadioButton) else "checkbox"
        width, height, margin = self.node_size(widget, "checkbutton", "radio" if role == "radio" else "check")
        middle = (box[1] + box[3]) / 2
        if widget.get_direction() == Gtk.TextDirection.RTL:
            mark = (box[2] - margin - width, middle - height / 2, box[2] - margin, middle + height / 2)
        else:
            mark = (box[0] + margin, middle - height / 2, box[0] + margin + width, middle + height / 2)
        mark = meet(mark, box)
        child = widget.get_child()
        content = self.content_rect(child) if child is not None else None
        whole = mark if content is None else (min(mark[0], content[0]), min(mark[1], content[1]), max(mark[2], content[2]), max(mark[3], content[3]))
        states = {} if widget.get_inconsistent() else {"checked": widget.get_active()}
        self.add(role, whole, clip, widget, click=mark, name=widget.get_label(), **states)

    def switch(self, widget: Gtk.Switch, box: Rect, clip: Rect) -> None:
        self.add("switch", box, clip, widget, checked=widget.get_active())

    def entry(self, widget: Gtk.Entry, box: Rect, clip: Rect) -> None:
        self.add("textbox", box, clip, widget, name=widget.get_placeholder_text())
        for position in (Gtk.EntryIconPosition.PRIMARY, Gtk.EntryIconPosition.SECONDARY):
            if widget.get_icon_storage_type(position) != Gtk.ImageType.EMPTY and widget.get_icon_activatable(position) and widget.get_icon_sensitive(position):
                area = widget.get_icon_area(position)
                self.add("button", (box[0] + area.x, box[1] + area.y, box[0] + area.x + area.width, box[1] + area.y + area.height), clip, widget)

    def spin(self, widget: Gtk.SpinButton, box: Rect, clip: Rect) -> None:
        self.add("spinbutton", box, clip, widget)

    def combo(self, widget: Gtk.ComboBox, box: Rect, clip: Rect) -> None:
        self.add("combobox", box, clip, widget, expanded=widget.get_property("popup-shown"))

    def link(self, widget: Gtk.LinkButton, box: Rect, clip: Rect) -> None:
        self.add("link", self.content_rect(widget) or box, clip, widget, name=widget.get_label())

    def slider(self, widget: Gtk.Scale, box: Rect, clip: Rect) -> None:
        trough = widget.get_range_rect()
        x, y = box[0] + trough.x, box[1] + trough.y
        inner = (x, y, x + trough.width, y + trough.height)
        thick = 9
        if widget.get_orientation() == Gtk.Orientation.HORIZONTAL:
            middle = (inner[1] + inner[3]) / 2
            inner = (inner[0], min(inner[1], middle - thick), inner[2], max(inner[3], middle + thick))
        else:
            middle = (inner[0] + inner[2]) / 2
            inner = (min(inner[0], middle - thick), inner[1], max(inner[2], middle + thick), inner[3])
        self.add("slider", meet(inner, box), clip, widget)

    def text(self, widget: Gtk.TextView, box: Rect, clip: Rect) -> None:
        if widget.get_editable():
            element_clip = meet(box, clip)
            self.add("textbox", element_clip, clip, widget)
        self.inside(widget, clip)

    def label(self, widget: Gtk.Label, _: Rect, clip: Rect) -> None:
        found = re.search(r"<a [^>]*>(.*?)</a>", widget.get_label()) if widget.get_use_markup() else None
        if not found:
            return
        plain = widget.get_text()
        text = re.sub(r"&(amp|lt|gt|quot|#39);", lambda m: {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#39": "'"}[m[1]], found[1])
        at = plain.find(text, len(re.sub(r"<[^>]*>|&\w+;", "", widget.get_label()[: found.start()])) - 1)
        if at < 0:
            return
        layout, own, place = widget.get_layout(), widget.get_allocation(), self.rect(widget)
        dx, dy = widget.get_layout_offsets()
        first, last = len(plain[:at].encode()), len(plain[: at + len(text)].encode())
        boxes = []
        for index in range(first, last):
            spot = layout.index_to_pos(index)
            x, y = place[0] + dx - own.x + spot.x / 1024, place[1] + dy - own.y + spot.y / 1024
            boxes.append((min(x, x + spot.width / 1024), y, max(x, x + spot.width / 1024), y + spot.height / 1024))
        if boxes and not layout.is_ellipsized():
            whole = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
            self.add("link", whole, clip, widget, name=text)

    def notebook(self, book: Gtk.Notebook, box: Rect, clip: Rect) -> None:
        current = book.get_nth_page(book.get_current_page())
        if book.get_show_tabs():
            self.tabs(book, box, clip, current)
        clip = meet(clip, box)

        def child(widget: Gtk.Widget) -> None:
            labels = {book.get_tab_label(page) for page in book.get_children()}
            if widget in labels:
                if isinstance(widget, Gtk.Container):
                    self.inside(widget, clip)
            else:
                self.visit(widget, clip)

        book.forall(child)

    def tabs(self, book: Gtk.Notebook, box: Rect, clip: Rect, current: Gtk.Widget | None) -> None:
        if current is None:
            return
        page = self.rect(current)
        margin = (current.get_margin_top(), current.get_margin_bottom(), current.get_margin_start())
        side = book.get_tab_pos()
        path = book.get_path().copy()
        for name in ("header", "tabs", "tab"):
            path.append_type(Gtk.Notebook.__gtype__)
            path.iter_set_object_name(-1, name)
            if name == "header":
                path.iter_add_class(-1, {Gtk.PositionType.TOP: "top", Gtk.PositionType.BOTTOM: "bottom", Gtk.PositionType.LEFT: "left"}.get(side, "right"))
        context = Gtk.StyleContext()
        context.set_path(path)
        state = context.get_state()
        padding, border = context.get_padding(state), context.get_border(state)
        pages = [book.get_nth_page(index) for index in range(book.get_n_pages())]
        labels = [(tab, book.get_tab_label(tab)) for tab in pages]
        shown = [(tab, label, self.rect(label)) for tab, label in labels if label is not None and label.get_mapped() and label.get_child_visible()]
        across = side in (Gtk.PositionType.TOP, Gtk.PositionType.BOTTOM)
        for index, (tab, label, place) in enumerate(shown):
            left, right = place[0] - padding.left - border.left, place[2] + padding.right + border.right
            top, bottom = place[1] - padding.top - border.top, place[3] + padding.bottom + border.bottom
            if across:
                # Neighbours never overlap, whatever the theme says of paddings.
                if index > 0:
                    left = max(left, (shown[index - 1][2][2] + place[0]) / 2)
                if index + 1 < len(shown):
                    right = min(right, (place[2] + shown[index + 1][2][0]) / 2)
                top, bottom = (max(top, box[1]), min(bottom, page[1] - margin[0])) if side == Gtk.PositionType.TOP else (max(top, page[3] + margin[1]), min(bottom, box[3]))
            else:
                left, right = max(box[0], left), min(right, page[0] - margin[2]) if side == Gtk.PositionType.LEFT else right
            text = label.get_text() if isinstance(label, Gtk.Label) else None
            self.add("tab", (left, top, right, bottom), clip, book, name=text, selected=tab is current)

    def expander(self, widget: Gtk.Expander, box: Rect, clip: Rect) -> None:
        label = widget.get_label_widget()
        if label is not None and label.get_mapped():
            text = self.content_rect(label) or self.rect(label)
            self.add("button", (box[0], self.rect(label)[1] - 1, text[2], self.rect(label)[3] + 1), clip, widget, name=widget.get_label(), expanded=widget.get_expanded())
        child = widget.get_child()
        if child is not None:
            self.visit(child, meet(clip, box))

    def row(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        selected = {"selected": widget.is_selected()} if isinstance(widget, Gtk.ListBoxRow | Gtk.FlowBoxChild) else {}
        able = not isinstance(widget, Gtk.ListBoxRow) or widget.get_selectable() or widget.get_activatable()
        if able:
            self.add("listitem", box, clip, widget, **selected)
        self.inside(widget, clip)

    def menu_item(self, widget: Gtk.MenuItem, box: Rect, clip: Rect) -> None:
        if isinstance(widget, Gtk.SeparatorMenuItem):
            return
        states = {"checked": widget.get_active()} if isinstance(widget, Gtk.CheckMenuItem) else {}
        role = "listitem" if widget.get_parent().__gtype__.name == "GtkTreeMenu" else "menuitem"
        self.add(role, box, clip, widget, name=widget.get_label() if role == "menuitem" else None, **states)

    def icon_view(self, view: Gtk.IconView, box: Rect, clip: Rect) -> None:
        chosen = {path.to_string() for path in view.get_selected_items()}
        clip = meet(box, clip)
        for index in range(len(view.get_model())):
            path = Gtk.TreePath(index)
            known, cell = view.get_cell_rect(path, None)
            if known:
                name = view.get_model()[path][0]
                self.add("listitem", (box[0] + cell.x, box[1] + cell.y, box[0] + cell.x + cell.width, box[1] + cell.y + cell.height), clip, view, name=name if isinstance(name, str) else None, selected=path.to_string() in chosen)

    def tree_view(self, view: Gtk.TreeView, box: Rect, clip: Rect) -> None:
        clip = meet(box, clip)
        columns = [column for column in view.get_columns() if column.get_visible()]
        _, top = view.convert_bin_window_to_widget_coords(0, 0)
        if view.get_headers_visible():
            for column in columns:
                button = column.get_button()
                if button.get_mapped() and column.get_clickable():
                    self.add("columnheader", self.rect(button), clip, view, name=column.get_title())
        found = view.get_visible_range()
        if not found or not columns:
            return
        body = meet(clip, (box[0], box[1] + top, box[2], box[3]))
        role = self.row_role(view, columns)
        path, last = found
        while path is not None and path <= last:
            areas = [view.get_background_area(path, column) for column in columns]
            x, y = view.convert_bin_window_to_widget_coords(min(area.x for area in areas), areas[0].y)
            right, _ = view.convert_bin_window_to_widget_coords(max(area.x + area.width for area in areas), 0)
            row = (box[0] + min(x, 0), box[1] + y, box[0] + right, box[1] + y + areas[0].height)
            self.add(role, row, body, view, selected=view.get_selection().path_is_selected(path), **self.row_facts(view, path, role))
            for column in columns:
                for cell in column.get_cells():
                    if isinstance(cell, Gtk.CellRendererToggle):
                        self.toggle_cell(view, path, column, cell, box, body)
            path = self.following(view, path)

    def row_role(self, view: Gtk.TreeView, columns: list[Gtk.TreeViewColumn]) -> str:
        """What the rows of a view are."""
        model = view.get_model()
        if not isinstance(model, Gtk.ListStore) and any(model.iter_has_child(model.get_iter(row.path)) for row in model):
            return "treeitem"
        return "listitem" if len(columns) == 1 else "row"

    def row_facts(self, view: Gtk.TreeView, path: Gtk.TreePath, role: str) -> dict[str, Any]:
        """Name and further states of a row."""
        model = view.get_model()
        names = [value for value in model[path] if isinstance(value, str)]
        opens = role == "treeitem" and model.iter_has_child(model.get_iter(path))
        return {"name": (names[0] if role != "row" or not names else names[-1]) or None, **({"expanded": view.row_expanded(path)} if opens else {})}

    def toggle_cell(self, view: Gtk.TreeView, path: Gtk.TreePath, column: Gtk.TreeViewColumn, cell: Gtk.CellRendererToggle, box: Rect, clip: Rect) -> None:
        column.cell_set_cell_data(view.get_model(), view.get_model().get_iter(path), False, False)
        area = view.get_cell_area(path, column)
        offset = column.cell_get_position(cell)
        _, natural = cell.get_preferred_width(view)
        _, tall = cell.get_preferred_height(view)
        left = area.x + offset[0] + max(0, (offset[1] - natural) / 2)
        x, y = view.convert_bin_window_to_widget_coords(int(left), int(area.y + max(0, (area.height - tall) / 2)))
        self.add("checkbox", (box[0] + x, box[1] + y, box[0] + x + natural, box[1] + y + min(tall, area.height)), clip, view, checked=cell.get_active())

    def following(self, view: Gtk.TreeView, path: Gtk.TreePath) -> Gtk.TreePath | None:
        """The next row that is drawn."""
        model = view.get_model()
        if view.row_expanded(path) and model.iter_has_child(model.get_iter(path)):
            below = path.copy()
            below.down()
            return below
        path = path.copy()
        while True:
            after = path.copy()
            after.next()
            try:
                model.get_iter(after)
                return after
            except ValueError:
                if path.get_depth() <= 1 or not path.up():
                    return None

    KINDS: list[tuple[type, Any]] = []


Walk.KINDS = [
    (Gtk.Switch, Walk.switch), (Gtk.ModelButton, Walk.model_button), (Gtk.CheckButton, Walk.check), (Gtk.SpinButton, Walk.spin),
    (Gtk.Entry, Walk.entry), (Gtk.ComboBox, Walk.combo), (Gtk.LinkButton, Walk.link), (Gtk.Button, Walk.button), (Gtk.Scale, Walk.slider),
    (Gtk.Scrollbar, Walk.nothing), (Gtk.TextView, Walk.text), (Gtk.Label, Walk.label), (Gtk.Notebook, Walk.notebook),
    (Gtk.Expander, Walk.expander), (Gtk.ListBoxRow, Walk.row), (Gtk.FlowBoxChild, Walk.row), (Gtk.MenuItem, Walk.menu_item),
    (Gtk.IconView, Walk.icon_view), (Gtk.TreeView, Walk.tree_view), (Gtk.Calendar, Walk.unknown), (Gtk.ProgressBar, Walk.nothing),
]
