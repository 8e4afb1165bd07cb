"""The manifest that closes a results folder: every file in it but those of a few folders, hashed.

Logs hold durations. The supplement's bytes hang on the TeX that is installed; a lineage record of
its own covers it. What `history/` holds hangs on what was run before.

The hash of the manifest itself is the root of the folder: whoever publishes it lets others see
even a consistent rewrite of evidence and hashes.
"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path

from pydantic import Field

from earned.errors import user_facing
from earned.ledger.history import HISTORY, keep, kept_names
from earned.lineage.hashing import sha256_file
from earned.records.base import Record
from earned.records.files import json_text, write_bytes

MANIFEST = "manifest.json"
LOGS = "logs"
PAPER = "paper"
GRADER = "grader"
RESCORED = "rescored"
RELEASE = "release"
SHARDS = "shards"
_EXEMPT = (
    LOGS,
    PAPER,
    GRADER,
    RESCORED,
    HISTORY,
    RELEASE,
    SHARDS,
    f".{RELEASE}.partial",
    f".{RELEASE}.previous",
)


class Manifest(Record):
    """Relative path to SHA-256."""

    files: dict[str, str] = Field(
        description="every file but the manifest and those under logs/, paper/ and history/"
    )


def covered_files(root: Path) -> list[str]:
    """List the files that hashes must cover, relative and sorted."""
    paths = (path.relative_to(root) for path in root.rglob("*") if not path.is_dir())
    return sorted(p.as_posix() for p in paths if _is_covered(p))


def linked_folders(root: Path) -> list[str]:
    """List the links to folders: what lies behind them is in no list of files."""
    links = (p.relative_to(root) for p in root.rglob("*") if p.is_symlink() and p.is_dir())
    return sorted(path.as_posix() for path in links if _is_covered(path))


def _is_covered(path: Path) -> bool:
    return path.parts[0] not in _EXEMPT and path.as_posix() != MANIFEST


def make_manifest(root: Path) -> Manifest:
    """Hash every covered file."""
    return Manifest(files={name: sha256_file(root / name) for name in covered_files(root)})


def close(root: Path) -> None:
    """Keep the finished state in `history/`, then write `manifest.json`.

    A folder with a manifest has thus been kept; one whose run was killed in between has none yet.
    """
    made = make_manifest(root)
    content = json_text(made.model_dump(mode="json")).encode()
    kept = {name: (root / name).read_bytes() for name in kept_names(made.files)}
    keep(root, sha256(content).hexdigest(), {MANIFEST: content, **kept})
    write_bytes(root / MANIFEST, content)


@user_facing
def main(argv: list[str]) -> int:
    """Write `manifest.json` into a results folder, and keep what it closes."""
    parser = argparse.ArgumentParser(prog="python -m earned.ledger.manifest")
    parser.add_argument("--root", type=Path, required=True)
    close(parser.parse_args(argv).root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
