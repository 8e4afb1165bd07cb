"""A folder that takes another's place when it is complete, and never before."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from earned.errors import UserError
from earned.records.release import RELEASE


@contextmanager
def taking_place_of(out: Path) -> Iterator[Path]:
    """Give a scratch folder beside `out` that takes its place when the block ends well.

    A killed run leaves the scratch folder, which the next one removes, and the release before it.

    Raises:
        UserError: `out` holds something that is no release.
    """
    partial, previous = (out.parent / f".{out.name}.{end}" for end in ("partial", "previous"))
    if previous.is_dir() and not out.exists():  # killed between the two renames
        previous.rename(out)
    _refuse_others(out)
    for left in (partial, previous):
        if left.exists():
            shutil.rmtree(left)
    partial.mkdir(parents=True)
    try:
        yield partial
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    if out.exists():
        out.rename(previous)
    partial.rename(out)
    if previous.exists():
        shutil.rmtree(previous)


def files_of(folder: Path) -> list[str]:
    """List the files below a folder, relative and sorted."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _refuse_others(out: Path) -> None:
    empty = out.is_dir() and not any(out.iterdir())
    if out.exists() and not empty and not (out / RELEASE).is_file():
        raise UserError("is there and is no release", where=str(out),
                        remedy="name a new folder with --out")  # fmt: skip
