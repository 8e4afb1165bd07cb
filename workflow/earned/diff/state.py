"""A state of a study, wherever it lies: a results folder, a kept zip, or a release."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

from earned.config.published import published_config
from earned.errors import UserError
from earned.ledger.history import Kept, is_root_hash, kept_names, read_log, unpack, zip_path
from earned.ledger.manifest import MANIFEST, Manifest
from earned.lineage.hashing import sha256_file
from earned.records.files import read_record, write_bytes
from earned.records.release import RELEASE, RESULTS, Release, Replacement
from earned.verify.history import state_faults

LEAST_DIGITS = 4


@dataclass(frozen=True)
class State:
    """A folder that holds at least what `history/` keeps of a state.

    Attributes:
        root: the folder.
        root_sha256: hash of its manifest.
        files: what the manifest lists of the kept files, by name.
        replaced: what a release holds otherwise or not at all.
    """

    root: Path
    root_sha256: str
    files: Mapping[str, str]
    replaced: Mapping[str, Replacement]

    @property
    def config(self) -> Mapping[str, object]:
        """The study's configuration."""
        found: Mapping[str, object] = published_config(self.root)
        return found


@contextmanager
def opened(path: Path) -> Iterator[State]:
    """Open a state; a zip is unpacked for as long as it is read.

    Raises:
        UserError: it is none of the three.
    """
    if path.is_file():
        with tempfile.TemporaryDirectory() as scratch:
            yield _unpacked(path, Path(scratch))
    elif (path / RELEASE).is_file():
        release = read_record(path / RELEASE, Release)
        state = _state(path / RESULTS, {one.path: one for one in release.replaced})
        if state.root_sha256 != release.root_sha256:
            raise UserError(f"its root hash is not that of {RESULTS}/{MANIFEST}",
                            where=str(path / RELEASE), remedy="use another copy")  # fmt: skip
        yield state
    elif (path / MANIFEST).is_file():
        yield _state(path, {})
    else:
        raise UserError("is no results folder, kept zip or release", where=str(path),
                        remedy="name a folder such as results/demo")  # fmt: skip


def _state(root: Path, replaced: Mapping[str, Replacement]) -> State:
    listed = read_record(root / MANIFEST, Manifest).files
    files = {name: listed[name] for name in kept_names(listed)}
    return State(root, sha256_file(root / MANIFEST), files, replaced)


def _unpacked(path: Path, scratch: Path) -> State:
    """Unpack a kept state, under its own name or another, and compare it with its manifest."""
    contents = unpack(path)
    own = sha256(contents.get(MANIFEST, b"")).hexdigest()
    for name, what in state_faults(contents, path.stem if is_root_hash(path.stem) else own):
        raise UserError(f"{name} {what}", where=str(path), remedy="use another copy of it")
    for name, content in contents.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise UserError(f"holds the name {name}", where=str(path), remedy="use another copy")
        write_bytes(scratch / name, content)
    return _state(scratch, {})


def state_before(root: Path) -> Path:
    """Find the zip of the state before the present one.

    Raises:
        UserError: there is none, or the present one was not kept.
    """
    log = _present(root)
    if log[-1].before is None:
        raise UserError("no state was kept before the present one", where=str(root),
                        remedy="change something and run snakemake again first")  # fmt: skip
    return zip_path(root, log[-1].before)


def state_at(root: Path, prefix: str) -> Path:
    """Find the zip of the kept state whose root hash begins so.

    Raises:
        UserError: none or several do.
    """
    found = {k.root_sha256 for k in _present(root) if k.root_sha256.startswith(prefix.lower())}
    if len(found) != 1 or len(prefix) < LEAST_DIGITS:
        raise UserError(f"{len(found)} kept states begin with {prefix!r}", where=str(root),
                        remedy=f"give {LEAST_DIGITS} digits or more of a zip's name")  # fmt: skip
    return zip_path(root, found.pop())


def _present(root: Path) -> list[Kept]:
    """Read the log, whose last line must be the present state."""
    if not (root / MANIFEST).is_file():
        raise UserError(f"has no {MANIFEST}, so it is no finished study", where=str(root),
                        remedy="run snakemake to its end")  # fmt: skip
    log = read_log(root)
    if not log or log[-1].root_sha256 != sha256_file(root / MANIFEST):
        raise UserError("its present state is not kept in history/", where=str(root),
                        remedy="run snakemake again")  # fmt: skip
    return log
