#!/usr/bin/env -S /usr/bin/python3
"""Generator of LibreOffice windows (Writer, Calc, Impress) with the plain X11 back end. Speaks the harness' protocol."""
from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "content")]

import documents  # noqa: E402
import protocol  # noqa: E402
import suite  # noqa: E402
import tree  # noqa: E402
from content import Content  # noqa: E402
from heldout import is_held_out  # noqa: E402
from Xlib import X, XK, display, error  # noqa: E402
from Xlib.ext import xtest  # noqa: E402


class Desk:
    """The X server's side: windows by their place, and keys."""

    def __init__(self) -> None:
        self.server = display.Display()
        self.root = self.server.screen().root

    def windows(self) -> list[tuple[int, list[int], str]]:
        """Mapped windows with identifier, box of the client area and title; children of frames included."""
        found: list[tuple[int, list[int], str]] = []
        waiting = [(self.root, 0)]
        while waiting:
            parent, depth = waiting.pop(0)
            try:
                for each in parent.query_tree().children:
                    if each.get_attributes().map_state != X.IsViewable:
                        continue
                    shape = each.get_geometry()
                    at = each.translate_coords(self.root, 0, 0)
                    found.append((each.id, [-at.x, -at.y, -at.x + shape.width, -at.y + shape.height], each.get_wm_name() or ""))
                    if depth < 2:
                        waiting.append((each, depth + 1))
            except error.XError:
                continue
        return found

    def owner(self, xid: int) -> str:
        """The class of a window, empty for those of nobody (frames of the window manager)."""
        try:
            return " ".join(self.server.create_resource_object("window", xid).get_wm_class() or ())
        except error.XError:
            return ""

    def escape(self, times: int) -> None:
        code = self.server.keysym_to_keycode(XK.XK_Escape)
        for _ in range(times):
            xtest.fake_input(self.server, X.KeyPress, code)
            xtest.fake_input(self.server, X.KeyRelease, code)
            self.server.sync()
            time.sleep(0.2)


def same(a: list[int], b: list[int]) -> float:
    """IoU of two boxes."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = max(0, wide) * max(0, high)
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common or 1)


class Generator:
    """One office for a session; it is started anew when a dialog does not go away."""

    def __init__(self, scale: float, seed: int) -> None:
        self.scale, self.rng = scale, Random(seed)
        self.desk = Desk()
        suite.ICONS = tuple(name for name in suite.ICONS if not is_held_out("icons", name))
        self.language = self.rng.choice(("en", "en", "de", "fr", "ja", "ru"))
        self.office: suite.Suite | None = None
        self.document: Any = None
        self.last: dict[str, Any] = {}
        self.seen: list[tuple[int, list[int], str]] = []
        self.number = 0
        self.busy = False  # a dialog is open, or may be

    def start(self) -> suite.Suite:
        if self.office is None or self.office.process.poll() is not None:
            self.office = suite.Suite(self.rng, self.scale, self.language)
            self.document, self.busy = None, False
        return self.office

    def clear(self) -> None:
        """Closes what the frame before has opened."""
        if self.office is None:
            return
        if self.busy:
            self.desk.escape(3)
            left = [title for _, box, title in self.desk.windows() if title and "LibreOffice" not in title and box[2] - box[0] > 60]
            self.busy = False
            if left:
                self.office.close()
                self.office, self.document = None, None
                return
        if self.document is not None:
            try:
                self.document.setModified(False)
                self.document.close(True)
            except Exception:  # noqa: BLE001 - an office that does not close its document is replaced
                self.office.close()
                self.office = None
            self.document = None

    def put_up(self, rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        self.clear()
        office = self.start()
        content = Content(rng, language=self.language)
        kind = rng.choice(("writer", "writer", "calc", "calc", "impress"))
        self.number += 1
        path = documents.write(office.folder, f"{content.title().split('.')[0].replace('/', ' ')[:24]} {self.number}", kind, content, rng)
        self.document = office.open(path)
        frame = self.document.CurrentController.Frame
        left, top, width, height = request["area"]
        frame.ContainerWindow.setPosSize(left + 4, top + 24, width - 8, height - 34, 15)
        manager = frame.LayoutManager
        for name in rng.sample(suite.BARS_TO_SHOW, rng.choice((0, 1, 2, 4))):
            manager.showElement(f"private:resource/toolbar/{name}")
        if rng.random() < 0.35:
            office.dispatch(self.document, "Sidebar")
        elif rng.random() < 0.4:
            office.dispatch(self.document, rng.choice(("SidebarDeck.PropertyDeck", "SidebarDeck.StyleListDeck", "SidebarDeck.NavigatorDeck", "SidebarDeck.GalleryDeck")))
        time.sleep(0.6)
        self.quiet(1.0)
        if request.get("popup", True) and rng.random() < 0.6:
            self.busy = True
            office.dispatch(self.document, rng.choice(suite.DIALOGS[kind]))
            self.quiet(2.5)
        self.last = self.read(office)
        return self.last

    def quiet(self, seconds: float) -> None:
        """Waits until no window has come, gone or moved for so long, 30 seconds at most."""
        end, since, before = time.monotonic() + 30, time.monotonic(), self.desk.windows()
        while time.monotonic() < end and time.monotonic() - since < seconds:
            time.sleep(0.25)
            now = self.desk.windows()
            if now != before:
                before, since = now, time.monotonic()

    def again(self) -> dict[str, Any]:
        """The reply of before, read anew when a window has come, gone or moved meanwhile."""
        if self.office is not None and self.desk.windows() != self.seen:
            self.quiet(1.0)
            self.last = self.read(self.office)
        return self.last

    def read(self, office: suite.Suite) -> dict[str, Any]:
        shown = self.seen = self.desk.windows()
        windows, popups, known = [], [], set()
        for walk in tree.windows(office.context):
            best = max(shown, key=lambda each: (same(each[1], walk.box), each[0]), default=None)
            if best is None or same(best[1], walk.box) < 0.9:
                continue  # not on the screen
            # The accessible window and its X window begin at one point, or every box would be beside its control.
            if abs(best[1][0] - walk.box[0]) > 1 or abs(best[1][1] - walk.box[1]) > 1:
                continue
            if walk.elements or walk.title:
                known.add(best[0])
                (windows if walk.title else popups).append({"xid": best[0], "title": walk.title, "elements": walk.elements, "ignore": walk.ignore})
        # What the tree does not tell of (a window that is only coming up) must not be taken for a place without controls.
        for xid, box, title in shown:
            if xid not in known and "office" in self.desk.owner(xid).lower() and box[2] - box[0] > 20 and box[3] - box[1] > 20:
                windows.append({"xid": xid, "title": title, "elements": [], "ignore": [box]})
        if not windows:
            raise RuntimeError("no window of the office was found on the screen")
        return {"windows": windows, "popups": popups, "scale": self.scale, "look": {"style": f"office-gen-{office.look['bar']}", "icons": office.look["icons"]}}


def main() -> None:
    options = protocol.arguments()
    generator = Generator(options.scale, options.seed)

    def put_up(rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return generator.put_up(rng, request)
        except BaseException:
            if generator.office is not None:
                generator.office.close()
            raise

    # The office belongs to our process group and ends with it.
    protocol.serve(put_up, generator.again)


if __name__ == "__main__":
    main()
