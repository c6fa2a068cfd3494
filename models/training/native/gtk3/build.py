"""Builds the trees of ../plan.py with GTK 3 widgets."""

from __future__ import annotations

import random
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("Pango", "1.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk, Pango  # noqa: E402

from pixels import chart, photo  # noqa: E402

Node = dict[str, Any]
SHOW_TEXT, BESIDE, UNDER = Gtk.PositionType.LEFT, Gtk.PositionType.LEFT, Gtk.PositionType.TOP


class Builder:
    """One window's builder: its spacing and habits are drawn once, so that a window looks of one piece."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.gap = rng.choice([2, 4, 6, 6, 8, 12])
        self.icon_size = rng.choice([Gtk.IconSize.MENU, Gtk.IconSize.SMALL_TOOLBAR, Gtk.IconSize.LARGE_TOOLBAR, Gtk.IconSize.BUTTON])
        self.symbolic = rng.random() < 0.5
        self.menus: list[tuple[Gtk.Widget, Gtk.Menu]] = []
        self.grow_entries = rng.random() < 0.6

    def build(self, node: Node) -> Gtk.Widget:
        widget: Gtk.Widget = getattr(self, f"_{node['t']}")(node)
        if node.get("enabled") is False:
            widget.set_sensitive(False)
        return widget

    # Leaves

    def image(self, name: str, size: Gtk.IconSize | None = None) -> Gtk.Image:
        known = Gtk.IconTheme.get_default()
        symbolic = f"{name}-symbolic"
        chosen = symbolic if self.symbolic and known.has_icon(symbolic) or not known.has_icon(name) else name
        return Gtk.Image.new_from_icon_name(chosen, size or self.icon_size)

    def _space(self, _: Node) -> Gtk.Widget:
        return Gtk.Box(hexpand=True, vexpand=True)

    def _label(self, node: Node) -> Gtk.Widget:
        label = Gtk.Label(label=node["text"], xalign=0, ellipsize=Pango.EllipsizeMode.END)
        if node["style"] == "heading":
            label.set_markup(f"<b>{GLib.markup_escape_text(node['text'])}</b>")
        elif node["style"] == "dim":
            label.get_style_context().add_class("dim-label")
        return label

    def _paragraph(self, node: Node) -> Gtk.Widget:
        return Gtk.Label(label=node["text"], xalign=0, wrap=True, max_width_chars=self.rng.randint(30, 80), width_chars=24)

    def _icon(self, node: Node) -> Gtk.Widget:
        return Gtk.Image(icon_name=node["icon"], pixel_size=node["size"], valign=Gtk.Align.START)

    def _content(self, button: Gtk.Button, node: Node) -> None:
        if node.get("icon"):
            button.set_image(self.image(node["icon"]))
            button.set_always_show_image(True)
        if node.get("text") and (node.get("style") != "flat" or not node.get("icon")):
            button.set_label(node["text"])
        else:
            button.set_tooltip_text(node.get("text") or node.get("icon"))
        style = button.get_style_context()
        if node.get("style") in ("suggested", "destructive"):
            style.add_class(f"{node['style']}-action")
        elif node.get("style") == "flat":
            button.set_relief(Gtk.ReliefStyle.NONE)
        button.set_valign(Gtk.Align.CENTER)

    def _button(self, node: Node) -> Gtk.Widget:
        button = Gtk.Button()
        self._content(button, node)
        return button

    def _toggle(self, node: Node) -> Gtk.Widget:
        button = Gtk.ToggleButton(active=node["on"])
        self._content(button, node)
        return button

    def _menubutton(self, node: Node) -> Gtk.Widget:
        button = Gtk.MenuButton(valign=Gtk.Align.CENTER)
        if node.get("icon") and (not node["text"] or self.rng.random() < 0.6):
            button.set_image(self.image(node["icon"]))
        else:
            row = Gtk.Box(spacing=4)
            row.add(Gtk.Label(label=node["text"]))
            row.add(self.image("pan-down", Gtk.IconSize.MENU))
            button.remove(button.get_child()) if button.get_child() else None
            button.add(row)
        if self.rng.random() < 0.5:
            button.set_popup(self.menu(node["menu"]))
        else:
            button.set_popover(self.popover(node["menu"]))
        return button

    def _split(self, node: Node) -> Gtk.Widget:
        box = Gtk.Box()
        box.get_style_context().add_class("linked")
        first = self._button(node | {"style": ""})
        second = Gtk.MenuButton(valign=Gtk.Align.CENTER)
        second.set_popup(self.menu([{"kind": "item", "text": node["text"], "icon": "", "on": False, "enabled": True, "accel": ""}] * 3))
        box.add(first)
        box.add(second)
        return box

    def _check(self, node: Node) -> Gtk.Widget:
        check = Gtk.CheckButton(label=node["text"], active=node["on"], halign=self.rng.choice([Gtk.Align.START, Gtk.Align.FILL]), valign=Gtk.Align.CENTER)
        check.set_inconsistent(node.get("mixed", False))
        return check

    def _radios(self, node: Node) -> Gtk.Widget:
        box = Gtk.Box(orientation=Gtk.Orientation.HORIZONTAL if node["across"] else Gtk.Orientation.VERTICAL, spacing=self.gap)
        group = None
        for index, text in enumerate(node["texts"]):
            radio = Gtk.RadioButton.new_with_label_from_widget(group, text)
            group = group or radio
            radio.set_halign(Gtk.Align.START)
            radio.set_active(index == node["at"])
            box.add(radio)
        return box

    def _switch(self, node: Node) -> Gtk.Widget:
        switch = Gtk.Switch(active=node["on"], halign=Gtk.Align.START, valign=Gtk.Align.CENTER)
        if not node["text"]:
            return switch
        box = Gtk.Box(spacing=12)
        label = Gtk.Label(label=node["text"], xalign=0)
        if self.rng.random() < 0.6:
            box.pack_start(label, True, True, 0)
            box.add(switch)
        else:
            box.add(switch)
            box.add(label)
        return box

    def _slider(self, node: Node) -> Gtk.Widget:
        across = node["across"]
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL if across else Gtk.Orientation.VERTICAL, 0, 100, 1)
        scale.set_value(node["value"] * 100)
        scale.set_draw_value(self.rng.random() < 0.3)
        scale.set_hexpand(across)
        scale.set_size_request(*((self.rng.randint(80, 220), -1) if across else (-1, self.rng.randint(80, 200))))
        if node["marks"]:
            for at in range(0, 101, 25):
                scale.add_mark(at, self.rng.choice([Gtk.PositionType.BOTTOM, Gtk.PositionType.TOP]), None)
        return scale

    def _spin(self, node: Node) -> Gtk.Widget:
        spin = Gtk.SpinButton.new_with_range(0, 999, 1)
        spin.set_value(node["value"])
        spin.set_halign(Gtk.Align.START)
        spin.set_valign(Gtk.Align.CENTER)
        return spin

    def _entry(self, node: Node) -> Gtk.Widget:
        entry = Gtk.Entry(text=node["text"], placeholder_text=node["hint"], hexpand=self.grow_entries, valign=Gtk.Align.CENTER)
        entry.set_width_chars(self.rng.randint(6, 30))
        if node["icon"]:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.PRIMARY, f"{node['icon']}-symbolic")
            entry.set_icon_activatable(Gtk.EntryIconPosition.PRIMARY, False)
        if node["clear"]:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.SECONDARY, "edit-clear-symbolic")
        return entry

    def _search(self, node: Node) -> Gtk.Widget:
        return Gtk.SearchEntry(text=node["text"], placeholder_text=node["hint"], hexpand=self.grow_entries, valign=Gtk.Align.CENTER)

    def _password(self, node: Node) -> Gtk.Widget:
        entry = Gtk.Entry(text=node["text"], visibility=False, hexpand=self.grow_entries)
        if self.rng.random() < 0.5:
            entry.set_icon_from_icon_name(Gtk.EntryIconPosition.SECONDARY, "view-reveal-symbolic")
        return entry

    def _text(self, node: Node) -> Gtk.Widget:
        view = Gtk.TextView(monospace=node["mono"], wrap_mode=Gtk.WrapMode.NONE if node["mono"] else Gtk.WrapMode.WORD, left_margin=4)
        view.get_buffer().set_text(node["text"])
        scroll = Gtk.ScrolledWindow(hexpand=True, vexpand=True, shadow_type=self.rng.choice([Gtk.ShadowType.IN, Gtk.ShadowType.NONE]))
        scroll.add(view)
        return scroll

    def _combo(self, node: Node) -> Gtk.Widget:
        combo = Gtk.ComboBoxText(has_entry=node["editable"], valign=Gtk.Align.CENTER)
        for option in node["options"]:
            combo.append_text(option)
        combo.set_active(node["at"])
        return combo

    def _link(self, node: Node) -> Gtk.Widget:
        return Gtk.LinkButton(uri="about:blank", label=node["text"], halign=Gtk.Align.START, valign=Gtk.Align.CENTER)

    def _linked(self, node: Node) -> Gtk.Widget:
        escape = GLib.markup_escape_text
        text = f"{escape(node['before'])} <a href=\"about:blank\">{escape(node['text'])}</a> {escape(node['after'])}"
        label = Gtk.Label(xalign=0)
        label.set_markup(text)
        return label

    def _progress(self, node: Node) -> Gtk.Widget:
        return Gtk.ProgressBar(fraction=node["value"], hexpand=True, valign=Gtk.Align.CENTER)

    def _picture(self, node: Node) -> Gtk.Widget:
        return self._pixels(photo(node["seed"], node["w"], node["h"]))

    def _chart(self, node: Node) -> Gtk.Widget:
        return self._pixels(chart(node["seed"], node["w"], node["h"]))

    def _pixels(self, pixels: Any) -> Gtk.Widget:
        height, width, _ = pixels.shape
        data = GLib.Bytes.new(pixels.tobytes())
        image = Gtk.Image.new_from_pixbuf(GdkPixbuf.Pixbuf.new_from_bytes(data, GdkPixbuf.Colorspace.RGB, False, 8, width, height, width * 3))
        scroll = Gtk.ScrolledWindow(hexpand=True, vexpand=True)
        scroll.set_size_request(min(width, 240), min(height, 160))
        scroll.add(image)
        return scroll

    def _keypad(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=self.gap, column_spacing=self.gap, row_homogeneous=True, column_homogeneous=True, hexpand=True, vexpand=True)
        for y, row in enumerate(node["rows"]):
            for x, text in enumerate(row):
                grid.attach(Gtk.Button(label=text, expand=True), x, y, 1, 1)
        return grid

    def _swatches(self, node: Node) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=2, column_spacing=2)
        size = self.rng.choice([14, 18, 24, 32])
        for index, colour in enumerate(node["colours"]):
            button = Gtk.Button(relief=Gtk.ReliefStyle.NONE)
            css = Gtk.CssProvider()
            css.load_from_data(f"button {{background: {colour}; min-width: {size}px; min-height: {size}px; padding: 0; border-radius: 2px}}".encode())
            button.get_style_context().add_provider(css, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
            grid.attach(button, index % node["columns"], index // node["columns"], 1, 1)
        return grid

    def _calendar(self, _: Node) -> Gtk.Widget:
        return Gtk.Calendar(halign=Gtk.Align.START)

    def _segments(self, node: Node) -> Gtk.Widget:
        box = Gtk.Box(valign=Gtk.Align.CENTER)
        box.get_style_context().add_class("linked")
        group = None
        for index, (text, icon) in enumerate(node["items"]):
            radio = Gtk.RadioButton(group=group, draw_indicator=False, label=text or None)
            group = group or radio
            if icon:
                radio.set_image(self.image(icon))
            radio.set_active(index == node["at"])
            box.add(radio)
        return box

    # Menus

    def menu(self, entries: list[Node]) -> Gtk.Menu:
        menu = Gtk.Menu()
        group = None
        for entry in entries:
            kind = entry["kind"]
            if kind == "sep":
                menu.append(Gtk.SeparatorMenuItem())
                continue
            if kind == "check":
                item = Gtk.CheckMenuItem(label=entry["text"], active=entry["on"])
            elif kind == "radio":
                item = Gtk.RadioMenuItem(group=group, label=entry["text"], active=entry["on"])
                group = item
            elif entry["icon"]:
                item = Gtk.ImageMenuItem(label=entry["text"], image=self.image(entry["icon"], Gtk.IconSize.MENU), always_show_image=True)
            else:
                item = Gtk.MenuItem(label=entry["text"])
            if kind == "sub":
                sub = Gtk.Menu()
                for text in (entry["text"], "A", "B"):
                    sub.append(Gtk.MenuItem(label=text))
                item.set_submenu(sub)
            if entry["accel"] and isinstance(item.get_child(), Gtk.AccelLabel):
                item.get_child().set_accel(Gdk.unicode_to_keyval(ord(entry["accel"])), Gdk.ModifierType.CONTROL_MASK)
            item.set_sensitive(entry["enabled"])
            menu.append(item)
        menu.show_all()
        return menu

    def popover(self, entries: list[Node]) -> Gtk.Popover:
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8)
        for entry in entries[:9]:
            if entry["kind"] == "sep":
                box.add(Gtk.Separator())
            elif entry["kind"] == "sub" and self.rng.random() < 0.5:
                box.add(self._slider({"across": True, "value": 0.4, "marks": False}))
            else:
                role = {"check": Gtk.ButtonRole.CHECK, "radio": Gtk.ButtonRole.RADIO}.get(entry["kind"], Gtk.ButtonRole.NORMAL)
                box.add(Gtk.ModelButton(text=entry["text"], role=role, active=entry["on"], sensitive=entry["enabled"]))
        box.show_all()
        popover = Gtk.Popover()
        popover.add(box)
        return popover

    def menubar(self, menus: list[Any]) -> Gtk.MenuBar:
        bar = Gtk.MenuBar()
        for name, entries in menus:
            item = Gtk.MenuItem(label=name)
            item.set_submenu(self.menu(entries))
            bar.append(item)
            self.menus.append((item, item.get_submenu()))
        return bar
