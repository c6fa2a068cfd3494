"""Installed themes, icon themes and fonts that may be shown in training."""

from __future__ import annotations

import configparser
import functools
import random
import re
import subprocess
from pathlib import Path

from heldout import allowed

FAMILIES = """Cantarell|DejaVu Sans|Roboto|Open Sans|Lato|Noto Sans|Liberation Sans|Inter|Ubuntu|Noto Serif|DejaVu Serif
Comfortaa|Fantasque Sans Mono|Hack|Vollkorn|EB Garamond|Roboto Condensed|Liberation Serif|Noto Sans Display|Ubuntu Title
Source Sans 3|Fira Sans|Quicksand|Nunito|Jost|Karla|Rubik|Oswald|Carlito|FreeSans|Lohit Devanagari""".replace("\n", "|").split("|")

UNFIT = ("hicolor", "locolor", "default", "suru")  # bases, and one whose action icons come out as black squares


@functools.cache
def gtk_themes(folder: str) -> list[str]:
    """Themes that have this sub-folder (`gtk-3.0`, `gtk-4.0`) with a style sheet."""
    found = [path.parent.parent.name for path in Path("/usr/share/themes").glob(f"*/{folder}/gtk.css")]
    return allowed("gtk", found)


@functools.cache
def icon_themes() -> list[str]:
    """Icon themes that have application or action icons (no cursor themes, no bases such as hicolor)."""
    found = []
    for index in Path("/usr/share/icons").glob("*/index.theme"):
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            parser.read(index, "utf-8")
            section = parser["Icon Theme"]
        except (configparser.Error, KeyError, UnicodeDecodeError):
            continue
        name = index.parent.name
        sections = section.get("Directories", "").count(",")
        if sections > 5 and section.get("Hidden", "false").lower() != "true" and name not in UNFIT:
            found.append(name)
    return allowed("icons", found)


@functools.cache
def fonts() -> list[str]:
    """Those of FAMILIES that are installed."""
    listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, timeout=20, check=True).stdout
    have = {family.strip() for line in listed.splitlines() for family in line.split(",")}
    return [family for family in FAMILIES if family in have]


def icons_for(rng: random.Random, dark: bool) -> str:
    """An icon theme whose pictures show on a dark or a light ground."""
    names = icon_themes()
    suited = [name for name in names if ("dark" in name.lower()) == dark] if dark else [name for name in names if "dark" not in name.lower()]
    return by_family(rng, suited or names) if not dark or rng.random() < 0.5 else by_family(rng, names)


def is_dark(theme: str) -> bool:
    """Whether a theme's name says that its windows are dark."""
    return any(word in theme.lower() for word in ("dark", "black", "inverse", "night", "blood"))


def by_family(rng: random.Random, names: list[str]) -> str:
    """One of `names`, where variants of one theme (Yaru, Yaru-dark, Yaru-blue...) together weigh little more than one."""
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(re.split(r"[-_ ]", name)[0].lower(), []).append(name)
    keys = list(families)
    return rng.choice(families[rng.choices(keys, [len(families[key]) ** 0.4 for key in keys])[0]])
