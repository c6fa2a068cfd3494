"""Which anchor answers for which element, and what a wrong answer costs.

Task-aligned assignment after TOOD (Feng et al., 2021): an anchor's alignment with an element is
score^ALPHA * IoU^BETA, the TOP best aligned anchors of each element are positive, and their targets are
scaled to the best IoU reached. Confidence is learned in the manner of quality focal loss (Li et al., 2020).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F
from torch import Tensor

ALPHA, BETA, TOP = 0.5, 4.0, 9
#: An element is at least this wide and tall, in input pixels, when anchors are looked for, so that the
#: centre of a cell of stride 8 always lies in it.
MIN_WINDOW = 9.0
#: Levels with a stride above this many times the element's short side do not answer for it.
LEVEL = 1.3
#: Losses are divided by the sum of targets, but by no less than this: a picture with hardly any element, of
#: which a batch of whole screens may consist, would otherwise outweigh a hundred others.
LEAST_TARGETS = 25.0
#: The same for the elements of a batch that have a state.
LEAST_STATED = 8.0
#: Strides from a side within which an anchor counts as next to it.
NEAR = 4.0


@dataclass
class Truth:
    """Elements of one picture, in input pixels: boxes and click areas [G, 4], roles [G], states [G, S]
    (1, 0, or -1 for unknown), areas to ignore [I, 4]."""

    boxes: Tensor
    clicks: Tensor
    roles: Tensor
    states: Tensor
    ignore: Tensor

    def to(self, device: torch.device) -> Truth:
        """The same on a device."""
        return Truth(*(getattr(self, part.name).to(device) for part in fields(self)))


def pairwise_iou(a: Tensor, b: Tensor) -> Tensor:
    """IoU of boxes [N, 4] with boxes [M, 4], as [N, M]."""
    inter = (torch.min(a[:, None, 2:], b[None, :, 2:]) - torch.max(a[:, None, :2], b[None, :, :2])).clamp(min=0)
    inter = inter[..., 0] * inter[..., 1]
    return inter / (_area(a)[:, None] + _area(b)[None] - inter + 1e-6)


def giou(a: Tensor, b: Tensor) -> Tensor:
    """Generalised IoU (Rezatofighi et al., 2019) of boxes [N, 4] with boxes [N, 4], as [N]."""
    inter = (torch.min(a[:, 2:], b[:, 2:]) - torch.max(a[:, :2], b[:, :2])).clamp(min=0).prod(1)
    union = _area(a) + _area(b) - inter + 1e-6
    hull = (torch.max(a[:, 2:], b[:, 2:]) - torch.min(a[:, :2], b[:, :2])).prod(1) + 1e-6
    return inter / union - (hull - union) / hull


def _area(boxes: Tensor) -> Tensor:
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def assign(score: Tensor, boxes: Tensor, points: Tensor, strides: Tensor, truth: Truth) -> tuple[Tensor, Tensor, Tensor]:
    """Positive anchors (indices [P]), the element of each [P], and its target between 0 and 1 [P].

    score [A], boxes [A, 4], points [A, 2], strides [A].
    """
    size = truth.clicks[:, 2:] - truth.clicks[:, :2]
    pad = ((MIN_WINDOW - size) / 2).clamp(min=0)
    low, high = truth.clicks[:, :2] - pad, truth.clicks[:, 2:] + pad
    short = (truth.boxes[:, 2:] - truth.boxes[:, :2]).amin(1)
    # Only anchors that lie in some element are looked at: a small part of all.
    lower = (points[None] > low[:, None]).all(-1) & (points[None] < high[:, None]).all(-1)
    lower &= strides[None] <= (short[:, None] * LEVEL).clamp(min=8.0)
    near = lower.any(0).nonzero()[:, 0]
    if near.numel() == 0:
        none = torch.zeros(0, dtype=torch.long, device=score.device)
        return none, none, score.new_zeros(0)
    inside = lower[:, near]
    iou = pairwise_iou(truth.boxes, boxes[near])
    aligned = score[near].clamp(min=1e-5)[None] ** ALPHA * iou.clamp(min=1e-4) ** BETA * inside
    best, index = aligned.topk(min(TOP, near.numel()), 1)
    chosen = torch.zeros_like(inside).scatter_(1, index, best > 0)
    # An anchor within several elements answers for the one that it overlaps best.
    owner = torch.where(chosen, iou, torch.full_like(iou, -1)).argmax(0)
    taken = chosen.any(0)
    aligned = aligned * chosen
    scaled = aligned / (aligned.amax(1, keepdim=True) + 1e-9) * (iou * chosen).amax(1, keepdim=True)
    columns = taken.nonzero()[:, 0]
    owner = owner[columns]
    return near[columns], owner, scaled[owner, columns].clamp(min=0.05)


def inside(points: Tensor, strides: Tensor, truth: Truth) -> tuple[Tensor, Tensor]:
    """Anchors that lie in some element and could answer for it (indices [N]), and the smallest such element [N]."""
    short = (truth.boxes[:, 2:] - truth.boxes[:, :2]).amin(1)
    within = (points[None] > truth.boxes[:, None, :2]).all(-1) & (points[None] < truth.boxes[:, None, 2:]).all(-1)
    within &= strides[None] <= (short[:, None] * LEVEL).clamp(min=8.0)
    anchor = within.any(0).nonzero()[:, 0]
    size = torch.where(within[:, anchor], _area(truth.boxes)[:, None], torch.full((1, 1), math.inf, device=points.device))
    return anchor, size.argmin(0) if anchor.numel() else anchor


def side_loss(distances: Tensor, points: Tensor, strides: Tensor, truth: Truth) -> Tensor:
    """Mean error of the sides that every anchor in an element tells, those beside it above all.

    Anchors in the middle of wide rows were seen to be off by dozens of pixels at the ends: the product asks those
    beside a side for it (src/vision/detect/sides.ts). Without this loss only the TOP best anchors of each element
    learn to tell sides.
    """
    anchor, owner = inside(points, strides, truth)
    if anchor.numel() == 0:
        return distances.new_zeros(())
    wanted, point = truth.boxes[owner], points[anchor]
    far = torch.cat([point - wanted[:, :2], wanted[:, 2:] - point], 1)
    near = 1 / (1 + far / (NEAR * strides[anchor, None]))
    error = (torch.log1p(distances[anchor]) - torch.log1p(far)).abs() * near
    # Each element counts alike, whatever its size.
    share = 1 / torch.bincount(owner, minlength=len(truth.boxes)).float()[owner]
    return (error.mean(1) * share).sum()


def detection_loss(
    outputs: tuple[Tensor, Tensor, Tensor, Tensor],
    points: Tensor,
    strides: Tensor,
    truths: list[Truth],
    role_weight: Tensor,
    on_weight: Tensor,
) -> dict[str, Tensor]:
    """Sums over the batch, divided by the sum of the targets (at least LEAST_TARGETS): mark, box, side, role, state.

    Each state's sum is divided by the targets of the elements that have that state: few can be checked, and
    divided by all elements "checked" was hardly learned (AUC 0.55 to 0.7 after 600 steps; with this 0.8 to 0.92 after 1,000 more).
    role_weight [C] and on_weight [S] make up for rare classes and for states that are seldom on.
    """
    marks, roles, states, distances = outputs
    parts = {name: marks.new_zeros(()) for name in ("mark", "box", "side", "role")}
    total = 0.0
    state_sum, state_total = marks.new_zeros(states.shape[1]), marks.new_zeros(states.shape[1])
    for b, truth in enumerate(truths):
        logit = marks[b]
        target = torch.zeros_like(logit)
        weight = 0.75 * logit.detach().sigmoid() ** 1.5
        if truth.ignore.shape[0]:
            p = points[:, None]
            hidden = ((p > truth.ignore[None, :, :2]) & (p < truth.ignore[None, :, 2:])).all(-1).any(1)
            weight = weight * ~hidden
        if truth.boxes.shape[0]:
            d = distances[b].t()
            boxes = torch.cat([points - d[:, :2], points + d[:, 2:]], 1)
            score = logit.detach().sigmoid()
            anchor, owner, aim = assign(score, boxes.detach(), points, strides, truth)
            if anchor.numel():
                target[anchor] = aim
                weight[anchor] = (aim - score[anchor]).abs() + 0.25
                wanted = truth.boxes[owner]
                overlap = 1 - giou(boxes[anchor], wanted)
                distance = torch.cat([points[anchor] - wanted[:, :2], wanted[:, 2:] - points[anchor]], 1).clamp(min=0)
                log_l1 = (torch.log1p(d[anchor]) - torch.log1p(distance)).abs().mean(1)
                parts["box"] = parts["box"] + ((2 * overlap + log_l1) * aim).sum()
                parts["side"] = parts["side"] + side_loss(d, points, strides, truth)
                role = truth.roles[owner]
                cross = F.cross_entropy(roles[b].t()[anchor], role, reduction="none", label_smoothing=0.02)
                parts["role"] = parts["role"] + (cross * aim * role_weight[role]).sum()
                known = truth.states[owner]
                bce = F.binary_cross_entropy_with_logits(states[b].t()[anchor], known.clamp(min=0), reduction="none")
                told = (known >= 0) * torch.where(known > 0.5, on_weight, torch.ones_like(on_weight)) * aim[:, None]
                state_sum = state_sum + (bce * told).sum(0)
                state_total += told.sum(0)
                total += float(aim.sum())
        parts["mark"] = parts["mark"] + (F.binary_cross_entropy_with_logits(logit, target, reduction="none") * weight).sum()
    mean = {name: value / max(total, LEAST_TARGETS) for name, value in parts.items()}
    return {**mean, "state": (state_sum / state_total.clamp(min=LEAST_STATED)).sum()}
