"""Every matched unit has each of its three conditions, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import polars as pl

from earned.audit.report import AuditReport
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.release_checks.cells import NAME, Cell

Key = tuple[str, int, str]
"""qid, repeat and condition."""


def check_triplets(cell: Cell, report: AuditReport) -> None:
    """Compare a cell's records with the triplets that it must have."""
    found = Counter((run.qid, run.repeat, run.condition) for run in cell.runs)
    expected = set(_expected(cell))
    for key in sorted(expected | found.keys()):
        if wrong := _wrong(found[key], key in expected):
            qid, repeat, condition = key
            report.fail(cell.where, f"qid {qid}, run {repeat}: {wrong} {condition} record")
    if not expected:
        report.fail(cell.where, "holds no unit")
    report.held("triplets with their three conditions", _whole(found, expected))
    _compare_scores(cell, found, report)


def _wrong(count: int, wanted: bool) -> str:
    if wanted:
        return {0: "no", 1: ""}.get(count, f"{count} times a")
    return "unexpected"


def _expected(cell: Cell) -> Iterable[Key]:
    """List the records of a cell; where questions are withheld, of the questions that it has."""
    qids = cell.expected if cell.expected is not None else {run.qid for run in cell.runs}
    first = cell.params.repeat
    for qid in qids:
        for repeat in range(first, first + cell.params.repeats):
            yield from ((qid, repeat, condition) for condition in CONDITIONS)


def _whole(found: Counter[Key], expected: set[Key]) -> int:
    units = {(qid, repeat) for qid, repeat, _ in expected}
    return sum(all(found[(*unit, c)] == 1 for c in CONDITIONS) for unit in units)


def _compare_scores(cell: Cell, found: Counter[Key], report: AuditReport) -> None:
    """Compare with the score table, which has a row for each record."""
    name = "/".join((NAME, "scores", *cell.folder.parts[-3:], "scores.parquet"))
    path = cell.root / name
    if not path.is_file():
        if not report.missing(name):
            report.fail(name, "is missing")
        return
    table = pl.read_parquet(path, columns=["qid", "repeat", "condition"])
    if Counter(table.iter_rows()) != found:
        report.fail(name, "scores other records than the cell has")
    else:
        report.held("score tables with a row for each record")
