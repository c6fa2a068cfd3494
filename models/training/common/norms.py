"""Batch normalisations for convolutions that were exported with theirs folded in."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class NeutralNorms:
    """Takes folded weights up and gives each normalisation the statistics that make it neutral.

    A folded convolution has its normalisation in weight and bias. Measured over pictures, mean m and variance v
    of its output become the running statistics, sqrt(v) and m + bias the scale and shift: in evaluation the
    network computes exactly what the export does, in training nearly so.
    """

    def __init__(self) -> None:
        self.measured: dict[nn.BatchNorm2d, tuple[Tensor, Tensor]] = {}
        self.hooks: list = []

    def load(self, conv: nn.Conv2d, norm: nn.BatchNorm2d, weight: Tensor, bias: Tensor) -> None:
        """The exported weight and bias of a convolution without a bias of its own and the normalisation behind it."""
        conv.weight.data.copy_(weight)
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.data.fill_(1)
        norm.bias.data.copy_(bias)

        def note(_module: nn.Module, _inputs: tuple, output: Tensor) -> None:
            self.measured[norm] = (output.mean((0, 2, 3)), output.var((0, 2, 3), unbiased=False))

        self.hooks.append(conv.register_forward_hook(note))

    def settle(self, net: nn.Module, pictures: Tensor) -> None:
        """Measures over `pictures`, one batch of the network's input; leaves the network in evaluation form."""
        net.eval()
        with torch.no_grad():
            net(pictures)
            for norm, (mean, var) in self.measured.items():
                norm.running_mean.copy_(mean)
                norm.running_var.copy_(var)
                norm.weight.data.copy_((var + norm.eps).sqrt())
                norm.bias.data.add_(mean)
        for hook in self.hooks:
            hook.remove()
