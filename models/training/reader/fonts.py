"""Font families by what screens use them for. Families that Debian's `../packages/reader.txt` installs.

HELD_OUT families are never trained on: validation draws half of its lines with them.
"""

from __future__ import annotations

import random
import sys

#: Families listed several times are drawn more often: what desktops and pages are set in.
SANS = (
    "Cantarell|Cantarell|DejaVu Sans|DejaVu Sans|DejaVu Sans|Noto Sans|Noto Sans|Noto Sans|Liberation Sans|Liberation Sans|"
    "Liberation Sans|Roboto|Roboto|Open Sans|Open Sans|Inter|Inter|Lato|Carlito|FreeSans|Nimbus Sans|Oxygen-Sans|Arimo|"
    "Inter Display|Roboto Condensed|Noto Sans Display|Andika|Manrope|Quicksand|Comfortaa|"
    "Liberation Sans Narrow|Nimbus Sans Narrow|Comic Neue|URW Gothic|Open Sans Condensed|Linux Biolinum O|Go"
).split("|")
SERIF = (
    "Liberation Serif|Liberation Serif|DejaVu Serif|FreeSerif|Nimbus Roman|Caladea|C059|EB Garamond|Roboto Slab|"
    "Noto Serif|Noto Serif|Tinos|P052|Linux Libertine O|Noto Serif Display"
).split("|")
MONO = (
    "DejaVu Sans Mono|DejaVu Sans Mono|DejaVu Sans Mono|Liberation Mono|Liberation Mono|Noto Sans Mono|Noto Sans Mono|"
    "Hack|JetBrains Mono|Fira Code|Inconsolata|Terminus|FreeMono|Nimbus Mono PS|Cousine|Oxygen Mono|Go Mono|Courier Prime"
).split("|")
HELD_OUT = {
    "sans": ["Play", "Dosis", "Cabin", "GFS Neohellenic"],
    "serif": ["Vollkorn", "URW Bookman", "Charis SIL", "Gentium"],
    "mono": ["mononoki", "Anonymous Pro", "Fantasque Sans Mono", "Courier Prime Code"],
}
SHARES = (("sans", 0.70), ("mono", 0.16), ("serif", 0.14))
FAMILIES: list[str] = list(dict.fromkeys(SANS + SERIF + MONO + [f for families in HELD_OUT.values() for f in families]))
UNSEEN = {f for families in HELD_OUT.values() for f in families}


class Fonts:
    """Chooses among the families that are installed; tells once which are not."""

    def __init__(self, there: set[str]):
        missing = [f for f in FAMILIES if f not in there]
        if missing:
            print(f"fonts not installed, lines go without them: {', '.join(missing)}", file=sys.stderr)
        have = lambda families: [f for f in families if f in there]  # noqa: E731
        self.seen = {"sans": have(SANS), "serif": have(SERIF), "mono": have(MONO)}
        self.unseen = {kind: have(families) for kind, families in HELD_OUT.items()}
        if not all(self.seen.values()) or not all(self.unseen.values()):
            raise SystemExit("too few fonts: install the packages of ../packages/reader.txt")

    def choose(self, rng: random.Random, mono: bool, unseen: bool) -> str:
        """A family; `mono` asks for one with fixed widths, as code and terminals have."""
        kind = "mono" if mono else rng.choices([k for k, _ in SHARES], [s for _, s in SHARES])[0]
        return rng.choice((self.unseen if unseen else self.seen)[kind])
