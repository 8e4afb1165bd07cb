"""What `earned rescore` left: it lies outside the manifest, under lineage records of its own."""

from __future__ import annotations

import tempfile
from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from earned.ledger.manifest import RESCORED
from earned.lineage.hashing import sha256_file, short
from earned.lineage.stage import LINEAGE, Output, Stage, stage_code_digest
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.records.rescored import Rescored, RescoredItem
from earned.records.table import read_table
from earned.rescore.__main__ import ITEMS, OPTIONS, REPORT, SOURCE, build, compared
from earned.rescore.judging import recorded
from earned.verify.remake import given_options
from earned.verify.report import Report

EARLIER = "was made from another state of the study; run earned rescore again, or delete {folder}"
UNCOVERED = "compared with a record of its own, which the root hash does not cover"
NOT_RUN = "its scorer.py was not run again; the decisions are those of items.parquet"
OTHER_CODE = "not made again: other code made it"


def check_rescored(root: Path, report: Report) -> None:
    """Compare every rescoring with its record, with the study, and with a fresh one.

    A user's scorer is code of a folder that is only to be checked, so it is not run: what follows
    from its recorded decisions is made again instead.
    """
    folder = root / RESCORED
    if not folder.exists():
        return
    for path in sorted(folder.iterdir()):
        where = path.relative_to(root).as_posix()
        if (path / LINEAGE).is_file():
            report.guard(where, partial(_check, root, path, report))
        else:
            report.fail(where, "holds no rescoring")


def _check(root: Path, folder: Path, report: Report) -> None:
    where = folder.relative_to(root).as_posix()
    record = read_record(folder / LINEAGE, Lineage)
    failures = len(report.failures)
    _check_outputs(root, folder, record, report)
    if _has_moved(root, record):
        report.fail(where, EARLIER.format(folder=where))
    if len(report.failures) > failures:
        return
    remarks = [UNCOVERED]
    if stage_code_digest(record.stage, record.audit) != record.code_sha256:
        remarks.append(OTHER_CODE)
    else:
        remarks += [NOT_RUN] if (folder / SOURCE).is_file() else []
        _remake(root, folder, record, report)
    report.remarks.append(f"{where}: {'; '.join(remarks)}")


def _check_outputs(root: Path, folder: Path, record: Lineage, report: Report) -> None:
    """Compare what lies there with the record, and the folder's name with its scorer."""
    named = {digest.path: digest.sha256 for digest in record.outputs}
    beside = (folder / LINEAGE).relative_to(root).as_posix()
    for path in sorted(p for p in folder.rglob("*") if not p.is_dir()):
        name = path.relative_to(root).as_posix()
        if name not in {*named, beside}:
            report.fail(name, "no lineage record names it")
    for name, sha256 in named.items():
        if not (root / name).is_file():
            report.fail(name, f"is missing, and output of {beside}")
        elif sha256_file(root / name) != sha256:
            report.fail(name, f"differs from what {beside} records as output")
    digest = record.parameters["scorer_sha256"]
    if folder.name != f"{record.parameters['scorer']}-{short(digest)}":
        report.fail(beside, "is the record of another scorer than its folder's name says")
    if (folder / SOURCE).is_file() and sha256_file(folder / SOURCE) != digest:
        report.fail(f"{beside.removesuffix(LINEAGE)}{SOURCE}", "is not the scorer that was run")


def _has_moved(root: Path, record: Lineage) -> bool:
    """Tell whether an input is no longer what was rescored."""
    return any(
        not (root / digest.path).is_file() or sha256_file(root / digest.path) != digest.sha256
        for digest in record.inputs
    )


def _remake(root: Path, folder: Path, record: Lineage, report: Report) -> None:
    stage = Stage(record.stage, record.audit, root, dict(record.parameters))
    with tempfile.TemporaryDirectory() as scratch:
        options = given_options(OPTIONS, record, root, Path(scratch))
        for path, output in _made(stage, options, folder).items():
            output.write(path)
            if path.read_bytes() != (folder / path.name).read_bytes():
                name = (folder / path.name).relative_to(root).as_posix()
                report.fail(name, "differs from a fresh rescoring")


def _made(stage: Stage, options: Namespace, folder: Path) -> Mapping[Path, Output]:
    """Make the outputs of a scorer that ships; of another, what follows from its decisions."""
    if not (folder / SOURCE).is_file():
        return build(stage, options)
    note = read_record(folder / REPORT, Rescored).scorer
    decide = recorded(read_table(folder / ITEMS, RescoredItem))
    made = compared(stage, options, note, decide)
    return {options.out / name: output for name, output in made.items()}
