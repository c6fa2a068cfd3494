"""Training in several processes, each on a core of its own with batches of its own; gradients are averaged."""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
from collections.abc import Callable

import torch
import torch.distributed as ranks
from torch import nn


def start(train: Callable[..., None], args: argparse.Namespace) -> None:
    """Calls train(rank, args, meeting) in `args.processes` processes, or train(0, args) here where that is one."""
    if args.processes == 1:
        train(0, args)
        return
    with tempfile.TemporaryDirectory() as folder:
        # SIGTERM reaches this process alone; the first worker ends the others by what it says in each step.
        workers = torch.multiprocessing.spawn(train, (args, folder), args.processes, join=False)
        signal.signal(signal.SIGTERM, lambda *_: os.kill(workers.pids()[0], signal.SIGTERM))
        while not workers.join():
            pass


def meet(rank: int, processes: int, meeting: str) -> torch.device:
    """Joins the others in the folder `meeting` ("" for a process on its own) and returns the device to train on."""
    torch.set_num_threads(1)
    if meeting:
        ranks.init_process_group("gloo", f"file://{meeting}/rendezvous", rank=rank, world_size=processes)
    return torch.device("cuda" if not meeting and torch.cuda.is_available() else "cpu")


def same_weights(net: nn.Module, meeting: str) -> None:
    """Gives every process the first one's weights: those of new parts are random, statistics come from samples."""
    if meeting:
        for value in net.state_dict().values():
            ranks.broadcast(value, 0)


def shared(value: float, meeting: str) -> float:
    """The first process's value, in every process."""
    if not meeting:
        return value
    told = torch.tensor([value], dtype=torch.float64)
    ranks.broadcast(told, 0)
    return float(told)


def average_gradients(net: nn.Module, processes: int) -> None:
    """Replaces each gradient by its mean over the processes, all in one message."""
    if processes == 1:
        return
    gradients = [p.grad if p.grad is not None else torch.zeros_like(p) for p in net.parameters()]
    flat = torch.cat([g.reshape(-1) for g in gradients])
    ranks.all_reduce(flat)
    flat /= processes
    at = 0
    for p, g in zip(net.parameters(), gradients):
        p.grad = flat[at : at + g.numel()].view(g.shape).clone()
        at += g.numel()


@torch.no_grad()
def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Moves the averaged weights towards those of `net`: keep * average + (1 - keep) * net."""
    for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
        if mine.dtype.is_floating_point:
            mine.mul_(keep).add_(theirs, alpha=1 - keep)
        else:
            mine.copy_(theirs)
