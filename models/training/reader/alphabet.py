"""The characters that the recogniser tells apart, and how text is brought to them.

Identical shapes of Latin, Cyrillic and Greek are one class, written as the Latin letter; the product's
src/vision/ocr/unfold.ts gives a word its script back. Class 0 is the CTC blank, class i is ALPHABET[i - 1].
The first 463 are those of groundmark-text-0, in its order.
"""

from __future__ import annotations

import unicodedata

ASCII = "".join(chr(i) for i in range(32, 127))
LATIN = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņ"
    "ŇňŌōŐőŒœŔŕŘřŚśŞşŠšȘșŢţŤťȚțŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽžẞĝĜĉĈŭŬŝŜĵĴĥĤġĊċĠ"
)
CYRILLIC = "БВГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯбвгджзийклмнптфцчшщъыьэюяЂђЃѓЄєЇїЉљЊњЋћЌќЎўЏџҐґ"
GREEK = "ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμξπρστυφχψωςάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ"
SYMBOLS = (
    "…–—‘’“”„‚«»‹›•·°±×÷€£¥₽₹¢©®™№§¶†¡¿←→↑↓↔↵⇧⌘⌥✓✔✗✕★☆▸▾▶◀▼▲●○■□√π∞≤≥≠≈∑∫²³¹½¼¾µªº−⋮⋯☰"
)
#: Since groundmark-text-1.
VIETNAMESE = "".join(chr(i) for i in range(0x1EA0, 0x1EFA)) + "ĨĩŨũƠơƯư"
MORE = "₺₴₩₿‰⇒⇐↻↺⌃⌫⏎☐☑◆◇"

FOLD = dict(zip("АЕОСРХІЈЅаеосрхіјѕуКМНТВЁёΑΒΕΖΗΙΚΜΝΟΡΤΥΧον", "AEOCPXIJSaeocpxijsyKMHTBËëABEZHIKMNOPTYXov"))
FOLD |= {"‐": "-", "‑": "-", "\u00a0": " ", "Ȉ": "I", "Ϊ": "Ï", "Ϋ": "Ÿ", "µ": "μ", "В": "B"}


def fold(text: str) -> str:
    """Text as the classes spell it (NFC)."""
    return "".join(FOLD.get(c, c) for c in unicodedata.normalize("NFC", text))


ALPHABET: list[str] = list(dict.fromkeys(FOLD.get(c, c) for c in ASCII + LATIN + CYRILLIC + GREEK + SYMBOLS + VIETNAMESE + MORE))
CLASS_OF: dict[str, int] = {c: i + 1 for i, c in enumerate(ALPHABET)}


def encode(text: str) -> list[int] | None:
    """Classes of a text; None where it has a character that is not in the alphabet."""
    classes = [CLASS_OF.get(c) for c in fold(text)]
    return None if None in classes else classes  # type: ignore[return-value]


def decode(classes) -> str:
    return "".join(ALPHABET[c - 1] for c in classes)
