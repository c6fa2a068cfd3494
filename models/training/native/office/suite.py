"""A LibreOffice of our own: a fresh profile, a pipe to it, documents, dialogs and menus."""
from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import escape

import tree
import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

ICONS = ("colibre", "breeze", "sifr", "karasa_jaga", "colibre_svg")  # the dark ones cannot be seen on this back end's grey
BARS = ("Default", "Default", "Single", "Sidebar")  # the tabbed bars are drawn, but this back end tells nothing of them
LANGUAGES = {"en": "en-US", "de": "de", "fr": "fr", "ja": "ja", "ru": "ru"}
DIALOGS = {
    "writer": ("FontDialog", "ParagraphDialog", "PageDialog", "SearchDialog", "InsertTable", "OptionsTreeDialog", "InsertSymbol", "WordCountDialog", "SetDocumentProperties", "BulletsAndNumberingDialog", "InsertFrame", "InsertSection", "AutoCorrectDlg", "ConfigureDialog"),
    "calc": ("FormatCellDialog", "SearchDialog", "OptionsTreeDialog", "PageFormatDialog", "FunctionDialog", "DataSort", "InsertCell", "FillSeries", "SetDocumentProperties", "DefineName", "ConditionalFormatDialog", "Validation"),
    "impress": ("FontDialog", "ParagraphDialog", "PageSetup", "SearchDialog", "OptionsTreeDialog", "InsertTable", "PresentationDialog", "SetDocumentProperties", "CustomShowDialog"),
}
BARS_TO_SHOW = ("drawbar", "drawingobjectbar", "tableobjectbar", "findbar", "formcontrols", "formdesign", "bulletsnumberingbar", "basicshapes", "alignmentbar", "insertbar", "reviewbar", "colorbar", "toolbar", "formulabar")
PROGRAM = "/usr/lib/libreoffice/program/soffice.bin"  # itself, not the script that starts it: one process to end
RESTART = 81  # the status with which a first start asks to be started again


def settings(rng: Random, language: str) -> tuple[str, dict[str, str]]:
    """registrymodifications.xcu of a profile, and what was chosen."""
    icons, bar = rng.choice(ICONS), rng.choice(BARS)
    values = [
        ("/org.openoffice.Office.Common/Misc", "SymbolStyle", icons), ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"), ("/org.openoffice.Office.Common/Misc", "ShowTipOfTheDay", "false"),
        ("/org.openoffice.Office.Common/Misc", "SymbolSet", str(rng.choice((0, 0, 1, 2, 3)))), ("/org.openoffice.Office.Common/Misc", "CrashReport", "false"),
        ("/org.openoffice.Office.Common/Misc", "SidebarIconSize", str(rng.choice((0, 1, 2)))), ("/org.openoffice.Office.Common/Misc", "NotebookbarIconSize", str(rng.choice((0, 1, 2)))),
        ("/org.openoffice.Setup/L10N", "ooLocale", LANGUAGES[language]), ("/org.openoffice.Setup/Product", "ooSetupLastVersion", "7.4"), ("/org.openoffice.Setup/Product", "LastTimeDonateShown", "4000000000"),
        ("/org.openoffice.Setup/Product", "LastTimeGetInvolvedShown", "4000000000"), ("/org.openoffice.Office.Common/View/Menu", "ShowIconsInMenues", rng.choice(("true", "false"))),
        ("/org.openoffice.Office.Common/Save/Document", "WarnAlienFormat", "false"), ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
        ("/org.openoffice.Office.Impress/Misc/Start", "AutoPilot", "false"), ("/org.openoffice.Office.Impress/Misc/Start", "EnableSdRemote", "false"),
    ]
    lines = [f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{escape(value)}</value></prop></item>' for path, name, value in values]
    for name in ("Writer", "Calc", "Impress"):
        lines.append(f'<item oor:path="/org.openoffice.Office.UI.ToolbarMode/Applications/org.openoffice.Office.UI.ToolbarMode:Application[\'{name}\']"><prop oor:name="Active" oor:op="fuse"><value>{bar}</value></prop></item>')
    text = ('<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
            + "".join(lines) + "</oor:items>")
    return text, {"icons": icons, "bar": bar}


def value(name: str, what: Any) -> PropertyValue:
    made = PropertyValue()
    made.Name, made.Value = name, what
    return made


class Suite:
    """A running soffice. Every call has a limit: calls that may not return go to a thread of their own."""

    def __init__(self, rng: Random, scale: float, language: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="groundmark-office-", dir=os.environ.get("HOME")))
        user = self.folder / "user"
        user.mkdir()
        text, self.look = settings(rng, language)
        (user / "registrymodifications.xcu").write_text(text, "utf-8")
        pipe = f"groundmark{os.getpid()}x{rng.randrange(1 << 30)}"
        environment = os.environ | {"SAL_USE_VCLPLUGIN": "gen", "SAL_FORCEDPI": str(round(96 * scale)), "SAL_DISABLE_OPENCL": "1", "HOME": str(self.folder)}
        self.command = [PROGRAM, "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck", f"-env:UserInstallation=file://{self.folder}", f"--accept=pipe,name={pipe};urp;"]
        self.process = self.start(environment)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        end = time.monotonic() + 90
        while True:
            try:
                self.context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                if self.process.poll() == RESTART:
                    self.process = self.start(environment)
                if time.monotonic() > end or self.process.poll() is not None:
                    self.close()
                    raise RuntimeError("LibreOffice does not answer") from None
                time.sleep(0.3)
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.toolkit = self.service("com.sun.star.awt.Toolkit")
        tree.install(self.context)
        self.dispatcher = self.service("com.sun.star.frame.DispatchHelper")

    def start(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self.command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def service(self, name: str) -> Any:
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def open(self, path: Path) -> Any:
        """Loads a document into a window of its own; the document."""
        return self.desktop.loadComponentFromURL(path.as_uri(), "_default", 0, ())

    def dispatch(self, document: Any, command: str, *values: PropertyValue) -> None:
        """Runs a command; a dialog that blocks the call is left behind in a thread."""
        def run() -> None:
            try:
                self.dispatcher.executeDispatch(document.CurrentController.Frame, f".uno:{command}", "", 0, values)
            except Exception:  # noqa: BLE001 - the office may have been closed meanwhile
                pass

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(3)

    def close(self) -> None:
        """Ends the office and removes its profile."""
        try:
            self.process.kill()
        except ProcessLookupError:
            pass
        self.process.wait(10)
        subprocess.run(["rm", "-rf", str(self.folder)], check=False, timeout=60)
