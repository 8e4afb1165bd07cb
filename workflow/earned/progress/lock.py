"""What a killed run left behind: its lock, and jobs that live on."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from earned.errors import UserError
from earned.progress.orphans import cancel_jobs, end_processes, queued_jobs

LOCKS = Path(".snakemake/locks")
HOST = Path(".snakemake/earned.host")
"""Names the machine on which `earned run` is at work."""
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
        UserError: a Snakemake is running here, or may be, or jobs of an earlier one are.
    """
    locked = _locked()
    if locked:
        _refuse_a_living_one()
    jobs = queued_jobs(locked=locked)
    if resume:
        cancel_jobs(jobs)
        end_processes(root)
    elif jobs:
        raise UserError(f"{len(jobs)} jobs of an earlier run are still in SLURM's queue",
                        where=str(Path.cwd()),
                        remedy=f"earned resume {study} --profile {profile} ends them and goes on",
                        )  # fmt: skip
    if locked:
        command = [sys.executable, "-m", "snakemake", "--profile", profile, "--unlock"]
        subprocess.run([*command, "--config", f"study={study}"], capture_output=True, check=False)


@contextmanager
def noted_host() -> Iterator[None]:
    """Note, for as long as a block, that this machine is at work in this folder."""
    HOST.parent.mkdir(exist_ok=True)
    HOST.write_text(platform.node(), encoding="utf-8")
    try:
        yield
    finally:
        HOST.unlink(missing_ok=True)


def _refuse_a_living_one() -> None:
    """Stop where the lock's owner is at work, or cannot be seen from here."""
    here = str(Path.cwd())
    if _running_here():
        raise UserError("another snakemake is at work in this folder", where=here,
                        remedy="wait for it, or stop it")  # fmt: skip
    if _held_by_another_user():
        raise UserError("another user's snakemake holds this folder", where=here,
                        remedy="ask its user to end it, or to run earned resume")  # fmt: skip
    host = HOST.read_text(encoding="utf-8") if HOST.is_file() else platform.node()
    if host != platform.node():
        raise UserError(f"a run was started on {host} and has not ended", where=here,
                        remedy=f"go there; if {host} is gone for good, delete {HOST}",
                        )  # fmt: skip


def _held_by_another_user() -> bool:
    with suppress(FileNotFoundError):  # the lock went just now
        return any(lock.stat().st_uid != os.geteuid() for lock in LOCKS.iterdir())
    return False


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
