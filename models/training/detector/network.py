"""The control detector: a small anchor-free network with strides 8, 16 and 32.

Plain 3x3 convolutions throughout: on processors with AVX2 they reach 18 to 20 GMAC a second and thread in
training, 1x1 convolutions 4 to 8 and depthwise ones 2 to 3, and the runtime shows the same order.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_ROLES = json.loads((Path(__file__).parent.parent / "roles.json").read_text())
CLASSES: list[str] = _ROLES["classes"]
STATES: list[str] = _ROLES["states"]
STRIDES = (8, 16, 32)
#: Sizes of pictures must be multiples of this: the coarsest stage has a stride of 64.
SIZE_MULTIPLE = 64
#: Channels of the stages with strides 4, 8, 16, 32, 64.
WIDTHS = (32, 64, 96, 128, 128)
#: Channels of the feature pyramid.
PYRAMID = 64
#: Channels of the branch that only roles and states read, so that features for boxes need not serve for them.
#: What it gains over a change of the losses alone was not taken apart.
KIND = 32


def conv_bn(inside: int, outside: int, kernel: int = 3, stride: int = 1, act: bool = True) -> nn.Sequential:
    """Convolution, batch normalisation and, unless `act` is off, ReLU."""
    layers: list[nn.Module] = [
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outside, momentum=0.03, eps=1e-3),
    ]
    if act:
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class Residual(nn.Module):
    """Two 3x3 convolutions beside a shortcut."""

    def __init__(self, channels: int):
        super().__init__()
        self.a = conv_bn(channels, channels)
        self.b = conv_bn(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.b(self.a(x))


class Split(nn.Module):
    """Half of the channels passes residual blocks, the other half passes by; a 1x1 convolution joins them."""

    def __init__(self, channels: int, blocks: int):
        super().__init__()
        self.half = channels // 2
        self.m = nn.Sequential(*[Residual(self.half) for _ in range(blocks)])
        self.o = conv_bn(channels, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.o(torch.cat([x[:, : self.half], self.m(x[:, self.half :])], 1))


class UiNet(nn.Module):
    """Pictures [B, 3, H, W], RGB 0 to 1, H and W multiples of 64, to raw outputs for A anchors.

    `forward` returns mark logits [B, A], role logits [B, len(CLASSES), A], state logits [B, len(STATES), A]
    and distances left, top, right, bottom in input pixels [B, 4, A].
    """

    def __init__(self) -> None:
        super().__init__()
        w, f = WIDTHS, PYRAMID
        self.stem = nn.Sequential(
            nn.Conv2d(3, w[0], 6, 4, 1, bias=False),
            nn.BatchNorm2d(w[0], momentum=0.03, eps=1e-3),
            nn.ReLU(inplace=True),
        )
        self.s4 = Split(w[0], 1)
        self.d8, self.s8 = conv_bn(w[0], w[1], 3, 2), Split(w[1], 2)
        self.d16, self.s16 = conv_bn(w[1], w[2], 3, 2), Split(w[2], 2)
        self.d32, self.s32 = conv_bn(w[2], w[3], 3, 2), Split(w[3], 3)
        self.d64, self.s64 = conv_bn(w[3], w[4], 3, 2), Split(w[4], 2)
        self.l64 = conv_bn(w[4], f, 1, act=False)
        self.l32 = conv_bn(w[3], f, 1, act=False)
        self.l16 = conv_bn(w[2], f, 1, act=False)
        self.l8 = conv_bn(w[1], f, 1, act=False)
        self.f32, self.f16 = Split(f, 1), Split(f, 1)
        self.u16 = conv_bn(f, f, 1)
        self.head = nn.ModuleList([nn.Sequential(conv_bn(f, f)) for _ in STRIDES])
        self.kind = nn.ModuleList([nn.Sequential(conv_bn(f, KIND)) for _ in STRIDES])
        self.mark = nn.ModuleList([nn.Conv2d(f, 1, 1) for _ in STRIDES])
        self.role = nn.ModuleList([nn.Conv2d(f + KIND, len(CLASSES), 1) for _ in STRIDES])
        self.state = nn.ModuleList([nn.Conv2d(f + KIND, len(STATES), 1) for _ in STRIDES])
        self.reg = nn.ModuleList([nn.Conv2d(f, 4, 1) for _ in STRIDES])
        for layer in self.mark:
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.constant_(layer.bias, -4.6)  # a prior of one anchor in a hundred
        for layer in self.reg:
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.constant_(layer.bias, 0.3)

    def features(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The pyramid at strides 8, 16, 32."""
        x4 = self.s4(self.stem(x))
        x8 = self.s8(self.d8(x4))
        x16 = self.s16(self.d16(x8))
        x32 = self.s32(self.d32(x16))
        x64 = self.s64(self.d64(x32))
        p32 = self.f32(F.relu(self.l32(x32) + _double(self.l64(x64))))
        p16 = self.f16(F.relu(self.l16(x16) + _double(p32)))
        p8 = F.relu(self.l8(x8) + _double(self.u16(p16)))
        return p8, p16, p32

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        marks, roles, states, boxes = [], [], [], []
        for level, features in enumerate(self.features(x)):
            h = self.head[level](features)
            both = torch.cat([h, self.kind[level](features)], 1)
            marks.append(self.mark[level](h).flatten(1))
            roles.append(self.role[level](both).flatten(2))
            states.append(self.state[level](both).flatten(2))
            boxes.append((F.softplus(self.reg[level](h)) * (2.0 * STRIDES[level])).flatten(2))
        return torch.cat(marks, 1), torch.cat(roles, 2), torch.cat(states, 2), torch.cat(boxes, 2)


