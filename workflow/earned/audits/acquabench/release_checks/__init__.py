"""What only AcquaBench's audit can check of a release (section 9 of its specification)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks.cells import Cell, read_cells
from earned.audits.acquabench.release_checks.development import check_development
from earned.audits.acquabench.release_checks.models import check_models
from earned.audits.acquabench.release_checks.ranking import check_ranking
from earned.audits.acquabench.release_checks.scorer import check_scorer
from earned.audits.acquabench.release_checks.triplets import check_triplets
from earned.audits.acquabench.release_checks.units import check_units

NAME = "acquabench"


def check(root: Path, report: AuditReport) -> None:
    """Check triplets, what conditions share, rankings, the scorer and development runs.

    Args:
        root: the results folder of a release.
        report: takes what was found; knows what the release replaced.
    """
    report.guard(f"{NAME}, development runs", lambda: check_development(root, report))
    report.guard(f"{NAME}, scorer", lambda: check_scorer(root, report))
    cells: list[Cell] = []
    report.guard(f"{NAME}, cells", lambda: cells.extend(read_cells(root, report)))
    for cell in cells:
        for part in (check_triplets, check_units, check_models, check_ranking):
            report.guard(cell.where, partial(part, cell, report))
