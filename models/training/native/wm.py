"""Window managers whose title-bar buttons are X windows of their own, so that their places are known exactly."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from heldout import allowed
from screen import Screen
from stacking import Stack

COMPOSITOR_S = 3.0
THEMES = Path("/usr/share/themes")
FONTS = ["Cantarell", "DejaVu Sans", "Roboto", "Liberation Sans", "Noto Sans", "Open Sans", "Lato"]

OPENBOX = """<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc">
<placement><policy>Smart</policy><center>no</center></placement>
<theme><name>{theme}</name><titleLayout>{layout}</titleLayout><keepBorder>yes</keepBorder>
<font place="ActiveWindow"><name>{font}</name><size>{size}</size><weight>{weight}</weight></font>
<font place="InactiveWindow"><name>{font}</name><size>{size}</size><weight>{weight}</weight></font></theme>
<desktops><number>1</number><popupTime>0</popupTime></desktops><focus><focusNew>yes</focusNew></focus>
<resize><popupShow>Never</popupShow></resize><keyboard/><mouse/></openbox_config>
"""


def themes(folder: str) -> list[str]:
    """The installed window-manager themes with this sub-folder (`openbox-3`, `xfwm4`) that may be shown."""
    return allowed("wm", (path.parent.name for path in THEMES.glob(f"*/{folder}")))


def openbox(screen: Screen, rng: random.Random, scale: float) -> dict[str, str]:
    """Starts Openbox with a random theme; returns the look for the frames' truth."""
    look = rng.choice(themes("openbox-3"))
    text = OPENBOX.format(theme=look, layout=rng.choice(["NLIMC", "NLIMC", "LIMC", "CIML", "NLSDIMC", "CMIL", "NLC", "IMLC"]),
                          font=rng.choice(FONTS), size=round(rng.choice([8, 9, 10, 11, 12]) * scale),
                          weight=rng.choice(["Normal", "Bold"]))
    (screen.folder / "rc.xml").write_text(text, "utf-8")
    screen.start(["openbox", "--config-file", str(screen.folder / "rc.xml"), "--sm-disable"])
    return {"wm": look}


MANAGERS: dict[str, Callable[[Screen, random.Random, float], dict[str, str]]] = {"openbox": openbox}


def composite(screen: Screen, rng: random.Random, stack: Stack) -> bool:
    """Starts a compositor where one is installed; whether it runs."""
    if not shutil.which("picom"):
        return False
    radius = rng.randint(4, 18)
    soft = ["--shadow", f"--shadow-radius={radius}", f"--shadow-offset-x={-radius}", f"--shadow-offset-y={-radius // 2}", f"--shadow-opacity={rng.uniform(0.2, 0.6):.2f}"]
    options = soft if rng.random() < 0.7 else []
    options += [f"--corner-radius={rng.choice([4, 8, 12])}"] if rng.random() < 0.3 else []
    screen.start(["picom", "--backend", "xrender", "--config", "/dev/null", *options])
    until = time.monotonic() + COMPOSITOR_S
    while time.monotonic() < until:
        if stack.has_compositor():
            return True
        time.sleep(0.02)
    return False


def start(screen: Screen, rng: random.Random, scale: float) -> dict[str, str]:
    """Starts one of the installed window managers; {"wm": theme, "manager": program}."""
    names = [name for name in MANAGERS if shutil.which(name)]
    name = "openbox" if "openbox" in names and rng.random() < 0.5 else rng.choice(names)
    return MANAGERS[name](screen, rng, scale) | {"manager": name}
