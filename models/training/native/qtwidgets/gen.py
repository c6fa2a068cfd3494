"""The Qt Widgets generator, for Qt 5 and Qt 6 (see ../harness.py)."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from protocol import arguments, serve  # noqa: E402

OPTIONS = arguments()
os.environ["QT_SCALE_FACTOR"] = f"{OPTIONS.scale:g}"
os.environ["QT_SCALE_FACTOR_ROUNDING_POLICY"] = "PassThrough"
os.environ["QT_LOGGING_RULES"] = "*=false"

from styles import dress, prepare  # noqa: E402

STYLE = prepare(random.Random(OPTIONS.seed), OPTIONS.binding)

import dialogs  # noqa: E402
from composites import Composer  # noqa: E402
from qt import QtCore, QtGui, QtWidgets  # noqa: E402, F401
from screens import LARGE, SMALL, Plan, how_many  # noqa: E402
from walk import Walk  # noqa: E402

QUIET_S = 0.05


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
        self.menu: Any = None

    def clear(self) -> None:
        for widget in APP.topLevelWidgets():
            if isinstance(widget, QtWidgets.QMenu) or widget.windowType() == QtCore.Qt.WindowType.Popup:
                widget.close()
        self.menu = None
        for window in self.windows:
            window.close()
            window.deleteLater()
        self.windows.clear()
        APP.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete.value if hasattr(QtCore.QEvent.Type.DeferredDelete, "value") else QtCore.QEvent.Type.DeferredDelete)

    def put_up(self, rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
        self.clear()
        x, y, width, height = (int(value / OPTIONS.scale) for value in request["area"])
        whole = request.get("maximise", False)
        composer = None
        for index in range(1 if whole else how_many(rng, width, height)):
            if rng.random() < 0.1 and not whole:
                window = dialogs.stock(rng)
            else:
                window, composer = self.window(rng, width, height, index > 0, whole)
            window.move(x + (rng.randint(0, max(1, width * 3 // 5)) if index else 0), y + 24 + (rng.randint(0, max(1, height * 3 // 5)) if index else 0))
            window.showMaximized() if whole else window.show()
            self.windows.append(window)
            settle()
        settle(2)
        if request.get("popup") and composer is not None:
            self.open(rng, self.windows[-1], composer)
            settle(2)
        return self.again()

    def window(self, rng: random.Random, width: int, height: int, second: bool, whole: bool) -> tuple[Any, Composer]:
        plan = Plan(rng).window(SMALL if second else LARGE if whole else None)
        composer = Composer(rng)
        window = QtWidgets.QMainWindow()
        window.setWindowTitle(plan["title"])
        if plan["small"] or second:
            width, height = min(width, rng.randint(280, 640)), min(height, rng.randint(160, 560))
        if plan["menubar"]:
            for name, entries in plan["menubar"]:
                window.menuBar().addMenu(composer.menu(entries, window.menuBar(), name))
        elif plan["header"]:
            window.addToolBar(composer.build({"t": "toolbar", "items": plan["header"], "labels": rng.choice(["none", "beside"]), "small": False}))
        body = composer.build(plan["body"])
        holder = QtWidgets.QWidget()
        layout = QtWidgets.QVBoxLayout(holder)
        margin = rng.choice([0, 0, 4, 9, 11])
        layout.setContentsMargins(margin, margin, margin, margin)
        least = body.minimumSizeHint()
        if least.width() > width or least.height() > height - 60:
            area = QtWidgets.QScrollArea()
            area.setWidgetResizable(True)
            area.setWidget(body)
            body = area
        layout.addWidget(body)
        window.setCentralWidget(holder)
        if plan["status"]:
            window.statusBar().showMessage(plan["status"])
        if not plan["small"] and rng.random() < 0.25:
            dock = QtWidgets.QDockWidget(Plan(rng).words.noun(), window)
            dock.setWidget(composer.build(Plan(rng).form(2, 6) if rng.random() < 0.5 else Plan(rng).list(3, 8)))
            window.addDockWidget(rng.choice([QtCore.Qt.DockWidgetArea.LeftDockWidgetArea, QtCore.Qt.DockWidgetArea.RightDockWidgetArea]), dock)
        if whole or rng.random() < 0.6:
            window.resize(max(120, width), max(80, height - 40))
        if rng.random() < 0.04:
            window.setLayoutDirection(QtCore.Qt.LayoutDirection.RightToLeft)
        return window, composer

    def open(self, rng: random.Random, window: Any, composer: Composer) -> None:
        """Opens one menu or drop-down of the window."""
        combos = [combo for combo in window.findChildren(QtWidgets.QComboBox) if combo.isVisible() and combo.isEnabled() and not combo.visibleRegion().isEmpty()]
        buttons = [button for button in window.findChildren(QtWidgets.QPushButton) + window.findChildren(QtWidgets.QToolButton)
                   if button.isVisible() and button.isEnabled() and button.menu() is not None and not button.visibleRegion().isEmpty()]
        bars = [action for action in window.menuBar().actions() if action.menu() is not None] if isinstance(window, QtWidgets.QMainWindow) and window.findChild(QtWidgets.QMenuBar) else []
        place = rng.choice(["context"] + ["combo"] * 3 * bool(combos) + ["button"] * 3 * bool(buttons) + ["bar"] * 3 * bool(bars))
        if place == "combo":
            rng.choice(combos).showPopup()
        elif place == "bar":
            action = rng.choice(bars)
            box = window.menuBar().actionGeometry(action)
            window.menuBar().setActiveAction(action)
            self.menu = action.menu()
            if not self.menu.isVisible():
                self.menu.popup(window.menuBar().mapToGlobal(box.bottomLeft()))
        elif place == "button":
            button = rng.choice(buttons)
            self.menu = button.menu()
            self.menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
        else:
            self.menu = composer.menu(Plan(rng).menu(), window)
            self.menu.popup(window.mapToGlobal(window.rect().center()))
        if self.menu is not None:
            entries = [action for action in self.menu.actions() if action.isEnabled() and not action.isSeparator()]
            if entries and rng.random() < 0.7:
                self.menu.setActiveAction(rng.choice(entries))

    def again(self) -> dict[str, Any]:
        settle()
        windows, popups = [], []
        for window in self.windows:
            walk = Walk(window, OPTIONS.scale).run()
            windows.append({"xid": int(window.winId()), "title": window.windowTitle(), "elements": walk.elements, "ignore": walk.ignore})
        for widget in APP.topLevelWidgets():
            if widget.isVisible() and widget not in self.windows and widget.windowType() == QtCore.Qt.WindowType.Popup:
                walk = Walk(widget, OPTIONS.scale).run()
                popups.append({"xid": int(widget.winId()), "title": "", "elements": walk.elements, "ignore": walk.ignore})
        return {"windows": windows, "popups": popups, "scale": OPTIONS.scale, "look": LOOK}


if __name__ == "__main__":
    APP = QtWidgets.QApplication(["groundmark", *(["-style", STYLE["style"]] if "style" in STYLE else [])])
    LOOK = dress(APP, random.Random(OPTIONS.seed + 1), STYLE)
    desk = Desk()
    serve(desk.put_up, desk.again)
