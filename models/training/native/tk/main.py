#!/usr/bin/env -S /usr/bin/python3
"""Generator of Tk interfaces: classic widgets and ttk themes. Speaks the harness' protocol on stdin and stdout."""
from __future__ import annotations

import sys
import time
import tkinter as tk
from pathlib import Path
from random import Random
from tkinter import font as fonts
from tkinter import ttk
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "content")]

import heldout  # noqa: E402
import protocol  # noqa: E402
import truth  # noqa: E402
from build import Look  # noqa: E402
from content import Content  # noqa: E402
from scenes import Node, window  # noqa: E402
from views import Views  # noqa: E402

PLAIN = ("default", "clam", "alt", "classic")
FAMILIES = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Nimbus Sans", "Lato", "Cantarell", "Open Sans", "Roboto", "FreeSans", "Noto Serif", "DejaVu Sans Mono")
PALETTES = (  # background, foreground, field, accent
    ("#d9d9d9", "#000000", "#ffffff", "#4a6984"), ("#f0f0f0", "#1a1a1a", "#ffffff", "#3874c8"), ("#2b2b2b", "#dddddd", "#3c3f41", "#4b6eaf"),
    ("#1e1e2e", "#cdd6f4", "#313244", "#7f5af0"), ("#ece9d8", "#000000", "#ffffff", "#316ac5"), ("#c0c0c0", "#000000", "#ffffff", "#000080"),
    ("#fdf6e3", "#45565e", "#fffdf5", "#268bd2"), ("#202a25", "#d8e8d8", "#2c3a33", "#4caf50"), ("#ffffff", "#222222", "#f6f6f6", "#d33682"),
    ("#000000", "#ffffff", "#000000", "#ffcc00"))


def luminance(root: tk.Tk, colour: str) -> float:
    return sum(root.winfo_rgb(colour)) / 3 / 65535


