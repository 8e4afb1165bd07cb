"""The kept states of a study: their log is a chain, and each zip holds what its manifest says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from earned.ledger.history import HISTORY, LOG, Kept, kept_names, read_log, unpack, zip_path
from earned.ledger.manifest import MANIFEST, Manifest
from earned.lineage.hashing import sha256_file
from earned.records.base import record_json
from earned.records.files import parse_json, validate
from earned.verify.report import Report

WHERE = f"{HISTORY}/{LOG}"
UNCOVERED = "each compared with its own manifest; the root hash covers today's state alone"


def check_history(root: Path, report: Report) -> None:
    """Check the log, every kept state, and that nothing else lies in the folder."""
    folder = root / HISTORY
    if not folder.exists():
        return
    log = read_log(root)
    _check_log(root, log, report)
    zips = {kept.root_sha256: kept.zip_sha256 for kept in log}
    for name, zip_sha256 in zips.items():
        path = zip_path(root, name)
        report.guard(f"{HISTORY}/{path.name}", partial(_check_zip, path, zip_sha256, report))
    known = {LOG, *(zip_path(root, name).name for name in zips)}
    for path in sorted(folder.rglob("*")):
        if path.relative_to(folder).as_posix() not in known:
            report.fail(f"{HISTORY}/{path.relative_to(folder).as_posix()}", "is no kept state")
    report.remarks.append(f"{HISTORY}/: states kept: {len(zips)}, {UNCOVERED}")


def _check_log(root: Path, log: Sequence[Kept], report: Report) -> None:
    text = "".join(record_json(kept) + "\n" for kept in log).encode()
    path = root / HISTORY / LOG
    if not path.is_file() or not log:
        report.fail(WHERE, "names no state")
        return
    if path.read_bytes() != text:
        report.fail(WHERE, "is not written as the manifest stage writes it")
    before = None
    for number, kept in enumerate(log, start=1):
        if (kept.number, kept.before) != (number, before) or kept.root_sha256 == before:
            report.fail(WHERE, f"line {number} does not follow from the line before it")
        before = kept.root_sha256
    if before != sha256_file(root / MANIFEST):
        report.fail(WHERE, f"its last line is not {MANIFEST} as it is")


def _check_zip(path: Path, zip_sha256: str, report: Report) -> None:
    where = f"{HISTORY}/{path.name}"
    if not path.is_file():
        report.fail(where, f"is missing, and named by {WHERE}")
        return
    if sha256_file(path) != zip_sha256:
        report.fail(where, f"differs from what {WHERE} records")
    for name, what in state_faults(unpack(path), path.stem):
        report.fail(where, f"{name} {what}")


def state_faults(contents: dict[str, bytes], root_sha256: str) -> list[tuple[str, str]]:
    """Compare a kept state with its own manifest, and its manifest with the state's name.

    Args:
        contents: every file of the state, by name.
        root_sha256: what the state is called.

    Returns:
        Name of a file, and what is wrong with it.
    """
    if MANIFEST not in contents:
        return [(MANIFEST, "is missing")]
    if sha256(contents[MANIFEST]).hexdigest() != root_sha256:
        return [(MANIFEST, "has another hash than the state's name")]
    raw = parse_json(contents[MANIFEST].decode(errors="replace"), where=MANIFEST)
    listed = validate(Manifest, raw, where=MANIFEST).files
    expected = {name: listed[name] for name in kept_names(listed)}
    found = {n: sha256(content).hexdigest() for n, content in contents.items() if n != MANIFEST}
    return [
        (name, _fault(expected.get(name), found.get(name)))
        for name in sorted(expected.keys() | found.keys())
        if expected.get(name) != found.get(name)
    ]


def _fault(expected: str | None, found: str | None) -> str:
    if found is None:
        return "is missing"
    return "belongs to no kept state" if expected is None else f"differs from {MANIFEST}"
