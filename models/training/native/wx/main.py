#!/usr/bin/env -S /usr/bin/python3
"""Generator of wxWidgets interfaces (wxGTK): places scenes itself. Speaks the harness' protocol on stdin and stdout."""
from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "content")]
sys.path.append(str(HERE.parent / "gtk3"))

import protocol  # noqa: E402

OPTIONS = protocol.arguments()
INNER = int(OPTIONS.scale) if OPTIONS.scale >= 2 else 1  # GTK scales by whole numbers; the rest is larger fonts and boxes
OUTER = OPTIONS.scale / INNER
os.environ["GDK_SCALE"] = str(INNER)

import wx  # noqa: E402

APP = wx.App()

import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, Gtk  # noqa: E402, F401

from content import Content  # noqa: E402
from controls import Controls  # noqa: E402
from layout import Metrics, arrange, natural  # noqa: E402
from looks import by_family, gtk_themes, icons_for, is_dark  # noqa: E402
from record import Rect, empty, meet  # noqa: E402
from remote import family_for, metrics  # noqa: E402
from scenes import window  # noqa: E402
from told import WxWalk  # noqa: E402

Node = dict[str, Any]
LOOP = wx.GUIEventLoop()
ACTIVE = wx.EventLoopActivator(LOOP)
QUIET_S, PAINT_S = 0.05, 2.0


def settle(at_most: float = PAINT_S) -> None:
    """Runs the event loop until nothing has happened for QUIET_S."""
    until, quiet = time.monotonic() + at_most, time.monotonic()
    while time.monotonic() < until:
        if LOOP.Pending():
            LOOP.Dispatch()
            quiet = time.monotonic()
        elif time.monotonic() - quiet > QUIET_S:
            break
        else:
            LOOP.ProcessIdle()
            time.sleep(0.005)
    Gdk.Display.get_default().sync()