def _double(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def anchors(height: int, width: int) -> tuple[Tensor, Tensor]:
    """Centres [A, 2] (x, y) and strides [A] of the anchors of a picture, in the order of the outputs."""
    points, strides = [], []
    for stride in STRIDES:
        ys = (torch.arange(height // stride) + 0.5) * stride
        xs = (torch.arange(width // stride) + 0.5) * stride
        yy, xx = torch.meshgrid(ys, xs, indexing="ij")
        points.append(torch.stack([xx, yy], -1).view(-1, 2))
        strides.append(torch.full((points[-1].shape[0],), float(stride)))
    return torch.cat(points), torch.cat(strides)


class Exported(nn.Module):
    """UiNet with decoding, in the layout that YOLOv8 exports have, for pictures of any size.

    Output [B, 4 + C + S + 2, A]: centre x, centre y, width, height in input pixels; one score for each class,
    the largest of which is the confidence that there is a mark (roles share it in proportion to the most
    likely one); one probability for each state; x and y of the anchor, which lies on the part to be clicked.
    """

    def __init__(self, net: UiNet):
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        mark, role, state, box = self.net(x)
        # Grids from running sums over the picture's own size, so that the graph has no size built in.
        xs, ys = [], []
        for stride in STRIDES:
            ones = x[:, :1, ::stride, ::stride] * 0 + 1
            xs.append(((torch.cumsum(ones, 3) - 0.5) * stride).flatten(2))
            ys.append(((torch.cumsum(ones, 2) - 0.5) * stride).flatten(2))
        px, py = torch.cat(xs, 2), torch.cat(ys, 2)
        left, top, right, bottom = box[:, 0:1], box[:, 1:2], box[:, 2:3], box[:, 3:4]
        relative = torch.exp(role - role.max(1, keepdim=True)[0])
        return torch.cat(
            [
                px + (right - left) / 2,
                py + (bottom - top) / 2,
                left + right,
                top + bottom,
                mark.sigmoid().unsqueeze(1) * relative,
                state.sigmoid(),
                px,
                py,
            ],
            1,
        )


def fold_batch_norm(net: UiNet) -> UiNet:
    """Folds every batch normalisation into the convolution before it, in place; for inference only."""
    net.eval()
    for module in list(net.modules()):
        if not isinstance(module, nn.Sequential):
            continue
        for i in range(len(module) - 1):
            if isinstance(module[i], nn.Conv2d) and isinstance(module[i + 1], nn.BatchNorm2d):
                module[i] = nn.utils.fuse_conv_bn_eval(module[i], module[i + 1])
                module[i + 1] = nn.Identity()
    return net
