"""Qt 5 or Qt 6 under one name, as `--binding` says. Enumerations are written with their scopes, which both know."""

from __future__ import annotations

import importlib
import sys
from typing import Any

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from protocol import arguments  # noqa: E402

BINDING = arguments().binding or "PyQt6"
QtCore: Any = importlib.import_module(f"{BINDING}.QtCore")
QtGui: Any = importlib.import_module(f"{BINDING}.QtGui")
QtWidgets: Any = importlib.import_module(f"{BINDING}.QtWidgets")
Qt = QtCore.Qt
SIX = BINDING == "PyQt6"
QAction = QtGui.QAction if SIX else QtWidgets.QAction
QActionGroup = QtGui.QActionGroup if SIX else QtWidgets.QActionGroup
