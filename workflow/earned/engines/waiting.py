"""Wait for a server that a service job is starting.

The job creates its endpoint file empty at once, so that its clients start beside it, fills it when
the server answers, and removes it when the server ends. The number of its process stands in a file
beside it, for a server that was killed and could remove nothing.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from earned.engines.endpoint import Endpoint
from earned.engines.lifeline import Lifeline, pid_runs
from earned.errors import UserError
from earned.records.files import read_record

START_TIMEOUT_S = 1800.0
POLL_S = 0.2


def wait_for_endpoint(path: Path, timeout_s: float = START_TIMEOUT_S) -> Endpoint:
    """Wait until the endpoint file is filled.

    Raises:
        UserError: the file is gone, since the server ended, or the time is over.
    """
    deadline = time.monotonic() + timeout_s
    while (size := _size(path)) is not None and time.monotonic() < deadline:
        if size:
            return read_record(path, Endpoint)
        if _killed(path):
            break
        time.sleep(POLL_S)
    gone = size is None or _killed(path)
    what = "the server ended before it answered" if gone else "the server did not answer in time"
    hint = "; if it ends short, memory was too small" if gone else ""
    raise UserError(
        what, where=str(path), remedy=f"see {path.with_suffix('.log').name} beside it{hint}"
    )


def check_served(endpoint: Path) -> None:
    """Look whether the server of a filled endpoint file is still there.

    Raises:
        UserError: its service job ended, or was killed.
    """
    if _size(endpoint) is None or _killed(endpoint):
        log = endpoint.with_suffix(".log").name
        raise UserError(
            "the server ended in the middle of the run",
            where=str(endpoint),
            remedy=f"see {log} beside it; what was answered is stored, so run again",
        )


def _killed(endpoint: Path) -> bool:
    """Whether the process that was to fill an endpoint file is gone."""
    try:
        pid = int(endpoint.with_suffix(".pid").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return not pid_runs(pid)


def _size(path: Path) -> int | None:
    """A file's size in bytes; None where there is none (any more)."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None


@contextmanager
def turn_at(endpoint: Path | None) -> Iterator[None]:
    """Hold a server for the length of a block, so that its clients come one after another.

    A server with few slots keeps a trajectory's prefix only while no other client's requests come
    between. None: an engine whose clients need no turns.
    """
    if endpoint is None:
        yield
        return
    with endpoint.with_suffix(".turn").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def end_with_parent() -> None:
    """End this process when the one that started it is gone, so that no orphan goes on writing."""
    lifeline = Lifeline()

    def watch() -> None:
        while lifeline.holds():
            time.sleep(POLL_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
