"""Draws one line of text as a screen shows it, with Pango and cairo, and cuts it as the product does."""

from __future__ import annotations

import json
import math
import os
import random
import re
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("FONTCONFIG_FILE", str(Path(__file__).with_name("fonts.conf")))

import cairo  # noqa: E402
import cv2  # noqa: E402
import gi  # noqa: E402
import numpy as np  # noqa: E402

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, Gio, GLib, Pango, PangoCairo  # noqa: E402

from effects import bits  # noqa: E402
from fonts import Fonts  # noqa: E402
from normalise import normalise  # noqa: E402
from texts import Text  # noqa: E402

cv2.setNumThreads(0)
#: Sizes in pixels; what applications use most comes up most.
SIZES = [9, 10, 11, 11, 12, 12, 13, 13, 13, 13.33, 14, 14, 14.67, 14.67, 15, 16, 16, 17, 18, 19, 20, 22, 24, 26, 28]
LARGE = (28.0, 60.0)
#: Widest line in input pixels.
WIDEST = 448
#: A difference in luma that the product's finder takes for an edge (src/vision/ocr/edges.ts).
EDGE_STEP = 18
PAD = 48


@dataclass
class Line:
    """`picture` [24, w] uint8, 255 is full contrast; `text` what it says; `size` in pixels; `effects` bits."""

    picture: np.ndarray
    text: str
    language: str
    family: str
    size: float
    effects: int


def installed_families() -> set[str]:
    return {family.get_name() for family in PangoCairo.FontMap.get_default().list_families()}


