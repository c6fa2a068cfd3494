#!/usr/bin/env -S /usr/bin/python3
"""Frames of real toolkits with exact truth: `harness.py --toolkits gtk3,qt6 --frames 400 [--mixed] [--out DIR]`.

Frame N of a source depends on the source's name and N alone. Frames that exist are skipped, so a run can be broken off
and started again; a frame whose generator fails is left out. DIR is $GROUNDMARK_DATA by default; frames lie in
DIR/<source>/<NNN>/ with `truth.jsonl` beside them (format: CONVENTIONS.md), a hundred to a folder. The source is the
toolkit, or `mixed` with `--mixed`, where each frame shows windows of several of the toolkits above each other.

A generator is a folder beside this file with a `generator.json`:

    {"command": ["/usr/bin/python3", "gen.py"],   run in the folder, with --seed N --scale S [--phone] added
     "scales": [1, 1.5, 2], "phone": false, "timeout": 90, "weight": 1, "composited": 0.4}    (shares and defaults)

It lives for the frames of one session (SESSION frames: one screen size, scale, window manager, and whatever theme,
font and icons it draws from --seed). It gets one JSON object a line on stdin and answers with one a line on stdout:

    -> {"seed": 7, "area": [x, y, w, h], "screen": [w, h], "maximise": false, "popup": true}
    <- {"windows": [{"xid": 123, "title": "...", "elements": [...], "ignore": [[l, t, r, b]], "decorated": true}],
        "popups": [...], "scale": 1, "look": {"gtk": "Materia-dark", "icons": "Papirus", "font": "Lato 10"}}
    -> {"again": true}    the same reply with current geometry

The reply to `seed` comes when the windows (one or more, roughly inside `area`; `maximise` asks for a maximised one) are
painted. `popup` false asks for no menus or drop-downs, since another program will open its windows afterwards.
An element is {"role", "box", "whole"?, "click"?, "states"?, "name"?}; all boxes are [left, top, right, bottom] in screen
pixels, cut to the window and scrolled parents, `whole` is the box before the cut (told when it was cut). A pop-up with
its own window has its `xid` (and `opaque`, its box without the shadow that a compositor lets show through); one drawn inside its window has that window's `xid` and its own `box`, which covers the
window. `xid` null: found by title. `origin` is where the toolkit takes the window's top left to be, for toolkits that
miss moves: the elements are shifted to where the X server has it. Title-bar buttons of the window manager are added here. `look` names themes: kinds
`gtk`, `qt`, `icons` and `wm` are checked against heldout.json and the run stops when one of them is kept for tests.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from heldout import HeldOut, refuse
from PIL import Image
from pixels import wallpaper
from screen import Screen, end
from stacking import Stack
from truth import Truth

import wm

HERE = Path(__file__).parent
SESSION = 12
COMPOSITED = 0.4  # of the sessions run a compositor (shadows, rounded corners) where the toolkit says nothing else
SHARD = 100
TIMEOUT_S = 90  # seconds for one answer; a busy machine needs them
LOG_TAIL = 700  # characters of what the programs printed, told when one fails
SIZES = [(1280, 800), (1366, 768), (1024, 768), (1440, 900), (1600, 900), (1280, 1024), (1920, 1080), (1920, 1080),
         (1920, 1080), (1920, 1200), (2560, 1440), (2560, 1440), (3840, 2160), (3840, 2160)]
PHONES = [(412, 915, 1.0), (720, 1440, 2.0), (780, 1688, 2.0), (1080, 2160, 3.0), (768, 1024, 1.0)]


class Failed(Exception):
    """A generator died, was too slow, or answered nonsense."""


@dataclass
class Kind:
    """A generator as its generator.json describes it."""

    name: str
    command: list[str]
    scales: list[float]
    phone: bool
    timeout: float
    weight: float
    composited: float


def kinds() -> dict[str, Kind]:
    """Every generator beside this file, by folder name."""
    found = {}
    for path in sorted(HERE.glob("*/generator.json")):
        told = json.loads(path.read_text("utf-8"))
        found[path.parent.name] = Kind(path.parent.name, told["command"], told.get("scales", [1]), told.get("phone", False),
                                       told.get("timeout", TIMEOUT_S), told.get("weight", 1), told.get("composited", COMPOSITED))
    return found


class Generator:
    """A running generator. Every exchange that fails raises Failed; one that shows held-out looks raises HeldOut."""

    def __init__(self, kind: Kind, screen: Screen, seed: int, scale: float, phone: bool) -> None:
        self.kind = kind
        options = ["--seed", str(seed), "--scale", f"{scale:g}", *(["--phone"] if phone else [])]
        self.log = screen.folder / "log"
        self.child = screen.start([*kind.command, *options], cwd=HERE / kind.name, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        self.rest = b""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        stdin, stdout = self.child.stdin, self.child.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            until = time.monotonic() + self.kind.timeout
            while b"\n" not in self.rest:
                ready, _, _ = select.select([stdout], [], [], max(0.0, until - time.monotonic()))
                chunk = os.read(stdout.fileno(), 1 << 20) if ready else b""
                if not chunk:
                    tail = self.log.read_text("utf-8", "replace")[-LOG_TAIL:]
                    raise Failed(f"{self.kind.name}: {'ended' if ready else 'no answer'}; {tail}")
                self.rest += chunk
            line, self.rest = self.rest.split(b"\n", 1)
            reply = json.loads(line)
        except (OSError, ValueError) as problem:
            raise Failed(f"{self.kind.name}: {problem}") from problem
        refuse(reply.get("look", {}))
        return reply


class Session:
    """SESSION frames with one screen, window manager and set of generators; use as a context manager."""

    def __init__(self, source: str, number: int, pool: list[Kind], everything: dict[str, Kind]) -> None:
        self.rng = random.Random(f"{source}/{number}")
        rng = self.rng
        mixed = source == "mixed"
        count = min(len(pool), rng.choice([2, 2, 3, 4])) if mixed else 1
        chosen: list[Kind] = []
        while len(chosen) < count:
            kind = rng.choices(pool, [kind.weight for kind in pool])[0]
            if kind not in chosen:
                chosen.append(kind)
        self.phone = not mixed and chosen[0].phone and rng.random() < 0.12
        self.width, self.height, self.scale = self._shape(chosen)
        self.screen = Screen(self.width, self.height, 96)
        try:
            self.look = {} if self.phone else wm.start(self.screen, rng, self.scale)
            refuse(self.look)
            self.stack = Stack(self.screen.env["DISPLAY"])
            self.stack.set_background(wallpaper(rng.randrange(1 << 30), self.width, self.height))
            self.composited = rng.random() < max(kind.composited for kind in chosen) and wm.composite(self.screen, rng, self.stack)
            self.shell = "shell" in everything and not self.phone and rng.random() < 0.65
            names = ([everything["shell"]] if self.shell else []) + chosen
            self.generators = [Generator(kind, self.screen, rng.randrange(1 << 30), self.scale, self.phone) for kind in names]
        except BaseException:
            self.screen.close()
            raise

    def _shape(self, chosen: list[Kind]) -> tuple[int, int, float]:
        rng = self.rng
        if self.phone:
            width, height, scale = rng.choice(PHONES)
            return (width, height, scale) if rng.random() < 0.85 else (height, width, scale)
        width, height = rng.choice(SIZES)
        # A logical screen narrower than this holds no ordinary window.
        able = [scale for scale in chosen[0].scales if all(scale in kind.scales for kind in chosen) and width / scale >= 960 and height / scale >= 600] or [1.0]
        low = [scale for scale in able if scale <= 1.0] or able
        plain = 0.2 if width >= 3840 else 0.4 if width >= 2560 else 0.6
        return width, height, rng.choice(low) if rng.random() < plain else rng.choice(able)

    def frame(self, seed: int) -> tuple[Any, dict[str, Any]]:
        """The picture (RGB array) and the truth without its file name."""
        rng = random.Random(seed)
        self.stack.warp(rng.randrange(self.width), self.height - 2)
        requests = self._requests(rng)
        replies = []
        for generator, request in zip(self.generators, requests, strict=True):
            replies.append(generator.ask(request))
        self.screen.settle(0.03, 0.3)
        if rng.random() < 0.3 and replies[-1]["windows"]:
            self._hover(rng, replies[-1])
        replies = [generator.ask({"again": True}) for generator in self.generators]
        self.screen.settle(0.03, 1.0)
        self.stack.sync()
        truth = Truth(self.stack, (self.width, self.height), self.composited)
        truth.add_replies(replies)
        picture = self.screen.picture()
        look = dict(self.look)
        for reply in replies:
            look |= reply.get("look", {})
        return picture, {"width": self.width, "height": self.height, "scale": self.scale,
                         "theme": look.get("gtk") or look.get("qt") or look.get("style") or "", "look": look,
                         "toolkits": [generator.kind.name for generator in self.generators], "seed": seed,
                         "elements": truth.elements, "ignore": truth.ignore}

    def _requests(self, rng: random.Random) -> list[dict[str, Any]]:
        requests: list[dict[str, Any]] = []
        screen = [self.width, self.height]
        windows = len(self.generators) - int(self.shell)
        for index, generator in enumerate(self.generators):
            request: dict[str, Any] = {"seed": rng.randrange(1 << 30), "screen": screen,
                                       "popup": index == len(self.generators) - 1 and rng.random() < 0.6}
            whole = self.phone or generator.kind.name == "shell" or (windows == 1 and rng.random() < 0.35)
            request["maximise"] = whole and generator.kind.name != "shell"
            if whole:
                request["area"] = [0, 0, *screen]
            else:
                share = (0.45, 0.95) if windows == 1 else (0.35, 0.75)
                width, height = round(self.width * rng.uniform(*share)), round(self.height * rng.uniform(*share))
                request["area"] = [rng.randint(0, self.width - width), rng.randint(0, self.height - height), width, height]
            requests.append(request)
        return requests

    def _hover(self, rng: random.Random, reply: dict[str, Any]) -> None:
        """Points at something, now and then for long enough that its tool tip opens."""
        marks = rng.choice(reply["windows"])["elements"]
        if not marks:
            return
        left, top, right, bottom = rng.choice(marks)["box"]
        self.stack.warp(int((left + right) / 2), int((top + bottom) / 2))
        time.sleep(0.75 if rng.random() < 0.2 else 0.05)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        for generator in self.generators:
            end(generator.child)
        self.stack.display.close()
        self.screen.close()


def existing(folder: Path) -> set[str]:
    """The names of the frames that have truth already; a broken last line counts for nothing."""
    names = set()
    for path in folder.glob("*/truth.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            try:
                names.add(json.loads(line)["frame"])
            except ValueError:
                continue
    return names


def lock(folder: Path) -> IO[str]:
    """Holds the source's folder for this run. Raises BlockingIOError when another run has it."""
    folder.mkdir(parents=True, exist_ok=True)
    held = open(folder / ".lock", "w", encoding="utf-8")
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return held


