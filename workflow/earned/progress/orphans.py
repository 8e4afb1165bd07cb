"""Jobs that outlived the Snakemake that started them: in SLURM's queue, or on this machine.

Snakemake gives all jobs of a run one random name, and this folder as theirs. A resumed run does not
take them up again, so they are ended before anything else writes in their place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from earned.errors import UserError

JOB_LOGS = Path(".snakemake/slurm_logs")
"""There since this folder's first job was submitted, unless a profile names another place."""
PATIENCE_S = 300.0
KIND_S = 30.0
"""More than a server takes to end its own children."""
_RUN = re.compile(r"(\S+_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_WAIT = "wait until SLURM answers: two runs must not write in one folder"


def queued_jobs(*, locked: bool) -> list[str]:
    """List the SLURM jobs of this folder's earlier runs that are pending, running or ending.

    Args:
        locked: the last run here did not end by itself.

    Raises:
        UserError: there may be such jobs, and SLURM does not tell.
    """
    submitted = JOB_LOGS.is_dir()
    if shutil.which("squeue") is None:
        if submitted and locked:
            raise UserError("an earlier run here had jobs on SLURM, and there is no squeue",
                            where=str(Path.cwd()), remedy="go to a login node")  # fmt: skip
        return []
    try:
        told = _slurm(["squeue", "--me", "--noheader", "--format=%A|%Z|%j"]).splitlines()
    except UserError:
        if submitted:
            raise
        return []
    return list(dict.fromkeys(line.partition("|")[0] for line in told if _is_ours(line)))


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
    while left := set(queued_jobs(locked=True)) & set(jobs):
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


def _is_ours(line: str) -> bool:
    """Whether a job has the name of a run, as one that runs Snakemake has not, in this folder."""
    folder, _, name = line.partition("|")[2].rpartition("|")
    return bool(_RUN.fullmatch(name)) and Path(folder).resolve() == Path.cwd()


def _slurm(command: Sequence[str]) -> str:
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("SQUEUE_", "SCANCEL_"))}
    done = subprocess.run(command, text=True, capture_output=True, check=False, env=plain)
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
