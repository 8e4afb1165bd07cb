"""The command `earned doctor`: every engine of a study, one after another."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from earned.audits.registry import stage_module
from earned.config.load import resolve_named
from earned.config.plan import Plan
from earned.doctor.examine import Wanted, examine
from earned.doctor.patient import Patient
from earned.doctor.report import Report, Say
from earned.records.files import write_json


def doctor(study: str, only: str | None, wanted: Wanted) -> int:
    """Check the engines of a study, or the one of a model.

    Returns:
        1 if any check failed, else 0.

    Raises:
        UserError: no such study or model, or a fault in the configuration.
    """
    plan = Plan(resolve_named(study))
    if only is not None:
        plan.model(only)
    return examine_study(plan, [only] if only else list(plan.study.models), wanted, _say)


def examine_study(plan: Plan, aliases: list[str], wanted: Wanted, say: Say) -> int:
    """Check the engines of some models; each one's report lies in `logs/doctor/ALIAS.json`."""
    failed = []
    for alias in aliases:
        say(alias)
        if reason := why_skipped(plan, alias):
            say(f"  skipped: {reason}")
            continue
        report = _examine(plan, alias, wanted, say)
        out = _logs(plan) / f"{alias}.json"
        write_json(out, report.model_dump(mode="json"))
        say(f"  {'FAILED' if report.failed else 'passed'}; the report is {out}")
        failed += [alias] if report.failed else []
    return 1 if failed else 0


def why_skipped(plan: Plan, alias: str) -> str | None:
    """Say why a model has nothing to check; None where it has an engine that runs a model."""
    engine = plan.model(alias).engine
    if engine is None:
        return "a scripted control, no model runs"
    return "recorded completions, no model runs" if engine.kind == "replay" else None


def _examine(plan: Plan, alias: str, wanted: Wanted, say: Say) -> Report:
    engine = plan.model(alias).engine
    assert engine is not None
    audit = stage_module(plan.study.audits[0], "doctor")
    manifest = [Path(path) for path in plan.manifest(alias)]
    patient = Patient(
        alias=alias,
        config=engine,
        manifest=manifest[0] if manifest else None,
        window=audit.window(plan.study, alias),
        logs=_logs(plan),
    )
    checks = examine(patient, partial(audit.workload, plan.study, alias), wanted, say)
    return Report(study=plan.study.study, model=alias, checks=tuple(checks))


def _logs(plan: Plan) -> Path:
    return Path(plan.root) / "logs" / "doctor"


def _say(line: str) -> None:
    print(line, flush=True)
