"""Exports a checkpoint to ONNX: export.py CHECKPOINT OUT.onnx [--raw]  (--raw: the live weights, not their average)."""

from __future__ import annotations

import json
import sys
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
    source, target = sys.argv[1], Path(sys.argv[2])
    export(None if source == "untrained" else torch.load(source, map_location="cpu"), target, "net" if "--raw" in sys.argv else "average")
    print(target, f"{target.stat().st_size / 1e6:.2f} MB")
