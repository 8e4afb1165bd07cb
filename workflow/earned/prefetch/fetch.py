"""Get one pinned file: the sources are tried in order, and only the hash decides."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from earned.config.weights import FileSource, PinnedFile
from earned.errors import UserError
from earned.lineage.hashing import sha256_file
from earned.prefetch.outcome import SourceFailed
from earned.prefetch.sources import label, take
from earned.records.model import ModelFile


def fetch_file(pinned: PinnedFile, target: Path) -> ModelFile:
    """Put a pinned file at `target`, unless the right one is there already.

    What is at `target` stays until the right file is complete beside it, then is replaced.

    Raises:
        UserError: no source gave the right file; the reason of each is named.
    """
    if pinned.sha256 and target.is_file() and sha256_file(target) == pinned.sha256:
        return _record(pinned, target, pinned.sha256)
    target.parent.mkdir(parents=True, exist_ok=True)
    reasons: list[str] = []
    for source in pinned.sources:
        try:
            return _record(pinned, target, _try(source, pinned, target))
        except SourceFailed as error:
            reasons.append(f"{label(source)}: {error}")
    raise UserError(
        f"no source gave {pinned.name} ({'; '.join(reasons)})",
        where=str(target),
        remedy="put the file at a path named among its sources, or go where there is a network",
    )


def _record(pinned: PinnedFile, target: Path, digest: str) -> ModelFile:
    return ModelFile(name=pinned.name, size=target.stat().st_size, sha256=digest)


def _try(source: FileSource, pinned: PinnedFile, target: Path) -> str:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(handle)
    scratch = Path(name)
    try:
        take(source, scratch)
        digest = _checked(scratch, pinned)
        scratch.chmod(0o644)
        scratch.replace(target)
        return digest
    finally:
        scratch.unlink(missing_ok=True)


def _checked(scratch: Path, pinned: PinnedFile) -> str:
    size = scratch.stat().st_size
    if pinned.size is not None and size < pinned.size:
        raise SourceFailed(f"cut short, {size} of {pinned.size} bytes")
    digest = sha256_file(scratch)
    if pinned.sha256 not in {None, digest}:
        raise SourceFailed(f"wrong SHA-256, expected {pinned.sha256}, got {digest}")
    return digest
