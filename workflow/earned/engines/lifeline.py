"""Noticing that whoever started us is gone, so that no server outlives its run."""

from __future__ import annotations

import ctypes
import signal
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

PR_SET_PDEATHSIG = 1


class Lifeline:
    """The processes whose end is ours: our parent, and all above it up to the workflow's own."""

    def __init__(self) -> None:
        parents = psutil.Process().parents()
        ours = [n for n, parent in enumerate(parents) if _is_workflow(parent)]
        self._watched = parents[: ours[-1] + 1] if ours else parents[:1]

    def holds(self) -> bool:
        """Whether every watched process still runs."""
        return all(_runs(process) for process in self._watched)


def die_with_parent() -> None:
    """Ask the kernel to end this process when its parent ends; for a child before exec."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _is_workflow(process: psutil.Process) -> bool:
    try:
        return any(Path(part).name == "snakemake" for part in process.cmdline())
    except psutil.Error:
        return False


def pid_runs(pid: int) -> bool:
    """Whether a process of this machine runs; a zombie does not."""
    try:
        return _runs(psutil.Process(pid))
    except psutil.Error:
        return False


def _runs(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