def name_of(source: str, number: int) -> str:
    return f"{source}-{number:06}.jpg"


def write(folder: Path, source: str, number: int, picture: Any, record: dict[str, Any]) -> None:
    """Writes the picture, then its truth line (flushed), so that every line has its picture."""
    shard = folder / f"{number // SHARD:03}"
    shard.mkdir(parents=True, exist_ok=True)
    name = name_of(source, number)
    quality = random.Random(record["seed"]).randint(88, 95)
    Image.fromarray(picture).save(shard / name, quality=quality, subsampling=0)
    with open(shard / "truth.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps({"frame": name} | record | {"source": source}, ensure_ascii=False) + "\n")


def run_session(source: str, number: int, wanted: list[int], folder: Path, pool: list[Kind], everything: dict[str, Kind]) -> int:
    """Makes the wanted frames of one session; how many came out. A failure costs its frame; the rest go on afresh."""
    done = 0
    while wanted:
        left = len(wanted)
        try:
            with Session(source, number, pool, everything) as session:
                while wanted:
                    frame = wanted.pop(0)
                    picture, record = session.frame(random.Random(f"{source}/frame/{frame}").randrange(1 << 30))
                    write(folder, source, frame, picture, record)
                    done += 1
        except HeldOut:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever a foreign program did, the next frame starts afresh
            print(f"{source} session {number}: {type(problem).__name__} {problem}", file=sys.stderr, flush=True)
            if os.environ.get("GROUNDMARK_TRACE"):
                raise
            if len(wanted) == left:
                wanted.pop(0)
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--toolkits", required=True, help="folder names, comma between them")
    parser.add_argument("--frames", type=int, default=400, help="frames of each source")
    parser.add_argument("--mixed", action="store_true", help="windows of several of the toolkits in one frame")
    parser.add_argument("--out", type=Path, default=os.environ.get("GROUNDMARK_DATA"), help="$GROUNDMARK_DATA by default")
    parser.add_argument("--start", type=int, default=0, help="first frame number")
    options = parser.parse_args()
    if options.out is None:
        parser.error("--out or GROUNDMARK_DATA says where the frames go")
    everything = kinds()
    unknown = [name for name in options.toolkits.split(",") if name not in everything]
    if unknown:
        parser.error(f"no generator {', '.join(unknown)}; there are {', '.join(sorted(everything))}")
    pool = [everything[name] for name in options.toolkits.split(",")]
    accompany = [kind.name for kind in pool if kind.weight == 0]
    if accompany:
        parser.error(f"{', '.join(accompany)} only ever stands behind the windows of others")
    sources = {"mixed": pool} if options.mixed else {kind.name: [kind] for kind in pool}
    have = {source: existing(options.out / source) for source in sources}
    begin, made = time.monotonic(), 0
    # A run that is told to stop leaves no screen behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    locks = [lock(options.out / source) for source in sources]
    for first in range(options.start // SESSION * SESSION, options.start + options.frames, SESSION):
        for source, members in sources.items():
            numbers = range(max(first, options.start), min(first + SESSION, options.start + options.frames))
            wanted = [number for number in numbers if name_of(source, number) not in have[source]]
            made += run_session(source, first // SESSION, wanted, options.out / source, members, everything)
        if made:
            print(f"{made} frames, {made / (time.monotonic() - begin):.2f} frames/s", flush=True)
    for held in locks:
        held.close()


if __name__ == "__main__":
    main()
