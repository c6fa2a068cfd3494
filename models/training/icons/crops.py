"""Crops as a detector cuts them out of a screen: an icon, tight or within its button, at its real size.

Everything is drawn at the screen's resolution first and cut to the network's input afterwards, the way
src/vision/caption/crop.ts does it (bilinear, the mean of a grid of samples where the crop is larger).
"""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np

from net import SIDE

Array = np.ndarray
#: The square around a box is this much larger than its longer side; as in crop.ts.
MARGIN = 1.08
GREYS = (0.0, 0.07, 0.12, 0.16, 0.2, 0.9, 0.94, 0.96, 0.98, 1.0)
INKS = (0.0, 0.1, 0.2, 0.27, 0.33, 0.45, 0.6, 0.85, 0.95, 1.0)

cv2.setNumThreads(0)


def luminance(colour: Array) -> float:
    return float(0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2])


def random_colour(rng: Random, greys: tuple[float, ...], share: float) -> Array:
    """A grey of the list, or with the given share any colour."""
    if rng.random() < share:
        return np.array([rng.random(), rng.random(), rng.random()], np.float32)
    return np.full(3, rng.choice(greys), np.float32)


def ink_for(paper: Array, rng: Random, contrast: float = 0.25) -> Array:
    """A colour that can be read on the paper."""
    for _ in range(20):
        colour = random_colour(rng, INKS, 0.4)
        if abs(luminance(colour) - luminance(paper)) > contrast:
            return colour
    return np.full(3, 0.0 if luminance(paper) > 0.5 else 1.0, np.float32)


def warped(master: Array, rng: Random) -> Array:
    """Slightly stretched, turned, thinner or bolder: another designer's hand."""
    if rng.random() < 0.3:
        sx, sy, angle = rng.uniform(0.86, 1.1), rng.uniform(0.86, 1.1), rng.uniform(-5, 5)
        m = cv2.getRotationMatrix2D((32, 32), angle, 1)
        m[0, :2] *= sx
        m[1, :2] *= sy
        m[0, 2] += 32 * (1 - sx)
        m[1, 2] += 32 * (1 - sy)
        master = cv2.warpAffine(master, m, (64, 64), flags=cv2.INTER_LINEAR)
    if master.ndim == 2 and rng.random() < 0.15:
        kernel = np.ones((2, 2) if rng.random() < 0.7 else (3, 3), np.uint8)
        thinner = cv2.erode(master, kernel)
        if rng.random() < 0.6:
            master = cv2.dilate(master, kernel)
        elif int(thinner.sum()) * 3 > int(master.sum()):
            master = thinner
    return master


def at_size(master: Array, size: float, rng: Random) -> Array:
    """The drawing at `size` pixels, at a random sub-pixel place; float32, 0 to 1."""
    height, width = master.shape[:2]
    slack = max(1, int(math.ceil(64 / size)))
    padded = np.zeros((height + slack, width + slack, *master.shape[2:]), master.dtype)
    oy, ox = rng.randrange(slack + 1), rng.randrange(slack + 1)
    padded[oy : oy + height, ox : ox + width] = master
    shape = (max(1, round((width + slack) * size / 64)), max(1, round((height + slack) * size / 64)))
    small = cv2.resize(padded, shape, interpolation=cv2.INTER_AREA if size < 64 else cv2.INTER_LINEAR)
    return small.astype(np.float32) * (1 / 255)


def blend(canvas: Array, picture: Array, left: int, top: int, ink: Array, strength: float = 1.0) -> None:
    """Puts a mask (in the ink colour) or an RGBA picture on the canvas, cut at its edges."""
    h, w = picture.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], left + w), min(canvas.shape[0], top + h)
    if x1 <= x0 or y1 <= y0:
        return
    part = picture[y0 - top : y1 - top, x0 - left : x1 - left]
    area = canvas[y0:y1, x0:x1]
    if part.ndim == 3:
        alpha = part[..., 3:4] * strength
        area += (part[..., :3] - area) * alpha
    else:
        area += (ink - area) * (part[..., None] * strength)


