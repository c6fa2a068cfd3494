"""Puts a checkpoint in the place of the detector that the package carries.

    land.py CHECKPOINT NAME --score T [--iou T] [--models FOLDER]

Exports to FOLDER/NAME.onnx, replaces the `detect` entry of FOLDER/manifest.json and removes the old file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).parent.parent / "common"))
from export import export  # noqa: E402
from landing import described, replace  # noqa: E402
from network import CLASSES, STATES, STRIDES  # noqa: E402

PROVENANCE = (
    "Trained by this project from random weights, on screens that it rendered itself: web pages of its own "
    "themes and of open component kits, and windows of real toolkits (list in models/README.md); boxes, roles "
    "and states come from the page's element tree or from the toolkit. No photographs of people, no user data, "
    "no third-party weights."
)


def entry(name: str, file: Path, score: float, iou: float) -> dict:
    """The manifest entry of an exported detector."""
    rows = 4 + len(CLASSES) + len(STATES) + 2
    return {
        "name": name,
        "task": "detect",
        **described(file),
        "licence": "Apache-2.0",
        "provenance": PROVENANCE,
        "release": True,
        "input": {
            "name": "images",
            "shape": [1, 3, "h", "w"],
            "type": "float32",
            "content": "RGB planes, 0 to 1; height and width multiples of 64, filled up with grey 114/255",
        },
        "outputs": [
            {
                "name": "output0",
                "shape": [1, rows, "anchors"],
                "content": "rows: centre x, centre y, width, height in input pixels; one score for each class, the "
                "largest being the confidence; one probability for each state; x and y of the place to click",
            }
        ],
        "labels": [{"name": c, "role": c} for c in CLASSES],
        "states": STATES,
        "point": True,
        "sides": list(STRIDES),
        "thresholds": {"score": score, "iou": iou},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("name")
    parser.add_argument("--score", type=float, required=True)
    parser.add_argument("--iou", type=float, default=0.55)
    parser.add_argument("--models", type=Path, default=Path(__file__).parents[2])
    args = parser.parse_args()
    file = args.models / f"{args.name}.onnx"
    export(torch.load(args.checkpoint, map_location="cpu"), file)
    old = replace(args.models, entry(args.name, file, args.score, args.iou))
    print(f"{old} -> {args.name}, {file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
