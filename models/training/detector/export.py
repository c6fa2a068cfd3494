"""Exports a checkpoint to ONNX: export.py CHECKPOINT OUT.onnx [--raw]"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx
import torch

from network import CLASSES, STATES, Exported, UiNet, fold_batch_norm

OPSET = 13


def export(stored: dict | None, out: Path, which: str = "average") -> None:
    """Writes a checkpoint (an untrained network where None) with folded normalisations and dynamic height and width.

    Training gave states that are seldom on more weight, which raised their odds by that factor: the export takes
    it off again, so that probabilities are what they say.
    """
    net = UiNet()
    if stored is not None:
        net.load_state_dict(stored[which])
        for layer in net.state:
            layer.bias.data.sub_(stored["on_weight"].log())
    model = Exported(fold_batch_norm(net)).eval()
    torch.onnx.export(
        model,
        torch.zeros(1, 3, 128, 192),
        str(out),
        opset_version=OPSET,
        input_names=["images"],
        output_names=["output0"],
        dynamic_axes={"images": {2: "h", 3: "w"}, "output0": {2: "anchors"}},
        do_constant_folding=True,
    )
    graph = onnx.load(str(out))
    onnx.checker.check_model(graph)
    for key, value in (("names", dict(enumerate(CLASSES))), ("states", STATES)):
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value)
    onnx.save(graph, str(out))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", help='a checkpoint, or "untrained"')
    parser.add_argument("out", type=Path)
    parser.add_argument("--raw", action="store_true", help="the live weights, not their average")
    args = parser.parse_args()
    stored = None if args.checkpoint == "untrained" else torch.load(args.checkpoint, map_location="cpu")
    export(stored, args.out, "net" if args.raw else "average")
    print(args.out, f"{args.out.stat().st_size / 1e6:.2f} MB")
