"""Crops that show no icon of the list: text, faces and photographs, flags, bars, patterns, halves of two icons."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from crops import GREYS, Array, at_size, blend, cut, degraded, ink_for, random_colour, rounded

if TYPE_CHECKING:
    from data import Icons


def clouds(n: int, rng: Random) -> Array:
    """A picture like a blurred photograph: noise of several sizes between a few colours."""
    noise = np.random.default_rng(rng.randrange(2**32))
    field = np.zeros((n, n), np.float32)
    cells, weight = rng.choice((2, 3, 4)), 1.0
    while cells < n:
        coarse = noise.random((cells, cells), np.float32)
        field += weight * cv2.resize(coarse, (n, n), interpolation=cv2.INTER_CUBIC)
        cells, weight = cells * 2, weight * rng.uniform(0.35, 0.75)
    field = (field - field.min()) / (np.ptp(field) + 1e-6)
    if rng.random() < 0.4:
        levels = rng.randint(3, 6)
        field = np.floor(field * levels) / levels
    colours = noise.random((4, 3), np.float32)
    stops = np.linspace(0, 1, 4)
    return np.stack([np.interp(field, stops, colours[:, c]) for c in range(3)], -1).astype(np.float32)


def text(canvas: Array, icons: Icons, rng: Random, ink: Array) -> None:
    """Letters, words or several lines, wherever a box happened to be."""
    n = canvas.shape[0]
    if rng.random() < 0.6:
        size = rng.uniform(0.35, 1.0) * n / 1.3
        piece = at_size(icons.neighbours.text(rng, (1.0, 4.0)), size, rng)
        x = round((n - piece.shape[1]) / 2 + rng.uniform(-0.3, 0.3) * n)
        blend(canvas, piece, x, round((n - piece.shape[0]) / 2 + rng.uniform(-0.15, 0.15) * n), ink)
        return
    size = rng.uniform(9, 16)
    for line in range(int(n / size / 0.9) + 1):
        piece = at_size(icons.neighbours.text(rng, (2.0, 7.0)), size, rng)
        blend(canvas, piece, round(rng.uniform(-0.2, 0.1) * n), round(line * size * 0.9), ink)


def avatar(canvas: Array, icons: Icons, rng: Random) -> None:
    """A round or square picture of someone, or their initials."""
    n = canvas.shape[0]
    r = n / 1.3 / 2 * rng.uniform(0.8, 1)
    face = clouds(n, rng) if rng.random() < 0.5 else None
    disc = np.zeros((n, n, 3), np.float32)
    radius = r if rng.random() < 0.7 else r * 0.25
    rounded(disc, (n / 2 - r, n / 2 - r, n / 2 + r, n / 2 + r), radius, np.ones(3, np.float32), -1)
    fill = face if face is not None else random_colour(rng, GREYS, 0.9)
    canvas += (fill - canvas) * disc
    if face is None:
        piece = at_size(icons.neighbours.text(rng, (0.9, 1.3)), r * rng.uniform(0.8, 1.2), rng)
        blend(canvas, piece, round((n - piece.shape[1]) / 2), round((n - piece.shape[0]) / 2), ink_for(canvas[n // 2, n // 2], rng))


def bar(canvas: Array, rng: Random, ink: Array) -> None:
    """A slider, a progress or scroll bar, a separator."""
    n = canvas.shape[0]
    thick = rng.uniform(1, 6)
    y = n / 2 + rng.uniform(-0.1, 0.1) * n
    x0, x1 = rng.uniform(-0.5, 0.3) * n, rng.uniform(0.7, 1.5) * n
    rounded(canvas, (x0, y - thick / 2, x1, y + thick / 2), rng.choice((0.0, thick / 2)), ink, -1)
    if rng.random() < 0.6:
        r = thick * rng.uniform(0.8, 3)
        x = n * rng.uniform(0.3, 0.7)
        rounded(canvas, (x - r, y - r, x + r, y + r), rng.choice((0.0, r)), random_colour(rng, GREYS, 0.8), -1)
    if rng.random() < 0.4:
        canvas[:] = canvas.transpose(1, 0, 2).copy()


def pattern(canvas: Array, rng: Random, ink: Array) -> None:
    """Stripes, dots, a chequered area, a ramp."""
    n = canvas.shape[0]
    y, x = np.mgrid[0:n, 0:n].astype(np.float32)
    period, angle = rng.uniform(2, n / 2), rng.uniform(0, math.pi)
    along = np.sin((x * math.cos(angle) + y * math.sin(angle)) * 2 * math.pi / period)
    kind = rng.random()
    if kind < 0.4:
        cover = (along > rng.uniform(-0.5, 0.8)).astype(np.float32)
    elif kind < 0.7:
        across = np.sin((y * math.cos(angle) - x * math.sin(angle)) * 2 * math.pi / period)
        cover = ((along * across) > rng.uniform(0, 0.6)).astype(np.float32)
    else:
        cover = (x * math.cos(angle) + y * math.sin(angle)) / n
    canvas += (ink - canvas) * cover[..., None] * rng.uniform(0.3, 1)


def thumbnail(canvas: Array, icons: Icons, rng: Random, ink: Array) -> None:
    """A small picture of a window: many tiny icons and lines of text."""
    n = canvas.shape[0]
    for _ in range(rng.randint(5, 14)):
        if rng.random() < 0.3:
            x, y = rng.uniform(0, n), rng.uniform(0, n)
            rounded(canvas, (x, y, x + rng.uniform(4, n), y + rng.uniform(2, n / 2)), 1.0, random_colour(rng, GREYS, 0.6), -1)
        piece = icons.neighbours.pick(rng.uniform(4, 10), rng)
        blend(canvas, piece, rng.randint(-4, n), rng.randint(-4, n), ink)


def halves(canvas: Array, icons: Icons, rng: Random, ink: Array) -> None:
    """A box that lies between two icons."""
    n = canvas.shape[0]
    size = n / 1.3 * rng.uniform(0.7, 1)
    shift = rng.uniform(0.42, 0.58) * size
    for sign in (-1, 1):
        piece = icons.neighbours.pick(size, rng)
        at = round(n / 2 + sign * shift - piece.shape[1] / 2)
        level = round((n - piece.shape[0]) / 2)
        blend(canvas, piece, at, level, ink)
    if rng.random() < 0.5:
        canvas[:] = canvas.transpose(1, 0, 2).copy()


def reject_crop(icons: Icons, rng: Random) -> Array:
    """[SIDE, SIDE, 3] uint8 without an icon of the list."""
    side = math.exp(rng.uniform(math.log(14), math.log(70)))
    n = math.ceil(side * 1.3)
    page = random_colour(rng, GREYS, 0.45)
    canvas = np.empty((n, n, 3), np.float32)
    canvas[:] = page
    ink = ink_for(page, rng)
    kind = rng.choices(
        ("text", "flag", "empty", "photograph", "avatar", "bar", "pattern", "thumbnail", "halves"),
        (34, 7, 8, 12, 8, 8, 6, 9, 8),
    )[0]
    if kind == "text":
        text(canvas, icons, rng, ink)
    elif kind == "flag":
        picture = at_size(icons.master(rng.choice(icons.flags)), side * rng.uniform(0.6, 1), rng)
        blend(canvas, picture, round((n - picture.shape[1]) / 2), round((n - picture.shape[0]) / 2), ink)
    elif kind == "empty":
        if rng.random() < 0.6:
            r = side / 2 * rng.uniform(0.7, 1)
            box = (n / 2 - r, n / 2 - r, n / 2 + r, n / 2 + r)
            colour = np.clip(page + rng.uniform(-0.3, 0.3), 0, 1).astype(np.float32)
            rounded(canvas, box, rng.choice((0.0, 3.0, r / 3)), colour, rng.choice((-1, 1)))
    elif kind == "photograph":
        canvas = clouds(n, rng)
    elif kind == "avatar":
        avatar(canvas, icons, rng)
    elif kind == "bar":
        bar(canvas, rng, ink)
    elif kind == "pattern":
        pattern(canvas, rng, ink)
    elif kind == "thumbnail":
        thumbnail(canvas, icons, rng, ink)
    else:
        halves(canvas, icons, rng, ink)
    done, scale = degraded(canvas, rng)
    return cut(done, (n - side) / 2 * scale, (n - side) / 2 * scale, side * scale)
