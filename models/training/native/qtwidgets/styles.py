"""Qt styles, Kvantum themes, palettes, icon themes and fonts that may be shown in training."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

from heldout import allowed
from looks import by_family, fonts, icons_for, is_dark

# What Debian's packages bring; a style that is not installed falls back to Fusion. gtk2 draws with another toolkit.
STYLES = {"PyQt5": ["Fusion", "Fusion", "Breeze", "Breeze", "Windows", "cleanlooks", "plastique", "motif", "cde", "QtCurve", "Adwaita", "Adwaita-Dark", "kvantum", "kvantum", "kvantum", "kvantum"],
          "PyQt6": ["Fusion", "Fusion", "Windows", "Adwaita", "Adwaita-Dark", "Adwaita-HighContrast"]}
OWN_COLOURS = ("Adwaita", "Adwaita-Dark", "Adwaita-HighContrast", "kvantum")
PALETTES = [("#f0f0f0", "#ffffff", "#000000", "#3daee9"), ("#efebe7", "#ffffff", "#101010", "#5294e2"), ("#31363b", "#232629", "#eff0f1", "#3daee9"), ("#353535", "#191919", "#ffffff", "#2a82da"),
            ("#2d2d30", "#1e1e1e", "#dcdcdc", "#007acc"), ("#d4d0c8", "#ffffff", "#000000", "#0a246a"), ("#000000", "#000000", "#ffffff", "#1aebff"), ("#fdf6e3", "#eee8d5", "#586e75", "#268bd2"),
            ("#ffffff", "#f7f7f7", "#202020", "#6200ee"), ("#3b4252", "#2e3440", "#eceff4", "#88c0d0")]


def kvantum_themes() -> list[str]:
    return allowed("qt", (path.name for path in Path("/usr/share/Kvantum").glob("*") if list(path.glob("*.kvconfig"))))


def prepare(rng: random.Random, binding: str) -> dict[str, str]:
    """Draws the style and writes its configuration; call before the application exists."""
    style = rng.choice(STYLES[binding or "PyQt6"])
    told = {"style": style}
    if style == "kvantum":
        told["qt"] = by_family(rng, kvantum_themes())
        folder = Path(os.environ.get("HOME", "/")) / ".config" / "Kvantum"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "kvantum.kvconfig").write_text(f"[General]\ntheme={told['qt']}\n", "utf-8")
    else:
        told["qt"] = style
    return told


def palette(rng: random.Random, gui: Any) -> tuple[Any, bool]:
    """A palette and whether it is dark."""
    window, base, text, accent = rng.choice(PALETTES)
    if rng.random() < 0.3:
        accent = f"#{rng.randrange(1 << 24):06x}"
    ground, colour = gui.QColor(window), gui.QColor
    made = gui.QPalette(ground)
    role = gui.QPalette.ColorRole
    for key, value in ((role.Window, window), (role.Base, base), (role.Text, text), (role.WindowText, text), (role.ButtonText, text), (role.Highlight, accent), (role.Link, accent)):
        made.setColor(key, colour(value))
    made.setColor(role.Button, ground.lighter(115) if ground.lightness() < 128 else ground)
    made.setColor(role.AlternateBase, colour(base).lighter(115) if ground.lightness() < 128 else colour(base).darker(104))
    made.setColor(role.HighlightedText, colour("#ffffff" if colour(accent).lightness() < 150 else "#000000"))
    made.setColor(role.PlaceholderText, colour("#888888"))
    for key in (role.Text, role.WindowText, role.ButtonText):
        made.setColor(gui.QPalette.ColorGroup.Disabled, key, colour("#7f7f7f"))
    return made, ground.lightness() < 128


def dress(app: Any, rng: random.Random, told: dict[str, str]) -> dict[str, str]:
    """Sets colours, icons and font; returns the names for the truth."""
    from qt import QtCore, QtGui

    dark = is_dark(told["qt"])
    if told["style"] not in OWN_COLOURS and rng.random() < 0.75:
        made, dark = palette(rng, QtGui)
        app.setPalette(made)
    icons, family, size = icons_for(rng, dark), rng.choice(fonts()), rng.choice([8, 9, 9, 10, 10, 11, 12, 13])
    QtGui.QIcon.setThemeSearchPaths(["/usr/share/icons"])
    QtGui.QIcon.setThemeName(icons)
    QtGui.QIcon.setFallbackThemeName("Papirus-Dark" if dark else "Papirus")  # few themes have every icon
    app.setFont(QtGui.QFont(family, size))
    app.setCursorFlashTime(0)
    app.setAttribute(QtCore.Qt.ApplicationAttribute.AA_DontShowIconsInMenus, rng.random() < 0.3)
    return told | {"icons": icons, "font": f"{family} {size}"}


