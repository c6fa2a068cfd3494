"""Figures of a checkpoint: by set, by size, on rejects, calibration, the threshold, confusions.

    /usr/bin/python3 evaluate.py DATA WEIGHTS dev         # choose: temperature, threshold; confusions
    /usr/bin/python3 evaluate.py DATA WEIGHTS test        # report, once, with what dev chose

WEIGHTS is STATE/final.pt; `dev` writes calibration.json beside it. `--pack FILE` also writes the crops (FILE.u8, n x 32 x 32 x 3) and their labels
(FILE.json), for evaluate.js, which runs any ONNX file on them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from data import BANDS, Icons, Trial, reject_trials, trials
from net import IconNet
from train import logits_of, top_hits

#: Names shown on the development sets must be right this often.
PRECISION = 0.95


def averaged(weights: Path, classes: int) -> IconNet:
    """The averaged weights of a state that train.py saved."""
    model = IconNet(classes)
    model.load_state_dict(torch.load(weights)["average"])
    return model.eval()


def table(logits: Tensor, truth: Tensor, listed: list[Trial]) -> None:
    """Top-1 and top-5 by set, by looks and by size band."""
    for name in [*dict.fromkeys(t.icon.set for t in listed), ""]:
        for plain in (True, False):
            for band in [*BANDS, ""]:
                at = [
                    i
                    for i, t in enumerate(listed)
                    if name in ("", t.icon.set) and t.plain == plain and band in ("", t.band)
                ]
                top1, top5 = top_hits(logits[at], truth[at])
                looks = "clean" if plain else "as on screens"
                print(f"{name or 'all':18} {looks:14} {band or 'all':6} n {len(at):5}  top-1 {top1:.3f}  top-5 {top5:.3f}")


def best_temperature(logits: Tensor, truth: Tensor) -> float:
    """The divisor of the logits at which the true class is likeliest."""
    options = [0.5 + 0.02 * i for i in range(75)]
    return min(options, key=lambda t: float(F.cross_entropy(logits / t, truth)))


def choose_threshold(probability: Tensor, right: Tensor) -> tuple[float, float, float]:
    """The lowest threshold with PRECISION: (threshold, precision, share of all that pass)."""
    order = probability.argsort(descending=True)
    precision = right[order].float().cumsum(0) / torch.arange(1, len(order) + 1)
    good = (precision >= PRECISION).nonzero()
    last = int(good[-1]) if len(good) else 0
    return float(probability[order[last]]), float(precision[last]), (last + 1) / len(order)


def reliability(probability: Tensor, right: Tensor) -> None:
    """How often a name of a given confidence is right."""
    for low in np.arange(0, 1, 0.1):
        at = (probability >= low) & (probability < low + 0.1)
        if at.any():
            mean, share = float(probability[at].mean()), float(right[at].float().mean())
            print(f"confidence {low:.1f}-{low + 0.1:.1f}  n {int(at.sum()):5}  mean {mean:.3f}  right {share:.3f}")


def confusions(logits: Tensor, truth: Tensor, concepts: list[str], count: int) -> None:
    """The commonest pairs, either way round."""
    pairs: Counter[tuple[int, int]] = Counter()
    for a, b in zip(truth.tolist(), logits[:, :-1].argmax(1).tolist()):
        if a != b:
            pairs[(min(a, b), max(a, b))] += 1
    total = Counter(truth.tolist())
    for (a, b), n in pairs.most_common(count):
        print(f"{n:4} {concepts[a]} ({total[a]}) ~ {concepts[b]} ({total[b]})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("split", choices=["dev", "test"])
    parser.add_argument("--confusions", type=int, default=0)
    parser.add_argument("--pack", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    icons = Icons(args.data)
    model = averaged(args.weights, len(icons.concepts) + 1)
    crops, listed = trials(icons, args.split)
    empty = reject_trials(icons)
    truth = torch.tensor([t.icon.concept for t in listed])
    logits, none = logits_of(model, crops), logits_of(model, empty)
    table(logits, truth, listed)

    screens = torch.tensor([not t.plain for t in listed])
    chosen = args.weights.parent / "calibration.json"
    if args.split == "dev":
        temperature = best_temperature(logits[screens], truth[screens])
        probability, best = F.softmax(logits[screens] / temperature, 1).max(1)
        named = best != icons.reject
        threshold, _, _ = choose_threshold(probability[named], (best == truth[screens])[named])
        chosen.write_text(json.dumps({"temperature": temperature, "threshold": threshold}))
    calibration = json.loads(chosen.read_text())
    temperature, threshold = calibration["temperature"], calibration["threshold"]
    print(f"temperature {temperature:.2f}, threshold {threshold:.3f}")
    for looks, at in (("as on screens", screens), ("clean", ~screens)):
        probability, best = F.softmax(logits[at] / temperature, 1).max(1)
        shown = (probability >= threshold) & (best != icons.reject)
        right = (best == truth[at])[shown].float().mean()
        rejected = float((best == icons.reject).float().mean())
        print(f"{looks}: {float(shown.float().mean()):.3f} named, {float(right):.3f} of the names right, {rejected:.3f} rejected")
        reliability(probability, best == truth[at])
    probability, best = F.softmax(none / temperature, 1).max(1)
    named_none = (probability >= threshold) & (best != icons.reject)
    print(f"without an icon: {float(named_none.float().mean()):.3f} named, {float((best == icons.reject).float().mean()):.3f} rejected")
    if args.confusions:
        confusions(logits, truth, icons.concepts, args.confusions)
    if args.pack:
        np.concatenate([crops, empty]).tofile(args.pack.with_suffix(".u8"))
        rows = [[icons.concepts[t.icon.concept], t.icon.set, t.band, t.plain] for t in listed]
        args.pack.with_suffix(".json").write_text(json.dumps(rows + [["", "none", "", False]] * len(empty)))


if __name__ == "__main__":
    main()
