"""A random look for game and canvas interfaces, and the controls drawn in it. The drawing code knows every box."""
from __future__ import annotations

import math
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pygame

from content import Content
from pictures import picture

Box = tuple[int, int, int, int]  # x, y, width, height
Colour = tuple[int, int, int]
FONTS = "/usr/share/fonts/"
LATIN = ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf", "truetype/lato/Lato-Regular.ttf", "truetype/lato/Lato-Black.ttf",
         "truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf", "truetype/open-sans/OpenSans-Bold.ttf", "opentype/cantarell/Cantarell-Bold.otf",
         "truetype/comfortaa/Comfortaa-Bold.ttf", "truetype/ubuntu-title/Ubuntu-Title.ttf", "truetype/dejavu/DejaVuSansMono.ttf",
         "truetype/liberation/LiberationSerif-Bold.ttf", "truetype/hack/Hack-Regular.ttf", "truetype/noto/NotoSans-Regular.ttf", "truetype/vollkorn/Vollkorn-Bold.ttf")
WIDE = ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf", "truetype/noto/NotoSans-Regular.ttf")
CJK = ("opentype/noto/NotoSansCJK-Regular.ttc", "opentype/noto/NotoSansCJK-Bold.ttc")


def mix(a: Colour, b: Colour, share: float) -> Colour:
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b))  # type: ignore[return-value]


def bright(colour: Colour) -> float:
    return (0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]) / 255


