"""The manifest that closes a results folder: every file in it but logs and supplement, hashed.

The supplement's bytes hang on the TeX that is installed; a lineage record of its own covers it.

The hash of the manifest itself is the root of the folder: whoever publishes it lets others see
even a consistent rewrite of evidence and hashes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pydantic import Field

from earned.errors import user_facing
from earned.lineage.hashing import sha256_file
from earned.records.base import Record
from earned.records.files import write_json

MANIFEST = "manifest.json"
LOGS = "logs"
PAPER = "paper"
_EXEMPT = (LOGS, PAPER)


class Manifest(Record):
    """Relative path to SHA-256."""

    files: dict[str, str] = Field(
        description="every file but the manifest and those under logs/ and paper/"
    )


def covered_files(root: Path) -> list[str]:
    """List the files that hashes must cover, relative and sorted."""
    paths = (path.relative_to(root) for path in root.rglob("*") if not path.is_dir())
    return sorted(p.as_posix() for p in paths if _is_covered(p))


def _is_covered(path: Path) -> bool:
    return path.parts[0] not in _EXEMPT and path.as_posix() != MANIFEST


def make_manifest(root: Path) -> Manifest:
    """Hash every covered file."""
    return Manifest(files={name: sha256_file(root / name) for name in covered_files(root)})


@user_facing
def main(argv: list[str]) -> int:
    """Write `manifest.json` into a results folder."""
    parser = argparse.ArgumentParser(prog="python -m earned.ledger.manifest")
    parser.add_argument("--root", type=Path, required=True)
    root = parser.parse_args(argv).root
    write_json(root / MANIFEST, make_manifest(root).model_dump(mode="json"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
