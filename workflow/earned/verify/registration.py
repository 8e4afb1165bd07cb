"""What was registered before the agents ran, against the files and rules as they are now.

That the rules which the stage was given are those of the configuration is checked with the
parameters of every other stage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from earned.lineage.hashing import sha256_file, short
from earned.lineage.publishable import publishable
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import FileDigest, Lineage
from earned.records.registration import FrozenFile, Registration
from earned.registration.chain import NAME, read_registrations, registration_sha256
from earned.verify.report import Report


def check_registration(
    root: Path, audit: str, report: Report, hashes: Mapping[str, str] | None = None
) -> None:
    """Check the chain of registrations, and that cells, files and rules fit it.

    A study that an older version made has none, and its cells name none: that is remarked.

    Args:
        root: the results folder.
        audit: the audit.
        report: takes what was found.
        hashes: path to SHA-256 of every file, of the original where a release replaced it; without
            them the files are hashed here.

    Raises:
        UserError: the file of registrations is damaged.
    """
    path, cells = root / audit / "registration" / NAME, dict(_cells(root, audit))
    where = f"{audit}/registration/{NAME}"
    if not path.is_file() and not any(cells.values()):
        report.remarks.append(f"{audit}: nothing was registered before its agents ran")
        return
    records = read_registrations(path)
    known = {registration_sha256(record) for record in records}
    for cell, named in cells.items():
        if not named and not records[0].evidence_before:
            report.fail(cell, f"names no registration, though {where} came before every cell")
        for missing in sorted(set(named) - known):
            report.fail(cell, f"was run under registration {short(missing)}, not in {where}")
    for fault in _faults(root, audit, records[-1], hashes):
        report.fail(where, fault)


def _cells(root: Path, audit: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the lineage record of every cell, with the registrations that it names."""
    for beside in sorted((root / audit / "agents").rglob(LINEAGE)):
        yield beside.relative_to(root).as_posix(), read_record(beside, Lineage).registrations


def _faults(
    root: Path, audit: str, last: Registration, hashes: Mapping[str, str] | None
) -> Iterator[str]:
    lineage = read_record(root / audit / "registration" / LINEAGE, Lineage)
    rules = publishable([rule.rule for rule in last.rules])
    if lineage.parameters.get("rules") != rules:
        yield f"its last record has other rules than {LINEAGE} beside it"
    registered = {f"{audit}/population/items.jsonl": last.population} | {
        f"{audit}/artifacts/{regime}/artifacts.jsonl": file
        for regime, file in last.artifacts.items()
    }
    if {digest.path: _content(digest) for digest in lineage.inputs} != registered:
        yield f"its last record is of other files than {LINEAGE} beside it"
    for name, file in registered.items():
        found = _sha256(root / name) if hashes is None else hashes.get(name)
        if found is None:
            yield f"{name}, registered in its last record, is missing"
        elif found != file.sha256:
            yield f"{name} differs from what its last record registers"


def _content(digest: FileDigest) -> FrozenFile:
    return FrozenFile(sha256=digest.sha256, records=digest.records or 0)


def _sha256(path: Path) -> str | None:
    return sha256_file(path) if path.is_file() else None
