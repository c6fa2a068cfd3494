"""The icon namer's network."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

#: Side of the input crop, pixels.
SIDE = 32
#: Length of the embedding.
EMBEDDING = 128


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with batch norm and ReLU (1x1 and depthwise ones are slower on a CPU)."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.05),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width, momentum=0.05)
        )

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


def normalised(x: Tensor) -> Tensor:
    """Five planes that do not depend on which is darker, paper or ink.

    Args:
        x: [n, 3, SIDE, SIDE] RGB, 0 to 1.

    Returns:
        [n, 5, SIDE, SIDE]: distance from the colour of the border, stretched to 0..1; distance from the local
        mean, likewise (it sees the ink on a filled button); RGB less the border colour.
    """
    border = x[:, :, :2].mean((2, 3)) + x[:, :, -2:].mean((2, 3))
    border = border + x[:, :, :, :2].mean((2, 3)) + x[:, :, :, -2:].mean((2, 3))
    centred = x - 0.25 * border[:, :, None, None]
    ink = centred.abs().amax(1, keepdim=True)
    ink = ink / (ink.amax((2, 3), keepdim=True) + 0.03)
    rows = F.avg_pool2d(x, (1, 9), 1, (0, 4), count_include_pad=False)
    around = F.avg_pool2d(rows, (9, 1), 1, (4, 0), count_include_pad=False)
    local = (x - around).abs().amax(1, keepdim=True)
    local = local / (local.amax((2, 3), keepdim=True) + 0.03)
    return torch.cat([ink, local, centred], 1)


class IconNet(nn.Module):
    """Crop -> unit embedding and cosine logits; the last class is the reject class."""

    def __init__(self, classes: int, widths: tuple[int, int, int] = (32, 80, 192)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            # Four pixels become one of four times the planes: no costly layer at full resolution.
            nn.PixelUnshuffle(2),
            conv(20, a),
            Residual(a),
            conv(a, b, 2),
            Residual(b),
            conv(b, c, 2),
            Residual(c),
        )
        self.project = nn.Linear(c * 5, EMBEDDING)
        self.classes = nn.Linear(EMBEDDING, classes, bias=False)
        self.scale = nn.Parameter(torch.tensor(20.0))

    def embed(self, x: Tensor) -> Tensor:
        """[n, 3, SIDE, SIDE] -> [n, EMBEDDING], not yet of unit length.

        A 2x2 layout is kept beside the mean: left and right arrows differ in nothing else.
        """
        features = self.body(normalised(x))
        quarters = F.avg_pool2d(features, 2).flatten(1)
        return self.project(torch.cat([quarters, features.mean((2, 3))], 1))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        embedding = F.normalize(self.embed(x), dim=1)
        return embedding, self.scale * F.linear(embedding, F.normalize(self.classes.weight, dim=1))
