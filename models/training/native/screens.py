"""Whole windows: forms, settings, file managers, editors, mail, players, dialogs and dense panels (see plan.py)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from plan import Leaves, Node


WEIGHTS = {"preferences": 5, "files": 4, "editor": 3, "mail": 2, "player": 2, "inspector": 3, "message": 2, "wizard": 1.5,
           "calculator": 0.8, "mixer": 1, "sheet": 1.2, "dump": 3, "columns": 3, "chat": 1.5, "form": 2}
SMALL = ["message", "form", "preferences", "calculator", "dump", "wizard", "mixer"]  # kinds for further windows
LARGE = ["preferences", "files", "editor", "mail", "player", "inspector", "sheet", "dump", "columns", "chat"]  # for whole screens

ROOMY = 900_000  # square logical pixels from which a lone window looks lost


def how_many(rng: random.Random, width: int, height: int) -> int:
    """The number of windows for an area of the screen (logical pixels)."""
    return rng.choice([2, 2, 3, 3, 4] if width * height > ROOMY else [1, 1, 2, 2, 3])


class Plan(Leaves):
    """Draws windows. Rare controls come more often than in life."""

    def control(self) -> Node:
        """Any control that stands beside a caption."""
        makers: list[Callable[[], Node]] = [self.entry, self.combo, self.spin, self.slider, self.switch, self.check, self.radios,
                                            self.password, self.search, self.button, self.link, self.segments]
        return self.rng.choices(makers, [4, 4, 4, 4, 3, 3, 2, 1, 1, 2, 1.5, 1.5])[0]()

    def form(self, low: int = 3, high: int = 11) -> Node:
        rows = []
        for _ in range(self.rng.randint(low, high)):
            node = self.control()
            if node["t"] == "switch" and self.often(0.7):
                rows.append([node["text"], node | {"text": ""}])
            else:
                rows.append([self.words.noun() + self.rng.choice([":", "", ""]), node])
        return {"t": "form", "rows": rows}

    def choices(self, low: int = 3, high: int = 8) -> Node:
        makers = [self.check, self.check, self.switch, self.radios, self.link, self.linked, self.slider]
        return {"t": "v", "children": [self.rng.choice(makers)() for _ in range(self.rng.randint(low, high))]}

    def buttons(self, low: int = 1, high: int = 4) -> Node:
        return {"t": "h", "children": [{"t": "space"}, *[self.button(0.2) for _ in range(self.rng.randint(low, high))]]}

    def block(self) -> Node:
        """A part of a page, in a frame, expander or under a heading."""
        inner = self.rng.choice([self.form, self.form, self.choices, self.mixed, lambda: {"t": "v", "children": [self.paragraph(), self.buttons()]}])()
        roll = self.rng.random()
        if roll < 0.35:
            return {"t": "frame", "text": self.words.noun(), "child": inner}
        if roll < 0.5:
            return {"t": "expander", "text": self.words.noun(), "open": self.often(0.75), "child": inner}
        return {"t": "v", "children": [self.label("heading"), inner]}

    def mixed(self) -> Node:
        """Controls of every kind in rows, as no designer would put them."""
        makers = [self.button, self.check, self.switch, self.slider, self.spin, self.entry, self.combo, self.radios, self.link,
                  self.segments, self.search, self.menu_button, self.toggle, self.swatches]
        rows = []
        for _ in range(self.rng.randint(2, 6)):
            rows.append({"t": "h", "children": [self.rng.choice(makers)() for _ in range(self.rng.randint(1, 4))]})
        return {"t": "v", "children": rows}

    def menu_button(self) -> Node:
        return {"t": "menubutton", "text": self.words.noun(), "icon": self.words.icon() if self.often(0.4) else "", "menu": self.menu(), "style": "", "enabled": self.enabled()}

    def toggle(self) -> Node:
        return {"t": "toggle", "text": self.words.action(), "icon": "", "on": self.often(0.5), "style": "", "enabled": self.enabled()}

    def page(self) -> Node:
        return {"t": "v", "children": [self.block() for _ in range(self.rng.randint(1, 3))]}

    def tabs(self, page: Callable[[], Node] | None = None) -> Node:
        make = page or self.page
        closable, icons = self.often(0.3), self.often(0.25)
        count = self.rng.randint(2, 7)
        at = self.rng.randrange(count)
        pages = [[self.words.file() if closable else self.words.noun(), self.words.icon() if icons else "", make() if index == at else {"t": "space"}] for index in range(count)]
        return {"t": "tabs", "pages": pages, "at": at, "side": self.rng.choice(["top", "top", "top", "top", "bottom", "left"]), "closable": closable}

    def side(self, main: Node) -> Node:
        side = self.rng.choice([lambda: self.list(4, 14), lambda: self.list(4, 14), self.tree])()
        for row in side.get("rows", []):
            if side["t"] == "list":
                row[1], row[3] = "", None
        return {"t": "split2", "across": True, "share": self.rng.uniform(0.16, 0.34), "a": side, "b": main}

    def preferences(self) -> Node:
        body = self.rng.choice([self.tabs, self.page, lambda: self.side({"t": "scroll", "child": self.page()})])()
        return {"t": "v", "children": [body, self.buttons(2, 3)]} if self.often(0.7) else body

    def files(self) -> Node:
        main = self.rng.choice([self.icons, self.icons, self.table, self.tree, self.list])()
        body = self.side(main) if self.often(0.75) else main
        path = {"t": "h", "children": [{"t": "segments", "items": [[self.words.folder(), ""] for _ in range(self.rng.randint(2, 5))], "at": 1}, self.search()]}
        return {"t": "v", "children": [path, body]} if self.often(0.6) else body

    def editor(self) -> Node:
        text = self.text()
        main = self.tabs(lambda: text) if self.often(0.5) else text
        main = {"t": "split2", "across": False, "share": 0.7, "a": main, "b": self.rng.choice([self.table, self.text, self.tabs])()} if self.often(0.4) else main
        return self.side(main) if self.often(0.55) else main

    def mail(self) -> Node:
        right = {"t": "split2", "across": False, "share": 0.5, "a": self.table(), "b": {"t": "v", "children": [self.label("heading"), self.paragraph(), self.linked(), self.paragraph(), self.buttons()]}}
        return self.side(right)

    def player(self) -> Node:
        controls = {"t": "h", "children": [*[{"t": "button", "text": "", "icon": icon, "style": "flat", "enabled": True} for icon in ("media-skip-backward", "media-playback-start", "media-skip-forward")],
                                           self.slider(), self.label("dim"), {"t": "button", "text": "", "icon": "audio-volume-high", "style": "flat", "enabled": True}, self.slider()]}
        return {"t": "v", "children": [self.rng.choice([self.table, self.icons, lambda: self.picture(420, 260), lambda: self.side(self.table())])(), controls]}

    def inspector(self) -> Node:
        """A picture with tool boxes of small buttons and dense forms."""
        tools = {"t": "grid", "columns": self.rng.randint(1, 3), "items": [self.tool() | {"text": ""} for _ in range(self.rng.randint(6, 20))]}
        panel = {"t": "scroll", "child": {"t": "v", "children": [self.swatches(), self.form(3, 8), self.block()]}}
        canvas = {"t": "split2", "across": True, "share": 0.7, "a": self.rng.choice([lambda: self.picture(600, 400), self.text])(), "b": panel}
        return {"t": "split2", "across": True, "share": 0.1, "a": tools, "b": canvas}

    def message(self) -> Node:
        parts: list[Node] = [self.label("heading"), self.paragraph()]
        parts += [self.check()] if self.often(0.4) else []
        parts += [self.rng.choice([self.entry, self.password, self.linked, self.radios])()] if self.often(0.4) else []
        icon = {"t": "icon", "icon": self.rng.choice(["dialog-warning", "dialog-information", "dialog-error", "dialog-question"]), "size": 48}
        return {"t": "v", "children": [{"t": "h", "children": [icon, {"t": "v", "children": parts}]}, self.buttons(1, 3)]}

    def wizard(self) -> Node:
        return {"t": "v", "children": [self.label("heading"), self.paragraph(), self.rng.choice([self.form, self.choices, self.list])(), {"t": "progress", "value": self.rng.random()}, self.buttons(3, 4)]}

    def calculator(self) -> Node:
        return {"t": "v", "children": [self.entry(), self.keypad()]}

    def mixer(self) -> Node:
        strips = [{"t": "v", "children": [self.label("dim"), self.slider(across=False), self.toggle() | {"text": self.rng.choice("MSR")}, self.spin()]} for _ in range(self.rng.randint(3, 10))]
        return {"t": "v", "children": [{"t": "h", "children": strips}, self.buttons()]}

    def sheet(self) -> Node:
        return {"t": "v", "children": [{"t": "h", "children": [self.combo(), self.entry()]}, self.table() | {"checks": [], "icons": [], "sheet": True}]}

    def dump(self) -> Node:
        return {"t": "scroll", "child": {"t": "v", "children": [self.mixed(), self.form(), self.tabs(), self.mixed(), {"t": "calendar"} if self.often(0.3) else self.choices()]}}

    def columns(self) -> Node:
        return {"t": "h", "children": [self.page() for _ in range(self.rng.randint(2, 3))]}

    def chat(self) -> Node:
        talk = {"t": "scroll", "child": {"t": "v", "children": [self.rng.choice([self.paragraph, self.linked, self.label])() for _ in range(self.rng.randint(3, 9))]}}
        return self.side({"t": "v", "children": [talk, {"t": "h", "children": [self.entry(), self.button(0.6)]}]})

    def window(self, kinds: list[str] | None = None) -> dict[str, Any]:
        names = kinds or list(WEIGHTS)
        kind = self.rng.choices(names, [WEIGHTS[name] for name in names])[0]
        body = getattr(self, kind)()
        small = kind in ("message", "calculator", "mixer", "wizard", "form")
        tools = 0.1 if small else 0.6
        if self.often(tools):
            bars = [self.toolbar() for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
            body = {"t": "v", "children": [*bars, body]}
        if self.often(0.12):
            body = {"t": "v", "children": [{"t": "infobar", "text": self.words.sentence(3, 8), "button": self.words.action()}, body]}
        menubar = [[name, self.menu()] for name in self.words.menus(self.rng.randint(3, 10))] if self.often(0.08 if small else 0.55) else []
        header = [self.tool() for _ in range(self.rng.randint(0, 5))] if not menubar and self.often(0.5) else []
        return {"title": self.words.file() if kind == "editor" else f"{self.words.noun()} {self.words.action()}", "kind": kind, "menubar": menubar,
                "header": header, "body": body, "status": self.words.sentence(1, 6) if self.often(0.1 if small else 0.4) else "", "small": small}