class Artist:
    def __init__(self, rng: random.Random, icons: Path | None, unseen_share: float = 0.0):
        self.rng = rng
        self.unseen_share = unseen_share
        self.fonts = Fonts(installed_families())
        self.icons = json.loads(icons.read_text()) if icons else []
        self.shapes: dict[int, np.ndarray] = {}

    def draw(self, text: Text) -> Line | None:
        """A line; None where this font cannot show the text, or where it comes out too wide."""
        r = self.rng
        if r.random() < 0.03:
            return self._nothing()
        marks: set[str] = set()
        mono = text.code and r.random() < 0.6
        family = self.fonts.choose(r, mono, r.random() < self.unseen_share)
        size = r.uniform(*LARGE) if r.random() < 0.05 else r.choice(SIZES)
        if r.random() < 0.3:
            size = max(9.0, size * r.uniform(0.95, 1.08))
        if mono:
            marks.add("mono")
        said = text.text
        if said.endswith(("…", "...")):
            marks.add("ellipsis")

        layout, lcd, antialias = self._layout(family, size, said, marks)
        if layout.get_unknown_glyphs_count() > 0:
            return None
        ink, logical = layout.get_pixel_extents()
        if ink.width < 1 or ink.height < 2 or ink.width > WIDEST * 4:
            return None
        if lcd:
            marks.add("lcd")
        if antialias == cairo.ANTIALIAS_NONE:
            marks.add("no antialiasing")

        pad = PAD + int(size)
        width, height = max(logical.width, ink.x + ink.width) + 2 * pad, logical.height + 2 * pad
        ground, paper, colour = self._ground(width, height, marks)
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
        pixels = np.ndarray((height, surface.get_stride() // 4, 4), np.uint8, surface.get_data())
        pixels[:, :width, :3] = ground[..., ::-1]
        surface.mark_dirty()
        context = cairo.Context(surface)
        x, y = pad + r.random(), pad + (r.random() if r.random() < 0.2 else 0.0)

        stops = self._stops(layout, said, x)
        selected = None
        if len(said) > 1 and r.random() < 0.05:
            selected = self._select(layout, said, stops, context, (paper, colour), (y, logical.height))
            if selected:
                marks.add("selection")
        context.set_source_rgb(*(c / 255 for c in colour))
        context.move_to(x, y)
        PangoCairo.update_layout(context, layout)
        PangoCairo.show_layout(context, layout)
        surface.flush()
        drawn = pixels[:, :width, 2::-1].copy()

        box = self._ink_box(drawn, ground)
        if box is None:
            return None
        if r.random() < 0.03:
            marks.add("caret")
            self._caret(drawn, r.choice(stops), box, colour)
            box = self._ink_box(drawn, ground) or box
        if selected is None and r.random() < 0.10:
            box, said = self._cut(drawn, said, stops, box, paper, colour)
            if not said or box is None:
                return None
            marks.add("cut")
        if r.random() < 0.14:
            marks.add("border")
            self._border(drawn, box)
        if r.random() < 0.30:
            marks.add("icon")
            box = self._icon(drawn, box, colour)
        if r.random() < 0.06:
            marks.add("resampled")
            drawn, box = self._resample(drawn, box)
        picture = self._normalised(drawn, box)
        if picture is None:
            return None
        return Line(picture, said, text.language, family, size, bits(marks))

    def _layout(self, family: str, size: float, said: str, marks: set[str]):
        r = self.rng
        font = Pango.FontDescription()
        font.set_family(family)
        font.set_absolute_size(size * Pango.SCALE)
        q = r.random()
        if q < 0.20:
            font.set_weight(Pango.Weight.BOLD if q < 0.16 else Pango.Weight.SEMIBOLD)
            marks.add("bold")
        elif q < 0.23 and size >= 12:
            font.set_weight(Pango.Weight.LIGHT)
            marks.add("light")
        if r.random() < 0.05:
            font.set_style(Pango.Style.ITALIC)
            marks.add("italic")
        options = cairo.FontOptions()
        q = r.random()
        # Characters without smoothing are drawn by fonts with good hints, or they fall to pieces.
        antialias = cairo.ANTIALIAS_SUBPIXEL if q < 0.22 else cairo.ANTIALIAS_GRAY
        hint = r.choice([cairo.HINT_STYLE_NONE, cairo.HINT_STYLE_SLIGHT, cairo.HINT_STYLE_SLIGHT, cairo.HINT_STYLE_MEDIUM, cairo.HINT_STYLE_FULL])
        if q > 0.97 and size >= 10.5 and "light" not in marks and "italic" not in marks:
            antialias, hint = cairo.ANTIALIAS_NONE, cairo.HINT_STYLE_FULL
        options.set_antialias(antialias)
        options.set_subpixel_order(cairo.SUBPIXEL_ORDER_RGB if r.random() < 0.85 else cairo.SUBPIXEL_ORDER_BGR)
        options.set_hint_style(hint)
        options.set_hint_metrics(cairo.HINT_METRICS_ON if r.random() < 0.6 else cairo.HINT_METRICS_OFF)
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, 8, 8)
        layout = PangoCairo.create_layout(cairo.Context(surface))
        about = layout.get_context()
        PangoCairo.context_set_font_options(about, options)
        about.set_round_glyph_positions(r.random() < 0.55)
        layout.set_font_description(font)
        layout.set_single_paragraph_mode(True)
        attributes = Pango.AttrList()
        attributes.insert(Pango.attr_font_features_new("liga=0,calt=0" if r.random() < 0.7 else "liga=1"))
        if r.random() < 0.06:
            attributes.insert(Pango.attr_letter_spacing_new(int(r.uniform(-0.3, 1.2) * Pango.SCALE)))
        letters = [i for i, c in enumerate(said) if c.isalnum()]
        q = r.random()
        if q < 0.15 and letters:
            marks.add("mnemonic")
            at = letters[0] if r.random() < 0.5 else r.choice(letters)
            begin = len(said[:at].encode())
            attributes.insert(ranged(Pango.attr_underline_new(Pango.Underline.SINGLE), begin, begin + len(said[at].encode())))
        elif q < 0.19:
            marks.add("underline")
            attributes.insert(Pango.attr_underline_new(Pango.Underline.SINGLE))
        elif q < 0.205 and size >= 11:
            marks.add("strike")
            attributes.insert(Pango.attr_strikethrough_new(True))
        layout.set_attributes(attributes)
        layout.set_text(said, -1)
        return layout, antialias == cairo.ANTIALIAS_SUBPIXEL, antialias

    def _ground(self, width: int, height: int, marks: set[str]):
        """Background [H, W, 3], its mean colour, and a colour for the text that stands out from all of it."""
        r = self.rng
        q = r.random()
        if q < 0.5:
            paper = np.array([r.randint(225, 255)] * 3, np.float32)
        elif q < 0.75:
            paper = np.array([r.randint(12, 70)] * 3, np.float32)
        else:
            paper = np.array([r.randint(0, 255) for _ in range(3)], np.float32)
        if r.random() < 0.5:
            paper = np.clip(paper + np.array([r.uniform(-10, 10) for _ in range(3)]), 0, 255)
        kind = r.random()
        spread = 0.0
        ground = np.empty((height, width, 3), np.float32)
        ground[:] = paper
        if kind < 0.10:
            marks.add("gradient")
            spread = r.uniform(8, 60)
            ramp = np.linspace(-spread / 2, spread / 2, height if r.random() < 0.7 else width, dtype=np.float32)
            ground += (ramp[:, None] if len(ramp) == height else ramp[None])[..., None] * r.choice([1, -1])
        elif kind < 0.17:
            marks.add("picture")
            spread = r.uniform(25, 90)
            coarse = np.random.default_rng(r.getrandbits(32)).random((r.randint(3, 9), r.randint(4, 16), 3)).astype(np.float32)
            wave = cv2.resize(coarse, (width, height), interpolation=r.choice([cv2.INTER_CUBIC, cv2.INTER_LINEAR]))
            grain = np.random.default_rng(r.getrandbits(32)).normal(0, r.uniform(0, 4), (height, width, 1)).astype(np.float32)
            ground += (wave - 0.5) * spread + grain
        ground = np.clip(ground, 0, 255)
        light = float(luma(ground).mean())
        need = spread * 0.6
        if r.random() < 0.07 and spread == 0:
            marks.add("low contrast")
            gap = r.uniform(32, 60)
        else:
            gap = need + r.uniform(70, 255)
        up = light + gap <= 255
        down = light - gap >= 0
        dark = down and (not up or light > 127 or r.random() < 0.1)
        target = (max(0.0, light - gap) if dark else min(255.0, light + gap)) if (up or down) else (0.0 if light > 127 else 255.0)
        colour = np.full(3, target, np.float32)
        if r.random() < 0.35:
            tint = np.array([r.uniform(-1, 1) for _ in range(3)], np.float32)
            tint -= float(tint @ WEIGHTS)
            room = min(target, 255 - target)
            colour = np.clip(colour + tint * min(120, room + 25), 0, 255)
        return ground.astype(np.uint8), paper, [float(c) for c in colour]

    @staticmethod
    def _stops(layout, said: str, x: float) -> list[float]:
        """x of the left edge of each character, and of the end, in picture pixels."""
        stops, at = [], 0
        for c in said:
            stops.append(x + layout.index_to_pos(at).x / Pango.SCALE)
            at += len(c.encode())
        end = layout.index_to_pos(max(0, at - len(said[-1].encode())))
        return [*stops, x + (end.x + end.width) / Pango.SCALE]

    def _select(self, layout, said, stops, context, colours, span) -> tuple[int, int] | None:
        """Paints the ground of a part of the line, and gives its characters the colour of selected text."""
        r = self.rng
        paper, colour = colours
        # Selections are of a strong colour under white, or simply the two colours changed. What differs from the
        # paper as much as its ground does is lost in the normalised line: no one could learn to read it.
        for ground in r.sample([(53, 132, 228), (61, 174, 233), (0, 120, 215), (48, 140, 198), (90, 90, 90), tuple(colour)], 6):
            front = 255 if float(np.dot(WEIGHTS, ground)) < 150 else 0
            apart, text_apart = (float(np.abs(np.array(c) - paper).max()) for c in (ground, (front,) * 3))
            if apart > 30 and abs(apart - text_apart) > 0.35 * max(apart, text_apart):
                break
        else:
            return None
        first = r.randrange(len(said)) if r.random() < 0.6 else 0
        last = r.randint(first + 1, len(said))
        context.set_source_rgb(*(c / 255 for c in ground))
        context.rectangle(round(stops[first]), span[0], round(stops[last]) - round(stops[first]), span[1])
        context.fill()
        attributes = layout.get_attributes()
        value = front * 257
        begin, end = len(said[:first].encode()), len(said[:last].encode())
        attributes.insert(ranged(Pango.attr_foreground_new(value, value, value), begin, end))
        layout.set_attributes(attributes)
        return first, last

    @staticmethod
    def _ink_box(drawn: np.ndarray, ground: np.ndarray):
        """Left, top, right, bottom of what stands out from the ground."""
        apart = np.abs(drawn.astype(np.int16) - ground).max(2)
        ink = apart > max(EDGE_STEP, 0.28 * float(apart.max()))
        rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
        if len(rows) == 0:
            return None
        return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1

    def _caret(self, drawn, x: float, box, colour) -> None:
        reach = self.rng.randint(0, 3)
        thick = 1 if box[3] - box[1] < 18 else self.rng.choice([1, 2])
        at = max(0, int(x) - self.rng.randint(0, 1))
        drawn[max(0, box[1] - reach) : box[3] + reach, at : at + thick] = colour

    def _cut(self, drawn, said, stops, box, paper, colour):
        """A widget's edge goes through the line: what lies beyond is another ground. Returns the box and what is left."""
        r = self.rng
        x0, y0, x1, y1 = box
        other = np.clip(paper + r.uniform(-30, 30), 0, 255)
        thick = r.choice([0, 1, 1, 2])
        edge = np.clip(paper + r.choice([-1, 1]) * r.uniform(25, 120), 0, 255)
        if r.random() < 0.2:
            depth = max(1, round((y1 - y0) * r.uniform(0.04, 0.14)))
            if r.random() < 0.5:
                drawn[: y0 + depth] = other
                drawn[y0 + depth - thick : y0 + depth] = edge
                return (x0, y0 + depth, x1, y1), said
            drawn[y1 - depth :] = other
            drawn[y1 - depth : y1 - depth + thick] = edge
            return (x0, y0, x1, y1 - depth), said
        at = max(r.randrange(len(said)), r.randrange(len(said)))
        # A character cut in half is no character and not nothing: hardly any or nearly all of it remains.
        share = r.choice([r.uniform(0, 0.18), r.uniform(0.85, 1.0)])
        right = r.random() < 0.75
        if not right:
            at = len(said) - 1 - at
        x = round(stops[at] + share * (stops[at + 1] - stops[at]))
        if right:
            left = said[: at + (share > 0.5)].rstrip()
            drawn[:, max(0, x) :] = other
            drawn[:, x : x + thick] = edge
            return self._rest((x0, y0, min(x1, x), y1), left)
        left = said[at + (share > 0.5) :].lstrip()
        drawn[:, : max(0, x)] = other
        drawn[:, max(0, x - thick) : x] = edge
        return self._rest((max(x0, x), y0, x1, y1), left)

    @staticmethod
    def _rest(box, left: str):
        return (box if box[2] - box[0] >= 2 else None), left

    def _border(self, drawn, box) -> None:
        r = self.rng
        x0, y0, x1, y1 = box
        h, w = drawn.shape[:2]
        value = [r.randint(0, 255) for _ in range(3)] if r.random() < 0.3 else [r.randint(0, 255)] * 3
        thick = r.choice([1, 1, 2])
        for side in r.choice(["t", "b", "l", "r", "tb", "tblr", "lr"]):
            if side in "tb":
                at = y0 - r.randint(2, 7) - thick if side == "t" else y1 + r.randint(2, 6)
                drawn[max(0, at) : max(0, at + thick)] = value
            else:
                at = x0 - r.randint(2, 9) - thick if side == "l" else x1 + r.randint(2, 9)
                drawn[:, min(w, max(0, at)) : max(0, at + thick)] = value

    def _icon(self, drawn, box, colour):
        """An icon beside the text, in the box where the finder would join them. Returns the box."""
        r = self.rng
        x0, y0, x1, y1 = box
        tall = y1 - y0
        side = max(7, min(40, round(tall * r.uniform(0.8, 1.6))))
        gap = r.randint(3, max(4, round(tall * 0.9)))
        left = r.random() < 0.75
        x = x0 - gap - side if left else x1 + gap
        y = (y0 + y1 - side) // 2 + r.randint(-2, 2)
        h, w = drawn.shape[:2]
        if x < 0 or y < 0 or x + side > w or y + side > h:
            return box
        tone = np.array(colour, np.float32) if r.random() < 0.6 else np.array([r.randint(0, 255) for _ in range(3)], np.float32)
        cover = (self._shape(side) * r.choice([1.0, 1.0, 0.7]))[..., None]
        part = drawn[y : y + side, x : x + side]
        part[:] = (part * (1 - cover) + tone * cover).astype(np.uint8)
        # The finder joins what is close and about as high (src/vision/ocr/join.ts).
        rows = np.flatnonzero(cover.max((1, 2)) > 0.2)
        top, bottom = (y + int(rows[0]), y + int(rows[-1]) + 1) if len(rows) else (y0, y1)
        if gap <= max(4, 0.45 * tall) and max(y1, bottom) - min(y0, top) <= 1.3 * tall and r.random() < 0.8:
            return min(x0, x), min(y0, top), max(x1, x + side), max(y1, bottom)
        return box

    def _shape(self, side: int) -> np.ndarray:
        """Coverage [side, side], 0 to 1."""
        r = self.rng
        if self.icons and r.random() < 0.75:
            i = r.randrange(len(self.icons))
            if i not in self.shapes:
                self.shapes[i] = rasterise(self.icons[i])
            if self.shapes[i].any():
                return cv2.resize(self.shapes[i], (side, side), interpolation=cv2.INTER_AREA)
        canvas = np.zeros((side * 4, side * 4), np.uint8)
        n, line = side * 4, r.choice([4, 4, 8])
        m = n // 2
        kind = r.randrange(7)
        tick = np.array([[n // 5, m], [n * 2 // 5, n * 3 // 4], [n * 4 // 5, n // 4]])
        if kind in (0, 1):
            cv2.rectangle(canvas, (2, 2), (n - 4, n - 4), 255, line if kind == 0 else -1)
            if r.random() < 0.6:
                cv2.polylines(canvas, [tick], False, 255 if kind == 0 else 0, line + 2, cv2.LINE_AA)
        elif kind in (2, 3):
            cv2.circle(canvas, (m, m), m - 4, 255, line if kind == 2 else -1, cv2.LINE_AA)
            if r.random() < 0.6:
                cv2.circle(canvas, (m, m), n // 4, 255 if kind == 2 else 0, -1, cv2.LINE_AA)
        elif kind == 4:
            cv2.fillPoly(canvas, [np.array([[n // 4, n // 5], [n * 3 // 4, m], [n // 4, n * 4 // 5]])], 255, cv2.LINE_AA)
            canvas = np.ascontiguousarray(np.rot90(canvas, r.randrange(4)))
        elif kind == 5:
            cv2.rectangle(canvas, (n // 6, 2), (n * 5 // 6, n - 4), 255, r.choice([line, -1]))
            for k in range(r.randint(1, 4)):
                cv2.line(canvas, (n // 4, n // 4 + k * n // 6), (n * 3 // 4, n // 4 + k * n // 6), r.choice([0, 255]), 4)
        else:
            points = np.array([[r.randint(0, n), r.randint(0, n)] for _ in range(r.randint(3, 6))])
            cv2.polylines(canvas, [points], r.random() < 0.5, 255, line, cv2.LINE_AA)
        return cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255

    def _resample(self, drawn, box):
        """The picture as a scaled desktop, a remote session or a compressed grab shows it."""
        r = self.rng
        if r.random() < 0.4:
            quality = [cv2.IMWRITE_JPEG_QUALITY, r.randint(60, 95)]
            return cv2.imdecode(cv2.imencode(".jpg", drawn[..., ::-1], quality)[1], cv2.IMREAD_COLOR)[..., ::-1], box
        factor = r.choice([1.1, 1.25, 1.25, 1.5, 1.5, 1.75, 0.9, 0.8])
        if (box[3] - box[1]) * factor < 8:
            return drawn, box
        scaled = cv2.resize(drawn, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR)
        x0, y0, x1, y1 = box
        return scaled, (math.floor(x0 * factor), math.floor(y0 * factor), math.ceil(x1 * factor), math.ceil(y1 * factor))

    def _normalised(self, drawn: np.ndarray, box) -> np.ndarray | None:
        """The recogniser's input for a box that is as inexact as the finder's boxes are."""
        r = self.rng
        h, w = drawn.shape[:2]
        jitter = lambda: r.choice([0, 0, 0, 0, 0, 1, 1, -1, 2])  # noqa: E731
        x0, y0, x1, y1 = box
        x0, y0 = max(0, x0 - jitter()), max(0, y0 - jitter())
        x1, y1 = min(w, x1 + jitter()), min(h, y1 + jitter())
        if x1 - x0 < 2 or y1 - y0 < 4:
            y0, y1 = max(0, y0 - 2), min(h, y1 + 2)
            x0, x1 = max(0, x0 - 1), min(w, x1 + 1)
        if (x1 - x0 + 6) * min(17 / (y1 - y0), 1.7) > WIDEST:
            return None
        return (normalise(drawn, (x0, y0, x1, y1)) * 255 + 0.5).astype(np.uint8)

    def _nothing(self) -> Line | None:
        """What the finder takes for text and is none: icons, pieces of borders and pictures. Says nothing."""
        r = self.rng
        marks = {"nothing"}
        ground, paper, colour = self._ground(220, 120, marks)
        drawn = ground.copy()
        size = r.randint(8, 32)
        x, y, end = 60, 40, 60
        if r.random() < 0.7:
            for _ in range(r.choice([1, 1, 1, 2, 3])):
                cover = self._shape(size)[..., None]
                part = drawn[y : y + size, end : end + size]
                part[:] = (part * (1 - cover[:, : part.shape[1]]) + np.array(colour, np.float32) * cover[:, : part.shape[1]]).astype(np.uint8)
                end += size + r.randint(2, 8)
                if end + size > 200:
                    break
        else:
            end = x + r.randint(6, 100)
            for _ in range(r.randint(1, 4)):
                a, b = (r.randint(x, end), r.randint(y, y + size)), (r.randint(x, end), r.randint(y, y + size))
                if r.random() < 0.7:
                    b = (a[0], b[1]) if r.random() < 0.4 else (b[0], a[1])
                cv2.line(drawn, a, b, colour, r.choice([1, 1, 2, 4]))
        box = self._ink_box(drawn, ground)
        if box is None or box[3] - box[1] < 4 or box[2] - box[0] < 3:
            return None
        picture = self._normalised(drawn, box)
        return None if picture is None else Line(picture, "", "none", "none", size, bits(marks))


WEIGHTS = np.array([0.299, 0.587, 0.114], np.float32)


def luma(picture: np.ndarray) -> np.ndarray:
    return picture @ WEIGHTS


def ranged(attribute, begin: int, end: int):
    """Bytes of the text that an attribute holds for."""
    attribute.start_index, attribute.end_index = begin, end
    return attribute


def rasterise(svg: str) -> np.ndarray:
    """Coverage [64, 64] float32 of a drawing."""
    stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(re.sub(r"\s+", " ", svg).encode()))
    try:
        buffer = GdkPixbuf.Pixbuf.new_from_stream(stream, None)
    except GLib.Error:
        return np.zeros((64, 64), np.float32)
    h, w, stride = buffer.get_height(), buffer.get_width(), buffer.get_rowstride()
    data = np.frombuffer(buffer.get_pixels(), np.uint8)
    rows = np.stack([data[y * stride : y * stride + w * 4].reshape(w, 4) for y in range(h)])
    return cv2.resize(rows[..., 3].astype(np.float32) / 255, (64, 64), interpolation=cv2.INTER_AREA)
