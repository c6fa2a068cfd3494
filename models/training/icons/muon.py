"""The Muon optimiser for matrices: momentum whose update is made orthogonal, so that no direction lags behind.

Convolutions count as matrices [out, in x 3 x 3]. It needs about a fifth more time a step than AdamW and far fewer
steps; see K. Jordan et al., "Muon: an optimizer for hidden layers in neural networks" (2024).
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor


def orthogonal(matrix: Tensor, rounds: int = 4) -> Tensor:
    """Roughly the nearest matrix with orthonormal rows, by Newton-Schulz with the coefficients of the paper."""
    a, b, c = 3.4445, -4.775, 2.0315
    wide = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    x = wide / (wide.norm() + 1e-7)
    for _ in range(rounds):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x if matrix.shape[0] <= matrix.shape[1] else x.T


class Muon(torch.optim.Optimizer):
    """For weights of two or more dimensions that are followed by a norm."""

    def __init__(
        self, weights: Iterable[Tensor], lr: float = 0.02, momentum: float = 0.95, weight_decay: float = 0.02
    ) -> None:
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                state = self.state[weight]
                if "velocity" not in state:
                    state["velocity"] = torch.zeros_like(weight)
                velocity = state["velocity"].mul_(group["momentum"]).add_(weight.grad)
                ahead = weight.grad.add(velocity, alpha=group["momentum"]).flatten(1)
                update = orthogonal(ahead) * max(1.0, ahead.shape[0] / ahead.shape[1]) ** 0.5
                weight.mul_(1 - group["lr"] * group["weight_decay"])
                weight.add_(update.view_as(weight), alpha=-group["lr"])
