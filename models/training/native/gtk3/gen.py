"""The GTK 3 generator (see ../harness.py): random windows with menus, popovers, drop-downs and stock dialogs."""

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

import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from composites import Composer  # noqa: E402
from gi.repository import Gdk, GdkX11, Gtk  # noqa: E402, F401

import dialogs  # noqa: E402
from looks import by_family, fonts, gtk_themes, icons_for, is_dark  # noqa: E402
from screens import LARGE, SMALL, Plan, how_many  # noqa: E402
from walk import Walk  # noqa: E402

SCALE = int(os.environ["GDK_SCALE"])
QUIET_S = 0.03
PAINT_S = 3.0


def dress(rng: random.Random) -> dict[str, str]:
    """Sets theme, icons and font of this session and returns their names."""
    settings = Gtk.Settings.get_default()
    builtin = ["Adwaita", "Adwaita-dark", "HighContrast", "HighContrastInverse"]
    theme = rng.choice(builtin) if rng.random() < 0.3 else by_family(rng, gtk_themes("gtk-3.0"))
    dark = is_dark(theme) or rng.random() < 0.15
    icons, family, size = icons_for(rng, dark), rng.choice(fonts()), rng.choice([8, 9, 10, 10, 11, 11, 12, 14])
    settings.set_property("gtk-theme-name", "Adwaita" if theme == "Adwaita-dark" else theme)
    settings.set_property("gtk-application-prefer-dark-theme", dark)
    settings.set_property("gtk-icon-theme-name", icons)
    settings.set_property("gtk-font-name", f"{family} {size}")
    settings.set_property("gtk-enable-animations", False)
    settings.set_property("gtk-cursor-blink", False)
    settings.set_property("gtk-overlay-scrolling", rng.random() < 0.5)
    settings.set_property("gtk-decoration-layout", rng.choice(["icon:minimize,maximize,close", "menu:close", ":close", "close,minimize,maximize:", ":minimize,maximize,close"]))
    if OPTIONS.scale < 2:
        settings.set_property("gtk-xft-dpi", int(96 * 1024 * OPTIONS.scale))
    return {"gtk": theme, "icons": icons, "font": f"{family} {size}"}


LOOK = dress(random.Random(OPTIONS.seed))


def settle(at_most: float = PAINT_S) -> None:
    """Runs the main loop until nothing has happened for QUIET_S."""
    until = time.monotonic() + at_most
    quiet = time.monotonic()
    while time.monotonic() < until:
        if Gtk.events_pending():
            Gtk.main_iteration_do(False)
            quiet = time.monotonic()
        elif time.monotonic() - quiet > QUIET_S:
            break
        else:
            time.sleep(0.004)
    Gdk.Display.get_default().sync()


