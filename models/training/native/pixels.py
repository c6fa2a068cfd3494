"""Photographs, charts and wallpapers that never were: hard negatives and backgrounds, as height x width x 3 uint8 RGB."""

from __future__ import annotations

import numpy as np


def _smooth(rng: np.random.Generator, width: int, height: int, cells: int) -> np.ndarray:
    """Noise between 0 and 1 whose blobs are about 1/`cells` of the picture."""
    rows, columns = max(2, cells * height // max(width, 1) + 2), cells + 2
    grid = rng.random((rows, columns))
    y, x = np.linspace(0, rows - 1.001, height), np.linspace(0, columns - 1.001, width)
    y0, x0 = y.astype(int), x.astype(int)
    fy, fx = (y - y0)[:, None], (x - x0)[None, :]
    top = grid[y0][:, x0] * (1 - fx) + grid[y0][:, x0 + 1] * fx
    low = grid[y0 + 1][:, x0] * (1 - fx) + grid[y0 + 1][:, x0 + 1] * fx
    return top * (1 - fy) + low * fy


def photo(seed: int, width: int, height: int) -> np.ndarray:
    """Clouds of colour over a gradient with discs and bars: nothing in it can be clicked."""
    rng = np.random.default_rng(seed)
    small = (max(2, width // 2), max(2, height // 2))
    shape = sum(_smooth(rng, *small, 2 ** power) / 2 ** (power - 1) for power in range(1, 6)) / 1.94
    a, b, c = rng.integers(0, 256, (3, 3))
    mix = shape[:, :, None]
    pixels = np.where(mix < 0.5, a + (b - a) * mix * 2, b + (c - b) * (mix - 0.5) * 2)
    y, x = np.mgrid[0 : small[1], 0 : small[0]]
    for _ in range(rng.integers(0, 7)):
        centre, radius = rng.random(2) * (small[1], small[0]), rng.random() * min(small) / 3 + 1
        inside = (y - centre[0]) ** 2 + (x - centre[1]) ** 2 < radius**2
        pixels[inside] = pixels[inside] * 0.4 + rng.integers(0, 256, 3) * 0.6
    pixels = np.clip(pixels + rng.normal(0, rng.random() * 8, pixels.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(pixels.repeat(2, 0).repeat(2, 1)[:height, :width])


def chart(seed: int, width: int, height: int) -> np.ndarray:
    """A bar or line chart, or a plan of blocks."""
    rng = np.random.default_rng(seed)
    dark = rng.random() < 0.4
    pixels = np.full((height, width, 3), 30 if dark else 250, np.uint8)
    line = 70 if dark else 215
    pixels[:: max(8, height // 8)] = line
    if rng.random() < 0.5:
        pixels[:, :: max(8, width // 10)] = line
    colours = rng.integers(30, 230, (6, 3))
    kind = rng.integers(0, 3)
    if kind == 0:
        count = int(rng.integers(4, 24))
        step = max(4, width // count)
        for index in range(count):
            tall = int(rng.random() * height * 0.9) + 2
            pixels[height - tall :, index * step + step // 5 : (index + 1) * step - step // 5] = colours[index % rng.integers(1, 4)]
    elif kind == 1:
        for colour in colours[: rng.integers(1, 5)]:
            steps = np.cumsum(rng.normal(0, height / 60, width))
            ys = np.clip(height / 2 + steps, 2, height - 3).astype(int)
            for thick in range(rng.integers(1, 4)):
                pixels[np.clip(ys + thick, 0, height - 1), np.arange(width)] = colour
    else:
        for _ in range(rng.integers(5, 30)):
            y, x = int(rng.random() * height), int(rng.random() * width)
            pixels[y : y + int(rng.integers(6, 80)), x : x + int(rng.integers(6, 120))] = colours[rng.integers(0, 6)]
    return pixels


def wallpaper(seed: int, width: int, height: int) -> np.ndarray:
    """A desktop background: plain, a gradient, or a photograph."""
    rng = np.random.default_rng(seed)
    kind = rng.random()
    if kind < 0.2:
        return np.full((height, width, 3), rng.integers(0, 256, 3), np.uint8)
    if kind < 0.55:
        a, b = rng.integers(0, 256, (2, 3))
        along = np.linspace(0, 1, height)[:, None, None] * rng.random() + np.linspace(0, 1, width)[None, :, None] * rng.random()
        return np.clip(a + (b - a) * np.clip(along, 0, 1), 0, 255).astype(np.uint8)
    return photo(seed, width, height)
