"""Builds the trees of ../plan.py with Qt Widgets."""

from __future__ import annotations

import random
from typing import Any

from qt import QAction, QActionGroup, Qt, QtCore, QtGui, QtWidgets

from pixels import chart, photo  # noqa: E402

Node = dict[str, Any]
BESIDE, UNDER = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonTextUnderIcon


class Builder:
    """One window's builder: its spacing and habits are drawn once, so that a window looks of one piece."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.gap = rng.choice([2, 4, 6, 6, 9, 12])
        self.icon_size = rng.choice([16, 16, 22, 24, 32])
        self.wide_entries = rng.random() < 0.6

    def build(self, node: Node) -> Any:
        widget = getattr(self, f"_{node['t']}")(node)
        if node.get("enabled") is False:
            widget.setEnabled(False)
        return widget

    def icon(self, name: str) -> Any:
        return QtGui.QIcon.fromTheme(name, QtGui.QIcon.fromTheme("document-new"))

    def plain(self, text: str) -> str:
        return text.replace("&", "&&")

    def _space(self, _: Node) -> Any:
        widget = QtWidgets.QWidget()
        widget.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Preferred)
        return widget

    def _label(self, node: Node) -> Any:
        label = QtWidgets.QLabel(self.plain(node["text"]))
        font = label.font()
        font.setBold(node["style"] == "heading")
        label.setFont(font)
        label.setEnabled(node["style"] != "dim")
        return label

    def _paragraph(self, node: Node) -> Any:
        label = QtWidgets.QLabel(node["text"])
        label.setWordWrap(True)
        label.setMinimumWidth(180)
        return label

    def _icon(self, node: Node) -> Any:
        label = QtWidgets.QLabel()
        label.setPixmap(self.icon(node["icon"]).pixmap(node["size"], node["size"]))
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        label.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Preferred)
        return label

    def tool(self, node: Node) -> Any:
        """A flat button as tool bars have them."""
        button = QtWidgets.QToolButton()
        button.setAutoRaise(node.get("style") == "flat")
        if node.get("icon"):
            button.setIcon(self.icon(node["icon"]))
            button.setIconSize(QtCore.QSize(self.icon_size, self.icon_size))
        else:
            button.setText(self.plain(node["text"]))
        button.setToolTip(node.get("text", ""))
        return button

    def _button(self, node: Node) -> Any:
        if node["style"] == "flat":
            return self.tool(node)
        button = QtWidgets.QPushButton(self.plain(node["text"]))
        if node.get("icon"):
            button.setIcon(self.icon(node["icon"]))
        button.setDefault(node["style"] == "suggested")
        button.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum if node["text"] else QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Fixed)
        return button

    def _toggle(self, node: Node) -> Any:
        button = self._button(node)
        button.setCheckable(True)
        button.setChecked(node["on"])
        return button

    def _menubutton(self, node: Node) -> Any:
        button = self._button(node)
        button.setMenu(self.menu(node["menu"], button))
        if isinstance(button, QtWidgets.QToolButton):
            button.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _split(self, node: Node) -> Any:
        button = self.tool(node)
        menu = QtWidgets.QMenu(button)
        for text in (node["text"], "A", "B"):
            menu.addAction(self.plain(text))
        button.setMenu(menu)
        button.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        return button

    def _check(self, node: Node) -> Any:
        check = QtWidgets.QCheckBox(self.plain(node["text"]))
        check.setTristate(node.get("mixed", False))
        check.setCheckState(Qt.CheckState.PartiallyChecked if node.get("mixed") else Qt.CheckState.Checked if node["on"] else Qt.CheckState.Unchecked)
        return check

    def _radios(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        layout = QtWidgets.QHBoxLayout(box) if node["across"] else QtWidgets.QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.gap)
        for index, text in enumerate(node["texts"]):
            radio = QtWidgets.QRadioButton(self.plain(text))
            radio.setChecked(index == node["at"])
            layout.addWidget(radio)
        if node["across"]:
            layout.addStretch()
        return box

    def _switch(self, node: Node) -> Any:
        return self._check(node)

    def _slider(self, node: Node) -> Any:
        if self.rng.random() < 0.08:
            dial = QtWidgets.QDial()
            dial.setValue(int(node["value"] * 99))
            dial.setFixedSize(48, 48)
            return dial
        slider = QtWidgets.QSlider(Qt.Orientation.Horizontal if node["across"] else Qt.Orientation.Vertical)
        slider.setValue(int(node["value"] * 99))
        slider.setMinimumSize(*((self.rng.randint(80, 220), 1) if node["across"] else (1, self.rng.randint(80, 200))))
        if node["marks"]:
            slider.setTickPosition(QtWidgets.QSlider.TickPosition.TicksBelow)
            slider.setTickInterval(20)
        return slider

    def _spin(self, node: Node) -> Any:
        kind = self.rng.random()
        if kind < 0.7:
            spin = QtWidgets.QSpinBox()
            spin.setMaximum(999)
            spin.setSuffix(self.rng.choice(["", "", " px", " %", " ms"]))
            spin.setValue(node["value"])
        elif kind < 0.85:
            spin = QtWidgets.QDoubleSpinBox()
            spin.setMaximum(999)
            spin.setValue(node["value"] / 7)
        else:
            spin = QtWidgets.QTimeEdit() if kind < 0.93 else QtWidgets.QDateEdit()
        spin.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        return spin

    def _entry(self, node: Node) -> Any:
        entry = QtWidgets.QLineEdit(node["text"])
        entry.setPlaceholderText(node["hint"])
        entry.setClearButtonEnabled(node["clear"])
        if not self.wide_entries:
            entry.setMaximumWidth(self.rng.randint(90, 260))
        return entry

    def _search(self, node: Node) -> Any:
        entry = self._entry({"text": node["text"], "hint": node["hint"], "clear": True})
        entry.addAction(self.icon("edit-find"), QtWidgets.QLineEdit.ActionPosition.LeadingPosition)
        return entry

    def _password(self, node: Node) -> Any:
        entry = self._entry({"text": node["text"], "hint": "", "clear": False})
        entry.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
        if self.rng.random() < 0.4:
            entry.addAction(self.icon("view-visible"), QtWidgets.QLineEdit.ActionPosition.TrailingPosition)
        return entry

    def _text(self, node: Node) -> Any:
        edit = QtWidgets.QPlainTextEdit(node["text"])
        if node["mono"]:
            edit.setFont(QtGui.QFont("DejaVu Sans Mono", self.rng.choice([8, 9, 10, 11])))
            edit.setLineWrapMode(QtWidgets.QPlainTextEdit.LineWrapMode.NoWrap)
        return edit

    def _combo(self, node: Node) -> Any:
        combo = QtWidgets.QComboBox() if self.rng.random() > 0.06 else QtWidgets.QFontComboBox()
        if type(combo) is QtWidgets.QComboBox:
            combo.setEditable(node["editable"])
            combo.addItems(node["options"])
            combo.setCurrentIndex(node["at"])
        combo.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred if self.wide_entries else QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        return combo

    def rich(self, before: str, text: str, after: str) -> Any:
        label = QtWidgets.QLabel(f"{before} <a href='about:blank'>{text}</a> {after}".strip())
        label.setTextFormat(Qt.TextFormat.RichText)
        label.link_at = (len(f"{before} ".lstrip()) if before else 0, len(text))
        label.setSizePolicy(QtWidgets.QSizePolicy.Policy.Minimum, QtWidgets.QSizePolicy.Policy.Fixed)
        return label

    def _link(self, node: Node) -> Any:
        if self.rng.random() < 0.1:
            return QtWidgets.QCommandLinkButton(node["text"])
        return self.rich("", node["text"], "")

    def _linked(self, node: Node) -> Any:
        return self.rich(node["before"], node["text"], node["after"])

    def _progress(self, node: Node) -> Any:
        bar = QtWidgets.QProgressBar()
        bar.setValue(int(node["value"] * 100))
        return bar

    def _picture(self, node: Node) -> Any:
        return self.pixels(photo(node["seed"], node["w"], node["h"]))

    def _chart(self, node: Node) -> Any:
        return self.pixels(chart(node["seed"], node["w"], node["h"]))

    def pixels(self, pixels: Any) -> Any:
        height, width, _ = pixels.shape
        image = QtGui.QImage(pixels.tobytes(), width, height, width * 3, QtGui.QImage.Format.Format_RGB888).copy()
        label = QtWidgets.QLabel()
        label.setPixmap(QtGui.QPixmap.fromImage(image))
        area = QtWidgets.QScrollArea()
        area.setWidget(label)
        area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return area

    def grid(self, widgets: list[Any], columns: int, gap: int) -> Any:
        box = QtWidgets.QWidget()
        layout = QtWidgets.QGridLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(gap)
        for index, widget in enumerate(widgets):
            layout.addWidget(widget, index // columns, index % columns)
        return box

    def _keypad(self, node: Node) -> Any:
        made = []
        kind = self.rng.choice([QtWidgets.QPushButton, QtWidgets.QToolButton])
        for text in (text for row in node["rows"] for text in row):
            button = kind()
            button.setText(text)
            button.setMinimumSize(24, 24)
            button.setSizePolicy(QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Expanding)
            made.append(button)
        return self.grid(made, max(len(row) for row in node["rows"]), self.gap)

    def _swatches(self, node: Node) -> Any:
        size, made = self.rng.choice([14, 18, 24, 32]), []
        for colour in node["colours"]:
            button = QtWidgets.QPushButton()
            button.setStyleSheet(f"background: {colour}; border: 1px solid gray")
            button.setFixedSize(size, size)
            made.append(button)
        box = self.grid(made, node["columns"], 2)
        box.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Fixed)
        return box

    def _calendar(self, _: Node) -> Any:
        return QtWidgets.QCalendarWidget()

    def _segments(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        layout = QtWidgets.QHBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for index, (text, icon) in enumerate(node["items"]):
            button = QtWidgets.QToolButton() if icon else QtWidgets.QPushButton(self.plain(text))
            if icon:
                button.setIcon(self.icon(icon))
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setChecked(index == node["at"])
            layout.addWidget(button)
        layout.addStretch()
        return box

    # Menus

    def menu(self, entries: list[Node], parent: Any, title: str = "") -> Any:
        menu = QtWidgets.QMenu(self.plain(title), parent)
        group = QActionGroup(menu)
        for entry in entries:
            kind = entry["kind"]
            if kind == "sep":
                menu.addSeparator()
                continue
            if kind == "sub":
                sub = menu.addMenu(self.plain(entry["text"]))
                for text in (entry["text"], "A", "B"):
                    sub.addAction(self.plain(text))
                continue
            action = QAction(self.plain(entry["text"]), menu)
            action.setCheckable(kind in ("check", "radio"))
            if kind == "radio":
                group.addAction(action)
            action.setChecked(kind in ("check", "radio") and entry["on"])
            action.setEnabled(entry["enabled"])
            if entry["icon"] and kind == "item":
                action.setIcon(self.icon(entry["icon"]))
            if entry["accel"]:
                action.setShortcut(QtGui.QKeySequence(f"Ctrl+{entry['accel']}"))
            menu.addAction(action)
        return menu
