"""Dialogs that Qt brings along."""

from __future__ import annotations

import random
from typing import Any

from qt import QtWidgets

from words import Words  # noqa: E402


def stock(rng: random.Random) -> Any:
    """One of the stock dialogs, not yet shown."""
    words = Words(rng)
    kind = rng.choice(["message", "message", "file", "font", "input", "progress", "buttons", "wizard"])
    if kind == "message":
        box = QtWidgets.QMessageBox()
        icons = QtWidgets.QMessageBox.Icon
        box.setIcon(rng.choice([icons.Information, icons.Warning, icons.Question, icons.Critical]))
        box.setText(words.sentence(3, 10))
        box.setInformativeText(words.sentence(6, 16))
        for _ in range(rng.randint(1, 3)):
            box.addButton(words.action(), QtWidgets.QMessageBox.ButtonRole.ActionRole)
        if rng.random() < 0.3:
            box.setCheckBox(QtWidgets.QCheckBox(words.phrase()))
        dialog: Any = box
    elif kind == "file":
        dialog = QtWidgets.QFileDialog(None, words.action(), rng.choice(["/usr/share", "/etc", "/usr/lib", "/usr/share/doc"]))
        dialog.setOption(QtWidgets.QFileDialog.Option.DontUseNativeDialog, True)
        dialog.setViewMode(rng.choice([QtWidgets.QFileDialog.ViewMode.List, QtWidgets.QFileDialog.ViewMode.Detail]))
    elif kind == "font":
        dialog = QtWidgets.QFontDialog()
        dialog.setOption(QtWidgets.QFontDialog.FontDialogOption.DontUseNativeDialog, True)
    elif kind == "input":
        dialog = QtWidgets.QInputDialog()
        dialog.setLabelText(words.sentence(2, 6))
        dialog.setInputMode(rng.choice([QtWidgets.QInputDialog.InputMode.TextInput, QtWidgets.QInputDialog.InputMode.IntInput]))
    elif kind == "progress":
        dialog = QtWidgets.QProgressDialog(words.sentence(2, 6), words.action(), 0, 100)
        dialog.setValue(rng.randint(5, 90))
        dialog.setMinimumDuration(0)
    elif kind == "buttons":
        dialog = QtWidgets.QDialog()
        layout = QtWidgets.QVBoxLayout(dialog)
        layout.addWidget(QtWidgets.QLabel(words.sentence(4, 9)))
        flags = QtWidgets.QDialogButtonBox.StandardButton
        layout.addWidget(QtWidgets.QDialogButtonBox(rng.choice([flags.Ok | flags.Cancel | flags.Apply | flags.Help, flags.Yes | flags.No, flags.Save | flags.Discard | flags.Cancel])))
    else:
        dialog = QtWidgets.QWizard()
        dialog.setWizardStyle(rng.choice([QtWidgets.QWizard.WizardStyle.ClassicStyle, QtWidgets.QWizard.WizardStyle.ModernStyle]))
        for _ in range(3):
            page = QtWidgets.QWizardPage()
            page.setTitle(words.noun())
            page.setSubTitle(words.sentence(4, 9))
            layout = QtWidgets.QVBoxLayout(page)
            for _ in range(rng.randint(1, 4)):
                layout.addWidget(rng.choice([QtWidgets.QCheckBox, QtWidgets.QRadioButton])(words.phrase()))
            dialog.addPage(page)
    dialog.setWindowTitle(words.noun())
    return dialog
