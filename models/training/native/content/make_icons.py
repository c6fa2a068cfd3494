#!/usr/bin/env -S /usr/bin/python3
"""Render a pack of small PNG icons from the icon themes that are installed.

Toolkits without an icon-theme look-up of their own (Tk, FLTK, Swing, SDL, Win32) read this pack.

    make_icons.py [OUT]

(OUT is the folder `icons` beside this file by default) leaves out what heldout.json keeps for test frames and writes OUT/<theme>/<size>/<name>.png and OUT/index.tsv with the columns
tone (dark, light, colour), size in pixels, theme, name, path relative to OUT.
Tone tells on which background a one-coloured icon can be seen.
"""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib  # noqa: E402

import numpy as np  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import heldout  # noqa: E402

ICON_ROOT = Path("/usr/share/icons")
SIZES = (16, 22, 24, 32, 48)
NAMES = """document-new document-open document-save document-save-as document-print document-properties
edit-undo edit-redo edit-cut edit-copy edit-paste edit-delete edit-find edit-find-replace edit-clear edit-select-all
go-previous go-next go-up go-down go-home go-first go-last view-refresh view-list view-grid view-sort-ascending
view-fullscreen zoom-in zoom-out zoom-original zoom-fit-best list-add list-remove process-stop window-close
media-playback-start media-playback-pause media-playback-stop media-skip-forward media-skip-backward media-record
media-seek-forward media-seek-backward media-playlist-shuffle media-playlist-repeat audio-volume-high audio-volume-muted
format-text-bold format-text-italic format-text-underline format-text-strikethrough format-justify-left
format-justify-center format-justify-right format-justify-fill format-indent-more format-indent-less insert-image
insert-link insert-text bookmark-new mail-message-new mail-reply-sender mail-forward mail-attachment mail-mark-important
preferences-system preferences-desktop-wallpaper preferences-desktop-font preferences-desktop-display
preferences-desktop-keyboard preferences-desktop-locale system-search system-run system-shutdown system-log-out
system-lock-screen help-about help-contents help-faq dialog-information dialog-warning dialog-error dialog-question
folder folder-open folder-documents folder-download folder-music folder-pictures folder-videos user-home user-trash
user-desktop text-x-generic text-html text-x-script image-x-generic audio-x-generic video-x-generic
x-office-document x-office-spreadsheet x-office-presentation package-x-generic application-x-executable
computer drive-harddisk drive-optical media-optical network-wired network-wireless network-workgroup printer
camera-photo input-keyboard input-mouse battery phone utilities-terminal accessories-calculator accessories-text-editor
web-browser internet-mail office-calendar x-office-address-book appointment-new contact-new call-start starred
security-high emblem-favorite emblem-important weather-clear weather-few-clouds weather-showers weather-snow
object-rotate-left object-rotate-right object-flip-horizontal tools-check-spelling tab-new window-new
send-to document-send document-revert document-import document-export color-picker
open-menu view-more pan-down applications-games applications-graphics applications-internet applications-office
applications-system applications-multimedia""".split()


def newest_first(theme: Path) -> dict[str, list[Path]]:
    """All drawings of the wanted names in a theme: name to files, largest first."""
    wanted = set(NAMES) | {f"{name}-symbolic" for name in NAMES}
    found: dict[str, list[Path]] = {}
    for folder, _, files in os.walk(theme):
        for file in files:
            stem, extension = os.path.splitext(file)
            if stem in wanted and extension in (".png", ".svg"):
                found.setdefault(stem.removesuffix("-symbolic"), []).append(Path(folder, file))
    return found


def nearest(files: list[Path], size: int) -> Path:
    """The drawing meant for this size: the folder's name holds it, or a scalable one."""
    for part in (f"{size}x{size}", f"/{size}/", "scalable", "symbolic"):
        for file in files:
            if part in str(file):
                return file
    return sorted(files)[0]


def tone_of(picture: GdkPixbuf.Pixbuf) -> str | None:
    """dark or light for a one-coloured icon, colour for others, None for one that is empty."""
    if not picture.get_has_alpha():
        return "colour"
    width, height, stride = picture.get_width(), picture.get_height(), picture.get_rowstride()
    raw = np.frombuffer(picture.get_pixels(), np.uint8)
    rows = [raw[y * stride : y * stride + width * 4].reshape(width, 4) for y in range(height)]
    pixels = np.concatenate(rows).astype(np.float32)
    seen = pixels[pixels[:, 3] > 100]
    if len(seen) < 6:
        return None
    if (seen[:, :3].max(1) - seen[:, :3].min(1)).mean() > 24:
        return "colour"
    light = seen[:, :3].mean()
    return "dark" if light < 110 else "light" if light > 175 else "colour"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?", default=Path(__file__).parent / "icons")
    options = parser.parse_args()
    lines: list[str] = []
    for theme in sorted(ICON_ROOT.iterdir()):
        if heldout.is_held_out("icons", theme.name) or theme.is_symlink() or not theme.is_dir():
            continue
        found = newest_first(theme)
        if len(found) < 25:
            continue
        for name, files in sorted(found.items()):
            for size in SIZES:
                target = options.out / theme.name / str(size) / f"{name}.png"
                try:
                    picture = GdkPixbuf.Pixbuf.new_from_file_at_size(str(nearest(files, size)), size, size)
                except GLib.Error:
                    continue
                tone = tone_of(picture)
                if tone is None:
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                picture.savev(str(target), "png", [], [])
                lines.append("\t".join((tone, str(size), theme.name, name, str(target.relative_to(options.out)))))
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "index.tsv").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} icons of {len({line.split(chr(9))[2] for line in lines})} themes")


if __name__ == "__main__":
    main()
