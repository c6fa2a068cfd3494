"""Drives a generator that is written in another language: sends placed scenes as lines, reads elements as lines.

To the program, fields separated by tabs (line breaks in texts as U+2028):

    look   key=value ...                      colours, font and theme of the frame
    win    x y w h title                      a window, client size; what follows is in it
    menu   depth flags text shortcut          an entry of the menu bar (depth 0) or of its menus
    item   kind x y w h flags text icon extra a control, pixels of the window's client area below the menu bar
    open   kind index x y                     a pop-up: menu (index of the entry), context (at x y), combo (index of the item)
    show                                      answer when everything is painted
    again                                     answer once more

Flags are letters: d disabled, x checked or chosen, t toggle, f flat, v vertical, p password, e editable, h heading,
s small, o open, m submenu, c check entry, r radio entry, - separator. `extra` holds lists: items apart by U+001F, their parts by U+001E.

From the program:

    win    index xid [x y]                    in the order of the windows; x y of the client area are in the elements already
                                              and told where the toolkit may be wrong about them
    pop    xid                                a pop-up; what follows is in it
    el     role l t r b states name [click l t r b] [whole l t r b]    screen pixels; states as checked=1,disabled=0
    done
"""
from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random
from functools import lru_cache
from typing import Any

from content import Content
from layout import Metrics, Placed, arrange, natural
from PIL import ImageFont
from scenes import Node, window

LATIN = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Lato", "Cantarell", "Open Sans", "Roboto", "Nimbus Sans", "FreeSans")
WIDE = ("DejaVu Sans", "Noto Sans", "Liberation Sans", "FreeSans")
CJK = ("Noto Sans CJK JP", "Noto Sans CJK SC")
ITEM, PART = "\x1f", "\x1e"


def family_for(rng: Random, language: str) -> str:
    return rng.choice(CJK if language in ("ja", "zh") else WIDE if language in ("ru", "el") else LATIN)


@lru_cache(maxsize=None)
def font_file(family: str) -> str:
    return subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True, timeout=20).stdout


@lru_cache(maxsize=64)
def font(family: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(family), size)


def metrics(rng: Random, family: str, size: int, scale: float) -> Metrics:
    """Sizes of controls for a font of `size` pixels; how generous they are is chosen at random."""
    face, big = font(family, size), font(family, round(size * 1.3))
    line = round(size * 1.35)
    air = rng.choice((4, 6, 8, 10, 14))
    return Metrics(lambda text, style: (big if style == "heading" else face).getlength(text) * 1.04, line, line + round(air * scale), line + round(rng.choice((2, 4, 6)) * scale),
                   line + round(rng.choice((6, 8, 12)) * scale), round(rng.choice((6, 8, 12)) * scale), scale)


def clean(text: str) -> str:
    return text.replace("\t", " ").replace("\n", "\u2028")


def flags(node: Node, *more: str) -> str:
    pairs = (("disabled", "d"), ("checked", "x"), ("toggle", "t"), ("flat", "f"), ("vertical", "v"), ("password", "p"), ("editable", "e"))
    made = "".join(letter for key, letter in pairs if node.get(key)) + "".join(more)
    return made + {"heading": "h", "small": "s"}.get(node.get("style", ""), "") or "."


def extra(node: Node) -> str:
    """The list that belongs to a control, as text."""
    kind = node["k"]
    icons = node.get("icons") or []

    def icon(index: int) -> str:
        return icons[index % len(icons)][1] if icons and icons[index % len(icons)] else ""

    if kind == "combo":
        return ITEM.join([str(node["index"]), *node["options"]])
    if kind == "notebook":
        return ITEM.join([str(node["selected"]), *node["tabs"]])
    if kind == "list":
        return ITEM.join([str(node["selected"]), *(f"{text}{PART}{icon(index)}" for index, text in enumerate(node["items"]))])
    if kind == "icons":
        return ITEM.join([str(node["selected"]), str(node["size"]), *(f"{text}{PART}{found[1] if found else ''}" for text, found in node["items"])])
    if kind == "table":
        return ITEM.join([str(node["selected"]), str(node["sort"]), PART.join(node["columns"]), *(PART.join([icon(index), *row]) for index, row in enumerate(node["rows"]))])
    if kind == "tree":
        rows: list[str] = []

        def walk(branches: list[Any], depth: int) -> None:
            for text, opened, children in branches:
                rows.append(PART.join([str(depth), "1" if opened and children else "0", text, icon(len(rows))]))
                walk(children, depth + 1)

        walk(node["nodes"], 0)
        return ITEM.join([str(node["selected"]), *rows])
    if kind == "swatches":
        return ITEM.join([str(node["cols"]), str(node["size"]), *node["colours"]])
    if kind == "rich":
        return ITEM.join(f"{text}{PART}{'1' if link else '0'}" for text, link in node["parts"])
    if kind in ("slider", "progress", "spin"):
        return str(node["value"])
    if kind == "radio":
        return str(node["group"])
    return ""


def built(folder: Path, name: str) -> Path:
    """The program build/`name` of a generator, which its build.sh makes of show.cpp; anew when the source is newer."""
    target = folder / "build" / name
    if not target.exists() or target.stat().st_mtime < (folder / "show.cpp").stat().st_mtime:
        target.parent.mkdir(exist_ok=True)
        # Several sessions may want it at once.
        fresh = target.with_name(f"{target.stem}.{os.getpid()}{target.suffix}")
        subprocess.run(["sh", str(folder / "build.sh"), str(fresh)], check=True, timeout=600)
        fresh.replace(target)
    return target