class Generator:
    """Holds the root window (never shown) and the windows of the current frame."""

    def __init__(self, scale: float, seed: int, phone: bool) -> None:
        self.scale, self.phone = scale, phone
        self.root = tk.Tk()
        self.root.withdraw()
        self.root.tk.call("tk", "scaling", 1.333 * scale)
        try:
            import ttkthemes

            ttkthemes.ThemedStyle(self.root)
        except ImportError:
            pass
        self.style = ttk.Style(self.root)
        names = [name for name in self.style.theme_names() if not heldout.is_held_out("gtk", name)]
        families = {}
        for name in names:  # "scid" has a dozen colours, most others one or two
            families.setdefault("scid" if name.startswith("scid") else name, []).append(name)
        rng = Random(seed)
        self.themes = [rng.choice(PLAIN) if rng.random() < 0.4 else rng.choice(families[rng.choice(sorted(families))]) for _ in range(4)]
        # Tk forgets a named font with its Python object.
        self.fonts = [fonts.Font(self.root, name=name, exists=False, family="DejaVu Sans", size=10) for name in ("LinkFont", "HeadFont", "SmallFont")]
        self.shown: list[tuple[tk.Toplevel, Views, Node]] = []
        self.popups: list[dict[str, Any]] = []
        self.theme = self.icons = ""

    # -- looks -----------------------------------------------------------

    def dress(self, rng: Random) -> Look:
        """Chooses theme, palette and fonts for the windows of one frame."""
        self.theme = rng.choice(self.themes)
        self.style.theme_use(self.theme)
        background, foreground, field, accent = rng.choice(PALETTES)
        recolour = self.theme in PLAIN and rng.random() < 0.45
        if self.theme in PLAIN:
            kept = (background, foreground, field) if recolour else ("#d9d9d9", "#000000", "#ffffff")
            if self.theme == "clam" and not recolour:
                kept = ("#dcdad5", "#000000", "#ffffff")
            self.style.configure(".", background=kept[0], foreground=kept[1], fieldbackground=kept[2], troughcolor=kept[2] if recolour else "#c3c3c3", insertcolor=kept[1])
            self.style.map(".", background=[("active", kept[0])], foreground=[("disabled", "#888888")])
            self.style.configure("Treeview", background=kept[2], fieldbackground=kept[2], foreground=kept[1])
            self.style.map("Treeview", background=[("selected", accent)], foreground=[("selected", "#ffffff")])
            for name in ("TCombobox", "TSpinbox", "TEntry"):
                self.style.map(name, fieldbackground=[("readonly", kept[2]), ("disabled", kept[0])])
        shown_background = str(self.style.lookup("TFrame", "background") or background)
        themed = rng.random() < 0.75
        if themed:
            background = shown_background
            dark = luminance(self.root, background) < 0.5
            foreground = str(self.style.lookup("TLabel", "foreground") or ("#eeeeee" if dark else "#000000"))
            field = str(self.style.lookup("TEntry", "fieldbackground") or ("#333333" if dark else "#ffffff"))
            if (luminance(self.root, field) < 0.5) != dark:
                field = "#333333" if dark else "#ffffff"
            foreground = foreground if (luminance(self.root, foreground) > 0.5) == dark else ("#eeeeee" if dark else "#000000")
        dark = luminance(self.root, background) < 0.5
        family, size = rng.choice(FAMILIES), rng.choice((10, 11, 12, 12, 13, 13, 14, 15, 17))
        pixels = -round(size * self.scale)
        for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkHeadingFont", "TkTooltipFont", "TkIconFont"):
            fonts.nametofont(name).configure(family=family, size=pixels, weight="normal")
        if rng.random() < 0.2:
            fonts.nametofont("TkHeadingFont").configure(weight="bold")
        fonts.nametofont("TkFixedFont").configure(family=rng.choice(("DejaVu Sans Mono", "Liberation Mono", "Hack", "Noto Sans Mono", "Fira Code")), size=pixels)
        fonts.nametofont("LinkFont").configure(family=family, size=pixels, underline=True)
        fonts.nametofont("HeadFont").configure(family=family, size=round(pixels * rng.choice((1, 1.15, 1.4))), weight="bold")
        fonts.nametofont("SmallFont").configure(family=family, size=round(pixels * 0.88))
        self.style.configure("Treeview", rowheight=round((size + rng.choice((5, 7, 9, 14))) * self.scale), font="TkDefaultFont")
        self.style.configure("TNotebook", tabposition=rng.choice(("nw", "nw", "nw", "n", "sw")))
        self.style.configure("TNotebook.Tab", padding=[round(rng.choice((4, 6, 10)) * self.scale), round(rng.choice((1, 2, 4)) * self.scale)])
        self.style.configure("TButton", padding=round(rng.choice((1, 2, 4, 6)) * self.scale))
        self.style.configure("Toolbutton", padding=round(rng.choice((1, 2, 3, 5)) * self.scale))
        for option, value in (("TButton.font", "TkDefaultFont"), ("font", "TkDefaultFont"), ("Menu.font", "TkMenuFont")):
            self.root.option_add("*" + option, value, 80)
        menu_dark = dark and rng.random() < 0.8
        self.root.option_add("*Menu.background", background if menu_dark or not themed else "#f2f2f2", 80)
        self.root.option_add("*Menu.foreground", foreground if menu_dark or not themed else "#000000", 80)
        self.root.option_add("*Menu.activeBackground", accent, 80)
        self.root.option_add("*Menu.activeForeground", "#ffffff", 80)
        self.root.option_add("*Menu.relief", rng.choice(("raised", "flat", "solid")), 80)
        self.root.option_add("*Menu.activeBorderWidth", str(round(rng.choice((1, 2, 4)) * self.scale)), 80)
        return Look(themed, self.scale, background, foreground, field, accent, dark)

    # -- windows ---------------------------------------------------------

    def menu(self, parent: Any, items: list[Node], keep: Views) -> tk.Menu:
        made = tk.Menu(parent, tearoff=False)
        for item in items:
            if item["k"] == "separator":
                made.add_separator()
                continue
            common: dict[str, Any] = {"label": item["text"], "state": "disabled" if item.get("disabled") else "normal"}
            if item["k"] == "submenu":
                item["menu"] = self.menu(made, item["items"], keep)
                made.add_cascade(menu=item["menu"], **common)
                continue
            if item.get("shortcut"):
                common["accelerator"] = item["shortcut"]
            if item.get("icon"):
                common |= {"image": keep.image(item["icon"], 16), "compound": "left"}
            if item["k"] == "item":
                made.add_command(**common)
            else:
                variable = tk.IntVar(made, int(item["checked"]))
                keep.pictures.append(variable)
                (made.add_checkbutton if item["k"] == "checkitem" else made.add_radiobutton)(variable=variable, **({"value": 1} if item["k"] == "radioitem" else {}), **common)
        return made

    def put_up(self, rng: Random, request: Node) -> Node:
        for top, _, _ in self.shown:
            top.destroy()
        self.shown, self.popups = [], []
        self.root.update()
        left, top, width, height = request["area"]
        look = self.dress(rng)
        content = Content(rng, look.dark)
        maximise = self.phone or bool(request.get("maximise"))
        count = 1 if maximise else rng.choice((1, 1, 1, 2, 2, 3))
        self.icons = content.icon_theme
        for index in range(count):
            scene = window(content, width * height / self.scale**2 / 700_000)
            share = min(1.0, scene["share"] * (1.4 if count == 1 else 1.1))
            self.open(rng, scene, look, (left, top, width, height), share, maximise)
        self.settle(0.12)
        if self.shown and request.get("popup", True):
            self.pop_up(rng, *self.shown[-1])
        self.settle(0.12)
        return self.reply()

    def open(self, rng: Random, scene: Node, look: Look, area: tuple[int, int, int, int], share: float, maximise: bool) -> None:
        made = tk.Toplevel(self.root, bg=look.background)
        made.title(scene["title"])
        builder = Views(rng, look)
        if scene["menubar"]:
            bar = tk.Menu(made, tearoff=False)
            for entry in scene["menubar"]:
                entry["menu"] = self.menu(bar, entry["items"], builder)
                bar.add_cascade(label=entry["text"], menu=entry["menu"])
            made.configure(menu=bar)
        builder.make(scene["c"][0], made).pack(fill="both", expand=True)
        made.update_idletasks()
        wide, high = round(area[2] * share), round(area[3] * share * rng.uniform(0.8, 1.1))
        if rng.random() < 0.9:
            wide, high = max(wide, made.winfo_reqwidth()), max(high, made.winfo_reqheight())
        wide, high = min(wide, area[2] - 8), min(high, area[3] - 34)
        x, y = area[0] + rng.randint(0, max(0, area[2] - wide)), area[1] + rng.randint(0, max(0, area[3] - high - 34))
        made.geometry(f"{wide}x{high}+{x}+{y}")
        if maximise:
            made.attributes("-zoomed", True)
        made.lift()
        self.shown.append((made, builder, scene))

    def settle(self, seconds: float) -> None:
        """Lets Tk and the window manager work until nothing has moved for a while."""
        until, before = time.monotonic() + seconds, None
        limit = time.monotonic() + 3
        while time.monotonic() < limit:
            self.root.update()
            now = [(top.winfo_viewable(), top.winfo_rootx(), top.winfo_rooty(), top.winfo_width(), top.winfo_height()) for top, _, _ in self.shown]
            if now != before:
                before, until = now, time.monotonic() + seconds
            elif time.monotonic() > until and all(place[0] for place in now):
                break
            time.sleep(0.01)

    # -- pop-ups ---------------------------------------------------------

    def pop_up(self, rng: Random, top: tk.Toplevel, builder: Views, scene: Node) -> None:
        wish = scene["popup"]
        if not wish:
            return
        if wish["type"] == "menu":
            entry = scene["menubar"][wish["index"]]
            boxes = truth.menubar_elements(top, [each["text"] for each in scene["menubar"]], None)
            box = next((each["box"] for each in boxes if each.get("name") == entry["text"]), None)
            if box:
                scene["opened"] = wish["index"]
                self.post(rng, entry["menu"], entry["items"], box[0], box[3], wish["sub"])
        elif wish["type"] == "context":
            menu = self.menu(top, wish["items"], builder)
            x = top.winfo_rootx() + round(top.winfo_width() * wish["at"][0])
            y = top.winfo_rooty() + round(top.winfo_height() * wish["at"][1])
            self.post(rng, menu, wish["items"], x, y, wish["sub"])
        elif wish["type"] == "combo":
            self.drop_down(rng, top, builder)
        else:
            tip = tk.Toplevel(top)
            tip.overrideredirect(True)
            tk.Label(tip, text=wish["text"], bg=rng.choice(("#ffffe0", "#333333", "#f5f5b5")), fg="#888888", bd=1, relief="solid", padx=4, pady=2).pack()
            tip.geometry(f"+{top.winfo_rootx() + round(top.winfo_width() * wish['at'][0])}+{top.winfo_rooty() + round(top.winfo_height() * wish['at'][1])}")
            self.popups.append({"window": tip, "elements": lambda: []})

    def post(self, rng: Random, menu: tk.Menu, items: list[Node], x: int, y: int, sub: bool) -> None:
        menu.post(x, y)
        self.settle(0.05)
        self.popups.append({"window": menu, "elements": lambda: truth.menu_elements(menu, items)})
        submenus = [index for index, item in enumerate(items) if item["k"] == "submenu"]
        choices = [index for index, item in enumerate(items) if item["k"] != "separator"]
        if submenus and sub:
            index = rng.choice(submenus)
            menu.activate(index)
            items[index]["opened"] = True
            box = truth.whole(menu)
            self.post(rng, items[index]["menu"], items[index]["items"], box[2] - 3, box[1] + menu.yposition(index), False)
        elif choices and rng.random() < 0.7:
            menu.activate(rng.choice(choices))

    def drop_down(self, rng: Random, top: tk.Toplevel, builder: Views) -> None:
        """Opens a themed combo box as ttk does, without its grab of the pointer."""
        open_ones = [mark for mark in builder.marks if mark.kind == "combo" and isinstance(mark.widget, ttk.Combobox) and mark.widget.winfo_viewable()
                     and not mark.node.get("disabled")]
        if not open_ones:
            return
        mark = rng.choice(open_ones)
        call = self.root.tk.call
        pop = call("ttk::combobox::PopdownWindow", mark.widget)
        call("ttk::combobox::ConfigureListbox", mark.widget)
        self.root.update_idletasks()
        call("ttk::combobox::PlacePopdown", mark.widget, pop)
        call("wm", "attributes", pop, "-topmost", 1)
        call("wm", "deiconify", pop)
        call("raise", pop)
        mark.extra = True
        inner = f"{pop}.f.l"
        call(inner, "selection", "clear", 0, "end")
        chosen = rng.randrange(len(mark.node["options"]))
        call(inner, "selection", "set", chosen)

        def elements() -> list[Node]:
            def box(path: str) -> list[int]:
                x, y, w, h = (int(call("winfo", what, path)) for what in ("rootx", "rooty", "width", "height"))
                return [x, y, x + w, y + h]

            whole, made = box(inner), truth.Truth()
            for index, text in enumerate(mark.node["options"]):
                place = call(inner, "bbox", index)
                if place:
                    _, y, _, high = (int(value) for value in self.root.tk.splitlist(place))
                    made.add("listitem", [whole[0] + 1, whole[1] + y, whole[2] - 1, whole[1] + y + high], whole, {"selected": index == chosen}, text)
            return made.elements

        self.popups.append({"path": str(pop), "elements": elements})

    # -- reply -----------------------------------------------------------

    def reply(self) -> Node:
        self.settle(0.04)
        windows, popups = [], []
        for top, builder, scene in self.shown:
            made = truth.Truth()
            for mark in builder.marks:
                made.take(mark)
            elements = made.elements
            if scene["menubar"]:
                elements += truth.menubar_elements(top, [each["text"] for each in scene["menubar"]], scene.get("opened"))
            windows.append({"xid": top.winfo_id(), "title": scene["title"], "elements": elements, "ignore": []})
        for popup in self.popups:
            window_id = popup["window"].winfo_id() if "window" in popup else int(str(self.root.tk.call("winfo", "id", popup["path"])), 16)
            popups.append({"xid": window_id, "elements": popup["elements"]()})
        return {"windows": windows, "popups": popups, "scale": self.scale, "look": {"style": f"tk-{self.theme}", "icons": self.icons}}


if __name__ == "__main__":
    options = protocol.arguments()
    generator = Generator(options.scale, options.seed, options.phone)
    protocol.serve(generator.put_up, generator.reply)
