"""A small release, and ways to make its hashes fit again after a fault is planted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from earned.audit.run import audit
from earned.ledger.manifest import covered_files
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_json, read_record, write_bytes, write_json
from earned.records.lineage import Lineage
from earned.records.release import RELEASE, RESULTS, Release, ReleasedFile
from earned.release import crate, provenance
from earned.release.make import make_release
from finished import finished_study, rehash

AUDIT = "acquabench"
CELL = f"{AUDIT}/agents/reader/D0/retrieval"


def small_release(folder: Path) -> Path:
    """The release of two controls, three questions, one surface."""
    return make_release(finished_study(folder / "study"), folder / "release")


def forge(release: Path) -> None:
    """Make every hash fit the files as they are, as somebody would who hides a change."""
    rehash(release / RESULTS)
    relist(release)


def relist(release: Path) -> None:
    """Write the descriptions and the list anew, for files whose lineage is as it is."""
    results = release / RESULTS
    names = [n for n in covered_files(results) if n.rpartition("/")[2] == LINEAGE]
    records = {name: read_record(results / name, Lineage) for name in names}
    study = read_json(release / RELEASE)["study"]
    licence = read_json(release / "terms" / "terms.json")["parts"][0]["licence"]
    write_bytes(release / provenance.NAME, provenance.statements(records).encode())
    (release / crate.NAME).unlink()
    write_bytes(
        release / crate.NAME, crate.crate_text(study, licence, _files(release), records).encode()
    )
    write_list(release, root_sha256=sha256_file(results / "manifest.json"))


def write_list(release: Path, **changes: Any) -> None:
    """Write `release.json` anew for the files that are there."""
    before = read_record(release / RELEASE, Release)
    made = before.model_copy(update={"files": _files(release), **changes})
    write_json(release / RELEASE, made.model_dump(mode="json"))


def _files(release: Path) -> dict[str, ReleasedFile]:
    paths = (path for path in sorted(release.rglob("*")) if path.is_file())
    return {
        path.relative_to(release).as_posix(): ReleasedFile(
            sha256=sha256_file(path), size=path.stat().st_size
        )
        for path in paths
        if path.name != RELEASE
    }


def edit_lines(path: Path, change: Callable[[list[dict[str, Any]]], Any]) -> None:
    """Change the records of a JSONL file."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(records)
    lines = (
        json.dumps(r, sort_keys=True, ensure_ascii=False, separators=(",", ":")) for r in records
    )
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    """Change a JSON document."""
    document = read_json(path)
    change(document)
    write_json(path, document)


def failures(release: Path) -> str:
    """What an audit says is wrong, one failure a line."""
    report = audit(release)
    assert report.passed == (not report.failures)
    return "\n".join(report.failures)
