"""Exports a checkpoint to ONNX: export.py CHECKPOINT OUT.onnx [--temperature T] [--raw]

The normalisations are folded into the convolutions, and the logits divided by the temperature (evaluate.py fits
it), so that the softmax that the product takes is calibrated without a change to its code. `--raw`: the live
weights, not their average. The alphabet goes to OUT.alphabet.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx
import torch

from alphabet import ALPHABET
from network import HEIGHT, Reader, folded

OPSET = 13


def export(stored: dict, out: Path, temperature: float = 1.0, which: str = "average") -> None:
    net = Reader()
    net.load_state_dict(stored[which])
    model = folded(net)
    for part in (model.head.weight, model.head.bias):
        part.data.div_(temperature)
    torch.onnx.export(
        model,
        torch.zeros(1, 1, HEIGHT, 128),
        str(out),
        opset_version=OPSET,
        input_names=["x"],
        output_names=["y"],
        dynamic_axes={"x": {0: "n", 3: "w"}, "y": {0: "n", 2: "t"}},
        do_constant_folding=True,
    )
    graph = onnx.load(str(out))
    onnx.checker.check_model(graph)
    entry = graph.metadata_props.add()
    entry.key, entry.value = "temperature", f"{temperature:.4f}"
    onnx.save(graph, str(out))
    out.with_suffix(".alphabet.json").write_text(json.dumps(ALPHABET, ensure_ascii=False))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--raw", action="store_true")
    args = parser.parse_args()
    export(torch.load(args.checkpoint, map_location="cpu"), args.out, args.temperature, "net" if args.raw else "average")
    print(args.out, f"{args.out.stat().st_size / 1e6:.2f} MB, {len(ALPHABET)} characters")
