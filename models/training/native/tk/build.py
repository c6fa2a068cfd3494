"""Turns a scene (content/scenes.py) into Tk widgets, classic ones or themed ones, and registers what is a mark."""
from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass, field
from random import Random
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from pictures import picture

Node = dict[str, Any]


@dataclass
class Mark:
    """A widget (or a part of one) that truth.py turns into elements."""

    kind: str
    widget: Any
    node: Node
    extra: Any = None


@dataclass
class Look:
    """How one window is drawn."""

    themed: bool
    scale: float
    background: str
    foreground: str
    field: str
    accent: str
    dark: bool


@dataclass
class Builder:
    """Makes the widgets of one toplevel. `marks` holds what truth.py reads, `pictures` keeps images alive."""

    rng: Random
    look: Look
    marks: list[Mark] = field(default_factory=list)
    pictures: list[Any] = field(default_factory=list)
    variables: dict[int, tk.IntVar] = field(default_factory=dict)

    def px(self, value: float) -> int:
        return round(value * self.look.scale)

    def mark(self, kind: str, widget: Any, node: Node, extra: Any = None) -> Any:
        self.marks.append(Mark(kind, widget, node, extra))
        return widget

    def image(self, icon: tuple[str, str] | None, size: int | None = None) -> Any:
        if not icon:
            return ""
        picture_file = Image.open(icon[1]).convert("RGBA")
        side = self.px(size or picture_file.width)
        if picture_file.width != side:
            picture_file = picture_file.resize((side, side), Image.LANCZOS)
        made = ImageTk.PhotoImage(picture_file)
        self.pictures.append(made)
        return made

    def drawn(self, picture_file: Image.Image) -> Any:
        made = ImageTk.PhotoImage(picture_file)
        self.pictures.append(made)
        return made

    # -- containers ------------------------------------------------------

    def frame(self, parent: Any) -> Any:
        return ttk.Frame(parent) if self.look.themed else tk.Frame(parent, bg=self.look.background)

    def children(self, node: Node, parent: Any, side: str) -> None:
        """Packs the children; of a column, controls keep their width or fill it, by chance."""
        gap = self.px(node.get("gap", 4))
        tall = side == "left"
        for child in node.get("c", ()):
            widget = self.make(child, parent)
            grow = bool(child.get("grow"))
            if tall:
                fill = "both" if grow else ("y" if child["k"] in ("separator", "vbox", "list", "tree") else "none")
            else:
                stretches = child["k"] not in ("button", "check", "radio", "link", "switch", "combo", "spin", "swatches", "label")
                fill = "both" if grow else ("x" if stretches or self.rng.random() < 0.15 else "none")
            if child["k"] in ("check", "radio", "link", "switch") and fill == "x":
                fill = "none"
            widget.pack(side=side, fill=fill, expand=grow, anchor="w" if not tall else "center",
                        **({"padx": (0, gap)} if tall else {"pady": (0, gap)}))

    def make(self, node: Node, parent: Any) -> Any:
        return getattr(self, "make_" + node["k"])(node, parent)

    def box(self, node: Node, parent: Any, side: str) -> Any:
        frame = self.frame(parent)
        if node.get("pad"):
            if self.look.themed:
                frame.configure(padding=self.px(node["pad"]))
            else:
                frame.configure(padx=self.px(node["pad"]), pady=self.px(node["pad"]))
        self.children(node, frame, side)
        return frame

    def make_vbox(self, node: Node, parent: Any) -> Any:
        return self.box(node, parent, "top")

    def make_hbox(self, node: Node, parent: Any) -> Any:
        return self.box(node, parent, "left")

    def make_toolbar(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        if not self.look.themed:
            frame.configure(bd=self.rng.randint(0, 1), relief="raised")
        self.children({**node, "gap": self.rng.choice((0, 1, 3))}, frame, "left")
        return frame

    def make_statusbar(self, node: Node, parent: Any) -> Any:
        if self.look.themed:
            return ttk.Label(parent, text=node["text"], anchor="w", padding=self.px(2))
        return tk.Label(parent, text=node["text"], anchor="w", bd=1, relief="sunken", bg=self.look.background, fg=self.look.foreground)

    def make_grid(self, node: Node, parent: Any) -> Any:
        frame, columns = self.frame(parent), node["cols"]
        gap = self.px(self.rng.choice((0, 1, 2, 4)) if node.get("even") else self.rng.choice((2, 3, 5)))
        for index, child in enumerate(node["c"]):
            widget = self.make(child, frame)
            spread = node.get("even") or child["k"] in ("entry", "slider", "hbox", "vbox")
            widget.grid(row=index // columns, column=index % columns, padx=gap, pady=gap,
                        sticky="nsew" if node.get("even") else "ew" if spread or child["k"] in ("combo", "spin") and self.rng.random() < 0.5 else "w")
        for column in range(columns):
            if node.get("even") or column:
                frame.columnconfigure(column, weight=1)
        if node.get("even"):
            for row in range((len(node["c"]) + columns - 1) // columns):
                frame.rowconfigure(row, weight=1)
        return frame

    def make_group(self, node: Node, parent: Any) -> Any:
        if self.look.themed:
            frame = ttk.LabelFrame(parent, text=node["text"], padding=self.px(5))
        else:
            frame = tk.LabelFrame(parent, text=node["text"], bg=self.look.background, fg=self.look.foreground, padx=self.px(5), pady=self.px(5))
        self.make(node["c"][0], frame).pack(fill="both", expand=True)
        return frame

    def make_notebook(self, node: Node, parent: Any) -> Any:
        book = ttk.Notebook(parent)
        icons = node.get("icons")
        for index, (child, text) in enumerate(zip(node["c"], node["tabs"])):
            page = self.frame(book)
            if index == node["selected"]:
                self.make(child, page).pack(fill="both", expand=True)
            image = {"image": self.image(icons[index], 16), "compound": "left"} if icons and icons[index] else {}
            book.add(page, text=text, **image)
        book.select(node["selected"])
        for index in range(len(node["tabs"])):
            if index != node["selected"] and self.rng.random() < 0.06:
                book.tab(index, state="disabled")
        return self.mark("notebook", book, node)

    def make_paned(self, node: Node, parent: Any) -> Any:
        orient = "vertical" if node.get("vertical") else "horizontal"
        pane = ttk.PanedWindow(parent, orient=orient) if self.look.themed else tk.PanedWindow(parent, orient=orient, bg=self.look.background, sashrelief="raised")
        for index, child in enumerate(node["c"]):
            made = self.make(child, pane)
            if self.look.themed:
                pane.add(made, weight=index)
            else:
                pane.add(made, stretch="always" if index else "never")
        return pane

    # -- simple controls -------------------------------------------------

    def state_of(self, node: Node) -> dict[str, str]:
        return {"state": "disabled"} if node.get("disabled") else {}

    def colours(self) -> dict[str, Any]:
        return {"bg": self.look.background, "fg": self.look.foreground, "activebackground": self.look.background}

    def make_button(self, node: Node, parent: Any) -> Any:
        image = self.image(node.get("icon"))
        pictured = {"image": image, "compound": self.rng.choice(("left", "left", "top")) if node["text"] else "none"} if image else {}
        toggled = bool(node.get("toggle"))
        if self.look.themed:
            style = "Toolbutton" if node.get("flat") else "TButton"
            narrow = {"width": max(2, len(node["text"]))} if len(node["text"]) < 4 and not node.get("flat") else {}
            if toggled:
                made: Any = ttk.Checkbutton(parent, text=node["text"], style="Toolbutton", **pictured)
                made.state(["!alternate", "selected" if node["checked"] else "!selected"])
            else:
                made = ttk.Button(parent, text=node["text"], style=style, **narrow, **pictured)
            if node.get("disabled"):
                made.state(["disabled"])
            elif self.rng.random() < 0.04:
                made.state([self.rng.choice(("active", "pressed", "focus"))])
        elif toggled:
            variable = tk.IntVar(parent, int(node["checked"]))
            self.pictures.append(variable)
            made = tk.Checkbutton(parent, text=node["text"], indicatoron=False, variable=variable, selectcolor=self.look.accent,
                                  **self.colours(), **pictured, **self.state_of(node))
        else:
            flat = {"relief": "flat", "padx": 1, "pady": 1} if node.get("flat") else {"bd": self.rng.choice((1, 2))}
            made = tk.Button(parent, text=node["text"], **flat, **self.colours(), **pictured, **self.state_of(node))
        return self.mark("toggle" if toggled else "button", made, node)

    def choice(self, node: Node, parent: Any, themed: Any, classic: Any, **values: Any) -> Any:
        if self.look.themed:
            made = themed(parent, text=node["text"], **values)
            made.state(["!alternate"])
            if node.get("disabled"):
                made.state(["disabled"])
            return made
        return classic(parent, text=node["text"], anchor="w", selectcolor=self.look.field, highlightthickness=0, **self.colours(), **self.state_of(node), **values)

    def make_check(self, node: Node, parent: Any) -> Any:
        variable = tk.IntVar(parent, int(node["checked"]))
        self.pictures.append(variable)
        return self.mark("check", self.choice(node, parent, ttk.Checkbutton, tk.Checkbutton, variable=variable), node)

    def make_radio(self, node: Node, parent: Any) -> Any:
        group = node["group"]
        variable = self.variables.setdefault(group, tk.IntVar(parent, -1))
        value = len([mark for mark in self.marks if mark.node.get("group") == group])
        if node["checked"]:
            variable.set(value)
        return self.mark("radio", self.choice(node, parent, ttk.Radiobutton, tk.Radiobutton, variable=variable, value=value), node)

    def make_switch(self, node: Node, parent: Any) -> Any:
        """Tk has no switch; applications draw one as an image."""
        height = self.px(self.rng.choice((14, 18, 22)))
        width, on = height * 2 - self.px(3), node["checked"]
        big = Image.new("RGBA", (width * 4, height * 4), (0, 0, 0, 0))
        draw = ImageDraw.Draw(big)
        track = self.look.accent if on else ("#777777" if self.look.dark else "#bbbbbb")
        if node.get("disabled"):
            track = "#666666" if self.look.dark else "#dddddd"
        radius = height * 2 if self.rng.random() < 0.8 else height // 2
        draw.rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), radius, fill=track)
        left = (width - height) * 4 if on else 0
        draw.rounded_rectangle((left + 8, 8, left + height * 4 - 9, height * 4 - 9), radius, fill="#ffffff")
        frame = self.frame(parent)
        knob = tk.Label(frame, image=self.drawn(big.resize((width, height), Image.LANCZOS)), bg=self.look.background, bd=0, padx=0, pady=0, highlightthickness=0)
        knob.pack(side="left")
        if node["text"]:
            text = tk.Label(frame, text=node["text"], bg=self.look.background, fg=self.look.foreground, padx=self.px(4), **self.state_of(node))
            text.pack(side="left" if self.rng.random() < 0.7 else "right")
            if self.rng.random() < 0.4:
                knob.pack_configure(side="right")
        return self.mark("switch", frame, node, knob)

    def make_link(self, node: Node, parent: Any) -> Any:
        colour = "#8ab4f8" if self.look.dark else self.rng.choice(("#0645ad", "#1a73e8", "#0000ee"))
        made = tk.Label(parent, text=node["text"], fg=colour, bg=self.look.background, cursor="hand2", bd=0, padx=0, pady=0, highlightthickness=0)
        if self.rng.random() < 0.7:
            made.configure(font="LinkFont")
        return self.mark("link", made, node)

    def make_entry(self, node: Node, parent: Any) -> Any:
        shown = {"show": "•"} if node.get("password") else {}
        width = self.rng.randint(8, 26)
        if self.look.themed:
            made: Any = ttk.Entry(parent, width=width, **shown)
        else:
            made = tk.Entry(parent, width=width, bg=self.look.field, fg=self.look.foreground, disabledbackground=self.look.background, **shown)
        made.insert(0, node["text"])
        if node.get("disabled"):
            made.configure(state="disabled")
        return self.mark("entry", made, node)

    def make_combo(self, node: Node, parent: Any) -> Any:
        if self.look.themed:
            made: Any = ttk.Combobox(parent, values=node["options"], width=self.rng.randint(8, 20), state="normal" if node["editable"] else "readonly")
            made.current(node["index"])
            if node.get("disabled"):
                made.configure(state="disabled")
        else:
            variable = tk.StringVar(parent, node["options"][node["index"]])
            self.pictures.append(variable)
            made = tk.OptionMenu(parent, variable, *node["options"])
            made.configure(**self.colours(), **self.state_of(node))
        return self.mark("combo", made, node)

    def make_spin(self, node: Node, parent: Any) -> Any:
        if self.look.themed:
            made: Any = ttk.Spinbox(parent, from_=node["low"], to=node["high"], width=self.rng.randint(4, 9))
        else:
            made = tk.Spinbox(parent, from_=node["low"], to=node["high"], width=self.rng.randint(4, 9), bg=self.look.field, fg=self.look.foreground,
                              buttonbackground=self.look.background, disabledbackground=self.look.background)
            made.delete(0, "end")
        made.insert(0, str(node["value"]))
        if node.get("disabled"):
            made.configure(state="disabled")
        return self.mark("spin", made, node)

    def make_slider(self, node: Node, parent: Any) -> Any:
        upright = bool(node.get("vertical"))
        length = self.px(self.rng.randint(70, 220))
        if self.look.themed:
            made: Any = ttk.Scale(parent, orient="vertical" if upright else "horizontal", length=length, value=node["value"])
            if node.get("disabled"):
                made.state(["disabled"])
        else:
            made = tk.Scale(parent, orient="vertical" if upright else "horizontal", length=length, from_=0, to=100, bg=self.look.background,
                            fg=self.look.foreground, troughcolor=self.look.field, showvalue=self.rng.random() < 0.5, width=self.px(self.rng.randint(8, 15)),
                            sliderlength=self.px(self.rng.randint(14, 30)), highlightthickness=self.rng.choice((0, 1)))
            made.set(node["value"] * 100)
            if node.get("disabled"):
                made.configure(state="disabled")
        return self.mark("slider", made, node)

    # -- what is no mark --------------------------------------------------

    def make_label(self, node: Node, parent: Any) -> Any:
        font = {"heading": "HeadFont", "small": "SmallFont"}.get(node["style"], "TkDefaultFont")
        wrap = {"wraplength": self.px(320), "justify": "left"} if node["style"] in ("wrapped", "heading") else {}
        if self.look.themed:
            return ttk.Label(parent, text=node["text"], font=font, **wrap)
        return tk.Label(parent, text=node["text"], font=font, bg=self.look.background, fg=self.look.foreground, **wrap)

    def make_separator(self, node: Node, parent: Any) -> Any:
        return ttk.Separator(parent, orient="vertical" if node.get("vertical") else "horizontal")

    def make_space(self, _node: Node, parent: Any) -> Any:
        return self.frame(parent)

    def make_picture(self, node: Node, parent: Any) -> Any:
        return tk.Label(parent, image=self.image(node["icon"]), bg=self.look.background)

    def make_canvas(self, node: Node, parent: Any) -> Any:
        made = tk.Canvas(parent, width=self.px(node.get("w", 200)), height=self.px(140), highlightthickness=0, bg=self.look.field)
        seed = self.rng.randrange(1 << 30)

        def paint(event: Any) -> None:
            shown = Image.fromarray(picture(Random(seed), event.width, event.height, node["style"] if node["style"] != "photo" else None))
            made.create_image(0, 0, image=self.drawn(shown), anchor="nw")

        made.bind("<Configure>", paint)
        return made
