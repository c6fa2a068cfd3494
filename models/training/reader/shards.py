"""Reads shards of lines and makes batches of them."""

from __future__ import annotations

import random
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import numpy as np
import torch
from torch import Tensor

from network import HEIGHT

#: Pixels of width in a batch, all its lines together.
BATCH_WIDTH = 5400
MOST_LINES = 96
#: Shards in memory at once: their lines are mixed.
MIXED = 8


@dataclass
class Batch:
    """`pictures` [N, 1, 24, W]; `classes` of all lines one after another; `steps` and `lengths` [N]."""

    pictures: Tensor
    classes: Tensor
    steps: Tensor
    lengths: Tensor


class Lines:
    """The lines of a shard."""

    def __init__(self, file: Path):
        stored = np.load(file)
        self.about = {key: stored[key] for key in ("languages", "families", "sizes", "effects")}
        at = np.concatenate([[0], np.cumsum(stored["widths"])])
        label = np.concatenate([[0], np.cumsum(stored["lengths"])])
        pictures, labels = stored["pictures"], stored["labels"]
        self.pictures = [pictures[:, a:b] for a, b in zip(at, at[1:])]
        self.labels = [labels[a:b] for a, b in zip(label, label[1:])]


def augment(a: np.ndarray, rng: random.Random, noise: np.random.Generator) -> np.ndarray:
    """A line [24, w], 0 to 1, under another gamma, gain, quantisation, noise, or shifted by a row."""
    if rng.random() < 0.3:
        a = np.concatenate([a[:1], a[:-1]]) if rng.random() < 0.5 else np.concatenate([a[1:], a[-1:]])
    a = np.minimum(a * rng.uniform(0.85, 1.15), 1)
    kind = rng.random()
    if kind < 0.5:
        a = a ** rng.uniform(0.65, 1.6)
    elif kind > 0.8:
        levels = rng.choice([16, 24, 32, 64])
        a = np.round(a * levels) / levels
    if rng.random() < 0.15:
        a = np.clip(a + noise.standard_normal(a.shape, np.float32) * rng.uniform(0, 0.06), 0, 1)
    return a


def batch(pictures: list[np.ndarray], labels: list[np.ndarray], change=None) -> Batch:
    """Lines side by side in one tensor, filled up with 0 to the widest, a multiple of 8."""
    width = -(-max(p.shape[1] for p in pictures) // 8) * 8
    x = np.zeros((len(pictures), 1, HEIGHT, width), np.float32)
    for i, p in enumerate(pictures):
        a = p.astype(np.float32) / 255
        x[i, 0, :, : a.shape[1]] = change(a) if change else a
    return Batch(
        torch.from_numpy(x),
        torch.from_numpy(np.concatenate(labels).astype(np.int64)),
        torch.tensor([(p.shape[1] + 1) // 2 for p in pictures]),
        torch.tensor([len(label) for label in labels]),
    )


def shards_in(folders: list[Path]) -> list[Path]:
    """The training shards of the folders; ends the program where there are none."""
    files = [file for folder in folders for file in sorted(folder.glob("train-*.npz"))]
    if not files:
        raise SystemExit(f"no shards in {', '.join(map(str, folders))}: draw some with lines.py")
    return files


def batches(folders: list[Path], seed: int) -> Iterator[Batch]:
    """Endless training batches of lines of similar width. Folders are looked at again for each group of shards:
    lines may still be drawn. Shards come in turn; those read least often first."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    read: dict[Path, int] = {}
    while True:
        files = shards_in(folders)
        rng.shuffle(files)
        # New shards begin where the others are, or they would be all that is read.
        floor = min((read[f] for f in files if f in read), default=0)
        files.sort(key=lambda f: read.setdefault(f, floor))
        pictures, labels = [], []
        for file in files[:MIXED]:
            read[file] += 1
            try:
                lines = Lines(file)
            except (OSError, ValueError, zipfile.BadZipFile) as error:
                print(f"{file} left out: {error}", flush=True)
                continue
            pictures += lines.pictures
            labels += lines.labels
        order = sorted(range(len(pictures)), key=lambda i: pictures[i].shape[1] + rng.uniform(0, 12))
        groups, group, widest = [], [], 0
        for i in order:
            widest_then = max(widest, pictures[i].shape[1])
            if group and (widest_then * (len(group) + 1) > BATCH_WIDTH or len(group) >= MOST_LINES):
                groups.append(group)
                group, widest_then = [], pictures[i].shape[1]
            group.append(i)
            widest = widest_then
        if group:
            groups.append(group)
        rng.shuffle(groups)
        for group in groups:
            yield batch([pictures[i] for i in group], [labels[i] for i in group], lambda a: augment(a, rng, noise))
