"""What GTK 4 itself says of every control in a window: role, place and state. Boxes become screen pixels."""

from __future__ import annotations

from typing import Any

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gtk  # noqa: E402

from record import Rect, Recorder, empty, meet  # noqa: E402


def join(boxes: list[Rect]) -> Rect:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def children(widget: Gtk.Widget) -> list[Gtk.Widget]:
    found, child = [], widget.get_first_child()
    while child is not None:
        found.append(child)
        child = child.get_next_sibling()
    return found


class Walk(Recorder):
    """Collects the elements of one native widget (window or popover) whose X window has its corner at `origin` (pixels)."""

    def __init__(self, root: Any, origin: tuple[int, int], factor: float) -> None:
        super().__init__()
        self.root, self.origin, self.factor = root, origin, factor
        self.shift = root.get_surface_transform()
        self.popovers: list[Gtk.Popover] = []

    def run(self) -> Walk:
        clip = self.rect(self.root)
        for child in children(self.root):
            self.visit(child, clip)
        return self

    def rect(self, widget: Gtk.Widget) -> Rect:
        known, box = widget.compute_bounds(self.root)
        if not known:
            return 0, 0, 0, 0
        return box.get_x(), box.get_y(), box.get_x() + box.get_width(), box.get_y() + box.get_height()

    def pixels(self, box: Rect) -> list[float]:
        (x, y), (dx, dy), factor = self.origin, self.shift, self.factor
        return [x + (box[0] + dx) * factor, y + (box[1] + dy) * factor, x + (box[2] + dx) * factor, y + (box[3] + dy) * factor]

    def text_rect(self, label: Gtk.Label) -> Rect:
        """The drawn text of a label, which may be less than its allocation."""
        place = self.rect(label)
        x, y = label.get_layout_offsets()
        _, extents = label.get_layout().get_pixel_extents()
        left, top = place[0] + x + extents.x, place[1] + y + extents.y
        return meet((left, top, left + extents.width, top + extents.height), place)

    def content(self, widget: Gtk.Widget) -> list[Rect]:
        """The texts and pictures inside a widget."""
        if not widget.get_mapped():
            return []
        if isinstance(widget, Gtk.Label):
            return [box for box in [self.text_rect(widget)] if not empty(box)]
        below = children(widget)
        if not below:
            return [box for box in [self.rect(widget)] if not empty(box)]
        return [box for child in below for box in self.content(child)]

    def visit(self, widget: Gtk.Widget, clip: Rect) -> None:
        if not widget.get_mapped() or not widget.get_child_visible() or widget.get_opacity() < 0.05:
            return
        if isinstance(widget, Gtk.Popover):
            self.popovers.append(widget)
            return
        box = self.rect(widget)
        named = NAMES.get((widget.__gtype__.name, widget.get_css_name())) or NAMES.get((widget.__gtype__.name, ""))
        if named is not None:
            named(self, widget, box, clip)
            return
        for kind, method in KINDS:
            if isinstance(widget, kind):
                method(self, widget, box, clip)
                return
        self.inside(widget, box, clip)

    def inside(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        if isinstance(widget, Gtk.ScrolledWindow | Gtk.Viewport | Gtk.Paned | Gtk.Stack | Gtk.Notebook | Gtk.ListView | Gtk.ColumnView | Gtk.GridView):
            clip = meet(clip, box)
        if not empty(clip):
            for child in children(widget):
                self.visit(child, clip)

    def open_popovers(self, widget: Gtk.Widget) -> None:
        """Popovers hang below the widget that they belong to."""
        for child in children(widget):
            if isinstance(child, Gtk.Popover):
                if child.get_mapped():
                    self.popovers.append(child)
            else:
                self.open_popovers(child)

    # Controls

    def button(self, widget: Gtk.Button, box: Rect, clip: Rect) -> None:
        states = {"checked": widget.get_active()} if isinstance(widget, Gtk.ToggleButton) else {}
        self.add("button", box, clip, widget, name=widget.get_label() or widget.get_tooltip_text(), **states)

    def menu_button(self, widget: Gtk.MenuButton, box: Rect, clip: Rect) -> None:
        inner = widget.get_first_child()
        popover = widget.get_popover()
        self.add("button", self.rect(inner) if inner is not None else box, clip, widget, name=widget.get_label() or widget.get_tooltip_text(), expanded=bool(popover and popover.get_mapped()))
        self.open_popovers(widget)

    def view_switch(self, widget: Gtk.ToggleButton, box: Rect, clip: Rect) -> None:
        texts = [label.get_label() for label in children(widget) if isinstance(label, Gtk.Label)]
        self.add("tab", box, clip, widget, name=texts[0] if texts else None, selected=widget.get_active())

    def check(self, widget: Gtk.CheckButton, box: Rect, clip: Rect) -> None:
        marks = [child for child in children(widget) if child.get_css_name() in ("check", "radio")]
        mark = self.rect(marks[0]) if marks else box
        boxes = [mark, *(place for child in children(widget) if child not in marks for place in self.content(child))]
        role = "radio" if hasattr(widget, "is_radio") or (marks and marks[0].get_css_name() == "radio") else "checkbox"
        states = {} if widget.get_inconsistent() else {"checked": widget.get_active()}
        self.add(role, join(boxes), clip, widget, click=mark, name=widget.get_label(), **states)

    def switch(self, widget: Gtk.Switch, box: Rect, clip: Rect) -> None:
        self.add("switch", box, clip, widget, checked=widget.get_active())

    def entry(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        self.add("textbox", box, clip, widget, name=widget.get_property("placeholder-text"))
        entry = widget if isinstance(widget, Gtk.Entry) else None
        for child in children(widget):
            if isinstance(child, Gtk.Image) and child.get_mapped() and child.get_child_visible():
                if entry is not None:
                    position = Gtk.EntryIconPosition.PRIMARY if self.rect(child)[0] < (box[0] + box[2]) / 2 else Gtk.EntryIconPosition.SECONDARY
                    able = entry.get_icon_activatable(position)
                else:
                    able = self.rect(child)[0] > (box[0] + box[2]) / 2
                if able:
                    self.add("button", self.rect(child), clip, widget)
        self.open_popovers(widget)

    def spin(self, widget: Gtk.SpinButton, box: Rect, clip: Rect) -> None:
        self.add("spinbutton", box, clip, widget)

    def combo(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        before = len(self.popovers)
        self.open_popovers(widget)
        self.add("combobox", box, clip, widget, expanded=len(self.popovers) > before)

    def link(self, widget: Gtk.LinkButton, box: Rect, clip: Rect) -> None:
        boxes = [place for child in children(widget) for place in self.content(child)]
        self.add("link", join(boxes) if boxes else box, clip, widget, name=widget.get_label())

    def slider(self, widget: Gtk.Scale, box: Rect, clip: Rect) -> None:
        trough = [self.rect(child) for child in children(widget) if child.get_css_name() == "trough"]
        thumb = [self.rect(inner) for child in children(widget) if child.get_css_name() == "trough" for inner in children(child) if inner.get_css_name() == "slider"]
        self.add("slider", meet(join(trough + thumb), box) if trough else box, clip, widget)

    def text(self, widget: Gtk.TextView, box: Rect, clip: Rect) -> None:
        if widget.get_editable():
            seen = meet(box, clip)
            self.add("textbox", seen, clip, widget)

    def label(self, widget: Gtk.Label, _: Rect, clip: Rect) -> None:
        if not hasattr(widget, "link"):
            return
        before, text = widget.link
        layout, place = widget.get_layout(), self.rect(widget)
        dx, dy = widget.get_layout_offsets()
        start = len(f"{before} ".encode())
        boxes = []
        for index in range(start, start + len(text.encode())):
            spot = layout.index_to_pos(index)
            x, y = place[0] + dx + spot.x / 1024, place[1] + dy + spot.y / 1024
            boxes.append((min(x, x + spot.width / 1024), y, max(x, x + spot.width / 1024), y + spot.height / 1024))
        if boxes and not layout.is_ellipsized():
            self.add("link", join(boxes), clip, widget, name=text)

    def expander(self, widget: Gtk.Expander, box: Rect, clip: Rect) -> None:
        head = widget.get_first_child()
        head = head.get_first_child() if head is not None else None
        title = self.rect(head) if head is not None else box
        texts = [place for place in self.content(head)] if head is not None else []
        self.add("button", (title[0], title[1], join(texts)[2] if texts else title[2], title[3]), clip, widget, name=widget.get_label(), expanded=widget.get_expanded())
        if widget.get_child() is not None:
            self.visit(widget.get_child(), clip)

    def tab(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        texts = [label for label in self.labels(widget)]
        selected = bool(int(widget.get_state_flags()) & int(Gtk.StateFlags.CHECKED | Gtk.StateFlags.SELECTED))
        self.add("tab", box, clip, widget, name=texts[0] if texts else None, selected=selected)
        self.inside(widget, box, clip)

    def labels(self, widget: Gtk.Widget) -> list[str]:
        return [widget.get_text()] if isinstance(widget, Gtk.Label) else [text for child in children(widget) for text in self.labels(child)]

    def list_row(self, widget: Any, box: Rect, clip: Rect) -> None:
        texts = self.labels(widget)
        name = texts[0] if texts else None
        if isinstance(widget, Adw.EntryRow):
            self.add("textbox", box, clip, widget, name=widget.get_title())
            self.buttons_of(widget, clip)
            return
        if isinstance(widget, Adw.ComboRow):
            before = len(self.popovers)
            self.open_popovers(widget)
            self.add("combobox", box, clip, widget, name=name, expanded=len(self.popovers) > before)
            return
        parent = widget.get_parent()
        if isinstance(widget, Adw.ExpanderRow):
            self.inside(widget, box, clip)
            return
        if isinstance(parent, Gtk.ListBox):
            able = widget.get_activatable() or (widget.get_selectable() and parent.get_selection_mode() != Gtk.SelectionMode.NONE)
            states = {"selected": widget.is_selected()} if parent.get_selection_mode() != Gtk.SelectionMode.NONE else {}
            owner = parent.get_ancestor(Adw.ExpanderRow)
            if owner is not None and parent.get_css_name() == "list" and isinstance(widget, Adw.ActionRow) and "header" in widget.get_css_classes():
                states = {"expanded": owner.get_expanded()}
            if able:
                self.add("listitem", box, clip, widget, name=name, **states)
        self.inside(widget, box, clip)

    def buttons_of(self, widget: Gtk.Widget, clip: Rect) -> None:
        for child in children(widget):
            if isinstance(child, Gtk.Button | Gtk.MenuButton):
                self.visit(child, clip)
            elif child.get_mapped() and child.get_opacity() > 0.05:
                if isinstance(child, Gtk.Image) and "edit-icon" in child.get_css_classes():
                    continue
                self.buttons_of(child, clip)

    def flow_child(self, widget: Gtk.FlowBoxChild, box: Rect, clip: Rect) -> None:
        texts = self.labels(widget)
        self.add("listitem", box, clip, widget, name=texts[0] if texts else None, selected=widget.is_selected())
        self.inside(widget, box, clip)

    def view_row(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        """A line of a list, grid or column view: their items have no public type."""
        view = widget.get_ancestor(Gtk.ColumnView) or widget.get_ancestor(Gtk.ListView) or widget.get_ancestor(Gtk.GridView)
        texts = self.labels(widget)
        selected = bool(int(widget.get_state_flags()) & int(Gtk.StateFlags.SELECTED))
        states = {"selected": selected}
        if view is not None and hasattr(view, "is_tree"):
            role = "treeitem"
            expander = self.find(widget, Gtk.TreeExpander)
            line = expander.get_list_row() if expander is not None else None
            if line is not None and line.is_expandable():
                states["expanded"] = line.get_expanded()
        else:
            role = "row" if isinstance(view, Gtk.ColumnView) and view.get_columns().get_n_items() > 1 else "listitem"
        # The line of a column view is as wide as its cells want; what shows is the view's width.
        self.add(role, box, clip, widget, name=texts[0] if texts else None, **states)
        self.inside(widget, box, clip)

    def find(self, widget: Gtk.Widget, kind: type) -> Any:
        for child in children(widget):
            found = child if isinstance(child, kind) else self.find(child, kind)
            if found is not None:
                return found
        return None

    def column_title(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        texts = self.labels(widget)
        self.add("columnheader", box, clip, widget, name=texts[0] if texts else None)

    def menu_item(self, widget: Gtk.Widget, box: Rect, clip: Rect) -> None:
        states = {}
        if widget.find_property("role") is not None and int(widget.get_property("role")) > 0 and widget.find_property("active") is not None and int(widget.get_property("role")) in (1, 2):
            states = {"checked": widget.get_property("active")}
        texts = self.labels(widget)
        self.add("menuitem", box, clip, widget, name=texts[0] if texts else None, **states)
        self.open_popovers(widget)

    def calendar(self, widget: Gtk.Calendar, box: Rect, clip: Rect) -> None:
        for child in children(widget):
            for inner in children(child) or []:
                if isinstance(inner, Gtk.Button):
                    self.button(inner, self.rect(inner), clip)
                elif isinstance(inner, Gtk.Label) and {"day-number"} & set(inner.get_css_classes()):
                    self.add("button", self.rect(inner), clip, inner, name=inner.get_text())


KINDS: list[tuple[Any, Any]] = [
    (Gtk.Switch, Walk.switch), (Gtk.CheckButton, Walk.check), (Gtk.SpinButton, Walk.spin), (Gtk.Entry, Walk.entry), (Gtk.SearchEntry, Walk.entry),
    (Gtk.PasswordEntry, Walk.entry), (Gtk.DropDown, Walk.combo), (Gtk.ComboBox, Walk.combo), (Gtk.LinkButton, Walk.link), (Gtk.MenuButton, Walk.menu_button),
    (Gtk.Button, Walk.button), (Gtk.Scale, Walk.slider), (Gtk.Scrollbar, Walk.nothing), (Gtk.TextView, Walk.text), (Gtk.Label, Walk.label), (Gtk.Expander, Walk.expander),
    (Gtk.ListBoxRow, Walk.list_row), (Gtk.FlowBoxChild, Walk.flow_child), (Gtk.Calendar, Walk.calendar), (Gtk.ProgressBar, Walk.nothing), (Gtk.Picture, Walk.nothing),
]
NAMES: dict[tuple[str, str], Any] = {
    ("AdwViewSwitcherButton", ""): Walk.view_switch, ("GtkGizmo", "tab"): Walk.tab, ("AdwTab", ""): Walk.tab, ("GtkListItemWidget", "row"): Walk.view_row,
    ("GtkListItemWidget", "child"): Walk.view_row, ("GtkColumnViewTitle", ""): Walk.column_title, ("GtkModelButton", ""): Walk.menu_item,
    ("GtkPopoverMenuBarItem", ""): Walk.menu_item, ("GtkColorSwatch", ""): Walk.unknown,
}
