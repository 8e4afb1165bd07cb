"""Disks that are full or may not be written, by the kernel's own means."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "48m"


def mount(*arguments: str | Path) -> bool:
    """Mount something where that is allowed."""
    command = ["mount", *map(str, arguments)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A small disk of its own for a folder; tells whether there is one."""
    folder.mkdir(parents=True)
    mounted = mount("-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder)
    try:
        yield mounted
    finally:
        if mounted:
            unmount(folder)


@contextmanager
def read_only_mount(folder: Path) -> Iterator[bool]:
    """A folder mounted over itself, for reading; tells whether it is."""
    mounted = mount("--bind", folder, folder)
    try:
        yield mounted and mount("-o", "remount,bind,ro", folder)
    finally:
        if mounted:
            unmount(folder)


@contextmanager
def read_only_modes(folder: Path) -> Iterator[list[str]]:
    """A folder whose modes forbid writing; gives the start of a command that heeds them."""
    paths = [folder, *folder.rglob("*")]
    for path in paths:
        path.chmod(path.stat().st_mode & ~0o222)
    bounds = "-dac_override,-dac_read_search"
    try:
        yield ["setpriv", f"--bounding-set={bounds}"] if os.geteuid() == 0 else []
    finally:
        for path in paths:
            path.chmod(path.stat().st_mode | 0o200)
