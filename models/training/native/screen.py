"""An Xvfb screen of its own with a window manager and a session bus, and its picture straight from memory."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

START_S = 60.0
STOP_S = 3.0
DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")
#: Bytes that a program may fill: a Qt 6 generator once filled 17 GB (PLAN.md).
MEMORY = 6 << 30


class Screen:
    """Starts Xvfb (`width` x `height`, 24 bits), a bus and fresh HOME and XDG_RUNTIME_DIR folders.

    `env` is the environment for everything on this screen. Raises RuntimeError when Xvfb does not come up.
    Use as a context manager: leaving it ends every program started through `start`.
    """

    def __init__(self, width: int, height: int, dpi: int) -> None:
        self.width, self.height = width, height
        self.folder = Path(tempfile.mkdtemp(prefix="groundmark-screen-"))
        self.children: list[subprocess.Popen[bytes]] = []
        self.buffer: np.ndarray | None = None
        (self.folder / "fb").mkdir()
        (self.folder / "run").mkdir(mode=0o700)
        (self.folder / "home").mkdir()
        self.env = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "TZ")}
        self.env |= {
            "HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(self.folder / "run"), "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "XDG_SESSION_TYPE": "x11",
            "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "PYTHONDONTWRITEBYTECODE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1", "GIO_USE_VFS": "local", "GIO_USE_VOLUME_MONITOR": "unix",
        }
        try:
            self._start_x(dpi)
            self._start_bus()
        except BaseException:
            self.close()
            raise

    def _start_x(self, dpi: int) -> None:
        read, write = os.pipe()
        self.start(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self.width}x{self.height}x24", "-dpi", str(dpi),
                    "-nolisten", "tcp", "-fbdir", str(self.folder / "fb"), "+extension", "GLX"], pass_fds=(write,))
        os.close(write)
        told = b""
        while not told.endswith(b"\n"):
            ready, _, _ = select.select([read], [], [], START_S)
            piece = os.read(read, 16) if ready else b""
            if not piece:
                break
            told += piece
        os.close(read)
        number = told.decode().strip()
        if not told.endswith(b"\n") or not number:
            raise RuntimeError("Xvfb did not start")
        self.env["DISPLAY"] = f":{number}"

    def _start_bus(self) -> None:
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE)
        assert bus.stdout is not None
        ready, _, _ = select.select([bus.stdout], [], [], START_S)
        if not ready:
            raise RuntimeError("the session bus did not start")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()

    def start(self, command: list[str], **options: object) -> subprocess.Popen[bytes]:
        """Starts a program on this screen, in a process group of its own; it ends with the screen."""
        log = open(self.folder / "log", "ab")
        settings: dict[str, object] = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, "env": self.env,
                                       "cwd": self.folder, "start_new_session": True}
        # A harness that is killed outright must leave nothing behind either.
        child = subprocess.Popen([*DIES_WITH_US, *command], **(settings | options))  # type: ignore[call-overload]
        resource.prlimit(child.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        log.close()
        self.children.append(child)
        return child

    def _memory(self) -> np.ndarray:
        """The frame buffer itself: height x width x 4, uint8, BGRX."""
        if self.buffer is None:
            path = self.folder / "fb" / "Xvfb_screen0"
            with open(path, "rb") as file:
                header = struct.unpack(">25I", file.read(100))
            start, line, colours = header[0], header[12], header[19]
            raw = np.memmap(path, dtype=np.uint8, mode="r", offset=start + colours * 12, shape=(self.height, line))
            self.buffer = raw[:, : self.width * 4].reshape(self.height, self.width, 4)
        return self.buffer

    def picture(self) -> np.ndarray:
        """The screen now, as a copy: height x width x 3, uint8, RGB."""
        return np.ascontiguousarray(self._memory()[:, :, 2::-1])

    def settle(self, still_s: float = 0.05, at_most_s: float = 1.0) -> bool:
        """Waits until two looks `still_s` apart are equal (every third line is looked at). False when it never was."""
        end = time.monotonic() + at_most_s
        last = self._memory()[::3].copy()
        while time.monotonic() < end:
            time.sleep(still_s)
            now = self._memory()[::3].copy()
            if np.array_equal(now, last):
                return True
            last = now
        return False

    def close(self) -> None:
        """Ends every program of this screen, the newest first, and removes its folder."""
        for child in reversed(self.children):
            end(child)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def end(child: subprocess.Popen[bytes]) -> None:
    """Ends a program and what it started: asked first, killed after STOP_S."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(child.pid, sign)
        except ProcessLookupError:
            break
        try:
            child.wait(STOP_S)
            break
        except subprocess.TimeoutExpired:
            continue
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            stream.close()
