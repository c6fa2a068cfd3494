#!/usr/bin/env -S /usr/bin/python3
"""An SDL window that draws an interface by itself: sdl-app.py TITLE FONT LAYOUT

LAYOUT is JSON: width, height and items as in test/pages/drawn.js. No accessibility tree knows of it.
"""

from __future__ import annotations

import json
import sys

import pygame


def icon(screen: pygame.Surface, name: str, box: pygame.Rect, ink: str) -> None:
    inner = box.inflate(-22, -22)
    if name == "play":
        pygame.draw.polygon(screen, ink, [inner.topleft, inner.midright, inner.bottomleft])
    elif name == "plus":
        pygame.draw.line(screen, ink, inner.midleft, inner.midright, 2)
        pygame.draw.line(screen, ink, inner.midtop, inner.midbottom, 2)
    elif name == "close":
        pygame.draw.line(screen, ink, inner.topleft, inner.bottomright, 2)
        pygame.draw.line(screen, ink, inner.bottomleft, inner.topright, 2)
    else:
        for y in (inner.top, inner.centery, inner.bottom):
            pygame.draw.line(screen, ink, (inner.left, y), (inner.right, y), 2)


def main() -> None:
    title, font_file, layout = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode((layout["width"], layout["height"]))
    pygame.display.set_caption(title)
    for y in range(layout["height"]):
        share = y / layout["height"]
        colour = (36 + 27 * share, 52 + 38 * share, 77 - 3 * share)
        pygame.draw.line(screen, colour, (0, y), (layout["width"], y))
    for item in layout["items"]:
        kind, text = item["kind"], item["text"]
        box = pygame.Rect(item["x"], item["y"], item["width"], item["height"])
        ink = "#f4f4f4" if kind in ("text", "slot") else "#201808"
        if kind != "text":
            pygame.draw.rect(screen, "#1a2230" if kind == "slot" else "#e0b050", box)
            pygame.draw.rect(screen, "#8090a8" if kind == "slot" else "#5a4010", box, 2)
        if kind == "icon":
            icon(screen, text, box, ink)
            continue
        words = pygame.font.Font(font_file, 18 if kind == "text" else 16).render(text, True, ink)
        place = words.get_rect(center=box.center)
        if kind == "text":
            place.left = box.left
        screen.blit(words, place)
    pygame.display.flip()
    while pygame.event.wait().type != pygame.QUIT:
        pygame.display.flip()


if __name__ == "__main__":
    main()
