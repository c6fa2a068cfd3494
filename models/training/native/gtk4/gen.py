"""The GTK 4 and libadwaita generator (see ../harness.py)."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from protocol import arguments, serve  # noqa: E402

OPTIONS = arguments()
os.environ["GDK_SCALE"] = str(int(OPTIONS.scale)) if OPTIONS.scale >= 2 else "1"
os.environ["GSK_RENDERER"] = "cairo"
os.environ["ADW_DISABLE_PORTAL"] = "1"
RNG = random.Random(OPTIONS.seed)
ADW = OPTIONS.phone or RNG.random() < 0.65
if ADW and RNG.random() < 0.12:
    os.environ["GTK_THEME"] = RNG.choice(["Adwaita-hc", "Adwaita-hc-dark"])

import gi  # noqa: E402

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
gi.require_version("GdkX11", "4.0")
from gi.repository import Adw, Gdk, GdkX11, Gio, GLib, Gtk  # noqa: E402, F401
from Xlib import X, display  # noqa: E402

from adaptive import Adaptive  # noqa: E402
from build import margins  # noqa: E402
from composites import Composer  # noqa: E402
from looks import by_family, fonts, gtk_themes, icons_for, is_dark  # noqa: E402
from screens import LARGE, SMALL, Plan, how_many  # noqa: E402
from walk import Walk, children  # noqa: E402

SCALE = int(os.environ["GDK_SCALE"])
QUIET_S = 0.05
PAINT_S = 3.0


def dress(rng: random.Random) -> dict[str, str]:
    """Sets theme, icons and font of this session and returns their names."""
    if ADW:
        Adw.init()
    else:
        Gtk.init()
    settings = Gtk.Settings.get_default()
    theme = os.environ.get("GTK_THEME", "")
    dark = rng.random() < 0.45
    if ADW:
        Adw.StyleManager.get_default().set_color_scheme(Adw.ColorScheme.FORCE_DARK if dark else Adw.ColorScheme.FORCE_LIGHT)
        theme = theme or f"libadwaita{'-dark' if dark else ''}"
        if rng.random() < 0.5:
            accent = f"#{rng.randrange(1 << 24):06x}"
            css = Gtk.CssProvider()
            css.load_from_data(f"@define-color accent_bg_color {accent}; @define-color accent_color mix({accent}, {'white' if dark else 'black'}, 0.2);".encode())
            Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), css, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    else:
        theme = rng.choice(["Default", "HighContrast", "Default"]) if rng.random() < 0.3 else by_family(rng, gtk_themes("gtk-4.0"))
        settings.set_property("gtk-theme-name", theme)
        dark = is_dark(theme) or rng.random() < 0.2
        settings.set_property("gtk-application-prefer-dark-theme", dark)
    icons = "Adwaita" if rng.random() < 0.4 else icons_for(rng, dark)
    family, size = rng.choice(fonts()), rng.choice([9, 10, 10, 11, 11, 12, 13])
    settings.set_property("gtk-icon-theme-name", icons)
    settings.set_property("gtk-font-name", f"{family} {size}")
    settings.set_property("gtk-enable-animations", False)
    settings.set_property("gtk-cursor-blink", False)
    settings.set_property("gtk-overlay-scrolling", rng.random() < 0.6)
    settings.set_property("gtk-decoration-layout", ":" if OPTIONS.phone else rng.choice([":minimize,maximize,close", ":close", "close,minimize,maximize:", "icon:minimize,maximize,close"]))
    if OPTIONS.scale < 2:
        settings.set_property("gtk-xft-dpi", int(96 * 1024 * OPTIONS.scale))
    return {"gtk": theme, "icons": icons, "font": f"{family} {size}"}


LOOK = dress(RNG)
CONTEXT = GLib.MainContext.default()
SERVER = display.Display()


def settle(at_least: float = 0.0) -> None:
    """Runs the main loop until nothing has happened for QUIET_S."""
    start = quiet = time.monotonic()
    while time.monotonic() - start < PAINT_S:
        if CONTEXT.pending():
            CONTEXT.iteration(False)
            # The frame clock ticks for ever while something is animated; ticks alone are no news.
            if time.monotonic() - start > 1.0:
                break
            quiet = time.monotonic()
        elif time.monotonic() - quiet > QUIET_S and time.monotonic() - start > at_least:
            break
        else:
            time.sleep(0.004)
    Gdk.Display.get_default().sync()


def xid(native: Any) -> int:
    return int(native.get_surface().get_xid())


def origin(native: Any) -> tuple[int, int]:
    """The X window's upper left corner on the screen, in pixels."""
    point = SERVER.create_resource_object("window", xid(native)).translate_coords(SERVER.screen().root, 0, 0)
    return -point.x, -point.y


