"""The generator's side of the exchange with harness.py (its docstring describes the messages)."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

Reply = dict[str, Any]


def arguments() -> argparse.Namespace:
    """The session a generator is started for: `seed`, `scale` (picture pixels per logical pixel) and `phone`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--binding", default="", help="for generators that serve several versions of a toolkit")
    return parser.parse_args()


def serve(put_up: Callable[[random.Random, dict[str, Any]], Reply], again: Callable[[], Reply]) -> None:
    """Answers requests until the harness closes the pipe.

    `put_up(rng, request)` closes what was there, shows new windows and returns the reply once they are painted;
    `again()` returns the same reply with current geometry. Anything a library prints goes to stderr.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        reply = again() if request.get("again") else put_up(random.Random(request["seed"]), request)
        out.write(json.dumps(reply, ensure_ascii=False) + "\n")
        out.flush()
    out.flush()
    os._exit(0)
