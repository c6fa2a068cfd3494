"""Trains the icon namer on the CPU; goes on where it stopped.

    OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 /usr/bin/python3 train.py DATA STATE --minutes 70

STATE is a folder. For the first part of the time the learning rate is constant and `stable.pt` is written every few
minutes; over the last part (--decay) it falls to nothing and the result is `final.pt`. A further call goes on from
`stable.pt`, so nothing of an earlier one is lost. `log.jsonl` gets a line per 100 steps, and the figures of the
development sets every 1000. A state whose list of concepts differs is carried over by name (merged concepts take the
mean of their vectors).
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

sys.path.append(str(Path(__file__).parent.parent / "common"))
from crops import Array  # noqa: E402
from data import Icons, Sampler, trials  # noqa: E402
from muon import Muon  # noqa: E402
from net import IconNet  # noqa: E402
from processes import follow  # noqa: E402

#: Learning rates: of Muon for the layers, of AdamW for norms and class vectors.
PEAK, PEAK_ADAM = 0.02, 3e-3
WARM_UP = 100
BATCH = 64
#: Clean crops at first, spoilt ones more and more: shapes are learnt sooner that way.
CLEAN_FIRST, CLEAN_LAST, CLEAN_STEPS = 0.9, 0.2, 3000
#: Label smoothing: to all classes, and to those that share a word ("folder-plus" and "folder", "file-plus").
SMOOTH_ALL, SMOOTH_RELATED = 0.04, 0.06
SAVE_SECONDS = 150


def soft_targets(concepts: list[str]) -> Tensor:
    """[classes, classes]: the target distribution of each class; the last is the reject class."""
    n = len(concepts) + 1
    words = [set(c.split("-")) for c in concepts]
    by_word: dict[str, list[int]] = {}
    for i, w in enumerate(words):
        for word in w:
            by_word.setdefault(word, []).append(i)
    table = torch.full((n, n), SMOOTH_ALL / n)
    for i, w in enumerate(words):
        related: dict[int, float] = {}
        for word in w:
            for j in by_word[word]:
                if j != i:
                    related[j] = len(w & words[j]) / len(w | words[j])
        total = sum(related.values())
        share = min(SMOOTH_RELATED, 0.03 * total)
        for j, weight in related.items():
            table[i, j] += share * weight / total
        table[i, i] += 1 - SMOOTH_ALL - (share if related else 0)
    table[n - 1, n - 1] += 1 - SMOOTH_ALL
    return table


def learning_rate(step: int, done: float, decay: float) -> float:
    """Factor of the peak rate: linear warm-up, constant, and over the last `decay` of the time half a cosine down to 1 %."""
    falling = max(0.0, (done - 1 + decay) / decay)
    return min(1.0, (step + 1) / WARM_UP) * (0.495 * (1 + math.cos(math.pi * min(1.0, falling))) + 0.01)


def planes(crops: Array) -> Tensor:
    """[n, SIDE, SIDE, 3] uint8 -> [n, 3, SIDE, SIDE], 0 to 1."""
    x = torch.from_numpy(np.ascontiguousarray(crops.transpose(0, 3, 1, 2))).float().div_(255)
    return x.contiguous(memory_format=torch.channels_last)


def logits_of(model: IconNet, crops: Array) -> Tensor:
    """Logits of many crops, without gradients."""
    with torch.no_grad():
        return torch.cat([model(planes(crops[k : k + 256]))[1] for k in range(0, len(crops), 256)])


def top_hits(logits: Tensor, truth: Tensor) -> tuple[float, float]:
    """Top-1 and top-5 among the concepts (the reject class aside)."""
    best = logits[:, :-1].topk(5, 1)[1]
    return float((best[:, 0] == truth).float().mean()), float((best == truth[:, None]).any(1).float().mean())


def carried_over(weights: Tensor, old: list[str], new: list[str], merged: dict[str, str]) -> Tensor:
    """Rows of the classifier for a changed list of concepts; the last row is the reject class."""
    rows: dict[str, list[Tensor]] = {}
    for i, name in enumerate(old):
        rows.setdefault(merged.get(name, name), []).append(F.normalize(weights[i], dim=0))
    fresh = torch.randn(len(new) + 1, weights.shape[1]) * weights.std()
    for i, name in enumerate(new):
        if name in rows:
            fresh[i] = torch.stack(rows[name]).mean(0) * weights.norm(dim=1).mean()
    fresh[-1] = weights[-1]
    return fresh


class Run:
    """Model, averaged model and optimisers, as they are saved."""

    def __init__(self, concepts: list[str], state: Path) -> None:
        self.state = state
        self.concepts = concepts
        self.model = IconNet(len(concepts) + 1).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.model)
        layers = [p for n, p in self.model.named_parameters() if p.ndim > 1 and not n.startswith("classes")]
        others = [p for n, p in self.model.named_parameters() if p.ndim <= 1 or n.startswith("classes")]
        self.optimisers: list[tuple[torch.optim.Optimizer, float]] = [
            (Muon(layers, PEAK), PEAK),
            (torch.optim.AdamW(others, PEAK_ADAM, weight_decay=0.05), PEAK_ADAM),
        ]
        self.step = 0
        self.seconds = 0.0
        self.chunks = 0

    def load(self, merged: dict[str, str]) -> None:
        saved = torch.load(self.state / "stable.pt")
        same = saved["concepts"] == self.concepts
        if not same:
            for part in ("model", "average"):
                weights = saved[part]["classes.weight"]
                saved[part]["classes.weight"] = carried_over(weights, saved["concepts"], self.concepts, merged)
        self.model.load_state_dict(saved["model"])
        self.average.load_state_dict(saved["average"])
        # The class vectors' own optimiser cannot go on when their number changed.
        for (optimiser, _), state in list(zip(self.optimisers, saved["optimisers"]))[: 2 if same else 1]:
            optimiser.load_state_dict(state)
        self.step, self.seconds, self.chunks = saved["step"], saved["seconds"], saved["chunks"] + 1

    def save(self, name: str) -> None:
        partial = self.state / "partial.pt"
        torch.save(
            {
                "concepts": self.concepts,
                "model": self.model.state_dict(),
                "average": self.average.state_dict(),
                "optimisers": [optimiser.state_dict() for optimiser, _ in self.optimisers],
                "step": self.step,
                "seconds": self.seconds,
                "chunks": self.chunks,
            },
            partial,
        )
        partial.replace(self.state / name)

    def follow(self) -> None:
        """Moves the averaged weights towards the current ones."""
        follow(self.average, self.model, min(0.998, (1 + self.step) / (10 + self.step)))

    def log(self, **figures: object) -> None:
        line = json.dumps({"step": self.step, "seconds": round(self.seconds), **figures})
        print(line, flush=True)
        with (self.state / "log.jsonl").open("a") as file:
            file.write(line + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--minutes", type=float, required=True, help="wall time of this call")
    parser.add_argument("--decay", type=float, default=0.3, help="share of it in which the learning rate falls")
    parser.add_argument("--merged", type=Path, help="JSON {old concept: new concept}, for a changed list")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.state.mkdir(parents=True, exist_ok=True)

    icons = Icons(args.data)
    torch.manual_seed(0)
    run = Run(icons.concepts, args.state)
    if (args.state / "stable.pt").exists():
        run.load(json.loads(args.merged.read_text()) if args.merged else {})
    targets = soft_targets(icons.concepts)
    sampler = Sampler(icons, 1000 + run.chunks)
    dev, listed = trials(icons, "dev")
    keep = slice(0, None, max(1, len(dev) // 1000))
    dev, truth = dev[keep], torch.tensor([t.icon.concept for t in listed[keep]])
    parameters = sum(p.numel() for p in run.model.parameters())
    run.log(parameters=parameters, concepts=len(icons.concepts), dev=len(dev), minutes=args.minutes)

    begun, earlier = time.monotonic(), run.seconds
    saved, losses, hits, done = begun, 0.0, 0.0, 0.0
    run.model.train()
    while done < 1:
        clean = max(CLEAN_LAST, CLEAN_FIRST * (1 - run.step / CLEAN_STEPS))
        crops, labels = sampler.batch(BATCH, clean)
        truth_now = torch.from_numpy(labels)
        for optimiser, peak in run.optimisers:
            optimiser.param_groups[0]["lr"] = peak * learning_rate(run.step, done, args.decay)
            optimiser.zero_grad(set_to_none=True)
        logits = run.model(planes(crops))[1]
        loss = -(targets[truth_now] * F.log_softmax(logits, 1)).sum(1).mean()
        loss.backward()
        for optimiser, _ in run.optimisers:
            optimiser.step()
        run.step += 1
        run.follow()
        losses += loss.item()
        hits += float((logits.argmax(1) == truth_now).float().mean())
        run.seconds = earlier + time.monotonic() - begun
        done = (run.seconds - earlier) / 60 / args.minutes
        if run.step % 100 == 0:
            run.log(loss=round(losses / 100, 3), accuracy=round(hits / 100, 3))
            losses = hits = 0.0
        if run.step % 1000 == 0 or done >= 1:
            run.average.eval()
            top1, top5 = top_hits(logits_of(run.average, dev), truth)
            run.log(dev_top1=round(top1, 4), dev_top5=round(top5, 4))
        if time.monotonic() - saved > SAVE_SECONDS or done >= 1:
            run.save("stable.pt" if done < 1 - args.decay else "final.pt")
            saved = time.monotonic()


if __name__ == "__main__":
    main()