class Skin:
    """Shape, colours and font of one frame, on one surface. `elements` collects the truth in window pixels."""

    def __init__(self, rng: Random, surface: pygame.Surface, content: Content, scale: float) -> None:
        self.rng, self.surface, self.content, self.scale = rng, surface, content, scale
        self.elements: list[dict[str, Any]] = []
        dark = rng.random() < 0.65
        hue, base = rng.random(), rng.uniform(0.04, 0.3) if dark else rng.uniform(0.7, 0.97)
        self.panel = self.hsv(hue, rng.uniform(0.0, 0.5), base)
        self.accent = self.hsv((hue + rng.choice((0.08, 0.35, 0.5, 0.6))) % 1, rng.uniform(0.5, 1), rng.uniform(0.6, 1))
        self.face = mix(self.panel, rng.choice(((255, 255, 255), (0, 0, 0), self.accent)), rng.uniform(0.08, 0.5))
        self.shape = rng.choice(("square", "round", "round", "pill", "cut", "bevel", "outline", "glass", "plain"))
        self.alpha = rng.choice((255, 255, 230, 170, 110))
        self.border = rng.choice((0, 1, 1, 2, 3))
        self.radius = rng.randint(3, 14)
        self.upper = content.language in ("en", "de", "fr", "es", "pl") and rng.random() < 0.25
        family = CJK if content.language in ("ja", "zh") else WIDE if content.language in ("ru", "el") else LATIN
        self.family = FONTS + rng.choice([name for name in family if os.path.exists(FONTS + name)])
        self.size = round(rng.choice((11, 12, 13, 14, 15, 16, 18, 20, 24)) * scale)
        self.fonts: dict[int, pygame.font.Font] = {}
        self.shadow = rng.random() < 0.4
        self.icons: dict[tuple[str, int], pygame.Surface] = {}

    @staticmethod
    def hsv(hue: float, saturation: float, value: float) -> Colour:
        made = pygame.Color(0)
        made.hsva = (hue * 360 % 360, saturation * 100, value * 100, 100)
        return (made.r, made.g, made.b)

    def px(self, value: float) -> int:
        return max(1, round(value * self.scale))

    # -- drawing ---------------------------------------------------------

    def font(self, size: int) -> pygame.font.Font:
        if size not in self.fonts:
            self.fonts[size] = pygame.font.Font(self.family, size)
        return self.fonts[size]

    def ink(self, on: Colour, dim: bool = False) -> Colour:
        ink = (245, 245, 240) if bright(on) < 0.55 else (20, 20, 25)
        return mix(ink, on, 0.6) if dim else ink

    def text(self, text: str, x: int, y: int, colour: Colour, size: int | None = None, anchor: str = "l", most: int | None = None) -> Box:
        """Draws one line; anchor l, c or r at x, centred at y. The box of what was drawn."""
        text = text.upper() if self.upper else text
        font = self.font(size or self.size)
        while most and len(text) > 2 and font.size(text)[0] > most:
            text = text[:-2] + "…"
        if not text:
            return (x, y, 0, 0)
        made = font.render(text, True, colour)
        width, height = made.get_size()
        left = x - (width // 2 if anchor == "c" else width if anchor == "r" else 0)
        if self.shadow:
            dark = font.render(text, True, (0, 0, 0) if bright(colour) > 0.4 else (255, 255, 255))
            dark.set_alpha(120)
            self.surface.blit(dark, (left + 1, y - height // 2 + 1))
        self.surface.blit(made, (left, y - height // 2))
        return (left, y - height // 2, width, height)

    def smooth(self, box: Box, colour: Colour, alpha: int, draw: Callable[[pygame.Surface, int], None]) -> None:
        """Lets `draw` paint at three times the size and blits the result without jagged edges."""
        x, y, w, h = box
        if w < 1 or h < 1:
            return
        times = 3 if w * h < 60_000 else 1  # on a large panel nobody sees the jagged corner, but it would take seconds
        big = pygame.Surface((w * times, h * times), pygame.SRCALPHA)
        big.fill((*colour, 0))
        draw(big, times)
        small = pygame.transform.smoothscale(big, (w, h)) if times > 1 else big
        small.set_alpha(alpha)
        self.surface.blit(small, (x, y))

    def plate(self, box: Box, colour: Colour, alpha: int | None = None, edge: Colour | None = None, shape: str | None = None) -> None:
        """A filled area in the skin's shape."""
        x, y, w, h = box
        shape = shape or self.shape
        if shape in ("pill", "cut") and min(w, h) > self.px(90):  # a shape for buttons, not for panels
            shape = "round"
        alpha = self.alpha if alpha is None else alpha
        edge = edge or mix(colour, self.ink(colour), 0.35)
        width = self.px(self.border) if self.border else 0

        def draw(on: pygame.Surface, s: int) -> None:
            full = pygame.Rect(0, 0, w * s, h * s)
            radius = {"round": self.px(self.radius) * s, "glass": self.px(self.radius) * s, "pill": min(w, h) * s // 2}.get(shape, 0)
            if shape == "cut":
                c = min(w, h) * s // 4
                points = [(c, 0), (w * s, 0), (w * s, h * s - c), (w * s - c, h * s), (0, h * s), (0, c)]
                pygame.draw.polygon(on, colour, points)
                if width:
                    pygame.draw.polygon(on, edge, points, width * s)
            elif shape == "outline":
                pygame.draw.rect(on, (*colour, 60), full)
                pygame.draw.rect(on, edge, full, max(1, width) * s)
            else:
                pygame.draw.rect(on, colour, full, border_radius=radius)
                if width and shape != "plain":
                    pygame.draw.rect(on, edge, full, width * s, border_radius=radius)
            if shape == "bevel":
                t = 2 * s
                pygame.draw.rect(on, mix(colour, (255, 255, 255), 0.4), (0, 0, w * s, t))
                pygame.draw.rect(on, mix(colour, (255, 255, 255), 0.4), (0, 0, t, h * s))
                pygame.draw.rect(on, mix(colour, (0, 0, 0), 0.4), (0, h * s - t, w * s, t))
                pygame.draw.rect(on, mix(colour, (0, 0, 0), 0.4), (w * s - t, 0, t, h * s))
            elif shape == "glass":
                pygame.draw.rect(on, mix(colour, (255, 255, 255), 0.25), (0, 0, w * s, h * s // 2), border_top_left_radius=radius, border_top_right_radius=radius)

        self.smooth(box, colour, alpha, draw)

    def background(self, style: str | None = None) -> None:
        width, height = self.surface.get_size()
        # Drawn at a fraction of the size: large smooth areas look the same, and it takes a fraction of the time.
        factor = max(1, round(width / 750))
        array = picture(self.rng, width // factor, height // factor, style)
        made = pygame.surfarray.make_surface(array.swapaxes(0, 1))
        self.surface.blit(pygame.transform.smoothscale(made, (width, height)), (0, 0))

    def image(self, box: Box, style: str | None = None) -> None:
        x, y, w, h = box
        array = picture(self.rng, w, h, style)
        self.surface.blit(pygame.transform.scale(pygame.surfarray.make_surface(array.swapaxes(0, 1)), (w, h)), (x, y))

    def icon(self, cx: int, cy: int, side: int, colour: Colour, dim: bool = False, path: str | None = None) -> None:
        """An icon of the pack, or a drawn sign without one."""
        found = self.content.icon(side)
        path = path or (found[1] if found else None)
        if path and self.rng.random() < 0.85:
            key = (path, side)
            if key not in self.icons:
                self.icons[key] = pygame.transform.smoothscale(pygame.image.load(path).convert_alpha(), (side, side))
            made = self.icons[key].copy()
            if dim:
                made.set_alpha(90)
            self.surface.blit(made, (cx - side // 2, cy - side // 2))
            return
        kind, corners = self.rng.choice(("plus", "arrow", "disc", "star", "bars", "gem")), side // 2

        def draw(on: pygame.Surface, s: int) -> None:
            size, middle, thick = side * s, side * s // 2, max(2, side * s // 7)
            if kind == "plus":
                pygame.draw.line(on, colour, (middle, 2), (middle, size - 2), thick)
                pygame.draw.line(on, colour, (2, middle), (size - 2, middle), thick)
            elif kind == "arrow":
                pygame.draw.polygon(on, colour, [(size // 5, size // 8), (size * 7 // 8, middle), (size // 5, size * 7 // 8)])
            elif kind == "disc":
                pygame.draw.circle(on, colour, (middle, middle), middle - 2, 0 if side % 2 else thick)
            elif kind == "bars":
                for row in (1, 3, 5):
                    pygame.draw.rect(on, colour, (size // 8, size * row // 7, size * 3 // 4, size // 7))
            elif kind == "gem":
                pygame.draw.polygon(on, colour, [(middle, 0), (size, middle), (middle, size), (0, middle)])
            else:
                points = [(middle + math.sin(k * math.pi / 5) * middle * (1 if k % 2 == 0 else 0.45), middle - math.cos(k * math.pi / 5) * middle * (1 if k % 2 == 0 else 0.45)) for k in range(10)]
                pygame.draw.polygon(on, colour, points)

        self.smooth((cx - corners, cy - corners, side, side), colour, 110 if dim else 255, draw)

    # -- truth -----------------------------------------------------------

    def mark(self, role: str, box: Box, states: dict[str, bool] | None = None, name: str = "", click: Box | None = None) -> None:
        x, y, w, h = box
        made: dict[str, Any] = {"role": role, "box": [x, y, x + w, y + h], "states": states or {}}
        if name:
            made["name"] = name
        if click:
            made["click"] = [click[0], click[1], click[0] + click[2], click[1] + click[3]]
        self.elements.append(made)

    def off(self) -> bool:
        return self.rng.random() < 0.08

    # -- controls --------------------------------------------------------

    def button(self, box: Box, text: str = "", icon: bool = False, disabled: bool | None = None, role: str = "button", bare: bool = False,
               states: dict[str, bool] | None = None, path: str | None = None) -> None:
        x, y, w, h = box
        off = self.off() if disabled is None else disabled
        chosen = bool(states and (states.get("selected") or states.get("checked")))
        colour = self.accent if chosen or self.rng.random() < 0.06 else self.face
        if off:
            colour = mix(self.face, self.panel, 0.6)
        if not bare:
            self.plate(box, colour)
        thin = bare or self.shape == "outline" or self.alpha < 150
        ink = self.ink((30, 30, 30) if thin and self.dark_behind(box) else (230, 230, 230) if thin else colour, off)
        if icon and text and w > h * 2:
            side = min(h - self.px(6), self.px(24))
            self.icon(x + h // 2, y + h // 2, max(8, side), ink, off, path)
            self.text(text, x + h, y + h // 2, ink, min(self.size, max(9, round(h * 0.6))), "l", w - h - self.px(4))
        elif icon and text:
            side = min(w, h) * 5 // 10
            self.icon(x + w // 2, y + h * 2 // 5, max(8, side), ink, off, path)
            self.text(text, x + w // 2, y + h * 5 // 6, ink, max(9, min(self.size * 3 // 4, h // 5)), "c", w - 4)
        elif icon:
            self.icon(x + w // 2, y + h // 2, max(8, min(w, h) * self.rng.choice((5, 6, 7)) // 10), ink, off, path)
        else:
            self.text(text, x + w // 2, y + h // 2, ink, min(self.size, max(9, round(h * 0.65))), "c", w - self.px(6))
        self.mark(role, box, {**(states or {}), "disabled": off}, text)

    def dark_behind(self, box: Box) -> bool:
        width, height = self.surface.get_size()
        x, y = min(max(0, box[0] + box[2] // 2), width - 1), min(max(0, box[1] + 2), height - 1)
        return bright(self.surface.get_at((x, y))[:3]) < 0.5

    def check(self, x: int, y: int, text: str, on: bool, role: str = "checkbox", most: int | None = None) -> Box:
        side, off = max(8, round(self.size * self.rng.choice((0.9, 1, 1.2)))), self.off()
        colour = mix(self.face, self.panel, 0.5 if off else 0)
        top = y - side // 2
        filled = on and self.rng.random() < 0.5
        if role == "radio":
            self.plate((x, top, side, side), self.accent if filled else colour, 255, self.ink(self.panel, off), "pill")
            if on:
                inner = side // 2
                self.plate((x + (side - inner) // 2, top + (side - inner) // 2, inner, inner), self.ink(self.accent if filled else colour, off), 255, shape="pill")
        else:
            self.plate((x, top, side, side), self.accent if filled else colour, 255, self.ink(self.panel, off), self.rng.choice(("square", "round")) if self.shape not in ("bevel",) else "bevel")
            if on:
                ink = self.ink(self.accent if filled else colour, off)

                def tick(surface: pygame.Surface, s: int) -> None:
                    pygame.draw.lines(surface, ink, False, [(side * s // 5, side * s // 2), (side * s * 2 // 5, side * s * 3 // 4), (side * s * 4 // 5, side * s // 5)], max(2, side * s // 7))

                self.smooth((x, top, side, side), ink, 255, tick)
        ink = self.ink((20, 20, 20) if self.dark_behind((x + side + 8, y, 4, 4)) else (240, 240, 240), off)
        drawn = self.text(text, x + side + self.px(6), y, ink, None, "l", most)
        high = max(side, drawn[3])
        box = (x, y - high // 2, side + self.px(6) + drawn[2], high) if text else (x, top, side, side)
        self.mark(role, box, {"checked": on, "disabled": off}, text, (x, top, side, side))
        return box

    def switch(self, x: int, y: int, on: bool, height: int | None = None) -> Box:
        height = height or round(self.size * self.rng.choice((1, 1.2, 1.5)))
        width, off = round(height * self.rng.uniform(1.6, 2.2)), self.off()
        track = self.accent if on else mix(self.face, (128, 128, 128), 0.5)
        track = mix(track, self.panel, 0.6) if off else track
        shape = "pill" if self.shape in ("round", "pill", "glass", "plain") else "square"
        top = y - height // 2
        self.plate((x, top, width, height), track, 255, shape=shape)
        side = height - self.px(4)
        left = x + width - side - self.px(2) if on else x + self.px(2)
        self.plate((left, top + self.px(2), side, side), self.ink(track, off), 255, shape=shape)
        self.mark("switch", (x, top, width, height), {"checked": on, "disabled": off})
        return (x, top, width, height)

    def slider(self, box: Box, value: float, upright: bool = False) -> None:
        x, y, w, h = box
        off = self.off()
        thin = max(2, (w if upright else h) * self.rng.choice((2, 3, 5, 8)) // 10)
        track, fill = mix(self.face, (128, 128, 128), 0.4), mix(self.accent, self.panel, 0.6) if off else self.accent
        knob = max(4, (w if upright else h) * self.rng.choice((5, 8, 10)) // 10)
        round_one = self.rng.random() < 0.6
        if upright:
            self.plate((x + (w - thin) // 2, y, thin, h), track, 255)
            self.plate((x + (w - thin) // 2, y + round(h * (1 - value)), thin, round(h * value)), fill, 255)
            at = (x + (w - knob) // 2, y + round((h - knob) * (1 - value)), knob, knob)
        else:
            self.plate((x, y + (h - thin) // 2, w, thin), track, 255)
            self.plate((x, y + (h - thin) // 2, round(w * value), thin), fill, 255)
            wide = knob if round_one else max(4, knob // 2)
            at = (x + round((w - wide) * value), y + (h - knob) // 2, wide, knob)
        self.plate(at, self.ink(track, off), 255, shape="pill" if round_one else "square")
        self.mark("slider", box, {"disabled": off})

    def field(self, box: Box, text: str, role: str = "textbox", hint: bool = False) -> None:
        x, y, w, h = box
        off = self.off()
        base = mix(self.panel, (255, 255, 255) if self.rng.random() < 0.5 else (0, 0, 0), 0.5)
        self.plate(box, base, max(self.alpha, 200), self.accent if self.rng.random() < 0.15 else None)
        self.text(text, x + self.px(6), y + h // 2, self.ink(base, off or hint), min(self.size, max(9, round(h * 0.65))), "l", w - self.px(12) - (h if role != "textbox" else 0))
        ink = self.ink(base, off)
        if role in ("combobox", "spinbutton"):
            right = x + w - h // 2

            def arrow(surface: pygame.Surface, s: int) -> None:
                size = h * s
                if role == "combobox":
                    pygame.draw.polygon(surface, ink, [(size * 3 // 10, size * 4 // 10), (size * 7 // 10, size * 4 // 10), (size // 2, size * 65 // 100)])
                else:
                    pygame.draw.polygon(surface, ink, [(size * 3 // 10, size * 42 // 100), (size * 7 // 10, size * 42 // 100), (size // 2, size * 15 // 100)])
                    pygame.draw.polygon(surface, ink, [(size * 3 // 10, size * 58 // 100), (size * 7 // 10, size * 58 // 100), (size // 2, size * 85 // 100)])

            self.smooth((right - h // 2, y, h, h), ink, 255, arrow)
        self.mark(role, box, {"disabled": off} | ({"expanded": False} if role == "combobox" else {}))
