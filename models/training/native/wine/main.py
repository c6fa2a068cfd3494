#!/usr/bin/env -S /usr/bin/python3
"""Generator of Win32 interfaces under Wine: compiles show.cpp once, sends it placed scenes. Speaks the harness' protocol."""
from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "content")]

import protocol  # noqa: E402
from content import Content  # noqa: E402
from remote import Remote, built, family_for, metrics  # noqa: E402

QUIET = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d"}  # no questions about Mono and Gecko
PALETTES = (  # face, field, ink, selection, text of the selection
    ("#d4d0c8", "#ffffff", "#000000", "#0a246a", "#ffffff"), ("#f0f0f0", "#ffffff", "#000000", "#3399ff", "#ffffff"), ("#c0c0c0", "#ffffff", "#000000", "#000080", "#ffffff"),
    ("#ece9d8", "#ffffff", "#000000", "#316ac5", "#ffffff"), ("#2d2d30", "#1e1e1e", "#e6e6e6", "#3e6fb0", "#ffffff"), ("#3a3f44", "#2b2f33", "#f0f0f0", "#c06f2c", "#ffffff"),
    ("#e0e3e7", "#fbfcfd", "#16202a", "#0f7b6c", "#ffffff"), ("#fdf6e3", "#fffdf5", "#33444a", "#268bd2", "#ffffff"), ("#000000", "#000000", "#ffffff", "#1aebff", "#000000"),
    ("#ffffff", "#ffffff", "#1a1a1a", "#cce8ff", "#000000"), ("#b9c7d6", "#f4f8fc", "#0b1a2a", "#c0542a", "#ffffff"), ("#d8ccd8", "#fff8ff", "#201020", "#7a3f8f", "#ffffff"))
LIGHT = ("#f5f5f5", "#ffffff", "#202020", "#3875d7", "#ffffff")  # near the colours of Wine's own theme


def mix(one: str, two: str, share: float) -> str:
    """A colour between two."""
    parts = [(int(one[at : at + 2], 16), int(two[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def colours(rng: Random, palette: tuple[str, ...]) -> str:
    """System colours by their Win32 numbers, edges and greys derived from the palette."""
    face, field, ink, chosen, on_chosen = palette
    dark, contrast = face < "#5", rng.uniform(0.6, 1)
    menu = field if rng.random() < 0.3 else face
    light, shade = mix(face, "#ffffff", (0.25 if dark else 0.9) * contrast), mix(face, "#000000", 0.38 * contrast)
    if face == "#000000":
        light, shade = "#ffffff", "#808080"
    table = {0: mix(face, light, 0.4), 1: face, 4: menu, 5: field, 6: ink, 7: ink, 8: ink, 12: face, 13: chosen, 14: on_chosen, 15: face, 16: shade, 17: mix(ink, face, 0.55), 18: ink,
             20: light, 21: mix(face, "#000000", 0.75), 22: mix(face, light, 0.5), 26: "#82afff" if dark else "#0a46be", 29: chosen, 30: face}
    return ",".join(f"{number}{colour}" for number, colour in table.items())


def template() -> Path:
    """A fresh Wine prefix, made once (minutes) for each version of Wine; sessions take its registry and share its files."""
    stamp = int(Path("/usr/share/wine/wine.inf").stat().st_mtime)
    target = HERE / "build" / f"prefix-{stamp}"
    target.parent.mkdir(exist_ok=True)
    with open(target.parent / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            fresh = target.with_name(f"fresh-{os.getpid()}")
            environment = {**os.environ, **QUIET, "WINEPREFIX": str(fresh)}
            environment.pop("DISPLAY", None)
            try:
                subprocess.run(["wine", "wineboot", "-i"], check=True, env=environment, timeout=900, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                subprocess.run(["wineserver", "-w"], check=True, env=environment, timeout=120)
                fresh.rename(target)
            finally:
                shutil.rmtree(fresh, ignore_errors=True)
    return target


def prefix(rng: Random, scale: float, themed: bool) -> Path:
    """A prefix of this session's own: the template's registry with this session's scale, theme and smoothing."""
    source, own = template(), Path(tempfile.mkdtemp(prefix="wine-", dir=os.environ.get("HOME")))
    (own / "dosdevices").mkdir()
    (own / "dosdevices" / "c:").symlink_to(source / "drive_c")
    (own / "dosdevices" / "z:").symlink_to("/")
    (own / "drive_c").symlink_to(source / "drive_c")
    for name in (".update-timestamp", "userdef.reg"):
        shutil.copy(source / name, own / name)
    density = '"LogPixels"=dword:%08x'
    for name in ("system.reg", "user.reg"):
        text = (source / name).read_text("utf-8")
        (own / name).write_text(text.replace(density % 96, density % round(96 * scale)), "utf-8")
    kind, order = rng.choice(((0, 1), (1, 1), (1, 1), (2, 1), (2, 0)))
    with open(own / "user.reg", "a", encoding="utf-8") as registry:
        registry.write(f'\n[Control Panel\\\\Desktop]\n{density % round(96 * scale)}\n"FontSmoothing"="{2 if kind else 0}"\n"FontSmoothingType"=dword:{max(1, kind):08x}\n'
                       f'"FontSmoothingOrientation"=dword:{order:08x}\n"UserPreferencesMask"=hex:10,00,02,80,12,00,00,00\n'
                       f'\n[Software\\\\Microsoft\\\\Windows\\\\CurrentVersion\\\\ThemeManager]\n"ThemeActive"="{int(themed)}"\n')
    return own


def main() -> None:
    options = protocol.arguments()
    session = Random(options.seed)
    themed = session.random() < 0.4
    # Wine keeps the first font of menus as long as the program runs, so all frames are in letters that it has.
    language = Content(session).language
    family = family_for(session, language)
    environment = {**QUIET, "WINEPREFIX": str(prefix(session, options.scale, themed))}

    def stop(*_: object) -> None:
        subprocess.run(["wineserver", "-k"], env=os.environ | environment, timeout=2, check=False)
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    remote = Remote(["wine", str(built(HERE, "show.exe"))], options.scale, environment)

    def put_up(rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        palette = (LIGHT if rng.random() < 0.5 else (*LIGHT[:3], rng.choice(PALETTES[:4])[3], "#ffffff")) if themed else rng.choice(PALETTES)
        dark = palette[0] < "#5"
        content = Content(rng, dark, language)
        size = round(rng.choice((11, 11, 12, 12, 13, 14, 15)) * options.scale)
        sizes = metrics(rng, family, size, options.scale)
        sizes.row = max(sizes.row, sizes.line + 8)  # an edit control's edges and margins
        bar = sizes.line + round(rng.choice((4, 6, 8)) * options.scale)
        look = {"font": family, "size": str(size), "bar": str(bar), "scale": f"{options.scale:g}", "scroll": str(round(rng.choice((13, 16, 17, 17, 20)) * options.scale)),
                "style": "wine-light" if themed else "wine-classic", "seed": str(rng.randrange(1 << 30)), "dark": str(int(dark)), "colours": colours(rng, palette)}
        return remote.frame(rng, request, content, look, sizes, bar)

    protocol.serve(put_up, lambda: remote.ask("again"))


if __name__ == "__main__":
    main()
