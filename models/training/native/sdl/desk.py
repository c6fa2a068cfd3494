"""Tool windows drawn on a canvas, as immediate-mode interfaces draw them: any scene of content/scenes.py."""
from __future__ import annotations

from random import Random
from typing import Any

import pygame

from layout import Metrics, arrange, natural
from scenes import window
from skin import Box, Skin, mix


class Desk:
    """Paints scenes with a skin; each control has its own small method."""

    def __init__(self, skin: Skin) -> None:
        self.skin, self.rng = skin, skin.rng
        line = skin.font(skin.size).get_linesize()
        self.metrics = Metrics(lambda text, style: skin.font(round(skin.size * (1.4 if style == "heading" else 1))).size(text.upper() if skin.upper else text)[0],
                               line, line + skin.px(self.rng.randint(2, 12)), line + skin.px(2), line + skin.px(8), skin.px(self.rng.randint(5, 12)), skin.scale)

    def show(self, box: Box, titled: bool = True) -> None:
        """One window inside `box`, no larger than its content asks for."""
        skin = self.skin
        scene = window(skin.content, box[2] * box[3] / skin.scale**2 / 700_000)
        root = scene["c"][0]
        asked = natural(root, self.metrics)
        width, height = min(box[2], max(asked[0] + skin.px(20), box[2] * 4 // 5)), min(box[3], max(asked[1] + skin.px(50), box[3] * 3 // 5))
        x, y = box[0] + self.rng.randint(0, box[2] - width), box[1] + self.rng.randint(0, box[3] - height)
        skin.plate((x, y, width, height), skin.panel, max(skin.alpha, 215), shape="square" if skin.shape in ("cut", "pill", "outline") else None)
        top = y
        if titled:
            high = self.metrics.row
            skin.plate((x, y, width, high), mix(skin.panel, skin.accent, 0.5), 255, shape="plain")
            skin.text(scene["title"], x + skin.px(10), y + high // 2, skin.ink(mix(skin.panel, skin.accent, 0.5)), None, "l", width - 3 * high)
            if self.rng.random() < 0.7:
                skin.button((x + width - high, y + 1, high - 2, high - 2), "×", disabled=False, bare=True)
            top += high
        if scene["menubar"]:
            left = x + skin.px(4)
            for entry in scene["menubar"]:
                wide = round(self.metrics.measure(entry["text"], "plain")) + skin.px(14)
                if left + wide > x + width:
                    break
                skin.text(entry["text"], left + wide // 2, top + self.metrics.line // 2 + 2, skin.ink(skin.panel), None, "c")
                skin.mark("menuitem", (left, top, wide, self.metrics.line + 4), {"disabled": False}, entry["text"])
                left += wide
            top += self.metrics.line + 6
        inner = (x + skin.px(4), top + skin.px(2), width - skin.px(8), y + height - top - skin.px(6))
        clip = skin.surface.get_clip()
        skin.surface.set_clip(pygame.Rect(x, y, width, height))
        for placed in arrange(root, inner, self.metrics):
            getattr(self, "paint_" + placed.node["k"])(placed.node, placed.box)
        skin.surface.set_clip(clip)

    # -- containers and plain things -------------------------------------

    def paint_group(self, node: Any, box: Box) -> None:
        x, y, w, h = box
        skin, half = self.skin, self.metrics.line // 2
        pygame.draw.rect(skin.surface, mix(skin.panel, skin.ink(skin.panel), 0.3), (x, y + half, w, h - half), 1)
        wide = round(self.metrics.measure(node["text"], "plain"))
        pygame.draw.rect(skin.surface, skin.panel, (x + skin.px(8), y, wide + skin.px(8), self.metrics.line))
        skin.text(node["text"], x + skin.px(12), y + half, skin.ink(skin.panel), None, "l", w)

    def paint_notebook(self, node: Any, box: Box) -> None:
        x, y, w, h = box
        skin, left = self.skin, x
        for index, text in enumerate(node["tabs"]):
            wide = round(self.metrics.measure(text, "plain")) + skin.px(18)
            if left + wide > x + w:
                break
            chosen = index == node["selected"]
            face = skin.accent if chosen and skin.shape in ("pill", "plain") else mix(skin.panel, skin.face, 1 if chosen else 0.4)
            skin.plate((left, y, wide, self.metrics.tab), face, 255, shape="round" if skin.shape == "pill" else "square")
            skin.text(text, left + wide // 2, y + self.metrics.tab // 2, skin.ink(face, not chosen and self.rng.random() < 0.5), None, "c", wide - 4)
            skin.mark("tab", (left, y, wide, self.metrics.tab), {"selected": chosen, "disabled": False}, text)
            left += wide + self.rng.choice((0, 1))
        pygame.draw.rect(skin.surface, mix(skin.panel, skin.ink(skin.panel), 0.3), (x, y + self.metrics.tab, w, h - self.metrics.tab), 1)

    def paint_label(self, node: Any, box: Box) -> None:
        self.skin.text(node["text"], box[0], box[1] + box[3] // 2, self.skin.ink(self.skin.panel, node["style"] == "small"), None, "l", box[2] + 4)

    def paint_statusbar(self, node: Any, box: Box) -> None:
        self.skin.text(node["text"], box[0] + 4, box[1] + box[3] // 2, self.skin.ink(self.skin.panel, True), None, "l", box[2] - 8)

    def paint_space(self, node: Any, box: Box) -> None:
        """Room."""

    def paint_separator(self, node: Any, box: Box) -> None:
        x, y, w, h = box
        line = (x + w // 2, y, 1, h) if node.get("vertical") else (x, y + h // 2, w, 1)
        pygame.draw.rect(self.skin.surface, mix(self.skin.panel, self.skin.ink(self.skin.panel), 0.3), line)

    def paint_picture(self, node: Any, box: Box) -> None:
        self.skin.image(box)

    def paint_canvas(self, node: Any, box: Box) -> None:
        self.skin.image(box, None if node["style"] == "photo" else node["style"])

    # -- controls --------------------------------------------------------

    def paint_button(self, node: Any, box: Box) -> None:
        states = {"checked": bool(node.get("checked"))} if node.get("toggle") else None
        self.skin.button(box, node["text"], bool(node.get("icon")), bool(node.get("disabled")), states=states,
                         bare=bool(node.get("flat")) and not node.get("checked") and self.skin.radius % 2 == 0)

    def paint_check(self, node: Any, box: Box) -> None:
        self.skin.check(box[0], box[1] + box[3] // 2, node["text"], node["checked"], "checkbox" if node["k"] == "check" else "radio", box[2] + 4)

    paint_radio = paint_check

    def paint_switch(self, node: Any, box: Box) -> None:
        skin = self.skin
        skin.switch(box[0], box[1] + box[3] // 2, node["checked"], box[3] - skin.px(3))
        if node["text"]:
            element = skin.elements[-1]
            drawn = skin.text(node["text"], element["box"][2] + skin.px(6), box[1] + box[3] // 2, skin.ink(skin.panel), None, "l", box[0] + box[2] - element["box"][2])
            element["click"] = list(element["box"])
            element["box"] = [box[0], min(element["box"][1], drawn[1]), drawn[0] + drawn[2], max(element["box"][3], drawn[1] + drawn[3])]
            element["name"] = node["text"]

    def paint_slider(self, node: Any, box: Box) -> None:
        x, y, w, h = box
        high = min(h, self.skin.px(18))
        self.skin.slider(box if node.get("vertical") else (x, y + (h - high) // 2, w, high), node["value"], bool(node.get("vertical")))

    def paint_entry(self, node: Any, box: Box) -> None:
        self.skin.field(box, "•" * 8 if node.get("password") else node["text"])

    def paint_combo(self, node: Any, box: Box) -> None:
        self.skin.field(box, node["options"][node["index"]], "combobox")

    def paint_spin(self, node: Any, box: Box) -> None:
        self.skin.field(box, str(node["value"]), "spinbutton")

    def paint_link(self, node: Any, box: Box) -> None:
        skin = self.skin
        colour = (120, 170, 255) if skin.ink(skin.panel)[0] > 100 else (10, 80, 200)
        drawn = skin.text(node["text"], box[0], box[1] + box[3] // 2, colour, None, "l", box[2] + 4)
        pygame.draw.line(skin.surface, colour, (drawn[0], drawn[1] + drawn[3] - 2), (drawn[0] + drawn[2], drawn[1] + drawn[3] - 2))
        skin.mark("link", drawn, {}, node["text"])

    def sheet(self, box: Box) -> tuple[Any, Box]:
        """A sunken background for lists and texts: its colour and the room inside."""
        base = mix(self.skin.panel, (255, 255, 255) if self.skin.ink(self.skin.panel)[0] < 100 else (0, 0, 0), 0.45)
        self.skin.plate(box, base, 255, shape="square")
        return base, (box[0] + 2, box[1] + 2, box[2] - 4, box[3] - 4)

    def paint_text(self, node: Any, box: Box) -> None:
        base, (x, y, w, h) = self.sheet(box)
        for index, line in enumerate(node["text"].split("\n")):
            at = y + self.metrics.line // 2 + index * self.metrics.line
            if at + self.metrics.line // 2 > y + h:
                break
            self.skin.text(line, x + 4, at, self.skin.ink(base), None, "l", w - 8)
        self.skin.mark("textbox", box, {"disabled": False})

    def paint_rich(self, node: Any, box: Box) -> None:
        base, (x, y, w, h) = self.sheet(box)
        at = y + self.metrics.line // 2
        link = (120, 170, 255) if self.skin.ink(base)[0] > 100 else (10, 80, 200)
        for text, is_link in node["parts"]:
            if at + self.metrics.line // 2 > y + h:
                break
            drawn = self.skin.text(text.strip(), x + 4, at, link if is_link else self.skin.ink(base), None, "l", w - 8)
            if is_link and drawn[2] > 3:
                self.skin.mark("link", drawn, {}, text)
            at += self.metrics.line

    def lines(self, box: Box, rows: list[tuple[str, int, bool | None]], role: str, chosen: int, icons: bool) -> None:
        """Rows of a list or tree: (text, depth, open: None for a leaf)."""
        base, (x, y, w, h) = self.sheet(box)
        high = self.metrics.row if self.skin.radius % 3 else self.metrics.line + 2
        for index, (text, depth, opened) in enumerate(rows):
            top = y + index * high
            if top + high > y + h:
                break
            face = base
            if index == chosen:
                face = self.skin.accent
                pygame.draw.rect(self.skin.surface, face, (x, top, w, high))
            left = x + 4 + depth * self.skin.px(14)
            if role == "treeitem":
                if opened is not None:
                    c, middle = self.skin.px(4), top + high // 2
                    points = [(left, middle - c // 2), (left + 2 * c, middle - c // 2), (left + c, middle + c)] if opened else [(left, middle - c), (left + c + 2, middle), (left, middle + c)]
                    pygame.draw.polygon(self.skin.surface, self.skin.ink(face), points)
                left += self.skin.px(12)
            if icons:
                self.skin.icon(left + self.skin.px(8), top + high // 2, min(self.skin.px(16), high - 2), self.skin.ink(face))
                left += self.skin.px(20)
            self.skin.text(text, left, top + high // 2, self.skin.ink(face), None, "l", x + w - left - 4)
            states = {"selected": index == chosen}
            if role == "treeitem" and opened is not None:
                states["expanded"] = opened
            self.skin.mark(role, (x, top, w, high), states, text)

    def paint_list(self, node: Any, box: Box) -> None:
        self.lines(box, [(text, 0, None) for text in node["items"]], "listitem", node["selected"], bool(node["icons"]))

    def paint_tree(self, node: Any, box: Box) -> None:
        rows: list[tuple[str, int, bool | None]] = []

        def walk(branches: list[Any], depth: int) -> None:
            for text, opened, children in branches:
                rows.append((text, depth, opened if children else None))
                if opened:
                    walk(children, depth + 1)

        walk(node["nodes"], 0)
        self.lines(box, rows, "treeitem", node["selected"], bool(node["icons"]))

    def paint_table(self, node: Any, box: Box) -> None:
        base, (x, y, w, h) = self.sheet(box)
        skin, high, count = self.skin, self.metrics.line + self.skin.px(6), len(node["columns"])
        wide = w // count
        for index, title in enumerate(node["columns"]):
            cell = (x + index * wide, y, wide if index < count - 1 else w - index * wide, high)
            skin.plate(cell, skin.face, 255, shape="square" if skin.border else "plain")
            skin.text(title + (" ▾" if index == node["sort"] and "ejaVu" in skin.family else ""), cell[0] + 4, y + high // 2, skin.ink(skin.face), None, "l", cell[2] - 6)
            skin.mark("columnheader", cell, {}, title)
        for row, cells in enumerate(node["rows"]):
            top = y + high * (row + 1)
            if top + high > y + h:
                break
            face = skin.accent if row == node["selected"] else mix(base, skin.ink(base), 0.05) if row % 2 and skin.radius % 2 else base
            pygame.draw.rect(skin.surface, face, (x, top, w, high))
            for index, text in enumerate(cells):
                skin.text(text, x + index * wide + 4, top + high // 2, skin.ink(face), None, "l", wide - 8)
            skin.mark("row", (x, top, w, high), {"selected": row == node["selected"]}, cells[0])

    def paint_icons(self, node: Any, box: Box) -> None:
        base, (x, y, w, h) = self.sheet(box)
        skin, side = self.skin, self.skin.px(node["size"])
        cell, high = side + skin.px(44), side + skin.px(16) + self.metrics.line
        columns = max(1, w // cell)
        for index, (text, icon) in enumerate(node["items"]):
            left, top = x + index % columns * cell, y + index // columns * high
            if top + high > y + h:
                break
            chosen = index == node["selected"]
            face = skin.accent if chosen else base
            skin.icon(left + cell // 2, top + skin.px(4) + side // 2, side, skin.ink(base), path=icon[1] if icon else None)
            at = top + side + skin.px(8) + self.metrics.line // 2
            width = min(cell - 6, round(self.metrics.measure(text, "plain")) + 4)
            if chosen:
                pygame.draw.rect(skin.surface, face, (left + (cell - width) // 2, at - self.metrics.line // 2, width, self.metrics.line))
            skin.text(text, left + cell // 2, at, skin.ink(face), None, "c", cell - 8)
            half = max(width, side) // 2
            skin.mark("listitem", (left + cell // 2 - half, top + skin.px(4), 2 * half, at + self.metrics.line // 2 - top - skin.px(4)), {"selected": chosen}, text)

    def paint_swatches(self, node: Any, box: Box) -> None:
        side, gap = self.skin.px(node["size"]), 2
        for index, colour in enumerate(node["colours"]):
            x, y = box[0] + index % node["cols"] * (side + gap), box[1] + index // node["cols"] * (side + gap)
            if x + side > box[0] + box[2] + gap or y + side > box[1] + box[3] + gap:
                continue
            pygame.draw.rect(self.skin.surface, pygame.Color(colour), (x, y, side, side))
            self.skin.mark("button", (x, y, side, side), {"disabled": False}, colour)


def desk(skin: Skin, rng: Random) -> None:
    """Several tool windows over a picture, or one that fills the surface."""
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("flat", "gradient", "photo", "map", "noise", "tiles")))
    if rng.random() < 0.4 or width < 900:
        Desk(skin).show((0, 0, width, height), False)
        return
    columns = rng.choice((1, 2, 2))
    for column in range(columns):
        room = width // columns
        Desk(skin).show((column * room + 8, skin.px(10), room - 16, height - skin.px(20)))