class Desk:
    """The windows of the present frame."""

    def __init__(self) -> None:
        self.windows: list[Gtk.Window] = []
        self.menu: Gtk.Menu | None = None
        self.loose: list[Gtk.Menu] = []

    def clear(self) -> None:
        if self.menu is not None:
            self.menu.popdown()
            self.menu = None
        for window in self.windows:
            window.destroy()
        self.windows.clear()

    def put_up(self, rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
        self.clear()
        x, y, width, height = (value // SCALE for value in request["area"])
        count = 1 if request.get("maximise") else how_many(rng, width, height)
        composers = []
        for index in range(count):
            if rng.random() < 0.1 and not request.get("maximise"):
                window = dialogs.stock(rng)
                composer = None
            else:
                window, composer = self.window(rng, width, height, index > 0, request.get("maximise", False))
            if request.get("maximise"):
                window.maximize()
            window.move(x + (rng.randint(0, max(1, width * 3 // 5)) if index else 0), y + (rng.randint(0, max(1, height * 3 // 5)) if index else 0))
            window.show_all()
            self.windows.append(window)
            composers.append(composer)
            settle()
            self.split(window)
        settle()
        if request.get("popup") and composers[-1] is not None:
            self.open(rng, self.windows[-1], composers[-1])
            settle()
        return self.again()

    def window(self, rng: random.Random, width: int, height: int, second: bool, whole: bool) -> tuple[Gtk.Window, Composer]:
        plan = Plan(rng).window(SMALL if second else LARGE if whole else None)
        composer = Composer(rng)
        window = Gtk.Window(title=plan["title"])
        if plan["small"] or second:
            width, height = min(width, rng.randint(280, 640)), min(height, rng.randint(160, 560))
        if whole or rng.random() < 0.6:
            window.set_default_size(max(120, width), max(80, height - 30))
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        if plan["header"]:
            bar = Gtk.HeaderBar(show_close_button=True, title=plan["title"])
            for index, item in enumerate(plan["header"]):
                pack = bar.pack_start if index % 2 == 0 else bar.pack_end
                pack(composer.build(item | {"style": rng.choice(["flat", ""]), "text": item["text"] if rng.random() < 0.25 else ""}))
            window.set_titlebar(bar)
        if plan["menubar"]:
            outer.add(composer.menubar(plan["menubar"]))
        body = composer.build(plan["body"])
        body.set_property("margin", rng.choice([0, 0, 4, 6, 12, 18]))
        outer.pack_start(self.fitting(body, width, height), True, True, 0)
        if plan["status"]:
            status = Gtk.Statusbar()
            status.push(0, plan["status"])
            outer.add(status)
        window.add(outer)
        if rng.random() < 0.04:
            outer.set_direction(Gtk.TextDirection.RTL)
        return window, composer

    def fitting(self, body: Gtk.Widget, width: int, height: int) -> Gtk.Widget:
        """The body itself, or in a scroller when it wants more room than there is."""
        body.show_all()
        least, _ = body.get_preferred_size()
        if least.width <= width and least.height <= height - 60:
            return body
        scroll = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.AUTOMATIC)
        scroll.add(body)
        return scroll

    def split(self, window: Gtk.Window) -> None:
        """Moves every divider to its share, now that sizes are known."""
        def visit(widget: Gtk.Widget) -> None:
            if isinstance(widget, Gtk.Paned) and hasattr(widget, "share"):
                across = widget.get_orientation() == Gtk.Orientation.HORIZONTAL
                widget.set_position(int((widget.get_allocated_width() if across else widget.get_allocated_height()) * widget.share))
                settle(0.3)
            if isinstance(widget, Gtk.Container):
                widget.forall(visit)
        visit(window)

    def find(self, window: Gtk.Window, kind: type) -> list[Any]:
        found: list[Any] = []

        def visit(widget: Gtk.Widget) -> None:
            if widget.get_mapped():
                if isinstance(widget, kind) and widget.is_sensitive():
                    found.append(widget)
                if isinstance(widget, Gtk.Container):
                    widget.forall(visit)

        visit(window)
        return found

    def open(self, rng: random.Random, window: Gtk.Window, composer: Composer) -> None:
        """Opens one menu, popover or drop-down of the window."""
        places = ["context"] + ["menu"] * 3 * bool(composer.menus) + ["button"] * 3 * bool(self.find(window, Gtk.MenuButton)) + ["combo"] * 3 * bool(self.find(window, Gtk.ComboBox))
        place = rng.choice(places)
        if place == "menu":
            item, menu = rng.choice(composer.menus)
            if item.get_mapped():
                item.select()
                self.show_menu(menu, item)
        elif place == "button":
            button = rng.choice(self.find(window, Gtk.MenuButton))
            popup = button.get_popup()
            if popup is not None:
                self.show_menu(popup, button)
            else:
                button.set_active(True)
        elif place == "combo":
            rng.choice(self.find(window, Gtk.ComboBox)).popup()
        else:
            menu = composer.menu(Plan(rng).menu())
            self.loose = [menu]
            menu.attach_to_widget(window, None)
            self.show_menu(menu, window)

    def show_menu(self, menu: Gtk.Menu, beside: Gtk.Widget) -> None:
        self.menu = menu
        corner = Gdk.Gravity.CENTER if isinstance(beside, Gtk.Window) else Gdk.Gravity.SOUTH_WEST
        menu.popup_at_widget(beside, corner, Gdk.Gravity.NORTH_WEST, None)
        settle(0.5)
        items = [item for item in menu.get_children() if not isinstance(item, Gtk.SeparatorMenuItem) and item.is_sensitive()]
        if items:
            menu.select_item(items[len(items) // 2])

    def again(self) -> dict[str, Any]:
        settle()
        windows, popups = [], []
        for window in self.windows:
            walk = Walk(window).run()
            xid = window.get_window().get_xid()
            windows.append({"xid": xid, "title": window.get_title(), "elements": walk.elements, "ignore": walk.ignore})
            for popover in walk.popovers:
                inner = Walk(popover).run()
                popups.append({"xid": xid, "box": inner.pixels(inner.rect(popover)), "elements": inner.elements, "ignore": inner.ignore})
        for toplevel in Gtk.Window.list_toplevels():
            child = toplevel.get_child() if toplevel.get_mapped() and toplevel.get_window_type() == Gtk.WindowType.POPUP else None
            if isinstance(child, Gtk.Menu) or (child is not None and toplevel.__gtype__.name != "GtkTooltipWindow" and not isinstance(child, Gtk.Tooltip)):
                walk = Walk(child if isinstance(child, Gtk.Menu) else toplevel).run()
                popups.append({"xid": toplevel.get_window().get_xid(), "elements": walk.elements, "ignore": walk.ignore})
        return {"windows": windows, "popups": popups, "scale": OPTIONS.scale, "look": LOOK}


if __name__ == "__main__":
    desk = Desk()
    serve(desk.put_up, desk.again)
