"""Run a job in a process of its own, and say what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from support import ROOT

BETWEEN = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
wall = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([code, wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024]))
"""
"""Stands between: Linux counts the resident set of whoever starts a process as the process's own,
and this one's is 10 MB, where that of a test run is near a gigabyte."""


@dataclass(frozen=True)
class Took:
    """Seconds of wall and of processor time, and the largest resident set in bytes."""

    wall: float
    busy: float
    peak: int


def measured(arguments: Sequence[str]) -> Took:
    """Run Python with arguments, from the root of the checkout.

    Raises:
        AssertionError: the job failed.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "workflow")}
    told = subprocess.run(
        [sys.executable, "-S", "-c", BETWEEN, sys.executable, *arguments], cwd=ROOT,
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    ).stdout  # fmt: skip
    code, wall, busy, peak = json.loads(told)
    assert code == 0, f"{' '.join(arguments)[:200]} ended with {code}"
    return Took(wall, busy, peak)
