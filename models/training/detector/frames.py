"""Reads generated frames and makes training batches of crops."""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch

from loss import Truth
from network import CLASSES, STATES

cv2.setNumThreads(0)
_CLASS = {name: i for i, name in enumerate(CLASSES)}
#: Batches: pictures in it, height, width, crops from each frame read, share of all batches.
SHAPES = ((8, 320, 320, 2, 0.38), (4, 384, 512, 1, 0.34), (1, 768, 1024, 1, 0.28))
#: Seconds after which the folders are looked at again: generators may still be writing.
RESCAN = 120.0


@dataclass
class FrameTruth:
    """One frame's file and truth. `table` [G, 9 + S]: role, box, click area, states (-1 unknown)."""

    picture: Path
    scale: float
    table: np.ndarray
    ignore: np.ndarray
    source: str
    info: dict = field(default_factory=dict)


def read_truth(folder: Path) -> list[FrameTruth]:
    """All frames of the .jsonl files in and below a folder whose line is whole (the last may be in writing)."""
    frames = []
    for file in sorted(folder.rglob("*.jsonl")):
        for line in file.read_text(encoding="utf8").splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue
            rows = []
            for e in record["elements"]:
                if e["role"] not in _CLASS:
                    continue
                states = e.get("states", {})
                if e["role"] == "button":
                    # Toolkits tell it of toggle buttons only; unknown, any button with a frame came to look pressed.
                    states = {"checked": False, **{s: on for s, on in states.items() if on is not None}}
                rows.append(
                    [_CLASS[e["role"]], *e["box"], *e.get("click", e["box"])]
                    + [-1.0 if states.get(s) is None else float(bool(states[s])) for s in STATES]
                )
            frames.append(
                FrameTruth(
                    picture=file.parent / record["frame"],
                    scale=float(record.get("scale") or 1),
                    table=np.array(rows, np.float32).reshape(-1, 9 + len(STATES)),
                    ignore=np.array(record.get("ignore", []), np.float32).reshape(-1, 4),
                    source=record.get("source", folder.name),
                    info={k: record.get(k) for k in ("theme", "width", "height", "seed")},
                )
            )
    return frames


def expand(patterns: dict[Path, float]) -> dict[Path, float]:
    """Folders with their weights; `PARENT/*` means each folder in PARENT that is there by now and not a test set."""
    folders: dict[Path, float] = {}
    for pattern, weight in patterns.items():
        if pattern.name != "*":
            folders[pattern] = weight
            continue
        for folder in sorted(pattern.parent.glob("*")):
            if folder.is_dir() and not folder.name.endswith("-test"):
                folders.setdefault(folder, weight)
    return folders


class Store:
    """The frames of several folders with shares: `folders` maps a folder to the weight of its frames."""

    def __init__(self, folders: dict[Path, float]):
        self.patterns = folders
        self.scan()

    def scan(self) -> None:
        self.folders = expand(self.patterns)
        self.frames = {folder: read_truth(folder) for folder in self.folders}
        self.read_at = time.monotonic()
        counts: Counter[int] = Counter()
        for frames in self.frames.values():
            for frame in frames:
                counts.update(int(c) for c in frame.table[:, 0])
        most = max(counts.values(), default=1)
        #: Rare classes are looked for more: by the square root of how rare they are, at most ten times.
        self.need = np.array([min(10.0, math.sqrt(most / max(counts[i], 1))) for i in range(len(CLASSES))])
        filled = [f for f in self.frames if self.frames[f]]
        self.choices = filled
        # A folder counts by its weight and, slowly, by how many different frames it has.
        self.weights = [self.folders[f] * len(self.frames[f]) ** 0.6 for f in filled]

    def pick(self, rng: random.Random) -> FrameTruth:
        if time.monotonic() - self.read_at > RESCAN:
            self.scan()
        return rng.choice(self.frames[rng.choices(self.choices, self.weights)[0]])


def random_scale(frame_scale: float, rng: random.Random) -> float:
    """Network pixels per picture pixel. Logical pixels are seen at 0.5 to 2 network pixels: 0.53 is a
    1920x1080 screen in a 1024x768 frame, 1 the native pass, above 1 a scaled screen seen natively."""
    kind = rng.random()
    if kind < 0.35:
        seen = 1.0
    elif kind < 0.65:
        seen = math.exp(rng.uniform(math.log(0.5), 0))
    elif kind < 0.87:
        seen = rng.uniform(1.0, 1.6)
    else:
        seen = rng.uniform(1.6, 2.2)
    # Enlarging adds nothing that a real screen shows, beyond the blur of a scaled remote desktop.
    return min(seen / frame_scale, 1.6)


def artefacts(image: np.ndarray, rng: random.Random) -> np.ndarray:
    """Colours, blur, noise and compression as captures and remote desktops add them."""
    if rng.random() < 0.10:
        image = 255 - image
    # Seldom: the colour of a link is often all that tells it.
    if rng.random() < 0.10:
        image = image[..., rng.sample(range(3), 3)]
    if rng.random() < 0.03:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2).astype(np.uint8)
    if rng.random() < 0.4:
        gain, shift = rng.uniform(0.65, 1.2), rng.uniform(-30, 30)
        image = np.clip(image.astype(np.float32) * gain + shift, 0, 255).astype(np.uint8)
    if rng.random() < 0.10:
        image = cv2.GaussianBlur(image, (3, 3), rng.uniform(0.3, 0.9))
    if rng.random() < 0.06:
        noise = np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(2, 8), image.shape)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.04:
        # Few colours: 16 bits a pixel, or the 8 bits of slow remote desktops.
        keep = np.array(rng.choice([(0xF8, 0xFC, 0xF8), (0xF8, 0xFC, 0xF8), (0xC0, 0xE0, 0xE0)]), np.uint8)
        image = image & keep | (image >> 5 & ~keep)
    if rng.random() < 0.15:
        image = packed(image, rng.randint(40, 88))
    if rng.random() < 0.06:
        # Where a remote desktop has just changed, it sends coarse tiles first (VNC's Tight encoding, video streams).
        height, width = image.shape[:2]
        x0, y0 = rng.randrange(width) // 16 * 16, rng.randrange(height) // 16 * 16
        x1, y1 = x0 + rng.randint(64, 640), y0 + rng.randint(32, 400)
        image = image.copy()
        image[y0:y1, x0:x1] = packed(image[y0:y1, x0:x1], rng.randint(12, 40))
    return image


