"""Draws lines of text into shards.

    lines.py DATA/text.json --out FOLDER --count N [--split train|validation] [--start K] [--jobs N] [--lines L]
    lines.py DATA/text.json --sheet PNG

Each shard is what its number and split say, whatever is drawn beside it. Training draws
families and texts that are not held out; validation has held-out texts only, half of them in held-out families.
`--sheet` draws a page of lines to look at instead.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from alphabet import encode  # noqa: E402
from drawing import Artist, Line  # noqa: E402
from effects import marks_of  # noqa: E402
from texts import Texts  # noqa: E402

#: Lines in a shard.
LINES = 4000
SPLITS = {"train": 0, "validation": 1 << 20}


class Drawer:
    """An endless supply of lines from one seed."""

    def __init__(self, text: Path, split: str, seed: int):
        self.rng = random.Random(seed + SPLITS[split])
        icons = text.with_name("icons.json")
        self.texts = Texts(text, self.rng, split == "validation")
        self.artist = Artist(self.rng, icons if icons.exists() else None, 0.5 if split == "validation" else 0.0)

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def next(self) -> Line:
        while True:
            line = self.artist.draw(self.texts.choose())
            # CTC needs a step for each character and one between equal ones; each step is two pixels.
            if line is not None and needed(line.text) <= line.picture.shape[1] // 2:
                return line


def needed(text: str) -> int:
    """Steps that a text takes at least."""
    classes = encode(text) or []
    return len(classes) + sum(a == b for a, b in zip(classes, classes[1:]))


def shard(text: Path, out: Path, split: str, count: int, number: int) -> tuple[int, float]:
    """Writes one shard unless it is there: pictures [24, sum of widths] uint8 and the rest by line."""
    file = out / f"{split}-{number:04d}.npz"
    if file.exists():
        return number, 0.0
    begun = time.monotonic()
    drawer = _drawer(text, split)
    drawer.reseed(7919 * number + 1 + SPLITS[split])
    lines = [drawer.next() for _ in range(count)]
    labels = [encode(line.text) or [] for line in lines]
    part = file.with_suffix(".part")
    with part.open("wb") as f:
        np.savez(
            f,
            pictures=np.concatenate([line.picture for line in lines], 1),
            widths=np.array([line.picture.shape[1] for line in lines], np.int32),
            labels=np.array([c for classes in labels for c in classes], np.int16),
            lengths=np.array([len(classes) for classes in labels], np.int32),
            languages=np.array([line.language for line in lines]),
            families=np.array([line.family for line in lines]),
            sizes=np.array([line.size for line in lines], np.float32),
            effects=np.array([line.effects for line in lines], np.int32),
        )
    os.replace(part, file)
    return number, time.monotonic() - begun


_drawers: dict[tuple[Path, str], Drawer] = {}


def _drawer(text: Path, split: str) -> Drawer:
    """One a process: loading the text takes a second."""
    if (text, split) not in _drawers:
        _drawers[text, split] = Drawer(text, split, 0)
    return _drawers[text, split]


def sheet(text: Path, split: str, seed: int, out: Path, count: int = 160) -> None:
    """Lines as the network sees them, each above what it says, in four columns."""
    import cairo

    drawer = Drawer(text, split, seed)
    column, row = 470, 46
    rows = -(-count // 4)
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, 4 * column, rows * row)
    context = cairo.Context(surface)
    context.set_source_rgb(0.1, 0.1, 0.3)
    context.paint()
    context.select_font_face("DejaVu Sans")
    context.set_font_size(11)
    canvas = np.ndarray((rows * row, 4 * column, 4), np.uint8, surface.get_data())
    for i in range(count):
        line = drawer.next()
        x, y = i % 4 * column + 4, i // 4 * row + 2
        w = line.picture.shape[1]
        canvas[y : y + 24, x : x + w, :3] = line.picture[..., None]
        surface.mark_dirty()
        names = ",".join(marks_of(line.effects))
        context.set_source_rgb(1, 1, 0.5)
        context.move_to(x, y + 36)
        context.show_text(f"{line.text}  [{line.language} {line.size:.0f} {line.family} {names}]")
        surface.flush()
    cv2.imwrite(str(out), canvas[..., :3])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--count", type=int, default=1, help="shards")
    parser.add_argument("--lines", type=int, default=LINES, help="lines in a shard")
    parser.add_argument("--start", type=int, default=0, help="number of the first shard")
    parser.add_argument("--split", choices=SPLITS, default="train")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sheet", type=Path)
    args = parser.parse_args()
    if args.sheet:
        sheet(args.text, args.split, args.start, args.sheet)
        return
    if args.out is None:
        parser.error("--out is needed")
    args.out.mkdir(parents=True, exist_ok=True)
    numbers = range(args.start, args.start + args.count)
    begun = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as pool:
        for number, took in pool.map(shard, *zip(*((args.text, args.out, args.split, args.lines, n) for n in numbers))):
            print(f"{args.split} {number}: {args.lines / took:.0f} lines/s" if took else f"{args.split} {number}: there", flush=True)
    print(f"{args.count * args.lines / (time.monotonic() - begun):.0f} lines/s in all")


if __name__ == "__main__":
    main()
