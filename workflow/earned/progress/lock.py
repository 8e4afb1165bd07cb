"""A lock that a killed run left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from earned.errors import UserError

LOCKS = Path(".snakemake/locks")


def release_dead_lock(profile: str, study: str) -> None:
    """Unlock the working directory if no Snakemake is running in it any more.

    Raises:
        UserError: one is.
    """
    if LOCKS.is_dir() and any(LOCKS.iterdir()):
        if _running_here():
            raise UserError("another snakemake is at work in this folder", where=str(Path.cwd()),
                            remedy="wait for it, or stop it")  # fmt: skip
        command = [sys.executable, "-m", "snakemake", "--profile", profile, "--unlock"]
        subprocess.run([*command, "--config", f"study={study}"], capture_output=True, check=False)


def _running_here() -> bool:
    here = Path.cwd()
    return any(_is_snakemake_in(process, here) for process in psutil.process_iter())


def _is_snakemake_in(process: psutil.Process, folder: Path) -> bool:
    try:
        named = any(Path(part).name == "snakemake" for part in process.cmdline())
        return named and Path(process.cwd()) == folder
    except psutil.Error:
        return False
