"""Trains the detector.

    train.py --data FOLDER[=WEIGHT]... --state FOLDER --minutes N [--from MODEL.onnx] [--processes N]

Each process works on batches of its own on one core, and their gradients are averaged (../common/processes.py).
Where PyTorch sees a GPU, one process uses that (never run: no machine of ours had one).

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
os.environ.setdefault("OMP_NUM_THREADS", "1")

import torch  # noqa: E402

sys.path.append(str(Path(__file__).parent.parent / "common"))
from frames import Crops, Store  # noqa: E402
from loss import detection_loss  # noqa: E402
from network import CLASSES, STATES, UiNet, anchors  # noqa: E402
from processes import average_gradients, follow, meet, same_weights, shared, start  # noqa: E402
from weights import start_from  # noqa: E402

PEAK_RATE = 2e-3
WARM_UP = 200
EMA = 0.998
SAVE_EVERY = 300
PARTS = {"mark": 1.0, "box": 1.0, "side": 12.0, "role": 0.8, "state": 0.8}
FRAME = 1024 * 768


def main() -> None:
    args = arguments()
    store = Store(args.data)
    if not store.choices:
        raise SystemExit(f"no frames in {', '.join(map(str, args.data))}: see ../pages and ../native")
    empty = [str(folder) for folder, frames in store.frames.items() if not frames]
    if empty:
        print(f"no frames yet in {', '.join(empty)}", flush=True)
    if args.start and not args.start.is_file():
        raise SystemExit(f"there is no {args.start}")
    args.state.mkdir(parents=True, exist_ok=True)
    start(train, args)


def train(rank: int, args: argparse.Namespace, meeting: str = "") -> None:
    """One process's share of the training; `meeting` is a folder where several find each other."""
    device = meet(rank, args.processes, meeting)
    torch.manual_seed(args.seed)
    checkpoint = args.state / "checkpoint.pt"
    net = UiNet()
    stored = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    steps = stored["steps"] if stored else 0
    loader = torch.utils.data.DataLoader(
        Crops(args.data, args.seed + steps + 7919 * rank), batch_size=None, num_workers=1, prefetch_factor=6
    )
    batches = iter(loader)
    if stored:
        net.load_state_dict(stored["net"])
    elif args.start:
        sample = next(p for p, _ in batches if p.shape[0] == 8)
        missing = start_from(net, args.start, sample.float() / 255)
        if rank == 0:
            print(f"from {args.start.name}; new: {', '.join(missing)}", flush=True)
    same_weights(net, meeting)
    net = net.to(device, memory_format=torch.channels_last).train()
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
    on, off, on_weight = torch.ones(len(STATES)), torch.ones(len(STATES)), torch.ones(len(STATES))
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    begun, first, sums, grids = time.monotonic(), steps, {}, {}

    def save() -> None:
        state = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**state, "steps": steps, "frames": seen, "on_weight": on_weight}, checkpoint.with_suffix(".tmp"))
        os.replace(checkpoint.with_suffix(".tmp"), checkpoint)

    for pictures, truths in batches:
        progress = (time.monotonic() - begun) / 60 / args.minutes
        # The first process decides for all when to end and at which rate to learn.
        progress = shared(1.0 if stop else progress, meeting)
        if progress >= 1:
            break
        fall = 1.0 if progress < 1 - args.decay else max(0.01, (1 - progress) / args.decay)
        rate = args.rate * min(1.0, (steps - first + 1) / WARM_UP) * fall
        for group in optimiser.param_groups:
            group["lr"] = rate
        x = pictures.to(device).float().div_(255).contiguous(memory_format=torch.channels_last)
        size = tuple(x.shape[2:])
        if size not in grids:
            grids[size] = tuple(part.to(device) for part in anchors(*size))
        for truth in truths:
            counts += torch.bincount(truth.roles, minlength=len(CLASSES))
            on += (truth.states > 0.5).sum(0)
            off += (truth.states == 0).sum(0)
        weight = (counts.max() / counts).clamp(max=100) ** 0.5
        on_weight = (off / on).clamp(min=1, max=64) ** 0.5
        placed = [truth.to(device) for truth in truths]
        parts = detection_loss(net(x), *grids[size], placed, weight.to(device), on_weight.to(device))
        loss = sum(PARTS[name] * value for name, value in parts.items())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        average_gradients(net, args.processes)
        if not all(bool(torch.isfinite(p.grad).all()) for p in net.parameters() if p.grad is not None):
            print(f"{steps}: a gradient is not finite, batch left out", flush=True)
            continue
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        steps += 1
        seen += x.numel() / 3 / FRAME * args.processes
        if rank > 0:
            continue
        keep = min(EMA, (1 + steps) / (20 + steps))
        follow(average, net, keep)
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
    if rank > 0:
        os._exit(0)
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
    parser.add_argument("--processes", type=int, default=1, help="each needs a core, and a third of one to read pictures")
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