def packed(image: np.ndarray, quality: int) -> np.ndarray:
    """A picture after JPEG compression."""
    _, coded = cv2.imencode(".jpg", np.ascontiguousarray(image), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def crop(image: np.ndarray, frame: FrameTruth, need: np.ndarray, height: int, width: int, rng: random.Random):
    """A window of the frame at a random scale: picture [height, width, 3] and its Truth."""
    full_h, full_w = image.shape[:2]
    scale = random_scale(frame.scale, rng)
    # The share of large views also sees whole screens, with the grey bars that the product adds.
    win_w, win_h = min(full_w, round(width / scale)), min(full_h, round(height / scale))
    table = frame.table
    x0, y0 = rng.randint(0, full_w - win_w), rng.randint(0, full_h - win_h)
    if len(table) and rng.random() < 0.6:
        # What is on, pressed, open or disabled is rarer than what is not, and few elements can be checked.
        rare = 1.0 + (table[:, 9:] > 0.5).any(1) + 0.5 * (table[:, 9] >= 0)
        chosen = table[rng.choices(range(len(table)), need[table[:, 0].astype(int)] * rare)[0]]
        cx, cy = (chosen[5] + chosen[7]) / 2, (chosen[6] + chosen[8]) / 2
        x0 = int(np.clip(cx - rng.uniform(0.15, 0.85) * win_w, 0, full_w - win_w))
        y0 = int(np.clip(cy - rng.uniform(0.15, 0.85) * win_h, 0, full_h - win_h))
    part = image[y0 : y0 + win_h, x0 : x0 + win_w]
    out_w, out_h = min(width, round(win_w * scale)), min(height, round(win_h * scale))
    if (out_w, out_h) != (win_w, win_h):
        method = rng.choice([cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR]) if scale < 1 else cv2.INTER_LINEAR
        part = cv2.resize(part, (out_w, out_h), interpolation=method)
    part = artefacts(part, rng)
    canvas = np.full((height, width, 3), 114, np.uint8)
    left, top = rng.randint(0, width - out_w), rng.randint(0, height - out_h)
    canvas[top : top + out_h, left : left + out_w] = part
    fx, fy = out_w / win_w, out_h / win_h
    shift = np.array([x0, y0, x0, y0], np.float32)
    factor = np.array([fx, fy, fx, fy], np.float32)
    offset = np.array([left, top, left, top], np.float32)
    limits = np.array([left, top, left + out_w, top + out_h], np.float32)

    def place(boxes: np.ndarray) -> np.ndarray:
        return (boxes - shift) * factor + offset

    def cut(boxes: np.ndarray) -> np.ndarray:
        low, high = np.tile(limits[:2], 2), np.tile(limits[2:], 2)
        return np.clip(boxes, low, high)

    boxes, clicks = place(table[:, 1:5]), place(table[:, 5:9])
    seen, seen_clicks = cut(boxes), cut(clicks)
    size, seen_size = boxes[:, 2:] - boxes[:, :2], seen[:, 2:] - seen[:, :2]
    click_size = seen_clicks[:, 2:] - seen_clicks[:, :2]
    share = seen_size.prod(1) / np.maximum(size.prod(1), 1e-6)
    shown = (seen_size >= 3.5).all(1) & (click_size >= 3).all(1)
    # What a cut leaves of a large element is still an element; of a small one nobody can tell.
    whole = shown & ((share > 0.4) | ((seen_size[:, 0] > 48) & (seen_size[:, 1] > 0.6 * size[:, 1])))
    partial = ~whole & (seen_size > 0).all(1)
    ignore = np.concatenate([cut(place(frame.ignore)), seen[partial]]).reshape(-1, 4)
    kept = table[whole]
    return canvas, Truth(
        boxes=torch.from_numpy(seen[whole]),
        clicks=torch.from_numpy(seen_clicks[whole]),
        roles=torch.from_numpy(kept[:, 0].astype(np.int64)),
        states=torch.from_numpy(kept[:, 9:]),
        ignore=torch.from_numpy(ignore.astype(np.float32)),
    )


class Crops(torch.utils.data.IterableDataset):
    """Endless batches: pictures [B, 3, H, W] uint8 RGB and a list of Truth."""

    def __init__(self, folders: dict[Path, float], seed: int):
        self.folders, self.seed = folders, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        rng = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        store = Store(self.folders)
        while True:
            count, height, width, per_frame, _ = rng.choices(SHAPES, [s[4] for s in SHAPES])[0]
            pictures, truths = [], []
            while len(pictures) < count:
                frame = store.pick(rng)
                image = cv2.imread(str(frame.picture), cv2.IMREAD_COLOR)
                if image is None:
                    continue
                for _ in range(per_frame):
                    picture, truth = crop(image, frame, store.need, height, width, rng)
                    pictures.append(picture)
                    truths.append(truth)
            batch = np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2))
            yield torch.from_numpy(batch), truths
