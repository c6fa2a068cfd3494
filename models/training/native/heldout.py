#!/usr/bin/env -S /usr/bin/python3
"""What is kept out of training: themes, styles and icon themes that only test frames may show (heldout.json).

`heldout.py KIND NAME...` prints those of the names that may be used, one a line (KIND: gtk, wm, qt, icons).
"""

from __future__ import annotations

import fnmatch
import json
import sys
from collections.abc import Iterable
from pathlib import Path

PATTERNS: dict[str, list[str]] = {
    kind: patterns
    for kind, patterns in json.loads((Path(__file__).parent / "heldout.json").read_text("utf-8")).items()
    if kind != "comment"
}


class HeldOut(Exception):
    """A generator showed something that is kept for the test frames."""


def is_held_out(kind: str, name: str) -> bool:
    """Whether `name` is kept out of training. Raises KeyError for a kind that heldout.json does not have."""
    return any(fnmatch.fnmatchcase(name.lower(), pattern.lower()) for pattern in PATTERNS[kind])


def allowed(kind: str, names: Iterable[str]) -> list[str]:
    """Those of `names` that may be shown in training, in order of their names."""
    return sorted({name for name in names if not is_held_out(kind, name)})


def refuse(look: dict[str, str]) -> None:
    """Raises HeldOut when `look` (kind to name: {"gtk": "Materia", "icons": "Papirus"}) holds something kept out.

    Kinds that heldout.json does not know (a font, a palette) are let through.
    """
    for kind, name in look.items():
        if kind in PATTERNS and is_held_out(kind, name):
            raise HeldOut(f"{kind} {name} is kept for the test frames")


if __name__ == "__main__":
    print("\n".join(allowed(sys.argv[1], sys.argv[2:])))
