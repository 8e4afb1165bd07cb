"""A development run is kept and shown, and in no headline claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks.cells import NAME
from earned.config.published import published_config
from earned.lineage.stage import LINEAGE
from earned.records.files import read_json, read_record
from earned.records.lineage import Lineage

RESULTS = f"{NAME}/analysis/frozen_results.json"
CLAIMS = "ledger/claims.json"
DISAGREES = "disagrees with the configuration on whether"
JUDGED_NOT = ("", "not evaluated")


def check_development(root: Path, report: AuditReport) -> None:
    """Compare configuration, results and ledger on which runs count."""
    configured = {
        alias: bool(model.get("development", False))
        for alias, model in published_config(root)["models"].items()
    }
    analyses = read_json(root / RESULTS)["analyses"]
    given = read_record(root / NAME / "analysis" / LINEAGE, Lineage).parameters["models"]
    for alias, trial in configured.items():
        if bool(given.get(alias, {}).get("development", False)) != trial:
            report.fail(f"{NAME}/analysis/{LINEAGE}", f"{DISAGREES} {alias} is a development run")
    for key, found in analyses.items():
        for wrong in _wrong(found, configured):
            report.fail(f"{RESULTS}#/analyses/{key}", wrong)
    trials = {key for key, found in analyses.items() if configured.get(found["model"], True)}
    _check_claims(root, trials, report)
    report.held("analyses that count as the configuration says", len(analyses))


def _wrong(found: Mapping[str, Any], configured: Mapping[str, bool]) -> Iterator[str]:
    model = found["model"]
    if model not in configured:
        yield f"model {model} is not in the study's configuration"
        return
    trial = configured[model]
    if found["development"] != trial:
        yield f"{DISAGREES} {model} is a development run"
    if trial:
        for name, judged in found["verdicts"].items():
            if judged["verdict"] != JUDGED_NOT[1]:
                yield f"{name} is {judged['verdict']} on a development run"
            if judged["p_value"] is not None or judged["p_holm"] is not None:
                yield f"{name} has a p-value on a development run"


def _check_claims(root: Path, trials: set[str], report: AuditReport) -> None:
    """Look for a claim that a development run feeds and that carries a verdict."""
    for claim in read_json(root / CLAIMS):
        parts = claim["locator"].split("/")
        fed = len(parts) > 2 and parts[1] == "analyses" and parts[2] in trials
        if fed and claim["verdict"] not in JUDGED_NOT:
            report.fail(f"{CLAIMS}, {claim['claim_id']}",
                        f"a development run feeds it, and it is {claim['verdict']}")  # fmt: skip
        elif fed:
            report.held("claims of development runs without a verdict")
