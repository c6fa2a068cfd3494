"""Desktop icons over a wallpaper, panels and docks, put up beneath the other generators' windows (see ../harness.py)."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "gtk3")]
from protocol import arguments, serve  # noqa: E402

OPTIONS = arguments()
os.environ["GDK_SCALE"] = str(int(OPTIONS.scale)) if OPTIONS.scale >= 2 else "1"

import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkPixbuf, GdkX11, GLib, Gtk, Pango  # noqa: E402, F401
from Xlib import Xatom, display  # noqa: E402

from looks import by_family, fonts, gtk_themes, icons_for, is_dark  # noqa: E402
from pixels import wallpaper  # noqa: E402
from walk import Walk  # noqa: E402
from words import Words  # noqa: E402

SCALE = int(os.environ["GDK_SCALE"])
RNG = random.Random(OPTIONS.seed)
SETTLE_S = 0.06
CAPTION = b".caption { color: white; text-shadow: 1px 1px 2px black; font-size: 90%; } .picked { background: rgba(60, 130, 230, 0.7); border-radius: 3px; }"


def dress() -> dict[str, str]:
    settings = Gtk.Settings.get_default()
    theme = by_family(RNG, gtk_themes("gtk-3.0"))
    icons, font = icons_for(RNG, False), f"{RNG.choice(fonts())} {RNG.choice([9, 10, 11])}"
    settings.set_property("gtk-theme-name", theme)
    settings.set_property("gtk-application-prefer-dark-theme", is_dark(theme))
    settings.set_property("gtk-icon-theme-name", icons)
    settings.set_property("gtk-font-name", font)
    settings.set_property("gtk-enable-animations", False)
    if OPTIONS.scale < 2:
        settings.set_property("gtk-xft-dpi", int(96 * 1024 * OPTIONS.scale))
    provider = Gtk.CssProvider()
    provider.load_from_data(CAPTION)
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    return {"gtk": theme, "icons": icons, "font": font}


LOOK = dress()


def settle() -> None:
    until = time.monotonic() + SETTLE_S
    while time.monotonic() < until or Gtk.events_pending():
        if Gtk.events_pending():
            Gtk.main_iteration_do(False)
        else:
            time.sleep(0.004)
        if time.monotonic() > until + 3:
            break
    Gdk.Display.get_default().sync()


class Shell:
    """The desktop of one session; it stays as it is from frame to frame."""

    def __init__(self) -> None:
        self.words = Words(RNG)
        self.windows: list[Gtk.Window] = []
        self.items: list[tuple[Gtk.Widget, str, bool]] = []

    def put_up(self, _: random.Random, request: dict[str, Any]) -> dict[str, Any]:
        if not self.windows:
            width, height = (value // SCALE for value in request["screen"])
            if RNG.random() < 0.75:
                self.desktop(width, height)
            kind = RNG.choice(["bottom", "bottom", "top", "both", "dock", "left"])
            if kind in ("bottom", "both"):
                self.panel(0, height, width, RNG.choice([24, 28, 32, 40, 48]), "bottom")
            if kind in ("top", "both", "dock"):
                self.panel(0, 0, width, RNG.choice([22, 26, 30]), "top")
            if kind == "dock":
                self.dock(width, height)
            if kind == "left":
                self.side(height)
            settle()
        return self.again()

    def show(self, window: Gtk.Window, hint: Gdk.WindowTypeHint, x: int, y: int, width: int, height: int) -> None:
        window.set_type_hint(hint)
        window.set_decorated(False)
        window.set_size_request(width, height)
        window.set_default_size(width, height)
        window.move(x, y)
        window.stick()
        window.show_all()
        window.move(x, y)
        self.windows.append(window)
        settle()

    def reserve(self, window: Gtk.Window, left: int, right: int, top: int, bottom: int) -> None:
        """Keeps maximised windows off the panel."""
        server = display.Display()
        panel = server.create_resource_object("window", window.get_window().get_xid())
        panel.change_property(server.intern_atom("_NET_WM_STRUT"), Xatom.CARDINAL, 32, [value * SCALE for value in (left, right, top, bottom)])
        server.sync()
        server.close()

    def desktop(self, width: int, height: int) -> None:
        window = Gtk.Window(title="Desktop")
        overlay = Gtk.Overlay()
        pixels = wallpaper(RNG.randrange(1 << 30), width, height)
        overlay.add(Gtk.Image.new_from_pixbuf(GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(pixels.tobytes()), GdkPixbuf.Colorspace.RGB, False, 8, width, height, width * 3)))
        fixed = Gtk.Fixed()
        size = RNG.choice([32, 48, 48, 64])
        step_x, step_y = size + RNG.randint(44, 60), size + RNG.randint(40, 56)
        spots = [(x, y) for x in range(12, width - step_x, step_x) for y in range(40, height - step_y - 48, step_y)]
        count = min(len(spots), RNG.choice([3, 6, 9, 14, 30]))
        chosen = spots[:count] if RNG.random() < 0.75 else RNG.sample(spots, count)
        for x, y in chosen:
            box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2)
            name = self.words.folder() if RNG.random() < 0.5 else self.words.file()
            box.add(Gtk.Image(icon_name=RNG.choice([self.words.file_icon, self.words.app_icon])(), pixel_size=size))
            label = Gtk.Label(label=name, wrap=True, lines=2, justify=Gtk.Justification.CENTER, ellipsize=Pango.EllipsizeMode.END, max_width_chars=11)
            label.get_style_context().add_class("caption")
            picked = RNG.random() < 0.06
            if picked:
                box.get_style_context().add_class("picked")
            box.add(label)
            fixed.put(box, x, y)
            self.items.append((box, name, picked))
        overlay.add_overlay(fixed)
        window.add(overlay)
        self.show(window, Gdk.WindowTypeHint.DESKTOP, 0, 0, width, height)

    def button(self, icon: str, size: int, text: str = "", kind: type = Gtk.Button) -> Gtk.Widget:
        button = kind(relief=Gtk.ReliefStyle.NONE)
        row = Gtk.Box(spacing=4)
        if icon:
            row.add(Gtk.Image(icon_name=icon, pixel_size=size))
        if text:
            row.add(Gtk.Label(label=text, ellipsize=Pango.EllipsizeMode.END, max_width_chars=18))
        button.add(row)
        return button

    def panel(self, x: int, y: int, width: int, thick: int, edge: str) -> None:
        window = Gtk.Window(title="Panel")
        bar, size = Gtk.Box(spacing=RNG.choice([0, 2, 4])), max(12, thick - RNG.choice([8, 10, 12]))
        words = self.words
        bar.add(self.button("view-app-grid-symbolic" if RNG.random() < 0.5 else words.app_icon(), size, words.noun() if RNG.random() < 0.5 else ""))
        for _ in range(RNG.randint(0, 6)):
            bar.add(self.button(words.app_icon(), size))
        for index in range(RNG.randint(0, 5)):
            task = self.button(words.app_icon(), size, words.file(), Gtk.ToggleButton)
            task.set_active(index == 0)
            bar.add(task)
        clock = self.button("", 0, f"{RNG.randint(0, 23):02}:{RNG.randint(0, 59):02}")
        # Symbolic ones only: the coloured ones of some themes are white, for dark panels.
        tray = ["audio-volume-high", "network-wireless", "battery-full", "bluetooth-active", "input-keyboard", "user-available", "mail-unread"]
        bar.pack_end(clock, False, False, 0)
        for name in RNG.sample(tray, RNG.randint(1, 6)):
            bar.pack_end(self.button(f"{name}-symbolic", min(size, 18)), False, False, 0)
        if RNG.random() < 0.4:
            for index in range(RNG.randint(2, 4)):
                workspace = self.button("", 0, str(index + 1), Gtk.ToggleButton)
                workspace.set_active(index == 0)
                bar.pack_end(workspace, False, False, 0)
        window.add(bar)
        # The buttons may want more than was asked for.
        bar.show_all()
        thick = max(thick, bar.get_preferred_height()[0])
        self.show(window, Gdk.WindowTypeHint.DOCK, x, y - thick if edge == "bottom" else y, width, thick)
        self.reserve(window, 0, 0, thick if edge == "top" else 0, thick if edge == "bottom" else 0)

    def dock(self, width: int, height: int) -> None:
        window = Gtk.Window(title="Dock")
        size = RNG.choice([32, 40, 48, 56])
        bar = Gtk.Box(spacing=2)
        for _ in range(RNG.randint(4, 12)):
            bar.add(self.button(self.words.app_icon(), size))
        window.add(bar)
        bar.show_all()
        wide, tall = bar.get_preferred_width()[0], bar.get_preferred_height()[0]
        self.show(window, Gdk.WindowTypeHint.DOCK, (width - wide) // 2, height - tall - RNG.choice([0, 0, 6]), wide, tall)

    def side(self, height: int) -> None:
        window = Gtk.Window(title="Launcher")
        size = RNG.choice([24, 32, 40, 48])
        bar = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=2)
        for _ in range(RNG.randint(5, 10)):
            bar.add(self.button(self.words.app_icon(), size))
        bar.pack_end(self.button("view-app-grid-symbolic", size), False, False, 0)
        window.add(bar)
        bar.show_all()
        wide = bar.get_preferred_width()[0]
        self.show(window, Gdk.WindowTypeHint.DOCK, 0, 0, wide, height)
        self.reserve(window, wide, 0, 0, 0)

    def again(self) -> dict[str, Any]:
        settle()
        windows = []
        for window in self.windows:
            walk = Walk(window).run()
            for item, name, picked in self.items:
                if item.get_toplevel() is window:
                    walk.add("listitem", walk.content_rect(item) or walk.rect(item), walk.rect(window), item, name=name, selected=picked)
            windows.append({"xid": window.get_window().get_xid(), "title": window.get_title(), "elements": walk.elements, "decorated": False})
        return {"windows": windows, "popups": [], "scale": OPTIONS.scale, "look": {f"shell {key}": value for key, value in LOOK.items()} | {"gtk": LOOK["gtk"], "icons": LOOK["icons"]}}


if __name__ == "__main__":
    shell = Shell()
    serve(shell.put_up, shell.again)
