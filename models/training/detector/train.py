"""Trains the detector.

    train.py --data FOLDER[=WEIGHT]... --state FOLDER --minutes N [--from MODEL.onnx] [--threads N]

Resumes from the state folder when it holds a checkpoint. The learning rate is constant and falls to nothing
over the last part of the time (`--decay`), so that a run can be prolonged: with `--decay 0` it stays open.
Ends early, saved, on SIGTERM.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import signal
import sys
import time
from pathlib import Path

# The slow path of 1x1 convolutions is four times slower; both must be set before torch is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
_threads = sys.argv[sys.argv.index("--threads") + 1] if "--threads" in sys.argv else "1"
os.environ["OMP_NUM_THREADS"] = _threads

import torch  # noqa: E402

from frames import Crops  # noqa: E402
from loss import detection_loss  # noqa: E402
from network import CLASSES, STATES, UiNet, anchors  # noqa: E402
from weights import start_from  # noqa: E402

PEAK_RATE = 2e-3
WARM_UP = 200
EMA = 0.998
SAVE_EVERY = 300
#: States were not learned with a weight of 0.3: too little of the gradient was theirs.
PARTS = {"mark": 1.0, "box": 1.0, "role": 0.8, "state": 1.5}
FRAME = 1024 * 768


def main() -> None:
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.state.mkdir(parents=True, exist_ok=True)
    checkpoint = args.state / "checkpoint.pt"
    net = UiNet()
    stored = torch.load(checkpoint) if checkpoint.exists() else None
    steps = stored["steps"] if stored else 0
    loader = torch.utils.data.DataLoader(
        Crops(args.data, args.seed + steps), batch_size=None, num_workers=1, prefetch_factor=6
    )
    batches = iter(loader)
    if stored:
        net.load_state_dict(stored["net"])
    elif args.start:
        sample = next(p for p, _ in batches if p.shape[0] == 8)
        missing = start_from(net, args.start, sample.float() / 255)
        print(f"from {args.start.name}; new: {', '.join(missing)}", flush=True)
    net = net.to(memory_format=torch.channels_last).train()
    average = copy.deepcopy(net).requires_grad_(False)
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in net.parameters() if p.ndim == 4], "weight_decay": 0.02},
            {"params": [p for p in net.parameters() if p.ndim != 4], "weight_decay": 0.0},
        ],
        lr=args.rate,
    )
    if stored:
        average.load_state_dict(stored["average"])
        optimiser.load_state_dict(stored["optimiser"])
    seen = stored["frames"] if stored else 0.0
    counts = torch.ones(len(CLASSES))
    on, off = torch.ones(len(STATES)), torch.ones(len(STATES))
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    begun, first, sums, grids = time.monotonic(), steps, {}, {}

    def save() -> None:
        state = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**state, "steps": steps, "frames": seen}, checkpoint.with_suffix(".tmp"))
        os.replace(checkpoint.with_suffix(".tmp"), checkpoint)

    for pictures, truths in batches:
        progress = (time.monotonic() - begun) / 60 / args.minutes
        if progress >= 1 or stop:
            break
        fall = 1.0 if progress < 1 - args.decay else max(0.01, (1 - progress) / args.decay)
        rate = args.rate * min(1.0, (steps - first + 1) / WARM_UP) * fall
        for group in optimiser.param_groups:
            group["lr"] = rate
        x = pictures.float().div_(255).contiguous(memory_format=torch.channels_last)
        size = tuple(x.shape[2:])
        if size not in grids:
            grids[size] = anchors(*size)
        for truth in truths:
            counts += torch.bincount(truth.roles, minlength=len(CLASSES))
            on += (truth.states > 0.5).sum(0)
            off += (truth.states == 0).sum(0)
        weight = (counts.max() / counts).clamp(max=100) ** 0.5
        on_weight = (off / on).clamp(min=1, max=64) ** 0.5
        parts = detection_loss(net(x), *grids[size], truths, weight, on_weight)
        loss = sum(PARTS[name] * value for name, value in parts.items())
        if not torch.isfinite(loss):
            print(f"{steps}: loss is not finite, batch left out", flush=True)
            continue
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        steps += 1
        seen += x.numel() / 3 / FRAME
        keep = min(EMA, (1 + steps) / (20 + steps))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
                if mine.dtype.is_floating_point:
                    mine.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    mine.copy_(theirs)
        for name, value in parts.items():
            sums[name] = sums.get(name, 0.0) + float(value)
        if steps % 100 == 0:
            pace = (steps - first) / (time.monotonic() - begun)
            line = {name: round(value / 100, 4) for name, value in sums.items()}
            line = {"steps": steps, "frames": round(seen), "rate": round(rate, 6), **line, "steps/s": round(pace, 2)}
            print(json.dumps(line), flush=True)
            with (args.state / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            sums = {}
        if steps % SAVE_EVERY == 0:
            save()
    save()
    print(f"saved after {steps} steps, {seen:.0f} frames of {FRAME} pixels", flush=True)
    # The loader's process holds on to its queue: nothing is left to be done here.
    os._exit(0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", required=True, help="folders of frames, each with =WEIGHT if not 1")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--from", dest="start", type=Path, help="an exported model to begin with")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=PEAK_RATE)
    parser.add_argument("--decay", type=float, default=0.3, help="share of the time at the end in which the rate falls")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folders = {}
    for item in args.data:
        folder, _, weight = item.partition("=")
        folders[Path(folder)] = float(weight or 1)
    args.data = folders
    return args


if __name__ == "__main__":
    main()
