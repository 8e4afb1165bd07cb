"""What each stage was given, against the study's configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from earned.config.plan import Plan
from earned.config.published import CONFIG, published_config, published_study
from earned.lineage.publishable import publishable
from earned.records.lineage import Lineage
from earned.verify.report import Report

_WILDCARDS: dict[str, tuple[str, ...]] = {
    "population": (),
    "artifacts": ("regime",),
    "registration": (),
    "agents": ("model", "regime", "surface"),
    "scores": ("model",),
    "cases": (),
    "analysis": (),
}
"""Stage to what its parameters depend on: the first folders below the stage's own, in order."""


def check_parameters(root: Path, records: Mapping[str, Lineage], report: Report) -> None:
    """Derive each stage's parameters again from the configuration, and compare."""
    config = published_config(root)
    plan = Plan(published_study(root))
    for where, record in records.items():
        if record.stage in _WILDCARDS:
            names, folders = _WILDCARDS[record.stage], where.split("/")[2:-1]
            wildcards = dict(zip(names, folders, strict=False))
            given = json.loads(plan.parameters(record.stage, record.audit, **wildcards))
            if publishable(given) != record.parameters:
                report.fail(where, f"its parameters are not those of {CONFIG}")
        elif record.stage == "study" and record.parameters != config:
            report.fail(where, f"its parameters are not {CONFIG}")
        elif record.stage == "ledger" and any(
            record.parameters.get(key) != config[key] for key in ("study", "audits")
        ):
            report.fail(where, f"its parameters are not those of {CONFIG}")
