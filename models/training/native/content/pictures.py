"""Pictures without controls: photograph-like, charts, maps, gradients, noise. They teach what is not a mark."""
from __future__ import annotations

from random import Random

import cv2
import numpy as np

STYLES = ("photo", "clouds", "gradient", "chart", "map", "noise", "tiles", "flat")


def picture(rng: Random, width: int, height: int, style: str | None = None) -> np.ndarray:
    """An RGB picture, uint8, (height, width, 3)."""
    width, height = max(8, width), max(8, height)
    style = style if style in STYLES else rng.choice(STYLES)
    noise = np.random.default_rng(rng.randrange(1 << 32))
    colours = noise.integers(0, 256, (6, 3)).astype(np.float32)
    if rng.random() < 0.6:  # as muted as landscapes are
        colours = colours.mean(1, keepdims=True) + (colours - colours.mean(1, keepdims=True)) * rng.uniform(0.15, 0.6)
    if style == "flat":
        return np.full((height, width, 3), colours[0], np.uint8)
    if style == "gradient":
        along = np.linspace(0, 1, height if rng.random() < 0.6 else width, dtype=np.float32)
        ramp = colours[0] + (colours[1] - colours[0]) * along[:, None]
        full = np.repeat(ramp[:, None], width, 1) if len(along) == height else np.repeat(ramp[None], height, 0)
        return full.astype(np.uint8)[:height, :width]
    if style == "noise":
        small = noise.integers(0, 256, (height // 2 + 1, width // 2 + 1, 3)).astype(np.float32)
        return (colours[0] * 0.75 + 0.25 * cv2.resize(small, (width, height))).astype(np.uint8)
    if style == "tiles":
        cell = rng.randint(12, 64)
        few = noise.integers(0, 4, (height // cell + 1, width // cell + 1))
        return cv2.resize(colours[few].astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    if style == "chart":
        return chart(rng, noise, width, height)
    field = sum(cv2.resize(noise.random((3 * octave + 2, 3 * octave + 2)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC) / octave
                for octave in (1, 2, 4, 9, 24))
    field = (field - field.min()) / (np.ptp(field) + 1e-6)
    if style == "map":
        steps = (field * 7).astype(int).clip(0, 5)
        canvas = np.ascontiguousarray(colours[steps] * 0.5 + 110, np.float32).astype(np.uint8)
        for _ in range(rng.randint(4, 14)):
            points = noise.integers(0, (width, height), (5, 2)).astype(np.int32)
            cv2.polylines(canvas, [points], False, tuple(int(value) for value in colours[5]), rng.randint(1, 5), cv2.LINE_AA)
        return canvas
    shades = np.interp(field[..., None] * np.ones(3, np.float32), (0, 0.4, 0.7, 1), (0, 0.35, 0.7, 1))
    canvas = colours[0] * (1 - shades) + colours[1] * shades
    if style == "photo":
        horizon = int(height * rng.uniform(0.3, 0.8))
        canvas[horizon:] = canvas[horizon:] * 0.5 + colours[2] * 0.5 * (0.6 + 0.4 * field[horizon:, :, None])
        canvas += noise.normal(0, 6, canvas.shape)
        canvas = np.ascontiguousarray(canvas.clip(0, 255).astype(np.uint8))
        for _ in range(rng.randint(0, 9)):
            centre = (rng.randrange(width), rng.randrange(height))
            cv2.ellipse(canvas, centre, (rng.randint(3, width // 6 + 4), rng.randint(3, height // 5 + 4)), rng.randrange(180), 0, 360,
                        tuple(int(value) for value in colours[rng.randrange(6)]), -1, cv2.LINE_AA)
        return cv2.GaussianBlur(canvas, (3, 3), 0)
    return canvas.clip(0, 255).astype(np.uint8)


def chart(rng: Random, noise: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Bars or lines with axes and tick labels."""
    paper, ink = (250, 30) if rng.random() < 0.6 else (35, 215)
    canvas = np.full((height, width, 3), paper, np.uint8)
    left, bottom, count = 30, height - 20, rng.randint(4, 16)
    cv2.line(canvas, (left, 5), (left, bottom), (ink, ink, ink), 1)
    cv2.line(canvas, (left, bottom), (width - 5, bottom), (ink, ink, ink), 1)
    for tick in range(1, 6):
        y = bottom - tick * (bottom - 10) // 6
        cv2.line(canvas, (left, y), (width - 5, y), ((ink + 2 * paper) // 3,) * 3, 1)
        cv2.putText(canvas, str(tick * 20), (4, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (ink,) * 3, 1, cv2.LINE_AA)
    step = max(2, (width - left - 10) // count)
    for _ in range(rng.randint(1, 3)):
        tint = tuple(int(value) for value in noise.integers(20, 230, 3))
        values = noise.random(count) * (bottom - 12)
        if rng.random() < 0.5:
            for index, value in enumerate(values):
                cv2.rectangle(canvas, (left + 4 + index * step, int(bottom - value)), (left + 2 + index * step + step * 2 // 3, bottom - 1), tint, -1)
        else:
            points = np.array([(left + 4 + index * step, bottom - value) for index, value in enumerate(values)], np.int32)
            cv2.polylines(canvas, [points], False, tint, 2, cv2.LINE_AA)
    return canvas
