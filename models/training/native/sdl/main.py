#!/usr/bin/env -S /usr/bin/python3
"""Generator of canvas interfaces in an SDL window: game screens and self-drawn tools. Speaks the harness' protocol."""
from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "content")]
os.environ |= {"SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0"}

import pygame  # noqa: E402

import desk  # noqa: E402
import games  # noqa: E402
import protocol  # noqa: E402
from Xlib import display, error  # noqa: E402
from content import Content  # noqa: E402
from skin import Skin  # noqa: E402


class Generator:
    """One SDL window; each frame opens it anew."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.server = display.Display()
        self.skin: Skin | None = None
        self.title, self.place, self.bare, self.screen = "", (0, 0), False, ""

    def put_up(self, rng: Random, request: dict[str, Any]) -> dict[str, Any]:
        left, top, width, height = request["area"]
        pygame.display.quit()
        self.bare = bool(request.get("maximise")) or rng.random() < 0.1
        if not self.bare:
            width, height = max(200, min(width, round(width * rng.uniform(0.8, 1.1)))), max(160, height - 40)
        os.environ["SDL_VIDEO_WINDOW_POS"] = f"{left if self.bare else left + 4},{top if self.bare else top + 30}"
        pygame.display.init()
        pygame.font.init()
        pygame.mouse.set_visible(True)
        surface = pygame.display.set_mode((width, height), pygame.NOFRAME if self.bare else 0)
        content = Content(rng, rng.random() < 0.6)
        self.title = content.title()
        pygame.display.set_caption(self.title)
        # Most games draw larger on larger screens, some keep their size in pixels.
        larger = min(2.5, max(0.85, width / self.scale / 1100)) if rng.random() < 0.55 else 1
        self.skin = Skin(rng, surface, content, self.scale * larger)
        if rng.random() < 0.3:
            self.screen = "desk"
            desk.desk(self.skin, rng)
        else:
            draw = rng.choices([screen for screen, _ in games.SCREENS], [weight for _, weight in games.SCREENS])[0]
            self.screen = draw.__name__
            draw(self.skin, rng)
        self.settle()
        return self.reply()

    def settle(self) -> None:
        """Shows the picture until the window manager has placed and exposed the window."""
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            pygame.event.pump()
            pygame.display.flip()
            time.sleep(0.02)

    def window(self) -> tuple[int, int, int]:
        """Identifier of the window and where its picture begins on the screen, asked from the server.

        Found by process: pygame's own get_wm_info fails when windows have been opened and closed many times.
        """
        process = self.server.intern_atom("_NET_WM_PID")
        root = self.server.screen().root
        waiting = [root]
        while waiting:
            each = waiting.pop(0)
            try:
                told = each.get_full_property(process, 6)
                if told and told.value[0] == os.getpid() and each.get_attributes().map_state == 2:
                    at = each.translate_coords(root, 0, 0)
                    return each.id, -at.x, -at.y
                waiting += each.query_tree().children
            except error.XError:
                continue
        raise RuntimeError("the window is not there")

    def reply(self) -> dict[str, Any]:
        assert self.skin is not None
        pygame.event.pump()
        pygame.display.flip()
        window, x, y = self.window()
        width, height = self.skin.surface.get_size()
        elements = []
        for element in self.skin.elements:
            box, click = element["box"], element.get("click")
            part = [max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])]
            if part[2] - part[0] < 4 or part[3] - part[1] < 4:
                continue
            moved = element | {"box": [part[0] + x, part[1] + y, part[2] + x, part[3] + y]}
            if part != box:
                moved["whole"] = [box[0] + x, box[1] + y, box[2] + x, box[3] + y]
            if click:
                moved["click"] = [click[0] + x, click[1] + y, click[2] + x, click[3] + y]
            elements.append(moved)
        return {"windows": [{"xid": window, "title": self.title, "elements": elements, "ignore": [], "decorated": not self.bare}],
                "popups": [], "scale": self.scale, "look": {"style": f"sdl-{self.screen}-{self.skin.shape}", "icons": self.skin.content.icon_theme}}


if __name__ == "__main__":
    options = protocol.arguments()
    generator = Generator(options.scale)
    protocol.serve(generator.put_up, lambda: generator.reply())
