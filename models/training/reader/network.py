"""The text-line recogniser: plain convolutions and a CTC head, 0.55 million parameters.

Input [N, 1, 24, W], contrast with the background from 0 to 1; output logits [N, 1 + characters, ceil(W / 2)].
The width is halved once only: doubled thin letters ("ll") need a step between them. No recurrence and no padding
beyond 24 rows, so any width works, and cost is per pixel.
"""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

sys.path.append(str(Path(__file__).parent.parent / "common"))
from alphabet import ALPHABET  # noqa: E402
from norms import NeutralNorms  # noqa: E402

HEIGHT = 24
WIDTHS = (24, 40, 64, 96, 160)
DILATIONS = (1, 2, 3)
#: Logit of a character that a model to begin with did not know.
UNKNOWN = -6.0


class ConvNorm(nn.Module):
    """Convolution, batch normalisation, ReLU."""

    def __init__(self, inside: int, outside: int, kernel, stride=1, padding=0, dilation=1):
        super().__init__()
        self.conv = nn.Conv2d(inside, outside, kernel, stride, padding, dilation, bias=False)
        self.norm = nn.BatchNorm2d(outside)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.norm(self.conv(x)))


class Reader(nn.Module):
    def __init__(self, classes: int = len(ALPHABET) + 1):
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.shapes = nn.Sequential(
            ConvNorm(1, a, 3, 1, 1),
            ConvNorm(a, b, 3, (2, 2), 1),
            ConvNorm(b, c, 3, (2, 1), 1),
            ConvNorm(c, d, 3, (2, 1), 1),
            ConvNorm(d, e, 3, 1, (0, 1)),
        )
        self.context = nn.ModuleList(ConvNorm(e, e, (1, 3), 1, (0, k), (1, k)) for k in DILATIONS)
        self.head = nn.Conv2d(e, classes, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.shapes(x)
        for block in self.context:
            x = x + block(x)
        return self.head(x).squeeze(2)


def blocks(net: nn.Module) -> list[ConvNorm]:
    """The normalised convolutions in the order in which they run."""
    return [m for m in net.modules() if isinstance(m, ConvNorm)]


def folded(net: Reader) -> Reader:
    """A copy in evaluation form whose normalisations are part of the convolutions."""
    net = copy.deepcopy(net).float().eval().to(memory_format=torch.contiguous_format)
    for block in blocks(net):
        block.conv = nn.utils.fuse_conv_bn_eval(block.conv, block.norm)
        block.norm = nn.Identity()
    return net


def read_export(file: Path) -> tuple[list[tuple[np.ndarray, np.ndarray]], float]:
    """Weight and bias of each convolution of an exported model in running order, and its temperature."""
    model = onnx.load(str(file))
    stored = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    convs = [tuple(stored[name].copy() for name in n.input[1:3]) for n in model.graph.node if n.op_type == "Conv"]
    about = {p.key: p.value for p in model.metadata_props}
    return convs, float(about.get("temperature", 1))


def check_origin(file: Path) -> None:
    """Refuses a model whose manifest entry says that it may not be released: what begins with it may not either."""
    manifest = file.parent / "manifest.json"
    if manifest.exists():
        for entry in json.loads(manifest.read_text())["models"]:
            if entry.get("file") == file.name and not entry["release"]:
                raise SystemExit(f"{file.name} may not be begun with: {entry.get('releaseNote', 'it is no release')}")


def start_from(net: Reader, file: Path, alphabet: list[str], pictures: Tensor) -> list[str]:
    """Loads an exported model whose class i is `alphabet[i - 1]`, so that `net` computes what the export does.

    Normalisations are neutral, measured over `pictures` [N, 1, 24, W]. Returns the characters that are new.
    """
    convs, temperature = read_export(file)
    layers = blocks(net)
    assert len(convs) == len(layers) + 1, f"{file.name} has {len(convs)} convolutions"
    norms = NeutralNorms()
    for block, (weight, bias) in zip(layers, convs):
        norms.load(block.conv, block.norm, torch.from_numpy(weight), torch.from_numpy(bias))
    weight, bias = (torch.from_numpy(part) * temperature for part in convs[-1])
    place = {c: i + 1 for i, c in enumerate(alphabet)}
    new = [c for c in ALPHABET if c not in place]
    net.head.weight.data.mul_(0.1)
    net.head.bias.data.fill_(UNKNOWN)
    for i, c in enumerate(["", *ALPHABET]):
        source = place.get(c) if c else 0
        if source is not None:
            net.head.weight.data[i].copy_(weight[source])
            net.head.bias.data[i] = bias[source]
    norms.settle(net, pictures)
    return new
