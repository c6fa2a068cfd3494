"""Continues training from an exported model: the landed ONNX file is all the state that is needed."""

from __future__ import annotations

import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

sys.path.append(str(Path(__file__).parent.parent / "common"))
from network import UiNet  # noqa: E402
from norms import NeutralNorms  # noqa: E402

#: Scale of the last normalisation of a residual block that is new.
NEW_BLOCK = 0.1


def read_weights(file: Path) -> dict[str, Tensor]:
    """Initialisers of an export whose batch normalisations were folded, by their name within UiNet."""
    model = onnx.load(str(file))
    found = {init.name: torch.from_numpy(numpy_helper.to_array(init).copy()) for init in model.graph.initializer}
    # The exporter writes equal weights once.
    for node in model.graph.node:
        if node.op_type == "Identity" and node.input[0] in found:
            found[node.output[0]] = found[node.input[0]]
    return {name.split(".", 1)[1]: weight for name, weight in found.items() if "." in name}


def start_from(net: UiNet, file: Path, pictures: Tensor) -> list[str]:
    """Loads folded weights into `net`, with neutral normalisations measured over `pictures` [B, 3, H, W].

    What the export lacks, and what is zero throughout, stays as it was initialised, except that the last
    normalisation of a new residual block starts small, so that the block nearly passes its input on: not at
    zero, where the ReLU behind it passes no gradient and the block never comes to life (two blocks of
    groundmark-ui-1). Returns the names of what was not found; ends the program for a model of another kind.
    """
    folded = read_weights(file)
    if "stem.0.weight" not in folded:
        raise SystemExit(f"{file} is no detector of ours")
    missing: list[str] = []
    norms = NeutralNorms()
    for name, module in net.named_modules():
        if isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], nn.BatchNorm2d):
            conv, norm = module[0], module[1]
            weight = folded.get(f"{name}.0.weight")
            if weight is not None and weight.shape == conv.weight.shape and weight.any():
                norms.load(conv, norm, weight, folded[f"{name}.0.bias"])
                continue
            missing.append(name)
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            if name.endswith(".b"):
                nn.init.constant_(norm.weight, NEW_BLOCK)
        elif isinstance(module, nn.Conv2d) and module.bias is not None:
            weight = folded.get(f"{name}.weight")
            more = 0 if weight is None else module.weight.shape[1] - weight.shape[1]
            if more > 0:
                # New inputs that count for nothing at first.
                weight = torch.cat([weight, weight.new_zeros(weight.shape[0], more, *weight.shape[2:])], 1)
                missing.append(f"{name} (inputs)")
            if weight is None or weight.shape != module.weight.shape:
                missing.append(name)
            else:
                module.weight.data.copy_(weight)
                module.bias.data.copy_(folded[f"{name}.bias"])
    norms.settle(net, pictures)
    return missing
