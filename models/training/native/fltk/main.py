#!/usr/bin/env -S /usr/bin/python3
"""Generator of FLTK interfaces: compiles show.cpp once, sends it placed scenes. Speaks the harness' protocol."""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "content")]

import protocol  # noqa: E402
from content import Content  # noqa: E402
from remote import Remote, built, family_for, metrics  # noqa: E402

SCHEMES = ("none", "gtk+", "plastic", "gleam")
PALETTES = (  # background, text background, foreground, selection
    ("#c0c0c0", "#ffffff", "#000000", "#000080"), ("#e8e8e8", "#ffffff", "#111111", "#3874c8"), ("#30343a", "#22252a", "#e6e6e6", "#5b8def"),
    ("#d4d0c8", "#ffffff", "#000000", "#0a246a"), ("#fdf6e3", "#fffdf7", "#33444a", "#268bd2"), ("#1c1c1c", "#101010", "#cfd8cf", "#4c9f50"),
    ("#b9c7d6", "#f4f8fc", "#0b1a2a", "#c0542a"), ("#f4f4f4", "#ffffff", "#222222", "#8e44ad"))


def main() -> None:
    options = protocol.arguments()
    remote = Remote([str(built(HERE, "show"))], options.scale)
    session = Random(options.seed)
    schemes = session.choices(SCHEMES, k=2)

    def put_up(rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        background, field, ink, chosen = rng.choice(PALETTES)
        content = Content(rng, background < "#5")
        family = family_for(rng, content.language)
        size = round(rng.choice((11, 12, 13, 14, 14, 16)) * options.scale)
        scheme = rng.choice(schemes)
        sizes = metrics(rng, family, size, options.scale)
        look = {"scheme": scheme, "bg": background, "bg2": field, "fg": ink, "sel": chosen, "font": family, "size": str(size), "style": f"fltk-{scheme}",
                "bar": str(sizes.line + 8), "seed": str(rng.randrange(1 << 30)), "dark": str(int(background < "#5"))}
        return remote.frame(rng, request, content, look, sizes, sizes.line + 8)

    protocol.serve(put_up, lambda: remote.ask("again"))


if __name__ == "__main__":
    main()
