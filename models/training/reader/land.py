"""Puts a checkpoint in the place of the recogniser that the package carries.

    land.py CHECKPOINT NAME --calibration FILE [--unread T] [--models FOLDER]

Exports to FOLDER/NAME.onnx with the temperature of the calibration (evaluate.py --out) in its last layer, writes
FOLDER/NAME.alphabet.json, replaces the `recognise` entry of FOLDER/manifest.json and removes the old files.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).parent.parent / "common"))
from alphabet import ALPHABET  # noqa: E402
from export import export  # noqa: E402
from landing import described, replace  # noqa: E402
from network import HEIGHT  # noqa: E402

PROVENANCE = (
    "Trained by this project from random weights, on text lines drawn with Pango and cairo in free font families at "
    "9 to 60 pixels. Their text is made up or from npm packages under MIT, Apache-2.0, ISC, BSD-3-Clause and "
    "Unicode-3.0 terms (listed in models/training/reader/SOURCES.md). No text of an application's catalogue, no "
    "user data, no third-party weights."
)


def entry(name: str, file: Path, unread: float) -> dict:
    """The manifest entry of an exported recogniser."""
    return {
        "name": name,
        "task": "recognise",
        **described(file),
        "licence": "Apache-2.0",
        "provenance": PROVENANCE,
        "release": True,
        "input": {
            "name": "x",
            "shape": [1, 1, HEIGHT, "w"],
            "type": "float32",
            "content": "contrast against the background of the line, 0 to 1; text height about 17",
        },
        "outputs": [
            {
                "name": "y",
                "shape": [1, len(ALPHABET) + 1, "w/2"],
                "content": "logits, calibrated; class 0 is the CTC blank, class i the alphabet entry i - 1",
            }
        ],
        "labelsFile": described(file.with_suffix(".alphabet.json")),
        "thresholds": {"unread": unread},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("name")
    parser.add_argument("--calibration", type=Path, required=True)
    parser.add_argument("--unread", type=float, default=0.6)
    parser.add_argument("--models", type=Path, default=Path(__file__).parents[2])
    args = parser.parse_args()
    file = args.models / f"{args.name}.onnx"
    temperature = json.loads(args.calibration.read_text())["temperature"]
    export(torch.load(args.checkpoint, map_location="cpu"), file, temperature)
    old = replace(args.models, entry(args.name, file, args.unread))
    print(f"{old} -> {args.name}, {file.stat().st_size / 1e6:.2f} MB, {len(ALPHABET)} characters, temperature {temperature}")


if __name__ == "__main__":
    main()