class Remote:
    """A child program, restarted by nobody: when it ends, so does this generator."""

    def __init__(self, command: list[str], scale: float, environment: dict[str, str] | None = None) -> None:
        self.scale = scale
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf8", env=os.environ | (environment or {}))
        self.titles: list[str] = []
        self.look: dict[str, str] = {}

    def send(self, *fields: Any) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write("\t".join(clean(str(field)) for field in fields) + "\n")

    def menu(self, items: list[Node], depth: int) -> None:
        for item in items:
            letters = {"separator": "-", "checkitem": "c", "radioitem": "r", "submenu": "m"}.get(item["k"], "")
            self.send("menu", depth, flags(item, letters), item.get("text", ""), item.get("shortcut", ""))
            if item["k"] == "submenu":
                self.menu(item["items"], depth + 1)

    def window(self, scene: Node, placed: list[Placed], box: tuple[int, int, int, int]) -> None:
        self.titles.append(scene["title"])
        self.send("win", *box, scene["title"])
        for entry in scene["menubar"] or ():
            self.send("menu", 0, "m", entry["text"], "")
            self.menu(entry["items"], 1)
        for each in placed:
            node = each.node
            icon = node.get("icon")
            self.send("item", node["k"], *each.box, flags(node), node.get("text", ""), icon[1] if icon else "", extra(node))

    def frame(self, rng: Random, request: Node, content: Content, look: dict[str, str], sizes: Metrics, bar: int) -> Node:
        """Lays out one to three windows, shows them, answers the reply. `bar` is the height of a menu bar in pixels."""
        left, top, width, height = request["area"]
        self.titles, self.look = [], {"style": look.get("style", ""), "icons": content.icon_theme}
        self.send("look", *(f"{key}={value}" for key, value in look.items()))
        count = 1 if request.get("maximise") else rng.choice((1, 1, 1, 2, 2, 3))
        placed: list[Placed] = []
        scene: Node = {}
        for _ in range(count):
            scene = window(content, width * height / self.scale**2 / 700_000)
            root, share = scene["c"][0], 1.0 if request.get("maximise") else min(1.0, scene["share"] * (1.4 if count == 1 else 1.1))
            asked = natural(root, sizes)
            menus = bar if scene["menubar"] else 0
            wide = min(width - 8, max(round(width * share), asked[0] if rng.random() < 0.9 else 0))
            high = min(height - 34, max(round(height * share), asked[1] + menus if rng.random() < 0.9 else 0))
            x, y = left + rng.randint(0, max(0, width - wide - 8)), top + rng.randint(0, max(0, height - high - 34))
            placed = arrange(root, (0, 0, wide, high - menus), sizes)
            self.window(scene, placed, (x, y, wide, high))
        wish = scene["popup"]
        if wish and request.get("popup", True):
            if wish["type"] == "menu":
                self.send("open", "menu", wish["index"], 0, 0)
            elif wish["type"] == "context":
                self.menu(wish["items"], 9)
                self.send("open", "context", 0, round(wish["at"][0] * wide), round(wish["at"][1] * high))
            elif wish["type"] == "combo":
                combos = [index for index, each in enumerate(placed) if each.node["k"] == "combo" and not each.node.get("disabled")]
                if combos:
                    self.send("open", "combo", rng.choice(combos), 0, 0)
        return self.ask("show")

    def ask(self, what: str) -> Node:
        """Sends `show` or `again` and reads the answer. Raises RuntimeError when the program has ended."""
        assert self.child.stdin is not None and self.child.stdout is not None
        self.send(what)
        self.child.stdin.flush()
        windows: list[Node] = []
        popups: list[Node] = []
        elements: list[Node] = []
        for line in self.child.stdout:
            fields = line.rstrip("\n").split("\t")
            if fields[0] == "done":
                return {"windows": windows, "popups": popups, "scale": self.scale, "look": self.look}
            if fields[0] == "win":
                index, xid = int(fields[1]), int(fields[2])
                elements = []
                windows.append({"xid": xid or None, "title": self.titles[index], "elements": elements, "ignore": []})
                if len(fields) > 4:
                    windows[-1]["origin"] = [int(fields[3]), int(fields[4])]
            elif fields[0] == "pop":
                elements = []
                popups.append({"xid": int(fields[1]), "elements": elements})
            elif fields[0] == "el":
                element = self.element(fields)
                if element:
                    elements.append(element)
        raise RuntimeError("the program has ended")

    @staticmethod
    def element(fields: list[str]) -> Node | None:
        role, box, states, name = fields[1], [int(value) for value in fields[2:6]], fields[6], fields[7]
        if box[2] - box[0] < 4 or box[3] - box[1] < 4:
            return None
        made: Node = {"role": role, "box": box, "states": {pair.split("=")[0]: pair.endswith("1") for pair in states.split(",") if pair}}
        if name:
            made["name"] = name.replace("\u2028", " ")
        if len(fields) > 11 and fields[8]:
            made["click"] = [int(value) for value in fields[8:12]]
        if len(fields) > 15:
            whole = [int(value) for value in fields[12:16]]
            if whole != box:
                area = (box[2] - box[0]) * (box[3] - box[1])
                if area < 0.35 * (whole[2] - whole[0]) * (whole[3] - whole[1]):
                    return None
                made["whole"] = whole
        return made
