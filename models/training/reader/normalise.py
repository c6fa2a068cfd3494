"""The recogniser's input, as src/vision/ocr/normalise.ts makes it: the same steps and numbers.

    normalise.py --check      compares with the product's build (dist/) on random pictures, through node
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

LINE_HEIGHT = 24
TEXT_HEIGHT = 17
MAX_SCALE = 1.7
SIDE_MARGIN = 3
MIN_WIDTH = 8
AREA_BELOW = 0.75
STRONG_SHARE = 0.01
MIN_CONTRAST = 12
BACKGROUND_RIM = 2


def js_round(x: float) -> int:
    """Math.round: halves go up."""
    return math.floor(x + 0.5)


def background(picture: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    """Mean colour [3] of the fullest colour bin (3 bits a channel) of the box and a rim around it."""
    x0, y0, x1, y1 = box
    h, w = picture.shape[:2]
    part = picture[max(0, y0 - BACKGROUND_RIM) : min(h, y1 + BACKGROUND_RIM), max(0, x0 - BACKGROUND_RIM) : min(w, x1 + BACKGROUND_RIM)]
    pixels = part.reshape(-1, 3)
    bins = np.minimum(7, (pixels.astype(np.int32) + 16) >> 5)
    codes = (bins[:, 0] << 6) | (bins[:, 1] << 3) | bins[:, 2]
    counts = np.bincount(codes, minlength=512)
    fullest = int(counts.argmax())
    if (counts == counts[fullest]).sum() > 1:
        # The product takes the bin that reaches the count first.
        tied = np.flatnonzero(counts == counts[fullest])
        fullest = int(min(tied, key=lambda t: np.flatnonzero(codes == t)[-1]))
    return np.floor(pixels[codes == fullest].mean(0, dtype=np.float64) + 0.5)


def normalise(picture: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    """picture [H, W, 3] uint8; box left, top, right, bottom in pixels, right and bottom exclusive.

    Returns [24, w] float32, contrast with the background, 0 to 1.
    """
    x0, y0, x1, y1 = box
    height, width = picture.shape[:2]
    scale = min(TEXT_HEIGHT / (y1 - y0), MAX_SCALE)
    origin_x, end = x0 - SIDE_MARGIN, x1 + SIDE_MARGIN
    rows = LINE_HEIGHT / scale
    origin_y = y0 + (y1 - y0) / 2 - rows / 2
    line = max(MIN_WIDTH, js_round((end - origin_x) * scale))
    left, top = max(0, origin_x - 1), max(0, math.floor(origin_y) - 1)
    right, bottom = min(width, end + 2), min(height, math.ceil(origin_y + rows) + 2)
    window = picture[top:bottom, left:right].astype(np.float32)
    contrast = np.abs(window - background(picture, box).astype(np.float32)).max(2)
    inside = contrast[y0 - top : y1 - top, x0 - left : x1 - left]
    counts = np.bincount(inside.astype(np.int64).ravel(), minlength=256)
    at_least = counts[::-1].cumsum()[::-1]
    reached = np.flatnonzero(at_least >= (x1 - x0) * (y1 - y0) * STRONG_SHARE)
    full = max(MIN_CONTRAST, int(reached[-1]) if len(reached) else 1)
    step = 1 / scale
    h, w = contrast.shape
    if scale >= AREA_BELOW:
        sy = np.clip((np.arange(LINE_HEIGHT) + 0.5) * step - 0.5 + origin_y - top, 0, h - 1)
        sx = np.clip((np.arange(line) + 0.5) * step - 0.5 + origin_x - left, 0, w - 1)
        fy, fx = np.floor(sy).astype(int), np.floor(sx).astype(int)
        qy, qx = (sy - fy).astype(np.float32)[:, None], (sx - fx).astype(np.float32)
        across = contrast[:, fx] * (1 - qx) + contrast[:, np.minimum(fx + 1, w - 1)] * qx
        value = across[fy] * (1 - qy) + across[np.minimum(fy + 1, h - 1)] * qy
    else:
        sums = np.zeros((h + 1, w + 1), np.float64)
        sums[1:, 1:] = contrast.cumsum(0, dtype=np.float64).cumsum(1)
        spans = []
        for count, offset, most in ((LINE_HEIGHT, (origin_y, top), h), (line, (origin_x, left), w)):
            # In the product's order: a sum that lies on a whole pixel falls on the same side.
            low = np.maximum(0, np.floor(np.arange(count) * step + offset[0] - offset[1])).astype(int)
            high = np.minimum(most, np.maximum(low + 1, np.floor((np.arange(count) + 1) * step + offset[0] - offset[1] + 0.5).astype(int)))
            spans.append((np.minimum(low, most), np.maximum(high, np.minimum(low, most))))
        (ty, by), (lx, rx) = spans
        total = sums[np.ix_(by, rx)] - sums[np.ix_(ty, rx)] - sums[np.ix_(by, lx)] + sums[np.ix_(ty, lx)]
        area = np.outer(by - ty, rx - lx)
        value = np.where(area > 0, total / np.maximum(area, 1), 0)
    return np.minimum(1, value / full).astype(np.float32)


def check(pictures: int = 60) -> None:
    """Largest difference from the product's own function; raises where it is above a rounding error."""
    rng = np.random.default_rng(1)
    build = Path(__file__).parents[3] / "dist/vision/ocr/normalise.js"
    cases, mine = [], []
    for _ in range(pictures):
        h, w = int(rng.integers(30, 90)), int(rng.integers(60, 200))
        picture = np.repeat(np.repeat(rng.integers(0, 256, (h // 4 + 1, w // 4 + 1, 3), np.uint8), 4, 0), 4, 1)[:h, :w]
        picture[rng.random((h, w)) < 0.6] = rng.integers(0, 256, 3)
        x0, y0 = int(rng.integers(0, w // 2)), int(rng.integers(0, h // 2))
        box = (x0, y0, int(rng.integers(x0 + 6, w + 1)), int(rng.integers(y0 + 5, h + 1)))
        cases.append({"h": h, "w": w, "pixels": picture.ravel().tolist(), "box": box})
        mine.append(normalise(picture, box))
    code = (
        f"import {{ normaliseLine }} from {json.dumps(build.as_uri())}; import {{ readFileSync }} from 'node:fs';"
        "const cases = JSON.parse(readFileSync(process.argv[1]));"
        "console.log(JSON.stringify(cases.map(({h, w, pixels, box: [a, b, c, d]}) => { const r = normaliseLine("
        "{pixels: Uint8Array.from(pixels), width: w, height: h}, {x: a, y: b, width: c - a, height: d - b});"
        "return {width: r.width, data: [...r.data]}; })));"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(cases, file)
        file.flush()
        run = subprocess.run(["node", "--input-type=module", "-e", code, file.name], capture_output=True, check=True)
    worst = 0.0
    for ours, theirs in zip(mine, json.loads(run.stdout)):
        assert ours.shape[1] == theirs["width"], (ours.shape, theirs["width"])
        gap = np.abs(ours.ravel() - np.array(theirs["data"]))
        worst = max(worst, float(gap.max()))
    print(f"{pictures} pictures, largest difference {worst:.6f}")
    assert worst < 1e-3


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        raise SystemExit(__doc__)
    check()