class Desk:
    """The windows of the present frame."""

    def __init__(self) -> None:
        self.windows: list[Gtk.Window] = []
        self.loose: list[Gtk.Popover] = []

    def clear(self) -> None:
        for popover in self.loose:
            popover.popdown()
            popover.unparent()
        self.loose.clear()
        for window in self.windows:
            window.destroy()
        self.windows.clear()
        settle()

    def put_up(self, rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
        self.clear()
        x, y, width, height = request["area"]
        whole = request.get("maximise", False)
        composer: Composer | None = None
        for index in range(1 if whole else how_many(rng, width // SCALE, height // SCALE)):
            composer, window = self.window(rng, width // SCALE, height // SCALE, index > 0, whole)
            if whole and not OPTIONS.phone:
                window.maximize()
            window.present()
            self.windows.append(window)
            settle()
            if not whole:
                self.place(window, x + (rng.randint(0, max(1, width * 3 // 5)) if index else 0), y + (rng.randint(0, max(1, height * 3 // 5)) if index else 0))
            self.split(window)
        settle(0.1)
        if request.get("popup"):
            self.open(rng, self.windows[-1], composer or Composer(rng))
            settle(0.1)
        return self.again()

    def place(self, window: Gtk.Window, x: int, y: int) -> None:
        """GTK 4 has no call for this."""
        SERVER.create_resource_object("window", xid(window)).configure(x=x, y=y, stack_mode=X.Above)
        SERVER.sync()
        settle()

    def window(self, rng: random.Random, width: int, height: int, second: bool, whole: bool) -> tuple[Composer, Gtk.Window]:
        if second:
            width, height = min(width, rng.randint(320, 700)), min(height, rng.randint(240, 600))
        if OPTIONS.phone or (ADW and rng.random() < 0.8):
            maker = Adaptive(rng)
            window = maker.window(width, height, OPTIONS.phone, whole or not second)
            if OPTIONS.phone:
                window.set_decorated(False)
            return maker.composer, window
        plan = Plan(rng).window(SMALL if second else LARGE if whole else None)
        composer = Composer(rng)
        if plan["small"]:
            width, height = min(width, rng.randint(280, 640)), min(height, rng.randint(160, 560))
        window = Gtk.Window(title=plan["title"])
        if whole or rng.random() < 0.6:
            window.set_default_size(max(120, width), max(80, height - 30))
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        if plan["header"] or OPTIONS.phone:
            bar = Gtk.HeaderBar()
            for index, item in enumerate(plan["header"]):
                (bar.pack_start if index % 2 == 0 else bar.pack_end)(composer.build(item))
            window.set_titlebar(bar)
        if plan["menubar"]:
            model = Gio.Menu()
            for index, (name, entries) in enumerate(plan["menubar"]):
                menu, group = composer.menu(entries, f"m{index}")
                window.insert_action_group(f"m{index}", group)
                model.append_submenu(name, menu)
            outer.append(Gtk.PopoverMenuBar.new_from_model(model))
        body = composer.build(plan["body"])
        least, _ = body.get_preferred_size()
        if least.width > width or least.height > height - 80:
            body = Gtk.ScrolledWindow(child=body)
        body.set_vexpand(True)
        outer.append(margins(body, rng.choice([0, 0, 6, 12])))
        if plan["status"]:
            outer.append(Gtk.Label(label=plan["status"], xalign=0))
        window.set_child(outer)
        return composer, window

    def every(self, widget: Gtk.Widget, kind: Any) -> list[Any]:
        found = [widget] if isinstance(widget, kind) and widget.get_mapped() else []
        for child in children(widget):
            if not isinstance(child, Gtk.Popover):
                found += self.every(child, kind)
        return found

    def split(self, window: Gtk.Window) -> None:
        for paned in self.every(window, Gtk.Paned):
            if hasattr(paned, "share"):
                across = paned.get_orientation() == Gtk.Orientation.HORIZONTAL
                paned.set_position(int((paned.get_width() if across else paned.get_height()) * paned.share))

    def open(self, rng: random.Random, window: Gtk.Window, composer: Composer) -> None:
        """Opens one menu, popover or drop-down of the window."""
        able = [widget for widget in self.every(window, (Gtk.MenuButton, Gtk.DropDown, Gtk.ComboBox, Adw.ComboRow, Adw.SplitButton)) if widget.is_sensitive()]
        bars = [item for bar in self.every(window, Gtk.PopoverMenuBar) for item in children(bar)]
        place = rng.choice(["context"] + ["bar"] * 3 * bool(bars) + ["some"] * 4 * bool(able))
        if place == "some":
            widget = rng.choice(able)
            if isinstance(widget, Gtk.MenuButton | Adw.SplitButton | Gtk.ComboBox):
                widget.popup()
            elif isinstance(widget, Adw.ComboRow):
                widget.emit("activate")
            else:
                toggle = widget.get_first_child()
                toggle.set_active(True)
        elif place == "bar":
            popover = next((child for child in children(rng.choice(bars)) if isinstance(child, Gtk.Popover)), None)
            if popover is not None:
                popover.popup()
        else:
            model, group = composer.menu(Plan(rng).menu())
            popover = Gtk.PopoverMenu.new_from_model(model)
            holder = window.get_child() or window.get_first_child()
            holder.insert_action_group("m", group)
            popover.set_parent(holder)
            popover.set_has_arrow(rng.random() < 0.5)
            popover.popup()
            self.loose.append(popover)

    def again(self) -> dict[str, Any]:
        settle()
        windows, popups = [], []
        for window in self.windows:
            if not window.get_mapped():
                continue
            walk = Walk(window, origin(window), SCALE).run()
            windows.append({"xid": xid(window), "title": window.get_title() or "", "elements": walk.elements, "ignore": walk.ignore})
            waiting = [*walk.popovers, *(popover for popover in self.loose if popover.get_mapped())]
            for popover in dict.fromkeys(waiting):
                self.add_popover(popover, popups)
        return {"windows": windows, "popups": popups, "scale": OPTIONS.scale, "look": LOOK}

    def add_popover(self, popover: Gtk.Popover, popups: list[dict[str, Any]]) -> None:
        if not popover.get_mapped():
            return
        inner = Walk(popover, origin(popover), SCALE).run()
        contents = popover.get_first_child()
        known = inner.rect(contents) if contents is not None else inner.rect(popover)
        for element in inner.elements:
            if element["role"] == "listitem" and not isinstance(popover.get_parent(), Gtk.MenuButton):
                element["states"].pop("expanded", None)
        popups.append({"xid": xid(popover), "title": "", "opaque": inner.pixels(known), "elements": inner.elements, "ignore": inner.ignore})
        for below in inner.popovers:
            self.add_popover(below, popups)


if __name__ == "__main__":
    desk = Desk()
    serve(desk.put_up, desk.again)
