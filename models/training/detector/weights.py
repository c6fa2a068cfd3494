"""Continues training from an exported model: the landed ONNX file is all the state that is needed."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from network import UiNet

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
    """Loads folded weights into `net` and gives each batch normalisation the statistics that make it neutral.

    A folded convolution has its normalisation in weight and bias. Measured over `pictures` [B, 3, H, W],
    mean m and variance v of its output become the running statistics, sqrt(v) and m + bias the scale and
    shift: in evaluation the network computes exactly what the export does, in training nearly so.

    What the export lacks, and what is zero throughout, stays as it was initialised, except that the last
    normalisation of a new residual block starts small, so that the block nearly passes its input on: not at
    zero, where the ReLU behind it passes no gradient and the block never comes to life (two blocks of
    groundmark-ui-1). Returns the names of what was not found.
    """
    folded = read_weights(file)
    missing: list[str] = []
    measured: dict[nn.BatchNorm2d, tuple[Tensor, Tensor]] = {}
    hooks = []
    for name, module in net.named_modules():
        if isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], nn.BatchNorm2d):
            conv, norm = module[0], module[1]
            weight = folded.get(f"{name}.0.weight")
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            if weight is None or weight.shape != conv.weight.shape or not weight.any():
                missing.append(name)
                if name.endswith(".b"):
                    nn.init.constant_(norm.weight, NEW_BLOCK)
                continue
            conv.weight.data.copy_(weight)
            norm.weight.data.fill_(1)
            norm.bias.data.copy_(folded[f"{name}.0.bias"])

            def note(module: nn.Module, _inputs: tuple, output: Tensor, norm: nn.BatchNorm2d = norm) -> None:
                measured[norm] = (output.mean((0, 2, 3)), output.var((0, 2, 3), unbiased=False))

            hooks.append(conv.register_forward_hook(note))
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
    net.eval()
    with torch.no_grad():
        net(pictures)
        for norm, (mean, var) in measured.items():
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.data.copy_((var + norm.eps).sqrt())
            norm.bias.data.add_(mean)
    for hook in hooks:
        hook.remove()
    return missing
