"""A small finished study, and ways to make its hashes fit again after a fault is planted."""

from __future__ import annotations

import atexit
import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from earned.ledger.manifest import close
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from mini import run_mini

CELLS = ("copier", "reader")


def finished_study(folder: Path) -> Path:
    """Copy a study of two controls, three questions and one surface, run once per process."""
    made = _ran_once()
    return Path(shutil.copytree(made, folder / made.relative_to(made.parents[1])))


@cache
def _ran_once() -> Path:
    folder = Path(mkdtemp(prefix="finished-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return run_mini(folder, models=CELLS, limit=3, surfaces=("retrieval",))


def remake_manifest(root: Path) -> None:
    """Hash every file again, and keep the state, as somebody would who hides a change."""
    close(root)


def rehash(root: Path) -> None:
    """Make every lineage record fit the files as they are, then the manifest."""
    for _ in range(8):  # as deep as the longest chain of stages
        for beside in sorted(root.rglob(LINEAGE)):
            record = json.loads(beside.read_text(encoding="utf-8"))
            for digest in (*record["inputs"], *record["outputs"]):
                _refresh(root, digest)
            _write(beside, record)
    remake_manifest(root)


def _refresh(root: Path, digest: dict[str, Any]) -> None:
    path = root / digest["path"]
    if path.is_file():
        digest["sha256"], digest["size"] = sha256_file(path), path.stat().st_size
    if digest["lineage"] is not None:
        digest["lineage"] = sha256_file(path.parent / LINEAGE)


def edit_json(path: Path, *keys: str | int, value: object) -> None:
    """Set one value inside a JSON file."""
    document = json.loads(path.read_text(encoding="utf-8"))
    inner = document
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    _write(path, document)


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
