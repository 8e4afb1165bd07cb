"""Audits of the grader, if there are any: outside the manifest, under plans of their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from earned.grader.files import (
    CHANGED,
    FILES,
    PLAN,
    PLAN_AGAIN,
    REPORT,
    RETURNED,
    SHEET,
    Planned,
    drawn_files,
    lineage_of,
    plan_files,
    returned_files,
)
from earned.grader.plan import make_plan
from earned.grader.returned import blinded_columns_differ, read_returned
from earned.grader.study import Study
from earned.ledger.manifest import GRADER
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.verify.report import Report

UNCOVERED = (
    f"{GRADER}/: compared with its plans and returned sheets, which the root hash does not cover"
)
NOT_AGAIN = "differs from what the plan, the scores and the returned sheet give"


def check_grader(root: Path, report: Report) -> None:
    """Make every audit of the grader again: its plan, its draw, and the report of its sheet.

    An audit of earlier score tables cannot be made again. It fails where no plan was made since.
    """
    folder = root / GRADER
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if not (path / PLAN).is_file():
            report.fail(f"{GRADER}/{path.name}", "is no audit of the grader")
    planned: list[Planned] = []
    for path in sorted(folder.glob(f"*/{PLAN}")):
        report.guard(_name(root, path), partial(_read, path.parent, planned))
    report.remarks.append(UNCOVERED)
    if planned:
        report.guard(GRADER, lambda: _check_all(root, planned, report))


def _read(folder: Path, planned: list[Planned]) -> None:
    planned.append(Planned.read(folder))


def _check_all(root: Path, planned: list[Planned], report: Report) -> None:
    study = Study.read(root)
    stale = {one.folder: name for one in planned if (name := one.changed_source(study))}
    for one in planned:
        where = _name(root, one.folder)
        if one.folder not in stale:
            report.guard(where, partial(_check, root, one, study, report))
        elif len(stale) < len(planned):
            report.remarks.append(f"{where}: is of earlier score tables, and not made again")
        else:
            report.fail(where, f"{stale[one.folder]} {CHANGED}; {PLAN_AGAIN}")


def _check(root: Path, planned: Planned, study: Study, report: Report) -> None:
    fresh = plan_files(make_plan(study, planned.plan.per_stratum, planned.plan.seed))
    rows = planned.rows(study)
    _compare(root, planned, fresh | drawn_files(rows), report)
    sheet, returned = planned.folder / SHEET, planned.folder / RETURNED
    if sheet.is_file() and (why := blinded_columns_differ(sheet, rows)):
        report.fail(_name(root, sheet), why.removeprefix(f"{sheet}, "))
    if returned.is_file():
        rulings = read_returned(returned, rows)
        _compare(root, planned, returned_files(study, planned, rows, rulings)[1], report)
    elif (planned.folder / REPORT).is_file():
        report.fail(_name(root, returned), "is missing, and a report was made of it")
    _check_lineage(root, planned, report)


def _compare(root: Path, planned: Planned, made: Mapping[str, str], report: Report) -> None:
    """Compare files that are there; the sheet may have been filled in."""
    for name, text in made.items():
        path = planned.folder / name
        if name == SHEET or not path.is_file():
            continue
        if path.read_bytes() != text.encode():
            report.fail(_name(root, path), NOT_AGAIN)
        else:
            report.remade[GRADER] = report.remade.get(GRADER, 0) + 1


def _check_lineage(root: Path, planned: Planned, report: Report) -> None:
    """Compare the lineage record with the files; the code that made them may be another."""
    path = planned.folder / LINEAGE
    found, here = read_record(path, Lineage), lineage_of(root, planned)
    if (found.inputs, found.outputs) != (here.inputs, here.outputs):
        report.fail(_name(root, path), "names other files than those beside it")
    for other in sorted(planned.folder.iterdir()):
        if other.name not in (*FILES, LINEAGE):
            report.fail(_name(root, other), "is no file of an audit of the grader")


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
