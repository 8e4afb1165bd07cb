"""Jobs that outlived the Snakemake that started them: in SLURM's queue, or on this machine.

Snakemake names all jobs of a run alike, by a run id that its log tells. A resumed run does not take
them up again, so they are ended before anything else writes in their place.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from earned.errors import UserError

LOGS = Path(".snakemake/log")
NEWEST = 500
"""Logs that are read: a run whose jobs still live is none of hundreds ago."""
PATIENCE_S = 300.0
KIND_S = 10.0
_RUN = re.compile(r"^SLURM run ID: (\S+)$", re.MULTILINE)
_WAIT = "wait until SLURM answers: two runs must not write in one folder"


def queued_jobs() -> list[str]:
    """List the SLURM jobs of this folder's earlier runs that are pending, running or ending.

    Raises:
        UserError: there were such runs, and SLURM does not tell what became of their jobs.
    """
    runs = _run_ids()
    if not runs or shutil.which("squeue") is None:
        return []
    asked = ["squeue", "--me", "--noheader", "--format=%A", f"--name={','.join(runs)}"]
    return list(dict.fromkeys(_slurm(asked).split()))


def cancel_jobs(jobs: Sequence[str]) -> None:
    """Cancel SLURM jobs, and wait until the last of their processes is gone.

    Raises:
        UserError: one does not end.
    """
    if not jobs:
        return
    print(f"ending {len(jobs)} jobs of an earlier run: {', '.join(jobs)}", flush=True)
    _slurm(["scancel", *jobs])
    deadline = time.monotonic() + PATIENCE_S
    while left := set(queued_jobs()) & set(jobs):
        if time.monotonic() > deadline:
            raise UserError(f"job {min(left)} does not end", where="SLURM", remedy=_WAIT)
        time.sleep(1)


def end_processes(root: str) -> None:
    """End what stages and servers of a study still run on this machine, in this folder."""
    left = [process for process in psutil.process_iter() if _is_of(process, root)]
    if left:
        print(f"ending {len(left)} processes of an earlier run", flush=True)
    for process in left:
        with suppress(psutil.Error):
            process.terminate()
    for process in psutil.wait_procs(left, timeout=KIND_S)[1]:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(left, timeout=KIND_S)


def _run_ids() -> list[str]:
    logs = sorted(LOGS.glob("*.log"))[-NEWEST:]
    texts = (log.read_text(encoding="utf-8", errors="replace") for log in logs)
    return [run for text in texts for run in _RUN.findall(text)]


def _slurm(command: Sequence[str]) -> str:
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or ["no answer"]
        raise UserError(f"{command[0]} failed ({said[0]})", where="SLURM", remedy=_WAIT)
    return done.stdout


def _is_of(process: psutil.Process, root: str) -> bool:
    """Whether a process is one of the study's stages or servers, started in this folder."""
    try:
        words = process.cmdline()
        stage = any(word.startswith("earned.") for word in words)
        named = any(word == root or word.startswith(f"{root}/") for word in words)
        return stage and named and Path(process.cwd()) == Path.cwd()
    except psutil.Error:
        return False
