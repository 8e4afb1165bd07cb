"""A lock that a killed run left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]

LOCKS = Path(".snakemake/locks")


def release_dead_lock(profile: str, study: str) -> None:
    """Unlock the working directory if no Snakemake is running in it any more."""
    if LOCKS.is_dir() and any(LOCKS.iterdir()) and not _running_here():
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
