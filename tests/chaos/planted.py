"""Strike a process of the workflow at a given moment.

Lies as `sitecustomize.py` in a private checkout, beside the package, where every Python of the
workflow loads it at its start. The environment variable EARNED_CHAOS says in JSON whom to strike
(`module`), when (the first time that a `file` with so many `records` reaches the disk; without a
`file`, at the start) and what to do (`action`). A fault strikes once: `flag` is then there.
EARNED_CHAOS_DAYS puts the clock of every process off.
"""

from __future__ import annotations

import fnmatch
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE_S = 600.0
PLAN: dict[str, Any] = json.loads(os.environ.get("EARNED_CHAOS", "null")) or {}
OFF_S = 86_400 * int(os.environ.get("EARNED_CHAOS_DAYS", "0"))
_fsync, _time, _time_ns = os.fsync, time.time, time.time_ns


def die(path: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def torn(path: Path) -> None:
    """Die in the middle of the last line."""
    content = path.read_bytes()
    start = content[:-1].rfind(b"\n") + 1
    os.truncate(path, start + (len(content) - start) // 2)
    die(path)


def pause(path: Path) -> None:
    """Wait until told to go on; for those who kill from outside, or come second."""
    go, deadline = Path(PLAN["flag"] + ".go"), time.monotonic() + PATIENCE_S
    while not go.exists() and time.monotonic() < deadline:
        time.sleep(0.02)


def fill(path: Path) -> None:
    """Take what is left of the disk."""
    with Path(PLAN["ballast"]).open("ab", buffering=0) as stream, suppress(OSError):
        while True:
            stream.write(b"\0" * 512)


def limit(path: Path) -> None:
    """Let no file grow beyond a size: Python ignores the signal, so that writes fail."""
    size = path.stat().st_size if PLAN.get("size") is None else PLAN["size"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


ACTIONS = {"die": die, "torn": torn, "pause": pause, "fill": fill, "limit": limit}


def strike(path: Path) -> None:
    with suppress(FileExistsError):
        with Path(PLAN["flag"]).open("x") as flag:
            flag.write(str(os.getpid()))
        ACTIONS[PLAN["action"]](path)


def watching(handle: int) -> None:
    """Call fsync, then look whether the moment has come."""
    _fsync(handle)
    path = Path(f"/proc/self/fd/{handle}").readlink()
    watched = fnmatch.fnmatch(path.name, PLAN["file"])
    if watched and path.read_bytes().count(b'"key":') >= PLAN["records"]:
        strike(path)


if OFF_S:
    time.time = lambda: _time() + OFF_S
    time.time_ns = lambda: _time_ns() + OFF_S * 10**9
if PLAN and PLAN["module"] in sys.orig_argv:
    if PLAN["file"]:
        os.fsync = watching  # type: ignore[assignment]
    else:
        strike(Path())
