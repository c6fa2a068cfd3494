"""Dialogs that GTK 3 brings along."""

from __future__ import annotations

import random

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

from words import Words  # noqa: E402


def stock(rng: random.Random) -> Gtk.Window:
    """One of the stock dialogs, not yet shown."""
    words = Words(rng)
    kind = rng.choice(["message", "message", "open", "save", "folder", "font", "about", "assistant"])
    if kind == "message":
        dialog: Gtk.Window = Gtk.MessageDialog(message_type=rng.choice([Gtk.MessageType.INFO, Gtk.MessageType.WARNING, Gtk.MessageType.QUESTION, Gtk.MessageType.ERROR]), text=words.sentence(2, 7))
        dialog.format_secondary_text(words.sentence(6, 20))
        for index in range(rng.randint(1, 3)):
            dialog.add_button(words.action(), index)
    elif kind in ("open", "save", "folder"):
        action = {"open": Gtk.FileChooserAction.OPEN, "save": Gtk.FileChooserAction.SAVE, "folder": Gtk.FileChooserAction.SELECT_FOLDER}[kind]
        dialog = Gtk.FileChooserDialog(action=action)
        dialog.add_buttons(words.action(), 1, words.action(), 2)
        dialog.set_current_folder(rng.choice(["/usr/share", "/usr/share/icons", "/etc", "/usr/lib", "/usr/share/doc"]))
        dialog.set_default_size(rng.randint(600, 900), rng.randint(380, 600))
    elif kind == "font":
        dialog = Gtk.FontChooserDialog()
    elif kind == "about":
        dialog = Gtk.AboutDialog(program_name=words.noun(), version="1.4", comments=words.sentence(), website="http://localhost", website_label=words.action(), license_type=Gtk.License.GPL_3_0)
    else:
        dialog = Gtk.Assistant()
        for _ in range(rng.randint(3, 5)):
            box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
            box.add(Gtk.Label(label=words.paragraph(2), wrap=True, xalign=0))
            for _ in range(rng.randint(1, 4)):
                box.add(Gtk.CheckButton(label=words.phrase()))
            dialog.append_page(box)
            dialog.set_page_title(box, words.noun())
            dialog.set_page_complete(box, True)
        dialog.set_default_size(560, 380)
    dialog.set_title(words.noun())
    return dialog
