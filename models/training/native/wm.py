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


def xfwm4(screen: Screen, rng: random.Random, scale: float) -> dict[str, str]:
    """Xfce's window manager; its settings come from a file that xfconf would write."""
    names = themes("xfwm4")
    big = [name for name in names if "hdpi" in name.lower()]
    look = rng.choice(big) if scale >= 2 and big else rng.choice(names)
    folder = screen.folder / "home/.config/xfce4/xfconf/xfce-perchannel-xml"
    folder.mkdir(parents=True, exist_ok=True)
    values = {"theme": look, "title_font": f"{rng.choice(FONTS)} Bold {rng.choice([9, 10, 11])}", "button_layout": rng.choice(["O|SHMC", "O|HMC", "CMH|", "O|C", "C|HM", "OT|HMC"])}
    entries = "".join(f'<property name="{key}" type="string" value="{value}"/>' for key, value in values.items())
    entries += '<property name="use_compositing" type="bool" value="false"/>'
    text = f'<?xml version="1.0"?><channel name="xfwm4" version="1.0"><property name="general" type="empty">{entries}</property></channel>'
    (folder / "xfwm4.xml").write_text(text, "utf-8")
    screen.start(["xfwm4", "--compositor=off", "--sm-client-disable"])
    return {"wm": look}


def icewm(screen: Screen, rng: random.Random, scale: float) -> dict[str, str]:
    """IceWM without its task bar."""
    names = allowed("wm", (path.parent.name for path in Path("/usr/share/icewm/themes").glob("*/default.theme")))
    look = rng.choice(names)
    folder = screen.folder / "home/.icewm"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "theme").write_text(f'Theme="{look}/default.theme"\n', "utf-8")
    (folder / "preferences").write_text("ShowTaskBar=0\nShowLoadStatus=0\nConfirmLogout=0\nShowMoveSizeStatus=0\n", "utf-8")
    screen.start(["icewm"])
    return {"wm": look}


def fluxbox(screen: Screen, rng: random.Random, scale: float) -> dict[str, str]:
    """Fluxbox without its tool bar."""
    names = allowed("wm", (path.name for path in Path("/usr/share/fluxbox/styles").glob("*") if path.name != "zimek_bisque"))
    look = rng.choice(names)
    folder = screen.folder / "home/.fluxbox"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "overlay").write_text("background: none\n", "utf-8")
    (folder / "init").write_text(f"session.styleFile: /usr/share/fluxbox/styles/{look}\nsession.styleOverlay: {folder}/overlay\nsession.screen0.toolbar.visible: false\nsession.screen0.slit.autoHide: true\nsession.screen0.tabs.intitlebar: true\n", "utf-8")
    screen.start(["fluxbox", "-rc", str(folder / "init")])
    return {"wm": look}


MANAGERS: dict[str, Callable[[Screen, random.Random, float], dict[str, str]]] = {
    "openbox": openbox, "xfwm4": xfwm4, "icewm": icewm, "fluxbox": fluxbox,
}


def composite(screen: Screen, rng: random.Random, stack: Stack) -> bool:
    """Starts a compositor where one is installed; whether it runs."""
    if not shutil.which("picom"):
        return False
    radius = rng.randint(4, 18)
    soft = ["--shadow", f"--shadow-radius={radius}", f"--shadow-offset-x={-radius}", f"--shadow-offset-y={-radius // 2}", f"--shadow-opacity={rng.uniform(0.2, 0.6):.2f}", "--shadow-exclude=_GTK_FRAME_EXTENTS@:c"]
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