class Generator:
    """The windows of the present frame, in the session's theme, font and language."""

    def __init__(self, rng: Random) -> None:
        settings = Gtk.Settings.get_default()
        builtin = ["Adwaita", "Adwaita-dark", "HighContrast", "HighContrastInverse"]
        theme = rng.choice(builtin) if rng.random() < 0.3 else by_family(rng, gtk_themes("gtk-3.0"))
        dark = is_dark(theme) or rng.random() < 0.15
        self.language = Content(rng).language
        self.family = family_for(rng, self.language)
        self.size = round(rng.choice((11, 12, 12, 13, 13, 14, 15)) * OUTER)
        icons = icons_for(rng, dark)
        settings.set_property("gtk-theme-name", "Adwaita" if theme == "Adwaita-dark" else theme)
        settings.set_property("gtk-application-prefer-dark-theme", dark)
        settings.set_property("gtk-icon-theme-name", icons)
        settings.set_property("gtk-font-name", f"{self.family} {self.size * 0.75:g}")
        settings.set_property("gtk-xft-dpi", 96 * 1024)
        settings.set_property("gtk-enable-animations", False)
        settings.set_property("gtk-cursor-blink", False)
        settings.set_property("gtk-overlay-scrolling", False)
        settle()
        self.dark = wx.SystemSettings.GetColour(wx.SYS_COLOUR_WINDOW).GetLuminance() < 0.5  # not every theme has a dark variant
        self.look = {"gtk": theme, "icons": icons, "font": f"{self.family} {self.size}"}
        self.frames: list[tuple[wx.Frame, Controls]] = []
        self.menu: Gtk.Menu | None = None
        self.sizes: Metrics | None = None

    def metrics(self, rng: Random) -> Metrics:
        """Sizes of controls, as the theme asks for them."""
        sizes = metrics(rng, self.family, self.size, OUTER)
        probe = wx.Frame(None)
        button = wx.Button(probe, label="Mmmmmm", style=wx.BU_EXACTFIT)
        text = button.GetTextExtent("Mmmmmm")[0]
        tall = max(button.GetBestSize().height, wx.TextCtrl(probe).GetBestSize().height, wx.Choice(probe, choices=["M"]).GetBestSize().height)
        self.spin = max(wx.SpinCtrl(probe, max=500).GetBestSize().width, wx.SpinCtrlDouble(probe, max=500, initial=99.5, inc=0.5).GetBestSize().width)
        self.entry = wx.ComboBox(probe, choices=["M"]).GetBestSize().width
        sizes.row = max(sizes.row, tall)
        sizes.check = max(sizes.check, wx.CheckBox(probe, label="M").GetBestSize().height)
        sizes.pad = max(sizes.pad, (button.GetBestSize().width - text + 3) // 2)
        book = wx.Notebook(probe)
        page = wx.Panel(book)
        page.SetMinSize((100, 100))
        book.AddPage(page, "M")
        sizes.tab = max(sizes.tab, book.GetBestSize().height - 100)
        probe.Destroy()
        return sizes

    def fit(self, node: Node) -> None:
        """Widens fields to what the theme needs."""
        if node["k"] == "spin":
            node["w"] = max(node.get("w", 0), self.spin / OUTER)
        if node["k"] == "combo":
            node["w"] = max(node.get("w", 130), self.entry / OUTER)
        if node["k"] == "button" and node.get("icon"):
            node["icon_size"] += 6
        for child in node.get("c", ()):
            self.fit(child)

    def clear(self) -> None:
        if self.menu is not None:
            self.menu.popdown()
            self.menu = None
        for frame, _ in self.frames:
            for combo in self.found(self.top(frame), Gtk.ComboBox):
                combo.popdown()
            frame.Destroy()
        self.frames = []
        settle(0.5)

    @staticmethod
    def top(frame: wx.Frame) -> Any:
        """GTK's own object of a frame."""
        address = int(frame.GetGtkWidget())
        return next(each for each in Gtk.Window.list_toplevels() if hash(each) == address)  # PyGObject's hash is the address

    @staticmethod
    def found(root: Any, kind: type) -> list[Any]:
        """The visible widgets of a kind beneath one."""
        made: list[Any] = []

        def visit(widget: Any) -> None:
            if widget.get_mapped():
                if isinstance(widget, kind) and widget.is_sensitive():
                    made.append(widget)
                if isinstance(widget, Gtk.Container):
                    widget.forall(visit)

        visit(root)
        return made

    def put_up(self, rng: Random, request: Node) -> Node:
        self.clear()
        content = Content(rng, self.dark, self.language)
        sizes = self.metrics(rng)
        left, top, width, height = (value // INNER for value in request["area"])
        scene: Node = {}
        for _ in range(1 if request.get("maximise") else rng.choice((1, 1, 1, 2, 2))):
            scene = window(content, width * height / OUTER**2 / 700_000)
            root = scene["c"][0]
            self.fit(root)
            ribbon = rng.random() < (0.5 if scene["share"] > 0.5 else 0.15)
            asked, share = natural(root, sizes), min(1.0, scene["share"] * 1.3)
            wide = width - 8 if request.get("maximise") else min(width - 8, max(round(width * share), asked[0]))
            high = height - 40 if request.get("maximise") else min(height - 40, max(round(height * share), asked[1]) + (self.size * 9 if ribbon else 0))
            x, y = left + rng.randint(0, max(0, width - wide - 8)), top + rng.randint(0, max(0, height - high - 40))
            self.show(rng, scene, (x, y, wide, high), sizes, content if ribbon else None)
        settle()
        if request.get("popup") and scene["popup"]:
            self.open(rng, scene["popup"]["type"])
        return self.again()

    def show(self, rng: Random, scene: Node, box: tuple[int, int, int, int], sizes: Metrics, ribbon: Content | None) -> None:
        frame = wx.Frame(None, title=scene["title"], pos=box[:2], size=box[2:])
        controls = Controls(rng, self.size, OUTER)
        if scene["menubar"] and (ribbon is None or rng.random() < 0.3):
            bar = wx.MenuBar()
            for entry in scene["menubar"]:
                bar.Append(self.menu_of(entry["items"]), wx.Control.EscapeMnemonics(entry["text"]))
            frame.SetMenuBar(bar)
        outer = wx.BoxSizer(wx.VERTICAL)
        if ribbon is not None:
            outer.Add(controls.ribbon(frame, ribbon), 0, wx.EXPAND)
        panel = wx.Panel(frame)
        outer.Add(panel, 1, wx.EXPAND)
        frame.SetSizer(outer)
        frame.SetClientSize(box[2], box[3])
        frame.Layout()
        frame.Show()
        settle()
        controls.fill(panel, arrange(scene["c"][0], (0, 0, panel.GetSize().width, panel.GetSize().height), sizes))
        settle()
        self.frames.append((frame, controls))

    def menu_of(self, items: list[Node]) -> wx.Menu:
        made = wx.Menu()
        for item in items:
            if item["k"] == "separator":
                made.AppendSeparator()
                continue
            text = wx.Control.EscapeMnemonics(item["text"]) + ("\t" + item["shortcut"] if item.get("shortcut") else "")
            if item["k"] == "submenu":
                entry = made.AppendSubMenu(self.menu_of(item["items"]), text)
            else:
                kind = {"checkitem": wx.ITEM_CHECK, "radioitem": wx.ITEM_RADIO}.get(item["k"], wx.ITEM_NORMAL)
                entry = made.Append(wx.ID_ANY, text, kind=kind)
                if item.get("checked"):
                    entry.Check(True)
            if item.get("disabled"):
                entry.Enable(False)
        return made

    def open(self, rng: Random, wish: str) -> None:
        """Opens a menu of the bar (where it belongs, or as a context menu), or a drop-down."""
        top = self.top(self.frames[-1][0])
        combos, bars = self.found(top, Gtk.ComboBox), self.found(top, Gtk.MenuBar)
        if wish in ("menu", "context") and bars:
            entry = rng.choice(bars[0].get_children())
            self.menu = entry.get_submenu()
            if wish == "menu":
                entry.select()
                self.menu.popup_at_widget(entry, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, None)
            else:
                self.menu.popup_at_widget(top, Gdk.Gravity.CENTER, Gdk.Gravity.NORTH_WEST, None)
            settle(0.5)
            items = [item for item in self.menu.get_children() if not isinstance(item, Gtk.SeparatorMenuItem) and item.is_sensitive()]
            if items:
                self.menu.select_item(rng.choice(items))
        elif combos:
            rng.choice(combos).popup()
        settle()

    def told(self, frame: wx.Frame, controls: Controls) -> Node:
        top = self.top(frame)
        walk = WxWalk(top).run()
        elements, ignore = walk.elements, walk.ignore

        def add(role: str, box: Rect, clip: Rect, disabled: bool, name: str, **states: bool) -> None:
            cut = meet(box, clip)
            if empty(cut):
                return
            if role == "ignore":
                ignore.append([value * INNER for value in cut])
                return
            element: Node = {"role": role, "box": [value * INNER for value in cut], "states": {"disabled": disabled, **states}, "name": name}
            if cut != box:
                element["whole"] = [value * INNER for value in box]
            elements.append(element)

        for tell in controls.tells:
            tell(add)
        return {"xid": top.get_window().get_xid(), "title": frame.GetTitle(), "elements": elements, "ignore": ignore}

    def again(self) -> Node:
        settle()
        windows = [self.told(frame, controls) for frame, controls in self.frames]
        popups = []
        for toplevel in Gtk.Window.list_toplevels():
            child = toplevel.get_child() if toplevel.get_mapped() and toplevel.get_window_type() == Gtk.WindowType.POPUP else None
            if child is not None and toplevel.__gtype__.name != "GtkTooltipWindow":
                walk = WxWalk(child if isinstance(child, Gtk.Menu) else toplevel).run()
                popups.append({"xid": toplevel.get_window().get_xid(), "elements": walk.elements, "ignore": walk.ignore})
        return {"windows": windows, "popups": popups, "scale": OPTIONS.scale, "look": self.look}


if __name__ == "__main__":
    generator = Generator(Random(OPTIONS.seed))
    protocol.serve(generator.put_up, generator.again)
