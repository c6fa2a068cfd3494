"""The rendered icons, and batches of crops drawn from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from crops import Array, Neighbours, icon_crop
from rejects import reject_crop

#: Share of crops that show no icon of the list.
REJECTED = 0.08


@dataclass(frozen=True)
class Icon:
    """One drawing: where it lies and what it shows."""

    concept: int
    set: str
    name: str
    split: str
    coloured: bool
    row: int


class Icons:
    """What render.js wrote."""

    def __init__(self, folder: Path) -> None:
        index = json.loads((folder / "icons.json").read_text())
        self.concepts: list[str] = index["concepts"]
        self.synonyms: list[list[str]] = index["synonyms"]
        self.masks: Array = np.fromfile(folder / "masks.u8", np.uint8).reshape(-1, 64, 64)
        self.pictures: Array = np.fromfile(folder / "pictures.u8", np.uint8).reshape(-1, 64, 64, 4)
        strips: Array = np.fromfile(folder / "strips.u8", np.uint8).reshape(-1, 64, 512)
        rows = [(r, False, i) for i, r in enumerate(index["masks"])]
        rows += [(r, True, i) for i, r in enumerate(index["pictures"])]
        self.icons = [Icon(r[0], r[1], r[2], r[3], coloured, i) for r, coloured, i in rows]
        train = np.array([i.row for i in self.icons if i.split == "train" and not i.coloured])
        self.neighbours = Neighbours(self.masks[train[:: max(1, len(train) // 4000)]], strips)
        self.flags = [i for i in self.icons if i.concept < 0]

    @property
    def reject(self) -> int:
        """Index of the reject class: behind the concepts."""
        return len(self.concepts)

    def master(self, icon: Icon) -> Array:
        return self.pictures[icon.row] if icon.coloured else self.masks[icon.row]

    def split(self, name: str) -> list[Icon]:
        return [i for i in self.icons if i.split == name and i.concept >= 0]


class Sampler:
    """Random training crops: a concept, one of its sets, one of that set's drawings."""

    def __init__(self, icons: Icons, seed: int) -> None:
        self.icons = icons
        self.rng = Random(seed)
        tree: dict[int, dict[str, list[Icon]]] = {}
        for icon in icons.split("train"):
            tree.setdefault(icon.concept, {}).setdefault(icon.set, []).append(icon)
        self.concepts = sorted(tree)
        self.sets = [list(tree[c].values()) for c in self.concepts]
        weights = np.array([len(s) for s in self.sets]) ** 0.5
        self.cumulative = np.cumsum(weights / weights.sum()).tolist()

    def batch(self, size: int, clean: float = 0.2) -> tuple[Array, Array]:
        """[size, SIDE, SIDE, 3] uint8 and [size] class indices; a share of the icons is drawn clean."""
        rng = self.rng
        rejects = sum(rng.random() < REJECTED for _ in range(size))
        crops = [reject_crop(self.icons, rng) for _ in range(rejects)]
        labels = [self.icons.reject] * rejects
        for at in rng.choices(range(len(self.sets)), cum_weights=self.cumulative, k=size - rejects):
            icon = rng.choice(rng.choice(self.sets[at]))
            crops.append(icon_crop(self.icons.master(icon), rng, self.icons.neighbours, plain=rng.random() < clean))
            labels.append(icon.concept)
        return np.stack(crops), np.array(labels)


#: Pixels of an icon on the screen, by band.
BANDS = {"12-16": (12, 13, 14, 15, 16), "18-24": (18, 20, 22, 24), "28-48": (28, 32, 40, 48)}


@dataclass(frozen=True)
class Trial:
    """A fixed crop of a held-out icon."""

    icon: Icon
    band: str
    plain: bool


def trials(icons: Icons, split: str, per_concept: int = 3) -> tuple[Array, list[Trial]]:
    """The crops of a held-out split, the same in every run.

    Each drawing (at most `per_concept` of one set and concept) comes once clean and once as buttons look, its size
    cycling through the bands.
    """
    rng = Random(f"trials {split}")
    seen: dict[tuple[str, int], int] = {}
    crops: list[Array] = []
    listed: list[Trial] = []
    names = list(BANDS)
    for icon in icons.split(split):
        key = (icon.set, icon.concept)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > per_concept:
            continue
        for plain in (True, False):
            band = names[len(listed) // 2 % len(names)]
            size = float(rng.choice(BANDS[band]))
            crops.append(icon_crop(icons.master(icon), rng, icons.neighbours, size, plain))
            listed.append(Trial(icon, band, plain))
    return np.stack(crops), listed


def reject_trials(icons: Icons, count: int = 1000) -> Array:
    """Fixed crops without an icon."""
    rng = Random("reject trials")
    return np.stack([reject_crop(icons, rng) for _ in range(count)])
