"""The Qt Quick Controls generator, for Qt 5 and Qt 6 (see ../harness.py)."""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from protocol import arguments, serve  # noqa: E402

OPTIONS = arguments()
RNG = random.Random(OPTIONS.seed)
SIX = RNG.random() < 0.6
DARK = RNG.random() < 0.45
STYLE = RNG.choice(["Basic" if SIX else "Default", "Fusion", "Fusion", "Material", "Material", "Universal"])
ACCENTS = ["Red", "Pink", "Purple", "Indigo", "Blue", "Cyan", "Teal", "Green", "Orange", "Brown"]
os.environ |= {"QT_SCALE_FACTOR": f"{OPTIONS.scale:g}", "QT_SCALE_FACTOR_ROUNDING_POLICY": "PassThrough", "QT_QUICK_CONTROLS_STYLE": STYLE,
               "QT_QUICK_CONTROLS_MATERIAL_THEME": "Dark" if DARK else "Light", "QT_QUICK_CONTROLS_UNIVERSAL_THEME": "Dark" if DARK else "Light",
               "QT_QUICK_CONTROLS_MATERIAL_ACCENT": RNG.choice(ACCENTS), "QT_QUICK_CONTROLS_MATERIAL_PRIMARY": RNG.choice(ACCENTS),
               "QT_QUICK_CONTROLS_MATERIAL_VARIANT": RNG.choice(["Normal", "Dense"]), "QT_QUICK_CONTROLS_UNIVERSAL_ACCENT": RNG.choice(["Cobalt", "Red", "Emerald", "Violet", "Orange"]),
               "QSG_RENDER_LOOP": "basic", "LP_NUM_THREADS": "1"}
if STYLE != "Material":
    # Much cheaper, but it leaves out what casts a shadow in the Material style.
    os.environ["QT_QUICK_BACKEND"] = "software"

BINDING = "PyQt6" if SIX else "PyQt5"
QtCore: Any = importlib.import_module(f"{BINDING}.QtCore")
QtGui: Any = importlib.import_module(f"{BINDING}.QtGui")
QtQml: Any = importlib.import_module(f"{BINDING}.QtQml")
QtQuick: Any = importlib.import_module(f"{BINDING}.QtQuick")

from looks import fonts, icons_for  # noqa: E402
from screens import LARGE, SMALL, Plan, how_many  # noqa: E402
from source import Source  # noqa: E402
from walk import Walk  # noqa: E402

QUIET_S = 0.08
# Palettes for the styles that follow the application's (Fusion, Basic).
FOLLOWS = STYLE in ("Fusion", "Basic", "Default")
PALETTES = [("#353535", "#191919", "#ffffff", "#2a82da"), ("#2e3440", "#3b4252", "#eceff4", "#88c0d0"), ("#31363b", "#232629", "#eff0f1", "#3daee9")]
PALETTE = dict(zip(("window", "base", "text", "highlight"), RNG.choice(PALETTES), strict=True)) if DARK and FOLLOWS else {}


def dress(app: Any) -> dict[str, str]:
    """Sets colours, icons and font; returns the names for the truth."""
    icons, family, size = icons_for(RNG, DARK), RNG.choice(fonts()), RNG.choice([9, 10, 10, 11, 12, 13])
    QtGui.QIcon.setThemeSearchPaths(["/usr/share/icons"])
    QtGui.QIcon.setThemeName(icons)
    QtGui.QIcon.setFallbackThemeName("Papirus-Dark" if DARK else "Papirus")  # few themes have every icon
    app.setFont(QtGui.QFont(family, size))
    return {"style": f"Quick {STYLE}{' dark' if DARK else ''} ({BINDING})", "icons": icons, "font": f"{family} {size}"}


def settle(rounds: int = 1) -> None:
    """Lets Qt lay out and paint."""
    for _ in range(rounds):
        until = time.monotonic() + QUIET_S
        while time.monotonic() < until:
            APP.processEvents()
            time.sleep(0.004)


class Desk:
    """The windows of the present frame."""

    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.kept: list[Any] = []

    def clear(self) -> None:
        for window in self.windows:
            window.close()
            window.deleteLater()
        self.windows.clear()
        settle()
        self.kept.clear()

    def put_up(self, rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
        self.clear()
        x, y, width, height = (int(value / OPTIONS.scale) for value in request["area"])
        whole = request.get("maximise", False)
        for index in range(1 if whole else how_many(rng, width, height)):
            window = self.window(rng, width, height, index > 0, whole, request.get("popup", False))
            if not whole:
                window.setPosition(x + (rng.randint(0, max(1, width * 3 // 5)) if index else 0), y + 24 + (rng.randint(0, max(1, height * 3 // 5)) if index else 0))
            window.setProperty("visible", True)
            if whole and not OPTIONS.phone:
                window.showMaximized()
            self.windows.append(window)
            settle()
        settle()
        if request.get("popup"):
            self.open(rng, self.windows[-1])
            settle(2)
        return self.again()

    def window(self, rng: random.Random, width: int, height: int, second: bool, whole: bool, popup: bool) -> Any:
        plan = Plan(rng)
        told = plan.window(["form", "preferences", "player", "chat", "wizard", "files", "calculator"] if OPTIONS.phone else SMALL if second else LARGE if whole else None)
        told["foot"] = plan.tabs()["pages"][:4]
        if popup and rng.random() < 0.35:
            told["context"] = plan.menu()
        elif rng.random() < 0.1:
            told["dialog"] = plan.form(2, 4)
        if (told["small"] or second) and not OPTIONS.phone:
            width, height = min(width, rng.randint(300, 680)), min(height, rng.randint(200, 600))
        text = Source(rng, SIX, PALETTE).window(told, max(200, width), max(140, height - (0 if OPTIONS.phone else 40)), OPTIONS.phone)
        component = QtQml.QQmlComponent(ENGINE)
        component.setData(text.encode(), QtCore.QUrl())
        made = component.create()
        if made is None:
            raise RuntimeError("\n".join(error.toString() for error in component.errors()))
        self.kept.append(component)
        return made

    def open(self, rng: random.Random, window: Any) -> None:
        """Opens one menu, dialog or drop-down of the window."""
        objects = window.findChildren(QtCore.QObject)
        menus = [one for one in objects if one.objectName() == "menu"]
        combos = [one for one in objects if one.inherits("QQuickComboBox") and one.isVisible() and one.isEnabled()]
        if menus and (not combos or rng.random() < 0.6):
            rng.choice(menus).setProperty("visible", True)
        elif combos:
            QtQml.QQmlProperty.write(rng.choice(combos), "popup.visible", True)

    def again(self) -> dict[str, Any]:
        settle()
        windows, popups = [], []
        for window in self.windows:
            corner = (window.position().x(), window.position().y())
            walk = Walk(window, corner, OPTIONS.scale, QtCore.QPointF, QtQml.QQmlProperty.read).run()
            xid = int(window.winId())
            windows.append({"xid": xid, "title": window.title(), "elements": walk.elements})
            for box, elements in walk.popups:
                popups.append({"xid": xid, "title": "", "box": walk.pixels(box), "elements": elements})
        return {"windows": windows, "popups": popups, "scale": OPTIONS.scale, "look": LOOK}


if __name__ == "__main__":
    APP = QtGui.QGuiApplication(["groundmark"])
    LOOK = dress(APP)
    ENGINE = QtQml.QQmlEngine()
    desk = Desk()
    serve(desk.put_up, desk.again)
