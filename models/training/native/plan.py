"""Random but plausible interfaces as plain trees, which each toolkit's generator builds with its own widgets.

A node is a dict with its kind in "t". Leaves: label(text, style: heading|dim|""), paragraph(text), button(text, icon,
style: suggested|destructive|flat|"", enabled), toggle(+on), split(text, icon: button with a menu half), menubutton(text,
icon, menu), check(text, on, enabled, mixed), radios(texts, at, enabled, across), switch(text, on, enabled), slider(value,
across, enabled, marks), spin(value, enabled), entry(text, hint, icon, clear, enabled), search(text), password(text),
text(text, mono), combo(options, at, editable, enabled), link(text), linked(before, text, after), progress(value),
picture(seed, w, h), chart(seed, w, h), icon(icon, size), keypad(rows: texts), swatches(colours, columns), calendar,
space. Composites: list(rows: [text, sub, icon, trailing node|None], at), icons(items: [text, icon], at, size),
tree(rows: [text, icon, depth, open], at, columns, cells, headers), table(headers, rows, at, checks, icons), segments(items: [text, icon], at),
toolbar(items, labels: none|beside|under, small), tabs(pages: [text, icon, child], at, side, closable),
expander(text, open, child), frame(text, child), scroll(child), form(rows: [text, node]), split2(across, share, a, b),
v(children), h(children), sidebar(list, child), infobar(text, button). Menus are lists of entries: {"text", "icon", "kind":
item|check|radio|sep|sub, "on", "enabled", "accel"}. `Plan.window()` gives {"title", "kind", "menubar", "header", "body",
"status", "w", "h" (logical pixels, 0: natural)}.
"""

from __future__ import annotations

import random
from typing import Any

from words import Words

Node = dict[str, Any]


