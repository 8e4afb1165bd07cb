"""The supplement, if there is one: it lies outside the manifest, under a lineage of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from earned.ledger.manifest import PAPER
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.paper.document import Part, supplement
from earned.paper.typeset import NAME
from earned.records.files import read_record
from earned.records.lineage import FileDigest, Lineage
from earned.verify.report import Report

SOURCE = f"{PAPER}/{NAME}.tex"
UNCOVERED = (
    f"{PAPER}/: its PDF and pages are compared with a record of their own, which the root hash "
    "does not cover; snakemake paper makes them again"
)
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


def check_source(root: Path, study: str, audits: Sequence[str], report: Report) -> None:
    """Write the supplement's LaTeX again; its other files have no witness but their own record."""
    path = root / SOURCE
    if not path.is_file():
        return
    report.remarks.append(UNCOVERED)
    if path.read_bytes() != supplement(study, [Part.read(root, a) for a in audits]).encode():
        report.fail(SOURCE, "differs from a fresh rendering")


def _compare(root: Path, digests: Iterable[FileDigest], blame: str, report: Report) -> None:
    for digest in digests:
        path = root / digest.path
        if not path.is_file():
            report.fail(digest.path, f"is missing, and named by {PAPER}/{LINEAGE}")
        elif sha256_file(path) != digest.sha256:
            report.fail(digest.path, blame)
