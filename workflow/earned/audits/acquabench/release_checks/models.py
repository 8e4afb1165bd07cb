"""The engine behind a unit: one identity answered all of its conditions."""

from __future__ import annotations

from collections import defaultdict

from earned.agents.store import read_blocks
from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks.cells import Cell
from earned.records.base import record_json
from earned.records.trajectory import Trajectory


def check_models(cell: Cell, report: AuditReport) -> None:
    """Look up which engine and weights answered each step, in the store of completions."""
    name = cell.where.replace("trajectories.jsonl", "completions.jsonl")
    if why := report.missing(name):
        report.not_rederived.append(f"which engine answered each step: {why}")
        return
    answered = _answered((cell.folder / "completions.jsonl").read_bytes(), name)
    units: dict[tuple[str, int], set[str]] = defaultdict(set)
    for run in cell.runs:
        units[run.qid, run.repeat] |= _engines(run, answered, cell, report)
    for (qid, repeat), engines in units.items():
        if len(engines) > 1:
            report.fail(cell.where, f"qid {qid}, run {repeat}: {len(engines)} engines or models "
                        "answered its conditions")  # fmt: skip
    report.held("units whose conditions one model answered", len(units))


def _answered(content: bytes, where: str) -> dict[str, str]:
    """Read a store: key of a completion to the engine under which it was stored."""
    engine, found = "", dict[str, str]()
    for block in read_blocks(content, where):
        if block.identity is not None:
            engine = record_json(block.identity)
        for stored in block.completions:
            found.setdefault(stored.key, engine)
    return found


def _engines(
    run: Trajectory, answered: dict[str, str], cell: Cell, report: AuditReport
) -> set[str]:
    made = [*run.steps, *([run.forced] if run.forced else [])]
    keys = {step.completion for step in made if step.completion}
    for key in sorted(keys - answered.keys()):
        report.fail(cell.where, f"qid {run.qid}, run {run.repeat}, {run.condition}: completion "
                    f"{key[:12]} is not in the store")  # fmt: skip
    return {answered[key] for key in keys & answered.keys()}