def rounded(canvas: Array, box: tuple[float, float, float, float], radius: float, colour: Array, line: int) -> None:
    """A rectangle with round corners, filled (line < 0) or outlined; the corners are drawn by distance."""
    h, w = canvas.shape[:2]
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    qx = np.abs(np.arange(w, dtype=np.float32) + 0.5 - cx) - ((box[2] - box[0]) / 2 - radius)
    qy = np.abs(np.arange(h, dtype=np.float32) + 0.5 - cy) - ((box[3] - box[1]) / 2 - radius)
    outside = np.hypot(np.maximum(qx, 0)[None], np.maximum(qy, 0)[:, None])
    distance = outside + np.minimum(np.maximum(qx[None], qy[:, None]), 0) - radius
    cover = np.clip(0.5 - distance, 0, 1)
    if line > 0:
        cover = cover - np.clip(0.5 - (distance + line), 0, 1)
    canvas += (colour - canvas) * cover[..., None]


def cut(canvas: Array, left: float, top: float, side: float) -> Array:
    """crop.ts in numpy: [SIDE, SIDE, 3] of the canvas's type; pixels beyond the edge repeat it."""
    step = side / SIDE
    grid = max(1, math.ceil(step))
    size = SIDE * grid
    k = side / size
    m = np.array([[k, 0, left + k / 2 - 0.5], [0, k, top + k / 2 - 0.5]], np.float32)
    fine = cv2.warpAffine(
        canvas, m, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return fine if grid == 1 else cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def degraded(canvas: Array, rng: Random) -> tuple[Array, float]:
    """What happens to screens on their way: scaling, JPEG, noise, tint. Returns the canvas and its scale."""
    scale = 1.0
    if rng.random() < 0.15:
        scale = rng.choice((1.1, 1.25, 1.5, 0.9, 0.8))
        canvas = cv2.resize(canvas, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        scale = canvas.shape[0] / (canvas.shape[0] / scale)
    if rng.random() < 0.08:
        canvas = cv2.GaussianBlur(canvas, (3, 3), rng.uniform(0.3, 0.8))
    if rng.random() < 0.05:
        canvas = canvas * np.array([1, rng.uniform(0.75, 1), rng.uniform(0.5, 1)], np.float32)
    canvas = (np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.15:
        canvas = cv2.imdecode(cv2.imencode(".jpg", canvas, [1, rng.randint(50, 95)])[1], 1)
    if rng.random() < 0.06:
        noise = np.random.default_rng(rng.randrange(2**32)).normal(0, rng.uniform(2, 7), canvas.shape)
        canvas = np.clip(canvas + noise, 0, 255).astype(np.uint8)
    return canvas, scale


class Neighbours:
    """What may reach into the crop from beside: other icons and text."""

    def __init__(self, masks: Array, strips: Array) -> None:
        self.masks = masks
        self.strips = strips

    def pick(self, size: float, rng: Random) -> Array:
        """An icon, or a piece of text as high as one."""
        if rng.random() < 0.6 or len(self.strips) == 0:
            return at_size(self.masks[rng.randrange(len(self.masks))], size, rng)
        return at_size(self.text(rng), size, rng)

    def text(self, rng: Random, widths: tuple[float, float] = (0.8, 4.0)) -> Array:
        """A piece cut out of a line of text, 64 high."""
        strip = self.strips[rng.randrange(len(self.strips))]
        width = int(64 * rng.uniform(*widths))
        x = rng.randrange(0, strip.shape[1] - width)
        return np.asarray(strip[:, x : x + width])


def icon_crop(master: Array, rng: Random, beside: Neighbours, size: float | None = None, plain: bool = False) -> Array:
    """One crop of an icon.

    Args:
        master: [64, 64] opacity or [64, 64, 4] RGBA, uint8.
        size: pixels of the icon on the screen, without its button; random when absent.
        plain: only colours, size, place and padding vary (for comparable figures).

    Returns:
        [SIDE, SIDE, 3] uint8.
    """
    if size is None:
        size = math.exp(rng.uniform(math.log(10), math.log(28 if rng.random() < 0.75 else 50)))
    if not plain:
        master = warped(master, rng)
    picture = at_size(master, size, rng)
    page = random_colour(rng, GREYS, 0.45)
    tight = rng.random() < 0.4
    pad = rng.uniform(-0.04, 0.1) * size if tight else min(rng.uniform(2, 12) * max(1.0, size / 24), 0.75 * size)
    width = size + 2 * pad
    height = width
    if not tight and rng.random() < 0.25:
        width += rng.uniform(0, 0.35) * size
    side = max(width, height) * MARGIN * (rng.uniform(0.95, 1.05) if plain else rng.uniform(0.9, 1.12))
    n = math.ceil(side * 1.3) + 6
    canvas = np.empty((n, n, 3), np.float32)
    canvas[:] = page
    mid = n / 2
    paper = page
    box = (mid - width / 2, mid - height / 2, mid + width / 2, mid + height / 2)
    if not plain and rng.random() < 0.12:
        ramp = np.linspace(rng.uniform(-0.12, 0.12), rng.uniform(-0.12, 0.12), n, dtype=np.float32)[:, None, None]
        canvas += ramp if rng.random() < 0.6 else ramp.transpose(1, 0, 2)
    if not tight and rng.random() < (0.3 if plain else 0.45):
        radius = min(height / 2, rng.choice((0.0, 2.0, 4.0, 6.0, height / 4, height / 2)))
        if rng.random() < 0.65:
            near = rng.random() < 0.5
            paper = np.clip(page + rng.uniform(-0.15, 0.15), 0, 1) if near else random_colour(rng, GREYS, 0.7)
            rounded(canvas, box, radius, paper.astype(np.float32), -1)
        if rng.random() < 0.45:
            edge = np.clip(page + rng.choice((-1, 1)) * rng.uniform(0.1, 0.5), 0, 1).astype(np.float32)
            rounded(canvas, box, radius, edge, 1 if rng.random() < 0.8 else 2)
    ink = ink_for(paper, rng)
    h, w = picture.shape[:2]
    left, top = round(mid - w / 2 + rng.uniform(-0.5, 0.5)), round(mid - h / 2 + rng.uniform(-0.5, 0.5))
    strength = 1.0
    if not plain:
        if rng.random() < 0.14:
            strength = rng.uniform(0.3, 0.7)
        elif rng.random() < 0.2:
            strength = rng.uniform(0.7, 1)
        if picture.ndim == 2 and rng.random() < 0.07:
            shade = np.full(3, 1.0 if luminance(ink) < 0.5 else 0.0, np.float32)
            blend(canvas, picture, left + 1, top + 1, shade, rng.uniform(0.3, 1))
        if picture.ndim == 3 and rng.random() < 0.12:
            picture[..., :3] = picture[..., :3].mean(2, keepdims=True)
    blend(canvas, picture, left, top, ink, strength)
    if not plain and picture.ndim == 2 and rng.random() < 0.08:
        second = picture.copy()
        second[: int(h * rng.uniform(0.3, 0.7))] = 0
        blend(canvas, second if rng.random() < 0.5 else second[:, ::-1] * picture, left, top, ink_for(paper, rng, 0.15))
    if not plain and rng.random() < 0.04:
        dot = (rng.uniform(0.55, 0.8) * size, rng.uniform(0, 0.2) * size)
        r = rng.uniform(0.1, 0.2) * size
        x, y = left + dot[0], top + dot[1]
        rounded(canvas, (x, y, x + 2 * r, y + 2 * r), r, random_colour(rng, GREYS, 0.9), -1)
    if not plain and rng.random() < 0.18:
        other = beside.pick(size, rng)
        gap = width / 2 + rng.uniform(0.0, 0.25) * size
        x = round(mid + gap) if rng.random() < 0.5 else round(mid - gap - other.shape[1])
        blend(canvas, other, x, top + rng.randint(-2, 2), ink)
    if not plain and rng.random() < 0.06:
        x = round(mid + rng.choice((-1, 1)) * (width / 2 + rng.uniform(-1, 1)))
        canvas[:, max(0, min(n - 1, x))] = np.clip(page + rng.uniform(-0.3, 0.3), 0, 1)
    scale = 1.0
    if plain:
        canvas = (np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8)
    else:
        canvas, scale = degraded(canvas, rng)
    reach = (0.04 if tight else 0.5 * (1 - size / side)) * side
    limit = min(0.15 * side, max(0.03 * side, reach)) * (0.5 if plain else 1)
    cx, cy = mid + rng.uniform(-limit, limit), mid + rng.uniform(-limit, limit)
    return cut(canvas, (cx - side / 2) * scale, (cy - side / 2) * scale, side * scale)
