"""One scorer for all cells: the same parameters and the same code."""

from __future__ import annotations

from pathlib import Path

from earned.audit.report import AuditReport
from earned.audits.acquabench.plan import cells as planned
from earned.audits.acquabench.plan import parameters
from earned.audits.acquabench.release_checks.cells import NAME
from earned.config.published import published_study
from earned.lineage.stage import LINEAGE
from earned.records.base import canonical_json
from earned.records.files import read_record
from earned.records.lineage import Lineage


def check_scorer(root: Path, report: AuditReport) -> None:
    """Compare the lineage records of all score tables with the configuration and each other."""
    study = published_study(root)
    codes: dict[str, list[str]] = {}
    for model, regime, surface in planned(study):
        where = f"{NAME}/scores/{model}/{regime}/{surface}/{LINEAGE}"
        record = read_record(root / where, Lineage)
        codes.setdefault(record.code_sha256, []).append(where)
        expected = parameters(study, "scores", model=model)
        if canonical_json(record.parameters) != canonical_json(expected):
            report.fail(where, "was scored with other parameters than the configuration's")
        else:
            report.held("score tables of the configured scorer")
    if len(codes) > 1:
        odd = min(codes.values(), key=len)
        report.fail(odd[0], f"was scored by another scorer than other cells ({len(codes)} in all)")