class Leaves:
    """The controls without children. `dense` asks for short texts."""

    def __init__(self, rng: random.Random, words: Words | None = None) -> None:
        self.rng = rng
        self.words = words or Words(rng)

    def often(self, share: float) -> bool:
        return self.rng.random() < share

    def enabled(self) -> bool:
        return not self.often(0.12)

    def label(self, style: str = "") -> Node:
        return {"t": "label", "text": self.words.noun() if style == "heading" else self.words.sentence(1, 5), "style": style}

    def paragraph(self) -> Node:
        return {"t": "paragraph", "text": self.words.paragraph(self.rng.randint(1, 3))}

    def button(self, icon: float = 0.35) -> Node:
        kind = self.rng.random()
        named = {"t": "button", "text": self.words.action(), "icon": self.words.icon() if self.often(icon) else "",
                 "style": self.rng.choice(["", "", "", "", "suggested", "destructive", "flat"]), "enabled": self.enabled()}
        if kind < icon * 0.6:
            named |= {"text": "", "icon": self.words.icon()}
        return named

    def tool(self) -> Node:
        kind = self.rng.choices(["button", "toggle", "split", "menubutton"], [8, 3, 0.6, 0.8])[0]
        node = {"t": kind, "text": self.words.action(), "icon": self.words.icon(), "style": "flat", "enabled": self.enabled()}
        return node | ({"on": self.often(0.35)} if kind == "toggle" else {"menu": self.menu()} if kind == "menubutton" else {})

    def check(self) -> Node:
        return {"t": "check", "text": self.words.phrase(), "on": self.often(0.5), "enabled": self.enabled(), "mixed": self.often(0.06)}

    def radios(self, most: int = 4) -> Node:
        texts = [self.words.phrase() if self.often(0.4) else self.words.noun() for _ in range(self.rng.randint(2, most))]
        return {"t": "radios", "texts": texts, "at": self.rng.randrange(len(texts)), "enabled": self.enabled(),
                "across": all(len(text) < 14 for text in texts) and self.often(0.6)}

    def switch(self) -> Node:
        return {"t": "switch", "text": self.words.phrase(), "on": self.often(0.5), "enabled": self.enabled()}

    def slider(self, across: bool = True) -> Node:
        return {"t": "slider", "value": self.rng.random(), "across": across, "enabled": self.enabled(), "marks": self.often(0.2)}

    def spin(self) -> Node:
        return {"t": "spin", "value": self.rng.randint(0, 999), "enabled": self.enabled()}

    def entry(self) -> Node:
        filled = self.often(0.6)
        text = self.rng.choice([self.words.person, self.words.file, self.words.number, self.words.noun])() if filled else ""
        return {"t": "entry", "text": text, "hint": self.words.sentence(1, 3) if self.often(0.5) else "", "enabled": self.enabled(),
                "icon": self.words.icon() if self.often(0.15) else "", "clear": self.often(0.15)}

    def search(self) -> Node:
        return {"t": "search", "text": self.words.noun() if self.often(0.4) else "", "hint": self.words.action()}

    def password(self) -> Node:
        return {"t": "password", "text": "x" * self.rng.randint(0, 14)}

    def text(self, mono: bool | None = None) -> Node:
        mono = self.often(0.4) if mono is None else mono
        return {"t": "text", "text": self.words.code(self.rng.randint(5, 60)) if mono else self.words.paragraph(self.rng.randint(1, 9)), "mono": mono}

    def combo(self) -> Node:
        options = [self.words.noun() for _ in range(self.rng.randint(2, 9))]
        return {"t": "combo", "options": options, "at": self.rng.randrange(len(options)), "editable": self.often(0.2), "enabled": self.enabled()}

    def link(self) -> Node:
        return {"t": "link", "text": self.words.sentence(1, 3)}

    def linked(self) -> Node:
        return {"t": "linked", "before": self.words.sentence(1, 5), "text": self.words.sentence(1, 3), "after": self.words.sentence(1, 4)}

    def picture(self, width: int, height: int) -> Node:
        return {"t": self.rng.choice(["picture", "picture", "chart"]), "seed": self.rng.randrange(1 << 30), "w": width, "h": height}

    def keypad(self) -> Node:
        sets = [["789", "456", "123", "0.="], ["123", "456", "789", "*0#"], ["C()÷", "789×", "456−", "123+", "0.%="],
                ["qwertyuiop", "asdfghjkl", "zxcvbnm,"]]
        return {"t": "keypad", "rows": [list(row) for row in self.rng.choice(sets)]}

    def swatches(self) -> Node:
        count = self.rng.randint(6, 32)
        return {"t": "swatches", "colours": [f"#{self.rng.randrange(1 << 24):06x}" for _ in range(count)], "columns": self.rng.randint(4, 12)}

    def segments(self) -> Node:
        plain = self.often(0.5)
        items = [["" if plain else self.words.noun(), self.words.icon() if plain else ""] for _ in range(self.rng.randint(2, 5))]
        return {"t": "segments", "items": items, "at": self.rng.randrange(len(items))}

    def menu(self, depth: int = 0) -> list[Node]:
        entries: list[Node] = []
        icons = self.often(0.4)
        for _ in range(self.rng.randint(3, 13)):
            kind = self.rng.choices(["item", "check", "radio", "sep", "sub"], [10, 1.6, 0.8, 2, 1 if depth == 0 else 0])[0]
            if kind == "sep" and (not entries or entries[-1]["kind"] == "sep"):
                continue
            entries.append({"kind": kind, "text": self.words.action() if self.often(0.6) else self.words.phrase(),
                            "icon": self.words.icon() if icons and self.often(0.7) else "", "on": self.often(0.5), "enabled": self.enabled(),
                            "accel": self.rng.choice("ABCDEFGHIJKLNOPQRSTUVWXYZ") if self.often(0.3) else ""})
        if entries and entries[-1]["kind"] == "sep":
            entries.pop()
        return entries

    def list_rows(self, low: int, high: int) -> list[list[Any]]:
        icons, subs, trailing = self.often(0.6), self.often(0.4), self.rng.choice([None, None, None, "switch", "button", "check", "mixed"])
        rows = []
        for _ in range(self.rng.randint(low, high)):
            kind = self.rng.choice(["switch", "button", "check", None]) if trailing == "mixed" else trailing
            extra = None
            if kind == "button":
                extra = self.button(0.8) | {"style": "flat"}
            elif kind:
                extra = {"t": kind, "text": "", "on": self.often(0.5), "enabled": self.enabled(), "mixed": False}
            text = self.rng.choice([self.words.noun, self.words.person, self.words.file, self.words.phrase])()
            rows.append([text, self.words.sentence(2, 8) if subs else "", self.rng.choice([self.words.file_icon, self.words.app_icon, self.words.icon])() if icons else "", extra])
        return rows

    def list(self, low: int = 3, high: int = 14) -> Node:
        rows = self.list_rows(low, high)
        return {"t": "list", "rows": rows, "at": self.rng.randrange(len(rows)) if self.often(0.7) else -1}

    def icons(self) -> Node:
        source = self.rng.choice([self.words.file_icon, self.words.app_icon, self.words.file_icon])
        items = [[self.words.folder() if self.often(0.5) else self.words.file(), source()] for _ in range(self.rng.randint(4, 40))]
        return {"t": "icons", "items": items, "at": self.rng.randrange(len(items)) if self.often(0.6) else -1, "size": self.rng.choice([24, 32, 48, 48, 64])}

    def tree(self) -> Node:
        rows: list[list[Any]] = []
        depth = 0
        for _ in range(self.rng.randint(5, 28)):
            rows.append([self.words.folder() if self.often(0.5) else self.words.file(), self.words.file_icon() if self.often(0.8) else "", depth, self.often(0.7)])
            depth = max(0, min(4, depth + self.rng.choice([-2, -1, -1, 0, 0, 0, 1, 1])))
        columns = self.rng.choice([0, 0, 0, 1, 2])
        return {"t": "tree", "rows": rows, "at": self.rng.randrange(len(rows)) if self.often(0.7) else -1, "columns": columns,
                "cells": [[self.words.cell() for _ in range(columns)] for _ in rows], "headers": [self.words.noun() for _ in range(columns + 1)] if columns or self.often(0.2) else []}

    def table(self) -> Node:
        columns, count = self.rng.randint(2, 7), self.rng.randint(3, 40)
        makers = [self.rng.choice([self.words.number, self.words.date, self.words.noun, self.words.person, self.words.file]) for _ in range(columns)]
        rows = [[maker() for maker in makers] for _ in range(count)]
        return {"t": "table", "headers": [self.words.noun() for _ in range(columns)], "rows": rows, "at": self.rng.randrange(count) if self.often(0.7) else -1,
                "checks": [self.often(0.5) for _ in rows] if self.often(0.25) else [], "icons": [self.words.file_icon() for _ in rows] if self.often(0.5) else []}

    def toolbar(self, most: int = 18) -> Node:
        items: list[Node] = []
        for _ in range(self.rng.randint(3, most)):
            roll = self.rng.random()
            items.append({"t": "space"} if roll < 0.12 else self.combo() if roll < 0.16 else self.spin() if roll < 0.18 else self.tool())
        return {"t": "toolbar", "items": items, "labels": self.rng.choice(["none", "none", "none", "beside", "under"]), "small": self.often(0.5)}
