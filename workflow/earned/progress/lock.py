"""What a killed run left behind: its lock, and jobs that live on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from earned.errors import UserError
from earned.progress.orphans import cancel_jobs, end_processes, queued_jobs

LOCKS = Path(".snakemake/locks")
JOBS = {"remote", "subprocess"}
"""The modes of a Snakemake that is itself a job of another."""


def clear_the_way(profile: str, study: str, root: str, *, resume: bool) -> None:
    """Unlock the working directory if no Snakemake is running in it any more.

    Args:
        profile: the profile of the run to come.
        study: its study.
        root: the study's results folder.
        resume: end the jobs that outlived an earlier run; else they are a reason to stop.

    Raises:
        UserError: a Snakemake is running here, or jobs of an earlier one are.
    """
    if _locked() and _running_here():
        raise UserError("another snakemake is at work in this folder", where=str(Path.cwd()),
                        remedy="wait for it, or stop it")  # fmt: skip
    jobs = queued_jobs()
    if resume:
        cancel_jobs(jobs)
        end_processes(root)
    elif jobs:
        raise UserError(f"{len(jobs)} jobs of an earlier run are still in SLURM's queue",
                        where=str(Path.cwd()),
                        remedy=f"earned resume {study} --profile {profile} ends them and goes on",
                        )  # fmt: skip
    if _locked():
        command = [sys.executable, "-m", "snakemake", "--profile", profile, "--unlock"]
        subprocess.run([*command, "--config", f"study={study}"], capture_output=True, check=False)


def _locked() -> bool:
    return LOCKS.is_dir() and any(LOCKS.iterdir())


def _running_here() -> bool:
    here = Path.cwd()
    return any(_is_snakemake_in(process, here) for process in psutil.process_iter())


def _is_snakemake_in(process: psutil.Process, folder: Path) -> bool:
    try:
        words = process.cmdline()
        named = any(Path(word).name == "snakemake" for word in words)
        return named and not JOBS & set(words) and Path(process.cwd()) == folder
    except psutil.Error:
        return False
