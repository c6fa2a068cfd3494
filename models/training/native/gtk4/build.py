"""Builds the trees of ../plan.py with GTK 4 widgets."""

from __future__ import annotations

import random
from typing import Any

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
gi.require_version("Gdk", "4.0")
from gi.repository import Adw, Gdk, Gio, GLib, Gtk, Pango  # noqa: E402

from pixels import chart, photo  # noqa: E402

Node = dict[str, Any]
ACROSS, DOWN = Gtk.Orientation.HORIZONTAL, Gtk.Orientation.VERTICAL
GROW = ("scroll", "tabs", "split2", "list", "icons", "tree", "table", "text", "space", "picture", "chart", "v", "keypad")


def margins(widget: Gtk.Widget, size: int) -> Gtk.Widget:
    for side in ("top", "bottom", "start", "end"):
        getattr(widget, f"set_margin_{side}")(size)
    return widget


class Builder:
    """One window's builder: its spacing and habits are drawn once, so that a window looks of one piece."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.gap = rng.choice([3, 6, 6, 9, 12])
        self.symbolic = rng.random() < 0.75
        self.wide_entries = rng.random() < 0.6

    def build(self, node: Node) -> Gtk.Widget:
        widget: Gtk.Widget = getattr(self, f"_{node['t']}")(node)
        if node.get("enabled") is False:
            widget.set_sensitive(False)
        return widget

    def name(self, icon: str) -> str:
        known = Gtk.IconTheme.get_for_display(Gdk.Display.get_default())
        symbolic = f"{icon}-symbolic"
        return symbolic if (self.symbolic and known.has_icon(symbolic)) or not known.has_icon(icon) else icon

    def _space(self, _: Node) -> Gtk.Widget:
        return Gtk.Box(hexpand=True)

    def _label(self, node: Node) -> Gtk.Widget:
        label = Gtk.Label(label=node["text"], xalign=0, ellipsize=Pango.EllipsizeMode.END)
        if node["style"]:
            label.add_css_class({"heading": self.rng.choice(["heading", "title-4", "title-2"]), "dim": "dim-label"}[node["style"]])
        return label

    def _paragraph(self, node: Node) -> Gtk.Widget:
        return Gtk.Label(label=node["text"], xalign=0, wrap=True, max_width_chars=self.rng.randint(30, 80), width_chars=20)

    def _icon(self, node: Node) -> Gtk.Widget:
        return Gtk.Image(icon_name=node["icon"], pixel_size=node["size"], valign=Gtk.Align.START)

    def content(self, button: Any, node: Node) -> None:
        flat = node.get("style") == "flat"
        if node.get("icon") and (not node.get("text") or flat):
            button.set_icon_name(self.name(node["icon"]))
            button.set_tooltip_text(node.get("text") or node["icon"])
        elif node.get("icon"):
            button.set_child(Adw.ButtonContent(icon_name=self.name(node["icon"]), label=node["text"]))
        else:
            button.set_label(node["text"])
        button.set_valign(Gtk.Align.CENTER)

    def style(self, button: Gtk.Widget, node: Node) -> None:
        style = {"suggested": "suggested-action", "destructive": "destructive-action", "flat": "flat"}.get(node.get("style", ""))
        if style:
            button.add_css_class(style)
        elif self.rng.random() < 0.08:
            button.add_css_class("circular" if node.get("icon") and not node.get("text") else "pill")

    def _button(self, node: Node) -> Gtk.Widget:
        button = Gtk.Button()
        self.content(button, node)
        self.style(button, node)
        return button

    def _toggle(self, node: Node) -> Gtk.Widget:
        button = Gtk.ToggleButton(active=node["on"])
        self.content(button, node)
        self.style(button, node)
        return button

    def _menubutton(self, node: Node) -> Gtk.Widget:
        button = Gtk.MenuButton(valign=Gtk.Align.CENTER)
        if node.get("icon"):
            button.set_icon_name(self.name(node["icon"]))
        else:
            button.set_label(node["text"])
        self.style(button, {"style": node.get("style", "")})
        model, group = self.menu(node["menu"])
        button.insert_action_group("m", group)
        button.set_menu_model(model)
        return button

    def _split(self, node: Node) -> Gtk.Widget:
        button = Adw.SplitButton(valign=Gtk.Align.CENTER)
        button.set_icon_name(self.name(node["icon"])) if node.get("icon") else button.set_label(node["text"])
        model = Gio.Menu()
        for text in (node["text"], "A", "B"):
            model.append(text, None)
        button.set_menu_model(model)
        return button

    def _check(self, node: Node) -> Gtk.Widget:
        check = Gtk.CheckButton(label=node["text"] or None, active=node["on"], halign=self.rng.choice([Gtk.Align.START, Gtk.Align.FILL]), valign=Gtk.Align.CENTER)
        check.set_inconsistent(node.get("mixed", False))
        return check

    def _radios(self, node: Node) -> Gtk.Widget:
        box = Gtk.Box(orientation=ACROSS if node["across"] else DOWN, spacing=self.gap)
        first = None
        for index, text in enumerate(node["texts"]):
            radio = Gtk.CheckButton(label=text, halign=Gtk.Align.START)
            radio.set_group(first)
            radio.is_radio = True
            first = first or radio
            radio.set_active(index == node["at"])
            box.append(radio)
        return box

    def _switch(self, node: Node) -> Gtk.Widget:
        switch = Gtk.Switch(active=node["on"], halign=Gtk.Align.START, valign=Gtk.Align.CENTER)
        if not node["text"]:
            return switch
        box = Gtk.Box(spacing=12)
        label = Gtk.Label(label=node["text"], xalign=0)
        if self.rng.random() < 0.6:
            label.set_hexpand(True)
            box.append(label)
            box.append(switch)
        else:
            box.append(switch)
            box.append(label)
        return box

    def _slider(self, node: Node) -> Gtk.Widget:
        scale = Gtk.Scale.new_with_range(ACROSS if node["across"] else DOWN, 0, 100, 1)
        scale.set_value(node["value"] * 100)
        scale.set_draw_value(self.rng.random() < 0.25)
        scale.set_hexpand(node["across"])
        scale.set_size_request(*((self.rng.randint(80, 220), -1) if node["across"] else (-1, self.rng.randint(80, 200))))
        if node["marks"]:
            for at in range(0, 101, 25):
                scale.add_mark(at, Gtk.PositionType.BOTTOM, None)
        return scale

    def _spin(self, node: Node) -> Gtk.Widget:
        spin = Gtk.SpinButton.new_with_range(0, 999, 1)
        spin.set_value(node["value"])
        spin.set_halign(Gtk.Align.START)
        spin.set_valign(Gtk.Align.CENTER)
        if self.rng.random() < 0.1:
            spin.set_orientation(DOWN)
        return spin

    def _entry(self, node: Node) -> Gtk.Widget:
        entry = Gtk.Entry(text=node["text"], placeholder_text=node["hint"], hexpand=self.wide_entries, valign=Gtk.Align.CENTER)
        entry.set_width_chars(self.rng.randint(6, 28))
        if node["icon"]:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.PRIMARY, self.name(node["icon"]))
            entry.set_icon_activatable(Gtk.EntryIconPosition.PRIMARY, False)
        if node["clear"]:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.SECONDARY, "edit-clear-symbolic")
        return entry

    def _search(self, node: Node) -> Gtk.Widget:
        entry = Gtk.SearchEntry(placeholder_text=node["hint"], hexpand=self.wide_entries, valign=Gtk.Align.CENTER)
        entry.set_text(node["text"])
        return entry

    def _password(self, node: Node) -> Gtk.Widget:
        entry = Gtk.PasswordEntry(show_peek_icon=self.rng.random() < 0.6, hexpand=self.wide_entries)
        entry.set_text(node["text"])
        return entry

    def _text(self, node: Node) -> Gtk.Widget:
        view = Gtk.TextView(monospace=node["mono"], wrap_mode=Gtk.WrapMode.NONE if node["mono"] else Gtk.WrapMode.WORD, left_margin=6, top_margin=6)
        view.get_buffer().set_text(node["text"])
        return Gtk.ScrolledWindow(child=view, hexpand=True, vexpand=True, has_frame=self.rng.random() < 0.5)

    def _combo(self, node: Node) -> Gtk.Widget:
        if node["editable"]:
            combo = Gtk.ComboBoxText(has_entry=True, valign=Gtk.Align.CENTER)
            for option in node["options"]:
                combo.append_text(option)
            combo.set_active(node["at"])
            return combo
        down = Gtk.DropDown.new_from_strings(node["options"])
        down.set_selected(node["at"])
        down.set_valign(Gtk.Align.CENTER)
        down.set_enable_search(False)
        return down

    def _link(self, node: Node) -> Gtk.Widget:
        return Gtk.LinkButton(uri="about:blank", label=node["text"], halign=Gtk.Align.START, valign=Gtk.Align.CENTER)

    def _linked(self, node: Node) -> Gtk.Widget:
        escape = GLib.markup_escape_text
        label = Gtk.Label(xalign=0)
        label.set_markup(f"{escape(node['before'])} <a href=\"about:blank\">{escape(node['text'])}</a> {escape(node['after'])}")
        label.link = (node["before"], node["text"])
        return label

    def _progress(self, node: Node) -> Gtk.Widget:
        return Gtk.ProgressBar(fraction=node["value"], hexpand=True, valign=Gtk.Align.CENTER)

    def _picture(self, node: Node) -> Gtk.Widget:
        return self.pixels(photo(node["seed"], node["w"], node["h"]))

    def _chart(self, node: Node) -> Gtk.Widget:
        return self.pixels(chart(node["seed"], node["w"], node["h"]))

    def pixels(self, pixels: Any) -> Gtk.Widget:
        height, width, _ = pixels.shape
        texture = Gdk.MemoryTexture.new(width, height, Gdk.MemoryFormat.R8G8B8, GLib.Bytes.new(pixels.tobytes()), width * 3)
        picture = Gtk.Picture.new_for_paintable(texture)
        picture.set_hexpand(True)
        picture.set_vexpand(True)
        return picture

    def _keypad(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=self.gap, column_spacing=self.gap, row_homogeneous=True, column_homogeneous=True, hexpand=True, vexpand=True)
        for y, row in enumerate(node["rows"]):
            for x, text in enumerate(row):
                grid.attach(Gtk.Button(label=text, hexpand=True, vexpand=True), x, y, 1, 1)
        return grid

    def _swatches(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=2, column_spacing=2)
        size = self.rng.choice([14, 18, 24, 32])
        for index, colour in enumerate(node["colours"]):
            button = Gtk.Button()
            css = Gtk.CssProvider()
            css.load_from_data(f"button {{background: {colour}; min-width: {size}px; min-height: {size}px; padding: 0; border-radius: {self.rng.choice([2, 2, 99])}px}}".encode())
            button.get_style_context().add_provider(css, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
            grid.attach(button, index % node["columns"], index // node["columns"], 1, 1)
        return grid

    def _calendar(self, _: Node) -> Gtk.Widget:
        return Gtk.Calendar(halign=Gtk.Align.START)

    def _segments(self, node: Node) -> Gtk.Widget:
        box = Gtk.Box(valign=Gtk.Align.CENTER)
        box.add_css_class("linked")
        first = None
        for index, (text, icon) in enumerate(node["items"]):
            toggle = Gtk.ToggleButton(active=index == node["at"], group=first)
            toggle.set_icon_name(self.name(icon)) if icon else toggle.set_label(text)
            first = first or toggle
            box.append(toggle)
        return box

    def menu(self, entries: list[Node], prefix: str = "m") -> tuple[Gio.Menu, Gio.SimpleActionGroup]:
        """A menu model and its actions, to be inserted under `prefix`."""
        menu, group = Gio.Menu(), Gio.SimpleActionGroup()
        section = Gio.Menu()
        for index, entry in enumerate(entries):
            if entry["kind"] == "sep":
                menu.append_section(None, section)
                section = Gio.Menu()
                continue
            if entry["kind"] == "sub":
                sub = Gio.Menu()
                for text in (entry["text"], "A", "B"):
                    sub.append(text, None)
                section.append_submenu(entry["text"], sub)
                continue
            name = f"a{index}"
            state = {"check": GLib.Variant.new_boolean(entry["on"]), "radio": GLib.Variant.new_string("x" if entry["on"] else "y")}.get(entry["kind"])
            parameter = GLib.VariantType.new("s") if entry["kind"] == "radio" else None
            action = Gio.SimpleAction.new_stateful(name, parameter, state) if state else Gio.SimpleAction.new(name, None)
            action.set_enabled(entry["enabled"])
            group.add_action(action)
            item = Gio.MenuItem.new(entry["text"], f"{prefix}.{name}::x" if entry["kind"] == "radio" else f"{prefix}.{name}")
            if entry["icon"]:
                item.set_icon(Gio.ThemedIcon.new(f"{entry['icon']}-symbolic"))
            if entry["accel"]:
                item.set_attribute_value("accel", GLib.Variant.new_string(f"<Control>{entry['accel']}"))
            section.append_item(item)
        menu.append_section(None, section)
        return menu, group
