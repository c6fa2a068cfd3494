"""Trains the recogniser.

    train.py --data FOLDER... --state FOLDER --minutes N [--from MODEL.onnx] [--processes N] [--decay SHARE]

Resumes from the state folder when it holds a checkpoint, else from a landed model (`--from`; its alphabet lies
beside it, and a model that may not be released is refused), else begins from random weights. With several
processes each works on batches of its own on one core, and gradients are averaged. The learning rate is constant
and falls to nothing over the last part of the time (`--decay`): with `--decay 0` a run can be prolonged. Ends
early, saved, on SIGTERM. Uses bf16 where the processor multiplies it (AVX-512 BF16), else fp32.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import json
import os
import signal
import sys
import time
from pathlib import Path

# Both must be set before torch is loaded: see detector/train.py.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

sys.path.append(str(Path(__file__).parent.parent / "common"))
from network import Reader, check_origin, start_from  # noqa: E402
from processes import average_gradients, follow, meet, same_weights, shared, start  # noqa: E402
from shards import batches, shards_in  # noqa: E402

PEAK_RATE = 2.5e-3
WARM_UP = 300
#: A run that goes on needs no long rise.
WARM_UP_AGAIN = 60
EMA = 0.999
SAVE_EVERY = 500


def main() -> None:
    args = arguments()
    args.state.mkdir(parents=True, exist_ok=True)
    if args.start:
        check_origin(args.start)
    # Here, since what ends a process of several is not told.
    shards_in(args.data)
    start(train, args)


def has_bf16() -> bool:
    """Whether the processor multiplies bf16; without that autocast is slower than fp32."""
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


def train(rank: int, args: argparse.Namespace, meeting: str = "") -> None:
    """One process's share of the training; `meeting` is a folder where several find each other."""
    device = meet(rank, args.processes, meeting)
    half = device.type == "cpu" and has_bf16()
    torch.manual_seed(args.seed)
    checkpoint = args.state / "checkpoint.pt"
    stored = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    steps = stored["steps"] if stored else 0
    seen = stored["lines"] if stored else 0
    supply = batches(args.data, args.seed + steps + 7919 * rank)
    net = Reader()
    if stored:
        net.load_state_dict(stored["net"])
    elif args.start:
        alphabet = json.loads(args.start.with_suffix(".alphabet.json").read_text())
        new = start_from(net, args.start, alphabet, next(supply).pictures)
        if rank == 0:
            print(f"from {args.start.name}; new: {''.join(new) or 'nothing'}", flush=True)
    same_weights(net, meeting)
    net = net.to(device, memory_format=torch.channels_last).train()
    average = copy.deepcopy(net).requires_grad_(False)
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in net.parameters() if p.ndim == 4], "weight_decay": 1e-3},
            {"params": [p for p in net.parameters() if p.ndim != 4], "weight_decay": 0.0},
        ],
        lr=args.rate,
        betas=(0.9, 0.98),
    )
    if stored:
        average.load_state_dict(stored["average"])
        optimiser.load_state_dict(stored["optimiser"])
    warm = WARM_UP_AGAIN if stored or args.start else WARM_UP
    stop: list[bool] = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    begun, first, lines, summed = time.monotonic(), steps, 0, 0.0

    def save() -> None:
        state = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**state, "steps": steps, "lines": seen}, checkpoint.with_suffix(".tmp"))
        os.replace(checkpoint.with_suffix(".tmp"), checkpoint)

    if rank == 0:
        print(f"{sum(p.numel() for p in net.parameters())} parameters, {'bf16' if half else 'fp32'} on {device.type}", flush=True)
    for item in supply:
        # The first process decides for all when to end and at which rate to learn.
        progress = shared(1.0 if stop else (time.monotonic() - begun) / 60 / args.minutes, meeting)
        if progress >= 1:
            break
        fall = 1.0 if progress < 1 - args.decay else max(0.004, (1 - progress) / args.decay)
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, (steps - first + 1) / warm) * fall
        x = item.pictures.to(device).contiguous(memory_format=torch.channels_last)
        with torch.cpu.amp.autocast(dtype=torch.bfloat16) if half else contextlib.nullcontext():
            logits = net(x)
        chances = F.log_softmax(logits.float(), 1).permute(2, 0, 1)
        # On the CPU always: the loss is the same there, and cuDNN's takes no empty lines.
        loss = F.ctc_loss(chances.cpu(), item.classes, item.steps.clamp(max=chances.shape[0]), item.lengths, zero_infinity=True)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        average_gradients(net, args.processes)
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        if not torch.isfinite(norm):
            print(f"{steps}: a gradient is not finite, batch left out", flush=True)
            continue
        optimiser.step()
        steps += 1
        lines += len(item.lengths) * args.processes
        seen += len(item.lengths) * args.processes
        if rank > 0:
            continue
        keep = min(EMA, (1 + steps) / (20 + steps))
        follow(average, net, keep)
        summed += float(loss)
        if steps % 50 == 0:
            pace = lines / (time.monotonic() - begun)
            line = {"steps": steps, "lines": seen, "rate": round(optimiser.param_groups[0]["lr"], 6), "loss": round(summed / 50, 4), "lines/s": round(pace)}
            print(json.dumps(line), flush=True)
            with (args.state / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            summed = 0.0
        if steps % SAVE_EVERY == 0:
            save()
    if rank == 0:
        save()
        print(f"saved after {steps} steps, {seen} lines", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", type=Path, required=True, help="folders of shards (lines.py)")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--from", dest="start", type=Path, help="a landed model to begin with")
    parser.add_argument("--processes", type=int, default=1, help="each needs a core")
    parser.add_argument("--rate", type=float, default=PEAK_RATE)
    parser.add_argument("--decay", type=float, default=0.5, help="share of the time at the end in which the rate falls")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
