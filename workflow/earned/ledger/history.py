"""Every finished state of a study's ledger, kept under the hash of its manifest.

`history/ROOT.zip` holds the manifest, the ledger, what its claims are read from, how each item was
scored, and every lineage record; the evidence itself is not in it. `history/log.jsonl` has a line
for each state, in the order of the runs. No manifest covers the folder: it hangs on what was run
before.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import Field

from earned.errors import UserError
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.base import Record
from earned.records.files import read_records, write_bytes, write_records

HISTORY = "history"
LOG = "log.jsonl"
SUFFIX = ".zip"
_WHOLE_FOLDERS = ("analysis", "registration")
_INDICES = ("tables/tables.jsonl", "figures/figures.json")
_ROOT_HASH = re.compile("[0-9a-f]{64}")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip can hold."""


class Kept(Record):
    """One finished state: a line of `history/log.jsonl`."""

    number: int = Field(ge=1, description="place in the order of the runs")
    root_sha256: str = Field(description="SHA-256 of the state's manifest, and name of its zip")
    before: str | None = Field(description="root of the state before it; null for the first")
    zip_sha256: str = Field(description="SHA-256 of the zip")


def kept_names(names: Iterable[str]) -> list[str]:
    """Choose, of the files that a manifest lists, those that a kept state holds."""
    return sorted(name for name in names if _is_kept(name))


def _is_kept(name: str) -> bool:
    folder, _, inner = name.partition("/")
    return (
        name.endswith(f"/{LINEAGE}")
        or folder in ("ledger", "study")
        or inner in _INDICES
        or inner.split("/")[0] in _WHOLE_FOLDERS
    )


def archive(contents: Mapping[str, bytes]) -> bytes:
    """Zip files under their names, sorted and without dates: the same files give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, date_time=_EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            made.writestr(entry, contents[name], zipfile.ZIP_DEFLATED, compresslevel=6)
    return stream.getvalue()


def unpack(path: Path) -> dict[str, bytes]:
    """Read every file of a zip, by name.

    Raises:
        UserError: it is no whole zip.
    """
    try:
        with zipfile.ZipFile(path) as held:
            found = {entry.filename: held.read(entry) for entry in held.infolist()}
            if len(found) != len(held.infolist()):
                raise zipfile.BadZipFile("a name stands twice")
            return found
    except (OSError, ValueError, EOFError, NotImplementedError, RuntimeError,
            zipfile.BadZipFile, zlib.error) as error:  # fmt: skip
        raise UserError(
            f"is no whole zip ({error})", where=str(path), remedy="use another copy of it"
        ) from None


def keep(root: Path, root_sha256: str, contents: Mapping[str, bytes]) -> None:
    """Keep a finished state, and log it unless it is the state logged last.

    The zip comes first and the log is written whole, so that a run killed at any moment leaves a
    log that names whole zips; the next run logs a zip whose line was lost.

    Args:
        root: the results folder.
        root_sha256: hash of the manifest.
        contents: the manifest and every other file to keep, by name.
    """
    folder = root / HISTORY
    _remove_abandoned(folder)
    log = _with_lost_lines(folder, read_log(root))
    content = archive(contents)
    write_bytes(zip_path(root, root_sha256), content)
    write_records(folder / LOG, _logged(log, root_sha256, sha256(content).hexdigest()))


def zip_path(root: Path, root_sha256: str) -> Path:
    """Name the zip of a kept state."""
    return root / HISTORY / f"{root_sha256}{SUFFIX}"


def is_root_hash(name: str) -> bool:
    """Tell whether a name is a SHA-256 as kept states are called."""
    return _ROOT_HASH.fullmatch(name) is not None


def read_log(root: Path) -> list[Kept]:
    """Read the log of a results folder, oldest state first; empty where nothing was kept yet."""
    path = root / HISTORY / LOG
    return read_records(path, Kept) if path.exists() else []


def _logged(log: Sequence[Kept], root_sha256: str, zip_sha256: str) -> list[Kept]:
    """Add a state; the last one again only gets the hash of its zip, which another zlib changes."""
    last = log[-1].root_sha256 if log else None
    if last == root_sha256:
        return [*log[:-1], log[-1].model_copy(update={"zip_sha256": zip_sha256})]
    added = Kept(number=len(log) + 1, root_sha256=root_sha256, before=last, zip_sha256=zip_sha256)
    return [*log, added]


def _with_lost_lines(folder: Path, log: list[Kept]) -> list[Kept]:
    named = {kept.root_sha256 for kept in log}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.stem not in named and is_root_hash(path.stem):
            log = _logged(log, path.stem, sha256_file(path))
    return log


def _remove_abandoned(folder: Path) -> None:
    """Remove what a killed writer left: its names begin with a dot, and one writes at a time."""
    for abandoned in folder.glob(".*"):
        abandoned.unlink(missing_ok=True)
