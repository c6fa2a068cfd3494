#!/usr/bin/env -S /usr/bin/python3
"""Generator of Java Swing interfaces: compiles Main.java once, sends it placed scenes. Speaks the harness' protocol."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "content")]

import protocol  # noqa: E402
from content import Content  # noqa: E402
from remote import Remote, family_for, metrics  # noqa: E402

LOOKS = ("ocean", "steel", "tinted", "tinted", "nimbus", "nimbus", "nimbus", "motif", "gtk")
PALETTES = (  # background, field, ink, accent, grey (of Nimbus' borders)
    ("#d6d9df", "#ffffff", "#000000", "#33628c", "#a9b0be"), ("#2e3238", "#202327", "#e4e4e4", "#3d6fa8", "#454b54"), ("#f3efe6", "#fffdf8", "#222222", "#b0563a", "#cbc3b4"),
    ("#20242a", "#15181c", "#d8dee6", "#4d8f5f", "#343b44"), ("#e6eef5", "#ffffff", "#10202c", "#2a7f9e", "#b4c6d4"), ("#dcdcdc", "#ffffff", "#111111", "#7a4fa3", "#b5b5b5"))
# Java's private classes tell the X identifier of a window.
OPENED = ["--add-opens", "java.desktop/java.awt=ALL-UNNAMED", "--add-exports", "java.desktop/sun.awt=ALL-UNNAMED", "--add-opens", "java.desktop/sun.awt=ALL-UNNAMED",
          "--add-opens", "java.desktop/sun.awt.X11=ALL-UNNAMED", "--add-exports", "java.desktop/sun.awt.X11=ALL-UNNAMED"]


def java(name: str) -> str:
    """A program of Debian's JDK; another Java on the path may lack the window classes."""
    packaged = sorted(Path("/usr/lib/jvm").glob(f"java-*-openjdk-*/bin/{name}"))
    return str(packaged[0]) if packaged else name


def program() -> Path:
    """The folder of the compiled classes; compiled anew when the source is newer."""
    target = HERE / "build"
    if not (target / "Main.class").exists() or (target / "Main.class").stat().st_mtime < (HERE / "Main.java").stat().st_mtime:
        target.mkdir(exist_ok=True)
        subprocess.run([java("javac"), "-nowarn", "-d", str(target), str(HERE / "Main.java")], check=True, timeout=600)
    return target


def main() -> None:
    options = protocol.arguments()
    session = Random(options.seed)
    # Java's own scaling knows whole numbers only; other scales are larger fonts.
    inner = int(options.scale) if options.scale == int(options.scale) and session.random() < 0.7 else 1
    outer = options.scale / inner
    antialias = ["-Dawt.useSystemAAFontSettings=" + session.choice(("on", "lcd", "on", "gasp"))]
    remote = Remote([java("java"), "-Xmx700m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *OPENED, f"-Dsun.java2d.uiScale={inner}", *antialias, "-cp", str(program()), "Main"], outer, {"_JAVA_AWT_WM_NONREPARENTING": ""})
    looks = session.choices(LOOKS, k=2)

    def put_up(rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        background, field, ink, accent, grey = rng.choice(PALETTES)
        laf = rng.choice(looks)
        coloured = laf == "tinted" or (laf == "nimbus" and rng.random() < 0.7)
        dark = coloured and background < "#5"
        content = Content(rng, dark)
        family = family_for(rng, content.language)
        size = round(rng.choice((11, 12, 12, 13, 14, 15)) * outer)
        sizes = metrics(rng, family, size, outer)
        sizes.pad += round(9 * outer)  # Java's buttons keep wide margins, and cut texts that do not fit
        bar = sizes.line + 8
        look = {"laf": laf, "bg": background, "bg2": field, "fg": ink, "base": accent, "custom": str(int(coloured)), "grey": grey, "font": family, "size": str(size),
                "bold": str(int(laf in ("ocean", "steel") and rng.random() < 0.5)), "style": f"swing-{laf}", "bar": str(bar), "seed": str(rng.randrange(1 << 30)), "dark": str(int(dark))}
        area = [round(value / inner) for value in request["area"]]
        return told(remote.frame(rng, {**request, "area": area}, content, look, sizes, bar))

    def told(reply: dict[str, Any]) -> dict[str, Any]:
        return {**reply, "scale": options.scale}

    protocol.serve(put_up, lambda: told(remote.ask("again")))


if __name__ == "__main__":
    main()
