"""The supplement, if there is one: it lies outside the manifest, under a lineage of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from earned.ledger.manifest import PAPER
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import FileDigest, Lineage
from earned.verify.report import Report

EARLIER = "the supplement was made from another state of it; run snakemake paper again"


def check_paper(root: Path, report: Report) -> None:
    """Compare every file of the supplement, and what it was made from, with its record."""
    folder = root / PAPER
    present = {path.relative_to(root).as_posix() for path in folder.rglob("*") if path.is_file()}
    if not present:
        return
    record = read_record(folder / LINEAGE, Lineage)
    _compare(root, record.outputs, "differs from the supplement's lineage record", report)
    _compare(root, record.inputs, EARLIER, report)
    named = {digest.path for digest in record.outputs} | {f"{PAPER}/{LINEAGE}"}
    for name in sorted(present - named):
        report.fail(name, "no lineage record names it")


def _compare(root: Path, digests: Iterable[FileDigest], blame: str, report: Report) -> None:
    for digest in digests:
        path = root / digest.path
        if not path.is_file():
            report.fail(digest.path, f"is missing, and named by {PAPER}/{LINEAGE}")
        elif sha256_file(path) != digest.sha256:
            report.fail(digest.path, blame)
