"""Which GPU of a workstation a job gets: Snakemake counts GPUs, and does not say which one.

A job takes what no other job of this user holds, by a locked file for each GPU that goes with the
process and the server that it started. A SLURM job sees its own GPUs alone, so that locks of
different jobs have nothing to do with each other, and those within one keep its steps apart.
"""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from earned.errors import UserError

VISIBLE = "CUDA_VISIBLE_DEVICES"
EVERY_S = 1.0
_HELD: list[IO[bytes]] = []
"""Open for as long as this process lives."""


def hold_devices(count: int, wanted: Callable[[], bool] = lambda: True) -> None:
    """Take GPUs, waiting until so many are free, and show this process and its children no other.

    Args:
        count: how many the model is spread over.
        wanted: whether there still is a reason to wait.

    Raises:
        UserError: fewer are here.
    """
    known = _devices()
    if not known:  # the engine says what it misses
        return
    if count > len(known):
        raise UserError(
            f"the model is spread over {count} GPUs, and {len(known)} are here",
            where=VISIBLE,
            remedy="lower settings.tensor_parallel, or run it where there are more",
        )
    told = False
    while not (taken := _take(known, count)) and wanted():
        if not told:
            print(f"waiting until {count} of the GPUs {','.join(known)} are free", file=sys.stderr)
        told = True
        time.sleep(EVERY_S)
    if taken:
        os.environ[VISIBLE] = ",".join(taken)


def held_locks() -> tuple[int, ...]:
    """Give the files that a child keeps open, so that a GPU stays taken while the child lives."""
    return tuple(stream.fileno() for stream in _HELD)


def _devices() -> list[str]:
    """Name the GPUs that this process may use."""
    if VISIBLE in os.environ:
        return [name.strip() for name in os.environ[VISIBLE].split(",") if name.strip()]
    asked = ["nvidia-smi", "--query-gpu=index", "--format=csv,noheader"]
    with suppress(OSError):
        done = subprocess.run(asked, text=True, capture_output=True, check=False)
        return done.stdout.split() if done.returncode == 0 else []
    return []


def _take(known: Sequence[str], count: int) -> list[str]:
    """Lock as many GPUs as are wanted, or none."""
    locked: dict[str, IO[bytes]] = {}
    for name in known:
        if len(locked) < count and (stream := _lock(name)):
            locked[name] = stream
    if len(locked) < count:
        for stream in locked.values():
            stream.close()
        return []
    _HELD.extend(locked.values())
    return list(locked)


def _lock(name: str) -> IO[bytes] | None:
    within = f"-job{os.environ['SLURM_JOB_ID']}" if "SLURM_JOB_ID" in os.environ else ""
    folder = Path(tempfile.gettempdir()) / f"earned-gpu-{os.getuid()}{within}"
    folder.mkdir(mode=0o700, exist_ok=True)
    stream = (folder / re.sub(r"[^A-Za-z0-9-]", "_", name)).open("ab")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        return None
    return stream
